"""Find cards in the picture: level rectangles of a card's shape, with the row of letters on them."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from appliance.vision import print_line, print_search
from appliance.vision.plane import Array, Image, Plane
from appliance.vision.print_line import LETTERS, Row
from appliance.vision.print_search import Line
from appliance.vision.segment import Blob, segment

NO_CARD = "no card found"
NO_JUMBLE = "a card lies there, but no line of seven large letters is on it"
BACK = "there are many lines of print: lay the card with its jumble up"

_SHORT_MM = (38.0, 95.0)
_SHORT_SHARE = 0.09  # of the frame's shorter side, without a mat
_ASPECT = (1.12, 2.1)
_SOLID, _FULL = 0.9, 0.86
_LONG = 620  # pixels of the straightened card along its longer side
_TAIL, _STAIN = 0.05, 0.2  # of an object's shorter side: what is narrower belongs to something else
_INSET = 0.012  # of it, left out all around: the edge is not print
_ROOM = 0.45  # around the line, over the height of its letters
_BESIDE = 4.0  # about a line on what seems no card, over its height
_TRIED, _LINES = 5, 3  # such lines that are looked at, and that one card and things beside it may have
_AS_LARGE = 0.7  # height over the largest's from which a line is on a card as well
_LETTERS_SEEN = 4  # blots that a line of them comes to at least


@dataclass(frozen=True)
class Region:
    """Something rectangular, cut out level; `to_plane` maps its pixels to the plane's (3 x 3)."""

    image: Image
    to_plane: Array


def _cards(plane: Plane) -> Iterator[Region]:
    """What has a card's shape, the largest first."""
    for blob in sorted(segment(plane), key=lambda blob: -blob.area):
        tried = (_rectangle(outline, plane) for outline in _outlines(plane.image, blob))
        corners = next((found for found in tried if found is not None), None)
        if corners is not None:
            yield _cut_out(plane.image, corners)


def _rectangle(outline: cv2.typing.MatLike, plane: Plane) -> Array | None:
    """The corners of the rectangle that an outline is, if it is one of a card's shape."""
    (x, y), (w, h), angle = cv2.minAreaRect(outline)
    area = float(cv2.contourArea(outline))
    solidity = area / max(1.0, float(cv2.contourArea(cv2.convexHull(outline))))
    if solidity > _SOLID and area > _FULL * w * h and _is_card(min(w, h), max(w, h), plane):
        return cv2.boxPoints(((x, y), (w, h), angle)).astype(float)
    return None


def _outlines(image: Image, blob: Blob) -> Iterator[cv2.typing.MatLike]:
    """The outline of the one thing within a blob's hull, without the stains of the mat that touch it.

    First of what differs most from what is around it; a band as dark as the ground may be lost from that,
    so then of the blob itself.
    """
    x, y, w, h = cv2.boundingRect(blob.hull.astype(np.int32))
    pad = round(0.06 * max(w, h)) + 2
    x0, y0 = max(0, x - pad), max(0, y - pad)
    part = image[y0 : y + h + pad, x0 : x + w + pad]
    outside = np.full(part.shape[:2], 255, np.uint8)
    cv2.fillConvexPoly(outside, (blob.hull - [x0, y0]).astype(np.int32), 0)
    if part.size == 0 or not outside.any():
        return
    away = np.linalg.norm(part.astype(np.float32) - np.median(part[outside > 0], axis=0), axis=2)
    _, mask = cv2.threshold(
        np.clip(away, 0, 255).astype(np.uint8), 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU
    )
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    own = (blob.outline - [x0, y0]).round().astype(np.int32)
    for some, tail in ((outlines, _TAIL), ([own], _STAIN)):
        cv2.drawContours(mask, some, -1, 255, cv2.FILLED)
        side = max(3, round(tail * min(w, h)))
        mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
        left, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        if left:
            yield np.asarray(np.add(max(left, key=cv2.contourArea), [x0, y0]), np.float32)


def _is_card(short: float, long: float, plane: Plane) -> bool:
    if plane.scale is not None:
        fits = _SHORT_MM[0] <= short / plane.scale <= _SHORT_MM[1]
    else:
        fits = short >= _SHORT_SHARE * min(plane.image.shape[:2])
    return fits and _ASPECT[0] <= long / max(1.0, short) <= _ASPECT[1]


def _cut_out(image: Image, corners: Array) -> Region:
    """The rectangle level, its longer side across; which of its ends is up is not known."""
    if np.linalg.norm(corners[1] - corners[0]) < np.linalg.norm(corners[2] - corners[1]):
        corners = np.roll(corners, -1, axis=0)
    long = float(np.linalg.norm(corners[1] - corners[0]))
    short = float(np.linalg.norm(corners[2] - corners[1]))
    inset = _INSET * long
    right, down = (corners[1] - corners[0]) / long, (corners[2] - corners[1]) / short
    return _level(
        image, corners[0] + inset * (right + down), right, down, (long - 2 * inset, short - 2 * inset)
    )


