"""Packages that only Raspberry Pi's archive has, replaced by stand-ins that say so in name and version.

They hold just what the installer and the doctor ask for: that a package of that name is there, depends on the
system's own numpy, and can be imported. No camera and no pin is behind them.
"""

import subprocess
from hashlib import sha256
from pathlib import Path

VERSION = "0~stand-in"
FOLDER = "stand-ins"
"""Where the packages lie in the system, as a small archive of their own."""

_SAYS = '"""A stand-in of Tallybox\'s tests, not the real library: no device is behind it."""\n'
_PICAMERA2 = f"""{_SAYS}
import libcamera
import numpy


class Picamera2:
    @staticmethod
    def global_camera_info():
        return []
"""
_LGPIO = f"""{_SAYS}

def gpiochip_open(chip):
    raise OSError("can not open gpiochip: this is a stand-in")
"""
# Package: what it depends on, and its module. Trixie has libcamera itself.
_PACKAGES = {
    "python3-picamera2": ("python3-numpy, python3-pil, python3-libcamera", "picamera2", _PICAMERA2),
    "python3-lgpio": ("python3", "lgpio", _LGPIO),
    "python3-libcamera": ("python3", "libcamera", _SAYS),
}
_IN_DEBIAN = {"bookworm": (), "trixie": ("python3-libcamera",)}


def make(root: Path, release: str) -> None:
    """Build the stand-ins that the release lacks, and name them to apt in that system."""
    there = root / FOLDER
    there.mkdir()
    listed = []
    for name in _PACKAGES.keys() - _IN_DEBIAN[release]:
        control = _control(name)
        package = _build(there, name, control)
        digest = sha256(package.read_bytes()).hexdigest()
        size = package.stat().st_size
        listed.append(f"{control}Filename: ./{package.name}\nSize: {size}\nSHA256: {digest}\n")
    (there / "Packages").write_text("\n".join(listed))
    source = f"deb [trusted=yes] file:/{FOLDER} ./\n"
    (root / "etc" / "apt" / "sources.list.d" / "stand-ins.list").write_text(source)


def _control(name: str) -> str:
    return (
        f"Package: {name}\nVersion: {VERSION}\nArchitecture: all\nDepends: {_PACKAGES[name][0]}\n"
        "Maintainer: The Tallybox makers <nobody@localhost>\n"
        "Description: stand-in for the tests of Tallybox's installer, not the real package\n"
    )


def _build(folder: Path, name: str, control: str) -> Path:
    _, module, text = _PACKAGES[name]
    tree = folder / f"{name}.tree"
    library = tree / "usr" / "lib" / "python3" / "dist-packages" / module
    library.mkdir(parents=True)
    (library / "__init__.py").write_text(text)
    (tree / "DEBIAN").mkdir()
    (tree / "DEBIAN" / "control").write_text(control)
    package = folder / f"{name}_stand-in_all.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "--build", tree, package], check=True, stdout=-3)
    return package
