#!/bin/sh
# Installs what pip cannot: Tesseract and Python's venv module. Says what to do where it may not install.
set -u
missing=
command -v tesseract >/dev/null 2>&1 || missing="$missing tesseract-ocr"
python3 -c 'import ensurepip, venv' >/dev/null 2>&1 || missing="$missing python3-venv"
[ -n "$missing" ] || exit 0

as_root=
[ "$(id -u)" = 0 ] || as_root=sudo
if command -v apt-get >/dev/null 2>&1 && { [ -z "$as_root" ] || command -v sudo >/dev/null 2>&1; }; then
    echo "installing:$missing"
    $as_root apt-get update -qq && DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq $missing >/dev/null && exit 0
elif command -v brew >/dev/null 2>&1; then
    brew install tesseract && exit 0
fi
echo "could not install$missing; the box plays without Tesseract, but reads no printed lines" >&2
exit 0
