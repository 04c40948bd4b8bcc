#!/bin/sh
# make-root.sh ROOT PYTHON REQUIREMENT…: a Debian system in the folder ROOT, with what the box imports from PyPI
# in /opt/tallybox/.venv. The box itself is not in there: the tests mount the tree that they are to try.
# PYTHON, with pip, is this machine's; it fetches wheels for the Python in there and runs none of it.
set -eu
root=$1 python=$2
shift 2
# About the groups of Raspberry Pi OS, and the user that the installer makes.
mmdebstrap --quiet --mode=root --variant=apt --aptopt='Acquire::Check-Valid-Until "false"' \
    --include=systemd,systemd-sysv,dbus,udev,python3,libglib2.0-0 \
    --customize-hook='chroot "$1" groupadd --system gpio' \
    --customize-hook='chroot "$1" useradd --system --home-dir /var/lib/tallybox --no-create-home tallybox' \
    --customize-hook='chroot "$1" python3 -m venv --without-pip /opt/tallybox/.venv' \
    --customize-hook='rm -rf "$1"/var/lib/apt/lists/* "$1"/usr/share/doc "$1"/usr/share/locale' \
    bookworm "$root"
packages=$(echo "$root"/opt/tallybox/.venv/lib/python3.*/site-packages)
version=${packages#*/lib/python}
version=${version%/site-packages}
machine=$(uname -m)
"$python" -m pip --quiet --disable-pip-version-check install --target "$packages" --only-binary :all: \
    --python-version "$version" --implementation cp --abi "cp${version%.*}${version#*.}" --abi abi3 --abi none \
    --platform "manylinux2014_$machine" --platform "manylinux_2_17_$machine" \
    --platform "manylinux_2_27_$machine" --platform "manylinux_2_28_$machine" --platform any "$@"
echo /opt/tallybox/source > "$packages/tallybox.pth"
cat > "$root/opt/tallybox/.venv/bin/tallybox" <<'END'
#!/opt/tallybox/.venv/bin/python
import sys

from appliance.cli import main

sys.exit(main())
END
chmod 755 "$root/opt/tallybox/.venv/bin/tallybox"
mkdir "$root/opt/tallybox/source"
