"""The table's plane as it lies in a frame, and pictures of it as seen from straight above."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from appliance.pieces import mat
from appliance.vision import on_marker, rim

Image = npt.NDArray[np.uint8]
Array = npt.NDArray[np.float64]
Floats = npt.NDArray[np.float32]

MAT_CUT = "most of the mat is out of the picture: turn the camera until all four markers show"

_EDGE = 3.0  # mm along the mat's border that are looked at only where something lies there: it may curl
_TAKEN = mat.MARKER * (0.5 + 1 / 6) + 1  # mm from a marker's middle that it and its rim take
_ABOUT_A_TOP, _COVERED = 13, 0.05  # mm about a thing's middle, and the share of it where it must lie
_MOST_OF_IT = 0.3  # of a marker's side, from its middle each way
_OUTWARD = 9.0  # mm beyond the edge at which the top of a die may be seen that stands on it
_ABOUT = 0.01  # by which a plane that is the frame, in fewer pixels, may be wider or higher than that
_SKIPS = 1 / 0.6  # pixels of the plane a pixel of a picture from which the frame is halved for it


class Pyramid:
    """A frame, and the same at a half, a quarter, an eighth … of its size, each made when first asked for."""

    def __init__(self, frame: Image) -> None:
        self._made = [frame]

    def at(self, times: int) -> Image:
        """The frame halved so many times."""
        while len(self._made) <= times:
            self._made.append(halved(self._made[-1]))
        return self._made[times]


@dataclass(frozen=True)
class Plane:
    """The table as it lies in a frame; points of the plane are in pixels of its `image`.

    `pyramid` is the frame, which planes of one frame share, `to_frame` the homography from the plane's pixels
    to the frame's, `scale` pixels a mm or None without a mat, `size` the plane's width and height in pixels,
    `corners` those (4 x 2, frame pixels) of the mat's four markers that were seen, by number, `gains` what
    makes white white (coarse, h x w x 3) or None, `finer` about how many of the frame's pixels, along a side,
    lie in one of the plane's.
    """

    pyramid: Pyramid
    to_frame: Array
    scale: float | None
    size: tuple[int, int]
    corners: Mapping[int, Array] = field(default_factory=dict)
    gains: Floats | None = None
    finer: float = 1.0

    @property
    def frame(self) -> Image:
        """The frame itself."""
        return self.pyramid.at(0)

    @cached_property
    def image(self) -> Image:
        """The plane seen from straight above, white balanced; without a mat as the frame shows it."""
        return _balanced(self.flat, self.gains)

    @cached_property
    def flat(self) -> Image:
        """The same in the camera's own colours, in which the tiles' networks learnt."""
        return self.frame if self.is_frame else self.plain(1.0)

    @cached_property
    def usable(self) -> Image:
        """255 where `image` shows the mat, 0 on its border and its markers and where the frame ends."""
        if self.scale is None:
            return np.full(self.size[::-1], 255, np.uint8)
        return _usable(self, self.scale)

    @cached_property
    def below(self) -> Array:
        """The point of the plane, in its pixels, that lies about below the camera: the frame's middle."""
        size = np.array([[self.frame.shape[1::-1]]], np.float64) / 2
        return np.asarray(cv2.perspectiveTransform(size, np.linalg.inv(self.to_frame))[0, 0], np.float64)

    @property
    def is_frame(self) -> bool:
        """Whether the plane's pixels are the frame's own."""
        return self.scale is None and self.size == self.frame.shape[1::-1]

    @property
    def has_mat(self) -> bool:
        """Whether the markers were found."""
        return self.scale is not None

    def size_at(self, factor: float) -> tuple[int, int]:
        """Width and height in pixels of its picture `factor` times as large as its `image`."""
        w, h = (max(1, round(side * factor)) for side in self.size)
        return w, h

    def picture(self, factor: float) -> Image:
        """The plane seen from straight above, white balanced, `factor` times as large as its `image`."""
        return _balanced(self.plain(factor), self.gains)

    def plain(self, factor: float) -> Image:
        """The same in the camera's own colours: balancing makes pale things on paper all white."""
        w, h = self.size_at(factor)
        if self.has_mat:
            return self.part(factor, (0, 0, w, h))
        less = factor / self.finer
        way = cv2.INTER_AREA if less < 1 else cv2.INTER_LINEAR
        if np.allclose(self.to_frame[:2, :2], self.finer * np.eye(2), atol=_ABOUT):
            return np.asarray(cv2.resize(self.frame, (w, h), interpolation=way), np.uint8)
        small = np.asarray(cv2.resize(self.frame, None, fx=less, fy=less, interpolation=way), np.uint8)
        place = scaled(less) @ self.to_frame @ scaled(1 / factor)
        return _warped(small, place, (w, h), cv2.BORDER_REPLICATE)

    def part(self, factor: float, box: tuple[int, int, int, int]) -> Image:
        """What a mat's picture in the camera's colours shows from left and top to right and bottom.

        These are pixels of that picture; beyond it the table about the mat is seen, beyond the frame nothing.
        """
        left, top, right, bottom = box
        # Plain interpolation skips pixels where the picture shrinks: halve the frame before.
        source, shrunk = self.coarser(1 / factor, _SKIPS)
        shift = np.array([[1, 0, left], [0, 1, top], [0, 0, 1.0]])
        place = shrunk @ self.to_frame @ scaled(1 / factor) @ shift
        return _warped(source, place, (right - left, bottom - top), cv2.BORDER_CONSTANT)

    def coarser(self, step: float, most: float) -> tuple[Image, Array]:
        """The frame, halved until so many of its pixels a step are less than `most`; and the map to it."""
        times = 0
        while step >= most * 2**times and min(self.pyramid.at(times).shape[:2]) > 1:
            times += 1
        return self.pyramid.at(times), scaled(0.5**times)

    def gain(self, x: float, y: float) -> Floats:
        """What balances the colours (blue, green, red) at a point of the plane."""
        if self.gains is None:
            return np.ones(3, np.float32)
        h, w = self.gains.shape[:2]
        column, row = int(x / self.size[0] * w), int(y / self.size[1] * h)
        return np.asarray(self.gains[min(h - 1, max(0, row)), min(w - 1, max(0, column))], np.float32)

    def shows(self, places: Array) -> npt.NDArray[np.bool_]:
        """Which points (n x 2) are in the frame, and on the mat if one is seen, off border and markers."""
        if not len(places):
            return np.zeros(0, np.bool_)
        seen = cv2.perspectiveTransform(places[:, None].astype(np.float64), self.to_frame)[:, 0]
        there = ((seen >= -0.5) & (seen < np.array(self.frame.shape[1::-1]) - 0.5)).all(axis=1)
        if self.scale is None:
            return np.asarray(there, np.bool_)
        at = (places + 0.5) / self.scale
        plain = ((at >= _EDGE) & (at <= np.array(mat.SIZE) - _EDGE)).all(axis=1)
        for left, top, right, bottom in self.taken:
            plain &= ~((places >= (left, top)) & (places <= (right, bottom))).all(axis=1)
        return np.asarray(there & (plain | self._lies_there(at)), np.bool_)

    def _lies_there(self, at: Array) -> npt.NDArray[np.bool_]:
        """At which places (n x 2, mm) something lies on a marker or at the edge, its top seen there."""
        if not self.covered.any():
            return np.zeros(len(at), np.bool_)
        share = cv2.blur(self.covered, (_ABOUT_A_TOP, _ABOUT_A_TOP))
        on_mat = np.clip(at, 0, np.array(mat.SIZE) - 1)
        columns, rows = on_mat.astype(int).T
        near = (np.abs(at - on_mat) <= _OUTWARD).all(axis=1)
        return np.asarray(near & (share[rows, columns] > 255 * _COVERED), np.bool_)

    @cached_property
    def covered(self) -> Image:
        """255 for each mm of a mat (h x w) at which something lies on a marker or at the edge."""
        assert self.scale is not None
        wide, high = (round(side / rim.COARSE) for side in mat.SIZE)
        coarsely = self.part(1 / self.scale / rim.COARSE, (0, 0, wide, high))
        told = {number: self._marker(number, ring) for number, ring in self.corners.items()}
        hidden = [number for number in range(4) if number not in told and self._has_marker(number)]
        return rim.covered(coarsely, told, {number: self._about_marker(number) for number in hidden})

    def _about_marker(self, number: int) -> Image:
        """Where a marker should lie, and what is about it, a pixel a mm."""
        assert self.scale is not None
        away = on_marker.SHOWN / 2 + on_marker.SLACK
        x, y = mat.middle(number)
        return self.part(1 / self.scale, (round(x - away), round(y - away), round(x + away), round(y + away)))

    def _has_marker(self, number: int) -> bool:
        """Whether the frame should show most of a marker."""
        assert self.scale is not None
        off = _MOST_OF_IT * mat.MARKER * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
        ring = (np.array(mat.middle(number)) + off) * self.scale
        seen = cv2.perspectiveTransform(ring[:, None], self.to_frame)[:, 0]
        return bool(((seen >= 0) & (seen < np.array(self.frame.shape[1::-1]) - 0.5)).all())

    def _marker(self, number: int, ring: Array) -> Image:
        """A marker with these corners in the frame, its rim and what is beside it, a pixel a mm."""
        assert self.scale is not None
        source, shrunk = self.coarser(self.scale, _SKIPS)
        place = shrunk @ on_marker.placed(number, ring, self.to_frame @ scaled(self.scale))
        return _warped(source, place, (on_marker.SHOWN, on_marker.SHOWN), cv2.BORDER_REPLICATE)

    @cached_property
    def taken(self) -> list[tuple[float, float, float, float]]:
        """Left, top, right and bottom of the markers with their rims, in pixels of the plane."""
        if self.scale is None:
            return []
        middles = [mat.middle(number) for number in range(4)]
        near, far = -_TAKEN * self.scale, _TAKEN * self.scale
        return [
            (x * self.scale + near, y * self.scale + near, x * self.scale + far, y * self.scale + far)
            for x, y in middles
        ]


