#!/bin/sh
# Installs what boots small Debian systems for the tests of the service. Elsewhere than on Debian, and where
# nothing may be installed, those tests are skipped and say why.
set -u
command -v mmdebstrap >/dev/null 2>&1 && command -v systemd-nspawn >/dev/null 2>&1 && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing: mmdebstrap systemd-container"
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        -o DPkg::Lock::Timeout=300 mmdebstrap systemd-container >/dev/null && exit 0
fi
echo "no systemd containers here; the tests that boot one are skipped" >&2
exit 0
