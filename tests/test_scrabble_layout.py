"""Loose layouts: legal or why not (SS-10, SS-11), and their worth in Idaho (ID-6, ID-7)."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.errors import BadValue
from appliance.games.scrabble.idaho_sums import points, tally
from appliance.games.scrabble.layout import Layout, as_claimed, reasons
from appliance.games.scrabble.squares import Square, parts
from appliance.lexicon import Lexicon
from appliance.pieces.tiles import ENGLISH, face


def three_ways() -> dict[str, Layout]:
    """E under the J or the M, A under the A or the T, as the rules page lists them."""
    return {
        "JAM JET AT AA": Layout.parse(".JAM\n.E..\nAT..\nA..."),
        "JAM MET AT AA": Layout.parse("JAM.\n..E.\n.AT.\n.A.."),
        "JAM META AT": Layout.parse("JAM\n..E\n.AT\n..A"),
    }


IDAHO = {"JAM JET AT AA": 26, "JAM MET AT AA": 21, "JAM META AT": 20}


@pytest.mark.parametrize("name", IDAHO)
def test_the_sheets_layout_in_all_three_ways(name: str, lexicon: Lexicon) -> None:
    layout = three_ways()[name]
    assert sorted(run.text for run in layout.runs) == sorted(name.split())
    assert reasons(layout, "JAMEATA", lexicon.is_word) == ()
    made = tally(layout, "JAMEATA", lexicon.is_word)
    assert (made.points, made.unused, made.refused) == (IDAHO[name], (), ())
    assert sorted(made.words) == sorted(name.split())


TOCK = Layout.parse(".B\nT?CK\n.X")


def test_a_blank_is_the_same_letter_in_both_words(lexicon: Lexicon) -> None:
    """SS-10: TOCK and BOX are legal; TACK and BOX are not, one blank cannot be A and O."""
    across, down = TOCK.runs
    assert reasons(TOCK, "TCKBX?", lexicon.is_word) == ()
    read, wrong = as_claimed(TOCK, {across: "TOCK", down: "BOX"})
    assert (str(read), wrong) == (".B\nToCK\n.X", ())
    assert reasons(read, "TCKBX?", lexicon.is_word) == ()
    assert as_claimed(TOCK, {across: "TACK", down: "BOX"})[1] == ("one blank as A and O",)
    assert as_claimed(TOCK, {across: "TOOK"})[1] == ("TOOK does not lie there, but T?CK",)


def test_a_blank_that_no_letter_suits() -> None:
    assert reasons(TOCK, "TCKBX?", {"TACK", "BOX"}.__contains__) in {
        ("T?CK is no word",),
        ("B?X is no word",),
    }


def test_idaho_with_a_blank(lexicon: Lexicon) -> None:
    assert tally(TOCK, "TCKBX?", lexicon.is_word).points == 20
    assert tally(TOCK, "TCKBX?QE", lexicon.is_word).points == 20 - 11
    assert tally(TOCK, "TCKBX?QE", lexicon.is_word).unused == ("E", "Q")


@pytest.mark.parametrize(
    ("layout", "hand", "why"),
    [
        ("TACK", "TACK", "TACK is no word"),
        ("CAT", "CATS", "tile left over: S"),
        ("CAT", "CAT?", "tile left over: ?"),
        ("CAT", "CA", "T is not one of this player’s tiles"),
        ("CAT\n\nCAT", "CATCAT", "not connected: CAT"),
        ("CAT.\n....\n...S", "CATS", "not connected: S"),
        ("CAT\n...S", "CATS", "not connected: S"),  # corner to corner
        ("C", "C", "C lies alone"),
        ("", "", "no new tile"),
        ("?A?\n..?", "?A??", "3 blanks; there are only 2"),
        ("cat", "???", "3 blanks; there are only 2"),
        ("CAT\n.T.", "CATT", "AT is no word"),
    ],
)
def test_why_a_layout_is_illegal(layout: str, hand: str, why: str) -> None:
    assert any(why in reason for reason in reasons(Layout.parse(layout), hand, {"CAT", "CATS"}.__contains__))


def test_one_single_word_is_legal() -> None:
    assert reasons(Layout.parse("CAT"), "TAC", {"CAT"}.__contains__) == ()


def test_an_illegal_word_counts_nothing_but_its_letters_may_count_elsewhere() -> None:
    """ID-7: of CAT and CZ only CAT counts, and the Z is unused."""
    made = tally(Layout.parse("CAT\nZ"), "CATZ", {"CAT"}.__contains__)
    assert (made.points, made.words, made.refused, made.unused) == (5 - 10, ("CAT",), ("CZ",), ("Z",))


def test_what_hangs_only_on_an_illegal_word_is_unused() -> None:
    made = tally(Layout.parse("CAT\nX..\nON."), "CATXON", {"CAT", "ON"}.__contains__)
    assert (made.points, made.unused) == (5 - 8 - 1 - 1, ("N", "O", "X"))


def test_the_main_layout_is_the_one_worth_most() -> None:
    made = tally(Layout.parse("CAT\n...\nZOO"), "CATZOO", {"CAT", "ZOO"}.__contains__)
    assert (made.points, made.words) == (12 - 5, ("ZOO",))


def test_nothing_laid_is_all_unused() -> None:
    assert tally(Layout({}), "QE", {"CAT"}.__contains__).points == -11


def test_a_layout_of_odd_characters() -> None:
    with pytest.raises(BadValue, match="'1' is no tile"):
        Layout.parse("CA1")


# Whatever lies there

SOME = {"".join(pair) for pair in product("ABE", repeat=2)} | {"BEA", "ABBA", "EBB", "BEE"}
squares = st.builds(Square, st.integers(0, 4), st.integers(0, 4))
layouts = st.dictionaries(squares, st.sampled_from("ABEQabe"), max_size=9).map(Layout)


@given(layouts, st.integers(-3, 3), st.integers(-3, 3))
def test_turning_and_shifting_changes_nothing(layout: Layout, rows: int, columns: int) -> None:
    hand = [face(tile) for tile in layout.tiles.values()]
    shifted = Layout({Square(s.row + rows, s.column + columns): t for s, t in layout.tiles.items()})
    first = tally(layout, hand, SOME.__contains__)
    for other in (layout.transposed, shifted):
        legal = not reasons(layout, hand, SOME.__contains__)
        assert legal == (not reasons(other, hand, SOME.__contains__))
        assert tally(other, hand, SOME.__contains__).points == first.points


@st.composite
def whole_layouts(draw: st.DrawFn) -> Layout:
    """Two tiles or more that hang together."""
    tiles = {Square(0, 0): draw(st.sampled_from("ABEQabe"))}
    for tile in draw(st.text("ABEQ", min_size=1, max_size=9)):
        free = sorted({beside for square in tiles for beside in square.neighbours} - set(tiles))
        tiles[draw(st.sampled_from(free))] = tile
    return Layout(tiles)


@given(whole_layouts())
def test_a_legal_layout_is_worth_its_words(layout: Layout) -> None:
    """Where every run is a word, nothing is unused."""
    words = {run.text.upper() for run in layout.runs}
    hand = [face(tile) for tile in layout.tiles.values()]
    assert reasons(layout, hand, words.__contains__) == ()
    made = tally(layout, hand, words.__contains__)
    assert made.points == points((run.text for run in layout.runs), "")
    assert (made.unused, made.refused) == ((), ())


@given(layouts)
def test_parts_hold_every_tile_once(layout: Layout) -> None:
    groups = parts(layout.tiles)
    assert sum(map(len, groups)) == len(layout.tiles)
    assert {square for group in groups for square in group} == set(layout.tiles)


@given(layouts)
def test_a_layout_reads_back_from_its_text(layout: Layout) -> None:
    read = Layout.parse(str(layout))
    assert str(read) == str(layout)
    assert sorted(read.tiles.values()) == sorted(layout.tiles.values())


@given(layouts, st.sampled_from("ABEQ"))
def test_one_more_unused_tile_costs_its_value(layout: Layout, tile: str) -> None:
    hand = [face(laid) for laid in layout.tiles.values()]
    less = tally(layout, [*hand, tile], SOME.__contains__).points
    assert less == tally(layout, hand, SOME.__contains__).points - ENGLISH.value(tile)
