"""Showing the box one's own tiles: the script, whole lessons, the eye, the command."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from appliance import teach_tiles
from appliance.boxes import unseen_box
from appliance.cli import main
from appliance.config import Config
from appliance.games.prompts import Answer, Choose
from appliance.games.script import Play
from appliance.own_files import FILE
from appliance.own_tiles import OwnTiles, load, save
from appliance.phrases import say
from appliance.teach import put_aside, show, teacher_of
from appliance.teach_dice import DiceTeacher
from appliance.teach_hands import RowHands, row_laid
from appliance.teach_tiles import TilesTeacher
from appliance.teach_tiles_eye import UNSURE, RowPupil
from appliance.teach_tiles_script import SYMBOLS, ShownTile, tiles_lesson
from appliance.virtual.render import render
from appliance.virtual.scene import Table, View
from appliance.virtual.sheets import Sheet
from appliance.virtual.tiles import lay_layout
from appliance.vision.hand import HAND
from appliance.vision.likeness import SIDE
from appliance.vision.plane import Image

pytestmark = pytest.mark.usefixtures("home")

SMALL = View(width=800, height=600, noise=1.0)
ROWS = ("ABCDEFGHI", "JKLMNOPQR", "STUVWXYZ?")


# The script


class Pupils:
    """A lesson with what it reported last, the eye's looks given as text."""

    def __init__(self, known: Sequence[ShownTile] = ()) -> None:
        self.told: list[tuple[ShownTile, ...]] = []
        self.play = Play(lambda: tiles_lesson(known, lambda tiles: self.told.append(tuple(tiles))))

    def see(self, text: str) -> "Pupils":
        self.play.give(Answer(0, "see", text))
        return self

    def give(self, verb: str, value: str = "", seat: int | None = None) -> "Pupils":
        self.play.give(Answer(seat, verb, value))
        return self

    def row(self, text: str) -> "Pupils":
        return self.see(text).give("yes")

    @property
    def known(self) -> str:
        return "".join(tile.symbol for tile in self.told[-1])

    @property
    def headline(self) -> str:
        return self.play.prompt.headline


def test_three_rows_and_the_box_knows_all_tiles() -> None:
    people = Pupils()
    for row in ROWS:
        assert people.headline.startswith(say("teach.row", letters=" ".join(row[:8])))
        people.row(row)
    assert people.known == "".join(SYMBOLS)
    assert people.told[-1][10] == ShownTile("K", ((1, 1),))
    assert people.headline == say("teach.finish_tiles", n=27)
    assert people.give("end").play.over


def test_tiles_that_the_eye_took_for_others_are_asked_for_once_more() -> None:
    people = Pupils().row("ARCDE.GHI").row(ROWS[1]).row(ROWS[2])
    assert people.headline == say("teach.row_once_more", letters="B F")
    people.row("BF")
    assert people.headline == say("teach.finish_tiles", n=27)
    seen = {tile.symbol: tile.seen for tile in people.told[-1]}
    assert (seen["A"], seen["B"], seen["F"]) == (((0, 0),), ((0, 1), (3, 0)), ((0, 5), (3, 1)))


def test_the_row_is_shown_as_the_box_reads_it_where_that_is_not_what_was_asked_for() -> None:
    assert "A C B" in str(Pupils().see("ACBDEFGHI").play.prompt.view)
    assert "By itself" not in str(Pupils().see("ABCDEFGHI").play.prompt.view)


def test_a_tile_that_is_lost_is_named_the_likeliest_first() -> None:
    people = Pupils().see("ABDEFGHI")
    choose = next(people.play.prompt.of_kind(Choose))
    assert choose.rows[0].at(0) == "C"
    assert {choose.rows[0].at(n) for n in range(9)} == set("ABCDEFGHI")
    people.give("lacks", "C")
    assert people.known == "ABDEFGHI"
    for row in ROWS[1:]:
        people.row(row)
    assert people.headline == say("teach.finish_tiles", n=26)  # and C is not asked for again
    people = Pupils().see("ABDEFGI").give("lacks", "C H")
    assert people.known == "ABDEFGI"


def test_a_bad_look_is_looked_at_again_and_a_row_can_be_left_out() -> None:
    people = Pupils().see("A.......I").give("again", seat=3)
    assert people.headline == say("teach.row", letters="A B C D E F G H I")
    people.give("skip").row(ROWS[1])
    assert people.known == ROWS[1]
    assert people.told[-1][0].seen == ((1, 0),)  # the look that was no good counts
    people.row("STUVWXYZ.")
    assert people.headline == say("teach.row_once_more", letters="blank")
    people.see("?").give("again", seat=0)
    assert people.headline == say("teach.row_once_more", letters="blank")
    people.give("skip").give("end")
    assert people.play.over


