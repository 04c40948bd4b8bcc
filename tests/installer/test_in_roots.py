"""The installer in whole systems, Bookworm and Trixie: on a fresh one, on one with the box, and off it."""

import re
from pathlib import Path

import pytest

from tests.installer.roots import RELEASES, SOURCES, Run, booted, copy_sources, lacking

pytestmark = [
    pytest.mark.hw,
    pytest.mark.skipif(lacking() != "", reason=lacking()),
]

INSTALLER = f"{SOURCES}/install.sh"
GAMES = "/var/lib/tallybox"
BOX = ("runuser", "-u", "tallybox", "--", "env", f"HOME={GAMES}", f"STATE_DIRECTORY={GAMES}", "tallybox")
# What comes and goes without anybody's doing: what apt and systemd write down, and packages' own caches.
PASSING = re.compile(
    r"/(var/(cache|log|backups|lib/(apt|dpkg|systemd|private|ucf))|run|tmp|proc|sys|dev|root/\.gnupg)(/|$)"
    r"|/etc/(.*-|\.pwd\.lock|ld\.so\.cache)$|.*/__pycache__(/|$)"
)


@pytest.mark.parametrize("release", RELEASES)
def test_it_is_installed_and_renewed_plays_and_leaves_nothing_but_games(release: str) -> None:
    with booted(release) as (root, run):
        before = state(run)
        run("sh", INSTALLER, "--dry-run")
        assert state(run) == before

        leave_an_old_game(run)
        first = run("sh", INSTALLER)
        assert "To play at the desk: everything is here." in first.stdout
        assert "In the box: something is missing." in first.stdout  # this is no Pi, and the doctor says so
        looks_right(run)
        finds_wheels_for_a_pi(run)
        assert set(run("find", GAMES, "-printf", "%u\n").stdout.split()) == {"tallybox"}
        played = play(run)
        box = start(run)

        make_newer(root)
        again = run("sh", INSTALLER)
        assert "python3 -m venv" not in again.stdout
        assert "useradd" not in again.stdout
        looks_right(run)
        assert run("tallybox", "--version").stdout.startswith("tallybox 99.0")
        assert run(*BOX, "journal", "show").stdout == played
        assert running(run) not in (box, "0")  # the new one

        run("sh", INSTALLER, "--uninstall")
        run("apt-get", "autoremove", "--purge", "--yes", "--quiet=2")
        left = state(run)
        assert {line for line in left - before if not line.startswith(GAMES)} == set()
        assert before - left == set()
        assert {f"{GAMES}/journal.db", f"{GAMES}/an-old-game"} <= left
        # Not a number that the next new user would get.
        assert set(run("find", GAMES, "-printf", "%u\n").stdout.split()) == {"root"}

        run("sh", INSTALLER, "--uninstall", "--purge")
        assert state(run) == before


def test_a_debian_without_the_archive_of_raspberry_pi_os_is_refused() -> None:
    with booted(RELEASES[1]) as (root, run):
        (root / "etc" / "apt" / "sources.list.d" / "stand-ins.list").unlink()
        before = state(run)
        done = run("sh", INSTALLER, code=1)
        assert "apt knows no python3-picamera2" in done.stderr
        assert state(run) == before


def state(run: Run) -> set[str]:
    """What the system is: its files but the passing ones, users, groups, packages, what was asked of apt."""
    found = run(
        "find", "/", "-xdev", "(", "-path", SOURCES, "-prune", ")", "-o", "-print"
    ).stdout.splitlines()
    files = {path for path in found if not PASSING.match(path)}
    users = {line for what in ("passwd", "group") for line in run("getent", what).stdout.splitlines()}
    packages = run("dpkg-query", "--show").stdout.splitlines()
    asked = {f"asked for {package}" for package in run("apt-mark", "showmanual").stdout.split()}
    return files | users | set(packages) | asked


