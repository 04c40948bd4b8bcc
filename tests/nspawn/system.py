"""A small Debian system with the service in it: made once, kept outside the tree, booted for each test.

Root, mmdebstrap and systemd-nspawn are needed, and the first time Debian's archive and PyPI.
"""

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO

from appliance.games.catalogue import Setup
from appliance.games.prompts import Answer
from appliance.journal import MAIN, Journal
from appliance.lexicon import Lexicon

HERE = Path(__file__).parent
REPOSITORY = HERE.parent.parent
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tallybox" / "roots"
PATIENCE = 120.0
"""Seconds for what takes a few on an idle machine."""

Run = Callable[..., str]
"""Runs a command as root in a booted system and answers what it printed; AssertionError if it fails."""


def lacking() -> str:
    """What this machine lacks to make and boot such a system; nothing if all is here."""
    if os.geteuid() != 0:
        return "needs root"
    missing = [tool for tool in ("mmdebstrap", "systemd-nspawn", "nsenter") if shutil.which(tool) is None]
    if missing:
        return f"needs {', '.join(missing)} (apt install mmdebstrap systemd-container)"
    spaces = subprocess.run(
        ["unshare", "--mount", "--pid", "--fork", "true"], capture_output=True, check=False
    )
    return "" if spaces.returncode == 0 else f"needs namespaces of its own: {spaces.stderr.decode().strip()}"


def root() -> Path:
    """The system's folder, made if its script or the box's needs have changed."""
    script = HERE / "make-root.sh"
    with (REPOSITORY / "pyproject.toml").open("rb") as project:
        needs = tomllib.load(project)["project"]["dependencies"]
    needs = [need.replace("opencv-python>", "opencv-python-headless>") for need in needs]
    digest = sha256(script.read_bytes() + repr(needs).encode()).hexdigest()[:12]
    made = CACHE / f"service-{digest}"
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "service.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # tests run side by side
        if not made.exists():
            part = CACHE / "service.part"
            shutil.rmtree(part, ignore_errors=True)
            subprocess.run(["sh", str(script), str(part), sys.executable, *needs], check=True)
            part.rename(made)
    return made


@contextmanager
def booted() -> Iterator["Service"]:
    """The system running, on a layer of memory over its folder: what happens in there is forgotten."""
    unit = "/etc/systemd/system/tallybox.service"
    boot = ["systemd-nspawn", "--quiet", f"--directory={root()}", "--volatile=overlay", "--register=no"]
    boot += ["--keep-unit", "--private-network", "--console=pipe", f"--machine=tallybox-{os.getpid()}"]
    boot += [f"--bind-ro={REPOSITORY}:/opt/tallybox/source"]
    boot += [f"--bind-ro={REPOSITORY / 'systemd' / 'tallybox.service'}:{unit}"]
    boot += [f"--bind-ro={HERE / 'hands.conf'}:{unit}.d/hands.conf"]
    with TemporaryFile("w+") as said, TemporaryDirectory(prefix="tallybox-") as games:
        boot += [f"--bind={games}:/var/lib/tallybox", "--boot"]
        # Several may run on one folder, as none writes there; its lock is for those that do.
        env = {**os.environ, "SYSTEMD_NSPAWN_LOCK": "0"}
        nspawn = subprocess.Popen(boot, stdin=subprocess.DEVNULL, stdout=said, stderr=said, env=env)
        try:
            yield Service(nspawn, first_process(nspawn, said), Path(games))
        finally:
            nspawn.terminate()  # it takes all with it
            nspawn.wait(PATIENCE)


def first_process(nspawn: "subprocess.Popen[bytes]", said: IO[str]) -> int:
    """The system's own process 1, once its systemd takes orders."""
    children = Path(f"/proc/{nspawn.pid}/task/{nspawn.pid}/children")
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and nspawn.poll() is None:
        for child in children.read_text().split():
            inside = ["nsenter", f"--target={child}", "--all", "systemctl", "is-system-running"]
            asked = subprocess.run(inside, capture_output=True, text=True, check=False)
            if asked.stdout.strip() in ("running", "degraded"):
                return int(child)
        time.sleep(0.05)
    said.seek(0)
    raise AssertionError(f"the system did not come up within {PATIENCE:.0f} s: {said.read()}")


