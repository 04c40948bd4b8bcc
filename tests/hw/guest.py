"""A guest machine under QEMU, seen from outside: its image, the tree that it tries, its line, its controls.

The guest runs one module of this folder and speaks with us in lines of JSON on its serial port; all else that
it says there is kept for the message of a failure.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from queue import Empty, Queue
from tempfile import TemporaryDirectory
from threading import Thread
from typing import IO, Any

REPOSITORY = Path(__file__).parent.parent.parent
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tallybox" / "guests"
PATIENCE = 900.0
"""Seconds for what takes a few on an idle machine."""

MARK = "@ "
"""What a line begins with that is meant for us."""

_PATH = f"{os.environ['PATH']}:/usr/sbin:/sbin"
_BROUGHT = ("appliance", "tests")
_NOT_BROUGHT = ("words-*.txt", "golden")
_DRIVE = "128M"

Said = dict[str, Any]
"""What the guest tells; its key `what` says what it is about."""


def lacking(*tools: str) -> str:
    """What this machine lacks of these tools and of what every guest needs; nothing if all is here."""
    if os.geteuid() != 0:
        return "needs root, to make the guest's image"
    wanted = ("mmdebstrap", "mke2fs", "depmod", "cpio", "xz", *tools)
    missing = [tool for tool in wanted if shutil.which(tool, path=_PATH) is None]
    return f"needs {', '.join(missing)} (sh tools/guest-packages.sh)" if missing else ""


def image(script: Path, *needs: str) -> Path:
    """The folder with what a guest boots from, made by its script if that or the needs have changed."""
    digest = sha256(script.read_bytes() + repr(needs).encode()).hexdigest()[:12]
    made = CACHE / f"{script.stem}-{digest}"
    if not made.exists():
        part = made.with_suffix(f".{os.getpid()}")
        part.parent.mkdir(parents=True, exist_ok=True)
        try:
            making = ["sh", str(script), str(part), sys.executable, *needs]
            subprocess.run(making, check=True, env={**os.environ, "PATH": _PATH})
            part.rename(made)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    return made


def checkout(folder: Path) -> Path:
    """A drive with the tree as it is now, its modules compiled, as compiling would take the guest long."""
    subprocess.run([sys.executable, "-m", "compileall", "-q", *_BROUGHT], check=True, cwd=REPOSITORY)
    tree = folder / "tree"
    for name in _BROUGHT:
        shutil.copytree(REPOSITORY / name, tree / name, ignore=shutil.ignore_patterns(*_NOT_BROUGHT))
    drive = folder / "tree.img"
    drive.touch()
    make = ["mke2fs", "-q", "-F", "-t", "ext4", "-O", "^has_journal", "-d", str(tree), str(drive), _DRIVE]
    subprocess.run(make, check=True, env={**os.environ, "PATH": _PATH})
    shutil.rmtree(tree)
    return drive


@contextmanager
def running(machine: Callable[[Path], Sequence[str]]) -> Iterator["Guest"]:
    """A guest from its start to its end; `machine` gives QEMU's command, for a folder of its own."""
    with ExitStack() as ends:
        folder = Path(ends.enter_context(TemporaryDirectory(prefix="tallybox-")))
        command = ["setpriv", "--pdeathsig", "KILL", *machine(folder)]  # no orphans when a test is killed
        command += ["-display", "none", "-nodefaults", "-no-reboot", "-serial", "stdio"]
        for name in ("qmp", "qtest"):
            command += [f"-{name}", f"unix:{folder / name},server=on,wait=off"]
        command += ["-qtest-log", "/dev/null"]
        qemu = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        try:
            yield Guest(qemu, folder, ends)
        finally:
            qemu.kill()
            qemu.wait()
            for pipe in filter(None, (qemu.stdin, qemu.stdout)):
                with suppress(BrokenPipeError):  # the guest ended by itself
                    pipe.close()


class Guest:
    """A running guest."""

    def __init__(self, qemu: "subprocess.Popen[bytes]", folder: Path, ends: ExitStack) -> None:
        self.folder = folder
        self._qemu = qemu
        self._ends = ends
        self._sockets: dict[str, IO[str]] = {}
        self._said: Queue[Said | None] = Queue()
        self._log: list[str] = []
        Thread(target=self._listen, name="serial", daemon=True).start()

    def tell(self, *order: object) -> None:
        """Say something to the module that runs in the guest: one line."""
        assert self._qemu.stdin
        self._qemu.stdin.write(f"{json.dumps(order)}\n".encode())
        self._qemu.stdin.flush()

    def hear(self, what: str, patience: float = PATIENCE) -> Said:
        """The next that the guest tells about this; what it tells about else before is let go.

        Raises `AssertionError`, with the guest's last lines, if that does not come in so many seconds.
        """
        until = time.monotonic() + patience
        while True:
            try:
                said = self._said.get(timeout=max(0.0, until - time.monotonic()))
            except Empty:
                raise AssertionError(f"no {what} within {patience:.0f} s\n{self.log()}") from None
            assert said is not None, f"the guest ended before it told {what}\n{self.log()}"
            if said["what"] == what:
                return said

    def ask(self, *order: object) -> Said:
        """Say something, and take what the guest tells about the same."""
        self.tell(*order)
        return self.hear(str(order[0]))

    def log(self) -> str:
        """The last lines of the serial port."""
        return "\n".join(self._log[-40:])

    def qmp(self, execute: str, **arguments: object) -> Any:
        """Give QEMU's monitor a command; answers what it returns."""
        if "qmp" not in self._sockets:
            self._connect("qmp").readline()  # its greeting
            self.qmp("qmp_capabilities")
        stream = self._sockets["qmp"]
        stream.write(json.dumps({"execute": execute, "arguments": arguments}) + "\n")
        stream.flush()
        while True:
            answer = json.loads(stream.readline())
            assert "error" not in answer, answer
            if "return" in answer:
                return answer["return"]

    def qtest(self, *commands: str) -> list[str]:
        """Do these to the machine's devices, in one go: the guest's processor runs none of it in between."""
        stream = self._sockets.get("qtest") or self._connect("qtest")
        stream.write("".join(f"{command}\n" for command in commands))
        stream.flush()
        answers = [stream.readline().split() for _ in commands]
        assert all(answer[0] == "OK" for answer in answers), (commands, answers)
        return [" ".join(answer[1:]) for answer in answers]

    def _connect(self, name: str) -> IO[str]:
        until, path = time.monotonic() + PATIENCE, self.folder / name
        while not path.exists():
            waiting = time.monotonic() < until and self._qemu.poll() is None
            assert waiting, f"QEMU has no {name} socket\n{self.log()}"
            time.sleep(0.05)
        end = self._ends.enter_context(socket.socket(socket.AF_UNIX))
        end.connect(str(path))
        self._sockets[name] = stream = self._ends.enter_context(end.makefile("rw"))
        return stream

    def _listen(self) -> None:
        assert self._qemu.stdout
        for line in self._qemu.stdout:
            text = line.decode(errors="replace").rstrip()
            before, mark, told = text.partition(MARK)
            self._log.append(text)
            if mark and not before:
                self._said.put(json.loads(told))
        self._said.put(None)
