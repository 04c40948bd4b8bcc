"""The pure sums of AnagraScramble: the project's vectors, the sheet's examples, and what always holds."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.games.anagrascramble.rules import (
    COINS,
    TARGETS,
    Options,
    Points,
    moves,
    pass_cost,
    payout,
    settle,
    showing,
    target_of,
    total,
    value,
)
from appliance.games.looks import die_refusal
from appliance.pieces import dice_set

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "rules_vectors.json").read_text("utf-8")
)["cases"]


def cases(group: str) -> list[dict[str, Any]]:
    chosen = [case for case in CASES if case["group"] == f"anagrascramble.{group}"]
    assert chosen
    return chosen


def points(target: int, words: str, **more: Any) -> int:
    return total(settle(target, words.split(), **more))


# The project's vectors


@pytest.mark.parametrize("case", cases("turn"), ids=str)
def test_the_vectors_of_a_turn(case: dict[str, Any]) -> None:
    said = case["input"]
    target, words, invalid, coin = (*said, *[0, 1][len(said) - 2 :])
    assert total(settle(target, words, invalid=invalid, coin=coin)) == case["expect"]


@pytest.mark.parametrize("case", cases("pass"), ids=str)
def test_the_vectors_of_passing(case: dict[str, Any]) -> None:
    assert pass_cost(case["input"]) == case["expect"]


@pytest.mark.parametrize("case", cases("payout"), ids=str)
def test_the_vectors_of_the_payout(case: dict[str, Any]) -> None:
    assert payout(case["input"]) == case["expect"]


# The die and the moves


def test_as2_the_die_has_twelve_faces() -> None:
    (die,) = dice_set("anagrascramble").dice
    assert sorted(die.faces) == sorted(["7", "7", "6", "6", "6", "5", "5", "5", "4", "4", "Pass", "*"])
    assert die_refusal("8", "anagrascramble", 1, 1)
    assert not die_refusal("Pass", "anagrascramble", 1, 1)


def test_as6_one_move_of_pass_play_coins_and_higher_targets() -> None:
    assert moves(4) == ("pass", "play", "double", "triple", "5 letters", "6 letters", "7 letters")
    assert moves(6) == ("pass", "play", "double", "triple", "7 letters")
    assert moves(7) == ("pass", "play", "double", "triple")


@given(st.sampled_from(TARGETS))
def test_as6_a_move_raises_the_target_or_leaves_it(target: int) -> None:
    assert [target_of(move, target) for move in moves(target)] == [target] * 4 + [*range(target + 1, 8)]


# The points of a card


def test_the_letter_values_of_the_appendix() -> None:
    assert [value(letter) for letter in "ADBFKJQ"] == [1, 2, 3, 4, 5, 8, 10]
    assert [value(word) for word in ["EVENT", "NEVER", "EVER", "EVEN", "TUREEN"]] == [8, 8, 7, 7, 6]
    assert [value(word) for word in ["YELL", "WELL", "YOWL", "YELLOW"]] == [7, 7, 10, 12]


def test_as9_a_word_written_twice_counts_once() -> None:
    assert points(4, "YELL YELL WELL") == 14


def test_as10_words_shorter_than_the_target_count_once_it_is_reached() -> None:
    assert settle(6, ("EVER", "TUREEN")) == [Points(13, "words", ("EVER", "TUREEN"))]


def test_as11_the_coin_counts_for_the_dearest_word_of_exactly_the_target() -> None:
    assert settle(4, ("YELL", "WELL", "YOWL", "YELLOW"), coin=3) == [
        Points(30, "coin", ("YOWL",)),
        Points(26, "words", ("WELL", "YELL", "YELLOW")),
    ]


def test_as11_a_longer_word_alone_is_not_multiplied() -> None:
    assert settle(4, ("YELLOW",), coin=2) == [Points(12, "words", ("YELLOW",))]


def test_as12_invalid_words_cost_two_each() -> None:
    assert points(4, "YELL", invalid=1) == 5
    assert points(4, "YELL", invalid=3) == 1


def test_as12_or_two_in_all() -> None:
    in_all = Options(invalid_penalty_per_word=False)
    assert points(4, "YELL", invalid=1, options=in_all) == 5
    assert points(4, "YELL", invalid=3, options=in_all) == 5
    assert points(4, "YELL", options=in_all) == 7


@pytest.mark.parametrize(("coin", "lost"), [(1, -6), (2, -12), (3, -18)])
def test_as13_a_missed_target_costs_its_length_times_the_coin(coin: int, lost: int) -> None:
    assert settle(6, ("EVER", "NEVER"), coin=coin, invalid=4) == [Points(lost, "missed")]


def test_x1_venture() -> None:
    assert points(6, "EVENT NEVER EVER EVEN TUREEN") == 36
    assert points(6, "EVENT NEVER EVER EVEN TUREEN", invalid=1) == 34


def test_x2_yellowy() -> None:
    assert points(4, "YELL WELL YOWL YELLOW", coin=3) == 56
    assert points(4, "", coin=3) == -12
    assert points(4, "YELLOW", coin=2) == 12


def test_x3_rummage_raised_to_seven() -> None:
    assert points(7, "ARGUE GEAR GERM GRAM", invalid=1) == -7


WORDS = st.lists(st.text("AEGLMRTUWY", min_size=4, max_size=7), max_size=12)
COIN = st.sampled_from([1, *COINS.values()])


@given(st.sampled_from(TARGETS), WORDS, st.integers(0, 5), COIN)
def test_a_card_pays_at_most_all_words_and_the_coin_and_costs_at_most_the_target(
    target: int, words: list[str], invalid: int, coin: int
) -> None:
    plain = sum(map(value, set(words)))
    dearest = max((value(w) for w in words if len(w) == target), default=0)
    reached = any(len(word) >= target for word in words)
    expected = plain + (coin - 1) * dearest - 2 * invalid if reached else -target * coin
    assert total(settle(target, words, invalid=invalid, coin=coin)) == expected


@given(st.sampled_from(TARGETS), WORDS, COIN)
def test_points_do_not_depend_on_the_order_of_the_words(target: int, words: list[str], coin: int) -> None:
    assert total(settle(target, words, coin=coin)) == total(settle(target, words[::-1], coin=coin))


# Showdown and payout


def test_as16_most_words_then_those_of_seven_six_five_four_letters() -> None:
    many, long, middle = ("YELL", "WELL", "YOWL"), ("YELLOWY", "YELL"), ("YELLOW", "YELL")
    assert showing(many) > showing(long) > showing(middle) > showing(("YELL", "WELL"))
    assert showing(("EVENT", "EVER")) > showing(("EVEN", "EVER"))
    assert showing(("YELL", "YELL")) == (1, 0, 0, 0, 1)


def test_as17_where_the_average_is_not_whole_earlier_seats_get_the_missing_units() -> None:
    assert payout([10, 11, 12, 12]) == [-1, 0, 1, 0]
    assert payout([0, 1]) == [0, 0]


@given(st.lists(st.integers(-200, 400), min_size=2, max_size=6))
def test_as17_the_payout_comes_to_nothing_and_is_fair_to_one_token(scores: list[int]) -> None:
    tokens = payout(scores)
    assert sum(tokens) == 0
    average = sum(scores) / len(scores)
    assert all(abs(token - (score - average)) < 1 for token, score in zip(tokens, scores, strict=True))
