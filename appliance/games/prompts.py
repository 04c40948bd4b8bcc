"""What may happen now (a prompt) and what did happen (an answer): all talk between a game and the table.

The kinds of asking are few and closed, the same for all games. A prompt checks an answer before the game
hears it, so nothing that a person does can raise inside a script.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeVar

from appliance.errors import BadValue
from appliance.games.letters import PUNCTUATION, is_made_of, tiles_of
from appliance.games.looks import REFUSALS, Kind, difference
from appliance.games.views import Standing, View
from appliance.phrases import say

_WORD = re.compile(r"[A-Z]+(?:['-][A-Z]+)*")
"""Punctuation only between two letters (AN-45)."""

TIME = "time"
"""The verb of the answer that the table itself gives when a timer has run out."""


@dataclass(frozen=True)
class Answer:
    """One thing that happened: who did it (a seat from 0, or nobody), a verb, and a value.

    Its text form is a line such as `2 bid = 3x5`, `1 done` or `- time`; seats count from 1 there.
    """

    seat: int | None
    verb: str
    value: str = ""

    def __str__(self) -> str:
        who = "-" if self.seat is None else str(self.seat + 1)
        return f"{who} {self.verb}" + (f" = {self.value}" if self.value else "")

    @classmethod
    def parse(cls, line: str) -> "Answer":
        """The answer of a text form; `BadValue` for any other text."""
        head, _, value = line.strip().partition(" = ")
        who, _, verb = head.partition(" ")
        if not verb or not (who == "-" or (who.isdecimal() and int(who) > 0)):
            raise BadValue(f"{line!r} is no answer; expected something like '2 bid = 3x5' or '- time'")
        return cls(None if who == "-" else int(who) - 1, verb, value)


@dataclass(frozen=True)
class Row:
    """One row of choices under the dial: `values`, each followed by `unit` in the answer."""

    label: str
    values: range | tuple[str, ...]
    unit: str = ""

    def __len__(self) -> int:
        return len(self.values)

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, str) or not value.endswith(self.unit):
            return False
        bare = value.removesuffix(self.unit)
        if isinstance(self.values, range):
            return bare.isdecimal() and str(int(bare)) == bare and int(bare) in self.values
        return bare in self.values

    def at(self, place: int) -> str:
        """The answer's value at that place of the row."""
        return f"{self.values[place]}{self.unit}"


@dataclass(frozen=True)
class Choose:
    """Choose one: turn the dial, push it for the next row, take it with the seat's button.

    With no `seats` anybody takes it, by pushing the dial. `suggest` is where the dial starts.
    """

    verb: str
    seats: tuple[int, ...]
    rows: tuple[Row, ...]
    suggest: str = ""
    hold = False

    def place_of(self, value: str) -> tuple[int, int]:
        """The row of a value and its place in it; the very first one if it is in none."""
        for number, row in enumerate(self.rows):
            if value in row:
                return number, next(n for n in range(len(row)) if row.at(n) == value)
        return 0, 0

    def check(self, answer: Answer) -> str | None:
        """Why the answer is no legal choice, or None."""
        if any(answer.value in row for row in self.rows):
            return None
        return say("refused.choice", value=answer.value)


@dataclass(frozen=True)
class Press:
    """Press your button: the first of `seats`, at once or by holding it; with no seats, push the dial."""

    verb: str
    seats: tuple[int, ...]
    label: str
    hold: bool = False

    def check(self, answer: Answer) -> str | None:
        """Why the answer is no such press, or None."""
        return say("refused.value", value=answer.value) if answer.value else None


@dataclass(frozen=True)
class Look:
    """Let the camera read pieces of one kind; the seat's button asks for a look now.

    `pieces` names the set (of dice, of tiles) or the board; `least` to `most` pieces lie there. `wanted` is
    what must lie there, if only one thing will do. `among` are the pieces that can still come, for whoever
    plays by chance.
    """

    verb: str
    seats: tuple[int, ...]
    kind: Kind
    pieces: str
    least: int = 1
    most: int = 1
    wanted: str = ""
    among: tuple[str, ...] = ()
    hold = False

    def check(self, answer: Answer) -> str | None:
        """Why this cannot be what lies there, or is not what must, or None."""
        refusal = REFUSALS[self.kind](answer.value, self.pieces, self.least, self.most)
        if refusal or not self.wanted:
            return refusal
        return difference(self.kind, answer.value, self.wanted)


GO_ON = "go on"
"""The verb of a press that only says: seen, further."""

ANY_WORD = "*"
"""The value of a word that the judge counted without saying which it was."""