def looks_right(run: Run) -> None:
    """The service is there and good; the libraries are the right ones, each once."""
    assert run("systemctl", "is-enabled", "tallybox").stdout == "enabled\n"
    verified = run("systemd-analyze", "verify", "/etc/systemd/system/tallybox.service")
    assert (verified.stdout, verified.stderr) == ("", "")
    groups = set(run("id", "--name", "--groups", "tallybox").stdout.split())
    assert groups == {"tallybox", "gpio", "video", "render", "input", "audio"}
    assert where(run, "numpy", "pygame", "PIL", "picamera2") == {"/usr/lib/python3/dist-packages"}
    (mine,) = where(run, "cv2", "pydantic", "gpiozero", "appliance")
    assert mine.startswith("/opt/tallybox/.venv/lib/")
    assert not run("find", mine, "-iname", "opencv_python-*", "-o", "-iname", "pygame*").stdout
    assert run("find", mine, "-iname", "opencv_python_headless-*").stdout
    assert not run("find", "/opt/tallybox", "-name", "build").stdout


def finds_wheels_for_a_pi(run: Run) -> None:
    """What pip brings here it finds for arm64 too, beside the same versions of apt's packages."""
    said = run("python3", "-I", f"{SOURCES}/tools/pi_packages.py", "needs").stdout.split("\n")
    needs = [need for need in said if need and not need.startswith("pygame")]  # that is apt's
    platforms = [f"--platform=manylinux{version}_aarch64" for version in ("2014", "_2_17", "_2_28")]
    asked = ["/opt/tallybox/.venv/bin/python", "-m", "pip", "install", "--dry-run", "--quiet", *needs]
    asked += ["--constraint=/opt/tallybox/constraints.txt", "--target=/tmp/pi", "--only-binary=:all:"]
    run(*asked, "--no-cache-dir", "--ignore-installed", "--platform=any", *platforms)


def where(run: Run, *modules: str) -> set[str]:
    """The folders from which the box's Python takes the modules."""
    program = "import sys, importlib.util as i\nfor m in sys.argv[1:]: print(i.find_spec(m).origin)"
    said = run("/opt/tallybox/.venv/bin/python", "-c", program, *modules).stdout.split()
    return {str(Path(origin).parent.parent) for origin in said}


def play(run: Run) -> str:
    """A whole game with the installed libraries, its virtual dice read by the eye; answers its record."""
    run(*BOX, "play", "idaho", "--virtual", "--seed", "7", "--players", "2", "--shots", f"{GAMES}/shots")
    return run(*BOX, "journal", "show").stdout


def start(run: Run) -> str:
    """The service started as installed, but for a screen that nobody sees; answers its process."""
    run("mkdir", "-p", "/run/systemd/system/tallybox.service.d")
    unseen = "printf '[Service]\nEnvironment=SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy\n'"
    run("sh", "-c", f"{unseen} > /run/systemd/system/tallybox.service.d/unseen.conf")
    run("systemctl", "daemon-reload")
    run("systemctl", "start", "tallybox")
    return running(run)


def running(run: Run) -> str:
    """The process of the running service, which shows its start menu."""
    said = run("systemctl", "show", "--property=ActiveState,StatusText,MainPID", "tallybox").stdout
    shown = dict(line.split("=", 1) for line in said.splitlines())
    assert (shown["ActiveState"], shown["StatusText"]) == ("active", "What shall we play?")
    return shown["MainPID"]


def leave_an_old_game(run: Run) -> None:
    """What an earlier --uninstall has kept."""
    run("mkdir", GAMES)
    run("touch", f"{GAMES}/an-old-game")


def make_newer(root: Path) -> None:
    """A later version of the sources, in place of those that were installed."""
    sources = copy_sources(root)
    for name in ("pyproject.toml", "appliance/__init__.py"):
        text = (sources / name).read_text()
        (sources / name).write_text(re.sub('(version.* = )"[0-9.]+"', r'\1"99.0"', text, count=1))
