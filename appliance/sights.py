"""What a reading comes to for a look: which of the symbols matter, and the text of the answer.

Games know nothing of pictures and the eye nothing of seats, racks or boards; here the two are put together.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import atan2, pi
from string import ascii_uppercase

from appliance.games.looks import OFF, board_text, crosswords_text, track_stands, track_text
from appliance.games.prompts import Look
from appliance.pieces import ALPHABET, dice_set
from appliance.pieces.tiles import BLANK
from appliance.pieces.track import track
from appliance.readers import Reader, reader
from appliance.vision.reading import Reading, Symbol

_READ_AS = {"track": "pip-dice", "crosswords": "tiles"}
_FUSED = frozenset({"letter-dice", "d12", "pip-dice"})


def eye_for(look: Look) -> Reader:
    """The reader that a look needs."""
    pieces = look.pieces.partition(":")[0] if look.kind == "pip-dice" else look.pieces
    return reader(_READ_AS.get(look.kind, look.kind), pieces)


def is_fused(look: Look) -> bool:
    """Whether several frames of the same pieces may be taken together, symbol by symbol."""
    return look.kind in _FUSED


def is_fine(look: Look) -> bool:
    """Whether the look takes the camera's full resolution: tiles all over the table."""
    return look.kind == "crosswords"


def matter(look: Look, reading: Reading) -> Reading:
    """The reading with only those symbols that the look asks for."""
    if look.kind == "pip-dice" and ":" in look.pieces:
        body = look.pieces.partition(":")[2]
        return replace(reading, items=tuple(item for item in reading.items if item.body == body))
    if look.kind == "tiles":
        return replace(reading, items=_apart(reading.items))
    if look.kind == "track":  # what their faces show is nothing to where they stand
        return replace(reading, items=tuple(replace(item, sure=True) for item in reading.items))
    return reading


def _apart(items: Sequence[Symbol]) -> tuple[Symbol, ...]:
    """The tiles that lie by themselves: one that is drawn does, those of a rack or a word do not."""
    layouts = [item.place[0] for item in items]
    return tuple(item for item in items if layouts.count(item.place[0]) == 1)


def text(look: Look, reading: Reading, symbols: Sequence[str], players: int) -> str:
    """The answer's text for these symbols, which people may have put right, in place of the reading's own."""
    items = [replace(item, symbol=symbol) for item, symbol in zip(reading.items, symbols, strict=True)]
    said = replace(reading, items=tuple(items))
    match look.kind:
        case "board":
            return board_text(said.rows)
        case "crosswords":
            return crosswords_text(zip(_seats(said, players), said.layouts, strict=True))
        case "track":
            return _stands(look, items)
        case "card" | "own-tiles":
            return "".join(symbols)
        case "own-die":
            return " ".join(_own_die(items[0])) if items else ""
        case _:
            return " ".join(symbols)


def _own_die(item: Symbol) -> tuple[str, ...]:
    """Its sides, its colour, and what its top may be; see `appliance.games.looks`."""
    return str(item.place[0]), item.body, item.symbol, *(symbol for symbol, _ in item.alternatives)


def _stands(look: Look, items: Iterable[Symbol]) -> str:
    """Where those dice stand that the look is about; others of the set may lie anywhere beside the board."""
    board, asked = track(look.pieces), track_stands(look.wanted)
    squares = {
        item.body: board.square_at(*item.spot) if item.spot else None
        for item in items
        if item.body in asked or not asked
    }
    return track_text({colour: square or OFF for colour, square in squares.items()})


def _seats(reading: Reading, players: int) -> list[int]:
    """For each layout the seat nearest to it."""
    numbers = sorted({item.place[0] for item in reading.items})
    middles = [_middle([item for item in reading.items if item.place[0] == n]) for n in numbers]
    return [seat_at(x / reading.width, y / reading.height, players) for x, y in middles]


def _middle(items: Sequence[Symbol]) -> tuple[float, float]:
    xs, ys = zip(*(item.center for item in items), strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def seat_at(across: float, down: float, players: int) -> int:
    """The seat nearest to a place of the picture (0…1 each way).

    The first player sits at the picture's lower edge, the others evenly round the table to the left, which
    seen from above is clockwise.
    """
    turn = atan2(down - 0.5, across - 0.5) - pi / 2
    return round(turn / (2 * pi) * players) % players


def choices(look: Look) -> tuple[str, ...]:
    """What one of the symbols may be, for people who put it right by hand."""
    match look.kind:
        case "letter-dice":
            return ALPHABET
        case "d12" | "pip-dice":
            return tuple(sorted({face for die in dice_set(look.pieces).dice for face in die.faces}))
        case "tiles" | "crosswords" | "board":
            return (*ascii_uppercase, BLANK)
        case "card":
            return tuple(ascii_uppercase)
        case _:
            return ()


def is_counted(look: Look) -> bool:
    """Whether `least` to `most` says how many symbols there must be."""
    return look.kind in _FUSED or look.kind == "tiles"


def is_single(look: Look) -> bool:
    """Whether the look is of one symbol, which the dial alone can say."""
    return look.most == 1 and look.kind in ("d12", "pip-dice", "tiles")
