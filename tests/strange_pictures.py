"""Pictures with no piece of any game in them, drawn from a seed: what the eye must not take for anything."""

from collections.abc import Callable, Sequence
from itertools import product
from math import cos, dist, pi, sin
from random import Random
from string import ascii_letters, ascii_uppercase, digits

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Colour = tuple[int, int, int]

FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
)


def draw(subject: str, seed: int) -> Image:
    """The picture of that subject and seed: height x width x 3, blue-green-red, of 160 to 1600 pixels."""
    rng = Random(f"{subject} {seed}")
    image = (NOTHING | ALIKE)[subject](rng)
    if rng.random() < 0.4:
        image = turned(image, rng)
    if rng.random() < 0.3:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.5, 3)), np.uint8)
    if rng.random() < 0.4:
        image = grained(image, rng, rng.uniform(2, 14))
    return image


def size(rng: Random) -> tuple[int, int]:
    """Height and width."""
    wide = rng.choice((320, 640, 960, 1280, 1280, 1600))
    return round(wide * rng.choice((0.5, 0.75, 0.75, 1.0))), wide


def colour(rng: Random, low: int = 0, high: int = 255) -> Colour:
    return rng.randint(low, high), rng.randint(low, high), rng.randint(low, high)


def inks(rng: Random) -> tuple[Colour, Colour]:
    """A ground and what is drawn on it, one of them light and the other dark, in any order."""
    pair = colour(rng, 170, 255), colour(rng, 0, 100)
    return pair if rng.random() < 0.6 else (pair[1], pair[0])


def canvas(rng: Random, ground: Colour) -> Image:
    h, w = size(rng)
    return np.full((h, w, 3), ground, np.uint8)


def chance(rng: Random) -> np.random.Generator:
    return np.random.default_rng(rng.getrandbits(32))


def grained(image: Image, rng: Random, sigma: float) -> Image:
    noise = chance(rng).standard_normal(image.shape, np.float32) * sigma
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def turned(image: Image, rng: Random) -> Image:
    """The same seen askew."""
    h, w = image.shape[:2]
    corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    moved = corners + (chance(rng).random((4, 2)) * np.array([w, h]) * 0.15).astype(np.float32)
    spin = cv2.getRotationMatrix2D((w / 2, h / 2), rng.uniform(0, 360), 1.0)
    tilt = cv2.getPerspectiveTransform(corners, moved)
    both = np.vstack([spin, [0, 0, 1]]) @ tilt
    return np.asarray(cv2.warpPerspective(image, both, (w, h), borderMode=cv2.BORDER_REFLECT), np.uint8)


# Subjects


def flat(rng: Random) -> Image:
    return canvas(rng, rng.choice(((0, 0, 0), (255, 255, 255), colour(rng))))


