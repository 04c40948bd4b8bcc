#!/bin/sh
# Installs Tallybox on Raspberry Pi OS (64 bit, Bookworm or Trixie), or brings an installed one up to date.
# Whatever changes the system goes through run or write, so that --dry-run shows all of it.
set -eu
umask 022 # the box's user reads what root writes

home=/opt/tallybox
venv=$home/.venv
build=$home/build
games=/var/lib/tallybox
settings=/etc/tallybox
units=/etc/systemd/system
link=/usr/local/bin/tallybox
python=/usr/bin/python3 # the system's own, which sees apt's packages

# From apt what only apt has whole: the camera, the pins, and a pygame that draws without a desktop (pip's
# cannot), with the libraries of Mesa's that SDL loads by name and nothing else brings to a Pi without one.
packages="python3-venv python3-picamera2 python3-lgpio python3-pygame python3-numpy python3-pil
    libgl1 libegl1 libgles2 libgl1-mesa-dri tesseract-ocr"
groups=gpio,video,render,input,audio

usage() {
    cat <<'END'
Usage: sudo ./install.sh [--dry-run]
       sudo ./install.sh --uninstall [--purge] [--dry-run]

Installs Tallybox in /opt/tallybox, with a user and a service of that name that starts with the Pi; run
again, it brings them up to date and keeps games and settings.

  --uninstall  take everything away but games and settings
  --purge      with --uninstall: take these away, too
  --dry-run    print every command and change nothing
  --help       this page
END
}

say() { printf '%s\n' "$*"; }

refuse() {
    say "install.sh: $*" >&2
    exit 1
}

# run COMMAND…: print a command and, unless this is a dry run, run it.
run() {
    say "+ $*"
    [ -n "$dry" ] || "$@"
}

# write FILE COMMAND…: the same, and what the command says goes into the file.
write() {
    file=$1
    shift
    say "+ $* > $file"
    [ -n "$dry" ] || "$@" > "$file"
}

check_system() {
    [ -n "$dry" ] || [ "$(id -u)" = 0 ] || refuse "only root may install: sudo ./install.sh"
    [ "$(getconf LONG_BIT)" = 64 ] ||
        refuse "this system has 32 bit, and OpenCV comes for 64 bit only: install Raspberry Pi OS (64-bit)."
    # shellcheck source=/dev/null
    release=$(. /etc/os-release && echo "${VERSION_CODENAME:-${PRETTY_NAME:-unknown}}")
    case $release in
        bookworm | trixie) ;;
        *) refuse "Tallybox installs on Raspberry Pi OS Bookworm or Trixie, and this is $release." ;;
    esac
    getent group gpio > /dev/null ||
        refuse "this is no Raspberry Pi OS: it has no group gpio, who may use the pins."
    [ "$(pwd -P)" != "$home" ] ||
        refuse "the sources lie in $home, where the box itself goes: move them to another folder."
}

install_packages() {
    export DEBIAN_FRONTEND=noninteractive
    run apt-get update --quiet=2
    [ -n "$dry" ] || apt-cache show python3-picamera2 > /dev/null 2>&1 ||
        refuse "apt knows no python3-picamera2: the archive of Raspberry Pi OS is not among its sources."
    run mkdir -p "$home"
    # Once only, before the first of them is there: --uninstall gives apt back what was asked for here.
    if [ ! -e "$home/packages.txt" ]; then
        asked_for=$(apt-mark showmanual)
        new=$(for package in $packages; do echo "$asked_for" | grep -qx "$package" || echo "$package"; done)
        # shellcheck disable=SC2086 # both are lists
        write "$home/packages.txt" printf '%s\n' $new
    fi
    # shellcheck disable=SC2086
    run apt-get install --quiet=2 --yes --no-install-recommends -o DPkg::Lock::Timeout=300 $packages
}

make_user() {
    getent passwd tallybox > /dev/null ||
        run useradd --system --home-dir "$games" --no-create-home --shell /usr/sbin/nologin tallybox
    run usermod --append --groups "$groups" tallybox
    run mkdir -p "$games"
    run chown -R tallybox:tallybox "$games" # games that an earlier --uninstall kept are root's
}

