"""The top of the virtual table: dice that roll and rest, and what hands lay: words, tiles, boards, cards."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import hypot
from random import Random
from typing import NamedTuple

import numpy as np

from appliance.drivers import Clock
from appliance.pieces import DiceSet, Die, dice_set, mat
from appliance.pieces.track import track
from appliance.virtual.board import lay_board
from appliance.virtual.card import CardArt
from appliance.virtual.dice import D6_SIZE, Placed, lay_row, reach, roll
from appliance.virtual.geometry import project
from appliance.virtual.lens import unbent
from appliance.virtual.rolling import Throw, throw
from appliance.virtual.scene import GREEN, Mat, Table, View
from appliance.virtual.sheets import Sheet
from appliance.virtual.tiles import TILE, TileArt, lay_layout, places
from appliance.virtual.track import TrackArt

ON_BOARD = Table(mat=Mat(colour=GREEN, markers=False), view=View(span=470))
"""A table with a board under the camera."""

LOOSE = Table(mat=Mat(colour=GREEN, markers=False), view=View(span=1000, above=1400))
"""A table with everybody's crosswords, from farther above."""

NOTHING = "0"
"""The face without pips."""

BESIDE = 196.0
"""How far to the right of the board's middle a drawn tile is laid, in mm."""


class Wanted(NamedTuple):
    """Which dice a game wants thrown: the set, and the least and most of them."""

    pieces: str
    least: int
    most: int


