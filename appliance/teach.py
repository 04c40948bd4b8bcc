"""`tallybox teach`: pieces of one's own are shown to the box, and their pictures kept beside the config."""

import os
from contextlib import ExitStack, suppress
from datetime import datetime
from pathlib import Path

from appliance import own_sets
from appliance.boxes import Box, desk_box, has_display, real_box, unseen_box
from appliance.config import Config
from appliance.errors import BadValue
from appliance.looking import Looking
from appliance.own_files import FILE, table_of
from appliance.phrases import say
from appliance.pieces import set_names
from appliance.pieces.tiles import ENGLISH
from appliance.table import Table
from appliance.teach_dice import DiceTeacher, game_set
from appliance.teach_script import EVERYBODY
from appliance.teach_tiles import TilesTeacher
from appliance.vision.reading import TILES

SEED = 4
"""Of the virtual table."""

Teacher = DiceTeacher | TilesTeacher


def teach(name: str, virtual: bool, again: bool, tiles: bool = False) -> int:
    """Show the pieces of a set: those that it lacks, or all `again`; 1 if none was shown."""
    own_sets.checked(name)
    if virtual and name in (*set_names(), ENGLISH.name):
        raise BadValue(say("teach.game_set", name=name))
    folder = own_sets.known(os.environ).get(name) or own_sets.folders(os.environ)[-1] / name
    if again and folder.exists():
        with suppress(BadValue):  # of a spoilt set nobody knows
            tiles = tiles or kind_there(folder) == TILES
        print(say("teach.put_aside", name=name, folder=put_aside(folder)))
    config = Config.load()
    teacher = teacher_of(folder, tiles)
    with ExitStack() as ends:
        if not virtual:
            box = real_box(config)
        else:
            box = desk_box(config, SEED) if has_display() else unseen_box(config, SEED)
        ends.callback(box.close)
        show(box, teacher, by_itself=virtual and not has_display())
    print(*teacher.summary(), sep="\n")
    return 0 if teacher.any else 1


def teacher_of(folder: Path, tiles: bool) -> Teacher:
    """Of tiles if they are asked for or already there, of dice otherwise; `BadValue` where that cannot be."""
    name, there = folder.name, kind_there(folder)
    if tiles and (name in set_names() or there not in (TILES, "")):
        raise BadValue(say("teach.no_tile_set", name=name))
    return TilesTeacher(folder) if tiles or there == TILES else DiceTeacher(folder, game_set(name))


def kind_there(folder: Path) -> str:
    """The kind of the set in a folder, or that its name tells, or "". `BadValue` if the set is spoilt."""
    if (folder / FILE).exists():
        return str(table_of(folder).get("kind"))
    return TILES if folder.name == ENGLISH.name else ""


def put_aside(folder: Path) -> Path:
    """Give a set's folder the name of one that is not read; returns it. `BadValue` if it cannot be."""
    aside = folder.with_name(f"{folder.name}.{datetime.now():%Y%m%d-%H%M%S}.old")
    try:
        return folder.rename(aside)
    except OSError as error:
        raise BadValue(f"cannot rename {folder}: {error.strerror}") from error


def show(box: Box, teacher: Teacher, by_itself: bool) -> Table:
    """Let people, or virtual hands by themselves, show the pieces of a set at this box."""
    box.rig.looking = Looking(teacher.eye)
    table, play = Table(box.rig, box.faults), teacher.play()
    table.watchers.append(lambda _: teacher.follow(play.answers))
    hands = teacher.hands(box)
    if box.top and hands:
        box.top.hands = hands.show
        table.watchers.append(hands if by_itself else hands.watch)
    table.play(play, list(EVERYBODY))
    return table
