"""Whether the eye is right as often as it says: a diagram and its figures."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from benchmarks.tables import share

Trusted = Sequence[tuple[float, bool]]
"""How sure the eye was of each symbol (0…1), and whether it was right."""

EDGES = (0.0, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 1.0)
_SIDE, _RIM = 360, 44
_DOCS = Path(__file__).parent.parent / "docs"


def table(trusted: Trusted) -> list[str]:
    """A line for each span of confidence: how many symbols, how sure on average, how many right."""
    lines = ["| said to be sure | symbols | on average | right |", "| --- | --- | --- | --- |"]
    for low, high, some in _spans(trusted):
        mean = sum(sure for sure, _ in some) / len(some)
        right = sum(good for _, good in some)
        lines.append(f"| {low:.1%} to {high:.1%} | {len(some)} | {mean:.2%} | {share(right, len(some))} |")
    return lines


def draw(trusted: Trusted, name: str) -> str:
    """Write the diagram as docs/NAME.svg and return the line that shows it."""
    points = []
    for _, _, some in _spans(trusted):
        mean = sum(sure for sure, _ in some) / len(some)
        points.append((mean, sum(good for _, good in some) / len(some), len(some)))
    (_DOCS / f"{name}.svg").write_text(_svg(points), "utf-8")
    return f"![how often the eye is right, over how sure it says to be]({name}.svg)"


def _spans(trusted: Trusted) -> list[tuple[float, float, list[tuple[float, bool]]]]:
    spans = []
    for low, high in pairwise(EDGES):
        some = [(sure, good) for sure, good in trusted if low <= sure < high or sure == high == 1.0]
        if some:
            spans.append((low, high, some))
    return spans


def _svg(points: Sequence[tuple[float, float, int]]) -> str:
    """A square with the diagonal, a ring for each span, larger where there are more symbols."""

    def at(x: float, y: float) -> tuple[float, float]:
        return _RIM + x * _SIDE, _RIM + (1 - y) * _SIDE

    whole = _SIDE + 2 * _RIM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" font-family="sans-serif" '
        'font-size="12">',
        f'<rect width="{whole}" height="{whole}" fill="white"/>',
        f'<rect x="{_RIM}" y="{_RIM}" width="{_SIDE}" height="{_SIDE}" fill="none" stroke="#888"/>',
        f'<path d="M{_RIM} {_RIM + _SIDE}L{_RIM + _SIDE} {_RIM}" stroke="#bbb" stroke-dasharray="4 4"/>',
    ]
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        x, y = at(tick, tick)
        parts.append(f'<text x="{x:.0f}" y="{whole - 26}" text-anchor="middle">{tick:.0%}</text>')
        parts.append(f'<text x="{_RIM - 6}" y="{y + 4:.0f}" text-anchor="end">{tick:.0%}</text>')
    ring = "M" + "L".join("{:.1f} {:.1f}".format(*at(x, y)) for x, y, _ in points)
    parts.append(f'<path d="{ring}" fill="none" stroke="#1769aa" stroke-width="2"/>')
    most = max((count for _, _, count in points), default=1)
    for x, y, count in points:
        cx, cy = at(x, y)
        radius = 3 + 6 * (count / most) ** 0.5
        parts.append(f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="{radius:.1f}" fill="#1769aa"/>')
    middle = whole / 2
    parts.append(f'<text x="{middle:.0f}" y="{whole - 6}" text-anchor="middle">how sure it says to be</text>')
    parts.append(
        f'<text x="12" y="{middle:.0f}" text-anchor="middle" transform="rotate(-90 12 {middle:.0f})">'
        "how often it is right</text>"
    )
    return "\n".join([*parts, "</svg>", ""])
