"""Draws hardware/wiring.svg: the header's 40 pins, the two drivers and one circuit of each kind.

`python -m tools.wiring_svg` draws the default pins; `--mine FILE.svg` those of this machine's settings.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from xml.sax.saxutils import escape

from appliance.config import Config, PanelSettings
from appliance.drivers.clock import ManualClock
from appliance.drivers.mock_pins import mock_factory

FILE = Path(__file__).resolve().parents[1] / "hardware" / "wiring.svg"

POWER = {
    1: "3.3 V",
    17: "3.3 V",
    2: "5 V",
    4: "5 V",
    **dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), "ground"),
}
"""What the pins of the header have that are no GPIO."""

UNUSED = {27: "ID_SD: leave free", 28: "ID_SC: leave free"}

COLOURS = {
    "buttons": "#2f6fb5",
    "lamps": "#b86a00",
    "dial": "#2b7d4f",
    "bid_bar": "#a23b72",
    "play_bar": "#7a4fb0",
    "buzzer": "#8a6d1f",
}
_INK, _FAINT, _PAPER = "#222", "#888", "#fff"
_ROW, _TOP, _MIDDLE = 26, 70, 420
_CHIP_TOP, _WIDE = _TOP + 21 * _ROW + 60, 1000
_HIGH = _CHIP_TOP + 9 * 30 + 330

Wired = Mapping[str, int]


def places() -> dict[int, int]:
    """For each pin of the header that is a GPIO, its number."""
    board = mock_factory(ManualClock()).board_info
    found = {gpio: board.find_pin(f"GPIO{gpio}") for gpio in range(2, 28)}
    return {pin.number: gpio for gpio, [(_, pin)] in found.items()}


def drivers(wired: Wired) -> list[list[str]]:
    """Which part each of the eight inputs of the two ULN2803A has, "" for none."""
    first = [*(f"lamps {n}" for n in range(1, 8)), "buzzer"]
    second = [f"{bar} {n}" for bar in ("bid_bar", "play_bar") for n in range(1, 5)]
    return [[part if part in wired else "" for part in chip] for chip in (first, second)]


def named(part: str) -> str:
    """A part as people call it: `lamp 3`, `bid LED 1`, `dial A`."""
    kind, _, number = part.partition(" ")
    names = {"buttons": "button", "lamps": "lamp", "bid_bar": "bid LED", "play_bar": "play LED"}
    named = {"dial_a": "dial A", "dial_b": "dial B", "dial_push": "dial push"}.get(
        kind, names.get(kind, kind)
    )
    return f"{named} {number}".strip()


def colour(part: str) -> str:
    """The colour of a part's kind."""
    return next(shade for kind, shade in COLOURS.items() if part.startswith(kind))


def drawing(panel: PanelSettings) -> str:
    """The whole drawing."""
    wired = dict(panel.wired(dict(panel)))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {_HIGH}" '
        'font-family="sans-serif" font-size="14">',
        f'<rect width="{_WIDE}" height="{_HIGH}" fill="{_PAPER}"/>',
        _text(_WIDE / 2, 34, "The 40-pin header, seen from above, the USB sockets below", size=19),
        *_header(wired),
        *_chips(wired),
        *_circuits(_CHIP_TOP + 9 * 30 + 50),
        "</svg>",
        "",
    ]
    return "\n".join(lines)


def _text(x: float, y: float, words: str, anchor: str = "middle", fill: str = _INK, size: int = 14) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{fill}" font-size="{size}">'
        f"{escape(words)}</text>"
    )


def _line(*points: tuple[float, float], stroke: str = _INK, width: float = 2) -> str:
    path = " ".join(f"{x:g},{y:g}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{stroke}" stroke-width="{width:g}"/>'


def _box(x: float, y: float, w: float, h: float, fill: str = _PAPER, edge: str = _INK) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="4" fill="{fill}" '
        f'stroke="{edge}" stroke-width="2"/>'
    )


# The header


