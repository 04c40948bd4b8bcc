"""What is written about the box's hardware agrees with what the software does."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from appliance.config import Config
from appliance.drivers.clock import ManualClock
from appliance.drivers.mock_pins import mock_factory

ROOT = Path(__file__).parent.parent
UNIT = ROOT / "systemd" / "tallybox.service"


def table() -> dict[str, tuple[int, int]]:
    """The wiring page's parts, each with its GPIO number and its place on the header."""
    text = (ROOT / "hardware" / "wiring.md").read_text("utf-8")
    rows = re.findall(r"^\| ([\w ]+) \| GPIO(\d+) \| (\d+) \|", text, re.MULTILINE)
    return {part: (int(gpio), int(place)) for part, gpio, place in rows}


def test_the_wiring_page_says_the_default_pins() -> None:
    panel = Config().panel
    assert {part: gpio for part, (gpio, _) in table().items()} == dict(panel.wired(dict(panel)))


def test_the_wiring_page_says_their_places_on_the_header() -> None:
    board = mock_factory(ManualClock()).board_info
    for gpio, place in table().values():
        [(_, pin)] = board.find_pin(f"GPIO{gpio}")
        assert pin.number == place


def test_nothing_lights_before_the_box_starts() -> None:
    """A Pi pulls GPIO2 to GPIO8 up and the others down until somebody says otherwise."""
    panel = Config().panel
    inputs = ("buttons", "dial")
    outputs = [pin for part, pin in panel.wired(dict(panel)) if not part.startswith(inputs)]
    assert min(outputs) > 8


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    text = UNIT.read_text("utf-8")
    text = re.sub(r"^ExecStart=.*$", "ExecStart=/bin/true", text, flags=re.MULTILINE)
    text = re.sub(r"^User=.*\n|^SupplementaryGroups=.*\n", "", text, flags=re.MULTILINE)
    copy = tmp_path / "tallybox.service"
    copy.write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(copy)], capture_output=True, text=True, check=False
    )
    # An unknown key is only a line on stderr, with exit code 0.
    about_it = [line for line in done.stderr.splitlines() if "tallybox" in line]
    assert about_it == []


def test_the_unit_gives_lgpio_a_folder_and_the_games_a_home() -> None:
    text = UNIT.read_text("utf-8")
    for line in (
        "StateDirectory=tallybox",
        "LG_WD=/run/tallybox",
        "Restart=always",
        "DeviceAllow=char-gpiochip rw",
    ):
        assert line in text
    assert re.search(r"^SupplementaryGroups=gpio video render input", text, re.MULTILINE)
