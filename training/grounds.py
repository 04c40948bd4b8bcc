"""Table tops with a pattern: pictures that come with other programs, some for training, some held out.

`python -m training.grounds` prints the Debian packages; with a folder in which these are unpacked, and
another, it writes the pictures there that can be a ground (see grounds.sh).
"""

import os
import struct
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from math import exp, log
from pathlib import Path
from random import Random

import cv2
import numpy as np

from appliance.virtual.scene import Mat, Pattern
from appliance.vision.plane import Image
from training.drawn_grounds import drawn

TRAIN = ("gimp-data", "gimp-data-extras", "krita-data", "mypaint-data-extras")
HELD_OUT = ("sweethome3d",)
"""Packages whose pictures training draws with, and those that are only there to measure with."""

SHARE = 0.3
"""Of the tables without a mat that training draws."""

_GROUNDS = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "tallybox" / "grounds"
_FOLDERS = ("/patterns/", "/backgrounds/", "/resources/textures/")
_NO_GROUND = ("Sky", "loudy", "boxTree", "Stars", "electric", "lightning", "starfield")
_LEAST, _LARGEST = 96, 1200  # pixels
_PLAIN, _DARK = 2.0, 12.0  # grey values: standard deviation and mean of what shows nothing
_DRAWN = 300  # pictures that are drawn by chance, to train with
_WIDE = (40.0, 500.0)  # mm
_MOST = (6.0, 50.0)  # grey values of contrast
_OWN = 0.6  # share of the pictures in colours of their own


def train_grounds() -> list[str]:
    """Picture files to train with; empty where they were not fetched."""
    return _files("train")


def held_out_grounds() -> list[str]:
    """Picture files that no training scene uses; empty where they were not fetched."""
    return _files("held-out")


def patterned(rng: Random, mat: Mat, files: Sequence[str], share: float = SHARE) -> Mat:
    """The bare table, by that share of chance with one of the pictures, if there are any, as its pattern."""
    if mat.markers or not files or rng.random() >= share:
        return mat
    pattern = Pattern(
        rng.choice(files),
        wide=exp(rng.uniform(*map(log, _WIDE))),
        turn=rng.uniform(0, 360),
        own=1.0 if rng.random() < _OWN else rng.uniform(0, 1),
        contrast=rng.uniform(0.3, 1.0),
        most=rng.uniform(*_MOST),
    )
    return replace(mat, pattern=pattern)


@cache
def _files(part: str) -> list[str]:
    return sorted(map(str, (_GROUNDS / part).glob("*.png")))


def _write(unpacked: Path, out: Path) -> None:
    """Every picture of the packages that can be a ground, as PNG, and drawn ones."""
    for part, packages in (("train", TRAIN), ("held-out", HELD_OUT)):
        (out / part).mkdir(parents=True)
        for package in packages:
            for path in sorted(filter(_may_be_ground, (unpacked / package).rglob("*"))):
                picture = _read(path)
                if picture is not None and _shows_something(picture):
                    cv2.imwrite(str(out / part / f"{package}-{path.stem}.png"), picture)
    for seed in range(_DRAWN):
        cv2.imwrite(str(out / "train" / f"drawn-{seed}.png"), drawn(seed))


def _may_be_ground(path: Path) -> bool:
    """Whether it is among a package's patterns, by where it lies, and no sky or the like, by its name."""
    return any(f in str(path) for f in _FOLDERS) and not any(n in path.name for n in _NO_GROUND)


def _read(path: Path) -> Image | None:
    """A picture of any format, or a pattern of GIMP's: a header of big-endian numbers, then the pixels."""
    if path.suffix == ".pat":
        data = path.read_bytes()
        header, _, wide, high, colours = struct.unpack(">5I", data[:20])
        pixels = np.frombuffer(data, np.uint8, wide * high * colours, header).reshape(high, wide, colours)
        picture = np.ascontiguousarray(pixels[:, :, 2::-1] if colours > 2 else pixels[:, :, [0, 0, 0]])
    elif path.suffix in (".png", ".jpg"):
        picture = np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR), np.uint8)
    else:
        return None
    smaller = min(1.0, _LARGEST / max(picture.shape))
    size = (round(smaller * picture.shape[1]), round(smaller * picture.shape[0]))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def _shows_something(picture: Image) -> bool:
    is_large = min(picture.shape[:2]) >= _LEAST
    return is_large and float(picture.std()) > _PLAIN and float(picture.mean()) > _DARK


if __name__ == "__main__":
    if len(sys.argv) > 2:
        _write(Path(sys.argv[1]), Path(sys.argv[2]))
    else:
        print(*TRAIN, *HELD_OUT)