def cut_off(plane: Plane) -> list[str]:
    """What is wrong, in words, where too few of the mat's markers show to see it by."""
    return [MAT_CUT] if plane.corners and not plane.has_mat else []


def bare(frame: Image) -> Plane:
    """A frame without a mat as its own plane."""
    return whole(Pyramid(frame))


def whole(pyramid: Pyramid) -> Plane:
    """The same of one of which smaller pictures may have been made."""
    return Plane(pyramid, np.eye(3), None, pyramid.at(0).shape[1::-1])


def _warped(source: Image, place: Array, size: tuple[int, int], border: int) -> Image:
    """A picture of that size by the map of its pixels to the source's."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(source, place, size, flags=flags, borderMode=border), np.uint8)


def halved(frame: Image) -> Image:
    """The frame at half its size."""
    h, w = frame.shape[:2]
    return np.asarray(cv2.resize(frame, (w // 2, h // 2), interpolation=cv2.INTER_AREA), np.uint8)


def scaled(across: float, down: float | None = None) -> Array:
    """The map of pixels (whole numbers are their middles) of a picture to those of it so much larger."""
    down = across if down is None else down
    return np.array([[across, 0, (across - 1) / 2], [0, down, (down - 1) / 2], [0, 0, 1.0]])


def _balanced(image: Image, gains: Floats | None) -> Image:
    if gains is None:
        return image
    size = (image.shape[1], image.shape[0])
    fine = cv2.resize((gains * 48).astype(np.uint8), size, interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.multiply(image, fine, scale=1 / 48), np.uint8)


def _usable(plane: Plane, scale: float) -> Image:
    """Pixels of the plane that show the mat: not its border, not its markers, not what the frame cut off."""
    usable = np.zeros((plane.size[1], plane.size[0]), np.uint8)
    edge = round(_EDGE * scale)
    usable[edge:-edge, edge:-edge] = 255
    for box in plane.taken:
        left, top, right, bottom = (max(0, round(side)) for side in box)
        usable[top:bottom, left:right] = 0
    h, w = plane.frame.shape[:2]
    view = np.array([[0, 0], [w, 0], [w, h], [0, h]], float)[:, None]
    shown = cv2.perspectiveTransform(view, np.linalg.inv(plane.to_frame)).astype(np.int32)
    seen = np.zeros_like(usable)
    cv2.fillConvexPoly(seen, shown, 255)
    return np.asarray(cv2.bitwise_and(usable, seen), np.uint8)
