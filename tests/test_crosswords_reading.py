"""What a look at the whole table comes to: whose tiles, which of them hang together, which are face down."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from appliance.games.looks import crosswords_text
from appliance.games.scrabble.calls import Options, Sheet
from appliance.games.scrabble.reading import reading_of
from appliance.lexicon import Lexicon


class NoWords:
    """A judge that is never asked."""

    words = look_up = is_word = None


def sheet(held: int = 7) -> Sheet:
    made = Sheet("speed-scrabble", ["Ana", "Ben", "Cleo"], Options(), NoWords())  # type: ignore[arg-type]
    made.deal()
    made.held = [held] * 3
    return made


def test_layouts_of_one_player_stay_apart() -> None:
    lies = reading_of(sheet(), "2:CAT 2:DOG 2:Q 1:A").lies
    assert lies[1].words == ("CAT", "DOG")
    assert lies[1].singles == ("Q",)
    assert lies[1].rows == ("CAT", "...", "DOG", ".", "Q")
    assert (lies[0].words, lies[0].singles, lies[0].rows) == ((), ("A",), ("A",))
    assert lies[2].tiles == ()


def test_blanks_are_of_the_player_as_far_as_tiles_are_missing() -> None:
    for held, singles in ((3, ()), (4, ("?",)), (9, ("?", "?", "?"))):
        assert reading_of(sheet(held), "1:CAT 1:? 1:??").lies[0].singles == singles


def test_a_blank_in_a_word_is_never_taken_for_a_tile_face_down() -> None:
    assert reading_of(sheet(2), "1:C?T 1:?").lies[0].tiles == ("?", "C", "T")


def test_votes_on_words_hold_for_one_game(lexicon: Lexicon) -> None:
    made = Sheet("speed-scrabble", ["Ana", "Ben"], Options(), lexicon)
    made.deal()
    made.allowed.add("Q?ZJ")
    made.barred.add("CAT")
    assert made.is_word("QAZJ")
    assert not made.is_word("QAZJS")
    assert not made.is_word("CAT")
    made.deal()
    assert made.is_word("CAT")


rows = st.lists(st.text("AEQ?.", min_size=4, max_size=4), min_size=1, max_size=4)
heaps = st.lists(st.tuples(st.integers(0, 4), rows), min_size=1, max_size=5)


@given(heaps, st.integers(0, 20))
def test_no_letter_gets_lost_or_changes_hands(lying: list[tuple[int, list[str]]], held: int) -> None:
    reading = reading_of(sheet(held), crosswords_text(lying))
    for seat in range(3):
        here = Counter("".join(row for of, rows in lying if of == seat for row in rows).replace(".", ""))
        read = Counter(reading.lies[seat].tiles)
        assert +Counter({tile: n for tile, n in here.items() if tile != "?"}) == +Counter(
            {tile: n for tile, n in read.items() if tile != "?"}
        )
        dropped = here["?"] - read["?"]
        assert 0 <= dropped <= max(0, here.total() - held)
        assert Counter(reading.lies[seat].singles) + Counter(reading.lies[seat].layout.tiles.values()) == read
