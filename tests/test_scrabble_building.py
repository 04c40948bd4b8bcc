"""Crosswords built by chance: legal, of the wanted size, out of one bag."""

from collections import Counter
from random import Random

import pytest

from appliance.errors import BadValue
from appliance.games.scrabble.building import beside, build, lay_out
from appliance.games.scrabble.layout import Layout, reasons
from appliance.games.scrabble.squares import parts
from appliance.lexicon import Lexicon
from appliance.pieces.tiles import ENGLISH


@pytest.mark.parametrize("count", [2, 3, 4, 7, 20, 25, 33, 50])
def test_a_built_crossword_is_legal_and_of_the_wanted_size(lexicon: Lexicon, count: int) -> None:
    for seed in range(5):
        rows = build(ENGLISH.bag, count, lexicon, Random(seed).randrange)
        layout = Layout.parse("\n".join(rows))
        assert len(layout.tiles) == count
        assert reasons(layout, layout.tiles.values(), lexicon.is_word) == ()
        assert not ENGLISH.excess(layout.tiles.values())


def test_blanks_are_laid_too(lexicon: Lexicon) -> None:
    rows = build("??TRNS", 6, lexicon, Random(1).randrange)
    layout = Layout.parse("\n".join(rows))
    assert reasons(layout, "??TRNS", lexicon.is_word) == ()


def test_what_cannot_be_built(lexicon: Lexicon) -> None:
    for bag, count in (("CAT", 4), ("VVVVV", 3), ("CAT", 1)):
        with pytest.raises(BadValue, match="no crossword"):
            build(bag, count, lexicon, Random(1).randrange)


def test_a_hand_is_laid_out_with_what_is_left_over(lexicon: Lexicon) -> None:
    for seed in range(20):
        rng = Random(seed)
        hand = rng.sample(ENGLISH.bag, rng.randint(1, 30))
        rows, left = lay_out(hand, lexicon, rng.randrange)
        layout = Layout.parse("\n".join(rows))
        assert Counter(layout.tiles.values()) + Counter(left) == Counter(hand)
        whole = Layout.parse("\n".join(beside(rows, left)))
        assert Counter(whole.tiles.values()) == Counter(hand)
        assert len(parts(whole.tiles)) == len(left) + (1 if rows else 0)
        if rows:
            assert reasons(layout, layout.tiles.values(), lexicon.is_word) == ()


def test_the_same_chance_builds_the_same(lexicon: Lexicon) -> None:
    first, second = (build(ENGLISH.bag, 20, lexicon, Random(4).randrange) for _ in range(2))
    assert first == second
