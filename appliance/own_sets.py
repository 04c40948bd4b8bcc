"""Sets of the owner's own dice or tiles: folders beside the config, one a set, and which are in use."""

import os
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from appliance import own_dice, own_tiles
from appliance.config import usual_paths
from appliance.errors import BadValue, Missing
from appliance.own_dice import OwnDice
from appliance.own_files import FILE, table_of
from appliance.own_tiles import OwnTiles
from appliance.phrases import say
from appliance.pieces import DiceSet, dice_set, set_names, use_own
from appliance.vision.enrolled import Enrolled
from appliance.vision.enrolled_tiles import EnrolledTiles
from appliance.vision.reading import TILES

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")

_dice: dict[str, OwnDice] = {}
_tiles: dict[str, OwnTiles] = {}


class Listed(NamedTuple):
    """A set that is there: its kind and what of it is known, in words, and what is wrong with it, or ""."""

    name: str
    kind: str
    known: str
    problem: str


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


def load(folder: Path) -> OwnDice | OwnTiles:
    """The set in a folder; `BadValue` says what is wrong with its files, `Missing` that there are none."""
    tiles = table_of(folder).get("kind") == TILES
    return own_tiles.load(folder) if tiles else own_dice.load(folder)


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


def use_set(own: OwnDice | OwnTiles) -> None:
    """From now on this is the set of its name."""
    if isinstance(own, OwnTiles):
        _tiles[own.name] = own
    else:
        _dice[own.name] = own
        use_own(own.pieces)
    _enrolled.cache_clear()
    _enrolled_tiles.cache_clear()


def lacking(own: OwnDice | OwnTiles) -> str:
    """What keeps an owner's set from being used, or from taking the place of a game's own; or ""."""
    if isinstance(own, OwnTiles):
        if own.name in set_names():
            return say("teach.no_dice", name=own.name)
        return "" if own.looks else say("teach.empty_tiles", name=own.name)
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


def enrolled(pieces: str) -> Enrolled | None:
    """What the dice of a set look like, if they are the owner's and were shown."""
    name = pieces.partition(":")[0]
    return _enrolled(name) if name in _dice else None


@cache
def _enrolled(name: str) -> Enrolled | None:
    looks = _dice[name].looks
    return Enrolled(looks) if looks else None


def box_of(name: str) -> str | None:
    """The box of tiles that the owner's tiles of that name are like; None if there are none."""
    return _tiles[name].box if name in _tiles else None


def tile_sets() -> list[str]:
    """The names of all sets of the owner's tiles that are in use."""
    return sorted(_tiles)


def enrolled_tiles(name: str) -> EnrolledTiles | None:
    """What the tiles of a set look like, if they are the owner's and were shown."""
    return _enrolled_tiles(name) if name in _tiles else None


@cache
def _enrolled_tiles(name: str) -> EnrolledTiles | None:
    looks = _tiles[name].looks
    return EnrolledTiles(looks) if looks else None


def listed(env: Mapping[str, str] = os.environ) -> list[Listed]:
    """Every set that is there, whether it can be used or not."""
    return [_listed(name, folder) for name, folder in known(env).items()]


def _listed(name: str, folder: Path) -> Listed:
    try:
        own = load(folder)
    except (BadValue, Missing) as error:
        return Listed(name, "", str(folder), str(error))
    if isinstance(own, OwnTiles):
        words = say("teach.known_tiles", n=len(own.tiles), looks=len(own.looks))
        missing = say("teach.missing", letters=" ".join(own.missing)) if own.missing else ""
        return Listed(name, "tiles", words + missing, lacking(own))
    unfinished = sum(len(one.die.faces) < one.die.sides for one in own.dice)
    words = say("teach.known_dice", n=len(own.dice), looks=len(own.looks))
    words += say("teach.unfinished_dice", n=unfinished) if unfinished else ""
    return Listed(name, "dice", words, lacking(own))
