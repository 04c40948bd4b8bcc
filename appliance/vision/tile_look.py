"""Look at places that may be tiles: what the network says of each, and of others beside them."""

from collections.abc import Sequence
from itertools import compress

import numpy as np
import numpy.typing as npt

from appliance.vision.plane import Image
from appliance.vision.straighten import Patch
from appliance.vision.tile_blanks import witnessed
from appliance.vision.tile_decide import among
from appliance.vision.tile_finder import Spot
from appliance.vision.tile_gaps import gaps, missed
from appliance.vision.tile_layout import beside, middles, reach
from appliance.vision.tile_net import Faces, Judge
from appliance.vision.tile_search import FIRM

ODD = "something lies there that is no tile, or is covered in part"
UNCLEAR = "it is not clear whether a tile lies there: move it a little"

TRUSTED = 0.5
"""Of the finder's trust, from which it is said where the reader takes a place for none."""

DOUBTFUL = 0.2
"""How likely something is no tile from which people are asked; blanks have up to 0.17."""

_ODD_SIZE = 0.4  # of the finder's trust, from which something of another size than tiles have is worth a word
_ASKED = 0.75  # how likely no tile is there by the reader, up to which what the finder trusts so is shown
_LETTER = 0.9  # how likely a letter is, from which a place that the finder hardly trusts may be a tile
_NONE = 0.9  # and up to which, where it is not taken for a tile
_HALF = 0.6  # of a side: what is doubtful and no farther from a letter was that, misplaced
_SEEN, _SAME = 0.3, 0.1  # sides from a place within which another may be the same tile, and is the same place

Flags = npt.NDArray[np.bool_]


def looked_at(
    image: Image, found: list[Spot], judge: Judge, hardly: Sequence[Spot] = (), odd: Sequence[Spot] = ()
) -> tuple[list[Spot], Faces]:
    """What the network and the colours say of the spots, and of gaps that may be tiles missed.

    Those that are `hardly` trusted beside them count where they have a letter for certain; what is `odd` by
    its size tells where one may be missed.
    """
    found, seen = _respaced(image, found, among(judge(image, patches(found))), judge, odd)
    tiles = _tiles(found, seen)
    near = [one for one in hardly if any(beside(one, tile) for tile in tiles)]
    found, seen = with_letters(image, found, seen, near, judge)
    between = gaps(_tiles(found, seen))
    away = [reach(gap, middles(found)) for gap in between]
    alone = [gap for gap, far in zip(between, away, strict=True) if far > _SEEN]
    nearly = [gap for gap, far in zip(between, away, strict=True) if _SAME < far <= _SEEN]
    if alone:
        found, seen = found + alone, seen.joined(judge(image, patches(alone)))
    # Where the finder was nearly right the network saw no tile.
    found, seen = with_letters(image, found, seen, nearly, judge)
    return found, witnessed(image, found, seen)


def _tiles(found: Sequence[Spot], seen: Faces) -> list[Spot]:
    """What rather is a tile than none."""
    return list(compress(found, seen.nothing < np.log(0.5)))


def with_letters(
    image: Image, found: list[Spot], seen: Faces, more: Sequence[Spot], judge: Judge
) -> tuple[list[Spot], Faces]:
    """The same with those of some more places that have a letter for certain."""
    if not more:
        return found, seen
    lettered, said = _lettered(more, judge(image, patches(more)))
    return found + lettered, seen.joined(said)


def _respaced(
    image: Image, found: list[Spot], seen: Faces, judge: Judge, odd: Sequence[Spot]
) -> tuple[list[Spot], Faces]:
    """The same with doubtful places between two tiles where all of those spaced evenly there are letters."""
    none = np.exp(seen.nothing) > 0.5
    doubtful = [*compress(found, none), *odd]
    for row in missed(list(compress(found, ~none)), doubtful):
        lettered, more = _lettered(row, judge(image, patches(row)))
        if len(lettered) < len(row):
            continue
        away = [min(np.hypot(one.x - s.x, one.y - s.y) / s.side for s in row) for one in found]
        keep = np.array([spot not in doubtful or far > _HALF for spot, far in zip(found, away, strict=True)])
        found, seen = _kept(found, seen, keep)
        found, seen = found + lettered, seen.joined(more)
    return found, seen


def tiles_only(found: list[Spot], seen: Faces) -> tuple[list[Spot], Faces, list[str]]:
    """Without what the network takes for no tile; and whether that is worth a word."""
    nothing = np.exp(seen.nothing)
    most = [_ASKED if spot.trust > TRUSTED else 0.5 if spot.trust > FIRM else 0.2 for spot in found]
    keep = np.asarray(nothing < most, np.bool_)
    problems = []
    if any(n > DOUBTFUL for n in nothing[keep]) or any(n < _NONE for n in nothing[~keep]):
        problems.append(UNCLEAR)
    # To the reader a blank among tiles may look like a gap: what the finder trusts is not passed over.
    if any(spot.trust > TRUSTED for spot, kept in zip(found, keep, strict=True) if not kept):
        problems.append(ODD)
    return *_kept(found, seen, keep), problems


def overlooked(found: Sequence[Spot], odd: Sequence[Spot]) -> bool:
    """Whether a tile may lie where none was found: the finder trusts what is odd by its size there."""
    if not found:
        return False
    return any(spot.trust > _ODD_SIZE and reach(spot, middles(found)) > _HALF for spot in odd)


def _lettered(faint: Sequence[Spot], seen: Faces) -> tuple[list[Spot], Faces]:
    """Those that have a letter for certain."""
    return _kept(faint, seen, np.asarray(seen.letter > _LETTER))


def _kept(found: Sequence[Spot], seen: Faces, keep: Flags) -> tuple[list[Spot], Faces]:
    return list(compress(found, keep)), seen.at(keep)


def patches(found: Sequence[Spot]) -> list[Patch]:
    """The places as patches to read."""
    return [Patch(6, s.x, s.y, s.angle, s.side) for s in found]
