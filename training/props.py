"""What dice lie on and beside, as random prints: boards, cloths, wood and paper, coins, tiles and cards."""

from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from appliance.drivers import Image
from appliance.virtual.glyphs import glyph
from appliance.virtual.scene import Colour, default_font


@dataclass(frozen=True)
class Squares:
    """A printed board: a grid of squares in rows of few colours, with lines between."""

    size: tuple[float, float]
    seed: int
    thick: float = 0.3
    corner: float = 0.0

    @property
    def cell(self) -> float:
        """Side of its squares in mm; the first begins at the upper left."""
        return _cell(Random(self.seed)) / 3

    def paint(self) -> Image:
        """Three pixels a mm."""
        rng = Random(self.seed)
        cell = _cell(rng)
        w, h = (round(3 * side) for side in self.size)
        image = np.empty((h, w, 3), np.uint8)
        palette = [any_colour(rng) for _ in range(rng.randint(2, 6))]
        chequered = rng.random() < 0.3
        line, width = any_colour(rng), rng.choice((0, 1, 1, 2, 3))
        for row, y in enumerate(range(0, h, cell)):
            main, other = rng.choice(palette), rng.choice(palette)
            share = rng.choice((0, 0, 0.2, 0.5))
            for column, x in enumerate(range(0, w, cell)):
                odd = (row + column) % 2 if chequered else rng.random() < share
                cv2.rectangle(image, (x, y), (x + cell, y + cell), other if odd else main, -1)
                if width:
                    cv2.rectangle(image, (x, y), (x + cell, y + cell), line, width)
        return image


def _cell(rng: Random) -> int:
    """Side of a board's squares in pixels."""
    return round(3 * rng.uniform(16, 34))


