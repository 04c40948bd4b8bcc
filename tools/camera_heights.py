"""How high the camera hangs and where the lamps stand: the tables of hardware/wiring.md, and arm.svg.

`python -m tools.camera_heights` writes both anew. All lengths are in mm.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, radians, tan
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "hardware"
PAGE, ARM = FOLDER / "wiring.md", FOLDER / "arm.svg"

FRAME = (1280, 960)
"""Pixels that the box reads by; the picture is cut to this shape."""

DIE, TILE = 16.0, 19.0

AREAS = (
    ("the mat", 400, 300),
    ("the mat and a hand's width around", 560, 420),
    ("a table for crosswords", 1000, 750),
)
"""What is to be seen: a name, its width and its depth."""

HEIGHT = 500.0
"""Of the camera, for the lamps."""

LAMPS = (300, 400, 500, 600)
"""Heights of a lamp."""


@dataclass(frozen=True)
class Camera:
    """A camera: its angles of view across and down in degrees, and its sensor's pixels."""

    name: str
    across: float
    down: float
    pixels: tuple[int, int]


CAMERAS = (
    Camera("Camera Module 2", 62.2, 48.8, (3280, 2464)),
    Camera("Camera Module 3", 66.0, 41.0, (4608, 2592)),
    Camera("Camera Module 3 Wide", 102.0, 67.0, (4608, 2592)),
    # 6.287 x 4.712 mm behind a lens of 6 mm, which is the usual one
    Camera("HQ Camera, 6 mm lens", 55.3, 42.9, (4056, 3040)),
)


def seen(camera: Camera) -> tuple[float, float]:
    """Width and depth of what the frame shows, for each mm of height: 2 tan(angle / 2), cut to 4 : 3."""
    across, down = (2 * tan(radians(angle) / 2) for angle in (camera.across, camera.down))
    shape = FRAME[0] / FRAME[1]
    return min(across, down * shape), min(down, across / shape)


def height(camera: Camera, width: float, depth: float) -> float:
    """The least height from which all of an area is in the frame."""
    across, down = seen(camera)
    return max(width / across, depth / down)


def pixels(camera: Camera, high: float, side: float, full: bool = False) -> float:
    """Pixels of a side of so many mm from that height; `full`: in the sensor's own resolution."""
    across, _ = seen(camera)
    whole = 2 * tan(radians(camera.across) / 2)
    columns = camera.pixels[0] * across / whole if full else FRAME[0]
    return side * columns / (high * across)


def glare_free(lamp: float, camera: float = HEIGHT, half: float = 220.0) -> float:
    """How far beside the mat's middle a lamp must be, so that its mirror image is 2 cm off the mat.

    The table mirrors a lamp at height l and distance d into a camera at height h at d h / (h + l).
    """
    return half * (camera + lamp) / camera


def evenness(lamp: float, away: float, lamps: int, half: float = 200.0) -> float:
    """The darkest share of the brightest light on the mat's long middle line, of one lamp or one each side.

    A lamp at height l lights a place x beside it by l / (l² + x²)^1.5: its angle, and its distance squared.
    """
    sides = (1,) if lamps == 1 else (1, -1)
    places = [half * n / 20 for n in range(-20, 21)]
    lights = [sum(lamp / (lamp**2 + (away * side - x) ** 2) ** 1.5 for side in sides) for x in places]
    return min(lights) / max(lights)


def heights_table() -> list[str]:
    """A row a camera; for each area the height in cm, and the pixels of a die and of a tile there."""
    lines = [
        "| camera | " + " | ".join(f"{name}, {w / 10:.0f} × {d / 10:.0f} cm" for name, w, d in AREAS) + " |",
        "| --- |" + " --- |" * len(AREAS),
    ]
    for camera in CAMERAS:
        cells = []
        for _, width, depth in AREAS:
            high = ceil(height(camera, width, depth) / 10) * 10.0
            die, tile = (pixels(camera, high, side) for side in (DIE, TILE))
            fine = pixels(camera, high, TILE, full=True)
            cells.append(f"{high / 10:.0f} cm: die {die:.0f}, tile {tile:.0f} ({fine:.0f})")
        lines.append(f"| {camera.name} ({camera.across:g}° × {camera.down:g}°) | " + " | ".join(cells) + " |")
    return lines


