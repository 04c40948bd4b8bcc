"""The pure sums of Bid & Bluff: the project's vectors, the sheet's examples, and what always holds."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.games.bidandbluff.rules import (
    Entry,
    Options,
    cards_in,
    squares,
    squares_in_zone,
    winner,
)
from appliance.games.looks import die_refusal
from appliance.pieces import dice_set

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parent / "data" / "rules_vectors.json").read_text("utf-8")
)


def cases(group: str) -> list[dict[str, Any]]:
    chosen = [case for case in VECTORS["cases"] if case["group"] == f"bidbluff.{group}"]
    assert chosen
    return chosen


def test_bb3_cards_of_rounds_1_to_17() -> None:
    (case,) = cases("cards")
    assert [cards_in(number) for number in case["input"]] == case["expect"]


@given(st.integers(1, 10_000))
def test_bb3_goes_up_and_down_between_8_and_1(number: int) -> None:
    assert cards_in(number) in range(1, 9)
    assert abs(cards_in(number) - cards_in(number + 1)) == 1
    assert cards_in(number) == cards_in(number + 14)


@pytest.mark.parametrize("case", cases("move"), ids=lambda case: str(case["input"]))
def test_bb8_bb11_examples_of_the_sheet(case: dict[str, Any]) -> None:
    bid, tricks, in_zone = case["input"]
    assert squares(bid, tricks, in_zone) == case["expect"]


@pytest.mark.parametrize("bid", range(6))
def test_bb8_bb11_the_whole_table_of_moves(bid: int) -> None:
    table = VECTORS["bidbluff_table"][str(bid)]
    assert len(table) == 9
    for tricks, (outside, zone) in enumerate(table):
        assert squares(bid, tricks, in_zone=False) == outside
        assert squares(bid, tricks, in_zone=True) == zone


@given(st.integers(0, 5), st.integers(0, 8), st.booleans())
def test_bb7_made_means_exactly(bid: int, tricks: int, in_zone: bool) -> None:
    far = squares(bid, tricks, in_zone)
    assert 0 <= far <= 8
    if bid == tricks:
        assert far == (max(bid, 1) if in_zone else bid + 3)
    else:
        assert far == (0 if in_zone else tricks)


def test_bb12_the_table_is_that_of_the_square_where_the_move_begins() -> None:
    assert squares_in_zone(5, 5, in_zone=False) == 8
    assert squares_in_zone(2, 7, in_zone=False) == 7


def test_bb12_other_reading_in_the_zone_only_the_bid_counts() -> None:
    other = Options(zone_by_start_square=False)
    assert squares_in_zone(5, 5, False, other) == 5
    assert squares_in_zone(0, 0, False, other) == 1
    assert squares_in_zone(2, 7, False, other) == 0
    assert squares_in_zone(4, 4, True, other) == squares(4, 4, in_zone=True)


@pytest.mark.parametrize(
    ("entries", "seat"),
    [
        ([], None),
        ([Entry(2, 0)], 2),
        ([Entry(0, 1), Entry(1, 3)], 1),  # bids 2 and 4 made, one step before FINISH
        ([Entry(3, 2), Entry(1, 2)], 3),  # bids 3 and 3: the first mover
        ([Entry(3, 2), Entry(1, 2), Entry(0, 5)], 0),
    ],
)
def test_bb13_furthest_over_the_line_then_first_in(entries: list[Entry], seat: int | None) -> None:
    assert winner(entries) == seat


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 7)), min_size=1, unique_by=lambda e: e[0]))
def test_bb13_nobody_beats_the_winner(drawn: list[tuple[int, int]]) -> None:
    entries = [Entry(*entry) for entry in drawn]
    first = winner(entries)
    best = next(entry for entry in entries if entry.seat == first)
    before = entries[: entries.index(best)]
    assert all(entry.over < best.over for entry in before)
    assert all(entry.over <= best.over for entry in entries)


def test_bb1_six_dice_of_six_colours_with_0_to_5() -> None:
    dice = dice_set("bid-and-bluff").dice
    assert len({die.body for die in dice}) == 6
    assert all(sorted(die.faces) == list("012345") for die in dice)


@pytest.mark.parametrize("face", ["0", "5"])
def test_bb5_bids_0_to_5_are_on_the_die(face: str) -> None:
    assert die_refusal(face, "bid-and-bluff:red", 1, 1) is None


def test_bb5_a_6_is_on_no_die() -> None:
    assert die_refusal("6", "bid-and-bluff:red", 1, 1) == "no die shows “6”"
