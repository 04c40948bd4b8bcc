"""The owner's own dice, as they were shown to the box: what each has, and pictures of its faces."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from appliance.drivers import Image
from appliance.errors import BadValue
from appliance.own_files import FILE, pictures_in, sheet_of, table_of, text_of, write
from appliance.pieces import ALPHABET, DiceSet, Die
from appliance.vision.enrolled import Look
from appliance.vision.reading import LETTER_DICE

_HEAD = """\
# Dice of one's own, as they were shown to the box. Names, colours and letters may be mended here:
# the first letter is that of the topmost row of the pictures, and so on.
"""


@dataclass(frozen=True)
class OwnDie:
    """A die, and for each of its faces the pictures of it (`SIDE` x `SIDE` x 3), symbol upright."""

    die: Die
    pictures: tuple[tuple[Image, ...], ...]


@dataclass(frozen=True)
class OwnDice:
    """The owner's dice of one set, in the order in which they were shown."""

    name: str
    dice: tuple[OwnDie, ...] = ()
    always: str = ""

    @property
    def pieces(self) -> DiceSet:
        """The dice without their pictures."""
        return DiceSet(self.name, tuple(own.die for own in self.dice), self.always)

    @property
    def looks(self) -> list[Look]:
        """All pictures, each with what it shows."""
        return [
            Look(symbol, own.die.sides, picture)
            for own in self.dice
            for symbol, pictures in zip(own.die.faces, own.pictures, strict=True)
            for picture in pictures
        ]


def load(folder: Path) -> OwnDice:
    """The dice in a folder; `BadValue` says what is wrong with its files, `Missing` that there are none."""
    table, file = table_of(folder), folder / FILE
    if table.get("kind") != LETTER_DICE:
        raise BadValue(f"{file}: kind {table.get('kind')!r}; expected {LETTER_DICE!r}")
    dice = table.get("die", [])
    if not isinstance(dice, list):
        raise BadValue(f"{file}: die is {dice!r}; expected tables [[die]]")
    always = table.get("always", "")
    if not isinstance(always, str):
        raise BadValue(f"{file}: always = {always!r}; expected the name of a colour")
    own = tuple(_die(folder, number, values) for number, values in enumerate(dice, 1))
    twice = [one.die.name for n, one in enumerate(own) if one.die.name in {o.die.name for o in own[:n]}]
    if twice:
        raise BadValue(f"{file}: two dice are named {twice[0]!r}")
    return OwnDice(folder.name, own, always)


def _die(folder: Path, number: int, values: object) -> OwnDie:
    """One die of the file, with its pictures."""
    where = f"{folder / FILE}: die {number}"
    if not isinstance(values, Mapping):
        raise BadValue(f"{where} is no table")
    name, body, faces, sheet = (text_of(values, key, where) for key in ("name", "body", "faces", "pictures"))
    sides = values.get("sides")
    symbols = tuple(faces.split())
    strange = [symbol for symbol in symbols if symbol not in ALPHABET]
    if sides not in (6, 8):
        raise BadValue(f"{where} has sides = {sides!r}; expected 6 or 8")
    if strange:
        raise BadValue(f"{where} has a face {strange[0]!r}; expected A to Z, or Qu")
    if not 0 < len(symbols) <= sides:
        raise BadValue(f"{where} has {len(symbols)} faces; expected 1 to {sides}")
    return OwnDie(Die(name, sides, body, symbols), pictures_in(folder, sheet, len(symbols), where))


def save(folder: Path, own: OwnDice) -> None:
    """Write the dice; `BadValue` if they cannot be written."""
    lines = [_HEAD]
    if own.always:
        lines.append(f"always = {json.dumps(own.always)}")
    sheets = {f"die-{number}.png": one for number, one in enumerate(own.dice, 1)}
    for sheet, one in sheets.items():
        lines += ["", "[[die]]", *_lines(one.die), f"pictures = {json.dumps(sheet)}"]
    write(folder, LETTER_DICE, lines, {name: sheet_of(one.pictures) for name, one in sheets.items()})


def _lines(die: Die) -> list[str]:
    texts = {"name": die.name, "body": die.body, "faces": " ".join(die.faces)}
    return [f"sides = {die.sides}", *(f"{key} = {json.dumps(text)}" for key, text in texts.items())]
