"""The installer before it changes anything: what it would do, and what it refuses.

It runs in a mount namespace of its own, where this machine is whichever Pi the test wants and every command
that could change it only says that it was called.
"""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.nspawn.system import REPOSITORY

INSTALLER = REPOSITORY / "install.sh"
UNIT = (REPOSITORY / "systemd" / "tallybox.service").read_text()
CHANGING = (
    "apt-get chown cp install ln mkdir mv rm rmdir runuser systemctl useradd userdel usermod xargs touch tee"
)

_APART = """
mount --bind "$1/os-release" /etc/os-release && mount --bind "$1/group" /etc/group &&
    mount -t tmpfs none /opt || exit 99
PATH=$1/bin:$PATH; shift
exec "$@"
"""

Pi = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    """Runs the installer on a Pi of that release, bits and user; what was called stands in `called`."""
    unshare = ["unshare", "--map-root-user", "--mount"]
    if shutil.which("unshare") is None or subprocess.run([*unshare, "true"], check=False).returncode:
        pytest.skip("needs namespaces (unshare --map-root-user --mount)")
    (tmp_path / "bin").mkdir()
    for command in CHANGING.split():
        asks = '[ "$1" != is-active ] || exit 3; '  # which changes nothing
        _command(tmp_path, command, f'{asks}echo "{command} $*" >> {tmp_path}/called')

    def install(*options: str, release: str = "bookworm", bits: int = 64, user: int = 0, group: str = "gpio"):
        _command(tmp_path, "apt-mark", "echo python3-pil")
        _command(tmp_path, "getconf", f"echo {bits}")
        _command(tmp_path, "id", f"echo {user}")
        (tmp_path / "os-release").write_text(f"ID=debian\nVERSION_CODENAME={release}\n")
        (tmp_path / "group").write_text(f"root:x:0:\n{group}:x:993:\n")
        (tmp_path / "called").write_text("")
        command = [*unshare, "sh", "-c", _APART, "sh", str(tmp_path), "sh", str(INSTALLER), *options]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
        assert done.returncode != 99, done.stderr
        return done

    return install


def _command(folder: Path, name: str, text: str) -> None:
    path = folder / "bin" / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


@pytest.mark.parametrize("release", ["bookworm", "trixie"])
def test_a_dry_run_prints_every_command_and_runs_none(pi: Pi, tmp_path: Path, release: str) -> None:
    done = pi("--dry-run", release=release)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "called").read_text() == ""
    told = iter(line for line in done.stdout.splitlines() if line.startswith("+ "))
    for step in (
        "apt-get update",
        "printf .*python3-pygame .*> /opt/tallybox/packages.txt",
        "apt-get install .* python3-picamera2 python3-lgpio python3-pygame ",
        "useradd --system",
        "/usr/bin/python3 -m venv .*--system-site-packages /opt/tallybox/.venv",
        "pip .*--constraint /opt/tallybox/constraints.txt",
        "install .* systemd/tallybox.service /etc/systemd/system",
        "systemctl enable",
        "runuser -u tallybox .* doctor",
    ):
        assert any(re.search(step, line) for line in told), f"{step} is not told, or not in its place"
    # What was asked of apt before is not the installer's to give back.
    assert "python3-pil " not in re.findall("printf .*", done.stdout)[0]


def test_a_dry_run_needs_no_root(pi: Pi) -> None:
    assert pi("--dry-run", user=1000).returncode == 0


@pytest.mark.parametrize(
    ("why", "where"),
    [
        ("only root may install: sudo ./install.sh", {"user": 1000}),
        ("this system has 32 bit", {"bits": 32}),
        ("Bookworm or Trixie, and this is bullseye", {"release": "bullseye"}),
        ("Bookworm or Trixie, and this is forky", {"release": "forky"}),
        ("this is no Raspberry Pi OS: it has no group gpio", {"group": "games"}),
    ],
)
def test_what_it_cannot_install_on_it_refuses_in_one_sentence(
    pi: Pi, tmp_path: Path, why: str, where: dict[str, int | str]
) -> None:
    done = pi(**where)
    assert done.returncode == 1
    assert done.stderr.startswith("install.sh: ")
    assert why in done.stderr
    assert done.stderr.count("\n") == 1
    assert (tmp_path / "called").read_text() == ""


def test_only_root_uninstalls(pi: Pi, tmp_path: Path) -> None:
    done = pi("--uninstall", user=1000)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert (tmp_path / "called").read_text() == ""


def test_games_go_only_where_that_is_asked_for(pi: Pi, tmp_path: Path) -> None:
    kept, purged = pi("--uninstall", "--dry-run"), pi("--uninstall", "--purge", "--dry-run")
    assert "/var/lib/tallybox" not in "".join(re.findall("rm -rf.*", kept.stdout))
    assert "+ rm -rf /var/lib/tallybox /etc/tallybox " in purged.stdout
    assert (tmp_path / "called").read_text() == ""


@pytest.mark.parametrize(
    ("options", "code", "says"),
    [
        (["--help"], 0, ""),
        (["--purge"], 1, "--purge goes with --uninstall"),
        (["--unistall"], 2, "--uninstall"),
        (["now"], 2, "Usage:"),
    ],
)
def test_options(pi: Pi, tmp_path: Path, options: list[str], code: int, says: str) -> None:
    done = pi(*options)
    assert done.returncode == code
    assert says in done.stderr
    assert ("--dry-run" in done.stdout) == (code == 0)
    assert (tmp_path / "called").read_text() == ""


def test_it_makes_what_the_service_expects() -> None:
    text = INSTALLER.read_text()
    said = dict(re.findall(r"^(\w+)=(\S+)$", UNIT, re.MULTILINE))
    assert said["User"] == "tallybox"
    assert f"/var/lib/{said['StateDirectory']}" in re.findall("^games=(.*)$", text, re.MULTILINE)
    start = re.findall("^ExecStart=([^ ]+)", UNIT, re.MULTILINE)
    assert start == ["/opt/tallybox/.venv/bin/tallybox"]
    assert re.findall("^(?:home|venv)=.*$", text, re.MULTILINE) == ["home=/opt/tallybox", "venv=$home/.venv"]
    groups = re.findall("^SupplementaryGroups=(.*)$", UNIT, re.MULTILINE)
    assert re.findall("^groups=(.*)$", text, re.MULTILINE) == [",".join(groups[0].split())]


def test_shellcheck_finds_nothing() -> None:
    if shutil.which("shellcheck") is None:
        pytest.skip("needs shellcheck")
    done = subprocess.run(["shellcheck", INSTALLER], capture_output=True, text=True, check=False)
    assert done.stdout == ""
