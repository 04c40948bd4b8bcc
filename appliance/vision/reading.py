"""What the eye says of one frame: values only, and the JSON form that others build on."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Point = tuple[float, float]

LETTER_DICE, PIP_DICE, D12, TILES, BOARD, CARD = "letter-dice", "pip-dice", "d12", "tiles", "board", "card"
"""The kinds of objects that can be read."""

BOARD_SIZE = 15

SURE = 0.95
"""Probability of a symbol from which it is taken without asking."""


@dataclass(frozen=True)
class Symbol:
    """One symbol seen in the frame.

    `center` and `corners` are in pixels of the given image, the corners clockwise from the symbol's own
    upper left. `angle` is in degrees clockwise, 0 ≤ angle < 360, from the image's up to the symbol's up.
    `body` is the colour name of the die. `alternatives` are other symbols with their probability, best first.
    `place` is row and column on a board, or layout, row and column of a loose tile. `spot` is the middle in
    mm on the mat, from the mat's own middle, right and down; None where no mat is seen. `least` is the
    confidence from which its like is taken without asking.
    """

    symbol: str
    sure: bool
    confidence: float
    center: Point
    corners: tuple[Point, Point, Point, Point]
    angle: float
    body: str
    alternatives: tuple[tuple[str, float], ...] = ()
    place: tuple[int, ...] = ()
    spot: Point | None = None
    least: float = SURE


Said = tuple[tuple[Symbol, ...], tuple[str, ...]]
"""What is read: the symbols, and what was wrong in words."""


@dataclass(frozen=True)
class Reading:
    """All symbols of one frame of `width` x `height` pixels in reading order, and what was wrong."""

    kind: str
    width: int
    height: int
    ms: float
    items: tuple[Symbol, ...]
    problems: tuple[str, ...] = ()

    @property
    def sure(self) -> bool:
        """Whether every symbol is sure and nothing was wrong; only a board may have none."""
        seen = bool(self.items) or self.kind == BOARD
        return seen and not self.problems and all(item.sure for item in self.items)

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbols alone, in reading order."""
        return tuple(item.symbol for item in self.items)

    @property
    def rows(self) -> tuple[str, ...]:
        """A board's 15 rows as text: `.` empty, a letter, `?` a blank tile."""
        return _grid({(item.place[0], item.place[1]): item.symbol for item in self.items}, BOARD_SIZE)

    @property
    def layouts(self) -> tuple[tuple[str, ...], ...]:
        """Loose tiles as rows of text, a layout each; a tile that lies alone is a layout of its own."""
        grids: dict[int, dict[tuple[int, int], str]] = {}
        for item in self.items:
            number, row, column = item.place
            grids.setdefault(number, {})[row, column] = item.symbol
        return tuple(_grid(grid) for _, grid in sorted(grids.items()))

    def as_json(self, image: str) -> dict[str, Any]:
        """The reading as `tallybox read --json` prints it, an object an image."""
        said: dict[str, Any] = {
            "image": image,
            "kind": self.kind,
            "width": self.width,
            "height": self.height,
            "ms": round(self.ms, 1),
            "items": [_item(item) for item in self.items],
            "sure": self.sure,
            "problems": list(self.problems),
        }
        if self.kind == BOARD:
            said["rows"] = list(self.rows)
        elif self.kind == TILES:
            tiles = [sum(char != "." for row in rows for char in row) for rows in self.layouts]
            said["layouts"] = [
                {"rows": list(rows), "tiles": n} for rows, n in zip(self.layouts, tiles, strict=True)
            ]
        elif self.kind == CARD:
            said["text"] = "".join(self.symbols)
        return said


def _grid(symbols: Mapping[tuple[int, int], str], size: int = 0) -> tuple[str, ...]:
    """Rows of text from symbols by row and column, as large as needed or of `size` both ways."""
    rows = size or 1 + max((row for row, _ in symbols), default=-1)
    columns = size or 1 + max((column for _, column in symbols), default=-1)
    return tuple("".join(symbols.get((r, c), ".") for c in range(columns)) for r in range(rows))


def _item(item: Symbol) -> dict[str, Any]:
    return {
        "symbol": item.symbol,
        "sure": item.sure,
        "confidence": round(item.confidence, 4),
        "center": _point(item.center),
        "corners": [_point(corner) for corner in item.corners],
        "angle": round(item.angle, 1),
        "body": item.body,
        "alternatives": [[symbol, round(p, 4)] for symbol, p in item.alternatives],
    }


def _point(point: Point) -> list[float]:
    return [round(point[0], 1), round(point[1], 1)]
