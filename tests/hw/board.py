"""An arm64 guest's eight pins, pressed and seen from outside: QEMU's `virt` board with its PL061.

Pin 3 is the board's power key, so seven are left. Nothing here runs in the guest: a press is a level at the
chip's input, a lamp is a bit of its register.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.hw.guest import PATIENCE, Guest, checkout, image, lacking, running
from tools import pi_packages

SCRIPT = Path(__file__).parent / "image_arm.sh"
TOOLS = ("qemu-system-aarch64", "fdtput")
LINES = (0, 1, 2, 4, 5, 6, 7)
"""The pins that are free."""

PACE = 1
"""An instruction takes 2**PACE ns by the guest's clock, however much else this machine does meanwhile."""

_NEEDED = ("gpiozero", "numpy", "onnxruntime", "opencv-python", "pydantic", "pygame")
"""What the box imports of PyPI's when it plays, lgpio apart."""

_CHIP = 0x0903_0000
_DATA, _DRIVEN, _WAITING = _CHIP + 0x3FC, _CHIP + 0x400, _CHIP + 0x418
"""The PL061's registers: all eight levels; which pins the kernel drives; interrupts not taken yet."""


def missing() -> str:
    """What this machine lacks for such a guest; nothing if all is here."""
    return lacking(*TOOLS)


def needs() -> list[str]:
    """What pip installs in there: as pyproject.toml asks for it."""
    return ["lgpio", *(need for need in pi_packages.needs() if need.startswith(_NEEDED))]


def boots() -> Path:
    """The folder with what such a guest boots from."""
    return image(SCRIPT, *needs())


@contextmanager
def board(module: str) -> Iterator["Board"]:
    """The board with a module of this folder running in its guest."""
    made = boots()

    def machine(folder: Path) -> Sequence[str]:
        drives = (("root", made / "root.img"), ("tree", checkout(folder)))
        command = ["qemu-system-aarch64", "-machine", "virt", "-cpu", "cortex-a72", "-smp", "1", "-m", "1024"]
        command += ["-accel", "tcg", "-icount", f"shift={PACE}", "-dtb", str(made / "virt.dtb")]
        command += ["-kernel", str(made / "vmlinuz"), "-initrd", str(made / "initrd.img")]
        command += ["-append", f"console=ttyAMA0 quiet panic=-1 module=tests.hw.{module}"]
        for name, file in drives:
            command += ["-drive", f"if=none,id={name},format=raw,file={file},snapshot=on"]
            command += ["-device", f"virtio-blk-pci,drive={name}"]
        return command

    with running(machine) as guest:
        yield Board(guest)


class Board:
    """The board from outside."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        parts = guest.qmp("qom-list", path="/machine/unattached")
        chip = next(part["name"] for part in parts if part["type"] == "child<pl061>")
        self._input = f"set_irq_in /machine/unattached/{chip} unnamed-gpio-in"

    def pull_up(self, *lines: int) -> None:
        """Let these pins be high while nothing grounds them, and all others low while nobody drives them."""
        self.drive(*((line, line in lines) for line in LINES))

    def drive(self, *levels: tuple[int, bool]) -> None:
        """Give pins these levels at once: the guest's processor runs nothing in between."""
        self.guest.qtest(*(f"{self._input} {line} {int(high)}" for line, high in levels))

    def ground(self, line: int, closed: bool) -> None:
        """Close the contact between a pin and ground, or open it; returns when the kernel has taken notice.

        On a Pi that takes it some microseconds. Here the guest may not run at all for a while, as it shares
        its processor with others, and two edges in one interrupt have no order.
        """
        self.drive((line, not closed))
        until = time.monotonic() + PATIENCE
        while self._register(_WAITING) >> line & 1:
            assert time.monotonic() < until, (
                f"the kernel takes no interrupt of pin {line}\n{self.guest.log()}"
            )

    def tap(self, line: int, seconds: float = 0.2) -> None:
        """Press and release."""
        self.ground(line, True)
        time.sleep(seconds)
        self.ground(line, False)

    def turn(self, a: int, b: int, steps: int) -> None:
        """Turn a dial on two pins by so many detents, clockwise positive, as fast as a hand does."""
        first, second = (a, b) if steps > 0 else (b, a)
        for _ in range(abs(steps)):
            for line, closed in ((first, True), (second, True), (first, False), (second, False)):
                self.ground(line, closed)
                time.sleep(0.01)

    def lit(self, line: int) -> bool:
        """Whether a lamp at that pin shines now: it is driven, and high."""
        return bool((self._register(_DATA) & self._register(_DRIVEN)) >> line & 1)

    def becomes(self, line: int, lit: bool, patience: float = PATIENCE) -> bool:
        """Whether a lamp shines, or is dark, before patience ends, and a moment later too."""
        until = time.monotonic() + patience
        while time.monotonic() < until:
            seen = set()
            for _ in range(10):
                seen.add(self.lit(line))
                time.sleep(0.01)
            if seen == {lit}:
                return True
        return False

    def flickers(self, line: int, patience: float = PATIENCE) -> bool:
        """Whether a lamp is seen lit as well as dark: it is dimmed."""
        seen: set[bool] = set()
        until = time.monotonic() + patience
        while len(seen) < 2 and time.monotonic() < until:
            seen.add(self.lit(line))
            time.sleep(0.003)
        return len(seen) == 2

    def _register(self, address: int) -> int:
        return int(self.guest.qtest(f"readl {address:#x}")[0], 16)
