"""Sets of the owner's own dice, as they were shown to the box: folders beside the config, one a set.

`sets/NAME/set.toml` says which dice there are and may be mended by hand. Beside it each die has a sheet of
pictures: a row a face, in the order of `faces`, its looks side by side, `SIDE` pixels each; black ones are
none. Pictures are kept, and nothing that a network made of them, so they outlast a better network.
"""

import json
import os
import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from appliance.config import usual_paths
from appliance.drivers import Image
from appliance.errors import BadValue, Missing
from appliance.phrases import say
from appliance.pieces import ALPHABET, DiceSet, Die, dice_set, set_names, use_own
from appliance.vision.enrolled import SIDE, Enrolled, Look
from appliance.vision.reading import LETTER_DICE

FORMAT = 1
"""Of the folders that this version writes, and the newest that it knows."""

FILE = "set.toml"
MOST_LOOKS = 8
"""Pictures of one face."""

_TEXTS = ("name", "body", "faces", "pictures")
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_SHEET = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}\.png")
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
class OwnSet:
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


def folders(env: Mapping[str, str]) -> list[Path]:
    """Where sets are looked for, beside each of the config files, the strongest last."""
    return [path.parent / "sets" for path in usual_paths(env)]


def checked(name: str) -> str:
    """The name, if a set may have it; `BadValue` otherwise."""
    if not _NAME.fullmatch(name) or name == "any":
        raise BadValue(f"{name!r} is no name for a set; expected small letters and digits, such as grandma")
    return name


def known(env: Mapping[str, str]) -> dict[str, Path]:
    """The folder of every set, by name."""
    places = (place for place in folders(env) if place.is_dir())
    there = (path for place in places for path in sorted(place.iterdir()) if _NAME.fullmatch(path.name))
    return {path.name: path for path in there if (path / FILE).exists()}


# What is read


def load(folder: Path) -> OwnSet:
    """The set in a folder; `BadValue` says what is wrong with its files, `Missing` that there are none."""
    file = folder / FILE
    try:
        table = tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        raise Missing(f"there is no set in {folder}") from None
    except OSError as error:
        raise BadValue(f"{file}: cannot be read ({error.strerror})") from None
    except ValueError as error:  # TOML that is none, or bytes that are no UTF-8
        raise BadValue(f"{file}: {error}") from None
    form = table.get("format")
    if form != FORMAT:
        newer = isinstance(form, int) and form > FORMAT
        why = "was made by a newer tallybox" if newer else "was not made by tallybox"
        raise BadValue(f"{file}: format {form!r} {why}; expected {FORMAT}")
    if table.get("kind") != LETTER_DICE:
        raise BadValue(f"{file}: kind {table.get('kind')!r}; expected {LETTER_DICE!r}")
    dice = table.get("die", [])
    if not isinstance(dice, list):
        raise BadValue(f"{file}: die is {dice!r}; expected tables [[die]]")
    always = table.get("always", "")
    if not isinstance(always, str):
        raise BadValue(f"{file}: always = {always!r}; expected the name of a colour")
    own = tuple(_die(file, number, values) for number, values in enumerate(dice, 1))
    twice = [one.die.name for n, one in enumerate(own) if one.die.name in {o.die.name for o in own[:n]}]
    if twice:
        raise BadValue(f"{file}: two dice are named {twice[0]!r}")
    return OwnSet(folder.name, own, always)


def _die(file: Path, number: int, values: object) -> OwnDie:
    """One die of the file, with its pictures."""
    if not isinstance(values, dict):
        raise BadValue(f"{file}: die {number} is no table")
    name, body, faces, sheet = (_text(file, number, values, key) for key in _TEXTS)
    sides = values.get("sides")
    symbols = tuple(faces.split())
    strange = [symbol for symbol in symbols if symbol not in ALPHABET]
    if sides not in (6, 8):
        raise BadValue(f"{file}: die {number} has sides = {sides!r}; expected 6 or 8")
    if strange:
        raise BadValue(f"{file}: die {number} has a face {strange[0]!r}; expected A to Z, or Qu")
    if not 0 < len(symbols) <= sides:
        raise BadValue(f"{file}: die {number} has {len(symbols)} faces; expected 1 to {sides}")
    if not _SHEET.fullmatch(sheet):
        raise BadValue(f"{file}: die {number} has pictures = {sheet!r}; expected a name such as die-1.png")
    return OwnDie(Die(name, sides, body, symbols), _pictures(file.parent / sheet, len(symbols)))


def _text(file: Path, number: int, values: dict[str, Any], key: str) -> str:
    value = values.get(key)
    if not isinstance(value, str):
        raise BadValue(f"{file}: die {number} has {key} = {value!r}; expected text")
    return value


