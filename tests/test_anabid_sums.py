"""The pure sums of Anabid!: the project's vectors, and what holds for any roll."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.errors import BadValue
from appliance.games.anabid.rules import (
    MOST_WORDS,
    VALUE,
    Bid,
    Challenge,
    Options,
    Steal,
    beats,
    bids_above,
    challenge_bonus,
    runner_up,
    settle,
    totals,
)

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "rules_vectors.json").read_text("utf-8")
)["cases"]


def cases(group: str) -> list[dict[str, Any]]:
    chosen = [case for case in CASES if case["group"] == f"anabid.{group}"]
    assert chosen
    return chosen


# The sheet's party round the table: M(arcus), R(eza), A(lex), D, E; Marcus bids.
SEATS = {name: seat for seat, name in enumerate("MRADE")}
M, R, A, D, E = range(5)
GOOD = ("BRACE", "TRACE", "CARET", "BRACT", "CRATE", "CATER")
STEAL = Steal(R, 2, ("CRATE", "CATER"))


def doubted(word: str, challenger: int, found: bool = False) -> Challenge:
    return Challenge(word, M, challenger, found)


# What the words of each settle vector stand for.
ROLLS: dict[str, dict[str, Any]] = {
    "3x5, six words": {"words": GOOD},
    "6x5, six words": {"bid": Bid(6, 5, M), "words": GOOD},
    "3x5, three words": {"words": GOOD[:3]},
    "3x5, four words": {"words": GOOD[:4]},
    "3x5 missed, next highest R": {"words": GOOD[:2], "second": R},
    "3x5 met by four, stolen by R": {"words": GOOD[:4], "steal": STEAL},
    "same with Compensation": {
        "words": GOOD[:4],
        "steal": STEAL,
        "options": Options(compensation=True),
    },
    "3x5 met, D challenges a real word": {
        "words": GOOD[:3],
        "challenges": [doubted("CARET", D, found=True)],
    },
    "four words, one thrown out by D": {"words": GOOD[:4], "challenges": [doubted("BRACT", D)]},
    "three words, one thrown out by D": {"words": GOOD[:3], "challenges": [doubted("CARET", D)]},
    "three words, two thrown out by D and E": {
        "words": GOOD[:3],
        "challenges": [doubted("CARET", D), doubted("BRACE", E)],
    },
    "two players: 1x4 missed, next highest A": {
        "bid": Bid(1, 4, M),
        "words": (),
        "seats": (M, A),
        "second": A,
    },
}


@pytest.mark.parametrize("case", cases("settle"), ids=lambda case: case["input"])
def test_the_vectors_of_settling(case: dict[str, Any]) -> None:
    roll = {"bid": Bid(3, 5, M), "seats": tuple(SEATS.values()), **ROLLS[case["input"]]}
    points = totals(settle(roll.pop("bid"), roll.pop("words"), roll.pop("seats"), **roll))
    assert points == {SEATS[name]: expected for name, expected in case["expect"].items()}


@pytest.mark.parametrize("case", cases("beats"), ids=str)
def test_the_vectors_of_bidding(case: dict[str, Any]) -> None:
    new, standing = (Bid(*case["input"][key]) for key in ("new", "standing"))
    assert beats(new, standing, Options()) == case["expect"]


@pytest.mark.parametrize("case", cases("bidtacular"), ids=str)
def test_the_vectors_of_bidtacular(case: dict[str, Any]) -> None:
    new, standing = (Bid(*case["input"][key]) for key in ("new", "standing"))
    assert beats(new, standing, Options(bidtacular=True)) == case["expect"]


@pytest.mark.parametrize("case", cases("half"), ids=str)
def test_the_vectors_of_half_the_bid(case: dict[str, Any]) -> None:
    assert Bid(*case["input"]).half == case["expect"]


@pytest.mark.parametrize("case", cases("challenge_bonus"), ids=str)
def test_the_vectors_of_the_challenge_bonus(case: dict[str, Any]) -> None:
    assert challenge_bonus(case["input"]) == case["expect"]


# What holds for any roll

bids = st.builds(Bid, st.integers(1, MOST_WORDS - 1), st.sampled_from(list(VALUE)), st.integers(0, 6))
options = st.builds(Options, bidtacular=st.booleans(), bidtacular_length_may_drop=st.booleans())


@given(bids, bids, options)
def test_no_two_bids_beat_each_other_and_none_beats_itself(one: Bid, other: Bid, options: Options) -> None:
    assert not beats(one, one, options)
    assert not (beats(one, other, options) and beats(other, one, options))


@given(bids, bids, options)
def test_the_dial_offers_exactly_what_beats(high: Bid, new: Bid, options: Options) -> None:
    offered = any(str(new) in row for row in bids_above(high, 9, options))
    assert offered == beats(new, high, options)


@given(bids)
def test_the_text_of_a_bid_reads_back(bid: Bid) -> None:
    assert Bid.parse(str(bid), bid.seat) == bid


@pytest.mark.parametrize("text", ["", "x", "3", "3x", "x5", "0x5", "3x9", "3x5x5", "three x five"])
def test_a_text_that_is_no_bid_is_refused(text: str) -> None:
    with pytest.raises(BadValue, match="is no bid"):
        Bid.parse(text)


@st.composite
def rolls(draw: st.DrawFn) -> dict[str, Any]:
    count = draw(st.integers(2, 7))
    seats = tuple(range(count))
    bid = Bid(draw(st.integers(1, 5)), draw(st.sampled_from(list(VALUE))), draw(st.sampled_from(seats)))
    others = [seat for seat in seats if seat != bid.seat]
    words = [f"W{n}" for n in range(draw(st.integers(0, 8)))]
    thief = draw(st.sampled_from(others))
    owed = draw(st.integers(1, 2))
    steal = Steal(thief, owed, tuple(f"S{n}" for n in range(draw(st.integers(0, owed)))))
    challenges = [
        Challenge(word, bid.seat, draw(st.sampled_from(others)), draw(st.booleans()))
        for word in words
        if draw(st.booleans())
    ]
    return {
        "bid": bid,
        "words": words,
        "seats": seats,
        "second": draw(st.sampled_from([None, *others])),
        "steal": draw(st.sampled_from([None, steal])),
        "challenges": challenges,
        "options": Options(compensation=draw(st.booleans()), steal_survives_challenge=draw(st.booleans())),
    }


def settled(roll: dict[str, Any]) -> dict[int, int]:
    return totals(settle(**roll))


@given(rolls())
def test_a_challenge_moves_points_only_as_the_sheet_says(roll: dict[str, Any]) -> None:
    """Without its challenges' own entries a roll pays what the words left over are worth."""
    entries = settle(**roll)
    own = [e for e in entries if e.why in ("challenge_lost", "thrown_out", "challenge_won")]
    out = sum(not c.found for c in roll["challenges"])
    assert sum(e.points for e in own) == out * (2 * VALUE[roll["bid"].length] - 8) - 15 * (
        len(roll["challenges"]) - out
    )
    assert all(e.points > 0 for e in entries if e not in own)


@given(rolls())
def test_either_the_bidder_is_paid_or_the_others_and_never_both(roll: dict[str, Any]) -> None:
    whys = {entry.why for entry in settle(**roll)}
    assert len(whys & {"met", "half", "stolen"}) <= 1
    assert ("half" in whys) == (len(roll["words"]) < roll["bid"].count)


@given(rolls())
def test_one_more_good_word_never_costs_the_bidder_anything(roll: dict[str, Any]) -> None:
    bidder = roll["bid"].seat
    before = settled({**roll, "steal": None}).get(bidder, 0)
    after = settled({**roll, "steal": None, "words": [*roll["words"], "MORE"]}).get(bidder, 0)
    assert after >= before


@given(st.lists(bids, max_size=6), st.integers(0, 6))
def test_the_runner_up_is_never_the_bidder(made: list[Bid], bidder: int) -> None:
    second = runner_up(made, bidder)
    assert second != bidder
    assert (second is None) == all(bid.seat == bidder for bid in made)
