"""What the eye says of one frame: values only, and the JSON form that others build on."""

from dataclasses import dataclass
from typing import Any

Point = tuple[float, float]


@dataclass(frozen=True)
class Symbol:
    """One symbol seen in the frame.

    `center` and `corners` are in pixels of the given image, the corners clockwise from the symbol's own
    upper left. `angle` is in degrees clockwise, 0 ≤ angle < 360, from the image's up to the symbol's up.
    `body` is the colour name of the die. `alternatives` are other symbols with their probability, best first.
    """

    symbol: str
    sure: bool
    confidence: float
    center: Point
    corners: tuple[Point, Point, Point, Point]
    angle: float
    body: str
    alternatives: tuple[tuple[str, float], ...] = ()


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
        """Whether every symbol is sure and nothing was wrong."""
        return bool(self.items) and not self.problems and all(item.sure for item in self.items)

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbols alone, in reading order."""
        return tuple(item.symbol for item in self.items)

    def as_json(self, image: str) -> dict[str, Any]:
        """The reading as `tallybox read --json` prints it, an object an image."""
        return {
            "image": image,
            "kind": self.kind,
            "width": self.width,
            "height": self.height,
            "ms": round(self.ms, 1),
            "items": [_item(item) for item in self.items],
            "sure": self.sure,
            "problems": list(self.problems),
        }


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
