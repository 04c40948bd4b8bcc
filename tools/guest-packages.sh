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

as_root=
[ "$(id -u)" = 0 ] || as_root=sudo
if command -v apt-get >/dev/null 2>&1 && { [ -z "$as_root" ] || command -v sudo >/dev/null 2>&1; }; then
    echo "installing:$missing"
    $as_root apt-get update -qq &&
        DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends \
            -o DPkg::Lock::Timeout=300 $missing >/dev/null &&
        exit 0
fi
echo "could not install$missing; the tests that need a guest are skipped" >&2
exit 0
