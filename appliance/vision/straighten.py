"""Turn the top face of a die upright: its outline's edges give the angle, its ink the middle."""

from dataclasses import dataclass
from math import atan2, cos, degrees, radians, sin, tau

import cv2
import numpy as np
import numpy.typing as npt

from appliance.vision.locate import Array, Image

CROP = 32
"""Side in pixels of the upright crops that the network reads."""

MARGIN = 1.12
"""Side of a crop over the width of the printed face (the square, or the circle within the triangle)."""

D8_FACE = 0.577
"""Width of the circle within an octahedron's face, over the distance of opposite edges of its outline."""


@dataclass(frozen=True)
class Patch:
    """A top face to read, in pixels of the plane.

    `angle` (degrees clockwise) is one of the `sides`-dependent turns that the symbol may have: quarter turns
    for 6, sixths for 8; `width` is the width of the face; `square` and `hexagon` tell how much the outline
    looks like either, 0…1.
    """

    sides: int
    x: float
    y: float
    angle: float
    width: float
    square: float = 1.0
    hexagon: float = 0.0

    @property
    def extent(self) -> float:
        """Distance of the die's opposite edges seen from above, in pixels."""
        return self.width if self.sides == 6 else self.width / D8_FACE

    @property
    def turns(self) -> int:
        """How many turns have to be tried."""
        return 4 if self.sides == 6 else 6

    def turned(self, turn: int) -> float:
        """The angle of that turn, in degrees clockwise, 0 ≤ angle < 360."""
        return (self.angle + 360.0 / self.turns * turn) % 360


def patches(hull: Array) -> list[Patch]:
    """What the convex outline may be: a cube, an octahedron, or both where it is unclear; likelier first."""
    square, square_angle = _harmony(hull, 4)
    hexagon, hexagon_angle = _harmony(hull, 6)
    answers = []
    if square > 0.6 * hexagon:
        answers.append(_patch(hull, 6, square_angle, square, hexagon))
    if hexagon > 0.6 * square:
        answers.append(_patch(hull, 8, hexagon_angle, square, hexagon))
    return sorted(answers, key=lambda p: -(p.square if p.sides == 6 else p.hexagon))


def _harmony(hull: Array, fold: int) -> tuple[float, float]:
    """How much the edges agree with a regular figure of `fold` sides, 0…1, and the direction of its edges."""
    edges = np.roll(hull, -1, axis=0) - hull
    length = np.linalg.norm(edges, axis=1)
    angle = np.arctan2(edges[:, 1], edges[:, 0])
    # Squared lengths: the long straight edges decide, not the many short ones around a rounded corner.
    weight = length**2
    total = (weight * np.exp(1j * fold * angle)).sum() / max(1e-9, weight.sum())
    return float(abs(total)), degrees(float(np.angle(total)) / fold)


def _patch(hull: Array, sides: int, angle: float, square: float, hexagon: float) -> Patch:
    a = radians(angle)
    # Across opposite edges.
    axes = [a, a + tau / 4] if sides == 6 else [a + tau / 4 + k * tau / 6 for k in range(3)]
    spans, middle = [], hull.mean(axis=0)
    for axis in axes:
        along = hull @ np.array([cos(axis), sin(axis)])
        spans.append((float(along.max() - along.min()), float(along.max() + along.min()) / 2, axis))
    if sides == 6:
        way = np.array([[cos(t), sin(t)] for _, _, t in spans])
        middle = np.linalg.solve(way, np.array([m for _, m, _ in spans]))
        width = min(s for s, _, _ in spans)
    else:
        way = np.array([[cos(t), sin(t)] for _, _, t in spans])
        middle = np.linalg.lstsq(way, np.array([m for _, m, _ in spans]), rcond=None)[0]
        width = float(np.median([s for s, _, _ in spans])) * D8_FACE
    # A symbol on an octahedron stands with its head to a corner of the hexagon: across an edge's normal.
    up = degrees(a) if sides == 6 else degrees(a) + 90
    return Patch(
        sides, float(middle[0]), float(middle[1]), up % (90 if sides == 6 else 60), width, square, hexagon
    )


