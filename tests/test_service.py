"""The box as a service: its unit, what systemd is told, one box at a time."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from appliance import run_game
from appliance.app import App
from appliance.boxes import Box
from appliance.cli import main
from appliance.drivers import KeyTyped
from appliance.journal import Journal
from appliance.lexicon import Lexicon
from appliance.lock import Taken, alone
from appliance.notify import SWITCH_OFF, Alive, notify
from appliance.table import Table
from tests.table_kit import TableKit

UNIT = Path(__file__).parent.parent / "systemd" / "tallybox.service"
INSTALLED = "/opt/tallybox/.venv/bin/tallybox"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own for every test, and no service around it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in ("STATE_DIRECTORY", "TALLYBOX_CONFIG", "NOTIFY_SOCKET", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


# The unit


def analyzed(*words: str) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("no systemd-analyze here")


def unit(folder: Path, *more: str) -> Path:
    """The unit as a file, with a command that exists here, and with more lines for its service."""
    text = UNIT.read_text("utf-8").replace(INSTALLED, sys.executable)
    path = folder / UNIT.name
    path.write_text(text.replace("[Service]", "\n".join(["[Service]", *more])), "utf-8")
    return path


def test_systemd_has_nothing_to_say_about_the_unit(tmp_path: Path) -> None:
    said = analyzed("verify", str(unit(tmp_path)))
    assert (said.stderr, said.returncode) == ("", 0)


@pytest.mark.parametrize("line", ["WatchDogSec=5", "DeviceAllow=rw", "Restart=mostly", "TimeoutStopSec=soon"])
def test_systemd_would_say_something_about_a_misspelt_line(tmp_path: Path, line: str) -> None:
    path = unit(tmp_path, line)
    place = path.read_text("utf-8").splitlines().index(line) + 1
    assert f"{path}:{place}: " in analyzed("verify", str(path)).stderr


def test_the_service_is_exposed_to_little(tmp_path: Path) -> None:
    said = analyzed("security", "--offline=true", "--threshold=20", str(unit(tmp_path)))
    assert said.returncode == 0, said.stdout
    bare = unit(tmp_path)
    bare.write_text("[Service]\nType=notify\nUser=tallybox\nExecStart=/bin/true\n")
    assert analyzed("security", "--offline=true", "--threshold=20", str(bare)).returncode == 1


def test_the_service_is_not_shut_off_from_its_parts() -> None:
    lines = UNIT.read_text("utf-8").splitlines()
    for part in ("char-gpiochip", "char-video4linux", "char-media", "char-dma_heap", "char-drm", "char-alsa"):
        assert f"DeviceAllow={part} rw" in lines
    assert "DeviceAllow=char-input r" in lines
    for line in lines:  # each of these was seen to blind a box on a real kernel
        assert not line.startswith(("PrivateDevices=", "MemoryDenyWriteExecute=", "ProcSubset=")), line


def test_the_unit_knows_the_codes_with_which_the_box_ends() -> None:
    text = UNIT.read_text("utf-8")
    codes = f"2 {Taken.exit_code} {SWITCH_OFF}"
    assert f"\nRestartPreventExitStatus={codes}\n" in text
    assert f'"$$EXIT_STATUS" != {SWITCH_OFF} || systemctl --no-block poweroff' in text


# What systemd is told


class Systemd:
    """The ear of systemd: the messages that came since the last look."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind("\0" + address[1:] if address.startswith("@") else address)
        self.socket.settimeout(0)
        self.env = {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "5000000"}

    def heard(self) -> list[str]:
        lines: list[str] = []
        while True:
            try:
                lines += self.socket.recv(4096).decode().splitlines()
            except BlockingIOError:
                return lines

    def next(self) -> list[str]:
        """The next message, waited for."""
        self.socket.settimeout(120)
        try:
            return self.socket.recv(4096).decode().splitlines()
        finally:
            self.socket.settimeout(0)

    def wait_for(self, line: str) -> None:
        while line not in self.next():
            pass


