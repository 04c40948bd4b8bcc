"""Showing the box one's own dice: the script, whole lessons, the eye, the command."""

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from appliance import own_sets, pieces, run_game, teach, teach_dice
from appliance.boxes import Box, unseen_box
from appliance.cli import main
from appliance.config import Config
from appliance.drivers import KeyTyped
from appliance.games.prompts import Answer
from appliance.games.script import Play
from appliance.games.setup import choose_game
from appliance.looking import TRIES
from appliance.own_dice import OwnDie, load, save
from appliance.own_files import FILE
from appliance.phrases import say
from appliance.pieces import Die, dice_set
from appliance.table import Table
from appliance.teach import show
from appliance.teach_dice import DiceTeacher
from appliance.teach_eye import UPRIGHT, Pupil, Shot
from appliance.teach_hands import Hands
from appliance.teach_script import Shown, lesson
from appliance.virtual.dice import Placed
from appliance.virtual.render import render
from appliance.virtual.scene import GREEN, Light, Mat, View
from appliance.virtual.scene import Table as Scene
from appliance.vision.hand import HAND
from appliance.vision.likeness import SIDE
from tests.own_kit import CUBE

pytestmark = pytest.mark.usefixtures("home")

VOWELS = Die("vowels", 8, "yellow", ("A", "E", "I", "O", "U", "E", "I", "O"))
SMALL = View(width=640, height=480, noise=1.0)


# The script


class Pupils:
    """A lesson with what it reported last, the eye's looks given as text."""

    def __init__(self, known: Sequence[Shown] = ()) -> None:
        self.told: list[tuple[Shown, ...]] = []
        self.play = Play(lambda: lesson("ours", known, lambda dice: self.told.append(tuple(dice))))

    def see(self, text: str) -> "Pupils":
        return self.give("see", text, seat=0)

    def give(self, verb: str, value: str = "", seat: int | None = None) -> "Pupils":
        self.play.give(Answer(seat, verb, value))
        return self

    def face(self, text: str) -> "Pupils":
        """A face that is what the eye took it for."""
        return self.see(text).give("is", text.split()[2])

    @property
    def known(self) -> list[tuple[int, str, str]]:
        return [(die.sides, die.body, die.letters) for die in self.told[-1]]

    @property
    def looks(self) -> list[tuple[int, ...]]:
        return [face.looks for die in self.told[-1] for face in die.faces]


def test_a_die_is_shown_face_by_face_and_the_next_one_follows() -> None:
    people = Pupils()
    for letter in "ABCDEF":
        assert not people.told[-1] or not people.told[-1][-1].done
        people.face(f"6 white {letter}")
    assert people.known == [(6, "white", "A B C D E F")]
    assert people.looks == [(0,), (1,), (2,), (3,), (4,), (5,)]
    assert people.play.prompt.headline == say("teach.next_die")
    people.face("8 blue Qu").give("enough").give("enough")
    assert people.known == [(6, "white", "A B C D E F"), (8, "blue", "Qu")]
    people.give("end")
    assert people.play.over


def test_a_letter_that_was_put_right_is_asked_for_once_more() -> None:
    people = Pupils().see("6 white B R P")
    assert people.play.prompt.headline == say("teach.is_it", symbol="B")
    people.give("is", "R")
    assert people.play.prompt.headline == say("teach.once_more", symbol="R")
    people.see("6 white P R")
    assert (people.known, people.looks) == ([(6, "white", "R")], [(0, 1)])
    people.see("6 white X").give("is", "Z").give("skip")
    assert people.looks == [(0, 1), (2,)]


def test_a_letter_that_the_eye_was_not_sure_of_is_asked_for_once_more() -> None:
    people = Pupils().see("6 white B R").give("is", "B")
    assert people.play.prompt.headline == say("teach.once_more", symbol="B")
    assert Pupils().face("6 white B").play.prompt.headline == say("teach.next_face")


