"""Sets of one's own on disk: what is kept, files mended and spoilt, and which sets are used."""

import shutil
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from appliance import own_sets, own_tiles
from appliance.errors import BadValue, Missing
from appliance.own_dice import OwnDice, OwnDie, load, save
from appliance.own_files import FILE
from appliance.own_tiles import OwnTile, OwnTiles
from appliance.pieces import DiceSet, dice_set
from appliance.readers import reader
from appliance.vision.board import BoardReader
from appliance.vision.likeness import SIDE
from appliance.vision.tiles import TilesReader
from tests.own_kit import CUBE

pytestmark = pytest.mark.usefixtures("home")

# Files of dice


def test_a_set_is_read_as_it_was_written(plain: Path) -> None:
    own = load(plain)
    assert own.pieces == DiceSet("ours", (CUBE, replace(CUBE, name="b")))
    assert [int(pictures[0][0, 0, 0]) for pictures in own.dice[0].pictures] == [40 + 30 * n for n in range(6)]
    assert own.dice[1].pictures == ((),) * 6
    assert [(look.symbol, look.sides) for look in own.looks] == [(letter, 6) for letter in "ABCDEF"]


def test_letters_names_and_colours_are_mended_by_hand(plain: Path) -> None:
    text = (plain / FILE).read_text("utf-8")
    (plain / FILE).write_text(
        text.replace("A B C D E F", "A B C D E Qu", 1).replace('"cube"', '"Opa’s"'), "utf-8"
    )
    (first, _) = load(plain).dice
    assert (first.die.name, first.die.faces[-1]) == ("Opa’s", "Qu")


def test_looks_of_faces_to_come_and_missing_ones(plain: Path) -> None:
    text = (plain / FILE).read_text("utf-8")
    (plain / FILE).write_text(text.replace('"A B C D E F"', '"A B C D"', 1), "utf-8")
    assert len(load(plain).dice[0].pictures) == 4  # power failed between the sheet and the list
    (plain / FILE).write_text(text, "utf-8")
    sheet = cv2.imread(str(plain / "die-1.png"))
    cv2.imwrite(str(plain / "die-1.png"), sheet[: 2 * SIDE])  # type: ignore[index]
    assert [len(pictures) for pictures in load(plain).dice[0].pictures] == [1, 1, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("format = 1", "format = 2", "made by a newer tallybox"),
        ("format = 1", "", "not made by tallybox"),
        ("format = 1", "format = ", "Invalid value"),
        ('kind = "letter-dice"', 'kind = "spoons"', "spoons"),
        ("sides = 6", "sides = 7", "expected 6 or 8"),
        ("sides = 6", "sides = true", "expected 6 or 8"),
        ("A B C D E F", "A B C D E 1", "a face '1'"),
        ("A B C D E F", "A B C D E F G", "7 faces; expected 1 to 6"),
        ("A B C D E F", "", "0 faces; expected 1 to 6"),
        ('name = "cube"', "name = 1", "expected text"),
        ('name = "cube"', 'name = "b"', "two dice are named 'b'"),
        ("die-1.png", "../die-1.png", "expected a name"),
        ("die-1.png", "none.png", "cannot be read"),
        ("[[die]]", "[die]", "declared|Cannot|expected"),
    ],
)
def test_a_file_that_cannot_be_used(plain: Path, old: str, new: str, why: str) -> None:
    text = (plain / FILE).read_text("utf-8")
    (plain / FILE).write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(BadValue, match=why) as caught:
        load(plain)
    assert str(plain) in str(caught.value)


@pytest.mark.parametrize("data", [b"", b"no picture", b"\x89PNG\r\n\x1a\n" + bytes(40)])
def test_pictures_that_are_none(plain: Path, data: bytes) -> None:
    (plain / "die-1.png").write_bytes(data)
    with pytest.raises(BadValue, match="is no picture"):
        load(plain)
    cv2.imwrite(str(plain / "die-1.png"), np.zeros((70, 60, 3), np.uint8))
    with pytest.raises(BadValue, match="squares of 60"):
        load(plain)


def test_no_set_at_all(sets: Path) -> None:
    with pytest.raises(Missing, match="no set"):
        load(sets / "theirs")


def test_a_spoilt_set_keeps_no_other_from_being_used(plain: Path, sets: Path) -> None:
    shutil.copytree(plain, sets / "spoilt")
    (sets / "spoilt" / FILE).write_text("format = 9\n", "utf-8")
    env = {"XDG_CONFIG_HOME": str(sets.parent.parent)}
    problems = own_sets.use(env)
    assert list(problems) == ["spoilt"]
    assert dice_set("ours").dice[0] == CUBE
    assert dice_set("ours:white").dice == dice_set("ours").dice
    assert own_sets.enrolled("ours") is not None
    assert own_sets.enrolled("anabid") is None


def test_a_set_without_dice_is_not_used(sets: Path) -> None:
    save(sets / "none", OwnDice("none"))
    assert "no die" in own_sets.use({"XDG_CONFIG_HOME": str(sets.parent.parent)})["none"]
    with pytest.raises(Missing):
        dice_set("none")


