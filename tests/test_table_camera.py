"""The table under its camera: rolls read at rest, words offered, nothing guessed."""

from collections.abc import Iterator

import pytest

from appliance.drivers.clock import ManualClock
from appliance.lexicon import Lexicon
from appliance.pieces import dice_set
from appliance.virtual.tabletop import Tabletop
from appliance.virtual.tabletop_camera import TabletopCamera
from tests.table_kit import TableKit

# What the camera sees


@pytest.fixture
def watched(lexicon: Lexicon) -> Iterator[tuple[TableKit, Tabletop]]:
    clock = ManualClock(100.0)
    top = Tabletop(clock, dice_set("anabid"), seed=3)
    kit = TableKit(lexicon, camera=TabletopCamera(top, clock), clock=clock)
    yield kit, top
    kit.close()


def settle(kit: TableKit) -> None:
    """Let dice roll, come to rest and be read: two seconds."""
    kit.beat(60)


def test_thrown_dice_are_read_when_they_rest(watched: tuple[TableKit, Tabletop]) -> None:
    kit, top = watched
    kit.anabid()
    settle(kit)
    top.throw(dice_set("anabid").dice[:5] + dice_set("anabid").dice[7:])
    kit.beat(5)
    assert kit.table.shown(kit.clock.now()).moving
    settle(kit)
    assert kit.prompt.headline == "Ana: read the letters out, twice"
    assert sorted(kit.play.answers[-1].value.split()) == sorted(placed.symbol for placed in top.dice)


def test_dice_that_lie_there_already_are_not_read_again(watched: tuple[TableKit, Tabletop]) -> None:
    kit, top = watched
    top.restore("ACERBT")
    settle(kit.anabid())
    assert kit.prompt.headline == "Ana: roll the dice"
    kit.press(1)  # unless somebody asks
    settle(kit)
    assert kit.play.answers[-1].verb == "roll"


def test_too_few_dice_are_named_and_nothing_is_guessed(watched: tuple[TableKit, Tabletop]) -> None:
    kit, top = watched
    settle(kit.anabid())
    top.throw(dice_set("anabid").dice[5:9])
    settle(kit)
    assert kit.prompt.headline == "Ana: roll the dice"
    assert kit.says("4 dice in view, expected 6 to 9")


def test_a_word_laid_in_a_row_is_offered_to_the_judge(watched: tuple[TableKit, Tabletop]) -> None:
    kit, top = watched
    top.restore("ACERBT")
    settle(kit.spelling(bid_steps=1))
    top.lay("ACE")
    settle(kit)
    assert kit.table.inputs.word == "ACE"
    assert kit.press(2).last == "2 word = ACE"
    settle(kit)
    assert kit.table.inputs.word == ""  # the same row again is no new word


def test_the_dial_puts_the_mark_into_a_laid_word(watched: tuple[TableKit, Tabletop]) -> None:
    kit, top = watched
    top.restore("NCATEB")
    settle(kit.anabid(quotable=True).type("NCATEB").key("enter"))
    kit.turn(1).push()  # the coin shows heads
    kit.press(1).push().push().press(1)  # Ana: one word of four letters
    kit.press(3).press(2)
    top.lay("CANT")
    settle(kit)
    assert kit.table.inputs.word == "CANT"
    assert kit.turn(3).says("CAN'T")
    assert kit.press(2).last == "2 word = CAN'T"


def test_words_of_another_length_are_not_offered(watched: tuple[TableKit, Tabletop]) -> None:
    kit, top = watched
    top.restore("ACERBT")
    settle(kit.spelling(bid_steps=1))
    top.lay("RACE")
    settle(kit)
    assert kit.table.inputs.word == ""
