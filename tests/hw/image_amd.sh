#!/bin/sh
# image_amd.sh FOLDER PYTHON RELEASE VERSION PACKAGES REQUIREMENT…: what an x86-64 guest boots from, out of
# Debian's and PyPI's own files: FOLDER/vmlinuz, initrd.img and root.img, a Debian RELEASE with its PACKAGES
# (by commas), and in /opt/site what pip brings for Python VERSION, without what that needs in turn.
# The box itself is not in there: the tests bring it on a drive of its own. PYTHON is this machine's, with pip.
# Ends with 75 if Debian's or PyPI's files cannot be had.
set -eu
folder=$1 python=$2 release=$3 version=$4 packages=$5
shift 5
mkdir -p "$folder"
root=$folder/root
mmdebstrap --quiet --mode=root --variant=extract --aptopt='Acquire::Check-Valid-Until "false"' \
    --include="base-files,busybox-static,linux-image-amd64,$packages" \
    "$release" "$root" "deb http://deb.debian.org/debian $release main" || exit 75
mv "$root"/boot/vmlinuz-* "$folder/vmlinuz"

# The initrd: busybox, and the modules for two drives, a graphics card, and a webcam that makes its own picture.
kernel=$(basename "$root"/lib/modules/*)
first=$folder/first
mkdir -p "$first/bin" "$first/dev" "$first/proc" "$first/mnt" "$first/modules"
cp "$root/bin/busybox" "$first/bin/busybox"
depmod --basedir "$root" "$kernel"
for module in virtio_pci virtio_blk ext4 virtio_gpu vivid; do
    modprobe --dirname "$root" --set-version "$kernel" --show-depends "$module"
done | sed -n 's/^insmod //p' | awk '!seen[$1]++ { print $1 }' | while read -r module; do
    name=$(basename "$module" .xz)
    case $module in
    *.xz) xz -dc "$module" > "$first/modules/$name" ;;
    *) cp "$module" "$first/modules/$name" ;;
    esac
    case $name in
    vivid.ko) echo "$name n_devs=1 node_types=0x1" ;;
    *) echo "$name" ;;
    esac >> "$first/modules/order"
done
cat > "$first/init" <<'END'
#!/bin/busybox sh
busybox=/bin/busybox
$busybox mount -t proc proc /proc
$busybox mount -t devtmpfs dev /dev
cd /modules
while read -r module; do $busybox insmod $module; done < order
until [ -b /dev/vda ] && [ -b /dev/vdb ]; do $busybox sleep 0.1; done
$busybox mount -t ext4 -o noatime /dev/vda /mnt
$busybox mount -t ext4 -o ro /dev/vdb /mnt/opt/source
$busybox mount --move /dev /mnt/dev
$busybox mount --move /proc /mnt/proc
exec $busybox switch_root /mnt /bin/busybox sh /opt/source/tests/hw/init.sh
END
chmod +x "$first/init"
(cd "$first" && find . | cpio --quiet --create --format=newc) | gzip -1 > "$folder/initrd.img"

# Of the system itself, only what Python needs. No package's own scripts have run: what they would have linked
# is linked here.
rm -rf "$root/lib/modules" "$root/boot" "$root/usr/share/doc" "$root/usr/share/locale" "$root/usr/share/man" \
    "$root/usr/lib/modules" "$root/var/cache/apt" "$root/var/lib/apt/lists"
for library in "$root"/usr/lib/x86_64-linux-gnu/blas/*.so.3 "$root"/usr/lib/x86_64-linux-gnu/lapack/*.so.3; do
    [ ! -e "$library" ] || ln -sf "${library#"$root"}" "$root/usr/lib/x86_64-linux-gnu/"
done
mkdir -p "$root/opt/site" "$root/opt/source" "$root/dev" "$root/proc" "$root/sys" "$root/tmp" "$root/run"
[ $# = 0 ] || "$python" -m pip --quiet --disable-pip-version-check install --target "$root/opt/site" --no-deps \
    --only-binary :all: --python-version "$version" --implementation cp \
    --abi "cp$(echo "$version" | tr -d .)" --abi abi3 --abi none --platform manylinux2014_x86_64 \
    --platform manylinux_2_17_x86_64 --platform manylinux_2_28_x86_64 --platform any "$@" || exit 75
rm -rf "$root/opt/site/bin"
# Compiled by the system's own Python, as no other writes what that reads.
chroot "$root" "python$version" -m compileall -q --invalidation-mode unchecked-hash \
    /opt/site "/usr/lib/python$version" /usr/lib/python3/dist-packages > /dev/null || true
truncate -s 2G "$folder/root.img"
mke2fs -q -F -t ext4 -O '^has_journal' -d "$root" "$folder/root.img"
rm -rf "$root" "$first"
