"""The tool that makes the text: its rules on small inputs, and its hand files against what it made."""

from pathlib import Path

import pytest

from appliance.lexicon.letters import fold, is_plain
from appliance.lexicon.sources import FILES, entries
from tools.build_lexicon import punctuated, unshown, words
from tools.build_lexicon.letters import entries as hand_entries
from tools.build_lexicon.letters import is_letters, write
from tools.build_lexicon.wordnet import LOCATION, OBJECT, Synset, names, synsets


@pytest.fixture(scope="module")
def text() -> dict[str, int]:
    return {word: rank.tier for file, rank in FILES.items() for word in entries(file)}


def test_words_added_by_hand_are_in_the_text_with_their_tier(text: dict[str, int]) -> None:
    added = dict(words.by_hand())
    assert len(added) > 300
    assert {word: text.get(word) for word in added} == added


def test_words_denied_by_hand_are_not_in_the_text(text: dict[str, int]) -> None:
    denied = set(hand_entries(words.HAND / "deny.txt"))
    assert len(denied) > 200
    assert denied.isdisjoint(text)


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        (" Café ", "cafe"),
        ("Łódź", "lodz"),
        ("Kırşehir", "kirsehir"),
        ("Œuvre", "oeuvre"),
        ("can’t", "can't"),
        ("e‑mail", "e-mail"),
    ],
)
def test_accents_and_marks_are_folded(written: str, folded: str) -> None:
    assert fold(written) == folded


def test_only_a_to_z_are_letters() -> None:
    assert is_letters("cat", 2, 15)
    assert not any(is_letters(word, 2, 15) for word in ("a", "Cat", "can't", "café", "x" * 16))
    assert is_plain("cat")
    assert not any(map(is_plain, ["", "Cat", "é", "a b"]))


def test_sizes_of_scowl_become_tiers_and_symbols_stay_out(tmp_path: Path) -> None:
    folder = tmp_path / "scowl" / "usr" / "share" / "dict" / "scowl"
    folder.mkdir(parents=True)
    moby = tmp_path / "wordgame" / "wordgame"
    moby.mkdir(parents=True)
    (moby / "words.txt").write_text("tabers\ntaber\n", "utf-8")
    for name, lines in {
        "english-words.35": "race\ncat's\npH\n",
        "american-words.60": "caret\nrace\n",
        "british-words.70": "acerb\n",
        "english-words.80": "taber\ncabre\nvoilà\nbs\n",
        "english-words.95": "xxxx\n",
        "variant_3-words.35": "yyyy\n",
        "english-upper.35": "Mary\n",
    }.items():
        (folder / name).write_text(lines, "utf-8")
    wide = words.wide(tmp_path / "scowl", tmp_path / "wordgame")
    for word, _ in words.by_hand():
        wide.pop(word)
    assert wide == {
        "race": (1, True),
        "caret": (2, True),
        "acerb": (3, True),
        "taber": (4, True),
        "tabers": (4, True),
        "cabre": (4, False),
        "voila": (4, False),
    }


def test_wordnets_places_are_read_without_the_stars(tmp_path: Path) -> None:
    folder = tmp_path / "usr" / "share" / "wordnet"
    folder.mkdir(parents=True)
    (folder / "data.noun").write_text(
        "  1 This software and database is being provided to you\n"
        "00000001 17 n 01 star 0 000 | a sun\n"
        "00000002 17 n 01 Rigel 0 001 @i 00000001 n 0000 | a star\n"
        "00000003 15 n 02 Nile 0 Nile_River 0 001 @i 00000004 n 0000 | a river\n"
        "00000004 17 n 01 river 0 000 | water\n",
        "utf-8",
    )
    nouns = synsets(tmp_path, "noun")
    assert nouns["00000003"] == Synset(15, ("Nile", "Nile_River"), ("00000004",), True)
    assert list(names(nouns, LOCATION, OBJECT)) == ["Nile"]


def test_forms_with_marks_leave_out_names(tmp_path: Path) -> None:
    (tmp_path / "usr" / "share" / "dict" / "scowl").mkdir(parents=True)
    lemmas = (
        "X-ray",
        "O'Brien",
        "Anglo-Saxon",
        "blue-sky",
        "e-mail",
        "plain",
        "s'",
        "very-long-winded",
        "'tis",
    )
    forms = punctuated.forms(tmp_path, [{"1": Synset(0, lemmas, (), False)}])
    assert {"x-ray", "blue-sky", "e-mail"} <= forms
    assert forms.isdisjoint({"o'brien", "anglo-saxon", "plain", "s'", "very-long-winded", "'tis"})


def test_stems_catch_families_and_spare_the_innocent() -> None:
    assert unshown.unshown(["shit", "shitty", "shiitake", "shitake", "farther", "farting", "cat"]) == {
        "shit",
        "shitty",
        "farting",
    }
    assert unshown.unshown(["cockatoo", "penistone", "scunthorpe", "assess", "grape"]) == set()


def test_lists_are_written_sorted_and_once(tmp_path: Path) -> None:
    assert write(tmp_path / "new" / "list.txt", ["b", "a", "b"]) == 2
    assert (tmp_path / "new" / "list.txt").read_text("utf-8") == "a\nb\n"
