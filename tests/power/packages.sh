#!/bin/sh
# Installs what the disk of these tests is served by. Elsewhere than on Debian, without root, and where nothing
# may be installed, the tests that pull the plug are skipped and say why.
set -u
ldconfig -p 2>/dev/null | grep -q 'libfuse\.so\.2' && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing: libfuse2"
    apt-get update -qq
    for name in libfuse2 libfuse2t64; do # trixie has it under the longer name
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
            -o DPkg::Lock::Timeout=300 "$name" >/dev/null 2>&1 && exit 0
    done
fi
echo "no libfuse2 here; the tests that pull the plug are skipped" >&2
exit 0