def _runner(first: int) -> Run:
    def run(*command: str) -> str:
        inside = ["nsenter", f"--target={first}", "--all", "--wd=/", "env", "-i", "LANG=C.UTF-8"]
        inside += ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "STATE_DIRECTORY=/var/lib/tallybox"]
        done = subprocess.run([*inside, *command], capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{' '.join(command)}: {done.returncode}\n{done.stdout}{done.stderr}"
        return done.stdout

    return run


class Service:
    """The service in a booted system, as its keeper sees it."""

    def __init__(self, nspawn: "subprocess.Popen[bytes]", first: int, games: Path) -> None:
        self.nspawn = nspawn
        self.games = games
        self.run = _runner(first)

    def start(self) -> float:
        """Start it; the seconds until its first picture was on the screen."""
        begun = time.monotonic()
        self.run("systemctl", "start", "tallybox")
        return self._ready_at() - begun

    def tell_hands(self, wish: str) -> None:
        """What the hands in there are to do from now on: `play`, `rest` or `off`."""
        (self.games / "hands").write_text(wish, "utf-8")

    def play_on(self, answers: int) -> None:
        """Let the hands play until so many more answers are written."""
        self.tell_hands("play")
        wanted = len(self.answers()) + answers
        self.wait(lambda: len(self.answers()) >= wanted)

    def answers(self) -> list[Answer]:
        """The answers that the journal in there has."""
        journal = Journal(self.games / MAIN)
        try:
            return [step.answer for step in journal.steps(1)]
        finally:
            journal.close()

    def due_page(self, lexicon: Lexicon) -> str:
        """What must be on the screen after a break: the prompt to which the journal's answers lead."""
        journal = Journal(self.games / MAIN)
        try:
            play = Setup.from_values(journal.games()[0].setup).begin(lexicon)
            play.replay(step.answer for step in journal.steps(1))
        finally:
            journal.close()
        return f"{play.prompt.headline} (paused)"

    def page(self) -> str:
        """What the screen shows, as `systemctl status` tells it."""
        return self.shown("StatusText")

    def shown(self, key: str, unit: str = "tallybox") -> str:
        """A property of a unit."""
        return self.run("systemctl", "show", "--value", f"--property={key}", unit).strip()

    def hit(self, blow: signal.Signals) -> float:
        """Send the box's process a signal of death; the seconds until another one shows its first picture."""
        self.tell_hands("rest")  # those of the next box do not go on by themselves
        struck = self.shown("MainPID")
        at = time.monotonic()
        self.run("systemctl", "kill", "--kill-who=main", f"--signal={blow.name}", "tallybox")
        self.wait(
            lambda: self.shown("ActiveState") == "active" and self.shown("MainPID") not in (struck, "0")
        )
        return self._ready_at() - at

    def restart(self) -> float:
        """Stop it in order and start it again; the seconds until its next first picture."""
        self.tell_hands("rest")
        at = time.monotonic()
        self.run("systemctl", "restart", "tallybox")
        return self._ready_at() - at

    def _ready_at(self) -> float:
        return int(self.shown("ActiveEnterTimestampMonotonic")) / 1e6

    def worked(self) -> float:
        """The seconds of processor time that the box has used since its start."""
        fields = self.run("cat", f"/proc/{self.shown('MainPID')}/stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def log(self, unit: str = "tallybox") -> str:
        """What the journal of the system says about a unit."""
        return self.run("journalctl", f"--unit={unit}", "--output=cat", "--no-pager")

    def wait(self, done: Callable[[], bool]) -> None:
        """Until that is so; AssertionError with the service's log if it does not come."""
        until = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < until, f"not within {PATIENCE:.0f} s\n{self.log()}"
            time.sleep(0.05)