def cut(image: Image, patch: Patch, turn: int, *, size: int = CROP, margin: float = MARGIN) -> Image:
    """The face upright under that turn, size x size x 3."""
    place = _to_plane(patch, turn, size, margin)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    shrink = patch.width * margin / size
    source = image
    if shrink > 2:
        # Plain interpolation would skip pixels of large dice: average a neighbourhood first.
        reach = patch.width * margin
        x0, y0 = max(0, int(patch.x - reach)), max(0, int(patch.y - reach))
        x1, y1 = int(patch.x + reach) + 1, int(patch.y + reach) + 1
        box = max(1, round(shrink * 0.7))
        part = image[y0:y1, x0:x1]
        if part.size:
            source = np.asarray(cv2.blur(part, (box, box)), np.uint8)
            place = np.array([[1, 0, -x0], [0, 1, -y0]], float) @ np.vstack([place, [0, 0, 1]])
    return np.asarray(
        cv2.warpAffine(source, place, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _to_plane(patch: Patch, turn: int, size: int, margin: float) -> Array:
    """The 2 x 3 affine map from crop pixels to plane pixels."""
    a = radians(patch.turned(turn))
    step = patch.width * margin / size
    linear = step * np.array([[cos(a), -sin(a)], [sin(a), cos(a)]])
    offset = np.array([patch.x, patch.y]) - linear @ np.full(2, (size - 1) / 2)
    return np.column_stack([linear, offset])


def ink(crop: Image) -> Image:
    """How much each pixel differs from the die's body in any colour, 0…255: dark or light print alike."""
    pixels = cv2.GaussianBlur(crop, (3, 3), 0.5).astype(np.float32)
    body = body_colour(crop)
    away = np.sqrt(((pixels - body) ** 2).sum(axis=2))
    top = max(30.0, float(np.percentile(away, 97)))
    return np.asarray(np.clip(away * (220 / top), 0, 255), np.uint8)


def body_colour(crop: Image) -> npt.NDArray[np.float32]:
    """The commonest colour of a crop, blue-green-red: most of a printed face is body."""
    h, w = crop.shape[:2]
    inner = crop[h // 8 : h - h // 8, w // 8 : w - w // 8].reshape(-1, 3).astype(np.float32)
    grey = inner.mean(axis=1)
    counts, edges = np.histogram(grey, bins=24, range=(0, 256))
    smooth = np.convolve(counts, [0.5, 1, 0.5], "same")
    best = (edges[int(smooth.argmax())] + edges[int(smooth.argmax()) + 1]) / 2
    near = inner[np.abs(grey - best) < 16]
    return np.asarray(np.median(near if len(near) else inner, axis=0), np.float32)


def centred(image: Image, patch: Patch) -> Patch:
    """The patch moved so that the ink nearest to its middle is in its middle; unmoved where there is none."""
    size, margin = 48, 1.5
    crop = cut(image, patch, 0, size=size, margin=margin)
    marks = ink(crop)
    level, _ = cv2.threshold(marks[8:-8, 8:-8].copy(), 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    mask = (marks > max(60.0, level)).astype(np.uint8)
    count, _, stats, middles = cv2.connectedComponentsWithStats(mask, connectivity=8)
    half = (size - 1) / 2
    keep = []
    for number in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[number])
        away = float(np.hypot(*(middles[number] - half)))
        cut_off = x == 0 or y == 0 or x + w == size or y + h == size
        if area >= 6 and away < 0.3 * size / margin + 1 and not (cut_off and away > 0.16 * size):
            keep.append((x, y, x + w, y + h))
    if not keep:
        return patch
    boxes = np.array(keep, float)
    dx = (boxes[:, 0].min() + boxes[:, 2].max() - 1) / 2 - half
    dy = (boxes[:, 1].min() + boxes[:, 3].max() - 1) / 2 - half
    limit = 0.22 * size / margin
    shift = _to_plane(patch, 0, size, margin)[:, :2] @ np.clip([dx, dy], -limit, limit)
    return Patch(
        patch.sides,
        patch.x + float(shift[0]),
        patch.y + float(shift[1]),
        patch.angle,
        patch.width,
        patch.square,
        patch.hexagon,
    )


def corners(patch: Patch, turn: int) -> Array:
    """Corners (4 x 2, plane pixels) of the square about the die, clockwise from the symbol's upper left."""
    a, half = radians(patch.turned(turn)), patch.extent / 2
    right, down = np.array([cos(a), sin(a)]), np.array([-sin(a), cos(a)])
    middle = np.array([patch.x, patch.y])
    return np.array([middle + half * (u * right + v * down) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))])


def angle_in_frame(points: Array) -> float:
    """Degrees clockwise from up to the symbol's up, of mapped corners as `corners` orders them."""
    up = (points[0] + points[1]) - (points[2] + points[3])
    return degrees(atan2(float(up[0]), -float(up[1]))) % 360
