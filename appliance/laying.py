"""Hands that put on the virtual table what a look is to find there: answers in text become pieces."""

from collections.abc import Mapping
from math import cos, pi, sin

from appliance.games.game_views import Crossboard, Lot, Track
from appliance.games.looks import OFF, board_rows, crosswords, track_stands, track_text
from appliance.games.prompts import Look, Prompt
from appliance.lexicon.decks import card_of
from appliance.pieces.track import FINISH, track
from appliance.pieces.track import Track as TrackOfDice
from appliance.virtual.tabletop import Tabletop, Wanted

THROWN = frozenset({"letter-dice", "d12"})
"""What falls as it falls; all else hands put down as they mean to."""

TRACK = "bid-and-bluff"

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
    layouts = crosswords(value)
    placed = []
    for number, (seat, rows) in enumerate(layouts):
        mine = [n for n, (other, _) in enumerate(layouts) if other == seat]
        placed.append((*seat_place(seat, players, mine.index(number), len(mine)), rows))
    top.lay_crosswords(placed)


def seat_place(seat: int, players: int, number: int = 0, count: int = 1) -> tuple[float, float]:
    """Where the layouts of a player lie in the picture (0…1 each way): see `appliance.sights.seat_at`."""
    turn = pi / 2 + 2 * pi * (seat + 0.55 * ((number + 0.5) / count - 0.5)) / players
    return 0.5 + _OUT * cos(turn), 0.5 + _OUT * sin(turn)
