"""Hands that put on the virtual table what a look is to find there: answers in text become pieces."""

from collections.abc import Mapping, Sequence
from math import cos, pi, sin
from typing import NamedTuple

from appliance.errors import BadValue
from appliance.games.auctionscrabble.rules import known
from appliance.games.game_views import Crossboard, Lot, Track
from appliance.games.looks import OFF, board_rows, crosswords, track_stands, track_text
from appliance.games.prompts import Look, Prompt
from appliance.games.scrabble.board import Board
from appliance.games.scrabble.placement import difference
from appliance.games.scrabble.scoring import words
from appliance.lexicon.decks import card_of
from appliance.pieces.tiles import BLANK
from appliance.pieces.track import FINISH, track
from appliance.pieces.track import Track as TrackOfDice
from appliance.sights import seat_at
from appliance.virtual.tabletop import LOOSE, Tabletop, Wanted

THROWN = frozenset({"letter-dice", "d12"})
"""What falls as it falls; all else hands put down as they mean to."""

TRACK = "bid-and-bluff"

WIDE, HIGH = LOOSE.view.span, LOOSE.view.span * LOOSE.view.height / LOOSE.view.width
"""Of the table that the camera sees, in mm."""
PITCH, GAP, STEP = 20.0, 34.0, 10
"""From tile to tile, between layouts, and between places that hands try, in mm."""

_OUT = 0.31
"""How far from the picture's middle (0.5: its edge) a player's crossword lies."""


def wanted(look: Look) -> Wanted:
    """Which dice a look asks for."""
    return Wanted(look.pieces, look.least, look.most)


def lay(top: Tabletop, look: Look, prompt: Prompt, value: str) -> None:
    """Put there what has this text; dice that are thrown show what they like."""
    match look.kind:
        case "letter-dice" | "d12":
            top.throw_for(wanted(look))
        case "pip-dice":
            pieces, _, body = look.pieces.partition(":")
            top.turn_die(pieces, body, value)
        case "track":
            top.stand(look.pieces, _places(track(look.pieces), track_stands(value)))
        case "tiles":
            top.lay_tiles(value.split())
        case "board":
            top.lay_board(board_rows(value))
        case "crosswords":
            _lay_crosswords(top, value, max(1, len(prompt.standing.places)))
        case "card":
            known = card_of(value)
            top.lay_card(value, known.deck if known else "")


def laid_word(prompt: Prompt, value: str) -> str:
    """The word that a look at a board adds to what the prompt shows; "" if it is none, or has a new blank."""
    if not isinstance(prompt.view, Crossboard):
        return ""
    before = Board(prompt.view.rows)
    play = difference(before, known(before, value)).play
    if play is None or BLANK in play.tiles:
        return ""
    return next((word.text.upper() for word in words(before, play)), "")


def lie_as_told(top: Tabletop, prompt: Prompt) -> None:
    """Boards lie as the open prompt shows them."""
    match prompt.view:
        case Crossboard(rows=rows):
            top.lay_board(tuple("".join("?" if tile.islower() else tile for tile in row) for row in rows))
        case Lot(tile=""):
            top.lay_tiles(())  # the one before was taken by whoever bought it
        case Track(dice=dice):
            look = next(prompt.of_kind(Look), None)
            pieces = look.pieces if look and look.kind == "track" else TRACK
            lay(top, Look("", (), "track", pieces), prompt, track_text({c: s or OFF for c, _, s in dice}))


def lie_as_before(top: Tabletop, prompt: Prompt) -> None:
    """Everything lies again as the open prompt shows it, dice too."""
    letters = getattr(prompt.view, "letters", ())
    if isinstance(letters, tuple) and letters:
        top.restore(letters)
    lie_as_told(top, prompt)


def _places(board: TrackOfDice, stands: Mapping[str, str]) -> dict[str, tuple[float, float] | None]:
    """Where in mm the dice stand; those in FINISH side by side."""
    finished = [body for body, square in stands.items() if square == FINISH]
    return {
        body: None
        if square == OFF
        else board.middle(square, finished.index(body) if square == FINISH else -1)
        for body, square in stands.items()
    }


def _lay_crosswords(top: Tabletop, value: str, players: int) -> None:
    """Everybody's layouts near their places, large ones first, none over another or out of the picture."""
    taken: list[_Box] = []
    placed = []
    for seat, rows in sorted(crosswords(value), key=lambda layout: -len("".join(layout[1]))):
        size = (max(map(len, rows)) * PITCH + GAP, len(rows) * PITCH + GAP)
        box = _free(seat, players, size, taken)
        taken.append(box)
        placed.append(((box.x + WIDE / 2) / WIDE, (box.y + HIGH / 2) / HIGH, rows))
    top.lay_crosswords(placed)


class _Box(NamedTuple):
    """Where a layout lies: its middle and size in mm."""

    x: float
    y: float
    w: float
    h: float

    def overlaps(self, other: "_Box") -> bool:
        """Whether the two touch."""
        return 2 * abs(self.x - other.x) < self.w + other.w and 2 * abs(self.y - other.y) < self.h + other.h


def _free(seat: int, players: int, size: tuple[float, float], taken: Sequence[_Box]) -> _Box:
    """The free place nearest to where that seat's crosswords lie; `BadValue` if the table is full."""
    across, down = seat_place(seat, players)
    wanted = ((across - 0.5) * WIDE, (down - 0.5) * HIGH)
    w, h = size
    right, low = int(WIDE - w) // 2, int(HIGH - h) // 2
    boxes = (_Box(x, y, w, h) for x in range(-right, right + 1, STEP) for y in range(-low, low + 1, STEP))
    free = [
        box
        for box in boxes
        if seat_at(box.x / WIDE + 0.5, box.y / HIGH + 0.5, players) == seat
        and not any(box.overlaps(other) for other in taken)
    ]
    if not free:
        raise BadValue(f"the table has no room for the tiles of player {seat + 1}")
    return min(free, key=lambda box: (box.x - wanted[0]) ** 2 + (box.y - wanted[1]) ** 2)


def seat_place(seat: int, players: int) -> tuple[float, float]:
    """Where the layouts of a player lie in the picture (0…1 each way): see `appliance.sights.seat_at`."""
    turn = pi / 2 + 2 * pi * seat / players
    return 0.5 + _OUT * cos(turn), 0.5 + _OUT * sin(turn)
