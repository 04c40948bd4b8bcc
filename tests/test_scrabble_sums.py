"""The pure sums of Auction Scrabble, Speed Scrabble and Idaho: the vectors, and what always holds."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.errors import BadValue
from appliance.games.scrabble.ending import adjustments, total
from appliance.games.scrabble.idaho_sums import points
from appliance.games.scrabble.pool import picks, share_out, takes
from appliance.games.scrabble.stock import reasons
from appliance.pieces.tiles import BLANK, ENGLISH, face

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "rules_vectors.json").read_text("utf-8")
)["cases"]


def cases(group: str) -> list[dict[str, Any]]:
    chosen = [case for case in CASES if case["group"] == group]
    assert chosen
    return chosen


# Tiles


def test_the_bag() -> None:
    assert len(ENGLISH.bag) == 100
    assert ENGLISH.worth(ENGLISH.bag) == 187
    assert ENGLISH.bag.count("E") == 12
    assert ENGLISH.bag.count(BLANK) == 2


def test_a_blank_is_worth_nothing_whatever_it_stands_for() -> None:
    assert ENGLISH.worth("Q?q") == 10
    assert (face("q"), face("Q"), face("?")) == (BLANK, "Q", BLANK)


def test_tiles_that_cannot_come_from_one_set() -> None:
    assert ENGLISH.excess(ENGLISH.bag) == {}
    assert ENGLISH.excess("QQ?ab") == {"?": 1, "Q": 1}
    assert ENGLISH.excess("QQ?ab", boxes=2) == {}
    assert reasons(ENGLISH, "QQ") == ("2 × Q, but there is only 1",)
    assert reasons(ENGLISH, "KJÄ") == ("1 × Ä, but there are only 0",)


# Auction Scrabble (AU-9, AU-11, AU-12)


@pytest.mark.parametrize("case", cases("auction.end"), ids=str)
def test_the_vectors_of_closing_the_accounts(case: dict[str, Any]) -> None:
    left, first = case["input"]["left"], case["input"]["first"]
    made = adjustments(list(left.values()), list(left).index(first))
    assert dict(zip(left, made, strict=True)) == case["expect"]


@pytest.mark.parametrize("case", cases("auction.total"), ids=str)
def test_the_vectors_of_the_total(case: dict[str, Any]) -> None:
    assert total(*case["input"]) == case["expect"]


def test_a_second_finisher_neither_gains_nor_loses() -> None:
    assert adjustments(["", "", "QE"], 0) == (11, 0, -11)


def test_nobody_falls_below_0_but_the_finisher_gets_all() -> None:
    assert adjustments(["", "", "QE"], 0, [50, 20, 6]) == (11, 0, -6)


def test_when_nobody_can_finish_all_subtract_their_own() -> None:
    assert adjustments(["K", "QE"], None, [50, 20]) == (-5, -11)


def test_the_first_finisher_has_no_tiles() -> None:
    with pytest.raises(BadValue, match="still holds AB"):
        adjustments(["AB", ""], 0)


racks = st.lists(st.text("ABEQ?", max_size=7), min_size=2, max_size=4)


@given(racks, st.data())
def test_no_point_is_lost_without_a_floor_and_none_owed_with_one(
    left: list[str], data: st.DataObject
) -> None:
    first = data.draw(st.integers(0, len(left) - 1))
    left[first] = ""
    accounts = data.draw(st.lists(st.integers(0, 30), min_size=len(left), max_size=len(left)))
    assert sum(adjustments(left, first)) == 0
    made = adjustments(left, first, accounts)
    assert all(account + change >= 0 for account, change in zip(accounts, made, strict=True))
    assert made[first] == adjustments(left, first)[first]


# Speed Scrabble and Idaho


@pytest.mark.parametrize("case", cases("speed.takes"), ids=str)
def test_the_vectors_of_takes(case: dict[str, Any]) -> None:
    assert list(takes(case["input"])) == case["expect"]


@pytest.mark.parametrize("players", [0, 15])
def test_tables_that_cannot_be_dealt(players: int) -> None:
    with pytest.raises(BadValue, match="not enough"):
        takes(players)


@pytest.mark.parametrize("case", cases("idaho.take"), ids=str)
def test_the_vectors_of_picks(case: dict[str, Any]) -> None:
    assert picks(case["input"]) == case["expect"]


@pytest.mark.parametrize("case", [*cases("idaho.score"), *cases("idaho.score_blank")], ids=str)
def test_the_vectors_of_idaho(case: dict[str, Any]) -> None:
    words, unused = case["input"]
    assert points(words, unused) == case["expect"]


def test_a_pool_too_small_goes_round_from_the_caller() -> None:
    """ID-3: one tile at a time, caller first, then clockwise."""
    assert share_out([7, 5, 6], 18, caller=1) == (7, 5, 6)
    assert share_out([7, 5, 6], 5, caller=1) == (1, 2, 2)
    assert share_out([0, 1, 6], 5, caller=1) == (0, 1, 4)


@given(st.lists(st.integers(0, 7), min_size=1, max_size=5), st.integers(0, 40), st.data())
def test_sharing_out_wastes_nothing(wanted: list[int], pool: int, data: st.DataObject) -> None:
    got = share_out(wanted, pool, data.draw(st.integers(0, len(wanted) - 1)))
    assert sum(got) == min(pool, sum(wanted))
    assert all(one <= most for one, most in zip(got, wanted, strict=True))