def _header(wired: Wired) -> Iterator[str]:
    """Odd pins at the left, even ones at the right, each with its wire outward."""
    parts = {pin: part for part, pin in wired.items()}
    gpios = places()
    yield _box(_MIDDLE + 30, _TOP - 12, 100, 20 * _ROW + 14, fill="#eee")
    for pin in range(1, 41):
        left = pin % 2 == 1
        x, y = _MIDDLE + (58 if left else 102), _TOP + (pin - 1) // 2 * _ROW + 8
        out, end = (-1, "end") if left else (1, "start")
        part = parts.get(gpios.get(pin, -1), "")
        shade = colour(part) if part else _FAINT
        yield f'<circle cx="{x}" cy="{y}" r="10" fill="{shade}"/>'
        yield _text(x, y + 4, str(pin), fill=_PAPER, size=11)
        if pin in gpios:
            words = f"GPIO{gpios[pin]}: {named(part)}" if part else f"GPIO{gpios[pin]}: free"
            words += _where(part, wired)
        else:
            words = POWER.get(pin) or UNUSED[pin]
        if part or pin in POWER:
            yield _line((x + 10 * out, y), (x + 58 * out, y), stroke=shade)
        yield _text(x + 64 * out, y + 5, words, anchor=end, fill=shade if part else _INK)


def _where(part: str, wired: Wired) -> str:
    """Where a part's wire ends, if it is at a driver: its chip and chip pin."""
    for number, chip in enumerate(drivers(wired), 1):
        if part and part in chip:
            return f" to driver {number}, pin {chip.index(part) + 1}"
    return ""


# The drivers


def _chips(wired: Wired) -> Iterator[str]:
    for number, chip in enumerate(drivers(wired)):
        x, y = 150 + number * 480, _CHIP_TOP
        yield _text(x + 110, y - 14, f"Driver {number + 1}: ULN2803A", size=17)
        yield _box(x, y, 220, 9 * 30, fill="#eee")
        yield f'<path d="M{x + 95} {y} a15 15 0 0 0 30 0" fill="{_PAPER}" stroke="{_INK}" stroke-width="2"/>'
        for row, part in enumerate(chip):
            yield from _channel(x, y + row * 30 + 20, row, part, wired)
        foot = y + 8 * 30 + 20
        yield from _end(
            x, foot, "9", "ground", "10 COM", "+5 V (12 V with 12 V lamps)" if not number else "+5 V"
        )


def _channel(x: float, y: float, row: int, part: str, wired: Wired) -> Iterator[str]:
    shade = colour(part) if part else _FAINT
    yield _line((x - 20, y), (x, y), stroke=shade)
    yield _line((x + 220, y), (x + 240, y), stroke=shade)
    yield _text(x - 26, y + 5, f"GPIO{wired[part]}" if part else "free", anchor="end", fill=shade)
    yield _text(x + 246, y + 5, f"{named(part)} −" if part else "free", anchor="start", fill=shade)
    yield _text(x + 10, y + 5, f"{row + 1}", anchor="start")
    yield _text(x + 210, y + 5, f"{18 - row}", anchor="end")


def _end(x: float, y: float, left: str, to_left: str, right: str, to_right: str) -> Iterator[str]:
    yield _line((x - 20, y), (x, y))
    yield _line((x + 220, y), (x + 240, y))
    yield _text(x - 26, y + 5, to_left, anchor="end")
    yield _text(x + 246, y + 5, to_right.replace(" (12 V with 12 V lamps)", ""), anchor="start")
    yield _text(x + 10, y + 5, left, anchor="start")
    yield _text(x + 210, y + 5, right, anchor="end")


# One circuit of each kind


def _circuits(top: float) -> Iterator[str]:
    rows = (
        ("A button, or a contact of the dial", ("GPIO", "330 Ω (long wires)", "switch", "ground"), "buttons"),
        ("A lamp with its own resistor", ("+5 V", "lamp", "driver's output", "ground (chip)"), "lamps"),
        ("A LED of a bar", ("+5 V", "220 Ω", "LED", "driver's output"), "bid_bar"),
        ("A passive piezo", ("+5 V", "piezo, 1 kΩ across it", "driver's output", "ground (chip)"), "buzzer"),
    )
    for row, (title, chain, kind) in enumerate(rows):
        y = top + row * 62
        yield _text(60, y + 5, title, anchor="start")
        for n, words in enumerate(chain):
            x = 330 + n * 168
            if n:
                yield _line((x - 18, y), (x, y), stroke=COLOURS[kind])
            yield _box(x, y - 18, 150, 36, edge=COLOURS[kind])
            yield _text(x + 75, y + 5, words, size=13)


def main() -> None:
    """Write the drawing of the default pins, or of one's own."""
    if len(sys.argv) == 3 and sys.argv[1] == "--mine":
        Path(sys.argv[2]).write_text(drawing(Config.load().panel), "utf-8")
    else:
        FILE.write_text(drawing(PanelSettings()), "utf-8")


if __name__ == "__main__":
    main()
