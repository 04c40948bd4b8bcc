#!/bin/sh
# Unpack the fonts of Debian's texlive-fonts-extra (0.5 GB to fetch) that training draws with besides those of
# fonts.sh, without TeX: under ~/.cache/tallybox/tex-fonts. Needs apt.
set -eu
PACKAGE=texlive-fonts-extra
HOME_OF_FONTS=${XDG_CACHE_HOME:-$HOME/.cache}/tallybox
[ ! -d "$HOME_OF_FONTS/tex-fonts" ] || exit 0
mkdir -p "$HOME_OF_FONTS"
PART=$(mktemp -d "$HOME_OF_FONTS/fetching.XXXXXX")
trap 'rm -rf "$PART"' EXIT
cd "$PART"
apt-get download -qq -o APT::Sandbox::User=root "$PACKAGE"
dpkg-deb --fsys-tarfile ./*.deb | tar -x --wildcards '*.otf' '*.ttf'
mv usr/share/texlive/texmf-dist/fonts "$HOME_OF_FONTS/tex-fonts"
