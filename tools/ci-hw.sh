#!/bin/sh
# What CI runs of the tests in guests. A test that fails, fails it. Where QEMU or the guests' images cannot be
# had in time, or the machine is too slow to end the tests in time, it says so in one line and goes on.
set -u
GETTING=${GETTING:-15m} TESTING=${TESTING:-40m}

status=0
timeout --kill-after=30 "$GETTING" \
    sh -c 'sh tools/guest-packages.sh && .venv/bin/python -m tests.hw.images' || status=$?
case $status in
0) ;;
75) echo 'CI: no tests in guests, as QEMU or what the guests boot from is not to be had here' && exit 0 ;;
124 | 137) echo "CI: no tests in guests, as what they boot from was not there after $GETTING" && exit 0 ;;
*) exit "$status" ;;
esac

# Ends with the first test that fails, so that one that is late has none.
PYTEST_ADDOPTS=--exitfirst timeout --kill-after=30 "$TESTING" make test-hw || status=$?
case $status in
124 | 137) echo "CI: the tests in guests were not at their end after $TESTING; none had failed" ;;
*) exit "$status" ;;
esac
