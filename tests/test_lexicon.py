"""The lexicon as the judge asks it: rulings, tiers, and the facts of the rule sheets."""

from collections.abc import Iterator

import pytest

from appliance.errors import BadValue
from appliance.lexicon import Lexicon, as_text, makes, show, spellings, tiles

SEED_WORDS = """
    ace act bar art race cart brace trace caret bract crate cater event never ever even tureen yell well yowl
    yellow argue gear germ gram smith jam eat at tock box tack qi za ok ew zen fe te da zzz quay quiet quartz
    queue venture yellowy rummage futhorc grrl app vlog macaron bestie dox guac hygge covid wifi listicle
    aquafaba aa ab ae al ar aw bo ed el hm li mm mo oe op os jalapeno voila aioli
"""
PLACES = "albany paris lima oslo nile alps asia texas maine iran etna erie xian"
ACERBT = "ACERB BRACE BRACT CABER CARET CARTE CATER CRATE REACT RECTA TABER TRACE"
JUNK = "bs cs kb ln lx csch compoer vesigia tobe ismy coli inone kg km cc xv ql mary susan david db ph kw"


@pytest.fixture(scope="module")
def lexicon() -> Iterator[Lexicon]:
    with Lexicon.open() as lexicon:
        yield lexicon


@pytest.mark.parametrize("word", SEED_WORDS.split())
def test_words_of_the_rule_sheets_are_words(lexicon: Lexicon, word: str) -> None:
    assert lexicon.is_word(word)
    assert lexicon.look_up(word).found


@pytest.mark.parametrize("word", JUNK.split())
def test_junk_symbols_and_names_are_no_words(lexicon: Lexicon, word: str) -> None:
    assert not lexicon.is_word(word)
    assert lexicon.tier(word) is None


@pytest.mark.parametrize(
    ("word", "reason", "found"),
    [
        ("bract", "BRACT is a word (tier 2)", True),
        ("Albany", "ALBANY is a place", True),
        ("MARY", "MARY is a person's name only", False),
        ("Susan", "SUSAN is a person's name only", False),
        ("david", "DAVID is a person's name only", False),
        ("smith", "SMITH is a word (tier 1), and also a person's name", True),
        ("austin", "AUSTIN is a place, and also a person's name", True),
        ("grpl", "GRPL is in no list", False),
        ("Café", "CAFE is a word (tier 1)", True),
        ("can't", "CAN'T is a form with a mark, which counts with It's Quotable only", False),
        ("isnt", "ISNT is in no list; with its mark there is ISN'T", False),
        ("b4t", "B4T is no word: only letters count", False),
        ("two words", "TWO WORDS is no word: only letters count", False),
        ("  ", "nothing is no word: only letters count", False),
        ("\N{HEBREW LETTER ALEF}", "\N{HEBREW LETTER ALEF} is no word: only letters count", False),
        ("x" * 50, "X" * 50 + " is in no list", False),
    ],
)
def test_a_ruling_gives_its_reason(lexicon: Lexicon, word: str, reason: str, found: bool) -> None:
    entry = lexicon.look_up(word)
    assert (entry.reason, entry.found) == (reason, found)


def test_an_21_a_name_only_is_told_from_a_name_that_is_a_word_or_a_place(lexicon: Lexicon) -> None:
    assert lexicon.look_up("mary").name_only
    assert lexicon.look_up("mary").lists == ("names",)
    assert not lexicon.look_up("smith").name_only
    assert lexicon.look_up("smith").lists == ("words", "names")
    assert not lexicon.look_up("austin").name_only
    assert not lexicon.look_up("grpl").name_only


def test_an_44_without_places_albany_is_refused_and_paris_is_still_a_word(lexicon: Lexicon) -> None:
    entry = lexicon.look_up("albany", places=False)
    assert (entry.found, entry.reason) == (False, "ALBANY is a place, and places do not count here")
    assert lexicon.look_up("paris", places=False).found


@pytest.mark.parametrize(
    "form", ["can't", "CAN’T", "e-mail", "x-ray", "t-shirt", "o'clock", "ma'am", "co-op", "y'all"]
)
def test_an_45_forms_with_marks_count_when_quotable(lexicon: Lexicon, form: str) -> None:
    assert lexicon.look_up(form, punctuation=True).found
    assert not lexicon.look_up(form).found


def test_an_45_the_mark_must_be_in_its_place(lexicon: Lexicon) -> None:
    assert lexicon.punctuated("cant") == ("can't",)
    assert not lexicon.look_up("ca'nt", punctuation=True).found
    assert lexicon.look_up("ca'nt", punctuation=True).reason == "CA'NT is in no list"
    assert not lexicon.look_up("isnt", punctuation=True).found


def test_tiers_tell_common_from_rare(lexicon: Lexicon) -> None:
    assert [lexicon.tier(word) for word in ("race", "bract", "acerb", "taber")] == [1, 2, 3, 4]
    assert lexicon.is_standard("taber")
    assert not lexicon.is_standard("ecod")


def test_places_of_all_sources_and_no_person(lexicon: Lexicon) -> None:
    assert [place for place in PLACES.split() if not lexicon.is_place(place)] == []
    none = ("mary", "david", "susan", "smith", "algol", "rigel")
    assert not any(map(lexicon.is_place, none))


def test_words_from_the_worked_example_of_a6(lexicon: Lexicon) -> None:
    lists = lexicon.words(tiles("acerbt"))
    assert set(ACERBT.split()) <= {found.word for found in lists[5]}
    assert 6 not in lists
    assert list(lists) == [2, 3, 4, 5]
    for found in lists.values():
        assert found == sorted(found, key=lambda one: (one.tier, one.word))


