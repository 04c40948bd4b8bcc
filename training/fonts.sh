#!/bin/sh
# Install the free fonts that training and the benchmark draw dice with. Needs apt and root (or sudo).
set -eu
cd "$(dirname "$0")/.."
PYTHON=${PYTHON:-.venv/bin/python}
SUDO=$([ "$(id -u)" = 0 ] || echo sudo)
PACKAGES=$($PYTHON -m training.fonts | tail -n 1)
$SUDO apt-get update -qq
# shellcheck disable=SC2086 # one word a package
$SUDO apt-get install -y -qq --no-install-recommends $PACKAGES
