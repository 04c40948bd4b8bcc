"""Read Scrabble tiles that lie loose: find, group, classify, decide together, and say how sure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress

import numpy as np
import numpy.typing as npt

from appliance.pieces import mat
from appliance.pieces.tiles import BLANK, ENGLISH, TileSet
from appliance.vision import bodies, health
from appliance.vision.at_edge import with_cut_tiles
from appliance.vision.crops import balanced
from appliance.vision.die_among_tiles import as_dice
from appliance.vision.enrolled_tiles import EnrolledTiles
from appliance.vision.frames import enlarged, mapped, point, reading, shrunk, with_unread
from appliance.vision.locate import locate
from appliance.vision.plane import Array, Image, Plane, cut_off
from appliance.vision.reading import SURE, TILES, Reading, Said, Symbol
from appliance.vision.straighten import Patch, angle_in_frame, body_colour, corners, cut, ink, quarter
from appliance.vision.tile_alike import agreed
from appliance.vision.tile_aside import from_aside
from appliance.vision.tile_blanks import is_like
from appliance.vision.tile_decide import by_chance, doubted, excess, from_one_box, likely, symbols, turned
from appliance.vision.tile_finder import Spot
from appliance.vision.tile_layout import ASKEW, Layout, layouts, turned_cell
from appliance.vision.tile_look import (
    DOUBTFUL,
    ODD,
    TRUSTED,
    UNCLEAR,
    looked_at,
    overlooked,
    tiles_only,
    with_letters,
)
from appliance.vision.tile_net import SYMBOLS, faces
from appliance.vision.tile_search import FIRM, MOST, places_in
from appliance.vision.tile_seats import are_bare, seated

NO_TILES = "no tiles found"
WAY_UNCLEAR = "it is not clear from which side some tiles are to be read"

_UNLIKE = (
    0.45  # median of the finder's trust without a mat; of what is sure on 160 drawn tables, 0.47 and more
)
_ALTERNATIVES = 3
_SOME, _SHARP = 15, 0.05  # tiles that tell how sharp the picture is, and how sharp it has to be

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class _Laid:
    """A layout that is decided: its tiles' numbers, their rows and columns upright, and its up's angle.

    `clear` says how likely this turn is.
    """

    cells: dict[int, tuple[int, int]]
    angle: float
    clear: float
    posterior: Floats

    @property
    def letters(self) -> list[int]:
        """The numbers of those tiles that have a letter for sure."""
        sure = self.posterior[:, : SYMBOLS.index(BLANK)].max(axis=1) >= SURE
        return list(compress(self.cells, sure))


class TilesReader:
    """Reads loose tiles of one box in a frame; with None any letters, whatever numbers stand on them.

    `side` is about that of a tile in the frame's pixels if it is known; else mat or tiles tell it. `enrolled`
    knows what the tiles look like, if they were shown.
    """

    def __init__(
        self,
        tile_set: TileSet | None = ENGLISH,
        side: float | None = None,
        enrolled: EnrolledTiles | None = None,
    ) -> None:
        self._tiles = tile_set
        self._side = side
        self._faces = enrolled.faces if enrolled else faces
        self._own = enrolled is not None

    def read(self, frame: Image) -> Reading:
        """What lies in the frame (height x width x 3, blue-green-red, uint8); `BadValue` for other arrays."""
        return reading(TILES, frame, self._read)

    def _read(self, frame: Image) -> Said:
        small, factor = shrunk(frame)
        plane = locate(small)
        known = None if self._side is None else self._side / factor
        said = from_aside(plane, self._on(plane, known), self._on)
        symbols, problems = with_unread(plane, said) if plane.has_mat else with_cut_tiles(small, said)
        return tuple(enlarged(symbol, factor) for symbol in symbols), problems

    def _on(self, plane: Plane, known: float | None = None) -> Said:
        """What lies on a plane, whose tiles are so many of its pixels wide if that is known."""
        problems = cut_off(plane)
        found, hardly, faint, odd = places_in(plane, known)
        plain = sum(spot.trust > TRUSTED for spot in found)
        found, seen = looked_at(plane.flat, found, self._faces, hardly, odd)
        seen = seated(found, seen, on_mat=plane.has_mat)
        if not self._own:  # the owner's tiles may look like anything
            seen = doubted(seen, as_dice(plane, found, seen, bare=are_bare(seen, few=True)))
        found, seen, said = tiles_only(found, seen)
        problems += said
        firm = np.exp(seen.nothing) < DOUBTFUL
        found, seen = with_letters(plane.flat, found, seen, faint, self._faces)
        if len(found) > len(firm):
            problems.append(UNCLEAR)
            firm = np.pad(firm, (0, len(found) - len(firm)))
        if not plane.has_mat and overlooked(found, odd):
            problems.append(UNCLEAR)
        letters = list(compress(found, seen.letter > SURE))
        if any(is_like(plane.flat, spot, letters, found) for spot in faint if spot not in found):
            problems.append(UNCLEAR)  # a blank that lies alone
        if not found:
            return (), (*problems, NO_TILES)
        groups, askew = layouts(found)
        problems += [ASKEW] if askew else []
        laid = self._decide(plane.flat, found, groups, likely(seen, self._tiles))
        items, said = self._items(plane, found, laid, firm)
        problems += said
        sighted = [spot.trust for spot in found if spot.trust]
        unlike = not plane.has_mat and np.median(sighted or [0.0]) < _UNLIKE
        if plain > 2 * len(items) or len(items) >= MOST or unlike:
            # A page of print, a keyboard, clouds: nothing there is a tile for sure.
            items = tuple(replace(item, sure=False) for item in items)
            problems.append(ODD)
        return items, tuple(dict.fromkeys(problems))

    def _decide(
        self, image: Image, found: Sequence[Spot], groups: Sequence[Layout], table: Floats
    ) -> list[_Laid]:
        """The turn of each layout and the symbols of its tiles, in the layouts' reading order."""
        decided = []
        apart = [one for group in groups for one in _apart(group, found, table)]
        for group in _in_reading_order(apart, found):
            mine = _tables(group, found, table)
            turns, chance = turned(mine), by_chance(mine, group.stray)
            turn = int(turns.argmax())
            if turns[turn] < 0.5:
                # Nothing tells the direction: as the picture shows it.
                turn = round(-group.angle / 90) % 4
            cells = _turned(group.cells, turn)
            posterior = (1 - chance) * symbols(mine, turns) + chance * mine.sum(axis=1)
            decided.append(_Laid(cells, group.angle + 90 * turn, float(turns.max()), posterior))
        each = np.concatenate([laid.posterior for laid in decided])
        upright = [_upright(found[i], laid.angle) for laid in decided for i in laid.cells]
        together = from_one_box(agreed(each, image, upright), self._tiles)
        ends = np.cumsum([len(laid.posterior) for laid in decided])
        parts = np.split(together, ends[:-1])
        return [replace(laid, posterior=part) for laid, part in zip(decided, parts, strict=True)]

    def _items(
        self, plane: Plane, found: Sequence[Spot], laid: Sequence[_Laid], firm: Flags
    ) -> tuple[tuple[Symbol, ...], list[str]]:
        """The tiles in the layouts' own reading order, and problems; only what is `firm` may be sure."""
        items, crops = [], list[Image]()
        letters = [found[i] for layout in laid for i in layout.letters]
        for number, layout in enumerate(laid):
            order = sorted(range(len(layout.cells)), key=lambda k: list(layout.cells.values())[k])
            tiles = list(layout.cells)
            for k in order:
                patch = _upright(found[tiles[k]], layout.angle)
                crop = cut(plane.flat, patch, 0)
                crops.append(crop)
                row = layout.posterior[k]
                body = bodies.name(body_colour(balanced(plane, patch, crop)), balanced=plane.has_mat)
                place = (number, *layout.cells[tiles[k]])
                item = symbol(row, patch, crop, plane.to_frame, body, place, spot_mm(plane, patch))
                spot, firmly = found[tiles[k]], item.sure and bool(firm[tiles[k]])
                unseated = len(tiles) == 1 or spot.trust < FIRM
                if firmly and item.symbol == BLANK and unseated and not plane.has_mat:
                    # A plain square by itself may be the corner of a card or of a cloth's pattern, a faint
                    # one beside tiles a piece of the table.
                    firmly = is_like(plane.flat, spot, letters, found)
                items.append(replace(item, sure=firmly))
        over, said = excess([item.symbol for item in items], self._tiles)
        if any(len(layout.cells) > 1 and layout.clear < SURE for layout in laid):
            said.append(WAY_UNCLEAR)
        blanks = sum(item.symbol == BLANK for item in items)
        if sum(item.sure for item in items if item.symbol != BLANK) < blanks:
            over.add(BLANK)  # without letters beside them a plain square may be anything
        items = [replace(item, sure=item.sure and item.symbol not in over) for item in items]
        if not all(item.sure for item in items):
            sharp = [health.sharpness(ink(crop)) for crop in crops[:_SOME]]
            said += [health.BLURRED] if np.median(sharp) < _SHARP else []
        return tuple(items), said


