# Two commands do everything on a fresh machine: `make run` and `make test`.
PYTHON  ?= python3
VENV    := .venv
BIN     := $(VENV)/bin
PIP     := $(BIN)/python -m pip --quiet --disable-pip-version-check
GAME    ?=
SEED    ?=
PLAYERS ?=
NETS    := finder finder_anywhere tile_finder letters pose tilt tiles pips numbers

.PHONY: run test test-hw test-power check lint types unit proofs fuzz games bench traced train fonts grounds golden decks shots wiring system containers disks clean

run: $(VENV)/.installed
	$(BIN)/tallybox play $(GAME) --virtual $(if $(SEED),--seed $(SEED)) $(if $(PLAYERS),--players $(PLAYERS))

test: unit proofs

unit: $(VENV)/.installed-test
	$(BIN)/python -m pytest --numprocesses 2 -m "not slow and not fuzz and not hw"

# A thousand games of bots for each game, and a tenth of the strange pictures.
proofs: $(VENV)/.installed-test | containers disks
	$(BIN)/python -m pytest --numprocesses 2 -m slow
	PICTURES=2 $(BIN)/python -m pytest --numprocesses 2 -m fuzz

# On unmodified kernels in guests, whose images are made the first time and kept under ~/.cache/tallybox.
test-hw: $(VENV)/.installed-test | containers
	sh tools/guest-packages.sh
	$(BIN)/python -m pytest -m hw

# The plug is pulled thousands of times and boxes are killed a thousand; writes what came of it.
test-power: $(VENV)/.installed-test | disks
	$(BIN)/python -m benchmarks.power

# Hundreds of pictures that are no game, for every reader: a quarter of an hour.
fuzz: $(VENV)/.installed-test
	$(BIN)/python -m pytest --numprocesses 2 -m fuzz

check: lint types unit

lint: $(VENV)/.installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.installed-test
	$(BIN)/mypy

# Every game whole, by camera and buttons, without a display; each twice, to see that a seed repeats.
games: $(VENV)/.installed
	sh tools/play-all.sh $(BIN)/tallybox $(SEED)

bench: $(VENV)/.installed-test fonts grounds
	$(BIN)/python -m benchmarks.letter_dice $(if $(SEED),--seed $(SEED))
	$(BIN)/python -m benchmarks.own_set $(if $(SEED),--seed $(SEED))
	$(BIN)/python -m benchmarks.pip_dice $(if $(SEED),--seed $(SEED))
	$(BIN)/python -m benchmarks.d12 $(if $(SEED),--seed $(SEED))
	$(BIN)/python -m benchmarks.tiles $(if $(SEED),--seed $(SEED))
	$(BIN)/python -m benchmarks.board $(if $(SEED),--seed $(SEED))
	$(BIN)/python -m benchmarks.card $(if $(SEED),--seed $(SEED))
	$(BIN)/python -m benchmarks.rolling $(if $(SEED),--seed $(SEED))
	$(BIN)/python -m benchmarks.speed $(if $(SEED),--seed $(SEED))

# The same tables drawn and path traced, whose light follows physics: 8 tables of a kind took 8 minutes.
traced: $(VENV)/.installed-test fonts grounds
	sh tools/llvm-packages.sh
	$(PIP) install --editable '.[trace]'
	$(BIN)/python -m benchmarks.traced_tables $(if $(SEED),--seed $(SEED))

# The readers' networks trained on with fresh scenes from those in the folder START, two at a time on two cores:
# in half an hour. START= begins from nothing; networks as good as the package's take many hours then, in the goes
# that models/README.md tells.
START = appliance/vision/models
train: $(VENV)/.installed-test fonts grounds
	$(PIP) install --editable '.[train]'
	sh training/tex_fonts.sh
	sh training/fontsource.sh
	$(MAKE) --jobs 2 $(NETS:%=train-%)

train-%:
	$(BIN)/python -m training.$* $(if $(START),--start $(START))

# These learn from where the finder sees dice, and from what it wrongly takes for one; and from how they lie.
train-letters train-pose train-tilt: train-finder train-finder_anywhere
train-tiles: train-tile_finder
train-pips train-numbers: train-pose

# Free fonts of Debian's, to draw dice with: one part to train with, the other only to measure with.
fonts:
	sh training/fonts.sh

# Pictures of wood, stone, weaves and paper that come with other programs, for table tops: parted likewise.
grounds:
	sh training/grounds.sh

# The golden games of the tests, written anew: only when a change of rules or words is meant.
golden: $(VENV)/.installed-test
	$(BIN)/python tools/golden.py

# The two decks of AnagraScramble chosen anew; needs apt for SCOWL and WordNet.
decks: $(VENV)/.installed-test
	$(BIN)/python -m tools.build_decks

# The pictures under docs/.
shots: $(VENV)/.installed-test
	$(BIN)/python tools/screenshots.py
	$(BIN)/python tools/screenshots.py --games
	$(BIN)/python tools/desk_picture.py

# The drawings and tables of hardware/wiring.md.
wiring: $(VENV)/.installed-test
	$(BIN)/python -m tools.wiring_svg
	$(BIN)/python -m tools.camera_heights

$(VENV)/.installed: pyproject.toml hatch_build.py | system
	sh tools/make-venv.sh $(PYTHON) $(VENV)
	$(PIP) install --editable .
	touch $@

$(VENV)/.installed-test: $(VENV)/.installed
	$(PIP) install --editable '.[test]'
	touch $@

system:
	@sh tools/system-packages.sh

containers:
	@sh tools/container-packages.sh

disks:
	@PATH=$$PATH:/usr/sbin:/sbin sh tests/power/packages.sh

clean:
	rm -rf $(VENV)