def test_the_last_row_can_be_taken_back() -> None:
    people = Pupils().row(ROWS[0]).row(ROWS[1])
    people.play.undo()
    assert people.known == ROWS[0]
    assert people.headline == say("teach.rows_lie_so")


def test_what_is_known_already_is_not_asked_for() -> None:
    known = [ShownTile(symbol, ((-1, 0),)) for symbol in SYMBOLS if symbol not in "EQ?"]
    people = Pupils(known)
    assert people.headline == say("teach.row", letters="E Q blank")
    assert people.row("EQ?").known == "".join(SYMBOLS)


@pytest.mark.parametrize("text", ["", "abc", "A B", "ABCDEFGHIJ", "AB1"])
def test_what_no_eye_says(text: str) -> None:
    assert Pupils().play.refusal(Answer(0, "see", text))


# The eye


def seen(pupil: RowPupil, *sheets: Sheet) -> tuple[str, ...]:
    reading = pupil.read(render(Table(sheets=sheets, view=SMALL)))
    return reading.problems or ("".join(item.symbol for item in reading.items),)


def test_the_eye_reads_a_row_from_the_left_and_keeps_upright_pictures() -> None:
    pupil = RowPupil().asked_for("LEFTRIGHT")
    sheets = lay_layout(["LEFTRIGHT"], 10, -20, 8, Random(3), gap=4.0, slip=0.6)
    assert seen(pupil, *sheets[::-1]) == ("LEFTRIGHT",)
    assert [picture.shape for picture in pupil.pictures] == [(SIDE, SIDE, 3)] * 9
    ell = pupil.pictures[0][18:42, 18:42].mean(axis=2)
    dark = ell < (int(ell.max()) + int(ell.min())) / 2
    assert dark[:, :12].sum() > 1.3 * dark[:, 12:].sum()  # an L's stem is at its left


def test_the_eye_says_what_keeps_it_from_learning() -> None:
    pupil = RowPupil().asked_for("ABCDE")
    row = lay_layout(["ABCDE"], 0, 0, 0)
    assert seen(pupil) == (say("teach.no_tiles"),)
    assert seen(pupil, *lay_layout(["ABCDEF"], 0, 0, 0)) == (say("teach.tile_count", n=6, due=5),)
    assert seen(pupil, *row[:2]) == (say("teach.tile_count", n=2, due=5),)
    assert seen(pupil, *row[:3]) == ("ABC",)
    assert seen(pupil, *row[:4], replace(row[4], y=40.0)) == (say("teach.no_row"),)
    assert seen(pupil, *lay_layout(["ABCDE"], 0, 0, 90)) == (say("teach.no_row"),)
    assert seen(pupil, *row) == ("ABCDE",)
    pupil.fresh.take(taken=True)
    assert seen(pupil, *row) == (say("teach.same_as_before"),)
    assert seen(pupil, *lay_layout(["ABCDE"], 0, 60, 5)) == ("ABCDE",)


def unlike(one: Image, other: Image) -> float:
    """How far two pictures of tiles differ where one lies best on the other: B is nearly a turned B."""
    inner = other[2:-2, 2:-2].astype(int)
    h, w = inner.shape[:2]
    return min(float(np.abs(inner - one[y : y + h, x : x + w]).mean()) for y in range(5) for x in range(5))


def test_a_row_laid_from_the_other_side_of_the_table_is_turned_around() -> None:
    pupil = RowPupil().asked_for("ABCDE")
    assert seen(pupil, *lay_layout(["ABCDE"], 0, 0, 186)) == ("ABCDE",)
    around = pupil.pictures
    assert seen(pupil, *lay_layout(["ABCDE"], 0, 0, 6)) == ("ABCDE",)
    for one, other in zip(around, pupil.pictures, strict=True):
        assert unlike(one, other) < unlike(np.rot90(one, 2), other)


def test_a_tile_that_lies_wrong_way_up_is_not_taken_for_its_letter() -> None:
    row = lay_layout(["ABFDE"], 0, 0, 0, gap=2.0)
    turned = (*row[:2], replace(row[2], turn=180.0), *row[3:])
    assert seen(RowPupil().asked_for("ABFDE"), *turned) == (f"AB{UNSURE}DE",)


def test_a_hand_over_the_mat_is_said() -> None:
    image = render(Table(sheets=lay_layout(["ABCDE"], 0, -40, 0), view=SMALL))
    cv2.rectangle(image, (0, 330), (330, 430), (120, 150, 205), -1)
    assert RowPupil().asked_for("ABCDE").read(image).problems == (HAND,)