def _apart(group: Layout, found: Sequence[Spot], table: Floats) -> list[Layout]:
    """The layout, or each of its tiles by itself if they rather lie side by side by chance."""
    if by_chance(_tables(group, found, table), group.stray) < 0.5:
        return [group]
    return [Layout({i: (0, 0)}, found[i].angle) for i in group.cells]


def _tables(group: Layout, found: Sequence[Spot], table: Floats) -> Floats:
    """The turns and symbols (n x 4 x 27) of a layout's tiles, turns counted from its angle."""
    return np.stack([_along(table[i], found[i].angle, group.angle) for i in group.cells])


def symbol(
    row: Floats,
    patch: Patch,
    crop: Image,
    to_frame: Array,
    body: str,
    place: tuple[int, ...],
    middle_mm: tuple[float, float] | None = None,
) -> Symbol:
    """What is said of one tile: `row` holds the probabilities of its symbols, the patch is upright.

    `crop` shows it: a blank that is white all over may be a letter that is lost.
    """
    best = np.argsort(-row, kind="stable")
    lost = SYMBOLS[best[0]] == BLANK and health.is_blown(crop)
    confidence = float(min(1.0, row[best[0]]))
    ring = mapped(corners(patch, 0), to_frame)
    others = tuple((SYMBOLS[i], float(row[i])) for i in best[1 : 1 + _ALTERNATIVES] if row[i] > 5e-4)
    return Symbol(
        symbol=SYMBOLS[best[0]],
        sure=confidence >= SURE and not lost,
        confidence=confidence,
        center=point(mapped(np.array([[patch.x, patch.y]]), to_frame)[0]),
        corners=(point(ring[0]), point(ring[1]), point(ring[2]), point(ring[3])),
        angle=angle_in_frame(ring),
        body=body,
        alternatives=others,
        place=place,
        spot=middle_mm,
    )


