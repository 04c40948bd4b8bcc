"""GCG, the text form of recorded Scrabble games: bytes to text, lines to values.

The format is John Chew's (poslfit.com/scrabble/gcg): pragmas after `#`, moves after `>`. Real files stray
from it, so this reads whatever can only be meant in one way. Nothing is added up here.
"""

import codecs
import contextlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from appliance.games.scrabble.gcg_moves import Move, parse_move
from appliance.phrases import say

_ENCODING = re.compile(rb"#character-encoding[ \t]+([A-Za-z0-9_.:-]+)", re.IGNORECASE)
_TEXT_CODECS = re.compile(r"utf-(8|16|32)|iso8859|cp[0-9]|koi8|mac")
_PRAGMA = re.compile(r"#\s*([A-Za-z][\w-]*)\s*(.*)")
_PLAYER = re.compile(r"player([0-9]+)", re.IGNORECASE)
_LOOSE_NICK = re.compile(r"(\S[^:]*?)\s*:(?=\s|$)|([^\s:]+):")
_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_SUMS = re.compile(r"[0-9]\s+-?[0-9]+$")
_LONGEST = 2000
"""No move line is as long as that, however long its remark."""
_MARKS = "\ufeff✏ \t"  # what programs put before a name


@dataclass(frozen=True)
class Event:
    """One move line: who, the rack noted (any text), the move, and the score and total as recorded."""

    line: int
    nick: str
    rack: str
    move: Move
    score: int | None
    total: int | None


@dataclass(frozen=True)
class Record:
    """A game as written: names by nick in seat order, pragmas, moves, and what could not be understood."""

    players: Mapping[str, str]
    pragmas: tuple[tuple[str, str], ...]
    events: tuple[Event, ...]
    problems: tuple[str, ...] = ()


def decode(data: bytes) -> str:
    """The text of a file: by its byte order mark, as UTF-8, by its pragma, or else in the format's 8859-1.

    Text that is no UTF-8 hardly ever passes for it, whatever a pragma says; no bytes raise.
    """
    text = next(_decoded(data))
    return unicodedata.normalize("NFC", text.removeprefix("\ufeff"))


def _decoded(data: bytes) -> Iterator[str]:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        yield data.decode("utf-16", "replace")
    named = _ENCODING.search(data[:1000])
    for encoding in ("utf-8", named[1].decode("ascii") if named else "utf-8"):
        with contextlib.suppress(LookupError, UnicodeError):
            if _TEXT_CODECS.match(codecs.lookup(encoding).name):  # Python has odder ones, such as rot13
                yield data.decode(encoding)
    yield data.decode("iso8859-1")


@dataclass
class _Reader:
    players: dict[str, str] = field(default_factory=dict)
    pragmas: list[tuple[str, str]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    in_note: bool = False

    def read(self, number: int, line: str) -> None:
        if line.startswith("#"):
            self.pragma(number, line)
        elif line.startswith(">"):
            self.event(number, line)
        # Any other line continues a note, or is one that nobody marked.

    def pragma(self, number: int, line: str) -> None:
        found = _PRAGMA.match(line)
        if not found:  # "#- ", the older way to go on with a note
            return
        name, value = found[1].lower(), found[2].strip()
        self.in_note = name in ("note", "description")
        self.pragmas.append((name, value))
        if _PLAYER.fullmatch(name) and value:
            nick, *full = value.split(maxsplit=1)
            if nick in self.players:
                self.problems.append(say("scrabble.gcg_same_nick", line=number, nick=nick))
            self.players[nick] = "".join(full) or nick

    def event(self, number: int, line: str) -> None:
        body = line.lstrip(">").lstrip(_MARKS)
        nick, rest = split_nick(body, self.players) if len(body) < _LONGEST else ("", "")
        if nick not in self.players:
            named = (own for own, full in self.players.items() if nick in (full, f"{own} {full}"))
            nick = next(named, nick)
        parsed = parse_move(rest) if nick else None
        if parsed:
            rack, move, numbers = parsed
            self.players.setdefault(nick, nick)
            self.events.append(Event(number, nick, rack, move, numbers.score, numbers.total))
            self.in_note = False
        elif nick in self.players or not self.in_note or _SUMS.search(line):  # a note may quote with >
            self.problems.append(say("scrabble.gcg_line", line=number, text=line[:60]))


def split_nick(body: str, nicks: Iterable[str]) -> tuple[str, str]:
    """A move line without its `>` in two: the nick and the rest; no nick where there is none.

    A declared nick may hold anything, colons too; it is found again in another case as well, and with a
    slip for its colon. Any other ends at the first colon before a space, or at the first colon.
    """
    known = sorted(nicks, key=len, reverse=True)
    for same in (str, str.casefold):
        for nick in known:
            head, rest = body[: len(nick)], body[len(nick) :].lstrip()
            if same(head) == same(nick) and rest.startswith(":"):
                return nick, rest[1:]
    if found := _LOOSE_NICK.match(body):
        return found[1] or found[2], body[found.end() :]
    return next(((nick, body[len(nick) + 1 :]) for nick in known if _is_slip(body, nick)), ("", body))


def _is_slip(body: str, nick: str) -> bool:
    """Whether the line begins with that nick and something else in the colon's place."""
    return body.startswith(nick) and body[len(nick) : len(nick) + 1] in {" ", '"', ";", ".", ","}


def parse(text: str) -> Record:
    """The record of a file's text. It never raises: what is wrong is in `problems`, by line number."""
    if not text.strip("\ufeff \t\r\n"):
        return Record({}, (), (), (say("scrabble.gcg_empty"),))
    if "\0" in text:
        return Record({}, (), (), (say("scrabble.gcg_binary"),))
    reader = _Reader()
    lines = _LINE_ENDS.split(text)
    for number, line in enumerate(lines, 1):
        reader.in_note &= number < len(lines)  # a file may be cut off inside its last line
        reader.read(number, line.strip().strip("\ufeff"))
    if not reader.events and not reader.problems and not _is_begun(reader):
        reader.problems.append(say("scrabble.gcg_none" if not reader.players else "scrabble.gcg_no_moves"))
    problems = (*reader.problems, *_unfinished(reader.events))
    return Record(reader.players, tuple(reader.pragmas), tuple(reader.events), problems)


def _is_begun(reader: _Reader) -> bool:
    """A game saved before its first move says so, or has a rack dealt."""
    names = {name for name, _ in reader.pragmas}
    return bool(reader.players) and bool(names & {"incomplete", "rack1", "rack2"})


def _unfinished(events: list[Event]) -> Iterator[str]:
    """Lines without a score, and a last one without its total where others have one: a file cut off."""
    for event in events:
        if event.score is None:
            yield say("scrabble.gcg_no_score", line=event.line)
    totals = [event for event in events if event.total is not None]
    if totals and events[-1].total is None and events[-1].score is not None:
        yield say("scrabble.gcg_cut_off", line=events[-1].line)
