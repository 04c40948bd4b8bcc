"""The text in the package, what it owes to its sources, and word lists that a table brings."""

from itertools import pairwise
from pathlib import Path

import pytest

from appliance.errors import ApplianceError, Missing
from appliance.lexicon import BadWordList, read_word_list
from appliance.lexicon.sources import DATA, FILES, LISTS, digest, entries, version


@pytest.mark.parametrize("file", LISTS)
def test_lists_are_sorted_plain_and_small(file: str) -> None:
    lines = list(entries(file))
    assert all(before < after for before, after in pairwise(lines))
    marks = "'-" if file == "punct.txt" else ""
    assert all(set(line) <= set("abcdefghijklmnopqrstuvwxyz" + marks) for line in lines)
    assert (DATA / file).stat().st_size <= 3_000_000


def test_a_word_is_in_one_file_and_has_2_to_15_letters() -> None:
    words = [word for file in FILES for word in entries(file)]
    assert len(words) == len(set(words))
    assert {len(word) for word in words} == set(range(2, 16))


def test_unshown_words_are_words() -> None:
    assert set(entries("unshown.txt")) <= {word for file in FILES for word in entries(file)}


def test_marks_stand_between_letters() -> None:
    for form in entries("punct.txt"):
        assert form[0].isalpha()
        assert form[-1].isalpha()
        assert not form.isalpha()


def test_the_version_is_that_of_the_text() -> None:
    assert version() == digest()


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("SCOWL-copyright.txt", "Copyright 2000-2018 by Kevin Atkinson"),
        ("SCOWL-copyright-debian.txt", "Copyright 1993, Geoff Kuenning"),
        ("UKACD-readme.txt", "LICENSING INFORMATION"),
        ("WordNet-copyright.txt", "WordNet 3.0 Copyright 2006 by Princeton University"),
        ("iso-codes-LGPL-2.1.txt", "GNU LESSER GENERAL PUBLIC LICENSE"),
        ("NOTICE.txt", "Copyright (c) J Ross Beresford 1993-2000. All Rights Reserved."),
        ("NOTICE.txt", "(c) GeoNames, licensed under CC BY 4.0"),
        ("NOTICE.txt", "ENABLE"),
        ("NOTICE.txt", "MODIFIED"),
    ],
)
def test_the_notices_of_the_sources_are_shipped(file: str, text: str) -> None:
    assert text in (DATA / "LICENSES" / file).read_text("utf-8")


def test_a_word_list_is_read_and_its_bad_lines_reported(tmp_path: Path) -> None:
    path = tmp_path / "house.txt"
    path.write_text("\ufeff# ours\nGrpl quaxi\nx\nn00b # why not\ngrpl\n" + "z" * 99 + "\n", "utf-8")
    words, problems = read_word_list(path)
    assert words == ["grpl", "quaxi"]
    assert problems[:2] == [
        "line 3: 'x' is not 2 to 15 letters of a to z",
        "line 4: 'n00b' is not 2 to 15 letters of a to z",
    ]
    assert len(problems) == 3
    assert len(problems[2]) < 80


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "no words in"),
        (b"# only a comment\n\n", "no words in"),
        (b"1 2 3\n???\n", "no words in"),
        (b"\x7fELF\0\0\0words", "is a binary file"),
        ("cat\ncaf\xe9\n".encode("latin-1"), "is not UTF-8 text: line 2 has the byte 0xe9"),
        ("cat\n".encode("utf-16"), "is a binary file"),
    ],
)
def test_rubbish_is_no_word_list(tmp_path: Path, raw: bytes, message: str) -> None:
    path = tmp_path / "house.txt"
    path.write_bytes(raw)
    with pytest.raises(BadWordList, match=message) as caught:
        read_word_list(path)
    assert isinstance(caught.value, ApplianceError)
    assert isinstance(caught.value, ValueError)
    assert str(path) in str(caught.value)


def test_a_word_list_that_is_not_there_or_a_folder(tmp_path: Path) -> None:
    with pytest.raises(Missing, match="no word list at"):
        read_word_list(tmp_path / "none.txt")
    with pytest.raises(BadWordList, match="cannot read the word list"):
        read_word_list(tmp_path)


def test_a_word_list_of_many_megabytes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "house.txt"
    with path.open("wb") as file:
        file.truncate(30_000_000)  # a hole, no bytes on the disk
    with pytest.raises(BadWordList, match="too large"):
        read_word_list(path)
