"""A recorded game played again: what each line scores, and where the record says otherwise.

Scores are checked, not words: whether a play touches another, and whether the tiles come from one box, are
only remarked on.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from appliance.games.scrabble import gcg_moves as moves
from appliance.games.scrabble import stock
from appliance.games.scrabble.board import EMPTY, Board, name
from appliance.games.scrabble.gcg import Event, Record
from appliance.games.scrabble.gcg_tiles import named_in, sets_with
from appliance.games.scrabble.placement import Play, is_connected, obstacles
from appliance.games.scrabble.scoring import score
from appliance.phrases import say
from appliance.pieces.tiles import ENGLISH, TileSet

_ENOUGH = 5
"""So many plays must fit another language's tiles before they are believed to be that language's."""
_SPEAKING = ("tile-distribution", "tile-set", "letterdistribution", "lexicon")
"""The pragmas that tell the language."""
_BOARDS = {"", "standard", "standard15", "crosswordgame", "scrabble"}


@dataclass(frozen=True)
class Mismatch:
    """A line whose recorded score, or total, is not what the tiles and the lines before it make."""

    line: int
    recorded: int
    computed: int
    of_total: bool = False


@dataclass(frozen=True)
class Report:
    """What replaying a record found.

    `plays` counts the lines that lay tiles, those taken back later too: each has a score to check. `final`
    is each nick's last total as computed, also of players who never moved.
    """

    plays: int
    mismatches: tuple[Mismatch, ...]
    final: dict[str, int]
    tile_set: TileSet
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether every line could be read and every sum agrees."""
        return not self.problems and not self.mismatches


def check(record: Record) -> Report:
    """Replay a record with the tiles of its own language.

    Those that its pragmas name; else English, unless another set has all its letters and makes the scores
    of a longer game right where English makes them wrong.
    """
    letters = {char for event in record.events for char in _letters(event)}
    candidates = sets_with(letters) or [ENGLISH]
    named = named_in(value for key, value in _pragmas(record) if key in _SPEAKING)
    if named and named in candidates:
        return _replay(record, named)
    first = _replay(record, candidates[0])
    if not first.mismatches or first.plays < _ENOUGH:
        return first
    best = min((_replay(record, tiles) for tiles in candidates), key=lambda report: len(report.mismatches))
    believed = first.tile_set is not ENGLISH or 4 * len(best.mismatches) <= len(first.mismatches)
    return best if believed else first


def _pragmas(record: Record) -> Iterator[tuple[str, str]]:
    for key, value in record.pragmas:
        inner, colon, rest = value.partition(":")
        if key == "note" and colon and " " not in inner:  # Macondo once put its own settings into notes
            yield inner.lower(), rest.strip()
        yield key, value


def _letters(event: Event) -> str:
    move = event.move
    return move.word if isinstance(move, moves.Lay) else move.tiles if isinstance(move, moves.Rack) else ""


@dataclass
class _Account:
    computed: int = 0
    recorded: int = 0
    laid: list[tuple[Play, int, int]] = field(default_factory=list)  # with computed and recorded score


def _replay(record: Record, tile_set: TileSet) -> Report:
    layouts = [value.lower() for key, value in _pragmas(record) if key in ("board-layout", "boardlayout")]
    if odd := [value for value in layouts if value not in _BOARDS]:
        problem = say("scrabble.gcg_board", layout=odd[0])
        return Report(0, (), dict.fromkeys(record.players, 0), tile_set, (*record.problems, problem))
    game = _Game(record, tile_set)
    for event in record.events:
        game.take(event)
    laid = [account.computed for account in game.accounts.values()]
    return Report(
        sum(isinstance(event.move, moves.Lay) for event in record.events),
        tuple(game.mismatches),
        dict(zip(game.accounts, laid, strict=True)),
        tile_set,
        (*record.problems, *game.problems),
        (*game.notes, *stock.reasons(tile_set, game.board.tiles.values()), *_without_end(record)),
    )


def _without_end(record: Record) -> Iterator[str]:
    """A remark if nobody's tiles left over are counted, and no pragma says that the game is not over."""
    ended = any(isinstance(event.move, moves.Rack) for event in record.events)
    stopped = any(re.fullmatch(r"incomplete|rack[0-9]", key) for key, _ in record.pragmas)
    if record.events and not ended and not stopped:
        yield say("scrabble.gcg_no_end")


