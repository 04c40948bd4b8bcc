"""The decks of AnagraScramble: every criterion on the checked-in cards, and the cards of the rule sheet."""

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from appliance.errors import BadValue, Missing
from appliance.lexicon import Lexicon
from appliance.lexicon.decks import DECKS, Card, card_of, deck, every_card, nearest, read_deck, solved
from appliance.lexicon.errors import LexiconError
from appliance.lexicon.sources import DATA
from tools.build_decks import __main__ as build
from tools.build_decks.derived import Lemmas, transparent
from tools.build_decks.jumble import hides
from tools.build_decks.pool import struck

CARDS = list(every_card())
PACKAGES = build.ROOT / "build" / "lexicon-packages"


def places_that_differ(one: str, other: str) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


# The checked-in decks


@pytest.mark.parametrize("name", DECKS)
def test_a_deck_has_a_hundred_cards_of_seven_letters(name: str) -> None:
    cards = deck(name)
    assert len(cards) == 100
    for card in cards:
        assert card.deck == name
        assert len(card.jumble) == 7
        assert card.jumble.isalpha()
        assert card.jumble.isupper()


def test_the_backs_have_just_the_words_of_their_letters(lexicon: Lexicon) -> None:
    for card in CARDS:
        found = solved(card.jumble, lexicon)
        assert (found.solutions, found.words) == (card.solutions, card.words)
        assert list(card.words) == sorted(card.words, key=lambda word: (-len(word), word))
        assert card.solutions == tuple(word for word in card.words if len(word) == 7)
        assert all(4 <= len(word) <= 7 and not Counter(word) - Counter(card.jumble) for word in card.words)


def test_no_card_has_too_few_too_many_or_too_rare_words(lexicon: Lexicon) -> None:
    for card in CARDS:
        assert 12 <= len(card.words) <= 60
        assert {len(word) for word in card.words} >= {5, 6, 7}
        known = sum((lexicon.tier(word) or 9) <= 2 for word in card.words)
        assert known >= (8 if card.deck == "green" else 6)


def test_green_words_are_common_and_red_ones_are_not(lexicon: Lexicon) -> None:
    for card in CARDS:
        tiers = {lexicon.tier(word) for word in card.solutions}
        assert 1 in tiers if card.deck == "green" else tiers & {2, 3} and 1 not in tiers


def test_no_card_has_a_word_that_hurts(lexicon: Lexicon) -> None:
    for card in CARDS:
        assert all(lexicon.is_shown(word) for word in card.words)
        assert not struck().keys() & set(card.words)


def test_no_two_cards_have_the_same_letters_and_no_letter_begins_too_many() -> None:
    assert len({"".join(sorted(card.jumble)) for card in CARDS}) == 200
    for name in DECKS:
        initials = [{word[0] for word in card.solutions} for card in deck(name)]
        alone = Counter(first for firsts in initials if len(firsts) == 1 for first in firsts)
        assert max(alone.values()) <= 9


def test_jumbles_give_nothing_away(lexicon: Lexicon) -> None:
    for card in CARDS:
        for solution in card.solutions:
            assert 7 - places_that_differ(card.jumble, solution) <= 1
            assert card.jumble[0] != solution[0]
            assert card.jumble[6] != solution[6]
            assert not any(card.jumble[i : i + 3] in solution for i in range(5))
        spans = [card.jumble[i:j] for i, j in combinations(range(8), 2)]
        assert not any(lexicon.is_word(span) for span in spans if len(span) >= 4)
        seen = [span for span in spans if len(span) >= 3] + [span[::-1] for span in spans if len(span) >= 3]
        assert not any(lexicon.is_word(span) and not lexicon.is_shown(span) for span in seen)


def test_jumbles_differ_in_four_places_so_that_one_misread_letter_does_no_harm() -> None:
    pairs = combinations([card.jumble for card in CARDS], 2)
    assert min(places_that_differ(one, other) for one, other in pairs) == 4


# Looking cards up


def test_cards_by_their_jumble() -> None:
    card = deck("green")[1]
    assert card.solutions == ("ACQUIRE",)
    assert card_of(card.jumble.lower()) is card
    assert card_of("ACQUIRE") is None


def test_the_nearest_card_and_how_far_it_is() -> None:
    card = deck("red")[3]
    wrong = ("B" if card.jumble[0] != "B" else "C") + card.jumble[1:]
    assert nearest(card.jumble) == (card, 0)
    assert nearest(wrong) == (card, 1)
    with pytest.raises(BadValue, match="expected 7 letters"):
        nearest("SIXLET")


