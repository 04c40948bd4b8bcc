"""Labelled faces to train with: rendered scenes cut up by the eye's own locating and straightening."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import dist, exp, log
from random import Random

import numpy as np

from appliance.pieces import ALPHABET, Die
from appliance.virtual.dice import Placed, roll
from appliance.virtual.render import render
from appliance.virtual.scene import BODIES, Table, Truth, truth
from appliance.virtual.variety import SEEN, any_finish, any_light, any_mat, any_view
from appliance.vision.locate import Image, Plane
from appliance.vision.segment import segment
from appliance.vision.straighten import D8_FACE, Patch, centred, cut, patches
from training.fonts import train_fonts

WIDE = 64
"""Side in pixels of a stored face; the face itself is half as wide, so that it can be shifted and turned."""


@dataclass(frozen=True)
class Sample:
    """A face with its surroundings, of a die with `sides`; the symbol is upright under `turn`."""

    wide: Image
    sides: int
    symbol: int
    turn: int


def samples(seed: int, scenes: int) -> Iterator[Sample]:
    """The faces of that many scenes; always the same for a seed and the same fonts."""
    fonts = train_fonts()
    for number in range(scenes):
        rng = Random(seed * 1_000_003 + number)
        yield from _scene(rng, fonts)


def _scene(rng: Random, fonts: list[str]) -> Iterator[Sample]:
    side = exp(rng.uniform(log(20), log(110)))
    span = 640 * 18 / side
    finish = any_finish(rng, SEEN, fonts)
    field = (span * 0.72, span * 0.5)
    dice = [_die(rng) for _ in range(max(2, min(10, round((span / 60) ** 2 * 0.8))))]
    placed = roll(rng, dice, field=field, touching=0.25 if len(dice) < 7 else 0.4)
    table = Table(
        placed,
        any_mat(rng, SEEN, markers=False),
        any_light(rng, SEEN),
        any_view(rng, SEEN, span=(span, span), width=640),
        finish,
        rng.randrange(1 << 30),
    )
    image = render(table)
    plane = Plane(image, np.full(image.shape[:2], 255, np.uint8), np.eye(3), None, (640, 480))
    found = [
        patch
        for blob in segment(plane)
        if blob.solidity > 0.85
        for patch in patches(blob.hull, blob.hull.mean(axis=0) - plane.below)
    ]
    for lying, true in zip(placed, truth(table), strict=True):
        yield _sample(rng, image, lying, true, found)


def _sample(rng: Random, image: Image, lying: Placed, true: Truth, found: list[Patch]) -> Sample:
    width = dist(true.corners[0], true.corners[1]) * (1.0 if lying.die.sides == 6 else D8_FACE)
    fit = [
        p
        for p in found
        if p.sides == lying.die.sides
        and dist((p.x, p.y), true.center) < 0.3 * width
        and 0.75 < p.width / width < 1.35
        and _off(true.angle, p) < 8
    ]
    if fit:
        patch = centred(image, fit[0])
    else:
        shaky = (c + rng.gauss(0, 0.04) * width for c in true.center)
        turn = true.angle + rng.gauss(0, 2) + 360 / _turns(lying) * rng.randrange(6)
        patch = Patch(lying.die.sides, *shaky, turn % 360, width * rng.uniform(0.92, 1.12))
    turn = round((true.angle - patch.angle) / (360 / patch.turns)) % patch.turns
    wide = cut(image, patch, 0, size=WIDE, margin=2.0)
    return Sample(wide, patch.sides, ALPHABET.index(true.symbol), turn)


def _turns(lying: Placed) -> int:
    return 4 if lying.die.sides == 6 else 6


def _off(angle: float, patch: Patch) -> float:
    step = 360 / patch.turns
    return abs((angle - patch.angle + step / 2) % step - step / 2)


def _die(rng: Random) -> Die:
    sides = rng.choice((6, 6, 8))
    faces = tuple(rng.choice(ALPHABET) for _ in range(sides))
    return Die("any", sides, rng.choice(list(BODIES)), faces)