class _Game:
    """The state of one replay."""

    def __init__(self, record: Record, tile_set: TileSet) -> None:
        self.tile_set = tile_set
        self.board = Board()
        self.accounts = {nick: _Account() for nick in record.players}
        self.swapped = _is_swapped(record)
        self.shared = any(isinstance(e.move, moves.Rack) and (e.score or 0) < 0 for e in record.events)
        self.mismatches: list[Mismatch] = []
        self.problems: list[str] = []
        self.notes: list[str] = []

    def take(self, event: Event) -> None:
        """Play one line and compare its score and total with what they must be."""
        account = self.accounts[event.nick]
        points, allowed = self.points(event, account)
        said = points if event.score is None else event.score
        if said not in allowed:
            self.mismatches.append(Mismatch(event.line, said, points))
        if isinstance(event.move, moves.Withdraw) and said == 0:
            said = points  # older records wrote +0 and took the points off the total
        before, account.computed = account.computed, account.computed + points
        if event.total is None:
            account.recorded += said
            return
        # One wrong score must not make every later total wrong: a total may build on the one recorded
        # before it, or on the right one.
        expected = {before + points, account.recorded + said, account.recorded + points}
        if event.total not in expected:
            self.mismatches.append(Mismatch(event.line, event.total, account.computed, of_total=True))
        account.recorded = event.total

    def points(self, event: Event, account: _Account) -> tuple[int, set[int]]:
        """What the line is worth, and the scores that a record may give for it."""
        move, said = event.move, event.score or 0
        if isinstance(move, moves.Lay):
            points = self.lay(event, move, account)
            return points, {points}
        if isinstance(move, moves.Withdraw):
            return self.withdraw(event, account)
        if isinstance(move, moves.Rack):
            return self.rack(move, said)
        if isinstance(move, moves.Time):
            return -abs(said), {-abs(said)}
        return (said, {said}) if isinstance(move, moves.Challenge) else (0, {0})

    def lay(self, event: Event, move: moves.Lay, account: _Account) -> int:
        """Lay the tiles; where they cannot lie, the recorded score has to be believed."""
        play = as_play(self.board, move, self.swapped)
        reason = next(obstacles(self.board, play), None) if isinstance(play, Play) else play
        if not isinstance(play, Play) or reason:
            self.problems.append(say("scrabble.gcg_play", line=event.line, move=move, reason=reason))
            return event.score or 0
        if self.board.tiles and not is_connected(self.board, play):
            reason = say("scrabble.touches_nothing")
            self.notes.append(say("scrabble.gcg_play", line=event.line, move=move, reason=reason))
        points = score(self.board, play, self.tile_set)
        self.board = self.board.put(play.laid)
        account.laid.append((play, points, event.score if event.score is not None else points))
        return points

    def withdraw(self, event: Event, account: _Account) -> tuple[int, set[int]]:
        """Take the player's last tiles off again; the record may give back what it gave, or write +0."""
        if not account.laid:
            self.problems.append(say("scrabble.gcg_no_play", line=event.line, nick=event.nick))
            return event.score or 0, {event.score or 0}
        play, points, recorded = account.laid.pop()
        self.board = self.board.take(play.laid)
        return -points, {-points, -recorded, 0}

    def rack(self, move: moves.Rack, said: int) -> tuple[int, set[int]]:
        """Tiles left over: double for who went out, unless others lose theirs too; then once, as in AU-11."""
        worth = self.tile_set.worth(move.tiles.upper())
        if said < 0:
            return -worth, {-worth}
        if self.shared:
            return worth, {worth}
        if len(self.accounts) > 2:
            return (2 * worth if said == 2 * worth else worth), {worth, 2 * worth}
        return 2 * worth, {2 * worth}


def _is_swapped(record: Record) -> bool:
    """Whether the whole record has capitals for blanks, as some servers write."""
    words = "".join(event.move.word for event in record.events if isinstance(event.move, moves.Lay))
    return sum(map(str.islower, words)) > sum(map(str.isupper, words))


def as_play(board: Board, move: moves.Lay, swapped: bool = False) -> Play | str:
    """The play of a move as written, or why it cannot be: a letter that is not the one that lies there.

    A letter on a square with that tile is the older tile; one in brackets where nothing lies is a blank.
    """
    tiles, square, inside = "", move.start, False
    for char in move.word.swapcase() if swapped else move.word:
        if char in "()":
            inside = char == "("
            continue
        there = board.at(square)
        if char == EMPTY or there == EMPTY:
            tiles += char.lower() if inside else char
        elif there.upper() == char.upper() or "_" in (there, char) or "?" in (there, char):
            tiles += EMPTY
        else:
            return say("scrabble.taken", square=name(square), tile=there)
        square = square.step(move.down)
    return Play(move.start, move.down, tiles)
