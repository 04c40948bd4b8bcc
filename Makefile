# Two commands do everything on a fresh machine: `make run` and `make test`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
GAME   ?= anabid
SEED   ?=
PLAYERS ?=

.PHONY: run test check lint types unit bench train install system clean

run: install
	$(BIN)/tallybox play $(GAME) --virtual $(if $(SEED),--seed $(SEED)) $(if $(PLAYERS),--players $(PLAYERS))

test: install
	$(BIN)/python -m pytest

check: install lint types unit

lint:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types:
	$(BIN)/mypy

unit:
	$(BIN)/python -m pytest

bench: install
	$(BIN)/python -m benchmarks.letter_dice

install: system $(VENV)/.installed

$(VENV)/.installed: pyproject.toml
	sh tools/make-venv.sh $(PYTHON) $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	touch $@

system:
	@sh tools/system-packages.sh

clean:
	rm -rf $(VENV)
