"""Part dice that touch: every printed symbol within the object proposes a die, the network judges them."""

from dataclasses import dataclass
from math import degrees, dist

import cv2
import numpy as np

from appliance.vision.classify import evidence
from appliance.vision.locate import Array, Image
from appliance.vision.segment import Blob
from appliance.vision.straighten import D8_FACE, Patch, centred

_STROKE = 0.34  # widest stroke of a symbol, over the die's side
_JOIN = 0.07  # parts of a symbol nearer than twice this belong together
_APART = 0.72  # least distance of two dice's middles, over the side
_DEEP = 0.2  # least distance of a symbol's middle from the object's border, over the side
_NOTHING = 0.5
_SPILL = 1.0  # area of an outline over that of the top faces within, as measured for rows

WIDER = 1.17
"""Distance of an octahedron's opposite edges over the side of a cube of the same make."""

_MOST = 60  # proposals an object


@dataclass(frozen=True)
class _Proposal:
    patches: tuple[Patch, ...]
    score: float


@dataclass(frozen=True)
class Found:
    """One object that may be a die, under each shape that its outline allows; the likelier first."""

    patches: tuple[Patch, ...]


@dataclass(frozen=True)
class Parted:
    """The dice of one object; whether they account for all of it; how clear their symbols are, 0…1."""

    dice: tuple[Found, ...]
    whole: bool
    trust: float


def part(image: Image, blob: Blob, side: float) -> Parted:
    """The dice within an object, as far as the network sees symbols on them.

    `side` is the side of a cube in pixels, of an octahedron about the distance of its opposite edges.
    """
    proposals = [_shapes(image, x, y, side) for x, y in _symbols(image, blob, side)[:_MOST]]
    flat = [patch for shapes in proposals for patch in shapes]
    answers = iter(evidence(image, flat))
    judged = []
    for shapes in proposals:
        scored = [(_score(next(answers)), patch) for patch in shapes]
        best = max(score for score, _ in scored)
        keep = tuple(p for score, p in sorted(scored, key=lambda pair: -pair[0]) if score > best - 0.5)
        judged.append(_Proposal(keep, best))
    chosen: list[_Proposal] = []
    for proposal in sorted(judged, key=lambda one: -one.score):
        if proposal.score > _NOTHING and all(_apart(proposal, other, side) for other in chosen):
            chosen.append(proposal)
    covered = sum(_area(proposal.patches[0]) for proposal in chosen)
    whole = bool(chosen) and abs(blob.area - _SPILL * covered) < 0.5 * side**2
    trust = sum(proposal.score for proposal in chosen) / max(1, len(chosen))
    return Parted(tuple(Found(proposal.patches) for proposal in chosen), whole, trust)


def _symbols(image: Image, blob: Blob, side: float) -> list[tuple[float, float]]:
    """Middles of what may be printed symbols inside the object: dark on light, or light on dark."""
    x, y, w, h = cv2.boundingRect(blob.outline.astype(np.int32))
    x, y = max(0, x), max(0, y)
    window = image[y : y + h, x : x + w]
    inside = np.zeros(window.shape[:2], np.uint8)
    cv2.fillPoly(inside, [(blob.outline - [x, y]).astype(np.int32)], 255)
    grey = cv2.GaussianBlur(cv2.cvtColor(window, cv2.COLOR_BGR2GRAY), (0, 0), max(0.6, side / 60))
    reach = max(3, round(side * _STROKE) | 1)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    border = blob.outline.astype(np.float32)[:, None]
    spots: list[tuple[float, float]] = []
    for operation in (cv2.MORPH_BLACKHAT, cv2.MORPH_TOPHAT):
        marks = cv2.morphologyEx(grey, operation, kernel)
        marks[inside == 0] = 0
        values = marks[inside > 0]
        level = max(20.0, 0.45 * float(np.percentile(values, 97))) if values.size else 255.0
        mask = np.asarray(marks > level, np.uint8)
        # Joined, the parts of Qu and of underlined letters come together; unjoined, others stay off seams.
        for join in (1, max(1, round(side * _JOIN)) * 2 + 1):
            for a, b in _middles(mask, join, side):
                spot = (x + a, y + b)
                deep = cv2.pointPolygonTest(border, spot, True)
                if all(dist(spot, other) > 0.08 * side for other in spots) and deep > _DEEP * side:
                    spots.append(spot)
    return spots


def _middles(mask: Image, join: int, side: float) -> list[tuple[float, float]]:
    """Middles of the connected marks that are about as large as a symbol."""
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((join, join), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(np.asarray(closed, np.uint8), connectivity=8)
    return [
        (a + (wide - 1) / 2, b + (high - 1) / 2)
        for a, b, wide, high, area in stats[1:].tolist()
        if 0.25 * side < max(wide, high) < 1.05 * side and area > 0.015 * side**2
    ]


def _shapes(image: Image, x: float, y: float, side: float) -> list[Patch]:
    cube, octahedron = (_direction(image, x, y, side, fold) for fold in (4, 6))
    patches = [
        Patch(6, x, y, cube % 90, side),
        Patch(8, x, y, (octahedron + 90) % 60, side * WIDER * D8_FACE),
    ]
    return [centred(image, patch) for patch in patches]


def _direction(image: Image, x: float, y: float, side: float, fold: int) -> float:
    """Direction in degrees that most edges around the point share, up to a turn of 360 / fold."""
    reach = round(0.85 * side)
    x0, y0 = max(0, round(x) - reach), max(0, round(y) - reach)
    window = image[y0 : round(y) + reach + 1, x0 : round(x) + reach + 1]
    grey = cv2.GaussianBlur(cv2.cvtColor(window, cv2.COLOR_BGR2GRAY), (0, 0), max(0.8, side / 40)).astype(
        np.float32
    )
    dx, dy = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    rows, columns = np.mgrid[0 : grey.shape[0], 0 : grey.shape[1]]
    away = np.hypot(columns + x0 - x, rows + y0 - y) / side
    ring = np.exp(-(((away - 0.5) / 0.14) ** 2))
    turn: Array = np.arctan2(dy, dx).astype(np.float64)
    total = (ring * np.hypot(dx, dy) * np.exp(1j * fold * turn)).sum()
    # Edges run across the gradient: a quarter turn, which for fold 6 is not a whole number of its steps.
    return degrees(float(np.angle(total)) / fold) + 90


def _score(answer: Array) -> float:
    """How much one symbol under one turn stands out."""
    return float(np.exp(answer[:-1]).sum(axis=0).max())


def _apart(one: _Proposal, other: _Proposal, side: float) -> bool:
    a, b = one.patches[0], other.patches[0]
    return float(np.hypot(a.x - b.x, a.y - b.y)) > _APART * side


def _area(patch: Patch) -> float:
    return patch.extent**2 * (1.0 if patch.sides == 6 else 0.866)
