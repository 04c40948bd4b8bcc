#!/bin/sh
# Installs packages by apt, as root or by sudo, and nothing that they only recommend; fails where it may not.
set -u
as_root=
[ "$(id -u)" = 0 ] || as_root=sudo
command -v apt-get >/dev/null 2>&1 || exit 1
[ -z "$as_root" ] || command -v sudo >/dev/null 2>&1 || exit 1
echo "installing: $*"
$as_root apt-get update -qq
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    -o DPkg::Lock::Timeout=300 "$@" >/dev/null
