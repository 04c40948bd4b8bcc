"""A disk that remembers every write and every flush, and what of it is there after the plug is pulled.

The disk is one file of a file system in user space (FUSE), served by a process of its own and used through
a loop device. Root, loop devices and libfuse2 are needed.
"""

import errno
import os
import shutil
import stat
import struct
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple

SIZE = 24 << 20
SECTOR = 512
PATIENCE = 60.0
REPOSITORY = Path(__file__).parent.parent.parent

Kind = Literal["in order", "reordered", "torn"]
KINDS: tuple[Kind, ...] = ("in order", "reordered", "torn")
"""What a cut leaves of the writes after the last flush: all of them, some of them, some of their sectors."""

_HEAD = struct.Struct("<QI")  # where a write begins, and its length; a flush has the length 0


def lacking() -> str:
    """What this machine lacks for such a disk; nothing if all is here."""
    if os.geteuid() != 0:
        return "needs root"
    if not (Path("/dev/fuse").exists() and Path("/dev/loop-control").exists()):
        return "needs /dev/fuse and loop devices"
    missing = [tool for tool in ("mke2fs", "losetup", "mount") if shutil.which(tool) is None]
    if missing:
        return f"needs {', '.join(missing)} (apt install e2fsprogs mount; they are in /usr/sbin)"
    found = subprocess.run([sys.executable, "-c", "import fuse"], capture_output=True, text=True, check=False)
    return f"needs fusepy and libfuse2: {found.stderr.splitlines()[-1]}" if found.returncode else ""


class Write(NamedTuple):
    """One entry of the log: bytes written from `at` on, or a flush. `end` is the log's length after it."""

    end: int
    at: int
    data: bytes

    @property
    def is_flush(self) -> bool:
        return not self.data


def entries(log: Path) -> Iterator[Write]:
    """What a disk was told, in order."""
    told, here = log.read_bytes(), 0
    while here < len(told):
        at, length = _HEAD.unpack_from(told, here)
        data = here + _HEAD.size
        here = data + length
        yield Write(here, at, told[data:here])


@dataclass(frozen=True)
class Disk:
    """A mounted disk: its folder, its content before anything was written, and its log."""

    folder: Path
    blank: bytes
    log: Path

    def told(self) -> int:
        """How long the log is by now."""
        return self.log.stat().st_size


@contextmanager
def recorded(place: Path) -> Iterator[Disk]:
    """A fresh ext4 on a disk that remembers; `place` is an empty folder for all that it takes."""
    plain, served, folder, log = (place / name for name in ("plain", "served", "folder", "log"))
    served.mkdir()
    folder.mkdir()
    make(plain)
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.power.disk", str(plain), str(served), str(log)], cwd=REPOSITORY
    )
    try:
        until = time.monotonic() + PATIENCE
        while not (served / "disk").exists():
            assert server.poll() is None, "the disk could not be served"
            assert time.monotonic() < until, f"no disk within {PATIENCE:.0f} s"
            time.sleep(0.02)
        with mounted(served / "disk", folder, "--direct-io=on"):
            yield Disk(folder, plain.read_bytes(), log)
    finally:
        subprocess.run(["umount", "--lazy", str(served)], capture_output=True, check=False)
        server.terminate()  # it ends by itself, unless another mount namespace has the disk still
        server.wait(PATIENCE)


def make(image: Path) -> None:
    """An empty ext4."""
    with image.open("wb") as file:
        file.truncate(SIZE)
    # Groups of 1024 blocks: a disk of this size has copies of its superblock as a large card has.
    _run("mke2fs", "-q", "-F", "-t", "ext4", "-b", "4096", "-g", "1024", str(image))


@contextmanager
def mounted(image: Path, folder: Path, *how: str) -> Iterator[str]:
    """An image as a folder, and its loop device; what was half done on it the file system mends itself."""
    loop = _run("losetup", "--find", "--show", *how, str(image))
    try:
        _run("mount", "-t", "ext4", "-o", "noatime,errors=remount-ro", loop, str(folder))
        try:
            yield loop
        finally:
            _run("umount", str(folder))
    finally:
        _run("losetup", "--detach", loop)


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout.strip()


# What is on it after a cut


class Cut(NamedTuple):
    """What is on the disk if the plug is pulled when the log was `told` long."""

    kind: Kind
    told: int
    image: bytearray


def cuts(disk: Disk, points: int, last: int, seed: int) -> Iterator[Cut]:
    """Disks after power cuts at so many moments, three for each, the earliest moments first.

    They are random but one: just after the log was `last` long.

    What a flush followed is there; of what came after the last flush, that which the kind says.
    """
    chance = Random(seed)
    writes = list(entries(disk.log))
    image, pending = bytearray(disk.blank), list[Write]()
    known = next(number for number, write in enumerate(writes) if write.end >= last)
    others = [number for number in range(len(writes)) if number != known]
    chosen = sorted([known, *chance.sample(others, min(points - 1, len(others)))], reverse=True)
    for number, write in enumerate(writes):
        if write.is_flush:
            for earlier in pending:
                image[earlier.at : earlier.at + len(earlier.data)] = earlier.data
            pending.clear()
        else:
            pending.append(write)
        if chosen and chosen[-1] == number:
            chosen.pop()
            for kind in KINDS:
                yield Cut(kind, write.end, _cut(image, pending, kind, chance))


def _cut(image: bytearray, pending: Sequence[Write], kind: Kind, chance: Random) -> bytearray:
    left = bytearray(image)
    for _, at, data in pending:
        step = SECTOR if kind == "torn" else len(data)
        for here in range(0, len(data), step):
            if kind == "in order" or chance.random() < 0.5:
                part = data[here : here + step]
                left[at + here : at + here + len(part)] = part
    return left


def mend(image: Path) -> None:
    """What a system does at its start with a disk that cannot be mounted."""
    # A large card's copy of the superblock is found without being told where.
    subprocess.run(
        ["e2fsck", "-f", "-y", "-b", "1024", "-B", "4096", str(image)], capture_output=True, check=False
    )


# The process that serves it


def _serve(plain: Path, served: Path, log: Path) -> None:
    import fuse

    class Remembering(fuse.Operations):  # type: ignore[misc] # fusepy has no types
        """One file in memory; each write and flush is in the log before it is answered."""

        def __init__(self) -> None:
            self.content = bytearray(plain.read_bytes())
            self.told = log.open("wb", buffering=0)

        def getattr(self, path: str, fh: int | None = None) -> dict[str, int]:
            if path == "/":
                return {"st_mode": stat.S_IFDIR | 0o700, "st_nlink": 2}
            if path == "/disk":
                return {"st_mode": stat.S_IFREG | 0o600, "st_nlink": 1, "st_size": len(self.content)}
            raise fuse.FuseOSError(errno.ENOENT)

        def readdir(self, path: str, fh: int) -> list[str]:
            return [".", "..", "disk"]

        def read(self, path: str, size: int, offset: int, fh: int) -> bytes:
            return bytes(self.content[offset : offset + size])

        def write(self, path: str, data: bytes, offset: int, fh: int) -> int:
            self.content[offset : offset + len(data)] = data
            self.told.write(_HEAD.pack(offset, len(data)) + data)
            return len(data)

        def fsync(self, path: str, datasync: int, fh: int) -> int:
            self.told.write(_HEAD.pack(0, 0))
            return 0

    options = {"direct_io": True, "big_writes": True, "max_write": 131072}
    fuse.FUSE(Remembering(), str(served), foreground=True, nothreads=True, **options)


if __name__ == "__main__":
    _serve(*map(Path, sys.argv[1:4]))
