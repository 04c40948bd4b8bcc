"""The command `tallybox`, run as people run it: output, exit codes, words for what is wrong."""

import json
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from appliance.cli import main
from appliance.games.catalogue import GAMES, Setup
from appliance.games.prompts import Answer
from appliance.journal import Journal
from appliance.pieces import dice_set
from appliance.run_game import own_words
from appliance.virtual.dice import Placed, roll
from appliance.virtual.render import render
from appliance.virtual.scene import Table

Photo = tuple[Path, tuple[Placed, ...]]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own for every test."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in ("STATE_DIRECTORY", "TALLYBOX_CONFIG", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def photo(tmp_path: Path) -> Photo:
    """A picture of seven dice on the mat."""
    placed = roll(Random(8), dice_set("anabid").dice[1:8])
    path = tmp_path / "roll.jpg"
    cv2.imwrite(str(path), render(Table(dice=placed)))
    return path, placed


# read


def test_read_prints_json_lines(photo: Photo, capsys: pytest.CaptureFixture[str]) -> None:
    path, placed = photo
    assert main(["read", str(path), str(path), "--kind", "letter-dice", "--json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    reading = json.loads(lines[0])
    assert list(reading) == ["image", "kind", "width", "height", "ms", "items", "sure", "problems"]
    assert (reading["image"], reading["kind"]) == (str(path), "letter-dice")
    assert (reading["width"], reading["height"]) == (1280, 960)
    assert sorted(item["symbol"] for item in reading["items"]) == sorted(die.symbol for die in placed)
    item = reading["items"][0]
    keys = ["symbol", "sure", "confidence", "center", "corners", "angle", "body", "alternatives"]
    assert list(item) == keys
    assert len(item["corners"]) == 4
    assert 0 <= item["angle"] < 360
    assert {i["body"] for i in reading["items"]} == {"white", "blue", "yellow"}


def test_read_for_people(photo: Photo, capsys: pytest.CaptureFixture[str]) -> None:
    path, placed = photo
    assert main(["read", str(path), "--kind", "letter-dice"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"{path}: ")
    assert sorted(out.split(": ")[1].replace("?", "").split()) == sorted(die.symbol for die in placed)


def test_any_letters_without_a_set(photo: Photo, capsys: pytest.CaptureFixture[str]) -> None:
    path, placed = photo
    assert main(["read", str(path), "--kind", "letter-dice", "--set", "any", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["items"]) == len(placed)


def bad_files(folder: Path) -> dict[str, tuple[Path, str]]:
    """Files that cannot be read, each with a word that its problem must have."""
    good = np.full((960, 1280, 3), 90, np.uint8)
    cv2.imwrite(str(folder / "whole.png"), good)
    whole = (folder / "whole.png").read_bytes()
    makers = {
        "empty.jpg": (b"", "empty"),
        "text.jpg": (b"Dear camera, this is a letter.\n" * 50, "not"),
        "truncated.png": (whole[: len(whole) // 3], ""),
    }
    for name, (data, _) in makers.items():
        (folder / name).write_bytes(data)
    for name, value in (("black.png", 0), ("white.png", 255)):
        cv2.imwrite(str(folder / name), np.full((960, 1280, 3), value, np.uint8))
    words = {name: word for name, (_, word) in makers.items()} | {"black.png": "black", "white.png": ""}
    return {name: (folder / name, word) for name, word in words.items()}


@pytest.mark.parametrize("name", ["empty.jpg", "text.jpg", "truncated.png", "black.png", "white.png"])
def test_an_image_that_cannot_be_read(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path, word = bad_files(tmp_path)[name]
    assert main(["read", str(path), "--kind", "letter-dice", "--json"]) == 1
    reading = json.loads(capsys.readouterr().out)
    assert reading["items"] == []
    assert reading["sure"] is False
    assert reading["problems"]
    assert word in reading["problems"][0]


def test_the_other_images_are_read_all_the_same(
    tmp_path: Path, photo: Photo, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, _ = bad_files(tmp_path)["empty.jpg"]
    assert main(["read", str(bad), str(photo[0]), "--kind", "letter-dice", "--json"]) == 1
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["items"] == []
    assert len(second["items"]) == 7


def test_a_table_without_dice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bare.png"
    cv2.imwrite(str(path), render(Table()))
    assert main(["read", str(path), "--kind", "letter-dice", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["problems"] == ["no dice found"]


def test_a_hundred_megapixels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "huge.jpg"
    placed = roll(Random(2), dice_set("anabid").dice[:6])
    picture = render(Table(dice=placed))
    cv2.imwrite(str(path), cv2.resize(picture, (11520, 8640), interpolation=cv2.INTER_NEAREST))
    main(["read", str(path), "--kind", "letter-dice", "--json"])
    reading = json.loads(capsys.readouterr().out)
    assert reading["problems"] or (reading["width"], reading["height"]) == (11520, 8640)
    if reading["items"]:
        assert max(item["center"][0] for item in reading["items"]) > 1280  # pixels of the given image


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["read", "no-such.jpg", "--kind", "letter-dice"], "there is no file no-such.jpg"),
        (["read", "no-such.jpg", "--kind", "leter-dice"], "did you mean 'letter-dice'"),
        (["read", "{photo}", "--kind", "letter-dice", "--set", "anabit"], "no dice set named 'anabit'"),
        (["play", "anabit", "--virtual"], "did you mean 'anabid'"),
        (["play", "anabid", "--virtual", "--variant", "beginer"], "did you mean 'beginner'"),
        (["play", "anabid", "--virtual", "--players", "9"], "1 to 7 players, not 9"),
        (["play", "anabid", "--virtual", "--players", "Ana"], "2 to 7 players, not 1"),
        (["play", "--auto"], "add --virtual"),
        (["timer", "soon"], "is no duration"),
        (["words", "b4d!"], "4"),
    ],
)
def test_usage_errors(
    photo: Photo, arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([part.format(photo=photo[0]) for part in arguments]) == 2
    assert why in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["read"], ["read", "a.jpg"], ["nonsense"], ["journal"]])
def test_usage_errors_of_the_parser(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert "usage" in capsys.readouterr().err


# words and check


def test_words_by_length(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["words", "ACERBT"]) == 0
    out = capsys.readouterr().out
    for word in [
        "ACERB",
        "BRACE",
        "BRACT",
        "CABER",
        "CARET",
        "CARTE",
        "CATER",
        "CRATE",
        "REACT",
        "RECTA",
        "TABER",
        "TRACE",
    ]:
        assert word in out


def test_check_says_which_list_and_gives_an_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "brace"]) == 0
    assert main(["check", "albany"]) == 0
    assert main(["check", "mary"]) == 1
    out = capsys.readouterr().out
    assert "ALBANY is a place" in out
    assert "person's name only" in out


# timer, journal, doctor, config, version


def test_an_unseen_timer_runs_down(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["timer", "3s", "--virtual"]) == 0
    assert capsys.readouterr().out.splitlines()[-4:] == ["3 s", "2 s", "1 s", "Time!"]


def test_an_empty_journal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["journal", "list"]) == 0
    assert "no games yet" in capsys.readouterr().out


def test_games_of_a_journal_beside_the_main_one_are_listed_too(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = home / "state" / "tallybox"
    setup = Setup.of(GAMES["anabid"], ["Ana", "Ben"]).as_values()
    for name in ("journal.db", "journal-2.db"):
        journal = Journal(folder / name)
        journal.answer(journal.begin(setup), Answer(0, "roll", "A"), 0)
        journal.close()
    assert main(["journal", "list"]) == 0
    listed = capsys.readouterr().out
    assert listed.count("Ana, Ben") == 2
    assert "journal-2.db:" in listed
    assert main(["journal", "show", "--file", "journal-2.db"]) == 0
    assert "> 1 roll = A" in capsys.readouterr().out
    assert main(["journal", "export", "--file", "journal-2.db"]) == 0
    assert main(["journal", "show", "7"]) == 2
    assert main(["journal", "show", "--file", "journal-9.db"]) == 2


def test_a_misspelt_setting_is_told_at_once(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = home / "config" / "tallybox" / "config.toml"
    path.parent.mkdir(parents=True)
    path.write_text("[camera]\nknd = 'webcam'\n")
    assert main(["play", "anabid", "--virtual", "--players", "2"]) == 2
    err = capsys.readouterr().err
    assert "did you mean kind" in err
    assert str(path) in err


def test_the_default_settings_are_a_file_to_start_from(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config"]) == 0
    assert "[panel]" in capsys.readouterr().out


def test_the_version_names_whose_words_it_judges_by(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    out = capsys.readouterr().out
    assert out.startswith("tallybox 0.")
    assert "UK Advanced Cryptics Dictionary" in out


def test_no_command_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "play" in capsys.readouterr().out


# The table's own words


@pytest.mark.parametrize(
    ("text", "words", "problem"),
    [
        ("blorp\nZumf # ours\n", ["blorp", "zumf"], ""),
        ("blorp\n12345\nx\n", ["blorp"], "line 2"),
        ("", [], "no words"),
        ("\0\1\2", [], "own.txt"),
        (None, [], "no word list"),
    ],
)
def test_rubbish_among_the_own_words_stops_no_game(
    tmp_path: Path, text: str | None, words: list[str], problem: str
) -> None:
    path = tmp_path / "own.txt"
    if text is not None:
        path.write_text(text)
    found, said = own_words(path)
    assert found == words
    assert problem in said
    assert own_words(None) == ([], "")
