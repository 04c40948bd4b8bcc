#!/bin/sh
# Installs what the guests of these tests are made with and run by; says what to do where it may not install.
set -u
missing=
for tool in qemu-system-aarch64=qemu-system-arm qemu-system-x86_64=qemu-system-x86 mmdebstrap=mmdebstrap \
    depmod=kmod cpio=cpio xz=xz-utils mke2fs=e2fsprogs fdtput=device-tree-compiler; do
    PATH=$PATH:/usr/sbin:/sbin command -v "${tool%%=*}" >/dev/null 2>&1 || missing="$missing ${tool#*=}"
done
[ -n "$missing" ] || exit 0
case $missing in *qemu*) missing="$missing qemu-system-data ipxe-qemu" ;; esac

# shellcheck disable=SC2086 # one word a package
sh "$(dirname "$0")/apt-install.sh" $missing && exit 0
echo "could not install$missing; the tests that need a guest are skipped" >&2
exit 0