@pytest.mark.parametrize(
    ("jumble", "word"),
    [("TUERNEV", "VENTURE"), ("LYOYWLE", "YELLOWY"), ("EGMMUAR", "RUMMAGE"), ("HORFCUT", "FUTHORC")],
)
def test_the_jumbles_of_the_seed_unscramble(lexicon: Lexicon, jumble: str, word: str) -> None:
    assert word in {found.word for found in lexicon.words(tiles(jumble))[7]}


def test_merge_needs_two_es(lexicon: Lexicon) -> None:
    assert "MERGE" not in {found.word for found in lexicon.words(tiles("EGMMUAR"))[5]}
    assert makes(tiles("EGMMUAR"), "merge") is None


def test_an_6_quit_from_qu_i_t_has_three_letters(lexicon: Lexicon) -> None:
    lists = lexicon.words(["Qu", "I", "T"])
    assert [found.word for found in lists[3]] == ["QUIT"]
    assert {found.word for found in lists[2]} == {"IT", "TI"}  # no lone Q for QI, no lone U for UT
    assert "QUIET" in {found.word for found in lexicon.words(["Qu", "I", "E", "T"])[4]}


def test_an_6_tiles_q_and_u_are_two_letters(lexicon: Lexicon) -> None:
    lists = lexicon.words(["Q", "U", "I", "T"])
    assert "QUIT" in {found.word for found in lists[4]}
    assert "QUIT" not in {found.word for found in lists.get(3, [])}
    assert "QI" in {found.word for found in lists[2]}


def test_a_slur_is_accepted_and_not_shown(lexicon: Lexicon) -> None:
    assert lexicon.look_up("shit").found
    assert not lexicon.is_shown("shit")
    assert lexicon.is_shown("shiitake")
    assert 4 not in lexicon.words(tiles("hhst"))
    assert "SHIT" not in {found.word for found in lexicon.words(tiles("shit"))[4]}
    assert "SHIT" in {found.word for found in lexicon.words(tiles("shit"), unshown=True)[4]}


def test_lengths_and_the_narrower_list_can_be_asked_for(lexicon: Lexicon) -> None:
    assert list(lexicon.words(tiles("acerbt"), shortest=4, longest=4)) == [4]
    narrow = lexicon.words(tiles("acerbt"), standard=True)
    assert "CABRE" not in {found.word for found in narrow[5]}
    assert all(found.standard for row in narrow.values() for found in row)
    assert lexicon.words([]) == {}


def test_words_of_the_house_count_and_say_so() -> None:
    with Lexicon.open(house=["Grpl", "quaxi"]) as lexicon:
        entry = lexicon.look_up("grpl")
        assert (entry.found, entry.lists, entry.reason) == (
            True,
            ("words", "house"),
            "GRPL is a word of this table's own list",
        )
        assert [found.word for found in lexicon.words(tiles("quaxi"))[4]] == ["QUAXI"]
        assert lexicon.lists["house"] == 2


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        ("acerbt", "A C E R B T"),
        ("QUIT", "Qu I T"),
        ("QuIT", "Qu I T"),
        ("quiet?", "Qu I E T ?"),
        ("Qu I T", "Qu I T"),
        ("Q U I T", "Q U I T"),
        ("q,u", "Q U"),
        ("qi", "Q I"),
        ("QQUU", "Q Qu U"),
    ],
)
def test_letters_are_read_as_tiles(text: str, symbols: str) -> None:
    assert tiles(text) == tuple(symbols.split())
    assert tiles(as_text(tiles(text))) == tiles(text)


@pytest.mark.parametrize("text", ["", "  ", "a1", "é", "a-b", "\0"])
def test_letters_that_are_no_tiles_are_refused(text: str) -> None:
    with pytest.raises(BadValue, match="expected letters, Qu, or"):
        tiles(text)


@pytest.mark.parametrize("symbols", [["?", "?", "?"], ["qu"], ["QU"], ["AB"], ["a"], [""]])
def test_symbols_that_are_no_tiles_are_refused(lexicon: Lexicon, symbols: list[str]) -> None:
    with pytest.raises(BadValue):
        lexicon.words(symbols)


def test_spellings_and_laying_a_word() -> None:
    assert spellings("quit") == [("Qu", "I", "T"), ("Q", "U", "I", "T")]
    assert spellings("race") == [("R", "A", "C", "E")]
    assert makes(["Qu", "I", "T"], "QUIT") == ("Qu", "I", "T")
    assert makes(["Q", "U", "I", "?"], "quit") == ("Q", "U", "I", "?")
    assert makes(["Qu", "T", "S"], "uts") is None
    assert makes(["?", "I", "T"], "quit") is None


def test_words_are_printed_by_length_with_counts(lexicon: Lexicon) -> None:
    lines, found = show.words(lexicon, "QUIT")
    assert found
    assert lines == ("QuIT: 3 words", "2 letters (2): IT TI", "3 letters (1): QUIT")
    assert show.words(lexicon, "hits").lines[-1] == "1 word more that counts but is not shown"
    assert show.words(lexicon, "zx") == (("ZX: no words",), False)


def test_a_check_prints_ruling_lists_and_length(lexicon: Lexicon) -> None:
    assert show.check(lexicon, "quiet") == (
        ("QUIET is a word (tier 1)", "accepted; in: words", "4 letters with Qu as one, 5 without"),
        True,
    )
    assert show.check(lexicon, "mary") == (("MARY is a person's name only", "not accepted; in: names"), False)
    assert show.check(lexicon, "grpl") == (("GRPL is in no list",), False)


def test_the_copyright_of_ukacd_is_displayed() -> None:
    assert any("Copyright (c) J Ross Beresford" in line for line in show.sources())
