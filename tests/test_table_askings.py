"""The table's askings beyond dice and words: ticks, letters, dealing, and looks that are said by hand."""

from appliance.games.prompts import MORE, Accept, Deal, Look, Press, Prompt, Tick, Write
from appliance.games.script import Part, Play, ask
from appliance.games.views import Letters, Place, Standing
from tests.table_kit import TableKit

NAMES = ("Ana", "Ben")
STANDING = Standing(tuple(Place(name, 0) for name in NAMES))


def script(*accepts: Accept) -> Part[str]:
    """Asks the same until there were three answers."""
    said = ""
    for _ in range(3):
        answer = yield from ask(Prompt("Now", "Help", accepts, Letters(("A",)), STANDING))
        said = str(answer)
    return said


def open_with(table: TableKit, *accepts: Accept) -> TableKit:
    return table.open(Play(lambda: script(*accepts)), [0, 1])


TICK = Tick("tick", ("EVENT", "NEVER", "EVER", "EVEN"))


def test_the_dial_moves_through_a_list_and_its_push_ticks(table: TableKit) -> None:
    open_with(table, TICK).turn(1).push()
    assert table.last == "- tick = NEVER"
    assert table.push().last == "- tick = NEVER"  # it stays where it was


def test_the_list_ends_with_words_that_are_not_on_it(table: TableKit) -> None:
    open_with(table, TICK).turn(9).push()
    assert table.last == f"- tick = {MORE}"


def test_first_letters_find_a_word_on_the_list(table: TableKit) -> None:
    open_with(table, TICK).type("EVER").key("enter")
    assert table.last == "- tick = EVER"
    assert table.type("N").key("enter").last == "- tick = NEVER"


def test_a_letter_that_no_word_has_begins_anew(table: TableKit) -> None:
    open_with(table, TICK).type("EVN").key("enter")
    assert table.last == "- tick = NEVER"


def test_letters_are_written_with_keys(table: TableKit) -> None:
    open_with(table, Write("write", (0,), 5)).type("CAT").key("enter")
    assert table.last == "1 write = CAT"


def test_too_many_letters_are_refused_in_words(table: TableKit) -> None:
    open_with(table, Write("write", (0,), 2)).type("CAT").key("enter")
    assert table.play.answers == []
    assert table.says("CAT")


def test_the_box_deals_one_of_what_is_left(table: TableKit) -> None:
    open_with(table, Deal("deal", (1,), "Deal", ("X", "Y"))).press(2)
    assert table.last in ("2 deal = X", "2 deal = Y")


def test_the_box_deals_when_the_dial_is_pushed_where_nobody_in_particular_does(table: TableKit) -> None:
    open_with(table, Deal("deal", (), "Deal", ("X",))).push()
    assert table.last == "- deal = X"


# Without a camera


def test_the_number_die_is_said_with_the_dial(table: TableKit) -> None:
    open_with(table, Look("roll", (0,), "d12", "anagrascramble")).turn(1)
    assert table.says("By hand")
    table.turn(1).push()
    assert table.last == "1 roll = 4"


def test_a_tile_is_said_with_the_dial_or_typed(table: TableKit) -> None:
    open_with(table, Look("draw", (0,), "tiles", "english")).turn(-1).turn(-1).push()
    assert table.last == "1 draw = ?"
    assert table.type("Q").key("enter").last == "1 draw = Q"


def test_a_blank_has_a_key_of_its_own(table: TableKit) -> None:
    open_with(table, Look("draw", (0,), "tiles", "english")).key(".").key("enter")
    assert table.last == "1 draw = ?"


def test_a_word_typed_goes_before_a_look(table: TableKit) -> None:
    lay = Look("lay", (0,), "board", "english")
    open_with(table, lay, Write("word", (0,), 15)).type("CAT").press(1)
    assert table.last == "1 word = CAT"


def test_a_card_is_typed(table: TableKit) -> None:
    open_with(table, Look("card", (0,), "card", "anagrascramble")).type("TUERNEV").key("enter")
    assert table.last == "1 card = TUERNEV"


def test_a_press_for_what_stands_right_goes_beside_a_look_that_no_dial_can_say(table: TableKit) -> None:
    look = Look("moved", (0,), "track", "bid-and-bluff", wanted="red@C4")
    open_with(table, look, Press("placed", (), "It stands there")).turn(1).push()
    assert table.last == "- placed"
