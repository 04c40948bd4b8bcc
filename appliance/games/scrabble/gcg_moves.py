"""The kinds of moves in a GCG line, and their text forms."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from appliance.games.scrabble.gcg_tiles import joined
from appliance.games.scrabble.placement import parse_place, place_text
from appliance.games.scrabble.squares import Square

_NUMBER = re.compile(r"[+\-−–]*[0-9]{1,6}")
_DASH = re.compile(r"[-−–]")
_SPACED = re.compile(r"\(([^()]*)\)")
_WORD = re.compile(r"(?:[^\W\d]|[.()?])+")
_COUNTS = ("1", "2", "3", "4", "5", "6", "7")
_OUTCOMES = "*#!,;"  # what annotators put behind a word: phony, in one list only, well done


@dataclass(frozen=True)
class Lay:
    """Tiles laid from `start` on. `word` has `.` or `(…)` for older tiles, or their letters again.

    Blanks are lower case, or `_` or `?` where nobody noted the letter.
    """

    start: Square
    down: bool
    word: str

    def __str__(self) -> str:
        return f"{place_text(self.start, self.down)} {self.word}"


@dataclass(frozen=True)
class Exchange:
    """Tiles exchanged: which, or only how many, as noted."""

    tiles: str

    def __str__(self) -> str:
        return f"-{self.tiles}"


@dataclass(frozen=True)
class Pass:
    """Nothing done."""

    def __str__(self) -> str:
        return "-"


@dataclass(frozen=True)
class Withdraw:
    """The player's last tiles taken back, after a challenge that held."""

    def __str__(self) -> str:
        return "--"


@dataclass(frozen=True)
class Challenge:
    """Points given or taken for a challenge that did not hold; how many is the table's own rule."""

    def __str__(self) -> str:
        return "(challenge)"


@dataclass(frozen=True)
class Time:
    """Points taken for time used up."""

    def __str__(self) -> str:
        return "(time)"


@dataclass(frozen=True)
class Rack:
    """Tiles left over at the end: the others' for a bonus, one's own for a penalty."""

    tiles: str

    def __str__(self) -> str:
        return f"({self.tiles})"


Move = Lay | Exchange | Pass | Withdraw | Challenge | Time | Rack
_NAMED: dict[str, Move] = {"(challenge)": Challenge(), "(time)": Time()}


class Numbers(NamedTuple):
    """The score and the total of a line, None where there is none."""

    score: int | None
    total: int | None


def parse_move(rest: str) -> tuple[str, Move, Numbers] | None:
    """What follows the nick: rack, move, score and total; None if no move can be made out.

    Whatever follows the total is a remark. The rack may be missing, and is any text before the move.
    """
    tokens = _SPACED.sub(lambda found: f"({found[1].replace(' ', '')})", joined(rest)).split()
    for at in range(len(tokens)):
        found = _move_at(tokens[at:])
        if found:
            move, used = found
            return " ".join(tokens[:at]), move, _numbers(tokens[at + used :])
    return None


def _move_at(tokens: Sequence[str]) -> tuple[Move, int] | None:
    """The move that begins with the first token, and how many tokens it takes."""
    first, after = tokens[0], tokens[1:]
    place = parse_place(first)
    if place and after and not _NUMBER.fullmatch(after[0]):
        word = after[0].rstrip(_OUTCOMES)
        return (Lay(*place, word), 2) if word and _WORD.fullmatch(word) else None
    if first.lower() in _NAMED:
        return _NAMED[first.lower()], 1
    if first.lower() in ("pass", "(pass)") and after and _NUMBER.fullmatch(after[0]):
        return Pass(), 1
    if first.startswith("(") and first.endswith(")") and not _is_rack(after):
        return Rack(first[1:-1]), 1
    if first.lower().startswith("bank="):
        return Rack(first[5:]), 1
    return _with_dash(_DASH.sub("-", first.replace("—", "--")), after)


def _is_rack(after: Sequence[str]) -> bool:
    """Whether tokens in brackets can only have been the rack noted, as a move follows them."""
    if not after or _NUMBER.fullmatch(after[0]):
        return False
    return parse_place(after[0]) is not None or after[0].startswith(("(", "-"))


def _with_dash(first: str, after: Sequence[str]) -> tuple[Move, int] | None:
    if first == "--":
        return Withdraw(), 1
    if first == "-" and after and after[0].isalpha():  # a space before the tiles
        return Exchange(after[0]), 2
    if first == "-" and len(after) > 2 and after[0] in _COUNTS and all(map(_NUMBER.fullmatch, after[1:3])):
        return Exchange(after[0]), 2  # or before their number
    if first == "-":
        return Pass(), 1
    if first.startswith("-") and after and _NUMBER.fullmatch(after[0]):
        tiles = first[1:]
        return (Exchange(tiles), 1) if tiles.isdecimal() or all(map(_is_tile, tiles)) else None
    return None


def _is_tile(char: str) -> bool:
    return char.isalpha() or char in "?_"


def _numbers(tokens: Sequence[str]) -> Numbers:
    found: list[int | None] = []
    for token in tokens[:2]:
        if not _NUMBER.fullmatch(token):
            break
        found.append(int(_DASH.sub("-", token).lstrip("+-")) * (-1 if _DASH.search(token) else 1))
    return Numbers(*[*found, None, None][:2])