def lamps_table() -> list[str]:
    """A row a lamp's height: how far beside the middle, and how even one lamp and two are there."""
    lines = [
        "| lamp's height | beside the middle | one lamp | one on each side |",
        "| --- | --- | --- | --- |",
    ]
    for lamp in LAMPS:
        away = ceil(glare_free(lamp) / 10) * 10.0
        one, two = (f"{evenness(lamp, away, n):.0%}" for n in (1, 2))
        lines.append(f"| {lamp / 10:.0f} cm | {away / 10:.0f} cm | {one} | {two} |")
    return lines


def section(name: str, lines: list[str]) -> str:
    """Lines between the comments that the page has for them."""
    return "\n".join([f"<!-- {name}: by tools/camera_heights.py -->", *lines, f"<!-- end of {name} -->"])


def page_with(text: str) -> str:
    """The page with both tables as they are now."""
    for name, lines in (("heights", heights_table()), ("lamps", lamps_table())):
        start, end = text.index(f"<!-- {name}: "), text.index(f"<!-- end of {name} -->")
        text = text[:start] + section(name, lines) + text[end + len(f"<!-- end of {name} -->") :]
    return text


def arm() -> str:
    """The arm from the side: camera, what it sees, two lamps, and the way of a lamp's mirror image."""
    lamp = 400.0
    away = ceil(glare_free(lamp) / 10) * 10.0
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-520 -620 1040 720" font-family="sans-serif" '
            'font-size="20">',
            '<rect x="-520" y="-620" width="1040" height="720" fill="#fff"/>',
            *_arm_lines(lamp, away),
            "</svg>",
            "",
        ]
    )


def _arm_lines(lamp: float, away: float) -> Iterator[str]:
    high, half = HEIGHT, 200.0
    wide = high * seen(CAMERAS[1])[0] / 2
    yield '<line x1="-500" y1="0" x2="500" y2="0" stroke="#222" stroke-width="4"/>'
    yield f'<polygon points="0,{-high} {-wide:.0f},0 {wide:.0f},0" fill="#dbe7f3"/>'
    yield f'<rect x="{-half}" y="-6" width="{2 * half}" height="8" fill="#2b7d4f"/>'
    post = f"0,{-high - 40} -470,{-high - 40} -470,0"
    yield f'<polyline points="{post}" fill="none" stroke="#222" stroke-width="10"/>'
    yield f'<rect x="-26" y="{-high - 40}" width="52" height="40" fill="#222"/>'
    for side in (-1, 1):
        x = side * away
        yield f'<circle cx="{x:.0f}" cy="{-lamp:.0f}" r="18" fill="#f0b429" stroke="#222" stroke-width="3"/>'
    mirror = away * high / (high + lamp)
    yield (
        f'<polyline points="{away:.0f},{-lamp:.0f} {mirror:.0f},0 0,{-high}" fill="none" stroke="#b86a00" '
        'stroke-width="2" stroke-dasharray="8 6"/>'
    )
    words = (
        (0, -high - 60, f"camera, {high / 10:.0f} cm over the table, its long side along the mat's"),
        (0, 36, f"mat, {2 * half / 10:.0f} cm"),
        (away, -lamp - 34, "lamp"),
        (-away, -lamp - 34, "lamp"),
        (mirror + 70, 66, f"its mirror image: {mirror / 10:.0f} cm, off the mat"),
        (-away + 30, 66, f"lamps {lamp / 10:.0f} cm high, {away / 10:.0f} cm beside the middle"),
    )
    for x, y, said in words:
        anchor = "start" if x < -300 and y > 0 else "middle"
        place = -490 if anchor == "start" else x
        yield f'<text x="{place:.0f}" y="{y:.0f}" text-anchor="{anchor}" fill="#222">{said}</text>'


def main() -> None:
    """Write the tables and the drawing."""
    PAGE.write_text(page_with(PAGE.read_text("utf-8")), "utf-8")
    ARM.write_text(arm(), "utf-8")


if __name__ == "__main__":
    main()
