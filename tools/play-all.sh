#!/bin/sh
# Every game whole, played by the box itself on its virtual table, twice: the same seed tells the same story.
set -eu
tallybox=$1
seed=${2:-7}
state=$(mktemp -d)
trap 'rm -rf "$state"' EXIT
for game in anabid anagrascramble auction-scrabble bid-and-bluff speed-scrabble idaho; do
    for time in 1 2; do
        begun=$(date +%s)
        env -u DISPLAY -u WAYLAND_DISPLAY XDG_STATE_HOME="$state/$game-$time" \
            "$tallybox" play "$game" --virtual --seed "$seed" --shots "$state/shots" > "$state/$time.txt"
        echo "$game: $(grep -c '^>' "$state/$time.txt") answers, $(($(date +%s) - begun)) s"
    done
    cmp "$state/1.txt" "$state/2.txt"
    sed -n '/^= /p' "$state/1.txt"
done
