#!/bin/sh
# Installs what boots small Debian systems for the tests of the service. Elsewhere than on Debian, and where
# nothing may be installed, those tests are skipped and say why.
set -u
command -v mmdebstrap >/dev/null 2>&1 && command -v systemd-nspawn >/dev/null 2>&1 && exit 0
[ "$(id -u)" = 0 ] && sh "$(dirname "$0")/apt-install.sh" mmdebstrap systemd-container && exit 0
echo "no systemd containers here; the tests that boot one are skipped" >&2
exit 0