def test_any_letter_can_be_chosen_the_likely_ones_first() -> None:
    choose = next(iter(Pupils().see("6 white B R P").play.prompt.accepts))
    values = [choose.rows[0].at(n) for n in range(27)]  # type: ignore[union-attr]
    assert values[:4] == ["B", "R", "P", "A"]
    assert sorted(values) == sorted(pieces.ALPHABET)


def test_a_letter_that_comes_twice_is_another_face_or_the_same_again() -> None:
    people = Pupils().face("8 yellow E")
    people.see("8 yellow E").give("is", "E").give("which", say("teach.another"))
    assert people.known == [(8, "yellow", "E E")]
    people.see("8 yellow E").give("is", "E").give("which", say("teach.same"))
    assert people.known == [(8, "yellow", "E E")]
    assert people.looks == [(0, 2), (1,)]


def test_a_bad_look_is_looked_at_again_and_counted() -> None:
    people = Pupils().see("6 white I").give("again", seat=3).face("6 white J")
    assert (people.known, people.looks) == ([(6, "white", "J")], [(1,)])


def test_the_last_face_can_be_taken_back() -> None:
    people = Pupils().face("6 white A").face("6 white B")
    people.play.undo()
    assert people.known == [(6, "white", "A")]
    assert people.play.prompt.headline == say("teach.is_it", symbol="B")


def test_what_is_known_already_is_not_asked_for() -> None:
    begun = Pupils().face("6 white A").face("6 white B").told[-1]
    people = Pupils(begun)
    assert people.play.prompt.headline == say("teach.next_face")
    assert "A B" in str(people.play.prompt.view)
    assert Pupils([replace(begun[0], whole=True)]).play.prompt.headline == say("teach.next_die")


@pytest.mark.parametrize("text", ["", "6 white", "7 white B", "6 white b", "6  white B", "6 white 1"])
def test_what_no_eye_says(text: str) -> None:
    assert Pupils().play.refusal(Answer(0, "see", text))


# A whole lesson at the virtual table, by hands