def test_a_games_set_is_only_replaced_by_a_whole_one(plain: Path, sets: Path) -> None:
    env = {"XDG_CONFIG_HOME": str(sets.parent.parent)}
    usual = dice_set("anabid")
    mine = [replace(die, faces=die.faces[::-1]) for die in usual.dice]
    blank = tuple(OwnDie(die, ((),) * die.sides) for die in mine)
    save(sets / "anabid", OwnDice("anabid", blank[:8], usual.always))
    assert "8 of 9" in own_sets.use(env)["anabid"]
    assert dice_set("anabid") == usual
    save(sets / "anabid", OwnDice("anabid", blank, usual.always))
    assert own_sets.use(env) == {}
    assert dice_set("anabid").dice == tuple(mine)
    assert dice_set("anabid").always == "yellow"


# Files of tiles


@pytest.fixture
def tiles(sets: Path) -> Path:
    """A set of three tiles with bare pictures, the last without one, as its files."""
    bare = [np.full((SIDE, SIDE, 3), 40 + 30 * n, np.uint8) for n in range(3)]
    own = (OwnTile("B", (bare[0], bare[1])), OwnTile("?", (bare[2],)), OwnTile("Z", ()))
    own_tiles.save(sets / "ours", OwnTiles("ours", own))
    return sets / "ours"


def test_tiles_are_read_as_they_were_written(tiles: Path) -> None:
    own = own_tiles.load(tiles)
    assert [(tile.symbol, len(tile.pictures)) for tile in own.tiles] == [("B", 2), ("?", 1), ("Z", 0)]
    assert [int(picture[0, 0, 0]) for tile in own.tiles for picture in tile.pictures] == [40, 70, 100]
    assert own.box == "english"
    assert "".join(own.missing) == "ACDEFGHIJKLMNOPQRSTUVWXYZ"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("format = 1", "format = 2", "made by a newer tallybox"),
        ('kind = "tiles"', 'kind = "spoons"', "spoons"),
        ("B ? Z", "B ? z", "letters has 'z'"),
        ("B ? Z", "B ? B", "'B' twice"),
        ('"B ? Z"', "3", "expected text"),
        ('box = "english"', 'box = "french"', "box = 'french'"),
        ("tiles.png", "../tiles.png", "expected a name"),
        ("tiles.png", "none.png", "cannot be read"),
    ],
)
def test_a_file_of_tiles_that_cannot_be_used(tiles: Path, old: str, new: str, why: str) -> None:
    text = (tiles / FILE).read_text("utf-8")
    (tiles / FILE).write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(BadValue, match=why) as caught:
        own_sets.load(tiles)
    assert str(tiles) in str(caught.value)
    assert "ours" in own_sets.use({"XDG_CONFIG_HOME": str(tiles.parent.parent.parent)})


def test_dice_are_no_tiles_and_tiles_no_dice(tiles: Path) -> None:
    with pytest.raises(BadValue, match="kind 'tiles'"):
        load(tiles)
    save(tiles, OwnDice("ours"))
    with pytest.raises(BadValue, match="kind 'letter-dice'"):
        own_tiles.load(tiles)


def test_tiles_are_read_by_their_name_and_by_that_of_the_box_they_replace(tiles: Path) -> None:
    env = {"XDG_CONFIG_HOME": str(tiles.parent.parent.parent)}
    with pytest.raises(Missing, match="no box of tiles"):
        reader("tiles", "ours")
    assert own_sets.use(env) == {}
    assert isinstance(reader("tiles", "ours"), TilesReader)
    assert isinstance(reader("board", "ours"), BoardReader)
    assert own_sets.box_of("ours") == "english"
    assert own_sets.enrolled_tiles("ours") is not None
    assert own_sets.enrolled_tiles("english") is None
    with pytest.raises(Missing, match="there are: any, english, ours"):
        reader("tiles", "theirs")
    shutil.copytree(tiles, tiles.with_name("english"))
    own_sets.use(env)
    assert own_sets.enrolled_tiles("english") is not None


def test_tiles_without_pictures_or_with_the_name_of_dice_are_not_used(tiles: Path) -> None:
    env = {"XDG_CONFIG_HOME": str(tiles.parent.parent.parent)}
    own_tiles.save(tiles.with_name("none"), OwnTiles("none"))
    shutil.copytree(tiles, tiles.with_name("anabid"))
    problems = own_sets.use(env)
    assert set(problems) == {"none", "anabid"}
    assert "no tile" in problems["none"]
    assert "rename" in problems["anabid"]
    assert own_sets.enrolled_tiles("anabid") is None


# What is listed


def test_all_sets_are_listed_with_what_of_them_is_known(tiles: Path, sets: Path) -> None:
    half = replace(CUBE, faces=("A", "B"))
    save(sets / "dice", OwnDice("dice", (OwnDie(half, ((), ())), OwnDie(replace(CUBE, name="b"), ((),) * 6))))
    shutil.copytree(tiles, sets / "spoilt")
    (sets / "spoilt" / "tiles.png").write_bytes(b"no picture")
    listed = {one.name: one for one in own_sets.listed({"XDG_CONFIG_HOME": str(sets.parent.parent)})}
    assert listed["dice"][1:] == ("dice", "2 dice, 0 pictures, 1 not shown whole", "")
    assert listed["ours"].kind == "tiles"
    assert listed["ours"].known.startswith("3 tiles, 3 pictures, not shown: A C D")
    assert listed["spoilt"].problem == f"{sets / 'spoilt' / 'tiles.png'}: is no picture"
