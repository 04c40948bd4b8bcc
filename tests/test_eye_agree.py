"""What two looks at one table tell together."""

from appliance.vision.agree import backed, together
from appliance.vision.reading import Said, Symbol

LEANS, ODD = "a die leans", "something lies there"


def said(*told: tuple[str, float, float], words: tuple[str, ...] = ()) -> Said:
    """Dice 20 pixels wide in a row: what each shows, how far right it lies, and how sure that is.

    What follows a letter is what it is otherwise; where nothing does it leans.
    """
    symbols = []
    for (letter, *others), x, confidence in told:
        corners = ((x - 10, 40.0), (x + 10, 40.0), (x + 10, 60.0), (x - 10, 60.0))
        rest = tuple((other, (1 - confidence) / len(others)) for other in others)
        sure = confidence >= 0.95
        symbols.append(Symbol(letter, sure, confidence, (x, 50.0), corners, 0.0, "red", rest))
    return tuple(symbols), words


def row(said: Said) -> list[tuple[str, bool]]:
    return [(symbol.symbol, symbol.sure) for symbol in said[0]]


def test_what_both_tell_is_as_sure_as_in_either() -> None:
    one, other = said(("A", 50, 0.97), ("B", 150, 0.7)), said(("A", 52, 0.6), ("B", 152, 0.98))
    assert row(together(one, other, alike=True)) == [("A", True), ("B", True)]


def test_what_they_tell_otherwise_is_asked_about() -> None:
    one, other = said(("O", 50, 0.96), ("B", 150, 0.99)), said(("Q", 50, 0.98), ("B", 150, 0.99))
    assert row(together(one, other, alike=True)) == [("Q", False), ("B", True)]


def test_a_worse_look_bears_no_doubts() -> None:
    one = said(("O", 50, 0.96), words=(LEANS,))
    assert together(one, said(("Q", 50, 0.98)), alike=False) == one


def test_a_worse_look_does_not_believe_what_the_better_one_sees_lean() -> None:
    one, other = (
        said(("A", 50, 0.01), ("BE", 150, 0.92), ("C", 250, 0.99), ("D", 350, 0.92), ("FE", 450, 0.7)),
        said(("A", 50, 0.99), ("B", 150, 0.99), ("D", 350, 0.99), ("F", 450, 0.99)),
    )
    told = [("A", False), ("B", True), ("C", True), ("D", False), ("F", False)]
    assert row(together(one, other, alike=False)) == told
    assert row(backed(one, other)) == told


def test_where_another_look_only_backs_one_nothing_of_that_goes() -> None:
    one = said(("A", 50, 0.99), ("B", 150, 0.0), words=(LEANS,))
    told, words = backed(one, said(("A", 50, 0.99), ("C", 250, 0.99)))
    assert row((told, words)) == [("A", True), ("B", False), ("C", False)]
    assert words == (LEANS,)


def test_what_one_of_them_passes_over_is_asked_about() -> None:
    one, other = said(("A", 50, 0.99)), said(("A", 50, 0.99), ("B", 150, 0.97))
    assert row(together(one, other, alike=True)) == [("A", True), ("B", False)]
    assert row(together(other, one, alike=True)) == [("A", True), ("B", True)]


def test_more_counts_more() -> None:
    one = said(("A", 50, 0.3), ("B", 150, 0.2))
    other = said(("A", 54, 0.99), ("B", 154, 0.99), ("C", 250, 0.99))
    assert row(together(one, other, alike=True)) == [("A", True), ("B", True), ("C", True)]


def test_words_are_dropped_where_the_other_look_has_none_and_nothing_else_lies() -> None:
    one = said(("A", 50, 0.99), words=(LEANS, ODD))
    assert together(one, said(("A", 50, 0.99)), alike=True)[1] == ()
    assert together(one, said(("A", 50, 0.99)), alike=False)[1] == (LEANS, ODD)
    assert together(one, said(("A", 50, 0.99), words=(ODD,)), alike=True)[1] == (LEANS, ODD)
    assert together(one, said(("A", 50, 0.99), ("B", 150, 0.2)), alike=True)[1] == (LEANS, ODD)


def test_what_hardly_is_a_die_and_the_other_look_passes_over_is_none() -> None:
    one, other = said(("A", 50, 0.99), ("B", 150, 0.0), ("C", 250, 0.05)), said(("A", 50, 0.99))
    assert row(together(one, other, alike=True)) == [("A", True), ("C", False)]
    other = said(("A", 50, 0.99), ("B", 150, 0.1))
    assert row(together(one, other, alike=True)) == [("A", True), ("B", False), ("C", False)]
