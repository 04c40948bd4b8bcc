"""Random mats, lights, lenses and finishes: what training sees, and what is held back for measuring."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from appliance.virtual.flaws import HELD_OUT_FLAWS, SEEN_FLAWS, Flaws, Range
from appliance.virtual.scene import (
    BODIES,
    MORE_BODIES,
    Colour,
    Finish,
    Light,
    Mat,
    Pips,
    Sensor,
    Veil,
    View,
)

_SHARP = 0.5
"""Share of scenes whose dice have no dark rim on the table, where the variety has such."""


@dataclass(frozen=True)
class Variety:
    """Ranges to draw from; `mats` are colours that vary by `tint`, all others are (least, most)."""

    mats: tuple[Colour, ...]
    tint: int
    level: Range
    elevation: Range
    ambient: Range
    shadow: Range
    gradient: Range
    gains: Range
    glare: float
    blur: Range
    noise: Range
    letter: Range
    rounding: Range
    flaws: Flaws
    stretch: Range | None = None
    weight: tuple[int, int] | None = None
    bounce: Range | None = None


SEEN = Variety(
    mats=(
        *((34, 32, 32), (66, 64, 62), (58, 82, 38), (20, 20, 20), (90, 60, 40), (40, 40, 90)),
        *((120, 120, 118), (205, 210, 212), (96, 140, 176)),
    ),
    tint=14,
    level=(0.65, 1.15),
    elevation=(45, 80),
    ambient=(0.45, 0.8),
    shadow=(0.2, 0.55),
    gradient=(0.0, 0.3),
    gains=(0.88, 1.12),
    glare=0.4,
    blur=(0.3, 1.4),
    noise=(1.0, 8.0),
    letter=(0.48, 0.74),
    rounding=(0.02, 0.2),
    flaws=SEEN_FLAWS,
    stretch=(0.72, 1.6),
    weight=(-3, 7),
    bounce=(0.1, 0.9),
)
"""What training draws from."""

HELD_OUT = Variety(
    mats=((46, 42, 40), (28, 26, 30), (48, 96, 52), (78, 74, 70)),
    tint=8,
    level=(0.5, 0.65),
    elevation=(32, 45),
    ambient=(0.35, 0.5),
    shadow=(0.45, 0.65),
    gradient=(0.25, 0.45),
    gains=(0.8, 1.2),
    glare=0.3,
    blur=(0.4, 1.2),
    noise=(2.0, 6.0),
    letter=(0.5, 0.72),
    rounding=(0.03, 0.2),
    flaws=HELD_OUT_FLAWS,
)
"""Mats, light and cameras that no training scene has: dimmer, lower, more uneven, more coloured."""

PHOTO = replace(SEEN, flaws=replace(SEEN.flaws, share=1.0))
"""As `SEEN`, with all that real light and cameras add in every picture."""


def any_mat(rng: Random, variety: Variety, *, markers: bool) -> Mat:
    """A mat of one of the colours, on some other table."""
    colour = _tinted(rng, rng.choice(variety.mats), variety.tint)
    beyond = rng.choice([(96, 140, 176), (200, 205, 210), (60, 80, 110), (120, 122, 124), (50, 60, 70)])
    texture = rng.uniform(0.5, 4)
    return Mat(
        colour, beyond, markers=markers, texture=texture, wood=_some(rng, variety.flaws, variety.flaws.wood)
    )


def any_light(rng: Random, variety: Variety) -> Light:
    """A lamp somewhere."""
    low, high = variety.gains
    light = Light(
        level=rng.uniform(*variety.level),
        azimuth=rng.uniform(0, 360),
        elevation=rng.uniform(*variety.elevation),
        ambient=rng.uniform(*variety.ambient),
        shadow=rng.uniform(*variety.shadow),
        softness=rng.uniform(0.8, 6),
        gradient=rng.uniform(*variety.gradient),
        gains=(rng.uniform(low, high), 1.0, rng.uniform(low, high)),
        vignette=rng.uniform(0, 0.25),
        glare=rng.uniform(0.2, 1.0) if rng.random() < variety.glare else 0.0,
    )
    flaws = variety.flaws
    veil = Veil(
        _some(rng, flaws, flaws.veil),
        x=rng.random(),
        y=rng.random(),
        turn=rng.uniform(0, 180),
        half=rng.uniform(0.02, 0.5),
        soft=rng.uniform(0.02, 0.25),
    )
    cool, warm = (_some(rng, flaws, (-flaws.side, flaws.side)) for _ in range(2))
    own = Random(light.azimuth)  # so that all else is drawn as without it
    bounce = own.uniform(*variety.bounce) if variety.bounce and own.random() < _SHARP else None
    return replace(
        light,
        bounce=bounce,
        level=light.level * (rng.uniform(*flaws.over) if rng.random() < flaws.share / 4 else 1.0),
        side=(cool, (cool + warm) / 4, warm),
        side_azimuth=rng.uniform(0, 360),
        veil=veil,
        hard=_some(rng, flaws, flaws.hard),
    )


def any_view(rng: Random, variety: Variety, *, span: Range = (450, 520), width: int = 1280) -> View:
    """A camera about straight above; `span` mm across the picture."""
    view = View(
        width=width,
        height=width * 3 // 4,
        span=rng.uniform(*span),
        above=rng.uniform(450, 900),
        tilt=(rng.uniform(-4, 4), rng.uniform(-4, 4)),
        turn=rng.uniform(-6, 6),
        shift=(rng.uniform(-6, 6), rng.uniform(-6, 6)),
        blur=rng.uniform(*variety.blur),
        noise=rng.uniform(*variety.noise),
        jpeg=rng.randint(40, 95) if rng.random() < 0.3 else None,
    )
    return flawed(rng, view, variety)


def flawed(rng: Random, view: View, variety: Variety) -> View:
    """The same view through a real lens, taken by a real sensor."""
    flaws = variety.flaws
    return replace(
        view,
        bend=_some(rng, flaws, flaws.bend),
        fringe=_some(rng, flaws, flaws.fringe) * view.width / 1280,
        sensor=any_sensor(rng, flaws),
    )


def any_sensor(rng: Random, flaws: Flaws) -> Sensor:
    """A sensor with its camera's own processing."""
    return Sensor(
        banding=_some(rng, flaws, flaws.banding),
        bands=rng.uniform(0.7, 5),
        shot=_some(rng, flaws, flaws.shot),
        hot=rng.randint(1, flaws.hot) if rng.random() < flaws.share else 0,
        gamma=_some(rng, flaws, flaws.gamma, 1.0),
        contrast=_some(rng, flaws, flaws.contrast),
        sharpen=_some(rng, flaws, flaws.sharpen),
    )


