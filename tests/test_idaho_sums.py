"""What a layout is worth in Idaho, as pure sums (ID-6 … ID-8)."""

import json
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.games.idaho.rules import Options, leaders, next_gosayer, score, unused
from appliance.games.scrabble.idaho_sums import points
from appliance.games.scrabble.layout import Layout
from appliance.games.scrabble.pool import picks, share_out
from appliance.games.scrabble.squares import Square
from appliance.pieces.tiles import ENGLISH, face

VECTORS = json.loads((Path(__file__).parent / "data" / "rules_vectors.json").read_text("utf-8"))["cases"]


def vectors(group: str) -> list[dict[str, object]]:
    return [case for case in VECTORS if case["group"] == group]


@pytest.mark.parametrize("case", vectors("idaho.take"), ids=str)
def test_id2_vectors(case: dict[str, int]) -> None:
    assert picks(case["input"]) == case["expect"]


@pytest.mark.parametrize("case", vectors("idaho.score") + vectors("idaho.score_blank"), ids=str)
def test_id6_vectors(case: dict[str, tuple[list[str], str]]) -> None:
    words, left = case["input"]
    assert points(words, left) == case["expect"]


JAM = {
    ".JAM/.E../AT../A...": 26,
    "JAM./..E./.AT./.A..": 21,
    "JAM/..E/.AT/..A": 20,
}
KNOWN = {"JAM", "JET", "MET", "META", "AT", "AA", "TOCK", "BOX", "CAT"}


def layout(rows: str) -> Layout:
    return Layout.parse(rows.replace("/", "\n"))


@pytest.mark.parametrize("rows", JAM)
def test_id6_the_sheets_layout(rows: str) -> None:
    made = score(layout(rows), "JAMEATA", KNOWN.__contains__)
    assert made.points == JAM[rows]
    assert made.used_once == 16
    assert (made.unused, made.refused, made.lost) == ((), (), 0)


def test_id6_blanks_and_unused() -> None:
    made = score(layout(".B/T?CK/.X"), "TCKBX?QE", KNOWN.__contains__)
    assert (made.used_once, made.used_twice, made.lost, made.points) == (20, 0, 11, 9)
    cheap = Options(unused_cost_their_value=False)
    assert score(layout(".B/T?CK/.X"), "TCKBX?QE", KNOWN.__contains__, cheap).points == 18


def test_id7_an_illegal_word_counts_nothing_or_spoils_all() -> None:
    made = score(layout("CAT/Z"), "CATZ", KNOWN.__contains__)
    assert (made.words, made.refused, made.points) == (("CAT",), ("CZ",), 5 - 10)
    strict = Options(illegal_words_count_nothing=False)
    made = score(layout("CAT/Z"), "CATZ", KNOWN.__contains__, strict)
    assert (made.words, made.points, made.unused) == ((), -15, ("A", "C", "T", "Z"))
    assert score(layout("CAT"), "CATZ", KNOWN.__contains__, strict).points == 5 - 10


def test_id7_letters_not_connected_to_the_main_layout_are_unused() -> None:
    assert unused(layout("CAT/.../.AT"), "CATATQ", KNOWN.__contains__) == 3


@pytest.mark.parametrize(
    ("points_of", "caller", "first", "gosayer"),
    [
        ({0: 9, 1: 4}, 1, (0,), 0),
        ({0: 9, 1: 9, 2: 4}, 1, (0, 1), 1),
        ({0: 9, 1: 9, 2: 4}, 2, (0, 1), None),
        ({0: -9, 1: -9}, None, (0, 1), None),
    ],
)
def test_id8_who_is_first_and_who_says_go(
    points_of: dict[int, int], caller: int | None, first: tuple[int, ...], gosayer: int | None
) -> None:
    assert leaders(points_of) == first
    assert next_gosayer(first, caller) == gosayer


SOME = {"".join(pair) for pair in product("ABE", repeat=2)} | {"BEA", "ABBA", "EBB", "BEE"}
squares = st.builds(Square, st.integers(0, 3), st.integers(0, 3))
layouts = st.dictionaries(squares, st.sampled_from("ABEQ?"), max_size=7).map(Layout)
hands = st.text("ABEQZ", max_size=5)


@given(layouts, hands, st.booleans(), st.booleans())
def test_id6_a_score_is_its_three_parts(lies: Layout, spare: str, value: bool, lenient: bool) -> None:
    hand = [*map(face, lies.tiles.values()), *spare]
    options = Options(unused_cost_their_value=value, illegal_words_count_nothing=lenient)
    made = score(lies, hand, SOME.__contains__, options)
    assert made.used_once == ENGLISH.worth(hand) - ENGLISH.worth(made.unused)
    assert 0 <= made.used_twice <= made.used_once
    assert made.lost == (ENGLISH.worth(made.unused) if value else len(made.unused))
    assert set(spare) - set("ABE") <= set(made.unused)
    if value and not any(tile == "?" for tile in hand):
        assert made.points == points(made.words, made.unused)


@given(st.lists(st.integers(0, 7), min_size=2, max_size=5), st.integers(0, 40), st.integers(0, 4))
def test_id3_nobody_gets_two_more_than_another_who_wants_them(
    wanted: list[int], pool: int, first: int
) -> None:
    got = share_out(wanted, pool, first % len(wanted))
    assert sum(got) == min(pool, sum(wanted))
    short = [had for had, wish in zip(got, wanted, strict=True) if had < wish]
    assert not short or max(got) - min(short) <= 1