def spot_mm(plane: Plane, patch: Patch) -> tuple[float, float] | None:
    """The patch's middle in mm from the mat's middle."""
    if plane.scale is None:
        return None
    return patch.x / plane.scale - mat.SIZE[0] / 2, patch.y / plane.scale - mat.SIZE[1] / 2


def _upright(spot: Spot, angle: float) -> Patch:
    """The tile as it stands in a layout of that angle."""
    return Patch(6, spot.x, spot.y, (angle + quarter(spot.angle - angle)) % 360, spot.side)


def _along(table: Floats, own: float, angle: float) -> Floats:
    """Turns (first axis) counted from the layout's angle and not from the tile's own."""
    return np.roll(table, round((own - angle) / 90), axis=0)


def _turned(cells: dict[int, tuple[int, int]], turn: int) -> dict[int, tuple[int, int]]:
    """Rows and columns as read under that turn, from 0."""
    moved = {i: turned_cell((c, r), turn) for i, (r, c) in cells.items()}
    right, down = min(c for c, _ in moved.values()), min(r for _, r in moved.values())
    return {i: (r - down, c - right) for i, (c, r) in moved.items()}


def _in_reading_order(groups: Sequence[Layout], found: Sequence[Spot]) -> list[Layout]:
    """Line by line from the top, each from the left, by the layouts' middles."""
    side = float(np.median([spot.side for spot in found]))
    middles = [np.mean([(found[i].x, found[i].y) for i in g.cells], axis=0) for g in groups]
    lines: list[list[int]] = []
    for k in sorted(range(len(groups)), key=lambda k: float(middles[k][1])):
        if lines and middles[k][1] - middles[lines[-1][0]][1] <= side / 2:
            lines[-1].append(k)
        else:
            lines.append([k])
    return [groups[k] for line in lines for k in sorted(line, key=lambda k: float(middles[k][0]))]