def _pictures(sheet: Path, faces: int) -> tuple[tuple[Image, ...], ...]:
    """The looks of each face; rows that are missing have none, those too many are of faces to come."""
    try:
        data = np.frombuffer(sheet.read_bytes(), np.uint8)
    except OSError as error:
        raise BadValue(f"{sheet}: cannot be read ({error.strerror})") from None
    try:
        image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    except cv2.error:
        image = None
    if image is None:
        raise BadValue(f"{sheet}: is no picture")
    height, width = image.shape[:2]
    if height % SIDE or width % SIDE or width > MOST_LOOKS * SIDE:
        raise BadValue(f"{sheet}: {width} × {height} pixels; expected squares of {SIDE}, {MOST_LOOKS} a row")
    rows = []
    for top in range(0, SIDE * faces, SIDE):
        cells = [image[top : top + SIDE, left : left + SIDE] for left in range(0, width, SIDE)]
        rows.append(tuple(np.asarray(cell, np.uint8) for cell in cells if cell.any()))
    return tuple(rows)


# What is written


def save(folder: Path, own: OwnSet) -> None:
    """Write a set, each file whole or not at all; `BadValue` if it cannot be written."""
    lines = [_HEAD, f"format = {FORMAT}", f"kind = {json.dumps(LETTER_DICE)}"]
    if own.always:
        lines.append(f"always = {json.dumps(own.always)}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, one in enumerate(own.dice, 1):
            sheet = f"die-{number}.png"
            _put(folder / sheet, _sheet(one.pictures))
            lines += ["", "[[die]]", *_lines(one.die), f"pictures = {json.dumps(sheet)}"]
        _put(folder / FILE, ("\n".join(lines) + "\n").encode())
    except OSError as error:
        raise BadValue(f"cannot write the set in {folder}: {error.strerror}") from error


def _lines(die: Die) -> list[str]:
    texts = {"name": die.name, "body": die.body, "faces": " ".join(die.faces)}
    return [f"sides = {die.sides}", *(f"{key} = {json.dumps(text)}" for key, text in texts.items())]


def _sheet(pictures: Sequence[Sequence[Image]]) -> bytes:
    """The looks of a die as one picture, in the form of a PNG file."""
    across = max((len(looks) for looks in pictures), default=0)
    sheet = np.zeros((SIDE * max(1, len(pictures)), SIDE * max(1, across), 3), np.uint8)
    for row, looks in enumerate(pictures):
        for column, look in enumerate(looks):
            sheet[SIDE * row : SIDE * (row + 1), SIDE * column : SIDE * (column + 1)] = look
    return bytes(cv2.imencode(".png", sheet)[1])


def _put(file: Path, data: bytes) -> None:
    """The file with that in it; whoever reads it meanwhile, or loses power, has the earlier one."""
    if file.exists() and file.read_bytes() == data:
        return
    beside = file.with_name(f".{file.name}.new")
    with beside.open("wb") as new:
        new.write(data)
        new.flush()
        os.fsync(new.fileno())
    beside.replace(file)


# What the box reads by


_used: dict[str, OwnSet] = {}


def use(env: Mapping[str, str]) -> dict[str, str]:
    """From now on the owner's sets are read and played with; what is wrong with the others, by name."""
    problems = {}
    for name, folder in known(env).items():
        try:
            own = load(folder)
        except (BadValue, Missing) as error:
            problems[name] = str(error)
            continue
        problem = lacking(own)
        if problem:
            problems[name] = problem
        else:
            use_set(own)
    return problems


def lacking(own: OwnSet) -> str:
    """What keeps an owner's set from being used, or from taking the place of a game's own; or ""."""
    if not own.dice:
        return say("teach.empty", name=own.name)
    if own.name not in set_names():
        return ""
    due, there = _makes(dice_set(own.name)), _makes(own.pieces)
    if all(len(one.die.faces) == one.die.sides for one in own.dice) and due == there:
        return ""
    return say("teach.lacking", name=own.name, n=there.total(), due=due.total())


def _makes(dice: DiceSet) -> Counter[tuple[int, str]]:
    return Counter((die.sides, die.body) for die in dice.dice)


def use_set(own: OwnSet) -> None:
    """From now on this is the set of its name."""
    _used[own.name] = own
    use_own(own.pieces)
    _enrolled.cache_clear()


def enrolled(pieces: str) -> Enrolled | None:
    """What the dice of a set look like, if they are the owner's and were shown."""
    name = pieces.partition(":")[0]
    return _enrolled(name) if name in _used else None


@cache
def _enrolled(name: str) -> Enrolled | None:
    looks = _used[name].looks
    return Enrolled(looks) if looks else None
