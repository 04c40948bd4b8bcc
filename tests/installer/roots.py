"""Small Debian systems to install in: made once and kept outside the tree, unpacked and booted for each test.

Root, mmdebstrap and systemd-nspawn are needed, and Debian's archive; pip in there uses the settings of pip
out here, so that it finds packages wherever this machine does.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from tests.installer import stand_ins
from tests.nspawn.system import CACHE, PATIENCE, REPOSITORY, first_process

RELEASES = ("bookworm", "trixie")
SOURCES = "/home/pi/tallybox"
"""Where the sources lie in there, as if cloned by the Pi's owner."""

# About what Raspberry Pi OS Lite has of what the installer looks for. An archive frozen in time is welcome.
_RECIPE = (
    "--mode=root",
    "--variant=apt",
    '--aptopt=Acquire::Check-Valid-Until "false"',
    "--include=systemd,systemd-sysv,dbus,udev,passwd,python3,ca-certificates",
    "--customize-hook=chroot $1 groupadd --system gpio",
    "--customize-hook=chroot $1 useradd --create-home pi",
)
_NOT_SOURCES = (".*", "__pycache__", "build", "*.egg-info", "lexicon.db*", "tests", "training", "benchmarks")
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

Run = Callable[..., "subprocess.CompletedProcess[str]"]
"""Runs a command as root in a booted system; AssertionError with its output unless it ends with `code`."""


def kept(release: str) -> Path:
    """The archive of a fresh system, made if this recipe has not been followed here before."""
    recipe = (*_RECIPE, release)
    archive = CACHE / f"{release}-{sha256(repr(recipe).encode()).hexdigest()[:12]}.tar"
    if not archive.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        part = archive.with_suffix(f".{os.getpid()}.tar")
        subprocess.run(["mmdebstrap", "--quiet", *recipe, str(part)], check=True)
        part.rename(archive)
    return archive


@contextmanager
def booted(release: str) -> Iterator[tuple[Path, Run]]:
    """A fresh system of that release, running: its root folder, and what runs commands in it."""
    archive = kept(release)
    with tempfile.TemporaryDirectory(prefix=f"tallybox-{release}-", dir="/var/tmp") as folder:
        root = Path(folder)
        subprocess.run(["tar", "--extract", f"--file={archive}", f"--directory={root}"], check=True)
        stand_ins.make(root, release)
        copy_sources(root)
        binds = [*_pip_settings(root), f"--bind={_archives(release)}:/var/cache/apt/archives"]
        boot = ["systemd-nspawn", "--quiet", f"--directory={root}", f"--machine=tallybox-{os.getpid()}"]
        boot += ["--register=no", "--keep-unit", "--resolv-conf=replace-host", "--console=pipe"]
        boot += [*binds, "--boot"]
        with tempfile.TemporaryFile("w+") as said:
            nspawn = subprocess.Popen(boot, stdin=subprocess.DEVNULL, stdout=said, stderr=said)
            try:
                yield root, _runner(first_process(nspawn, said))
            finally:
                nspawn.terminate()  # it takes all with it
                nspawn.wait(PATIENCE)


def copy_sources(root: Path) -> Path:
    """What a clone of this tree has, into the system; answers where, seen from out here."""
    there = root / SOURCES.lstrip("/")
    shutil.rmtree(there, ignore_errors=True)
    shutil.copytree(REPOSITORY, there, ignore=shutil.ignore_patterns(*_NOT_SOURCES))
    return there


def _archives(release: str) -> Path:
    """Where apt's downloads are kept from one test to the next."""
    folder = CACHE / f"{release}-archives"
    (folder / "partial").mkdir(parents=True, exist_ok=True)
    return folder


def _pip_settings(root: Path) -> list[str]:
    """The settings of this machine's pip for pip in there; answers the folders that they name, as mounts."""
    listing = [sys.executable, "-m", "pip", "config", "list"]
    said = subprocess.run(listing, check=True, capture_output=True, text=True).stdout
    settings: dict[str, str] = {}
    for line in said.splitlines():
        key, _, value = line.partition("=")
        settings[key.rpartition(".")[2]] = value.strip("'")
    lines = ["[global]", *(f"{key} = {value}" for key, value in settings.items())]
    (root / "etc" / "pip.conf").write_text("\n".join(lines) + "\n")
    named = (Path(word.removeprefix("file://")) for value in settings.values() for word in value.split())
    # An index in a folder may name files beside it.
    mine = {path.parent if path.name == "simple" else path for path in named if path.is_absolute()}
    return [f"--bind-ro={path}" for path in sorted(mine) if path.exists()]


def _runner(first: int) -> Run:
    def run(*command: str, code: int | None = 0, seconds: float = 3600) -> "subprocess.CompletedProcess[str]":
        clean = ["env", "--chdir=/", "--ignore-environment", f"PATH={_PATH}", "HOME=/root", "LANG=C.UTF-8"]
        inside = ["nsenter", f"--target={first}", "--all", *clean, *command]
        done = subprocess.run(inside, capture_output=True, text=True, timeout=seconds, check=False)
        said = f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}"
        assert code is None or done.returncode == code, said
        return done

    return run