@dataclass(frozen=True)
class Cloth:
    """Any ground that is not of one colour: wood, speckled carpet, ruled paper, large patches, letters."""

    size: tuple[float, float]
    seed: int
    thick: float = 0.0
    corner: float = 0.0

    def paint(self) -> Image:
        """About two pixels a mm."""
        rng, noise = Random(self.seed), np.random.default_rng(self.seed)
        w, h = (max(8, min(900, round(2 * side))) for side in self.size)
        first, second = (np.array(any_colour(rng), np.float32) for _ in range(2))
        kind = rng.choice(("wood", "wood", "speckle", "ruled", "patches", "print"))
        grain = {"wood": (rng.randint(2, 6), w // rng.randint(2, 8)), "speckle": (h // 2, w // 2)}
        rows, columns = grain.get(kind, (h // 40 + 2, w // 40 + 2))
        if kind == "wood":
            rows = h // rng.randint(2, 12)
            columns = max(2, w // rng.randint(40, 200))
        coarse = noise.random((max(2, rows), max(2, columns), 3 if kind == "speckle" else 1), np.float32)
        share = cv2.resize(coarse, (w, h), interpolation=cv2.INTER_LINEAR).reshape(h, w, -1)
        strength = rng.uniform(0.1, 0.5) if kind == "wood" else rng.uniform(0.1, 0.9)
        image = first + (second - first) * share * strength
        if kind == "ruled":
            step = rng.randint(8, 60)
            for x in range(rng.randint(0, step), w, step):
                cv2.line(image, (x, 0), (x, h), second.tolist(), rng.choice((1, 1, 2)))
            for y in range(rng.randint(0, step), h if rng.random() < 0.7 else 0, step):
                cv2.line(image, (0, y), (w, y), second.tolist(), 1)
        elif kind == "patches":
            for _ in range(rng.randint(1, 8)):
                corners = noise.integers(0, max(w, h), (rng.randint(3, 5), 1, 2)).astype(np.int32)
                cv2.fillPoly(image, [corners], any_colour(rng), cv2.LINE_AA)
        elif kind == "print":
            for _ in range(rng.randint(4, 30)):
                at = (rng.randint(0, w), rng.randint(0, h))
                if rng.random() < 0.5:
                    radius, colour = rng.randint(2, 30), any_colour(rng)
                    cv2.circle(image, at, radius, colour, rng.choice((-1, 2)), cv2.LINE_AA)
                else:
                    text = rng.choice("ABCDEGHKMNRSTWX0123456789")
                    cv2.putText(image, text, at, 0, rng.uniform(0.4, 3), any_colour(rng), 2, cv2.LINE_AA)
        return np.clip(image, 0, 255).astype(np.uint8)


@dataclass(frozen=True)
class Coin:
    """A round thing: a coin, a token, a button, flat on the table."""

    across: float
    thick: float
    seed: int

    @property
    def size(self) -> tuple[float, float]:
        """A circle's box."""
        return self.across, self.across

    @property
    def corner(self) -> float:
        """All of it is rounded."""
        return self.across / 2

    def paint(self) -> Image:
        """A rim and something stamped."""
        rng = Random(self.seed)
        metal = rng.choice(((150, 160, 165), (70, 120, 190), (80, 160, 200), any_colour(rng)))
        image = np.empty((120, 120, 3), np.uint8)
        image[:] = metal
        dark, light = ([max(0, min(255, c + by)) for c in metal] for by in (-45, 40))
        cv2.circle(image, (60, 60), rng.randint(48, 56), dark, rng.randint(1, 4), cv2.LINE_AA)
        for _ in range(rng.randint(0, 7)):
            at = (rng.randint(30, 90), rng.randint(30, 90))
            radius, colour = rng.randint(3, 22), rng.choice((dark, light))
            cv2.circle(image, at, radius, colour, rng.choice((-1, 2)), cv2.LINE_AA)
        if rng.random() < 0.6:
            text, colour = rng.choice("125$%HM"), rng.choice((dark, light))
            cv2.putText(image, text, (40, 80), 0, 2, colour, 4, cv2.LINE_AA)
        return image


@dataclass(frozen=True)
class Plate:
    """A square or oblong thing: a letter tile, a blank one, a domino; 64 seeds in a row are of one make."""

    size: tuple[float, float]
    thick: float
    seed: int
    corner: float = 1.0

    def paint(self) -> Image:
        """One colour, with or without something printed."""
        rng = Random(self.seed // 64)
        w, h = (max(8, round(5 * side)) for side in self.size)
        image = np.empty((h, w, 3), np.uint8)
        image[:] = rng.choice(((170, 205, 225), (150, 200, 225), (215, 230, 235), any_colour(rng)))
        ink = any_colour(rng) if rng.random() < 0.3 else (30, 28, 28)
        kind, share_of_height = rng.random(), rng.uniform(0.35, 0.65)
        rng = Random(self.seed)
        if kind < 0.6:
            mask = glyph(default_font(), rng.choice("ABCDEFGHIJKLMNOPRSTUVWXYZ"))
            high = h * share_of_height
            scale = min(high / mask.shape[0], 0.8 * w / mask.shape[1])
            small = cv2.resize(mask, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            y, x = (h - small.shape[0]) // 2, (w - small.shape[1]) // 2
            part = image[y : y + small.shape[0], x : x + small.shape[1]]
            share = small[:, :, None] / np.float32(255)
            part[:] = (part * (1 - share) + np.array(ink, np.float32) * share).astype(np.uint8)
        elif kind < 0.75:
            for _ in range(rng.randint(1, 9)):
                at = (rng.randint(0, w), rng.randint(0, h))
                cv2.circle(image, at, rng.randint(2, 10), ink, -1, cv2.LINE_AA)
        return image


@dataclass(frozen=True)
class Card:
    """A card with a line or two of capitals and a frame or none."""

    size: tuple[float, float]
    seed: int
    thick: float = 0.3
    corner: float = 3.0

    def paint(self) -> Image:
        """Four pixels a mm."""
        rng = Random(self.seed)
        w, h = (round(4 * side) for side in self.size)
        image = np.empty((h, w, 3), np.uint8)
        image[:] = (240, 242, 242) if rng.random() < 0.6 else any_colour(rng)
        ink = (30, 28, 28) if rng.random() < 0.7 else any_colour(rng)
        if rng.random() < 0.4:
            cv2.rectangle(image, (12, 12), (w - 13, h - 13), ink, rng.randint(1, 8))
        for row in range(rng.randint(1, 3)):
            text = "".join(rng.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for _ in range(rng.randint(1, 7)))
            scale, at = w / (22 * (len(text) + 1)), (round(w * 0.08), round(h * (0.3 + 0.25 * row)))
            bold = max(2, round(2 * scale))
            cv2.putText(image, text, at, rng.choice((0, 2, 3)), scale, ink, bold, cv2.LINE_AA)
        return image


def any_colour(rng: Random) -> Colour:
    """Any colour; greys, white and black more often than chance would have them."""
    if rng.random() < 0.35:
        grey = rng.choice((rng.randint(20, 60), rng.randint(60, 200), rng.randint(200, 245)))
        b, g, r = (max(4, min(250, grey + rng.randint(-10, 10))) for _ in range(3))
        return b, g, r
    return rng.randint(8, 245), rng.randint(8, 245), rng.randint(8, 245)
