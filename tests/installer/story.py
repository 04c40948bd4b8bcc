"""A box's life in a fresh system: installed, played on, renewed, taken away, and what must then be true."""

import re
import time
from dataclasses import dataclass
from pathlib import Path

from tests.installer.roots import SOURCES, Run, booted, copy_sources

INSTALLER = f"{SOURCES}/install.sh"
GAMES = "/var/lib/tallybox"
DESKTOP = "/etc/systemd/system/display-manager.service"
BOX = ("runuser", "-u", "tallybox", "--", "env", f"HOME={GAMES}", f"STATE_DIRECTORY={GAMES}", "tallybox")
UNLIKE_APT = tuple(
    word for kind in ("Recommends", "Suggests") for word in ("-o", f"APT::AutoRemove::{kind}Important=false")
)
"""As it comes, apt keeps what any other package recommends or suggests: python3-venv."""
KEPT = {"bookworm": {"mailcap", "mime-support"}, "trixie": set[str]()}
"""What apt keeps all the same. Bookworm's Python needs `media-types | mime-support`; the second comes with
python3-pil, and of two that would do apt takes neither away, though the first was always there."""
LAID = {".venv", "LICENSE", "README.md", "constraints.txt", "hardware", "packages.txt", "systemd"}
# What comes and goes without anybody's doing: what apt and systemd write down, and packages' own caches.
PASSING = re.compile(
    r"/(var/(cache|log|backups|lib/(apt|dpkg|systemd|private|ucf))|run|tmp|proc|sys|dev|root/\.gnupg)(/|$)"
    r"|/etc/(.*-|\.pwd\.lock|ld\.so\.cache)$|.*/__pycache__(/|$)"
)


@dataclass(frozen=True)
class Figures:
    """What was measured: seconds of the first run, the second and the uninstall, megabytes, versions."""

    first: float
    again: float
    away: float
    disk: int
    versions: dict[str, str]


def live(release: str) -> Figures:
    """All of it; AssertionError where something is not as it should be."""
    with booted(release) as (root, run):
        before, own = state(run), packages(run)
        run("sh", INSTALLER, "--dry-run")
        assert state(run) == before

        leave_an_old_game(run)
        said, first = timed(run, "sh", INSTALLER)
        assert "To play at the desk: everything is here." in said
        assert "In the box: something is missing." in said  # this is no Pi, and the doctor says so
        assert "A desktop" not in said
        looks_right(run)
        finds_wheels_for_a_pi(run)
        assert owners(run) == {"tallybox"}
        played = play(run)
        box = start(run)

        make_newer(root)
        run("ln", "-s", "/lib/systemd/system/getty@.service", DESKTOP)  # any that is there
        said, again = timed(run, "sh", INSTALLER)
        run("rm", DESKTOP)
        assert "A desktop starts, too, and holds the screen" in said
        assert "-m venv" not in said
        assert "useradd" not in said
        looks_right(run)
        assert run("tallybox", "--version").stdout.startswith("tallybox 99.0")
        assert run(*BOX, "journal", "show").stdout == played
        assert running(run) not in (box, "0")  # the new one
        disk = int(run("du", "--summarize", "--block-size=1M", "/opt/tallybox").stdout.split()[0])
        versions = {name: version(run, name) for name in ("sys", "numpy", "pygame", "cv2")}

        _, away = timed(run, "sh", INSTALLER, "--uninstall")
        run("apt-get", "autoremove", *UNLIKE_APT, "--purge", "--yes", "--quiet=2")
        kept = {line.split()[0] for line in packages(run) - own}
        assert kept == KEPT[release]
        run("apt-get", "purge", "--yes", "--quiet=2", *sorted(kept))
        left = state(run)
        behind = sorted(line for line in left - before if not line.startswith(GAMES))
        assert not behind, f"left behind: {behind}"
        assert before <= left, f"taken away, too: {sorted(before - left)}"
        assert {f"{GAMES}/journal.db", f"{GAMES}/an-old-game"} <= left
        assert owners(run) == {"root"}  # not a number that the next new user would get

        run("sh", INSTALLER, "--uninstall", "--purge")
        assert state(run) == before
    return Figures(first, again, away, disk, versions)


def timed(run: Run, *command: str) -> tuple[str, float]:
    """What a command says, and the seconds that it takes."""
    begun = time.monotonic()
    said = run(*command).stdout
    return said, time.monotonic() - begun


def version(run: Run, module: str) -> str:
    """Of a library, or of Python itself, as the box sees it."""
    program = f"import {module} as m; print(getattr(m, '__version__', '') or m.version)"
    said = run("/opt/tallybox/.venv/bin/python", "-c", program).stdout
    return re.findall(r"^[0-9][0-9.]+", said, re.MULTILINE)[-1]


def owners(run: Run) -> set[str]:
    """Whose the games are."""
    return set(run("find", GAMES, "-printf", "%u\n").stdout.split())


def state(run: Run) -> set[str]:
    """What the system is: its files but the passing ones, users, groups, packages, what was asked of apt."""
    found = run(
        "find", "/", "-xdev", "(", "-path", SOURCES, "-prune", ")", "-o", "-print"
    ).stdout.splitlines()
    files = {path for path in found if not PASSING.match(path)}
    users = {line for what in ("passwd", "group") for line in run("getent", what).stdout.splitlines()}
    asked = {f"asked for {package}" for package in run("apt-mark", "showmanual").stdout.split()}
    return files | users | packages(run) | asked


def packages(run: Run) -> set[str]:
    """A line each, with the version; also of packages that left settings behind."""
    return set(run("dpkg-query", "--show").stdout.splitlines())


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
    assert set(run("ls", "-A", "/opt/tallybox").stdout.split()) == LAID


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
