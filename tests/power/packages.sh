#!/bin/sh
# Installs what the disk of these tests is served by. Elsewhere than on Debian, without root, and where nothing
# may be installed, the tests that pull the plug are skipped and say why.
set -u
ldconfig -p 2>/dev/null | grep -q 'libfuse\.so\.2' && exit 0
for name in libfuse2 libfuse2t64; do # trixie has it under the longer name
    [ "$(id -u)" = 0 ] && sh "$(dirname "$0")/../../tools/apt-install.sh" "$name" 2>/dev/null && exit 0
done
echo "no libfuse2 here; the tests that pull the plug are skipped" >&2
exit 0
