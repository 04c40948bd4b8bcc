"""Showing one's own tiles to the box, as a script: row by row, each row confirmed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from appliance.games.prompts import Accept, Choose, Look, Press, Prompt, Row
from appliance.games.script import Part, ask
from appliance.games.views import Letters, Standing, Throw
from appliance.phrases import say
from appliance.pieces.tiles import BLANK, ENGLISH
from appliance.teach_script import AGAIN, END, EVERYBODY, SEE, SKIP

LACKS, YES = "lacks", "yes"
"""Verbs: which tiles of the row are missing, and that none is."""

SYMBOLS = (*sorted(ENGLISH.values), BLANK)
"""All that is asked for, in order."""

ROW = 9
"""Tiles in a row: three of them, and the box knows all."""


@dataclass(frozen=True)
class ShownTile:
    """A tile: its symbol, and in which look it was seen (counted from 0) and at which place of that row."""

    symbol: str
    seen: tuple[tuple[int, int], ...]


@dataclass
class Rows:
    """What is known so far, and how many looks there were; `report` is told whenever more is known.

    `passed` are the tiles that people do not have, `doubtful` those that are to be seen once more.
    """

    tiles: dict[str, ShownTile]
    report: Callable[[Sequence[ShownTile]], None]
    looks: int = 0
    passed: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()

    def know(self, tiles: Sequence[ShownTile]) -> None:
        """From now on these are known too."""
        self.tiles |= {tile.symbol: tile for tile in tiles}
        self.report(tuple(self.tiles[symbol] for symbol in SYMBOLS if symbol in self.tiles))


def tiles_lesson(known: Sequence[ShownTile], report: Callable[[Sequence[ShownTile]], None]) -> Part[None]:
    """Every tile that is not `known` already, then once more those that the eye was not sure of."""
    now = Rows({tile.symbol: tile for tile in known}, report)
    now.know(())
    while left := [symbol for symbol in SYMBOLS if symbol not in now.tiles and symbol not in now.passed]:
        yield from _row(now, tuple(left[:ROW]), once_more=False)
    while now.doubtful:
        row, now.doubtful = now.doubtful[:ROW], now.doubtful[ROW:]
        yield from _row(now, row, once_more=True)
    yield from ask(
        Prompt(
            say("teach.finish_tiles", n=len(now.tiles)),
            say("teach.finish_help"),
            (Press(END, (), say("teach.end")),),
            Letters(tuple(symbol for symbol in SYMBOLS if symbol in now.tiles)),
            Standing(()),
        )
    )


def _row(now: Rows, row: tuple[str, ...], *, once_more: bool) -> Part[None]:
    """One row of tiles: known once it is confirmed, or people do not have them, or it is looked at again."""
    letters = " ".join(say("teach.blank") if symbol == BLANK else symbol for symbol in row)
    answer = yield from ask(
        Prompt(
            say("teach.row_once_more" if once_more else "teach.row", letters=letters),
            say("teach.row_once_more_help" if once_more else "teach.row_help"),
            (Look(SEE, EVERYBODY, "own-tiles", "".join(row)), Press(SKIP, (), say("teach.skip"))),
            Throw("", say("teach.row_hint")),
            _standing(now),
        )
    )
    if answer.verb == SKIP:
        now.passed += row
        return
    look, now.looks = now.looks, now.looks + 1
    missing = yield from _confirm(now, row, answer.value)
    if missing is None:
        if once_more:
            now.doubtful = (*row, *now.doubtful)
        return
    there = _without(row, missing)
    if not once_more:
        now.passed += missing
        now.doubtful += tuple(mine for mine, read in zip(there, answer.value, strict=True) if mine != read)
    before = [now.tiles.get(symbol, ShownTile(symbol, ())) for symbol in there]
    now.know([replace(tile, seen=(*tile.seen, (look, place))) for place, tile in enumerate(before)])


def _confirm(now: Rows, row: tuple[str, ...], read: str) -> Part[tuple[str, ...] | None]:
    """Which of the row's tiles do not lie there, as people say; None if it is to be looked at again.

    `read` is what the eye by itself takes those for that do.
    """
    again = Press(AGAIN, EVERYBODY, say("teach.again"))
    accepts: tuple[Accept, ...]
    if len(read) == len(row):
        accepts = (Press(YES, (), say("teach.yes")), again)
        headline, help_line = say("teach.rows_lie_so"), say("teach.rows_help")
    else:
        # Those that fit best with what is read come first.
        some = combinations(row, len(row) - len(read))
        options = sorted(some, key=lambda missing: -_agree(_without(row, missing), read))
        values = tuple(" ".join(missing) for missing in options)
        accepts = (Choose(LACKS, (), (Row(say("teach.which_missing"), values),)), again)
        headline = say("teach.rows_lack", n=len(row) - len(read))
        help_line = say("teach.rows_lack_help")
    answer = yield from ask(
        Prompt(
            headline,
            help_line,
            accepts,
            Letters(row, say("teach.read_as", letters=" ".join(read)) if read != "".join(row) else ""),
            _standing(now),
        )
    )
    return None if answer.verb == AGAIN else tuple(answer.value.split())


def _without(row: tuple[str, ...], missing: tuple[str, ...]) -> list[str]:
    return [symbol for symbol in row if symbol not in missing]


def _agree(there: Sequence[str], read: str) -> int:
    return sum(mine == other for mine, other in zip(there, read, strict=True))


def _standing(now: Rows) -> Standing:
    return Standing((), say("teach.row_progress", n=len(now.tiles), all=len(SYMBOLS)))
