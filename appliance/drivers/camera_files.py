"""Pictures from files: one that somebody brings, or a folder of them in place of a camera."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from appliance.drivers import Clock, Frame, Image
from appliance.drivers.image_header import FORMATS, Header, header, is_whole
from appliance.errors import BadValue, Missing

WORKING = 24_000_000
"""Pixels up to which a picture is taken as it is; a larger one is reduced. A Pi's camera has 12 million."""
LARGEST = {"JPEG": 150_000_000}
"""Pixels up to which a picture is read at all, by format: a JPEG is reduced while it is read."""
LARGEST_OTHER = 50_000_000
LARGEST_FILE = 200_000_000
"""Bytes."""

SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".tif", ".tiff")


@dataclass(frozen=True)
class Loaded:
    """A picture, and the size of the file's own: `scale` of the file's pixels go into one of the image's."""

    image: Image
    width: int
    height: int
    scale: float

    def to_file(self, x: float, y: float) -> tuple[float, float]:
        """A place in the image, in pixels of the picture as it was given."""
        return x * self.scale, y * self.scale


def load_image(path: str | Path) -> Loaded:
    """Read a picture as blue-green-red of 8 bits, be it grey, of 16 bits, transparent (on white) or CMYK.

    A picture with an orientation in its EXIF is turned upright, and `width` and `height` are those of the
    upright one. A very large one comes reduced. Raises `Missing` if there is no such file, `BadValue` if it
    is no picture, or is empty, cut off or too large.
    """
    path = Path(path)
    data = _bytes(path)
    head = header(data)
    if head is None:
        raise BadValue(f"{path}: this is no picture that the box can read; it reads {', '.join(FORMATS)}")
    limit = LARGEST.get(head.form, LARGEST_OTHER)
    if head.pixels > limit:
        raise BadValue(
            f"{path}: {head.width} x {head.height} is too large; the box reads a {head.form} of up to "
            f"{limit // 1_000_000} million pixels"
        )
    if not is_whole(head, data):
        raise BadValue(f"{path}: the {head.form} is cut off; copy the file again")
    return _decoded(path, data, head)


class FolderCamera:
    """A `Camera` that shows files: each for `seconds`, or until `next` if that is None; then the first again.

    Every call of `frame` gives a frame, as a live camera does; a file is read when its turn comes.
    """

    def __init__(self, files: Sequence[str | Path], clock: Clock, seconds: float | None = None) -> None:
        if not files:
            raise Missing("no pictures to show")
        self._files = [Path(file) for file in files]
        self._clock = clock
        self._seconds = seconds
        self._start = clock.now()
        self._skipped = 0
        self._shown: tuple[Path, Image] | None = None

    @classmethod
    def of(cls, folder: str | Path, clock: Clock, seconds: float | None = None) -> "FolderCamera":
        """A camera that shows the pictures of a folder, by name. Raises `Missing` if there are none."""
        if not Path(folder).is_dir():
            raise Missing(f"{folder}: there is no such folder")
        files = sorted(file for file in Path(folder).iterdir() if file.suffix.lower() in SUFFIXES)
        if not files:
            raise Missing(f"{folder}: no pictures in this folder ({', '.join(SUFFIXES)})")
        return cls(files, clock, seconds)

    @property
    def file(self) -> Path:
        """The file that is shown now."""
        turns = 0 if self._seconds is None else int((self._clock.now() - self._start) / self._seconds)
        return self._files[(turns + self._skipped) % len(self._files)]

    def next(self) -> None:
        """Go on to the next file."""
        self._skipped += 1

    def frame(self) -> Frame | None:
        """The picture of now. Raises as `load_image` does."""
        file = self.file
        if self._shown is None or self._shown[0] != file:
            self._shown = (file, load_image(file).image)
        return Frame(self._clock.now(), self._shown[1].copy(), sharp=True)

    def sharpen(self) -> None:
        """Every frame is as sharp as its file."""

    def close(self) -> None:
        """Forget the picture."""
        self._shown = None


def _bytes(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        if path.is_dir():
            raise BadValue(f"{path}: this is a folder, not a picture")
        if size > LARGEST_FILE:
            raise BadValue(
                f"{path}: {size // 1_000_000} MB is too large; up to {LARGEST_FILE // 1_000_000} MB"
            )
        data = path.read_bytes()
    except FileNotFoundError:
        raise Missing(f"{path}: there is no such file") from None
    except OSError as error:
        raise BadValue(f"{path}: cannot be read ({error.strerror})") from error
    if not data:
        raise BadValue(f"{path}: the file is empty")
    return data


def _decoded(path: Path, data: bytes, head: Header) -> Loaded:
    reduction = next(by for by in (1, 2, 4, 8) if head.pixels / by**2 <= WORKING or by == 8)
    buffer = np.frombuffer(data, np.uint8)
    try:
        if head.transparent and reduction == 1:
            image = cv2.imdecode(buffer, cv2.IMREAD_UNCHANGED)
        else:
            image = cv2.imdecode(buffer, _FLAGS[reduction])
    except cv2.error as error:
        raise BadValue(f"{path}: the {head.form} cannot be read ({error.err})") from error
    if image is None:
        raise BadValue(f"{path}: the {head.form} is damaged; copy the file again")
    plain = _plain(image)
    width, height = head.width, head.height
    if (width > height) != (plain.shape[1] > plain.shape[0]) and width != height:
        width, height = height, width  # its EXIF told to turn it
    return Loaded(plain, width, height, width / plain.shape[1])


_FLAGS = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}


def _plain(image: np.ndarray) -> Image:
    """Eight bits, three channels; what is transparent shows white paper."""
    if image.dtype == np.uint16:
        image = (image >> 8).astype(np.uint8)
    if image.ndim == 2:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)
    if image.shape[2] == 4:
        alpha = image[..., 3:].astype(np.uint16)
        over = image[..., :3] * alpha + 255 * (255 - alpha)
        return np.asarray((over + 127) // 255, np.uint8)
    return np.ascontiguousarray(image, np.uint8)
