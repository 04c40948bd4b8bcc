# The guest's first process, run by busybox's shell: runs the one module that the kernel's command line names.
export PATH=/usr/bin:/bin PYTHONPATH=/opt/source:/opt/site PYTHONUNBUFFERED=1 HOME=/tmp LANG=C.UTF-8
busybox=/bin/busybox
$busybox mount -t sysfs sys /sys
$busybox mount -t tmpfs tmp /tmp
$busybox stty raw -echo
cd /tmp
module=$($busybox sed -n 's/.*module=\([^ ]*\).*/\1/p' /proc/cmdline)
python3 -m "$module"
echo "$module ended with $?"
$busybox reboot -f
