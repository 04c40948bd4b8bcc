"""What is written about the box's hardware agrees with what the software does."""

import math
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from appliance.config import Config, PanelSettings
from appliance.drivers.clock import ManualClock
from appliance.drivers.mock_pins import mock_factory
from tools import camera_heights, wiring_svg

ROOT = Path(__file__).parent.parent
UNIT = ROOT / "systemd" / "tallybox.service"


def page() -> str:
    return (ROOT / "hardware" / "wiring.md").read_text("utf-8")


def table() -> dict[str, tuple[int, int]]:
    """The wiring page's parts, each with its GPIO number and its place on the header."""
    rows = re.findall(r"^\| ([\w ]+) \| GPIO(\d+) \| (\d+) \|", page(), re.MULTILINE)
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


# The drawing


def test_the_drawing_is_that_of_the_default_pins() -> None:
    assert wiring_svg.FILE.read_text("utf-8") == wiring_svg.drawing(PanelSettings())


def test_the_drawing_has_every_part_at_its_place() -> None:
    drawn = ElementTree.fromstring(wiring_svg.drawing(PanelSettings()))
    words = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    for part, (gpio, _) in table().items():
        label = f"GPIO{gpio}: {wiring_svg.named(part)}"
        assert sum((word or "").startswith(label) for word in words) == 1, part
    assert "GPIO17: lamp 3 to driver 1, pin 3" in words


def test_ones_own_pins_are_drawn_and_absent_parts_left_free() -> None:
    mine = PanelSettings(lamps=(12, 16, 26), play_bar=(), buzzer=None)
    drawn = wiring_svg.drawing(mine)
    assert "GPIO26: lamp 3" in drawn
    assert "GPIO13: free" in drawn
    assert "play LED" not in drawn


def test_all_that_needs_current_has_an_input_of_a_driver() -> None:
    panel = Config().panel
    wired = dict(panel.wired(dict(panel)))
    driven = [part for chip in wiring_svg.drivers(wired) for part in chip]
    assert sorted(driven) == sorted(part for part in wired if not part.startswith(("buttons", "dial")))
    said = dict(re.findall(r"^\| ([\w ]+) \| GPIO.*\| (.*) \|$", page(), re.MULTILINE))
    for number, chip in enumerate(wiring_svg.drivers(wired), 1):
        assert all(said[part].endswith(f"through driver {number}") for part in chip)


def test_the_parts_list_has_as_many_as_there_are_pins() -> None:
    panel = Config().panel
    leds = len(panel.bid_bar) + len(panel.play_bar)
    counts = {
        "arcade button": len(panel.buttons),
        "resistor 220 Ω": leds,
        "resistor 330 Ω": len(panel.buttons) + 3,
        "ULN2803A": len(wiring_svg.drivers({})),
    }
    for part, count in counts.items():
        assert re.search(rf"^\| {count} \| {part}", page(), re.MULTILINE), part
    assert f"| {len(panel.bid_bar)} + {len(panel.play_bar)} | LED" in page()


# The camera's height and the lamps


def test_the_tables_and_the_arm_are_as_the_formulas_have_them() -> None:
    assert camera_heights.page_with(page()) == page()
    assert camera_heights.ARM.read_text("utf-8") == camera_heights.arm()


def test_from_the_heights_said_all_of_the_area_is_seen() -> None:
    """By the rays at the picture's corners: an angle of view reaches half of it to each side."""
    rows = re.findall(r"\((\d+\.?\d*)° × (\d+\.?\d*)°\) \| (.+) \|$", page(), re.MULTILINE)
    assert len(rows) == len(camera_heights.CAMERAS)
    for across, down, cells in rows:
        for cell, (_, width, depth) in zip(cells.split(" | "), camera_heights.AREAS, strict=True):
            high, die, tile = map(int, re.findall(r"(\d+) cm: die (\d+), tile (\d+)", cell)[0])
            reach = [high * 10 * math.tan(math.radians(float(angle) / 2)) for angle in (across, down)]
            shown = min(reach[0], reach[1] * 4 / 3)  # half the width that is left of a wider picture
            assert shown >= width / 2
            assert shown * 3 / 4 >= depth / 2
            assert shown < width / 2 * 1.06  # and not much more: whole cm
            assert die == round(16 * 640 / shown)
            assert tile == round(19 * 640 / shown)


def test_the_mirror_image_of_a_lamp_is_off_the_mat() -> None:
    rows = re.findall(r"^\| (\d+) cm \| (\d+) cm \| (\d+)% \| (\d+)% \|$", page(), re.MULTILINE)
    assert len(rows) == len(camera_heights.LAMPS)
    for lamp, away, one, two in (map(int, row) for row in rows):
        # The ray down from the lamp and the one up to the camera have the same slope.
        mirror = next(x / 10 for x in range(10_000) if (x / 10) * lamp >= (away - x / 10) * 50)
        assert mirror >= 22
        assert one < 50 < two


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
