"""Showing one's own dice to the box, as a script: face by face, each letter that is proposed confirmed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from appliance.drivers import SEAT_KEYS
from appliance.games.prompts import Choose, Look, Press, Prompt, Row
from appliance.games.script import Part, ask
from appliance.games.views import Letters, Standing, Throw
from appliance.phrases import say
from appliance.pieces import ALPHABET

SEE, IS, WHICH, AGAIN, ENOUGH, SKIP, END = "see", "is", "which", "again", "enough", "skip", "end"
"""Verbs: a look, its letter, which face it is, a look again, no more of these, no second look, the end."""

EVERYBODY = tuple(range(len(SEAT_KEYS)))


@dataclass(frozen=True)
class Face:
    """A face: its symbol, and which of the looks it was seen in, counted from 0."""

    symbol: str
    looks: tuple[int, ...]


@dataclass(frozen=True)
class Shown:
    """A die that was shown, or is being shown. It is `whole` once people say that it has no other face."""

    sides: int
    body: str
    faces: tuple[Face, ...] = ()
    whole: bool = False

    @property
    def done(self) -> bool:
        """Whether nothing of it is left to be shown."""
        return self.whole or len(self.faces) >= self.sides

    @property
    def letters(self) -> str:
        """Its symbols so far."""
        return " ".join(face.symbol for face in self.faces)


@dataclass
class Lesson:
    """What is known so far, and how many looks there were; `report` is told whenever more is known.

    A script begins again from its start when an answer is taken back, and so does what is reported.
    """

    name: str
    dice: list[Shown]
    report: Callable[[Sequence[Shown]], None]
    looks: int = 0

    def know(self, dice: Sequence[Shown]) -> None:
        """From now on these dice are known."""
        self.dice = list(dice)
        self.report(tuple(self.dice))


def lesson(name: str, known: Sequence[Shown], report: Callable[[Sequence[Shown]], None]) -> Part[None]:
    """Every die of a set, those that are `known` already left out."""
    now = Lesson(name, list(known), report)
    now.know(known)
    while True:
        die = now.dice[-1] if now.dice and not now.dice[-1].done else None
        if not (yield from _next_face(now, die)):
            break
    faces = sum(len(die.faces) for die in now.dice)
    letters = sorted({face.symbol for die in now.dice for face in die.faces})
    yield from ask(
        Prompt(
            say("teach.finish", n=len(now.dice), faces=faces),
            say("teach.finish_help"),
            (Press(END, (), say("teach.end")),),
            Letters(tuple(letters)),
            Standing(()),
        )
    )


def _next_face(now: Lesson, die: Shown | None) -> Part[bool]:
    """One face of the die, or of the next one; False once people say that there is no other."""
    number = len(now.dice) + (die is None)
    prompt = Prompt(
        say("teach.next_face" if die else "teach.next_die" if now.dice else "teach.first", name=now.name),
        say(f"teach.{'next_face' if die else 'next_die' if now.dice else 'first'}_help"),
        (Look(SEE, EVERYBODY, "own-die", now.name),),
        Throw("", _hint(number, die)),
        Standing((), _progress(die)),
    )
    if now.dice:
        label = say("teach.no_more_faces" if die else "teach.no_more_dice")
        prompt = replace(prompt, accepts=(*prompt.accepts, Press(ENOUGH, (), label)))
    answer = yield from ask(prompt)
    if answer.verb == ENOUGH:
        if die is None:
            return False
        now.know([*now.dice[:-1], replace(die, whole=True)])
        return True
    look, now.looks = now.looks, now.looks + 1
    yield from _confirm(now, die, look, answer.value)
    return True


def _hint(number: int, die: Shown | None) -> str:
    if die is None:
        return say("teach.hint_die", n=number)
    return say("teach.hint_face", n=number, body=die.body, letters=die.letters)


def _progress(die: Shown | None) -> str:
    return say("teach.progress", face=len(die.faces) + 1, sides=die.sides) if die else ""


def _confirm(now: Lesson, die: Shown | None, look: int, seen: str) -> Part[None]:
    """What was seen is confirmed or put right, and known from then on; or it is to be looked at again."""
    sides, body, *likely = seen.split()
    mine = die or Shown(int(sides), body)
    others = [symbol for symbol in ALPHABET if symbol not in likely]
    about = say("teach.about", body=mine.body, sides=mine.sides)
    answer = yield from ask(
        Prompt(
            say("teach.is_it", symbol=likely[0]),
            say("teach.is_it_help"),
            (
                Choose(IS, (), (Row(say("teach.letters"), (*likely, *others)),)),
                Press(AGAIN, EVERYBODY, say("teach.again")),
            ),
            Letters((likely[0],), about if not mine.faces else say("teach.so_far", letters=mine.letters)),
            Standing((), _progress(die)),
        )
    )
    if answer.verb == AGAIN:
        return
    symbol = answer.value
    face = Face(symbol, (look,))
    before = [known for known in mine.faces if known.symbol == symbol]
    if before and (yield from _is_same(symbol)):
        fuller = replace(before[0], looks=(*before[0].looks, look))
        faces = tuple(fuller if known is before[0] else known for known in mine.faces)
    else:
        faces = (*mine.faces, face)
    earlier = now.dice[:-1] if die else now.dice
    now.know([*earlier, replace(mine, faces=faces)])
    if (symbol != likely[0] or len(likely) > 1) and faces[-1] is face:
        yield from _once_more(now, face)


def _is_same(symbol: str) -> Part[bool]:
    """Whether it is the face with that symbol that was shown before."""
    another, same = say("teach.another"), say("teach.same")
    answer = yield from ask(
        Prompt(
            say("teach.twice", symbol=symbol),
            say("teach.twice_help"),
            (Choose(WHICH, (), (Row("", (another, same)),)),),
            Letters((symbol,), say("teach.twice_note")),
            Standing(()),
        )
    )
    return answer.value == same


def _once_more(now: Lesson, face: Face) -> Part[None]:
    """A second look at a face that was not surely known: under another turn it is learnt better."""
    die = now.dice[-1]
    answer = yield from ask(
        Prompt(
            say("teach.once_more", symbol=face.symbol),
            say("teach.once_more_help"),
            (Look(SEE, EVERYBODY, "own-die", now.name), Press(SKIP, (), say("teach.skip"))),
            Throw("", _hint(len(now.dice), die)),
            Standing(()),
        )
    )
    if answer.verb == SKIP:
        return
    look, now.looks = now.looks, now.looks + 1
    faces = (*die.faces[:-1], replace(face, looks=(*face.looks, look)))
    now.know([*now.dice[:-1], replace(die, faces=faces)])
