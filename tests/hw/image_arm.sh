#!/bin/sh
# image_arm.sh FOLDER PYTHON REQUIREMENT…: what an arm64 guest boots from, out of Debian's and PyPI's own files:
# FOLDER/vmlinuz, initrd.img, virt.dtb, and root.img, a Debian 12 with what the box imports in /opt/site.
# The box itself is not in there: the tests bring it on a drive of its own. Nothing foreign is run, and nothing
# is compiled but Python's modules. PYTHON, with pip, is this machine's; only a 3.11 compiles for the guest's.
# Ends with 75 if Debian's or PyPI's files cannot be had.
set -eu
folder=$1 python=$2
shift 2
mkdir -p "$folder"
root=$folder/root
mmdebstrap --quiet --mode=root --arch=arm64 --variant=extract --aptopt='Acquire::Check-Valid-Until "false"' \
    --include=base-files,python3,libstdc++6,libglib2.0-0,busybox-static,linux-image-arm64/bookworm-backports \
    bookworm "$root" 'deb http://deb.debian.org/debian bookworm main' \
    'deb http://deb.debian.org/debian bookworm-updates main' \
    'deb http://deb.debian.org/debian bookworm-backports main' || exit 75
mv "$root"/boot/vmlinuz-* "$folder/vmlinuz"

# The initrd: busybox, and the modules that it takes to see two drives.
release=$(basename "$root"/lib/modules/*)
first=$folder/first
mkdir -p "$first/bin" "$first/dev" "$first/proc" "$first/mnt" "$first/modules"
cp "$root/bin/busybox" "$first/bin/busybox"
depmod --basedir "$root" "$release"
for module in virtio_pci virtio_blk ext4; do
    modprobe --dirname "$root" --set-version "$release" --show-depends "$module"
done | sed -n 's/^insmod //p' | awk '!seen[$1]++ { print $1 }' | while read -r module; do
    case $module in
    *.xz) xz -dc "$module" > "$first/modules/$(basename "$module" .xz)" ;;
    *) cp "$module" "$first/modules/" ;;
    esac
    basename "$module" .xz >> "$first/modules/order"
done
cat > "$first/init" <<'END'
#!/bin/busybox sh
busybox=/bin/busybox
$busybox mount -t proc proc /proc
$busybox mount -t devtmpfs dev /dev
while read -r module; do $busybox insmod "/modules/$module"; done < /modules/order
until [ -b /dev/vda ] && [ -b /dev/vdb ]; do $busybox sleep 0.1; done
$busybox mount -t ext4 -o noatime /dev/vda /mnt
$busybox mount -t ext4 -o ro /dev/vdb /mnt/opt/source
$busybox mount --move /dev /mnt/dev
$busybox mount --move /proc /mnt/proc
exec $busybox switch_root /mnt /bin/busybox sh /opt/source/tests/hw/init.sh
END
chmod +x "$first/init"
(cd "$first" && find . | cpio --quiet --create --format=newc) | gzip -1 > "$folder/initrd.img"

# Of the system itself, only what Python needs.
rm -rf "$root/lib/modules" "$root/boot" "$root/usr/share/doc" "$root/usr/share/locale" "$root/usr/share/man" \
    "$root/usr/lib/modules" "$root/var/cache/apt" "$root/var/lib/apt/lists"
mkdir -p "$root/opt/site" "$root/opt/source" "$root/dev" "$root/proc" "$root/sys" "$root/tmp" "$root/run"
"$python" -m pip --quiet --disable-pip-version-check install --target "$root/opt/site" --only-binary :all: \
    --python-version 3.11 --implementation cp --abi cp311 --abi abi3 --abi none \
    --platform manylinux2014_aarch64 --platform manylinux_2_17_aarch64 --platform manylinux_2_27_aarch64 \
    --platform manylinux_2_28_aarch64 --platform manylinux_2_34_aarch64 --platform any "$@" || exit 75
rm -rf "$root/opt/site/torch" "$root/opt/site/bin"
# Some packages bring modules for other Pythons, which do not compile.
"$python" -m compileall -q --invalidation-mode unchecked-hash "$root/opt/site" "$root/usr/lib/python3.11" || true
mke2fs -q -F -t ext4 -O '^has_journal' -d "$root" "$folder/root.img" 1G

# QEMU's own board; gpiozero wants to be told that it is a Pi, and takes it for a 4B.
qemu-system-aarch64 -machine virt,dumpdtb="$folder/virt.dtb" -cpu cortex-a72 -m 1024 -display none
fdtput --create "$folder/virt.dtb" /system
fdtput --type x "$folder/virt.dtb" /system linux,revision c03115
rm -rf "$root" "$first"
