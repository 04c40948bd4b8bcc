"""What a picture's file says before anything is decoded: its format and size, and whether it is all there.

A small file can claim a picture that fills the memory, and OpenCV decodes one that is cut off without a word.
"""

import re
import struct
from collections.abc import Callable
from dataclasses import dataclass

FORMATS = ("PNG", "JPEG", "WebP", "BMP", "TIFF")


@dataclass(frozen=True)
class Header:
    """A picture's format and its size as stored; `transparent` if it may have an alpha channel."""

    form: str
    width: int
    height: int
    transparent: bool = False

    @property
    def pixels(self) -> int:
        """How many there are."""
        return self.width * self.height


def header(data: bytes) -> Header | None:
    """The header of a picture in one of `FORMATS`; None if it is none, or ends within its header."""
    for magic, read in _READERS:
        if data.startswith(magic):
            try:
                found = read(data)
            except (struct.error, IndexError):
                return None
            return found if found is not None and found.width > 0 and found.height > 0 else None
    return None


def is_whole(head: Header, data: bytes) -> bool:
    """Whether the file goes on to its end, as far as the format has one that can be told."""
    if head.form == "PNG":
        return _png_ends(data)
    if head.form == "JPEG":
        return _jpeg_ends(data)
    if head.form == "WebP":
        return len(data) >= int(struct.unpack_from("<I", data, 4)[0]) + 8
    if head.form == "BMP":
        return len(data) >= int(struct.unpack_from("<I", data, 2)[0])
    return True  # a TIFF has its parts anywhere; the decoder says if one is missing


def _png(data: bytes) -> Header | None:
    width, height, _, colour = struct.unpack_from(">IIBB", data, 16)
    return Header("PNG", width, height, transparent=colour in (4, 6) or b"tRNS" in data[:4096])


def _png_ends(data: bytes) -> bool:
    """Whether each part is as long as it says, up to the last; OpenCV takes memory for what it says."""
    at = 8
    while at + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        if kind == b"IEND":
            return True
        at += 12 + int(length)
    return False


def _jpeg(data: bytes) -> Header | None:
    at = 2
    while True:
        marker = data[at + 1]
        if data[at] != 0xFF:
            return None
        if marker == 0xFF:  # padding
            at += 1
            continue
        # Start of frame, in any coding; C4, C8 and CC are tables among them.
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", data, at + 5)
            return Header("JPEG", width, height)
        if marker == 0xDA:  # the picture itself, without a frame before
            return None
        at += 2 + int(struct.unpack_from(">H", data, at + 2)[0])


def _jpeg_ends(data: bytes) -> bool:
    """Whether the end marker comes; what a camera appended after it does not matter."""
    at = 2
    while (marker := _MARKER.search(data, at)) is not None:
        if marker[0] == b"\xff\xd9":
            return True
        at = marker.end()
        if at + 2 > len(data):
            return False
        at += int(struct.unpack_from(">H", data, at)[0])  # a segment; one that opens a scan is followed by it
    return False


_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]", re.DOTALL)
"""Within a scan FF00 is a byte FF, and FFD0 to FFD7 are marks to start again at."""


def _webp(data: bytes) -> Header | None:
    if data[8:12] != b"WEBP":
        return None
    kind = data[12:16]
    if kind == b"VP8X":
        width, height = (int.from_bytes(data[at : at + 3], "little") + 1 for at in (24, 27))
        return Header("WebP", width, height, transparent=bool(data[20] & 0x10))
    if kind == b"VP8L":
        bits = int(struct.unpack_from("<I", data, 21)[0])
        return Header(
            "WebP", (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1, transparent=bool(bits >> 28 & 1)
        )
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return Header("WebP", width & 0x3FFF, height & 0x3FFF)
    return None


def _bmp(data: bytes) -> Header | None:
    width, height = struct.unpack_from("<ii", data, 18)
    return Header("BMP", width, abs(height))  # a negative height is stored from the top


def _tiff(data: bytes) -> Header | None:
    order = "<" if data[:2] == b"II" else ">"
    (start,) = struct.unpack_from(order + "I", data, 4)
    (count,) = struct.unpack_from(order + "H", data, start)
    sizes = {}
    samples = 1
    for at in range(start + 2, start + 2 + 12 * count, 12):
        tag, kind = struct.unpack_from(order + "HH", data, at)
        (value,) = struct.unpack_from(order + ("H" if kind == 3 else "I"), data, at + 8)
        if tag in (256, 257):
            sizes[tag] = value
        elif tag == 277:
            samples = value
    return Header("TIFF", sizes.get(256, 0), sizes.get(257, 0), transparent=samples == 4)


_READERS: tuple[tuple[bytes, Callable[[bytes], Header | None]], ...] = (
    (b"\x89PNG\r\n\x1a\n", _png),
    (b"\xff\xd8", _jpeg),
    (b"RIFF", _webp),
    (b"BM", _bmp),
    (b"II*\0", _tiff),
    (b"MM\0*", _tiff),
)
