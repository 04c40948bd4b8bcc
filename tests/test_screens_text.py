"""Words fit their boxes, whatever they are."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from appliance.screens import text
from appliance.screens.actions import label, pretty
from appliance.screens.overlays import spans

text.ready()

WORDS = st.text(st.characters(codec="latin-1", exclude_categories=("C",)), min_size=1, max_size=60)


@settings(max_examples=120, deadline=None)
@given(WORDS, st.integers(40, 400), st.integers(14, 160), st.booleans(), st.integers(1, 4))
def test_a_fitted_text_never_exceeds_its_box(words, width, height, bold, most):
    size, lines = text.fit(words, width, height, 60, 9, bold, most)
    assert 9 <= size <= 60
    assert len(lines) <= most
    assert text.line_height(size, bold) * len(lines) <= max(height, text.line_height(9, bold))
    assert all(text.width_of(line, size, bold) <= width for line in lines)


def test_a_short_text_is_as_large_as_it_may_be():
    assert text.fit("3 × 5", 400, 100, 40, 9) == (40, ("3 × 5",))


def test_a_long_text_gets_smaller_then_more_lines_then_an_ellipsis():
    words = "Maximiliane-Sophie: read the letters out, twice"
    assert text.fit(words, 300, 40, 40, 9)[0] < 40
    assert text.fit(words, 300, 80, 20, 20, most=2)[1] == (
        "Maximiliane-Sophie: read",
        "the letters out, twice",
    )
    assert text.fit(words, 120, 30, 20, 20)[1][0].endswith("…")


def test_names_break_after_their_hyphen_and_bids_never_break():
    width = text.width_of("Maximiliane-", 20)
    assert text.wrap("Maximiliane-Sophie", width, 20) == ("Maximiliane-", "Sophie")
    assert text.wrap("beat 3 × 5", text.width_of("beat 3 ×", 20), 20) == ("beat", "3 × 5")


@pytest.mark.parametrize("words", ["ÄÉgjQ", "Alex: your bid?", "(,;|"])
@pytest.mark.parametrize("bold", [False, True])
def test_accents_and_tails_are_inside_the_line(words, bold):
    face = text.font(48, bold)
    whole = face.render(words, True, (255, 255, 255)).get_bounding_rect()
    line = text.rendered(words, 48, bold, (255, 255, 255)).get_bounding_rect()
    assert abs(line.height - whole.height) <= 1
    assert line.size[0] == whole.size[0]


def test_bids_and_choices_in_words():
    from appliance.games.prompts import Row

    assert pretty("Reza: beat 10x3?") == "Reza: beat 10 × 3?"
    assert pretty("no bid") == "No bid"
    assert label(Row("5-letter words", range(1, 9), "x5"), 2) == "3 × 5"
    assert label(Row("Pass", ("no bid",)), 0) == "Pass"
    assert label(Row("Challenge", ("BRACE", "none")), 1) == "None"


def test_numbers_in_short():
    assert spans([1, 2, 3, 5]) == "1–3, 5"
    assert spans([4]) == "4"
    assert spans([]) == ""