class Tabletop:
    """What lies on the virtual table. Chance comes from `seed`, time from `clock`."""

    def __init__(self, clock: Clock, dice: DiceSet, seed: int = 0, scene: Table | None = None) -> None:
        self._clock = clock
        self._set = dice
        self._rng = Random(seed)
        self._plain = scene or Table()
        self._scene = self._plain
        self._throw: Throw | None = None
        self._begun = 0.0  # second of the throw
        self._ground: tuple[Sheet, ...] = ()
        self.dice: tuple[Placed, ...] = ()
        self.sheets: tuple[Sheet, ...] = ()
        """Tiles and cards; what they lie on is not among them."""
        self.wanted: Callable[[], Wanted | None] = lambda: None
        """Says which dice the game asks for now."""
        self.hands: Callable[[], None] = lambda: None
        """Puts by chance on the table what the game asks for now."""
        self.count = 7
        """How many dice the next choice of dice takes (AN-7)."""

    # Dice that are thrown

    @property
    def next_count(self) -> int:
        """How many dice the next throw would have."""
        wanted = self.wanted()
        if wanted is None:
            return len(self.dice) or self.count
        return len(self.dice) if self._settled(wanted) else min(max(self.count, wanted.least), wanted.most)

    def _settled(self, wanted: Wanted) -> bool:
        """Whether the dice that lie there are those to throw again."""
        return wanted.most > 1 and wanted.least <= len(self.dice) <= wanted.most

    def throw_for(self, wanted: Wanted) -> None:
        """Throw what the game wants: the same dice again if their number is settled."""
        if self._settled(wanted):
            self.throw([placed.die for placed in self.dice])
        else:
            count = min(max(self.count, wanted.least), wanted.most)
            self.throw(self._choose(dice_set(wanted.pieces), count))

    def _choose(self, dice: DiceSet, count: int) -> list[Die]:
        first = [die for die in dice.dice if die.body == dice.always][:1]
        others = [die for die in dice.dice if die not in first]
        return [*first, *self._rng.sample(others, count - len(first))]

    def throw(self, dice: Sequence[Die]) -> None:
        """Let these dice roll over the table; all else is put away."""
        self._clear(self._plain)
        self.dice = roll(self._rng, dice)
        self._throw, self._begun = throw(self._rng, self.dice), self._clock.now()

    def lay(self, letters: Sequence[str]) -> bool:
        """Lay these letters in a row, the other dice aside; False if they are not all there."""
        order: list[int] = []
        for letter in letters:
            places = (n for n, placed in enumerate(self.dice) if placed.symbol == letter and n not in order)
            place = next(places, None)
            if place is None:
                return False
            order.append(place)
        self.dice = lay_row(self.dice, order, rng=self._rng)
        return True

    def restore(self, letters: Sequence[str]) -> bool:
        """Dice that show these letters, thrown and at rest; False if no dice of the set can."""
        shown = _showing(list(self._set.dice), list(letters))
        if shown is None:
            return False
        places = roll(self._rng, [die for die, _ in shown])
        self.dice = tuple(replace(p, face=face) for p, (_, face) in zip(places, shown, strict=True))
        return True

    # What hands put down

    def _clear(self, scene: Table, *ground: Sheet) -> None:
        """Another scene, with nothing on its ground."""
        self._scene, self._ground = scene, ground
        self.dice, self.sheets, self._throw = (), (), None

    def lay_card(self, jumble: str, deck: str) -> None:
        """One card with a jumble on it, and nothing else."""
        self._clear(self._plain)
        x, y = (self._rng.uniform(-30, 30) for _ in range(2))
        self.sheets = (Sheet(CardArt(jumble, deck), x, y, self._rng.uniform(-8, 8)),)

    def lay_tiles(self, letters: Sequence[str]) -> None:
        """Tiles by themselves: beside the board if there is one, else on the bare mat."""
        beside = self._scene is ON_BOARD
        if not beside:
            self._clear(self._plain)
        drawn = []
        for number, letter in enumerate(letters):
            x = (BESIDE if beside else 0.0) + self._rng.uniform(-4, 4)
            y = (number - (len(letters) - 1) / 2) * 3 * TILE
            drawn.append(Sheet(TileArt(letter), x, y, self._rng.uniform(-20, 20)))
        on_board = (sheet for sheet in self.sheets if abs(sheet.x) < BESIDE - TILE)
        self.sheets = (*on_board, *drawn)

    def lay_board(self, rows: Sequence[str]) -> None:
        """The board with these tiles on it; a tile that lay there already stays as it lay."""
        slips = {square: _slip(square) for square in places(rows)}
        board, *tiles = lay_board(rows, slips=slips)
        self._clear(ON_BOARD, board)
        self.sheets = tuple(tiles)

    def lay_crosswords(self, layouts: Iterable[tuple[float, float, Sequence[str]]]) -> None:
        """Loose crosswords, each the place of its middle (0…1 across and down the picture) and its rows."""
        self._clear(LOOSE)
        laid: list[Sheet] = []
        for across, down, rows in layouts:
            x, y = self.place(across, down)
            laid += lay_layout(rows, x, y, self._rng.uniform(-6, 6), self._rng)
        self.sheets = tuple(laid)

    def stand(self, pieces: str, stands: Mapping[str, tuple[float, float] | None]) -> None:
        """The dice of a set on a track by colour, each at a place in mm, or None for beside the track."""
        self._on_track(pieces)
        moved = []
        for number, placed in enumerate(self.dice):
            x, y = placed.x, placed.y
            if placed.die.body in stands:
                x, y = stands[placed.die.body] or _beside_track(number)
            moved.append(placed if (x, y) == (placed.x, placed.y) else replace(placed, x=x, y=y))
        self.dice = tuple(moved)

    def turn_die(self, pieces: str, body: str, symbol: str) -> None:
        """Turn the die of that colour so that a symbol is up; it stays where it stands."""
        self._on_track(pieces)
        turned = []
        for placed in self.dice:
            face = placed.die.faces.index(symbol)
            mine = placed.die.body == body
            turned.append(replace(placed, face=face, turn=self._rng.uniform(-7, 7) % 360) if mine else placed)
        self.dice = tuple(turned)

    def _on_track(self, pieces: str) -> None:
        """The track with its dice; they begin beside it, with nothing up."""
        printed = Sheet(TrackArt(track(pieces)), 0.0, 0.0)
        if self._ground == (printed,):
            return
        self._clear(self._plain, printed)
        dice = dice_set(pieces).dice
        self.dice = tuple(
            Placed(die, die.faces.index(NOTHING), *_beside_track(number), 0.0)
            for number, die in enumerate(dice)
        )

    # Pieces by their place

    def at(self, x: float, y: float) -> int | None:
        """The piece that lies at that place in mm, if any: dice first, then tiles and cards."""
        dice = [(hypot(p.x - x, p.y - y) / reach(p.die), n) for n, p in enumerate(self.dice)]
        flat = [(hypot(s.x - x, s.y - y) / (min(s.art.size) / 2), n) for n, s in enumerate(self.sheets)]
        near = dice + [(distance, len(dice) + n) for distance, n in flat]
        distance, number = min(near, default=(2.0, 0))
        return number if distance <= 1.0 else None

    def symbol_at(self, x: float, y: float) -> str:
        """What the piece at that place in mm shows; "" where there is none."""
        number = self.at(x, y)
        if number is None:
            return ""
        if number < len(self.dice):
            return self.dice[number].symbol
        art = self.sheets[number - len(self.dice)].art
        return art.letter if isinstance(art, TileArt) else ""

    def move(self, number: int, x: float, y: float, turn: float | None = None) -> None:
        """Push a piece to a place in mm, perhaps turning it; its face stays up."""
        first = len(self.dice)
        if number < first:
            placed = self.dice[number]
            moved = replace(placed, x=x, y=y, turn=placed.turn if turn is None else turn)
            self.dice = (*self.dice[:number], moved, *self.dice[number + 1 :])
        else:
            sheet = self.sheets[number - first]
            pushed = replace(sheet, x=x, y=y, turn=sheet.turn if turn is None else turn)
            self.sheets = (*self.sheets[: number - first], pushed, *self.sheets[number - first + 1 :])

    @property
    def rolling(self) -> bool:
        """Whether dice are still on their way."""
        return self._throw is not None and self._clock.now() - self._begun < self._throw.rest

    def scene(self) -> Table:
        """What the camera sees now."""
        sheets = (*self._ground, *self.sheets)
        dice = self.dice
        if self._throw and self.rolling:
            dice = self._throw.at(self._clock.now() - self._begun)
        return replace(self._scene, dice=dice, sheets=sheets)

    def place(self, across: float, down: float) -> tuple[float, float]:
        """A place in the picture (0…1 each way) in mm on the table, seen from straight above."""
        view = self._scene.view
        corners = project([[-1.0, -1.0, 0.0], [1.0, 1.0, 0.0]], view.projection())
        (left, top), (right, bottom) = corners
        size = (view.width, view.height)
        u, v = unbent(np.array([[across, down]]) * size, size, view.bend)[0]
        return float(-1 + 2 * (u - left) / (right - left)), float(-1 + 2 * (v - top) / (bottom - top))


def _beside_track(number: int) -> tuple[float, float]:
    """Where a die waits that stands on no square: below the track, side by side."""
    return (number - 2.5) * 1.6 * D6_SIZE, mat.SIZE[1] / 2 - D6_SIZE


def _slip(square: tuple[int, int]) -> tuple[float, float]:
    """How far off its square's middle a hand puts a tile, in mm: always the same for a square."""
    rng = Random(square[0] * 15 + square[1])
    return rng.gauss(0, 0.35), rng.gauss(0, 0.35)


def _showing(dice: list[Die], letters: list[str]) -> list[tuple[Die, int]] | None:
    """A die and a face of it for each letter, each die once; None if there is no way."""
    if not letters:
        return []
    for die in dice:
        if letters[0] in die.faces:
            rest = _showing([other for other in dice if other is not die], letters[1:])
            if rest is not None:
                return [(die, die.faces.index(letters[0])), *rest]
    return None
