"""What goes wrong on a table is noticed, said in words, and put right; nothing of it is silently accepted."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from appliance.drivers.clock import ManualClock
from appliance.games.prompts import Accept, Look, Press, Prompt
from appliance.games.script import Part, Play, ask
from appliance.games.views import Letters, Place, Standing
from appliance.lexicon import Lexicon
from appliance.pieces import dice_set
from appliance.pieces.track import track
from appliance.virtual.board import lay_board, lay_hand
from appliance.virtual.sheets import Sheet
from appliance.virtual.tabletop import Tabletop
from appliance.virtual.tabletop_camera import TabletopCamera
from tests.auction_party import AuctionParty
from tests.table_kit import TableKit
from training.props import Coin

STANDING = Standing((Place("Ana", 0), Place("Ben", 0)))
BOARD = "bid-and-bluff"


def script(*accepts: Accept) -> Part[str]:
    """One prompt, then another that ends it all."""
    answer = yield from ask(Prompt("Now", "Help", accepts, Letters(("A",)), STANDING))
    yield from ask(Prompt("Then", "Help", (Press("end", (), "End"),), Letters(("A",)), STANDING))
    return str(answer)


class Watched(TableKit):
    """A table under its camera, with pieces that hands lay and push."""

    def __init__(self, lexicon: Lexicon) -> None:
        clock = ManualClock(100.0)
        self.top = Tabletop(clock, dice_set("anabid"), seed=3)
        super().__init__(lexicon, camera=TabletopCamera(self.top, clock), clock=clock)

    def asks(self, *accepts: Accept) -> "Watched":
        self.open(Play(lambda: script(*accepts)), [0, 1])
        return self.settle()

    def settle(self) -> "Watched":
        """Two seconds: things come to rest and are read, again and again if need be."""
        self.beat(60)
        return self

    def looks(self) -> "Watched":
        """Somebody presses for another look."""
        self.press(1)
        return self.settle()

    @property
    def answered(self) -> list[str]:
        return [str(answer) for answer in self.play.answers]


@pytest.fixture
def watched(lexicon: Lexicon) -> Iterator[Watched]:
    kit = Watched(lexicon)
    yield kit
    kit.close()


# Dice


def test_a_number_die_that_leans_is_thrown_again(watched: Watched) -> None:
    watched.asks(Look("roll", (0,), "d12", "anagrascramble"))
    watched.top.throw(dice_set("anagrascramble").dice)
    watched.top.dice = (replace(watched.top.dice[0], lean=24.0),)
    watched.settle()
    assert watched.answered == []
    assert watched.says("lean") or watched.says("edge") or watched.table.rig.looking.mark >= 0


def beside_a_coin(watched: Watched) -> Watched:
    """Dice that are thrown beside a coin."""
    watched.asks(Look("roll", (0,), "letter-dice", "anabid", 6, 9))
    watched.top.throw(dice_set("anabid").dice[:7])
    watched.top.sheets = (Sheet(Coin(18.0, 2.0, 0), 150.0, 0.0, 0.0),)
    return watched.settle()


def test_a_coin_beside_the_dice_is_named_and_people_may_take_the_roll_all_the_same(watched: Watched) -> None:
    beside_a_coin(watched)
    assert watched.answered == []
    assert watched.says("no die")
    assert watched.says("push the dial")
    watched.push()
    (answer,) = watched.answered
    assert sorted(answer.partition(" = ")[2].split()) == sorted(placed.symbol for placed in watched.top.dice)


def test_what_lies_beside_the_dice_is_taken_away_and_they_are_read_at_once(watched: Watched) -> None:
    beside_a_coin(watched)
    assert watched.answered == []
    watched.top.sheets = ()
    assert len(watched.settle().answered) == 1


@pytest.mark.parametrize("lean", [26.0, 32.0, 38.0])
def test_a_letter_die_that_leans_is_said_to_and_read_once_it_is_laid_flat(
    watched: Watched, lean: float
) -> None:
    watched.asks(Look("roll", (0,), "letter-dice", "anabid", 6, 9))
    watched.top.throw(dice_set("anabid").dice[:7])
    first, *others = watched.top.dice
    watched.top.dice = (replace(first, lean=lean), *others)
    watched.settle()
    assert watched.answered == []
    assert watched.says("leans")
    assert watched.says("lay it flat")
    watched.top.dice = (first, *others)
    assert len(watched.settle().answered) == 1


def moved(watched: Watched, **stands: str | None) -> Watched:
    """Asked for red on C4 and blue on A2; the dice stand as told, None beside the board."""
    look = Look("moved", (0,), "track", BOARD, 2, 2, wanted="blue@A2 red@C4")
    watched.asks(look, Press("placed", (), "They stand there"))
    middle = track(BOARD).middle
    watched.top.stand(BOARD, {body: square and middle(square) for body, square in stands.items()})
    return watched.settle()


def test_dice_that_stand_where_they_should_are_taken(watched: Watched) -> None:
    moved(watched, red="C4", blue="A2")
    assert watched.answered == ["1 moved = blue@A2 red@C4"]


def test_a_die_on_another_square_is_named(watched: Watched) -> None:
    moved(watched, red="C5", blue="A2")
    assert watched.answered == []
    assert watched.says("Red stands on C5, expected on C4")


def test_a_die_off_the_board_is_named_and_put_right(watched: Watched) -> None:
    moved(watched, red=None, blue="A2")
    assert watched.answered == []
    assert watched.says("Red is off the board")
    watched.top.stand(BOARD, {"red": track(BOARD).middle("C4")})
    watched.settle()
    assert watched.answered == ["1 moved = blue@A2 red@C4"]


def test_what_the_camera_cannot_see_people_can_say(watched: Watched) -> None:
    moved(watched, red="C5", blue="A2").push()
    assert watched.answered == ["- placed"]


def test_two_dice_of_one_colour_are_noticed(watched: Watched) -> None:
    watched.asks(Look("bid", (0,), "pip-dice", f"{BOARD}:red"))
    watched.top.turn_die(BOARD, "red", "3")
    red = next(die for die in watched.top.dice if die.die.body == "red")
    watched.top.dice = (*watched.top.dice, replace(red, x=red.x + 5, y=red.y - 60))
    watched.settle()
    assert watched.answered == []
    assert watched.says("two") or watched.says("2 dice")


# Cards


def test_a_card_of_somebody_elses_is_not_taken_for_one_of_ours(watched: Watched) -> None:
    watched.asks(Look("card", (0,), "card", "anagrascramble"))
    watched.top.lay_card("XQZWVKJ", "")
    watched.settle()
    assert watched.answered == []
    assert watched.table.rig.looking.notice


# Boards


EMPTY = ["." * 15] * 7
CAT = [*EMPTY, ".......CAT.....", *EMPTY]


def laying(watched: Watched, lexicon: Lexicon) -> Watched:
    """Auction Scrabble at its first word round: Ana, who starts, holds CATXDOG."""
    party = AuctionParty(lexicon, "Ana Ben").deals(Ana="CATRDOG", Ben="SEENRTI")
    watched.open(party.play, [0, 1])
    watched.top.lay_board([*EMPTY, "." * 15, *EMPTY])
    return watched.settle()


def cat(watched: Watched, lexicon: Lexicon) -> Watched:
    """CAT lies, and Ben is to play."""
    laying(watched, lexicon).top.lay_board(CAT)
    watched.settle()
    assert watched.answered[-1].endswith("board = 15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15")
    while watched.prompt.acting != (1,):
        watched.push()
    return watched


def test_a_play_is_the_difference_to_the_board_before(watched: Watched, lexicon: Lexicon) -> None:
    cat(watched, lexicon)
    assert watched.prompt.standing.places[0].score == 100 + 2 * (3 + 1 + 1)


def test_a_hand_over_the_board_is_waited_for(watched: Watched, lexicon: Lexicon) -> None:
    laying(watched, lexicon).top.lay_board(CAT)
    watched.top.sheets = (*watched.top.sheets, *lay_hand(40.0, 10.0))
    before = list(watched.answered)
    watched.settle()
    assert watched.answered == before
    assert watched.table.rig.looking.notice or watched.table.rig.looking.mark >= 0
    watched.top.lay_board(CAT)
    watched.settle()
    assert len(watched.answered) == len(before) + 1


def test_a_tile_between_two_squares_is_noticed(watched: Watched, lexicon: Lexicon) -> None:
    laying(watched, lexicon)
    before = list(watched.answered)
    _, *tiles = lay_board(CAT, slips={(7, 9): (10.0, 0.0)})
    watched.top.lay_board(CAT)
    watched.top.sheets = tuple(tiles)
    watched.settle()
    assert watched.answered == before
    assert watched.says("between")


def test_a_bumped_board_is_noticed(watched: Watched, lexicon: Lexicon) -> None:
    cat(watched, lexicon)
    before = list(watched.answered)
    _, *tiles = lay_board(CAT, shift=(9.0, 8.0))
    watched.top.sheets = tuple(tiles)
    watched.settle().press(2)
    watched.settle()
    assert watched.answered == before
    assert watched.table.rig.looking.notice


def test_two_tiles_swapped_by_a_cheat_are_named(watched: Watched, lexicon: Lexicon) -> None:
    cat(watched, lexicon).top.lay_board([*EMPTY, ".......TAC.....", *EMPTY])
    watched.settle()
    assert watched.says("H8 was C and is now T")
    assert watched.prompt.acting == (1,)


def test_a_tile_that_vanished_is_named(watched: Watched, lexicon: Lexicon) -> None:
    cat(watched, lexicon).top.lay_board([*EMPTY, ".......CA......", *EMPTY])
    watched.settle()
    assert watched.says("T is gone from J8")
    assert watched.prompt.acting == (1,)


# Tiles for auction


def drawing(watched: Watched) -> Watched:
    watched.top.lay_board(CAT)
    return watched.asks(Look("tile", (0,), "tiles", "english"))


def test_a_tile_beside_the_board_is_read_and_the_board_is_not(watched: Watched) -> None:
    drawing(watched).top.lay_tiles("K")
    watched.settle()
    assert watched.answered == ["1 tile = K"]


def test_a_tile_that_is_taken_away_is_none_that_was_drawn(watched: Watched) -> None:
    watched.top.lay_board(CAT)
    watched.top.lay_tiles("Q")
    watched.asks(Look("tile", (0,), "tiles", "english"))
    watched.top.lay_tiles("")
    watched.settle()
    assert watched.answered == []
    watched.top.lay_tiles("J")
    watched.settle()
    assert watched.answered == ["1 tile = J"]


def test_a_hand_that_rests_beside_the_board_is_no_tile(watched: Watched) -> None:
    drawing(watched)
    watched.top.sheets = (*watched.top.sheets, *lay_hand(200.0, 0.0))
    watched.settle()
    assert watched.answered == []
    watched.top.lay_board(CAT)
    watched.top.lay_tiles("E")
    watched.settle()
    assert watched.answered == ["1 tile = E"]
