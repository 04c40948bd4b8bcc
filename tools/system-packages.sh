#!/bin/sh
# Installs what pip cannot: Tesseract and Python's venv module. Says what to do where it may not install.
set -u
missing=
command -v tesseract >/dev/null 2>&1 || missing="$missing tesseract-ocr"
python3 -c 'import ensurepip, venv' >/dev/null 2>&1 || missing="$missing python3-venv"
[ -n "$missing" ] || exit 0

# shellcheck disable=SC2086 # one word a package
sh "$(dirname "$0")/apt-install.sh" $missing && exit 0
command -v brew >/dev/null 2>&1 && brew install tesseract && exit 0
echo "could not install$missing; the box plays without Tesseract, but reads no printed lines" >&2
exit 0