def any_finish(rng: Random, variety: Variety, fonts: Sequence[str]) -> Finish:
    """Dice of one make: one font, edges and colours that vary a little from the usual ones."""
    bodies = tuple(
        (name, _tinted(rng, paint, 16), _tinted(rng, ink, 14)) for name, (paint, ink) in BODIES.items()
    )
    stretch = rng.uniform(*variety.stretch) if variety.stretch and rng.random() < 0.5 else 1.0
    weight = rng.randint(*variety.weight) if variety.weight and rng.random() < 0.4 else 0
    marked = ("M", "W", "N", "Z") if rng.random() < 0.25 else ()
    finish = Finish(
        font=rng.choice(fonts),
        letter=rng.uniform(*variety.letter),
        stretch=stretch,
        weight=weight,
        underlined=frozenset(marked),
        engraved=rng.uniform(0.1, 0.5) if rng.random() < 0.3 else 0.0,
        rounding=rng.uniform(*variety.rounding),
        marbled=rng.uniform(0.02, 0.08) if rng.random() < 0.2 else 0.0,
        bodies=bodies,
    )
    flaws = variety.flaws
    rare = replace(flaws, share=flaws.share / 2)
    out = -1 if rng.random() < 0.15 else 1
    return replace(
        finish,
        depth=out * _some(rng, flaws, flaws.depth),
        fill=_some(rng, rare, flaws.fill, 1.0),
        gloss=_some(rng, flaws, flaws.gloss),
        worn=_some(rng, rare, flaws.worn),
        clear=_some(rng, rare, flaws.clear),
        dust=rng.randint(1, flaws.dust) if rng.random() < flaws.share else 0,
    )


def any_pips(rng: Random, finish: Finish) -> Finish:
    """The same make for dice with pips or numbers: pips of any usual form, and marks of number dice."""
    radius = rng.uniform(0.07, 0.125)
    more = tuple(
        (name, _tinted(rng, paint, 16), _tinted(rng, ink, 14)) for name, (paint, ink) in MORE_BODIES.items()
    )
    pips = Pips(
        radius,
        min(rng.uniform(0.2, 0.29), 0.47 - radius),
        one=rng.uniform(1.2, 2.0) if rng.random() < 0.2 else 1.0,
        hollow=rng.uniform(0.3, 0.6) if rng.random() < 0.08 else 0.0,
        disc=rng.uniform(0.42, 0.48) if rng.random() < 0.06 else 0.0,
    )
    return replace(
        finish,
        rounding=rng.uniform(0.03, 0.3),
        bodies=finish.bodies + more,
        pips=pips,
        star=rng.choice((0, 0, 5, 6)),
        capitals=rng.random() < 0.5,
        dotted=rng.random() < 0.3,
    )


def _some(rng: Random, flaws: Flaws, values: Range, neutral: float = 0.0) -> float:
    """A value of the range in the flaws' share of cases, else the neutral one."""
    value = rng.uniform(*values)
    return value if rng.random() < flaws.share else neutral


def _tinted(rng: Random, colour: Colour, by: int) -> Colour:
    grey = rng.randint(-by, by)
    b, g, r = (max(4, min(250, c + grey + rng.randint(-by // 2, by // 2))) for c in colour)
    return b, g, r
