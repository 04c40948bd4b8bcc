#!/bin/sh
# Fetch pictures of wood, stone, paper, weaves and grass that come with Debian's packages of other programs (0.1 GB):
# table tops to draw with, under ~/.cache/tallybox/grounds. Needs apt.
set -eu
cd "$(dirname "$0")/.."
PYTHON=${PYTHON:-.venv/bin/python}
HOME_OF_GROUNDS=${XDG_CACHE_HOME:-$HOME/.cache}/tallybox/grounds
[ ! -d "$HOME_OF_GROUNDS" ] || exit 0
mkdir -p "${HOME_OF_GROUNDS%/*}"
PART=$(mktemp -d "$HOME_OF_GROUNDS.XXXXXX")
trap 'rm -rf "$PART"' EXIT
for PACKAGE in $($PYTHON -m training.grounds | tail -n 1); do
    (cd "$PART" && apt-get download -qq -o APT::Sandbox::User=root "$PACKAGE")
    dpkg-deb -x "$PART/$PACKAGE"_*.deb "$PART/$PACKAGE"
done
for JAR in "$PART"/*/usr/share/*/*.jar; do
    [ ! -f "$JAR" ] || $PYTHON -m zipfile -e "$JAR" "${JAR%.jar}"
done
$PYTHON -m training.grounds "$PART" "$PART/grounds"
mv "$PART/grounds" "$HOME_OF_GROUNDS"
