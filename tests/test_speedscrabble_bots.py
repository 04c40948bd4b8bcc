"""A thousand whole games of Speed Scrabble by bots, invariants after every answer; undo, replay."""

from functools import lru_cache

import pytest

from appliance.lexicon import Lexicon
from tests.bot_kit import Recalling
from tests.crossword_bots import a_block, undo_anywhere


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_a_thousand_games_of_bots(lexicon: Lexicon, block: int) -> None:
    judge = Recalling(lexicon)
    judge.is_word = lru_cache(10_000)(judge.is_word)
    a_block("speed-scrabble", block, judge)


@pytest.mark.parametrize("seats", [2, 5])
def test_undo_takes_one_answer_back_anywhere_and_all_replays(lexicon: Lexicon, seats: int) -> None:
    undo_anywhere("speed-scrabble", seats, 3, lexicon)
