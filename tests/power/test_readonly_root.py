"""All that the box writes lies in one folder: it plays on a system of which nothing else can be written."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from appliance.journal import MAIN, Journal

REPOSITORY = Path(__file__).parent.parent.parent
INSIDE = """
set -e
[ -z "$2" ] || mount --bind "$1" "$1"
awk '$2 != "/proc" && $2 != "/dev" && $2 != state { print $2 }' state="$1" /proc/mounts | sort -u |
    while read -r place; do mount -o remount,bind,ro "$place" 2>/dev/null || true; done
[ -n "$2" ] || mount -t tmpfs memory /dev/shm
for place in "$HOME" /tmp "$(test -n "$2" && echo /dev/shm || echo "$1")"; do
    if touch "$place/x" 2>/dev/null; then
        echo "$place can be written" >&2
        exit 99
    fi
done
shift 2
exec "$@"
"""
"""A shell script in a mount namespace of its own: the folder, whether it can be written, and a command.

All mounts become read-only but that folder; without it there is memory to write to.
"""


def lacking() -> str:
    """What this machine lacks for such a system."""
    if os.geteuid() != 0:
        return "needs root"
    tried = subprocess.run(["unshare", "--mount", "true"], capture_output=True, text=True, check=False)
    return f"needs a mount namespace: {tried.stderr.strip()}" if tried.returncode else ""


pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(lacking()), reason=lacking() or "nothing")]


def played(state: Path, writable: bool) -> subprocess.CompletedProcess[str]:
    """A whole game by camera and buttons; nothing can be written but, perhaps, that folder."""
    env = {
        "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME": str(REPOSITORY),
        "STATE_DIRECTORY": str(state),
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
    }
    box = [sys.executable, "-m", "appliance", "play", "bid-and-bluff", "--virtual", "--players", "2"]
    box += ["--seed", "3", "--shots", str(state / "shots") if writable else "/dev/shm/shots"]
    command = ["unshare", "--mount", "--propagation", "private", "sh", "-c", INSIDE, "sh", str(state)]
    return subprocess.run(
        [*command, "yes" if writable else "", *box],
        env=env,
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_whole_game_where_only_the_folder_of_games_can_be_written(tmp_path: Path) -> None:
    done = played(tmp_path, writable=True)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    journal = Journal(tmp_path / MAIN)
    (game,) = journal.games()
    assert game.ended
    assert game.answers > 5
    journal.close()
    assert list((tmp_path / "evidence").glob("*.jpg"))


def test_a_whole_game_where_that_folder_cannot_be_written_either(tmp_path: Path) -> None:
    done = played(tmp_path, writable=False)
    assert done.returncode == 0, done.stderr
    assert "Games are kept until the box is switched off" in done.stderr
    assert "screenshots" in done.stdout
    assert list(tmp_path.iterdir()) == []
