"""What a look at the table may come to, as text, kind by kind, and why a text cannot be what lies there.

| kind | text |
| --- | --- |
| `letter-dice` | the symbols, parted by spaces: `A E Qu` |
| `d12`, `pip-dice` | one symbol: `Pass`, `3` |
| `track` | where each die stands, in the order of the colours: `blue@C4 red@off white@finish` |
| `tiles` | letters, `?` a blank, parted by spaces: `A ?` |
| `crosswords` | one layout a word, its seat before it: `1:JAM/E../T.. 2:Q` |
| `board` | fifteen rows from the top, numbers count empty squares: `15/7A7/…` |
| `card` | the letters of the jumble: `TUERNEV` |
| `own-die` | sides and colour of a die that is shown, what its top may be, likeliest first: `6 white B R` |
| `own-tiles` | what the eye takes the tiles of a row for that is shown, `.` where it is not sure: `ABC.E` |
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from appliance.games.letters import can_roll
from appliance.phrases import say
from appliance.pieces import dice_set
from appliance.pieces.track import FINISH

Kind = Literal[
    "letter-dice",
    "d12",
    "pip-dice",
    "track",
    "tiles",
    "crosswords",
    "board",
    "card",
    "own-die",
    "own-tiles",
]

OFF = "off"
"""Where a die stands that is on no square."""

_BOARD_ROW = re.compile(r"(?:[1-9][0-9]?|[A-Z?])+")
_CROSSWORD = re.compile(r"[1-9]:[A-Z?.]+(?:/[A-Z?.]+)*")
_STAND = re.compile(rf"[a-z]+@(?:{OFF}|{FINISH}|[A-Z]+[0-9]+)")
_OWN_TILES = re.compile(r"[A-Z?.]+")
_OWN_DIE = re.compile(r"[68] [a-z]+(?: (?:[A-Z]|Qu))+")
CARD_LETTERS = 7
BOARD_SIZE = 15


def board_text(rows: Iterable[str]) -> str:
    """The text of a board's rows, in which `.` is an empty square."""
    return "/".join(re.sub(r"\.+", lambda dots: str(len(dots[0])), row) for row in rows)


def board_rows(text: str) -> tuple[str, ...]:
    """The rows of a board's text."""
    return tuple(re.sub(r"[0-9]+", lambda n: "." * int(n[0]), row) for row in text.split("/"))


def track_text(stands: Mapping[str, str]) -> str:
    """The text of where the dice stand, by colour."""
    return " ".join(f"{colour}@{square}" for colour, square in sorted(stands.items()))


def track_stands(text: str) -> dict[str, str]:
    """Where the dice stand, by colour."""
    return {stand.split("@")[0]: stand.split("@")[1] for stand in text.split()}


def crosswords_text(layouts: Iterable[tuple[int, Iterable[str]]]) -> str:
    """The text of layouts, each the seat (from 0) of its player and its rows."""
    return " ".join(f"{seat + 1}:{'/'.join(rows)}" for seat, rows in layouts)


def crosswords(text: str) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """The layouts of a text: seat (from 0) and rows of each."""
    parted = (layout.split(":") for layout in text.split())
    return tuple((int(seat) - 1, tuple(rows.split("/"))) for seat, rows in parted)


def dice_refusal(value: str, pieces: str, least: int, most: int) -> str | None:
    """Why letter dice of that set cannot show this, or None."""
    symbols = value.split()
    if not least <= len(symbols) <= most:
        return say("refused.count", n=len(symbols), least=least, most=most)
    if not can_roll(dice_set(pieces), symbols):
        return say("refused.dice", letters=" ".join(symbols), pieces=pieces)
    return None


def die_refusal(value: str, pieces: str, least: int, most: int) -> str | None:
    """Why no die of that set can show this, or None."""
    if any(value in die.faces for die in dice_set(pieces).dice):
        return None
    return say("refused.face", value=value)


