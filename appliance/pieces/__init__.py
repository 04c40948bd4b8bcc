"""What lies on the table: sets of dice, as data.

Games know them, the eye reads them, the virtual table draws them.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

from appliance.errors import Missing

ALPHABET: tuple[str, ...] = (*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "Qu")
"""Every symbol that a letter die may show."""


@dataclass(frozen=True)
class Die:
    """One physical die: 6, 8 or 12 `sides`, a `body` colour by name, one symbol a face (repeats allowed)."""

    name: str
    sides: int
    body: str
    faces: tuple[str, ...]

    @property
    def has_pips(self) -> bool:
        """Whether it shows pips, 0 being a blank face, and no letters or numerals."""
        return self.sides == 6 and set(self.faces) <= set("0123456")


@dataclass(frozen=True)
class DiceSet:
    """The dice that belong to one game; each lies on the table at most once.

    One die of the `always` colour, if that is named, is part of every throw.
    """

    name: str
    dice: tuple[Die, ...]
    always: str = ""


_own: dict[str, DiceSet] = {}


def dice_set(name: str) -> DiceSet:
    """The set of that name, the owner's or the package's, or the dice of one colour of it: `anabid:white`.

    Raises `Missing` if there is none.
    """
    file, _, body = name.partition(":")
    whole = _own.get(file) or _shipped(file)
    if body:
        return DiceSet(name, tuple(die for die in whole.dice if die.body == body))
    return whole


def use_own(dice: DiceSet) -> None:
    """From now on the set of that name is the owner's."""
    _own[dice.name] = dice


@cache
def _shipped(name: str) -> DiceSet:
    if name not in set_names():
        raise Missing(f"no dice set named {name!r}; there are: {', '.join(sorted({*set_names(), *_own}))}")
    table = tomllib.loads((resources.files(__package__) / f"{name}.toml").read_text("utf-8"))
    dice = [Die(d["name"], d["sides"], d["body"], tuple(d["faces"].split())) for d in table["die"]]
    return DiceSet(name, tuple(dice), table.get("always", ""))


def set_names() -> list[str]:
    """The names of all sets that the package ships."""
    names = (entry.name for entry in resources.files(__package__).iterdir())
    return sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml"))
