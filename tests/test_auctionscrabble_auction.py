"""Auction Scrabble: tiles, bids and who gets what (AU-1 … AU-5), the auction after a round (AU-8)."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from appliance.games.auctionscrabble import bot
from appliance.games.auctionscrabble.rules import Options, assigned_to, raises
from appliance.games.prompts import Choose, Look
from appliance.lexicon import Lexicon
from appliance.pieces.tiles import ENGLISH
from tests.auction_party import AuctionParty

TWO, THREE = "Ana Ben", "Ana Ben Cleo"


def test_au1_everybody_begins_with_a_hundred_points(lexicon: Lexicon) -> None:
    assert AuctionParty(lexicon, "Ana Ben Cleo Dan").accounts == [100] * 4
    assert AuctionParty(lexicon, TWO, points=60).accounts == [60, 60]


def test_au1_all_letters_lie_open(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, THREE).lot("Q").lot("?").lot("B").lot("A")
    assert game.view.racks == (("Ana", "AQ"), ("Ben", "?"), ("Cleo", "B"))


def test_au2_the_first_tile_is_player_1s_the_next_player_2s_and_so_on(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, THREE)
    order = ""
    for _ in range(7):
        order += game.actor[0]
        game.lot("E")
    assert order == "ABCABCA"


def test_au2_seven_tiles_each_and_the_bag_counted(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, THREE)
    (look,) = game.play.prompt.of_kind(Look)
    assert (game.view.left, len(look.among), look.most) == (100, 100, 1)
    game.deals(Ana="AEINRST", Ben="AEINRST", Cleo="AEINRST")
    assert game.crossboard.left == 79
    assert [game.rack(name) for name in game.names] == ["AEINRST"] * 3
    assert game.accounts == [100] * 3


def test_au2_the_opening_auction_cannot_run_out_of_tiles(lexicon: Lexicon) -> None:
    assert AuctionParty(lexicon, TWO).refusal("Ana", "empty")


def test_au3_whoever_is_left_pays_his_bid(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, TWO).lot("Q", "Ben 1, Ana 2, Ben -")
    assert (game.accounts, game.rack("Ana")) == ([98, 100], "Q")
    assert game.actor == "Ben"  # tile 2 is his


def test_au3_nobody_bids_and_it_costs_nothing(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, TWO).lot("Q", "Ben -")
    assert (game.accounts, game.rack("Ana")) == ([100, 100], "Q")
    assert game.actor == "Ben"


def test_au3_the_assigned_player_can_be_topped_and_leave(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, TWO).lot("Q", "Ben 9, Ana -")
    assert (game.accounts, game.rack("Ana"), game.rack("Ben")) == ([100, 91], "", "Q")


def test_au3_bids_go_clockwise_until_one_is_left(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, "Ana Ben Cleo Dan").lot("E").draw("Z")  # Ben's
    order = ""
    for bid in ("1", "-", "2", "5", "6", "-", "-"):
        order += game.actor[0]
        game.bid(game.actor, bid)
    assert order == "CDABCAB"  # Dan has left for good
    assert (game.rack("Cleo"), game.account("Cleo")) == ("Z", 94)


def test_au3_leaving_is_final_for_that_tile_only(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, THREE).draw("Z").bid("Ben", "-").bid("Cleo", "3")
    assert game.refusal("Ben", "bid", "4")
    game.bid("Ana", "4")
    assert game.actor == "Cleo"  # not Ben
    game.bid("Cleo", "-").draw("E")
    assert game.bid("Cleo", "1").bid("Ana", "-").actor == "Ben"


def test_au3_a_bid_tops_by_a_whole_point_or_more(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, THREE).draw("Z").bid("Ben", "7")
    for bid in ("7", "3", "0", "7.5", "-8"):
        assert game.refusal("Cleo", "bid", bid)
    assert game.suggested("bid") == "8"  # a press tops by one
    assert game.offers[0] == 8
    assert game.holds("leave")
    assert game.says("Cleo: 8 for Z?")


def test_au3_no_clock_unless_the_table_wants_one(lexicon: Lexicon) -> None:
    assert AuctionParty(lexicon, TWO).draw("Z").play.prompt.timer is None
    game = AuctionParty(lexicon, THREE, bid_seconds=10).draw("Z")
    timer = game.play.prompt.timer
    assert timer
    assert (timer.seconds, timer.bar) == (10, "bid")
    game.time()
    assert game.actor == "Cleo"
    after = game.play.prompt.timer
    assert after
    assert after.name != timer.name  # one for each bidder
    game.time()
    assert game.rack("Ana") == "Z"


def test_au3_the_screen_tells_how_the_bids_stand(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, THREE).draw("Z").bid("Ben", "7").bid("Cleo", "-")
    view = game.view
    assert (view.tile, view.value, view.bidder, view.high) == ("Z", 10, "Ana", "Ben 7")
    assert view.bids == (("Ben", "7"), ("Cleo", "leaves"))
    game.bid("Ana", "-")
    assert game.says("Ben gets Z for 7")


def test_au4_nobody_bids_more_than_he_has(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, TWO, points=20).draw("Z")
    assert game.offers == range(1, 21)
    assert game.refusal("Ben", "bid", "21")


def test_au4_without_the_points_one_is_not_asked_and_still_gets_his_own(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, TWO, points=20).lot("Z", "Ben 20")
    assert game.accounts == [20, 0]
    game.lot("E")  # Ben's own; Ana does not want it
    assert game.rack("Ben") == "EZ"
    game.draw("X")  # Ana's; Ben has nothing to bid with
    assert (game.actor, game.rack("Ana")) == ("Ben", "X")
    assert game.account("Ben") == 0


def test_au4_the_cap_can_be_lifted(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, TWO, points=20, bid_cap=False).lot("Z", "Ben 25, Ana -")
    assert game.accounts == [20, -5]
    assert game.draw("E").bid("Ana", "1").offers == range(2, 21)


def test_au5_with_seven_tiles_one_neither_bids_nor_is_assigned_any(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, THREE)
    for tile in "AEINRST":  # Ben buys all of them
        game.lot(tile, "" if game.actor == "Ben" else "Ben 1" if game.actor == "Ana" else "Ana -, Ben 1")
    assert (game.rack("Ben"), game.account("Ben")) == ("AEINRST", 95)
    assert game.actor == "Cleo"  # the seventh was Ana's own, the next would be Ben's
    game.draw("E")
    assert game.actor == "Ana"
    game.act("Ana", "leave")
    assert game.rack("Cleo") == "E"


def test_au5_the_next_tile_counts_from_whom_the_last_was_assigned_to(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, THREE)
    game.lot("A", "Ben -, Cleo 1")  # Ana's; Cleo wins it
    assert game.actor == "Ben"


def filled(lexicon: Lexicon, **options: object) -> AuctionParty:
    """Ben has seven tiles, and the eighth tile, the second of the third round, would be his."""
    game = AuctionParty(lexicon, THREE, **options)
    for tile in "AEINRST":
        game.lot(tile, "" if game.actor == "Ben" else "Ben 1" if game.actor == "Ana" else "Ana -, Ben 1")
    return game


def test_au5_whether_the_turn_passes_over_full_players_is_for_the_house(lexicon: Lexicon) -> None:
    def assigned(game: AuctionParty) -> str:
        order = ""
        for tile in "EEEE":
            order += game.actor[0]
            game.lot(tile)
        return order

    assert assigned(filled(lexicon)) == "CACA"
    assert assigned(filled(lexicon, skip_full=False)) == "CCAC"  # the eighth was Ben's turn: Cleo, twice


def test_au5_the_last_with_room_gets_each_tile_for_nothing(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, TWO)
    for tile in "AEINRST":
        game.lot(tile, "" if game.actor == "Ben" else "Ben 1")
    for tile in "AEINRST":
        assert game.actor == "Ana"
        game.draw(tile)
    assert game.accounts == [100, 96]
    assert game.crossboard.who == "Ana"  # the first word round


# What the bag cannot hold


def test_a_tile_that_the_box_cannot_have_is_looked_at_again(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, TWO).lot("Q").draw("Q")
    assert game.says("2 × Q, but there is only 1")
    game.act("Ben", "again")
    assert game.view.left == 99
    game.lot("O")
    assert game.rack("Ben") == "O"


def test_people_may_know_better_and_nobody_is_warned_twice(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, TWO).lot("Q").draw("Q")
    assert game.holds("accept")
    game.act("Ben", "accept").act("Ana", "leave")
    assert (game.rack("Ben"), game.view.left) == ("Q", 98)
    game.draw("E")
    assert game.play.prompt.accept("bid")


# After a word round


def after_a_round(lexicon: Lexicon, **options: object) -> AuctionParty:
    """Ana and Ben have laid two tiles each, Cleo has passed."""
    game = AuctionParty(lexicon, THREE, **options)
    game.deals(Ana="HORSEQE", Ben="STRANGE", Cleo="CADINAL")
    game.scored("Ana", "8G HE")
    game.scored("Ben", "9G AT")
    return game.passes("Cleo")


def test_au8_the_starter_of_the_round_just_played_is_assigned_the_first_tile(lexicon: Lexicon) -> None:
    game = after_a_round(lexicon)
    order = ""
    for tile in "UUUU":
        order += game.actor[0]
        game.lot(tile)
    assert order == "ABAB"  # Cleo is full
    assert all(len(game.rack(name)) == 7 for name in game.names)
    assert game.actor == "Ben"  # AU-6


def test_au8_or_the_starter_of_the_round_to_come(lexicon: Lexicon) -> None:
    assert after_a_round(lexicon, refill_by_next_starter=True).actor == "Ben"


def test_au8_full_players_do_not_bid(lexicon: Lexicon) -> None:
    game = after_a_round(lexicon).draw("U")
    assert game.refusal("Cleo", "bid", "1")
    assert game.actor == "Ben"


def test_au8_an_empty_bag_ends_the_auction_and_all_go_on_with_fewer(lexicon: Lexicon) -> None:
    game = after_a_round(lexicon).lot("U").empty()
    assert [len(game.rack(name)) for name in game.names] == [6, 5, 7]
    assert (game.actor, game.crossboard.left) == ("Ben", 0)


def test_au8_the_bag_counts_itself_empty(lexicon: Lexicon) -> None:
    rng = Random(3)
    game = AuctionParty(lexicon, THREE)
    while not game.play.over:
        game.play.give(bot.sensibly(game.play.prompt, rng, lexicon))
    tiles = [answer.value for answer in game.play.answers if answer.verb == "tile"]
    assert sorted(tiles) == sorted(ENGLISH.bag)
    assert "bag 0" in game.play.standing.progress


# The sums


@given(st.integers(0, 3), st.sets(st.integers(0, 3), min_size=1), st.just(4))
def test_the_next_tile_goes_to_the_nearest_with_room(turn: int, room: set[int], count: int) -> None:
    seat = assigned_to(turn, room, count)
    assert seat in room
    assert all((turn + n) % count not in room for n in range((seat - turn) % count))


@given(st.integers(0, 120), st.integers(0, 300))
def test_bids_are_above_the_high_one_and_never_above_the_account(high: int, account: int) -> None:
    bids = raises(high, account, Options())
    assert all(high < bid <= account for bid in bids)
    assert len(bids) == max(0, account - high)


def test_there_is_one_dial_and_one_button_for_a_bid(lexicon: Lexicon) -> None:
    prompt = AuctionParty(lexicon, THREE).draw("Z").play.prompt
    assert [type(accept) for accept in prompt.accepts if not accept.hold] == [Choose]
    assert prompt.acting == (1,)