def tiles_refusal(value: str, pieces: str, least: int, most: int) -> str | None:
    """Why these are not that many tiles, or None."""
    tiles = value.split()
    if not all(re.fullmatch(r"[A-Z?]", tile) for tile in tiles):
        return say("refused.tile", value=value)
    if not least <= len(tiles) <= most:
        return say("refused.tiles", n=len(tiles), least=least, most=most)
    return None


def track_refusal(value: str, pieces: str, least: int, most: int) -> str | None:
    """Why this says not where dice stand, each colour and each square once, or None."""
    if not all(_STAND.fullmatch(stand) for stand in value.split()):
        return say("refused.value", value=value)
    colours = [stand.split("@")[0] for stand in value.split()]
    twice = next((colour for colour in colours if colours.count(colour) > 1), None)
    return say("refused.twice", colour=twice) if twice else None


def difference(kind: Kind, seen: str, wanted: str) -> str | None:
    """What lies otherwise than it must, in words, or None; the first of several."""
    if kind == "track":
        return _astray(track_stands(seen), track_stands(wanted))
    if seen == wanted:
        return None
    there, due = set(seen.split()), set(wanted.split())
    odd, missing = (" ".join(sorted(some)) or "–" for some in (there - due, due - there))
    return say("refused.wanted", seen=odd, wanted=missing)


def _astray(seen: Mapping[str, str], wanted: Mapping[str, str]) -> str | None:
    """Which die stands elsewhere, or None; dice that are not wanted may lie beside the board."""
    for colour, due in wanted.items():
        square = seen.get(colour)
        if square != due:
            phrase = "unseen" if square is None else "off_board" if square == OFF else "astray"
            words = {"colour": colour.capitalize(), "square": (square or "").upper(), "wanted": due.upper()}
            return say(f"refused.{phrase}", **words)
    odd = next((colour for colour in seen if colour not in wanted and seen[colour] != OFF), None)
    return say("refused.not_playing", colour=odd.capitalize(), square=seen[odd].upper()) if odd else None


def crosswords_refusal(value: str, pieces: str, least: int, most: int) -> str | None:
    """Why this is no text of layouts, or None."""
    if value and all(_CROSSWORD.fullmatch(layout) for layout in value.split()):
        return None
    return say("refused.value", value=value)


def board_refusal(value: str, pieces: str, least: int, most: int) -> str | None:
    """Why this is no text of a board, or None."""
    fits = all(map(_BOARD_ROW.fullmatch, value.split("/")))
    if fits and [len(row) for row in board_rows(value)] == [BOARD_SIZE] * BOARD_SIZE:
        return None
    return say("refused.board")


def card_refusal(value: str, pieces: str, least: int, most: int) -> str | None:
    """Why this is no jumble, or None."""
    if re.fullmatch(f"[A-Z]{{{CARD_LETTERS}}}", value):
        return None
    return say("refused.card", value=value, n=CARD_LETTERS)


def own_die_refusal(value: str, pieces: str, least: int, most: int) -> str | None:
    """Why this says not what a die is like, or None."""
    return None if _OWN_DIE.fullmatch(value) else say("refused.value", value=value)


def own_tiles_refusal(value: str, pieces: str, least: int, most: int) -> str | None:
    """Why this is no row of the tiles `pieces`, of which some may be missing, or None."""
    fits = _OWN_TILES.fullmatch(value) and len(value) <= len(pieces)
    return None if fits else say("refused.value", value=value)


REFUSALS: Mapping[str, Callable[[str, str, int, int], str | None]] = {
    "letter-dice": dice_refusal,
    "d12": die_refusal,
    "pip-dice": die_refusal,
    "track": track_refusal,
    "tiles": tiles_refusal,
    "crosswords": crosswords_refusal,
    "board": board_refusal,
    "card": card_refusal,
    "own-die": own_die_refusal,
    "own-tiles": own_tiles_refusal,
}
"""For each kind, why a text cannot be what lies there."""
