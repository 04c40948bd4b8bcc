"""What the box keeps while dice are shown to it, face by face."""

from collections.abc import Container, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path

from appliance import own_dice
from appliance.boxes import Box
from appliance.drivers import Image
from appliance.errors import BadValue, Missing
from appliance.games.prompts import Answer, Look
from appliance.games.script import Play
from appliance.own_dice import OwnDice, OwnDie
from appliance.own_files import MOST_LOOKS
from appliance.own_sets import lacking
from appliance.phrases import say
from appliance.pieces import DiceSet, Die, dice_set, set_names
from appliance.teach_eye import Pupil, Shot
from appliance.teach_hands import Hands
from appliance.teach_script import SEE, Face, Shown, lesson
from appliance.vision.enrolled import Enrolled


def game_set(name: str) -> DiceSet | None:
    """The package's set of that name, whose place the owner's will take; None if there is none."""
    if name not in set_names():
        return None
    dice = dice_set(name)
    if any(die.sides not in (6, 8) or die.has_pips for die in dice.dice):
        raise BadValue(f"{name} has no letter dice; only those can be taught")
    return dice


def demo_dice() -> list[Die]:
    """One die of each colour, for the virtual table."""
    first = {die.body: die for die in reversed(dice_set("anabid").dice)}
    return sorted(first.values(), key=lambda die: die.sides)


class DiceTeacher:
    """Follows a lesson: keeps the picture of every look, and what is known on disk after every answer."""

    def __init__(self, folder: Path, game: DiceSet | None = None) -> None:
        self._folder = folder
        try:
            self.own = own_dice.load(folder)
        except Missing:
            self.own = OwnDice(folder.name, always=game.always if game else "")
        self.pupil = Pupil({die.sides: _colours(game, die.sides) for die in game.dice} if game else None)
        self._earlier: list[Image] = []
        self._shots: list[Shot | None] = []
        self._upright: dict[tuple[int, str], Image] = {}  # by the look and what it is said to show
        self.known = tuple(map(self._as_shown, self.own.dice))
        self._heard = self._kept = self.known
        self._learn()

    def play(self) -> Play[None]:
        """The lesson, from where it stopped."""
        return Play(partial(lesson, self.own.name, self.known, self._hear))

    def _hear(self, dice: Sequence[Shown]) -> None:
        """What the script says is known."""
        self._heard = tuple(dice)

    def eye(self, _: Look) -> Pupil:
        """What reads for a look."""
        return self.pupil

    def hands(self, box: Box) -> Hands | None:
        """Hands that show dice on a virtual table."""
        if box.top is None or box.fingers is None:
            return None
        return Hands(box.rig.clock, box.fingers, box.top, demo_dice(), lambda: self._heard)

    def follow(self, answers: Sequence[Answer]) -> None:
        """After every beat of the table: what is new is kept."""
        looks = sum(answer.verb == SEE for answer in answers)
        if looks > len(self._shots):
            self._shots.append(self.pupil.shot)
        if self._heard != self._kept:
            self.pupil.fresh.take(taken=_looks(self._heard) > _looks(self._kept))
            self.own, whole = replace(self.own, dice=self._own_dice()), _whole(self._kept)
            self._kept = self._heard
            own_dice.save(self._folder, self.own)
            self._learn(anew=whole != _whole(self._kept))
        del self._shots[looks:]
        self._upright = {key: picture for key, picture in self._upright.items() if key[0] < looks}

    def _learn(self, *, anew: bool = True) -> None:
        """What is read from now on is a die of that shape, compared with all that were shown."""
        self.pupil.sides = 0 if not self._kept or self._kept[-1].done else self._kept[-1].sides
        if anew:
            self.pupil.enrolled = Enrolled(self.own.looks) if self.own.looks else None

    def _as_shown(self, own: OwnDie) -> Shown:
        """A die that was known before; its pictures are numbered from -1 downward."""
        faces = []
        for symbol, pictures in zip(own.die.faces, own.pictures, strict=True):
            first = len(self._earlier) + 1
            self._earlier += pictures
            faces.append(Face(symbol, tuple(-n for n in range(first, first + len(pictures)))))
        return Shown(own.die.sides, own.die.body, tuple(faces))

    def _own_dice(self) -> tuple[OwnDie, ...]:
        """The dice as they are kept, with names such as `white 2`."""
        made: list[OwnDie] = []
        for number, shown in enumerate(self._heard):
            if number < len(self.known):
                name = self.own.dice[number].die.name  # it may have been mended by hand
            else:
                name = _name(shown.body, {own.die.name for own in made})
            symbols = tuple(face.symbol for face in shown.faces)
            pictures = tuple(self._pictures(face) for face in shown.faces)
            made.append(OwnDie(Die(name, shown.sides, shown.body, symbols), pictures))
        return tuple(made)

    def _pictures(self, face: Face) -> tuple[Image, ...]:
        """The pictures of a face, later ones turned as the first one is."""
        pictures: list[Image] = []
        for n in face.looks[:MOST_LOOKS]:
            if n < 0:
                pictures.append(self._earlier[-n - 1])
                continue
            shot, key = self._shots[n], (n, face.symbol)
            if key not in self._upright and shot:
                self._upright[key] = shot.upright(face.symbol, pictures[0] if pictures else None)
            pictures += [self._upright[key]] if shot else []
        return tuple(pictures)

    @property
    def any(self) -> bool:
        """Whether anything is known."""
        return bool(self.own.dice)

    def summary(self) -> list[str]:
        """What is kept, in words."""
        dice, name = self.own.dice, self.own.name
        if not dice:
            return [say("teach.nothing_kept")]
        faces = sum(len(own.die.faces) for own in dice)
        counts = {"n": len(dice), "faces": faces, "looks": len(self.own.looks), "folder": self._folder}
        lines = [say("teach.kept", name=name, **counts)]
        for own in dice:
            missing = own.die.sides - len(own.die.faces)
            about = {"name": own.die.name, "letters": " ".join(own.die.faces), "missing": missing}
            lines.append(say("teach.unfinished" if missing else "teach.die", **about))
        if len(dice[-1].die.faces) < dice[-1].die.sides:
            lines.append(say("teach.go_on", name=name))
        problem = lacking(self.own)
        if problem:
            return [*lines, problem]
        return [*lines, say("teach.played_with" if name in set_names() else "teach.read_with", name=name)]


def _colours(game: DiceSet, sides: int) -> tuple[str, ...]:
    return tuple(sorted({die.body for die in game.dice if die.sides == sides}))


def _looks(dice: Sequence[Shown]) -> int:
    return sum(len(face.looks) for die in dice for face in die.faces)


def _whole(dice: Sequence[Shown]) -> int:
    return sum(die.done for die in dice)


def _name(body: str, taken: Container[str]) -> str:
    """The first free name of a die of that colour."""
    return next(f"{body} {n}" for n in count(1) if f"{body} {n}" not in taken)