make_venv() {
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    # None yet, or one of the Python that the system had before its last upgrade.
    [ -d "$venv/lib/python$version/site-packages/pip" ] ||
        run "$python" -m venv --clear --system-site-packages "$venv"
    write "$home/constraints.txt" "$python" -I tools/pi_packages.py constraints
}

# pip WHAT…: the environment's own; no cache, which would stay behind in the home of root.
pip() {
    run "$venv/bin/python" -m pip --quiet --disable-pip-version-check --no-cache-dir "$@"
}

install_box() {
    run rm -rf "$build"
    run mkdir "$build"
    # OpenCV is pip's on both releases: Bookworm's own (4.6) lacks what finds the markers.
    write "$build/needs.txt" "$python" -I tools/pi_packages.py needs
    # Wheels only: where there is none, a Pi would compile for hours.
    pip install --only-binary :all: --constraint "$home/constraints.txt" --requirement "$build/needs.txt"
    # Built from a copy, as the build writes the lexicon's store into the tree.
    run cp -R appliance hatch_build.py pyproject.toml README.md LICENSE "$build"
    pip wheel --no-deps --wheel-dir "$build/wheel" "$build"
    pip install --no-deps --no-index --find-links "$build/wheel" --force-reinstall tallybox
    run rm -rf "$build" "$home/systemd" "$home/hardware"
    run cp -R systemd hardware README.md LICENSE "$home"
    run ln -sf "$venv/bin/tallybox" "$link"
}

install_service() {
    run install -m 644 systemd/tallybox.service "$units"
    run systemctl daemon-reload
    run systemctl enable --quiet tallybox
    run systemctl try-restart tallybox # one that runs goes on at the same prompt
}

set_up() {
    check_system
    install_packages
    make_user
    make_venv
    install_box
    install_service
    run cd "$games" # as the service does
    run runuser -u tallybox -- env HOME="$games" STATE_DIRECTORY="$games" "$link" doctor ||
        refuse "the doctor has named what is missing."
    say ""
    systemctl is-active --quiet tallybox ||
        say "The box starts with the Pi. At once: sudo systemctl start tallybox"
    [ ! -e "$units/display-manager.service" ] ||
        say "A desktop starts, too, and holds the screen: sudo systemctl set-default multi-user.target"
}

take_away() {
    [ -n "$dry" ] || [ "$(id -u)" = 0 ] || refuse "only root may uninstall: sudo ./install.sh --uninstall"
    [ ! -e "$units/tallybox.service" ] || run systemctl disable --quiet --now tallybox
    run rm -f "$units/tallybox.service" "$link"
    run systemctl daemon-reload
    if [ -s "$home/packages.txt" ]; then
        # One that the archive no longer has is no reason to stop here.
        run xargs --no-run-if-empty --arg-file "$home/packages.txt" apt-mark auto || true
        say "What nothing else needs of apt's packages goes with: sudo apt autoremove"
    fi
    run rm -rf "$home"
    if [ -n "$purge" ]; then
        run rm -rf "$games" "$settings" "$units/tallybox.service.d"
    elif [ -d "$games" ]; then
        run chown -R root:root "$games" # nobody's otherwise, until the next new user gets the number
        run rmdir --ignore-fail-on-non-empty "$games"
        [ ! -d "$games" ] || say "Games are kept in $games; with --purge they go, too."
    fi
    ! getent passwd tallybox > /dev/null || run userdel tallybox
}

dry='' purge='' work=set_up
for option in "$@"; do
    case $option in
        --dry-run) dry=yes ;;
        --uninstall) work=take_away ;;
        --purge) purge=yes ;;
        --help | -h) usage && exit ;;
        *) usage >&2 && exit 2 ;;
    esac
done
[ -z "$purge" ] || [ "$work" = take_away ] || refuse "--purge goes with --uninstall."
cd "$(dirname "$0")"
$work
