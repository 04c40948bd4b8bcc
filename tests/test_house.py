"""The house: who may import whom, phrases that exist and are used, games as text, options as text."""

import ast
import re
from pathlib import Path

import pytest

from appliance.errors import BadValue, Missing
from appliance.games import setup
from appliance.games.anabid.rules import Options
from appliance.games.catalogue import GAMES, Setup, game, options_of
from appliance.games.letters import can_roll, is_made_of, tiles_of
from appliance.games.prompts import Answer
from appliance.games.script import Play
from appliance.phrases import catalogue, say
from appliance.pieces import dice_set

PACKAGE = Path(__file__).parent.parent / "appliance"

# What each room may import of the others; a room may always import itself. Modules at the top may all.
ROOMS: dict[str, set[str]] = {
    "errors": set(),
    "phrases": {"errors"},
    "pieces": {"errors"},
    "lexicon": {"errors"},
    "games": {"lexicon", "errors", "phrases", "pieces"},
    "vision": {"errors", "pieces"},
    "drivers": {"errors"},
    "virtual": {"drivers", "errors", "phrases", "pieces"},
    "screens": {"errors", "games", "phrases", "pieces"},
}


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name.split(".")[1] for name in names if name.startswith("appliance.")}


@pytest.mark.parametrize("room", ROOMS)
def test_each_room_imports_only_what_it_may(room: str) -> None:
    files = [PACKAGE / f"{room}.py"] if (PACKAGE / f"{room}.py").exists() else (PACKAGE / room).rglob("*.py")
    for path in files:
        assert imported(path) - {room} <= ROOMS[room], path


def test_every_room_is_in_the_table() -> None:
    rooms = {path.name for path in PACKAGE.iterdir() if path.is_dir() and (path / "__init__.py").exists()}
    assert rooms <= set(ROOMS)


def test_games_know_no_clock_no_pin_no_pixel_and_no_file() -> None:
    banned = {"time", "datetime", "random", "os", "pathlib", "pygame", "cv2", "numpy", "gpiozero", "sqlite3"}
    for path in (PACKAGE / "games").glob("*.py"):
        if path.name == "bots.py":  # players made of chance
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            modules = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            modules += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not banned & {module.split(".")[0] for module in modules}, path


def test_nothing_heavy_is_imported_by_the_command_line_and_the_doctor() -> None:
    for name in ("cli", "doctor"):
        tree = ast.parse((PACKAGE / f"{name}.py").read_text("utf-8"))
        top = {n for node in tree.body for n in getattr(node, "names", []) if isinstance(node, ast.Import)}
        assert not {a.name.split(".")[0] for a in top} & {"pygame", "cv2", "numpy", "gpiozero", "pydantic"}


def test_every_phrase_that_the_code_names_exists() -> None:
    for path in PACKAGE.rglob("*.py"):
        for name in re.findall(r'say\(\s*"([a-z0-9_.-]+)"', path.read_text("utf-8")):
            assert name in catalogue(), f"{path} names {name}"


def test_phrases_fill_in_and_count() -> None:
    assert say("refused.length", word="CAB", n=3, length=5) == "CAB has 3 letters; only 5 count"
    assert "1 die in view" in say("refused.count", n=1, least=6, most=9)
    with pytest.raises(Missing, match="no phrase"):
        say("no.such")


# The text forms

ANSWERS = [Answer(None, "time"), Answer(0, "done"), Answer(6, "bid", "3x5"), Answer(2, "word", "CAN'T")]


@pytest.mark.parametrize("answer", ANSWERS, ids=str)
def test_an_answer_reads_back_from_its_text(answer: Answer) -> None:
    assert Answer.parse(str(answer)) == answer


def test_an_answer_with_two_words_as_verb() -> None:
    assert str(Answer(1, "steal 2")) == "2 steal 2"
    assert Answer.parse("2 steal 2") == Answer(1, "steal 2")


@pytest.mark.parametrize("line", ["", "bid", "0 bid = 3x5", "x bid", "-1 done", "1"])
def test_a_line_that_is_no_answer(line: str) -> None:
    with pytest.raises(BadValue, match="is no answer"):
        Answer.parse(line)


def test_words_as_tiles() -> None:
    assert tiles_of("QUIET") == ("Qu", "I", "E", "T")
    assert tiles_of("can't") == ("C", "A", "N", "T")
    assert is_made_of("QUIT", ("Qu", "I", "T"))
    assert not is_made_of("QUIT", ("Q", "U", "I", "T"))


def test_dice_that_can_and_cannot_lie_together() -> None:
    dice = dice_set("anabid")
    assert can_roll(dice, ["A", "C", "E", "R", "B", "T"])
    assert can_roll(dice, ["A", "E", "Qu"])
    assert not can_roll(dice, ["Qu", "X", "A"])  # one blue die
    assert not can_roll(dice, ["B", "N", "D"])  # no yellow die
    assert not can_roll(dice_set("anabid:white"), ["Z"])
    with pytest.raises(Missing, match="there are: anabid"):
        dice_set("anagrams")


# Setting up


def test_options_as_text() -> None:
    assert options_of(GAMES["anabid"], ["beginner", "no-places", "steal_seconds=15"]) == Options(
        beginner=True, places=False, steal_seconds=15
    )
    assert options_of(GAMES["anabid"], ["bidtacular-length-may-drop=no"]).bidtacular_length_may_drop is False


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("begginer", "did you mean 'beginner'"),
        ("steal_seconds=soon", "takes a number"),
        ("steal_seconds=0", "takes a number"),
        ("quotable=maybe", "takes yes or no"),
    ],
)
def test_options_that_cannot_be(text: str, why: str) -> None:
    with pytest.raises(BadValue, match=why):
        options_of(GAMES["anabid"], [text])


def test_a_game_that_does_not_exist() -> None:
    with pytest.raises(Missing, match="did you mean 'anabid'"):
        game("anabit")


@pytest.mark.parametrize("names", [["Ana"], ["Ana", "Ana"], ["Ana", ""]])
def test_players_that_cannot_be(names: list[str]) -> None:
    with pytest.raises(BadValue, match=r"players|name of their own"):
        Setup.of(GAMES["anabid"], names)


def test_a_setup_reads_back_from_its_values() -> None:
    made = Setup.of(GAMES["anabid"], ["Ana", "Ben"], ["quotable"])
    assert Setup.from_values(made.as_values()) == made
    with pytest.raises(BadValue, match="other rules"):
        Setup.from_values({**made.as_values(), "rules": 0})


def test_the_start_menu_and_the_set_up_are_scripts_like_any_other() -> None:
    menu = Play(setup.choose_game)
    menu.give(Answer(None, "game", "anabid"))
    assert menu.result == "anabid"
    party = Play(lambda: setup.set_up("anabid", ["", "", "Cleo", "", "", "", ""]))
    for seat in (5, 2, 0, 5):  # the sixth leaves again
        party.give(Answer(seat, "join"))
    party.give(Answer(None, "go on"))
    party.give(Answer(None, "variant", "quotable"))
    party.give(Answer(None, "variant", "play"))
    made = party.result
    assert made
    assert made.names == ("Player 1", "Cleo")
    assert made.chairs == (0, 2)
    assert made.options == Options(quotable=True)


def test_one_player_alone_cannot_start() -> None:
    party = Play(lambda: setup.set_up("anabid", [""] * 7))
    party.give(Answer(0, "join"))
    assert party.refusal(Answer(None, "go on"))