@dataclass(frozen=True)
class Spell:
    """Spell words of `length` letters with the pieces in view; the judge, alone in `seats`, okays each.

    A word that the judge only counts has the value `*`. Whether a word exists is not asked here: that is
    for challenges (AN-21), and a box that hesitated would give the answer away.
    """

    verb: str
    speller: int
    seats: tuple[int, ...]
    pieces: str
    letters: tuple[str, ...]
    length: int
    taken: tuple[str, ...] = ()
    punctuation: bool = False
    hold = False

    def check(self, answer: Answer) -> str | None:
        """Why the word cannot count, or None (AN-19, AN-20)."""
        word = answer.value
        if word == ANY_WORD:
            return None
        if not _WORD.fullmatch(word):
            return say("refused.letters", word=word)
        if not self.punctuation and any(mark in word for mark in PUNCTUATION):
            return say("refused.punctuation", word=word)
        if not is_made_of(word, self.letters):
            return say("refused.not_there", word=word)
        if len(tiles_of(word)) != self.length:
            return say("refused.length", word=word, n=len(tiles_of(word)), length=self.length)
        if word in self.taken:
            return say("refused.taken", word=word)
        return None


@dataclass(frozen=True)
class Tick:
    """Tick words on a list, one answer a word: ticked again it is taken off again.

    The dial moves through the words, its push ticks; first letters typed find a word. The value `MORE` counts
    one word that is not on the list, `FEWER` takes one back; `others` are those counted so far.
    """

    verb: str
    words: tuple[str, ...]
    ticked: tuple[str, ...] = ()
    others: int = 0
    seats = ()
    hold = False

    @property
    def places(self) -> tuple[str, ...]:
        """All that the dial can stand on, in its order."""
        return (*self.words, MORE, *([FEWER] if self.others else []))

    def check(self, answer: Answer) -> str | None:
        """Why that is not on the list, or None."""
        return None if answer.value in self.places else say("refused.choice", value=answer.value)


MORE, FEWER = "+", "-"
"""One more, or one fewer, of the words that are not on the list."""


@dataclass(frozen=True)
class Write:
    """Type letters, as what the camera cannot read; by the seat that may."""

    verb: str
    seats: tuple[int, ...]
    most: int
    hold = False

    def check(self, answer: Answer) -> str | None:
        """Why these are not letters, or too many of them, or None."""
        if re.fullmatch(r"[A-Z]+", answer.value) and len(answer.value) <= self.most:
            return None
        return say("refused.letters", word=answer.value)


@dataclass(frozen=True)
class Deal:
    """Have the box deal: a seat presses, or with no seats the dial is pushed; chance takes one of `among`.

    Games know no chance, so the table draws; its answer says what came, and a replay needs no seed.
    """

    verb: str
    seats: tuple[int, ...]
    label: str
    among: tuple[str, ...]
    hold = False

    def check(self, answer: Answer) -> str | None:
        """Why that cannot have been dealt, or None."""
        return None if answer.value in self.among else say("refused.choice", value=answer.value)


Accept = Choose | Press | Look | Spell | Tick | Write | Deal
K = TypeVar("K", bound=Accept)


@dataclass(frozen=True)
class Timer:
    """A timer by name: it runs on while successive prompts carry the same name. `bar` shows it."""

    name: str
    seconds: float
    bar: Literal["bid", "play"]


@dataclass(frozen=True)
class Prompt:
    """Everything a person or a machine needs to know to act now. `acting` are the seats that it is up to."""

    headline: str
    help: str
    accepts: tuple[Accept, ...]
    view: View
    standing: Standing
    timer: Timer | None = None
    acting: tuple[int, ...] = ()

    def check(self, answer: Answer) -> str | None:
        """Why this answer may not be given now, in words, or None if it may."""
        if answer.verb == TIME:
            return None if self.timer and answer == Answer(None, TIME) else say("refused.no_timer")
        accepts = [accept for accept in self.accepts if accept.verb == answer.verb]
        if not accepts:
            return say("refused.verb", verb=answer.verb)
        reasons = [accept.check(answer) for accept in accepts if may_act(accept, answer.seat)]
        return reasons[0] if reasons else say("refused.seat", verb=answer.verb)

    def accept(self, verb: str) -> Accept | None:
        """The first asking that goes by this verb."""
        return next((accept for accept in self.accepts if accept.verb == verb), None)

    def of_kind(self, kind: type[K]) -> Iterator[K]:
        """The askings of one kind."""
        return (accept for accept in self.accepts if isinstance(accept, kind))


def may_act(accept: Accept, seat: int | None) -> bool:
    """Whether an answer of that seat is asked for; what is asked of no seat is answered by nobody."""
    return seat in accept.seats if accept.seats else seat is None
