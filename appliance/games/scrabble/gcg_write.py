"""Writes the record of a game as GCG, such as `gcg` reads and `gcg_replay` checks."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from appliance.games.scrabble.gcg_moves import Move


@dataclass(frozen=True)
class Note:
    """Something that is no move, in a sentence."""

    text: str


@dataclass(frozen=True)
class Line:
    """A move by a seat (from 0): the rack before it, what was done, and what it scored."""

    seat: int
    rack: str
    move: Move
    score: int


Entry = Note | Line


def write(names: Sequence[str], entries: Iterable[Entry], *, over: bool = True) -> str:
    """The text of a game; each line's total is the sum of the scores of its player so far."""
    own = nicks(names)
    totals = [0] * len(names)

    def lines() -> Iterator[str]:
        yield "#character-encoding UTF-8"
        for number, (nick, name) in enumerate(zip(own, names, strict=True), 1):
            yield f"#player{number} {nick} {name}"
        if not over:
            yield "#incomplete"
        for entry in entries:
            if isinstance(entry, Note):
                yield f"#note {entry.text}"
                continue
            totals[entry.seat] += entry.score
            nick, total = own[entry.seat], totals[entry.seat]
            yield " ".join(filter(None, (f">{nick}:", entry.rack, f"{entry.move} {entry.score:+d} {total}")))

    return "\n".join(lines()) + "\n"


def nicks(names: Sequence[str]) -> list[str]:
    """A nick of letters, digits and `_` for each name, no two alike in any case."""
    made: list[str] = []
    for name in names:
        nick = plain = re.sub(r"\W", "_", name) or "_"
        number = 2
        while nick.casefold() in map(str.casefold, made):
            nick, number = f"{plain}_{number}", number + 1
        made.append(nick)
    return made