@pytest.fixture(params=["file", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Systemd]:
    address = str(tmp_path / "notify") if request.param == "file" else f"@tallybox-{os.getpid()}"
    ear = Systemd(address)
    yield ear
    ear.socket.close()


@pytest.fixture
def watched(table: TableKit, systemd: Systemd) -> TableKit:
    """A table whose beats systemd hears of."""
    table.table.watchers.append(Alive(systemd.env, table.clock.now))
    return table


def test_the_box_is_ready_with_its_first_picture(watched: TableKit, systemd: Systemd) -> None:
    assert systemd.heard() == []
    watched.anabid()
    assert systemd.heard()[:3] == ["READY=1", "WATCHDOG=1", "STATUS=Ana: roll one white die"]
    watched.beat(3)
    assert systemd.heard() == []


def test_the_watchdog_is_fed_four_times_in_the_time_that_it_allows(
    watched: TableKit, systemd: Systemd
) -> None:
    watched.anabid()
    systemd.heard()
    end = watched.clock.now() + 10
    while watched.clock.now() < end:
        watched.beat()
    assert 7 <= systemd.heard().count("WATCHDOG=1") <= 8


def test_a_loop_that_turns_without_drawing_starves_the_watchdog(
    watched: TableKit, systemd: Systemd, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched.anabid()
    systemd.heard()
    monkeypatch.setattr(watched.table.face, "picture", lambda shown: None)
    for _ in range(100):
        watched.clock.advance(0.1)
        watched.beat()
    assert systemd.heard() == []


def test_the_status_is_what_the_screen_says(watched: TableKit, systemd: Systemd) -> None:
    watched.anabid().hold_dial()
    assert systemd.heard()[-1] == f"STATUS={watched.prompt.headline} (paused)"


def test_a_message_that_nobody_hears_stops_no_game(tmp_path: Path) -> None:
    notify("READY=1", {})
    notify("READY=1", {"NOTIFY_SOCKET": str(tmp_path / "nobody")})


# The whole command, as the unit starts it


@pytest.fixture
def real_box_env(home: Path, tmp_path: Path, systemd: Systemd) -> dict[str, str]:
    """The box without its parts: no pins, a folder as its camera, a screen that nobody sees."""
    (tmp_path / "pictures").mkdir()
    settings = tmp_path / "settings.toml"
    settings.write_text(
        '[panel]\nkind = "none"\n[sound]\non = false\n'
        f'[camera]\nkind = "folder"\nfolder = "{tmp_path / "pictures"}"\n'
    )
    plain = {"HOME": str(home), "PATH": os.environ["PATH"], "STATE_DIRECTORY": str(home / "games")}
    return plain | systemd.env | {"TALLYBOX_CONFIG": str(settings), "SDL_VIDEODRIVER": "dummy"}


COMMAND = [sys.executable, "-m", "appliance", "play", "--resume"]


@pytest.mark.parametrize("systemd", ["file"], indirect=True)
def test_a_box_that_systemd_stops_goes_in_order_and_lets_the_next_one_in(
    real_box_env: dict[str, str], systemd: Systemd
) -> None:
    with subprocess.Popen(COMMAND, env=real_box_env, stderr=subprocess.PIPE) as box:
        systemd.wait_for("STATUS=What shall we play?")
        second = subprocess.run(COMMAND, env=real_box_env, capture_output=True, text=True, check=False)
        assert second.returncode == Taken.exit_code
        assert f"another Tallybox plays here already, process {box.pid}." in second.stderr
        box.send_signal(signal.SIGTERM)
        systemd.wait_for("STOPPING=1")
        assert box.wait(60) == 0


# One box at a time


def test_a_second_box_says_who_has_the_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with alone(tmp_path / "state" / "tallybox"):
        assert main(["timer", "3s", "--virtual"]) == 75
    assert f"process {os.getpid()}. End that one first: sudo systemctl" in capsys.readouterr().err
    assert main(["timer", "1s", "--virtual"]) == 0


def test_a_lock_dies_with_its_holder(tmp_path: Path) -> None:
    code = "import sys, pathlib; from appliance.lock import alone\nwith alone(pathlib.Path(sys.argv[1])):"
    code += "\n    print('mine', flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", code, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == "mine\n"
        with pytest.raises(Taken, match=f"process {holder.pid}"), alone(tmp_path):
            pass
        holder.kill()
        holder.wait()
        with alone(tmp_path):
            assert (tmp_path / "lock").read_text() == f"{os.getpid()}\n"


def test_a_folder_that_cannot_be_written_stops_no_box(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with alone(tmp_path / "file"), alone(tmp_path / "file" / "folder"):
        pass


# Its start menu


@pytest.mark.parametrize("systemd", ["file"], indirect=True)
def test_leaving_the_start_menu_of_a_service_asks_for_the_switch(
    box: Box, systemd: Systemd, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Served(App):
        def __init__(self, box: Box, journal: Journal, lexicon: Lexicon) -> None:
            super().__init__(box, journal, lexicon)
            self.table.watchers.append(self._escape)
            self._pressed = False

        def _escape(self, table: Table) -> None:
            fingers = box.fingers
            assert fingers
            if table.prompt.headline == "What shall we play?":
                table.rig.events.put(KeyTyped(box.rig.clock.now(), "escape"))
            else:
                fingers.turn(1)
                fingers.push()

    monkeypatch.setattr(run_game, "App", Served)
    monkeypatch.setattr(run_game, "_box", lambda config, virtual, seed: box)
    monkeypatch.setenv("NOTIFY_SOCKET", systemd.env["NOTIFY_SOCKET"])
    before = signal.getsignal(signal.SIGTERM)
    assert main(["play"]) == SWITCH_OFF
    assert signal.getsignal(signal.SIGTERM) is before
    assert systemd.heard()[-1] == "STOPPING=1"