@pytest.mark.parametrize(
    ("jumble", "solution", "words", "refused"),
    [
        ("TUERNEV", "VENTURE", "EVENT NEVER EVER EVEN TUREEN", "NEVERS"),
        ("LYOYWLE", "YELLOWY", "YELL WELL YOWL YELLOW", "LOW"),
        ("EGMMUAR", "RUMMAGE", "ARGUE GEAR GERM GRAM", "MERGE"),
        ("HORFCUT", "FUTHORC", "FORT FOUR HURT", "FUR"),
    ],
)
def test_the_cards_of_the_rule_sheet(
    lexicon: Lexicon, jumble: str, solution: str, words: str, refused: str
) -> None:
    card = solved(jumble.lower(), lexicon)
    assert card.jumble == jumble
    assert card.deck == ""
    assert solution in card.solutions
    assert set(words.split()) <= set(card.words)
    assert refused not in card.words


def test_a_q_and_a_u_on_a_card_are_two_letters(lexicon: Lexicon) -> None:
    card = solved("TEIUQXX", lexicon)
    assert "QUIET" in card.words
    assert "QUIT" in card.words
    assert "QUI" not in card.words


@pytest.mark.parametrize("letters", ["", "SIXLET", "EIGHTLET", "AB?DEFG", "ÄBCDEFG"])
def test_what_is_no_card(lexicon: Lexicon, letters: str) -> None:
    with pytest.raises(BadValue, match="expected 7 letters"):
        solved(letters, lexicon)


def test_a_deck_that_does_not_exist_or_is_damaged(tmp_path: Path) -> None:
    with pytest.raises(Missing, match="did you mean 'green'"):
        deck("gren")
    with pytest.raises(LexiconError, match="cannot read"):
        read_deck("blue", tmp_path)
    (tmp_path / "deck-blue.txt").write_text("ABCDEFG what is this\n", "utf-8")
    with pytest.raises(LexiconError, match="is damaged"):
        read_deck("blue", tmp_path)


# The script that makes them


@pytest.mark.parametrize(
    ("jumble", "hidden"),
    [("TUERNEV", True), ("VTUERNE", False), ("TUENVRE", False), ("TRUVENE", False), ("NVUETRE", False)],
)
def test_what_hides_a_word(jumble: str, hidden: bool) -> None:
    assert sorted(jumble) == sorted("VENTURE")
    assert hides(jumble, "VENTURE") is hidden


@pytest.mark.parametrize("word", ["treetop", "unhappy", "sandier", "paymint", "ladylike"])
def test_words_that_people_see_through(word: str) -> None:
    everyday = frozenset(["tree", "top", "happy", "sand", "sandy", "lady", "pay", "mint"])
    assert transparent(word, everyday, everyday)


def test_words_that_people_do_not_see_through() -> None:
    assert not any(transparent(word, {"drosh", "hue"}, {"drosh", "wide"}) for word in ("droshky", "widgeon"))


def test_lemmas_and_inflections(tmp_path: Path) -> None:
    folder = tmp_path / "usr/share/wordnet"
    folder.mkdir(parents=True)
    for part, words in {
        "noun": "glass glasses feeling",
        "verb": "feel run",
        "adj": "large",
        "adv": "",
    }.items():
        lines = [f"{word} x 1 0 @ 1 0 00000001\n" for word in words.split()]
        (folder / f"index.{part}").write_text("  1 the licence\n" + "".join(lines), "utf-8")
        (folder / f"{part}.exc").write_text("running run\n" if part == "verb" else "", "utf-8")
    lemmas = Lemmas(tmp_path)
    assert lemmas.has("glasses")
    assert not lemmas.has("the")
    assert all(map(lemmas.inflected, ["glasses", "feeling", "running", "larger"]))
    assert not any(map(lemmas.inflected, ["glass", "feel", "large"]))


def test_a_deck_reads_back_from_its_text(tmp_path: Path) -> None:
    cards = [Card("TUERNEV", "blue", ("VENTURE",), ("VENTURE", "TUREEN", "EVEN", "EVER"))]
    (tmp_path / "deck-blue.txt").write_text(build.as_text("blue", cards), "utf-8")
    assert read_deck("blue", tmp_path) == tuple(cards)


@pytest.mark.skipif(
    not all((PACKAGES / name).is_dir() for name in build.SOURCES), reason="`make decks` was not run here"
)
def test_the_checked_in_decks_are_what_the_script_makes() -> None:
    for name, text in build.make(PACKAGES).items():
        assert (DATA / f"deck-{name}.txt").read_text("utf-8") == text
