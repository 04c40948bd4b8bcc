"""Racks of tiles as a player sees them: a row that leans against a back, its feet behind a ledge."""

from random import Random

from appliance.virtual.geometry import turned
from appliance.virtual.scene import Colour
from appliance.virtual.sheets import Sheet
from appliance.virtual.tile_variety import ClothArt
from appliance.virtual.tiles import TileMake, lay_layout

_LONG = (175.0, 260.0)  # mm
_BACK = (0.5, 1.25)  # height over that of a tile
_LEDGE = (4.0, 14.0)  # mm, its height
_HIDES = 0.12  # of a tile's height at most, behind the ledge
_ABOVE, _ASIDE = (-8.0, 32.0), 8.0  # degrees by which people see racks from above, and from aside


def lay_rack(
    rng: Random, word: str, make: TileMake, colour: Colour, x: float = 0.0, y: float = 0.0, turn: float = 0.0
) -> tuple[Sheet, ...]:
    """A rack in one plane with its tiles, as `tiles.lay_layout` lays these: back, tiles and ledge."""
    wide, high = make.size
    gap = rng.choice((0.1, 0.3, rng.uniform(0.1, 1.5)))
    row = lay_layout((word,), x, y, turn, rng, make=make, gap=gap, slip=0.12, lean=rng.uniform(0.2, 0.8))
    long = rng.uniform(*_LONG)
    aside = rng.uniform(-0.5, 0.5) * max(0.0, long - len(word) * (wide + gap))
    back, ledge = rng.uniform(*_BACK) * high, rng.uniform(*_LEDGE)
    hidden, grain = rng.uniform(0, _HIDES) * high, rng.choice((0.0, rng.uniform(2, 8)))

    def strip(tall: float, down: float, base: float) -> Sheet:
        art = ClothArt((long, tall), colour, grain, thick=1.0, corner=1.0, seed=rng.randrange(1 << 20))
        right, below = turned(aside, down, turn)
        return Sheet(art, x + right, y + below, turn, base)

    foot = high / 2
    return (
        strip(back, foot - back / 2, 0.0),
        *row,
        strip(ledge, foot - hidden + ledge / 2, make.thick),
    )


def from_the_front(rng: Random, turn: float) -> tuple[float, float]:
    """The camera's tilt (degrees) that shows a rack turned so as a player sees it."""
    return turned(rng.uniform(*_ABOVE), rng.gauss(0, _ASIDE), -turn)