# A whole lesson at the virtual table, by hands


def lesson(folder: Path, lost: str = "") -> TilesTeacher:
    """What hands have shown to a box that nobody sees."""
    teacher = TilesTeacher(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(teach_tiles, "RowHands", lambda *parts: RowHands(*parts, lost=lost))
        box = unseen_box(Config.load(), 4)
        assert box.top
        box.top._plain = box.top._scene = Table(view=SMALL)
        try:
            show(box, teacher, by_itself=True)
        finally:
            box.close()
    return teacher


def test_a_lesson_leaves_a_picture_of_every_tile_and_goes_on_where_it_stopped(sets: Path) -> None:
    first = lesson(sets / "ours", lost="JKLMNOPQRZ?")
    assert "".join(tile.symbol for tile in load(sets / "ours").tiles) == "ABCDEFGHISTUVWXY"
    assert any("Not shown: J K L" in line for line in first.summary())
    before = {tile.symbol: tile.pictures for tile in load(sets / "ours").tiles}
    lesson(sets / "ours", lost="?")
    own = load(sets / "ours")
    assert "".join(tile.symbol for tile in own.tiles) == "".join(SYMBOLS[:-1])
    assert all(len(tile.pictures) >= 1 for tile in own.tiles)
    for tile in own.tiles:
        assert np.array_equal(tile.pictures[0], before.get(tile.symbol, tile.pictures)[0])


def test_taking_back_takes_it_off_the_disk_too(sets: Path) -> None:
    teacher = TilesTeacher(sets / "ours")
    play = teacher.play()
    kept = []
    for number, row in enumerate(ROWS[:2]):
        teacher.pupil.pictures = [np.full((SIDE, SIDE, 3), 9 * number + n + 1, np.uint8) for n in range(9)]
        for answer in (Answer(0, "see", row), Answer(None, "yes")):
            play.give(answer)
            teacher.follow(play.answers)
        kept.append("".join(tile.symbol for tile in load(sets / "ours").tiles))
    assert kept == [ROWS[0], ROWS[0] + ROWS[1]]
    assert [int(tile.pictures[0][0, 0, 0]) for tile in load(sets / "ours").tiles] == list(range(1, 19))
    play.undo()
    teacher.follow(play.answers)
    assert "".join(tile.symbol for tile in load(sets / "ours").tiles) == ROWS[0]


# The command


def test_the_command_teaches_tiles_and_reads_with_them(
    home: Path, sets: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save(sets / "demo", OwnTiles("demo"))
    assert main(["teach", "demo", "--again", "--virtual"]) == 0  # tiles, as they were before
    said = capsys.readouterr().out
    assert "demo: 27 tiles, " in said
    assert "--set demo" in said
    photo = home / "photo.png"
    cv2.imwrite(str(photo), render(Table(sheets=lay_layout(["QUIZ"], 20, 10, 75))))
    assert main(["read", str(photo), "--kind", "tiles", "--set", "demo"]) == 0
    assert capsys.readouterr().out == f"{photo}: 4\nQ  U  I  Z\n"
    assert main(["read", str(photo), "--kind", "letter-dice", "--set", "demo"]) == 2


def test_which_names_are_of_tiles(sets: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert isinstance(teacher_of(sets / "english", tiles=False), TilesTeacher)
    assert isinstance(teacher_of(sets / "ours", tiles=True), TilesTeacher)
    assert isinstance(teacher_of(sets / "ours", tiles=False), DiceTeacher)
    save(sets / "ours", OwnTiles("ours"))
    assert isinstance(teacher_of(sets / "ours", tiles=False), TilesTeacher)
    assert main(["teach", "anabid", "--tiles"]) == 2
    assert "choose another" in capsys.readouterr().err
    assert main(["teach", "english", "--virtual"]) == 2
    assert "choose another" in capsys.readouterr().err


def test_nothing_shown_and_put_aside(sets: Path) -> None:
    save(sets / "ours", OwnTiles("ours"))
    assert TilesTeacher(sets / "ours").summary() == [say("teach.no_tiles_kept")]
    aside = put_aside(sets / "ours")
    assert (aside / FILE).exists()


def test_hands_lay_the_row_that_is_asked_for() -> None:
    sheets = row_laid(Random(2), "ABC")
    assert [sheet.art.letter for sheet in sheets] == ["A", "B", "C"]  # type: ignore[attr-defined]
    assert sheets[0].x < sheets[1].x < sheets[2].x