class Lesson:
    """A box that nobody sees, with what it was taught."""

    def __init__(self, folder: Path, dice: Sequence[Die], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(teach_dice, "demo_dice", lambda: list(dice))
        self.teacher = DiceTeacher(folder)
        self.headlines: list[str] = []
        self.box: Box = unseen_box(Config.load(), 4)
        self.box.top._plain = self.box.top._scene = Scene(view=SMALL)  # type: ignore[union-attr]

    def run(self) -> "Lesson":
        try:
            show(self.box, self.teacher, by_itself=True)
        finally:
            self.box.close()
        return self


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a set of one cube that hands have shown."""
    folder = tmp_path_factory.mktemp("sets") / "ours"
    with pytest.MonkeyPatch.context() as patch:
        Lesson(folder, [CUBE], patch).run()
    return folder


def test_a_lesson_leaves_the_dice_with_a_picture_of_every_face(taught: Path) -> None:
    (own,) = load(taught).dice
    assert own.die == Die("white 1", 6, "white", CUBE.faces)
    assert all(len(pictures) >= 1 for pictures in own.pictures)
    for symbol, pictures in zip(own.die.faces, own.pictures, strict=True):
        for picture in pictures:
            assert picture.shape == (SIDE, SIDE, 3)
            middle = picture[20:40, 20:40]
            assert middle.max() > 150 > 100 > middle.min(), symbol  # dark print on a white die


def test_the_pictures_are_upright(taught: Path) -> None:
    (own,) = load(taught).dice
    e = own.pictures[CUBE.faces.index("E")][0][18:42, 18:42].mean(axis=2)
    dark = e < (int(e.max()) + int(e.min())) / 2
    assert dark[:, :12].sum() > 1.3 * dark[:, 12:].sum()  # an E's stem is at its left


def test_a_half_taught_set_is_gone_on_with(taught: Path, sets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = load(taught)
    (own,) = whole.dice
    begun = replace(own.die, name="grandpa's", faces=own.die.faces[:4])
    save(sets / "ours", replace(whole, dice=(OwnDie(begun, own.pictures[:4]),)))
    lesson = Lesson(sets / "ours", [CUBE], monkeypatch)
    assert lesson.teacher.play().prompt.headline == say("teach.next_face")
    lesson.run()
    (now,) = load(sets / "ours").dice
    assert now.die == replace(begun, faces=CUBE.faces)
    for before, after in zip(own.pictures[:4], now.pictures, strict=False):
        assert all(np.array_equal(one, other) for one, other in zip(before, after, strict=True))


def test_taking_back_takes_it_off_the_disk_too(sets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lesson = Lesson(sets / "ours", [CUBE], monkeypatch)
    on_disk: list[int] = []

    def fickle(table: Table) -> None:
        """Two faces on, one taken back, and away."""
        known = [len(own.die.faces) for own in lesson.teacher.own.dice]
        if known == [2] and not on_disk:
            lesson.box.rig.events.put(KeyTyped(table.rig.clock.now(), "undo"))
            on_disk.append(len(load(sets / "ours").dice[0].die.faces))
        if on_disk and known == [1]:
            on_disk.append(len(load(sets / "ours").dice[0].die.faces))
            table.closed = True

    monkeypatch.setattr(Hands, "__call__", _and_then(Hands.__call__, fickle))
    lesson.run()
    assert on_disk == [2, 1]


def _and_then(first: object, then: object) -> object:
    def both(self: object, table: Table) -> None:
        first(self, table)  # type: ignore[operator]
        then(table)  # type: ignore[operator]

    return both


# The eye while dice are shown


def seen(pupil: Pupil, *dice: Placed) -> tuple[str, ...]:
    reading = pupil.read(render(Scene(dice=dice, view=SMALL)))
    return reading.problems or tuple(f"{item.place[0]} {item.body} {item.symbol}" for item in reading.items)


def test_the_eye_says_what_one_die_is_like() -> None:
    assert seen(Pupil(), Placed(CUBE, 1, 10, 5, 30)) == ("6 white B",)
    assert seen(Pupil(), Placed(VOWELS, 4, -20, 5, 200)) == ("8 yellow U",)


def test_a_hard_shadow_is_no_second_die() -> None:
    lamp = Light(elevation=35, shadow=0.65, level=0.6, softness=1.5)
    for face in range(4):
        frame = render(Scene((Placed(CUBE, face, 10, 5, 30),), Mat(GREEN), lamp))
        assert Pupil().read(frame).problems == (), face


def test_the_colours_of_a_game_are_the_only_ones_for_its_dice() -> None:
    cream = replace(CUBE, body="cream")
    assert seen(Pupil({6: ("white", "blue")}), Placed(cream, 1, 0, 0, 0)) == ("6 white B",)


def test_the_eye_says_what_keeps_it_from_learning() -> None:
    pupil = Pupil()
    one, other = Placed(CUBE, 1, 10, 5, 30), Placed(CUBE, 2, -60, 5, 30)
    assert seen(pupil) == (say("teach.nothing"),)
    assert seen(pupil, one, other) == (say("teach.several", n=2),)
    assert seen(pupil, one) == ("6 white B",)
    pupil.fresh.take(taken=True)
    assert seen(pupil, one) == (say("teach.same_as_before"),)
    assert seen(pupil, replace(one, face=2)) == ("6 white C",)
    pupil.sides = 8
    assert seen(pupil, other) == (say("teach.other_shape"),)


def test_a_letter_that_tells_no_up_lies_as_it_was_asked_for_or_as_before(taught: Path) -> None:
    first = load(taught).dice[0].pictures[1][0]
    seen_turned = Shot(np.rot90(first, -1).copy(), 6, np.zeros((6, 27)), (270.0, 0.0, 90.0, 180.0))
    assert np.array_equal(seen_turned.upright("B"), first)  # what is up at turn 1 lies upright in the frame
    laid_askew = replace(seen_turned, angles=(0.0, 90.0, 180.0, 270.0))
    assert not np.array_equal(laid_askew.upright("B"), first)
    assert np.array_equal(laid_askew.upright("B", first), first)
    clear = np.zeros((6, 27))
    clear[1, 1] = 2 * UPRIGHT  # the eye is surer of the letter's up than of people
    assert np.array_equal(replace(laid_askew, evidence=clear).upright("B"), first)


def test_a_hand_over_the_mat_is_said_until_people_know_better() -> None:
    image = render(Scene(dice=(Placed(CUBE, 1, 10, 5, 30),), view=SMALL))
    cv2.rectangle(image, (0, 180), (260, 250), (120, 150, 205), -1)
    pupil = Pupil()
    for _ in range(TRIES):
        assert pupil.read(image).problems == (HAND,)
    assert pupil.read(image).symbols == ("B",)  # it is a shadow that stays


# The command


@pytest.mark.parametrize("name", ["", "any", "Ours", "a b", "../ours", "a/b", "-x", "x" * 41])
def test_names_that_no_set_has(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["teach", "--virtual", "--", name]) == 2
    assert "no name for a set" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["anabid", "bid-and-bluff"])
def test_a_games_set_is_not_taught_with_virtual_dice(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["teach", name, "--virtual"]) == 2
    assert "choose another" in capsys.readouterr().err


def test_the_command_teaches_and_reads_with_what_was_taught(
    home: Path, sets: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(teach_dice, "demo_dice", lambda: [CUBE])
    assert main(["teach", "demo", "--virtual"]) == 0
    said = capsys.readouterr().out
    assert "demo: 1 die, 6 faces" in said
    assert "white 1: A B C D E F" in said
    assert "--set demo" in said
    photo = home / "photo.png"
    cv2.imwrite(str(photo), render(Scene(dice=(Placed(CUBE, 1, 20, 10, 75),))))
    assert main(["read", str(photo), "--kind", "letter-dice", "--set", "demo"]) == 0
    assert capsys.readouterr().out == f"{photo}: B\n"
    (sets / "demo" / FILE).write_text("format = 3\n", "utf-8")
    assert main(["read", str(photo), "--kind", "letter-dice", "--set", "demo"]) == 2
    assert "newer tallybox" in capsys.readouterr().err


def test_what_is_not_known_yet_is_said_and_what_was_known_is_put_aside(plain: Path, sets: Path) -> None:
    own = load(plain)
    begun = OwnDie(replace(CUBE, faces=("A", "B")), own.dice[0].pictures[:2])
    save(plain, replace(own, dice=(begun,)))
    said = DiceTeacher(plain).summary()
    assert said[0].startswith("ours: 1 die, 2 faces, 2 pictures")
    assert said[1] == "  cube: A B – 4 faces not shown yet"
    assert "goes on" in said[2]
    aside = teach.put_aside(plain)
    assert load(aside).dice[0].die == begun.die
    assert not plain.exists()
    assert DiceTeacher(plain).summary() == [say("teach.nothing_kept")]


def test_the_box_says_which_set_is_spoilt_and_goes_on_without(plain: Path, sets: Path) -> None:
    shutil.copytree(plain, sets / "spoilt")
    (sets / "spoilt" / FILE).write_text("format = 9\n", "utf-8")
    with run_game.opened(False) as app:
        app.table.begin(Play(choose_game), [0])
        fault = app.table.shown(0.0).fault
    assert "newer tallybox" in fault
    assert dice_set("ours").dice[0] == CUBE


def test_virtual_dice_are_never_read_by_pictures_of_real_ones(plain: Path) -> None:
    with run_game.opened(True):
        assert own_sets.enrolled("ours") is None
