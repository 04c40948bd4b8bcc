#!/bin/sh
# Fetch the fonts of fontsource.txt (the npm packages @fontsource/…, half a GB in all) that training draws with besides
# Debian's, and keep a bold and a regular face of each under ~/.cache/tallybox/fontsource. Needs npm, or apt to get it.
set -eu
cd "$(dirname "$0")"
LIST=$PWD/fontsource.txt
HOME_OF_FONTS=${XDG_CACHE_HOME:-$HOME/.cache}/tallybox
[ ! -d "$HOME_OF_FONTS/fontsource" ] || exit 0
SUDO=$([ "$(id -u)" = 0 ] || echo sudo)
command -v npm >/dev/null || $SUDO apt-get install -y -qq --no-install-recommends npm
mkdir -p "$HOME_OF_FONTS"
PART=$(mktemp -d "$HOME_OF_FONTS/fetching.XXXXXX")
trap 'rm -rf "$PART"' EXIT
mkdir "$PART/packed" "$PART/fonts"
cd "$PART/packed"
tr -s ' ' '\n' < "$LIST" | sed 's#.*#@fontsource/&@5#' | xargs -P 6 -n 20 npm pack --silent > /dev/null
for packed in *.tgz; do
    tar -xzf "$packed" -C "$PART/fonts" --strip-components=2 --wildcards 'package/files/*-latin-[3-9]00-normal.woff2'
done
mv "$PART/fonts" "$HOME_OF_FONTS/fontsource"
