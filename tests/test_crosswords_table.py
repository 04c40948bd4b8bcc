"""Speed Scrabble and Idaho on a whole box without a camera: buttons, the dial and the clock suffice."""

from appliance.games.catalogue import Setup, game
from appliance.games.game_views import Pool
from appliance.games.prompts import Press
from tests.table_kit import TableKit

NAMES = ("Ana", "Ben", "Cleo", "Dan")


def opened(table: TableKit, kind: str, players: int) -> TableKit:
    """The game is open, and somebody has pushed the dial as the first GOSAYER."""
    setup = Setup.of(game(kind), NAMES[:players])
    table.open(setup.begin(table.judge), list(range(players)))
    return table.push()


def pool(table: TableKit) -> Pool:
    assert isinstance(table.prompt.view, Pool)
    return table.prompt.view


def call(table: TableKit, seat: int) -> TableKit:
    """A player hits the button, and the window for others passes."""
    return table.press(seat).advance(1.1)


def test_ss5_two_who_press_within_a_second_make_one_call(table: TableKit) -> None:
    opened(table, "speed-scrabble", 4).press(2).press(3)
    assert pool(table).called == "Ben & Cleo"
    table.press(3)  # pressed again: nothing
    assert pool(table).called == "Ben & Cleo"
    assert pool(table).left == 72
    table.advance(1.1)
    assert pool(table).left == 68


def test_ss5_a_press_after_the_window_is_a_call_of_its_own(table: TableKit) -> None:
    opened(table, "speed-scrabble", 4)
    assert pool(call(call(table, 2), 3)).left == 64


def test_a_call_counts_when_the_button_goes_down(table: TableKit) -> None:
    """A race: no button of this prompt has a second meaning when it is held."""
    opened(table, "speed-scrabble", 4)
    assert not any(press.hold for press in table.prompt.of_kind(Press))
    table.fingers.press(1)
    assert pool(table.beat(2)).called == "Ben"
    table.fingers.release(1)


def test_a_whole_game_of_speed_scrabble_by_hand(table: TableKit) -> None:
    opened(table, "speed-scrabble", 2).push().press(1).press(2)  # nobody can finish: both pull one
    for _ in range(42):
        call(table, 1)
    assert pool(table).left == 0
    call(table, 2).push().press(1).hold(2)  # Ana finds the crossword legal, Ben holds for no: a tie
    assert "void" in table.prompt.headline
    call(table, 2).push().press(1).press(2)
    assert table.prompt.headline == "Ben wins!"
    table.push().push()
    assert not table.table.playing
    assert [place.score for place in table.play.result.places] == [0, 1]


def test_a_whole_game_of_idaho_by_hand(table: TableKit) -> None:
    opened(table, "idaho", 2)
    while pool(table).left:
        call(table, 1).push().turn(2).press(2)  # Ben has two more unused tiles than last time
    call(table, 1).push()
    table.push().turn(7).press(1)  # 50 and 7
    table.turn(12).press(2)
    assert table.prompt.headline == "Ana wins!"
    assert [place.score for place in table.prompt.standing.places] == [57, 12]


def test_undo_takes_back_a_call_that_was_none(table: TableKit) -> None:
    call(opened(table, "speed-scrabble", 4), 2)
    assert pool(table).left == 68
    table.key("undo").key("undo")
    assert pool(table).left == 72