def noise(rng: Random) -> Image:
    """Of any grain, from single pixels to clouds."""
    h, w = size(rng)
    by = rng.choice((1, 1, 3, 8, 20, 60))
    small = chance(rng).integers(0, 256, (h // by + 1, w // by + 1, 3), np.uint8)
    if rng.random() < 0.5:
        small = np.repeat(small[:, :, :1], 3, axis=2)
    return np.asarray(cv2.resize(small, (w, h), interpolation=rng.choice((0, 1, 2))), np.uint8)


def gradient(rng: Random) -> Image:
    h, w = size(rng)
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    a = rng.uniform(0, 2 * pi)
    along = (
        np.hypot(x - w * rng.random(), y - h * rng.random())
        if rng.random() < 0.4
        else cos(a) * x + sin(a) * y
    )
    share = ((along - along.min()) / max(1.0, float(np.ptp(along))))[:, :, None]
    return (np.array(colour(rng)) * share + np.array(colour(rng)) * (1 - share)).astype(np.uint8)


def stripes(rng: Random) -> Image:
    h, w = size(rng)
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    a, by = rng.uniform(0, pi), rng.uniform(4, 90)
    on = ((cos(a) * x + sin(a) * y) // by % 2).astype(bool)
    ground, ink = inks(rng)
    return np.where(on[:, :, None], np.array(ink, np.uint8), np.array(ground, np.uint8))


def checks(rng: Random) -> Image:
    """A chequerboard, a tiled floor with joints, or a grid of squares set apart."""
    ground, ink = inks(rng)
    image = canvas(rng, ground)
    by = rng.randint(12, 120)
    gap = rng.choice((0, 0, 1, 3, by // 4))
    every = rng.random() < 0.5
    for row in range(image.shape[0] // by + 1):
        for column in range(image.shape[1] // by + 1):
            if every or (row + column) % 2:
                x, y = column * by + gap, row * by + gap
                cv2.rectangle(image, (x, y), (x + by - 2 * gap, y + by - 2 * gap), ink, -1)
    return image


def circles(rng: Random) -> Image:
    """Coins, counters, bubbles, rings."""
    ground, ink = inks(rng)
    image = canvas(rng, ground)
    for _ in range(rng.randint(3, 60)):
        at = rng.randrange(image.shape[1]), rng.randrange(image.shape[0])
        thick = rng.choice((-1, -1, 1, 3, 6))
        cv2.circle(
            image, at, rng.randint(4, 90), ink if rng.random() < 0.6 else colour(rng), thick, cv2.LINE_AA
        )
    return image


def wood(rng: Random) -> Image:
    """Boards with grain and knots."""
    h, w = size(rng)
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    rings = x / rng.uniform(6, 40)
    for _ in range(rng.randint(1, 6)):
        knot = np.exp(-np.hypot((x - rng.random() * w) / 60, (y - rng.random() * h) / 160))
        rings = rings + knot * rng.uniform(3, 9)
    rings = rings + np.sin(y / rng.uniform(80, 300)) * rng.uniform(0.3, 2)
    share = (0.5 + 0.5 * np.sin(rings) * rng.uniform(0.2, 0.9))[:, :, None]
    image = np.array((70, 110, 150)) * share + np.array((110, 160, 200)) * (1 - share)
    for plank in range(0, w, rng.randint(120, 600)):
        image[:, plank : plank + 3] *= 0.5
    return grained(image.astype(np.uint8), rng, 4)


def text_page(rng: Random) -> Image:
    """Lines of print, as in a book or a newspaper."""
    ground, ink = inks(rng)
    image = canvas(rng, ground)
    font, scale = rng.choice(FONTS), rng.uniform(0.4, 2.2)
    letters = rng.choice((ascii_uppercase, ascii_letters, ascii_letters + digits))
    step = round(rng.uniform(34, 52) * scale)
    for y in range(step, image.shape[0], step):
        words = ("".join(rng.choices(letters, k=rng.randint(1, 9))) for _ in range(14))
        cv2.putText(image, " ".join(words), (step // 2, y), font, scale, ink, round(scale * 1.5), cv2.LINE_AA)
    return image


def headline(rng: Random) -> Image:
    """A few large words, as on a poster, a door or a packet."""
    ground, ink = inks(rng)
    image = canvas(rng, ground)
    for _ in range(rng.randint(1, 4)):
        word = "".join(rng.choices(ascii_uppercase, k=rng.randint(1, 12)))
        at = rng.randrange(image.shape[1] // 2), rng.randrange(40, image.shape[0])
        scale = rng.uniform(1.5, 6)
        cv2.putText(image, word, at, rng.choice(FONTS), scale, ink, round(scale * 2.5), cv2.LINE_AA)
    return image


def clock(rng: Random) -> Image:
    """One face of a clock, or a wall of them, with figures or strokes."""
    ground, ink = inks(rng)
    image = canvas(rng, colour(rng))
    for _ in range(rng.choice((1, 1, 2, 5))):
        radius = rng.uniform(0.08, 0.48) * min(image.shape[:2])
        middle = rng.uniform(0.2, 0.8) * image.shape[1], rng.uniform(0.2, 0.8) * image.shape[0]
        clock_face(image, middle, radius, (ground, ink), rng)
    return image


def clock_face(
    image: Image, middle: tuple[float, float], radius: float, pair: tuple[Colour, Colour], rng: Random
) -> None:
    ground, ink = pair
    figures = rng.random() < 0.7
    thick = max(1, round(radius / 40))

    def at(share: float, angle: float) -> tuple[int, int]:
        return round(middle[0] + share * radius * sin(angle)), round(middle[1] - share * radius * cos(angle))

    cv2.circle(image, at(0, 0), round(radius), ground, -1, cv2.LINE_AA)
    cv2.circle(image, at(0, 0), round(radius), ink, 2 * thick, cv2.LINE_AA)
    for hour in range(1, 13):
        angle = hour * pi / 6
        if figures:
            scale = radius / 130
            (wide, high), _ = cv2.getTextSize(str(hour), FONTS[1], scale, thick)
            x, y = at(0.8, angle)
            cv2.putText(
                image, str(hour), (x - wide // 2, y + high // 2), FONTS[1], scale, ink, thick, cv2.LINE_AA
            )
        else:
            cv2.line(image, at(0.8, angle), at(0.93, angle), ink, 2 * thick, cv2.LINE_AA)
    for share, width in ((0.5, 3), (0.75, 2)):
        cv2.line(image, at(0, 0), at(share, rng.uniform(0, 2 * pi)), ink, width * thick, cv2.LINE_AA)


def calendar(rng: Random) -> Image:
    """A grid with numbers in its boxes: a month, a price list, a keypad."""
    ground, ink = inks(rng)
    image = canvas(rng, ground)
    by = rng.randint(30, 110)
    for number in range(1, rng.randint(10, 60)):
        row, column = divmod(number - 1, 7)
        x, y = 10 + column * by, 10 + row * by
        cv2.rectangle(image, (x, y), (x + by, y + by), ink, 1)
        cv2.putText(
            image, str(number), (x + by // 6, y + by * 3 // 4), FONTS[0], by / 60, ink, max(1, by // 30)
        )
    return image


def keyboard(rng: Random) -> Image:
    """Keys with a letter each, in staggered rows."""
    ground, ink = inks(rng)
    image = canvas(rng, colour(rng))
    by = image.shape[1] // rng.randint(11, 22)
    for row, keys in enumerate(("1234567890", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM")):
        for column, key in enumerate(keys):
            x, y = round((column + 0.5 + row / 3) * by), round((row + 1) * by)
            cv2.rectangle(image, (x + 2, y + 2), (x + by - 2, y + by - 2), ground, -1)
            place = x + by // 4, y + by * 3 // 5
            cv2.putText(image, key, place, FONTS[0], by / 55, ink, max(1, by // 35), cv2.LINE_AA)
    return image


def buttons(rng: Random) -> Image:
    """Buttons of clothes and sockets: round, with two to four holes."""
    ground, ink = inks(rng)
    image = canvas(rng, colour(rng))
    for _ in range(rng.randint(1, 14)):
        radius = rng.randint(12, 70)
        x, y = rng.randrange(image.shape[1]), rng.randrange(image.shape[0])
        cv2.circle(image, (x, y), radius, ground, -1, cv2.LINE_AA)
        cv2.circle(image, (x, y), radius * 4 // 5, ink, 1, cv2.LINE_AA)
        holes, first = rng.randint(2, 4), rng.uniform(0, pi)
        for n in range(holes):
            a = first + 2 * pi * n / holes
            spot = round(x + 0.3 * radius * cos(a)), round(y + 0.3 * radius * sin(a))
            cv2.circle(image, spot, max(1, radius // 7), ink, -1, cv2.LINE_AA)
    return image


def boxes(rng: Random) -> Image:
    """Plain blocks, sweets and notes: rectangles of one colour, at any turn."""
    image = canvas(rng, colour(rng))
    for _ in range(rng.randint(2, 40)):
        middle = rng.randrange(image.shape[1]), rng.randrange(image.shape[0])
        sides = (side := rng.randint(10, 130)), side if rng.random() < 0.5 else rng.randint(10, 130)
        corners = cv2.boxPoints((middle, sides, rng.uniform(0, 90))).astype(np.int32)
        cv2.fillConvexPoly(image, corners, colour(rng), cv2.LINE_AA)
    return image


def scrawl(rng: Random) -> Image:
    """Lines by hand, cables, threads."""
    ground, ink = inks(rng)
    image = canvas(rng, ground)
    random = chance(rng)
    for _ in range(rng.randint(1, 8)):
        steps = random.standard_normal((rng.randint(10, 200), 2)).cumsum(axis=0) * rng.uniform(4, 30)
        start = np.array([rng.randrange(image.shape[1]), rng.randrange(image.shape[0])])
        cv2.polylines(image, [(start + steps).astype(np.int32)], False, ink, rng.randint(1, 12), cv2.LINE_AA)
    return image


def barcode(rng: Random) -> Image:
    """A label with bars, and one with squares."""
    image = canvas(rng, colour(rng))
    h, w = image.shape[:2]
    random = chance(rng)
    bars = np.repeat(random.integers(0, 2, (1, 60), np.uint8) * 255, 30, axis=0)
    code = random.integers(0, 2, (25, 25), np.uint8) * 255
    for small, high, wide in ((bars, h // 5, w // 3), (code, h // 3, h // 3)):
        y, x = rng.randrange(h - high), rng.randrange(w - wide)
        drawn = cv2.resize(small, (wide, high), interpolation=cv2.INTER_NEAREST)
        image[y : y + high, x : x + wide] = drawn[:, :, None]
    return image


NOTHING: dict[str, Callable[[Random], Image]] = {
    "flat": flat,
    "noise": noise,
    "gradient": gradient,
    "stripes": stripes,
    "checks": checks,
    "circles": circles,
    "wood": wood,
    "text": text_page,
    "headline": headline,
    "clock": clock,
    "boxes": boxes,
    "scrawl": scrawl,
    "barcode": barcode,
}
"""Subjects in which nobody sees a piece of a game."""

ALIKE: dict[str, Callable[[Random], Image]] = {
    "calendar": calendar,
    "keyboard": keyboard,
    "buttons": buttons,
}
"""Subjects that are much like tiles or dice: letters on squares, and dots in a ring."""


def spotted(frame: Image, *, free: Sequence[tuple[float, float]]) -> Image:
    """The picture with a cloth's light spots all over it, 14 pixels wide, but near points that stay free."""
    for x, y in product(range(20, frame.shape[1] - 20, 30), range(20, frame.shape[0] - 20, 30)):
        if min(dist((x, y), point) for point in free) > 110:
            cv2.rectangle(frame, (x, y), (x + 13, y + 13), (170, 180, 190), -1)
            cv2.circle(frame, (x + 7, y + 7), 2, (60, 60, 60), -1)
    return frame
