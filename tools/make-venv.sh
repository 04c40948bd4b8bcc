#!/bin/sh
# make-venv.sh PYTHON VENV: a virtual environment that sees the system's packages on a Pi (picamera2, lgpio
# and pygame come from apt there) and none elsewhere.
set -eu
python=$1 venv=$2
sees_system=
if [ -e /proc/device-tree/model ] && grep -q 'Raspberry Pi' /proc/device-tree/model; then
    sees_system=--system-site-packages
fi
[ -x "$venv/bin/python" ] || "$python" -m venv $sees_system "$venv"