def _level(image: Image, origin: Array, right: Array, down: Array, size: tuple[float, float]) -> Region:
    """The rectangle of that width and height from a corner along two ways (unit vectors), level."""
    step = size[0] / _LONG
    to_plane = np.column_stack([np.append(right * step, 0), np.append(down * step, 0), np.append(origin, 1)])
    return _warped(image, to_plane, (_LONG, max(1, round(size[1] / step))))


def _warped(image: Image, to_plane: Array, size: tuple[int, int]) -> Region:
    step = float(np.hypot(*to_plane[:2, 0]))
    flags = cv2.WARP_INVERSE_MAP | (cv2.INTER_CUBIC if step < 1 else cv2.INTER_LINEAR)
    source = image if step < 1.5 else np.asarray(cv2.blur(image, (round(step), round(step))), np.uint8)
    level = cv2.warpPerspective(source, to_plane, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return Region(np.asarray(level, np.uint8), to_plane)


@dataclass(frozen=True)
class Strip:
    """A card's line of letters as ink, 0…255, with room around it.

    `to_plane` maps its pixels to the plane's (3 x 3); `boxes` are the corners of its seven letters from the
    left (7 x 4 x 2), `parted` whether they are the letters' own; `capital` is the height of a letter. `edged`
    says that the card's own edges were seen.
    """

    ink: Image
    to_plane: Array
    boxes: Array
    parted: bool
    capital: float
    edged: bool


def strips(plane: Plane) -> tuple[list[Strip], list[str]]:
    """The line of each card that lies there, and what is wrong where there is none."""
    lines, pages, other = [], 0, 0
    for region in _cards(plane):
        if print_line.is_page(region.image):
            pages += 1
        elif rows := print_line.rows(region.image):
            lines.append(_strip(region, rows[0], edged=True))
        else:
            other += 1
    if not lines and not pages:
        lines = _printed(plane.image)
    return lines, [] if lines else [BACK if pages else NO_JUMBLE if other else NO_CARD]


def _printed(image: Image) -> list[Strip]:
    """The line in a picture that is likeliest one of seven letters, and others as likely and as large.

    There are none where there are many, as on a page.
    """
    found = []
    for line in print_search.lines(image)[:_TRIED]:
        region = _about(image, line)
        row = next((row for row in print_line.rows(region.image) if not row.turned), None)
        if row and len(row.boxes) >= _LETTERS_SEEN and not print_line.is_page(region.image):
            found.append((abs(len(row.boxes) - LETTERS), line.high, region, row))
    if not 0 < len(found) <= _LINES:
        return []
    fewest = min(off for off, *_ in found)
    likely = sorted((one for one in found if one[0] == fewest), key=lambda one: -one[1])
    return [
        _strip(region, row, edged=False) for _, high, region, row in likely if high > _AS_LARGE * likely[0][1]
    ]


def _about(image: Image, line: Line) -> Region:
    """The line level, with room about it as on a card."""
    right, down = np.array(line.way), np.array([-line.way[1], line.way[0]])
    wide, high = line.long + _BESIDE * line.high, _BESIDE * line.high
    origin = np.array([line.x, line.y]) - right * wide / 2 - down * high / 2
    return _level(image, origin, right, down, (wide, high))


def _strip(region: Region, row: Row, *, edged: bool) -> Strip:
    image, back = region.image, np.eye(3)
    if row.turned:
        back = np.array([[0.0, 1, 0], [-1, 0, image.shape[0] - 1], [0, 0, 1]])
        image = np.ascontiguousarray(np.rot90(image, -1))
    left, top, right, bottom = row.line
    room = _ROOM * row.height
    x0, y0 = max(0, int(left - room)), max(0, int(top - room))
    x1, y1 = min(image.shape[1], int(right + room) + 1), min(image.shape[0], int(bottom + room) + 1)
    away = print_line.away_from_paper(image[y0:y1, x0:x1]).astype(np.float32)
    dark = max(30.0, float(np.percentile(away, 93)))
    ink = np.clip((away / dark - 0.12) * 1.2 * 255, 0, 255).astype(np.uint8)
    return Strip(
        ink,
        region.to_plane @ back @ np.array([[1.0, 0, x0], [0, 1, y0], [0, 0, 1]]),
        row.letters(LETTERS) - np.array([x0, y0]),
        len(row.boxes) == LETTERS,
        row.height,
        edged,
    )
