"""Read the twelve-sided number die on any ground: 4 to 7, Pass, or a star."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from appliance.vision import bodies, health
from appliance.vision.dice import NO_DICE, ODD, SURE
from appliance.vision.finder import NUMBER, Sighted, flat, sighted, spot
from appliance.vision.frames import bounded, in_reading_order, mapped, point, reading
from appliance.vision.locate import Array, Image, Plane, cut_off, locate
from appliance.vision.nets import net
from appliance.vision.pose import guesses
from appliance.vision.reading import D12, Reading, Symbol
from appliance.vision.straighten import Patch, angle_in_frame, body_colour, corners, cut, ink

SYMBOLS = ("4", "5", "6", "7", "Pass", "*")
"""What the die may show (rule AS-2)."""

TURNS = 12
"""Turns of a face that are tried: its five corners are too faint to tell which way is up."""

FACE = 0.526
"""Width of the circle within the top pentagon, over the distance of the outline's opposite edges."""

ONE = "more than one number die lies there"

_MARGIN = 1.3
_HEIGHT = 0.85  # of the die, over the outline's width
_TEMPERATURE = 1.0
_NONE = 0.92  # of being no such die, up to which it is worth a question: in training far more were none
_FLAT = 0.34  # score of the witness from which the die does not lean
_PLAIN = 0.5  # score of the finder from which a thing that shows no known symbol is worth a word

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class _Seen:
    """A die with the probabilities of its symbols, the last one of being none, and the symbol's turn."""

    found: Sighted
    symbols: Floats
    angle: float
    body: str
    sharp: float


class D12Reader:
    """Reads the number die in a frame."""

    def read(self, frame: Image) -> Reading:
        """What lies in the frame (height x width x 3, blue-green-red, uint8); `BadValue` for other arrays."""
        return reading(D12, frame, _read)


def _read(frame: Image) -> tuple[tuple[Symbol, ...], tuple[str, ...]]:
    small, factor = bounded(frame)
    plane = locate(small)
    to_frame = np.diag([factor, factor, 1.0]) @ plane.to_frame
    problems = cut_off(plane)
    seen = [_seen(plane, some[0].die) for some in guesses(plane, sighted(plane, NUMBER), NUMBER)]
    if any(one.symbols[-1] > _NONE and one.found.score > _PLAIN for one in seen):
        problems.append(ODD)
    seen = [one for one in seen if one.symbols[-1] < _NONE]
    if not seen:
        return (), (*problems, NO_DICE)
    witness = [one for one in flat(plane) if one.score > _FLAT]
    items = [_symbol(one, plane, to_frame) for one in seen]
    items = [
        item if any(_same(one.found, other) for other in witness) else replace(item, sure=False)
        for item, one in zip(items, seen, strict=True)
    ]
    if len(items) > 1:
        problems.append(ONE)
    if np.median([one.sharp for one in seen]) < health.SHARP and not all(item.sure for item in items):
        problems.append(health.BLURRED)
    return in_reading_order(items), tuple(problems)


def _same(one: Sighted, other: Sighted) -> bool:
    return float(np.hypot(one.x - other.x, one.y - other.y)) < one.side / 2


def _seen(plane: Plane, one: Sighted) -> _Seen:
    patch = Patch(6, one.x, one.y, 0.0, one.side * FACE)
    table, p = _read_face(plane.image, patch)
    best = int(p[:-1].argmax())
    face = cut(plane.image, patch, 0, margin=1.2)
    body = bodies.name(body_colour(face), balanced=plane.has_mat)
    return _Seen(one, p, _between(table[:, best]), body, health.sharpness(ink(face)))


def _read_face(image: Image, patch: Patch) -> tuple[Floats, Floats]:
    """The network's answers to all turns, and the probabilities of the symbols and of nothing."""
    table = _answers(number_inks(image, patch)) / _TEMPERATURE
    raw = _over_turns(table)
    p = np.exp(raw - raw.max())
    return table, np.asarray(p / p.sum(), np.float64)


def number_inks(image: Image, patch: Patch) -> list[Image]:
    """The ink of the face under every turn, from the patch's own angle on clockwise."""
    step = 360 / TURNS
    some = [
        ink(cut(image, Patch(6, patch.x, patch.y, patch.angle + step * k, patch.width), 0, margin=_MARGIN))
        for k in range(TURNS // 4)
    ]
    # Quarter turns of a crop need no new sampling.
    return [np.rot90(some[turn % len(some)], turn // len(some)) for turn in range(TURNS)]


def _answers(crops: list[Image]) -> Floats:
    reader = net("numbers")
    reader.setInput(np.stack(crops).astype(np.float32)[:, None] / 255)
    return np.asarray(reader.forward(), np.float64).reshape(len(crops), len(SYMBOLS) + 1)


def _over_turns(table: Floats) -> Floats:
    """One answer a symbol of the answers to all turns: the turn does not matter."""
    top = table.max(axis=0)
    raw = top + np.log(np.exp(table - top).mean(axis=0))
    raw[-1] = table[:, -1].mean()
    return np.asarray(raw, np.float64)


def _between(answers: Floats) -> float:
    """The symbol's turn in degrees clockwise: the best of those tried, moved towards the better neighbour."""
    best = int(answers.argmax())
    before, here, after = (float(answers[(best + k) % TURNS]) for k in (-1, 0, 1))
    bend = before - 2 * here + after
    shift = 0.5 * (before - after) / bend if bend < -1e-9 else 0.0
    return (best + shift) * 360 / TURNS % 360


def _symbol(seen: _Seen, plane: Plane, to_frame: Array) -> Symbol:
    one, row = seen.found, seen.symbols[:-1]
    best = np.argsort(-row, kind="stable")
    confidence = float(row[best[0]]) * min(1.0, 0.8 + 0.5 * one.score)
    points = mapped(corners(Patch(6, one.x, one.y, seen.angle, one.side), 0), to_frame)
    height = _HEIGHT * one.side / plane.scale if plane.scale else 0.0
    return Symbol(
        symbol=SYMBOLS[best[0]],
        sure=confidence >= SURE,
        confidence=confidence,
        center=point(mapped(np.array([[one.x, one.y]]), to_frame)[0]),
        corners=(point(points[0]), point(points[1]), point(points[2]), point(points[3])),
        angle=angle_in_frame(points),
        body=seen.body,
        alternatives=tuple((SYMBOLS[i], float(row[i])) for i in best[1:4] if row[i] > 5e-4),
        spot=spot(plane, one.x, one.y, height),
    )
