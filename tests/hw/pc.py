"""An x86-64 guest with the camera stack of a box, a webcam and a screen, all of them without hardware.

libcamera's virtual camera sees pictures that we bring; the kernel's vivid is a webcam that shows bars of
colour; QEMU's graphics card has a screen that can be photographed from outside.
"""

import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import cv2

from appliance.drivers import Image
from tests.hw.guest import _PATH, Guest, checkout, image, lacking, running
from tests.hw.virtual_libcamera import BLACK, WHITE
from tools import pi_packages

SCRIPT = Path(__file__).parent / "image_amd.sh"
TOOLS = ("qemu-system-x86_64",)
SCREEN = (1280, 720)

_DRIVE = "64M"


class System(NamedTuple):
    """A Debian, and what is installed in it."""

    release: str
    python: str
    packages: tuple[str, ...]
    brought: tuple[str, ...]
    """From PyPI, without what they need in turn."""


def _eyes() -> list[str]:
    """What the eye needs of PyPI's, as pyproject.toml asks for it."""
    return [need for need in pi_packages.needs() if need.startswith(("onnxruntime", "opencv-python"))]


_SHOWS = ("python3", "python3-numpy", "python3-pygame", "libgl1-mesa-dri", "libegl1", "libgles2", "libgbm1")
TRIXIE = System(
    "trixie",
    "3.13",
    (*_SHOWS, "libgl1", "python3-libcamera", "python3-pil", "python3-pydantic"),
    ("picamera2==0.3.38", "piexif", "simplejpeg", "videodev2", *_eyes()),
)
BOOKWORM = System("bookworm", "3.11", _SHOWS, ())
"""Its SDL 2.26 shows nothing under KMSDRM unless it is told how."""


def missing() -> str:
    """What this machine lacks for such a guest; nothing if all is here."""
    return lacking(*TOOLS)


def boots(system: System) -> Path:
    """The folder with what such a guest boots from."""
    return image(SCRIPT, system.release, system.python, ",".join(system.packages), *system.brought)


@contextmanager
def pc(
    module: str, system: System = TRIXIE, pictures: Mapping[str, Image] | None = None, screen: bool = False
) -> Iterator[Guest]:
    """A module of this folder running in its guest, with these pictures before its cameras."""
    made = boots(system)

    def machine(folder: Path) -> Sequence[str]:
        drives = [("root", made / "root.img"), ("tree", checkout(folder))]
        if pictures:
            drives.append(("pictures", _drive(folder, pictures)))
        # Of a newer processor Mesa makes use in a way that QEMU does not bear.
        command = ["qemu-system-x86_64", "-machine", "q35", "-accel", "tcg", "-cpu", "Nehalem", "-smp", "1"]
        command += ["-m", "1536", "-kernel", str(made / "vmlinuz"), "-initrd", str(made / "initrd.img")]
        command += ["-append", f"console=ttyS0 quiet panic=-1 module=tests.hw.{module}"]
        for name, file in drives:
            command += ["-drive", f"if=none,id={name},format=raw,file={file},snapshot=on"]
            command += ["-device", f"virtio-blk-pci,drive={name}"]
        if screen:
            command += ["-device", f"virtio-gpu-pci,xres={SCREEN[0]},yres={SCREEN[1]}"]
        return command

    with running(machine) as guest:
        guest.hear("ready")
        yield guest


def _drive(folder: Path, pictures: Mapping[str, Image]) -> Path:
    """A drive with these pictures, by their names."""
    source, drive = folder / "pictures", folder / "pictures.img"
    source.mkdir()
    for name, picture in pictures.items():
        film = cv2.convertScaleAbs(picture, alpha=(WHITE - BLACK) / 255, beta=BLACK)
        cv2.imwrite(str(source / f"{name}.jpg"), film, [cv2.IMWRITE_JPEG_QUALITY, 95])
    drive.touch()
    make = ["mke2fs", "-q", "-F", "-t", "ext4", "-O", "^has_journal", "-d", str(source), str(drive), _DRIVE]
    subprocess.run(make, check=True, env={**os.environ, "PATH": _PATH})
    return drive


def screenshot(guest: Guest) -> Image:
    """What the guest's screen shows now, blue-green-red."""
    file = guest.folder / "screen.png"
    guest.qmp("screendump", filename=str(file), format="png")
    seen = cv2.imread(str(file))
    assert seen is not None
    return seen.astype("uint8", copy=False)
