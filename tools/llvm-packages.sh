#!/bin/sh
# Installs the compiler that the path tracer of `make traced` needs, new enough for it. Without one it traces
# one ray at a time.
set -u
ls /usr/lib/*/libLLVM*.so* 2>/dev/null | grep -Eq 'libLLVM(-|\.so\.)(1[6-9]|[2-9][0-9])' && exit 0
for version in 19 20 18 17 16; do
    apt-cache show "libllvm$version" >/dev/null 2>&1 || continue
    sh "$(dirname "$0")/apt-install.sh" "libllvm$version" && exit 0
done
echo "no LLVM of 16 or newer here; pictures are traced without it, slowly" >&2
exit 0
