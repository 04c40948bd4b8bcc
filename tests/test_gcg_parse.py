"""Recorded games as text: bytes to text, lines to values, in all the ways that programs write them."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.games.scrabble.gcg import decode, parse, split_nick
from appliance.games.scrabble.gcg_moves import (
    Challenge,
    Exchange,
    Lay,
    Move,
    Pass,
    Rack,
    Time,
    Withdraw,
    parse_move,
)
from appliance.games.scrabble.gcg_tiles import joined, named_in, sets_with
from appliance.games.scrabble.squares import Square

ACROSS = Lay(Square(7, 3), False, "JETON")


@pytest.mark.parametrize(
    ("line", "rack", "move", "score", "total"),
    [
        ("DEMJNOT 8D JETON +40 40", "DEMJNOT", ACROSS, 40, 40),
        ("DEMJNOT  8d   JETON    +40   40  ", "DEMJNOT", ACROSS, 40, 40),
        ("8D JETON +40 40", "", ACROSS, 40, 40),
        ("DEMJNOT 8D JETON +40 40 JO, ET and a remark", "DEMJNOT", ACROSS, 40, 40),
        ("DEMJNOT 08D JETON* 40 40", "DEMJNOT", ACROSS, 40, 40),
        ("(DEMJNOT) 8D JETON +40 40", "(DEMJNOT)", ACROSS, 40, 40),
        ("D E M J 8D JETON +40 40", "D E M J", ACROSS, 40, 40),
        ("?? H2 .o(AB)T +1 2", "??", Lay(Square(1, 7), True, ".o(AB)T"), 1, 2),
        ("CH 8D [CH]A[rr] +1 2", "CH", Lay(Square(7, 3), False, "ĈAř"), 1, 2),
        ("ABC -  +0 9", "ABC", Pass(), 0, 9),
        ("  - +0 9", "", Pass(), 0, 9),
        ("ABC - +0 9 2 words", "ABC", Pass(), 0, 9),
        ("ABC pass +0 9", "ABC", Pass(), 0, 9),
        ("PASS - +0 9", "PASS", Pass(), 0, 9),
        ("ABC -AB +0 9", "ABC", Exchange("AB"), 0, 9),
        ("ABC -ab? +0 9", "ABC", Exchange("ab?"), 0, 9),
        ("ABC - AB +0 9", "ABC", Exchange("AB"), 0, 9),
        ("ABC -5 +0 9", "ABC", Exchange("5"), 0, 9),
        ("ABC - 5 +0 9", "ABC", Exchange("5"), 0, 9),
        ("ABC --  -40 9", "ABC", Withdraw(), -40, 9),
        ("-- −40 9", "", Withdraw(), -40, 9),
        ("(challenge) +5 9", "", Challenge(), 5, 9),
        ("ABC (Challenge) -10 9", "ABC", Challenge(), -10, 9),
        ("(time) +-10 -9", "", Time(), -10, -9),
        ("ABC (time) -10 9", "ABC", Time(), -10, 9),
        ("(AB C?) +14 9", "", Rack("ABC?"), 14, 9),
        ("ABC (ABC) -7 9", "ABC", Rack("ABC"), -7, 9),
        ("() +0 9", "", Rack(""), 0, 9),
        ("bank=ABC 7 9", "", Rack("ABC"), 7, 9),
        ("ABC 8D AB +5", "ABC", Lay(Square(7, 3), False, "AB"), 5, None),
        ("ABC 8D AB", "ABC", Lay(Square(7, 3), False, "AB"), None, None),
    ],
)
def test_moves(line: str, rack: str, move: Move, score: int | None, total: int | None) -> None:
    assert parse_move(line) == (rack, move, (score, total))


@pytest.mark.parametrize(
    "line", ["", "ABC", "ABC 8D", "ABC 8D +40 40", "ABC 16A CAT +5 5", "- 8D C4T +5 5"][:5]
)
def test_lines_with_no_move(line: str) -> None:
    assert parse_move(line) is None


words = st.text("ABCXYZabcÄŁñ.", min_size=1, max_size=15)
moves = st.one_of(
    st.builds(Lay, st.builds(Square, st.integers(0, 14), st.integers(0, 14)), st.booleans(), words),
    st.builds(Exchange, st.text("ABQ?", min_size=1, max_size=7)),
    st.builds(Exchange, st.integers(1, 7).map(str)),
    st.builds(Rack, st.text("ABQ?", max_size=7)),
    st.sampled_from([Pass(), Withdraw(), Challenge(), Time()]),
)
racks = st.sampled_from(["", "ABCDEFG", "?", "ÄÖÜ"])


@given(racks, moves, st.integers(-999, 999), st.integers(-999, 999))
def test_every_move_reads_back_from_its_text(rack: str, move: Move, score: int, total: int) -> None:
    assert parse_move(f" {rack} {move} {score:+} {total}") == (rack, move, (score, total))


# Nicks


@pytest.mark.parametrize(
    ("body", "nick", "rest"),
    [
        ("Ida: AB 8D", "Ida", " AB 8D"),
        ("ida: AB", "Ida", " AB"),
        ("Ida : AB", "Ida", " AB"),
        ("Ida:AB", "Ida", "AB"),
        ("a:b: AB", "a:b", " AB"),
        ("x.!~`+=-__: AB", "x.!~`+=-__", " AB"),
        ("Jon Ash: AB", "Jon Ash", " AB"),
        ("Jon:AB", "Jon", "AB"),
        ('Ida" AB', "Ida", " AB"),
        ("Ida AB", "Ida", "AB"),
        ("no colon here", "", "no colon here"),
    ],
)
def test_nicks(body: str, nick: str, rest: str) -> None:
    assert split_nick(body, ["Ida", "a:b", "a"]) == (nick, rest)


def test_a_full_name_before_a_move_is_that_player() -> None:
    record = parse("#player1 Ida Ida Ash\n#player2 Jon Jon\n>Ida Ash: AB - +0 0\n>Jon: AB - +0 0\n")
    assert [event.nick for event in record.events] == ["Ida", "Jon"]
    assert record.players == {"Ida": "Ida Ash", "Jon": "Jon"}


def test_players_nobody_declared() -> None:
    assert list(parse(">Ida: AB - +0 0\n>Jon: AB - +0 0\n").players) == ["Ida", "Jon"]


# Whole texts

GAME = "#player1 Zoë Zoë\n#player2 Jon Jon\n>Zoë: AB - +0 0\n>Jon: AB - +0 0\n"


@pytest.mark.parametrize(
    "data",
    [
        GAME.encode("utf-8"),
        codecs.BOM_UTF8 + GAME.encode("utf-8"),
        GAME.encode("iso8859-1"),
        GAME.encode("utf-16"),
        b"#character-encoding UTF-8\n" + GAME.encode("utf-8"),
        b"#character-encoding ISO-8859-15\n" + GAME.encode("iso8859-15"),
        b"#character-encoding cp437\n" + GAME.encode("cp437"),
        b"#character-encoding UTF-8\n" + GAME.encode("iso8859-1"),  # not true
        b"#character-encoding ISO-8859-6\n" + GAME.encode("utf-8"),  # nor this
        b"#character-encoding rot13\n" + GAME.encode("utf-8"),
        b"#character-encoding none-such\n" + GAME.encode("iso8859-1"),
        GAME.replace("ë", "e\u0308").encode("utf-8"),
        GAME.replace("\n", "\r\n").encode("utf-8"),
        GAME.replace("\n", "\r").encode("utf-8"),
    ],
)
def test_every_encoding_gives_the_same_players(data: bytes) -> None:
    record = parse(decode(data))
    assert list(record.players) == ["Zoë", "Jon"]
    assert (len(record.events), record.problems) == (2, ())


def test_notes_run_on_and_may_quote() -> None:
    record = parse(f"{GAME}#note one\n>and two: he said\nthree\n#- four\n\n>Jon: AB - +0 0\n")
    assert (len(record.events), record.problems) == (3, ())
    assert ("note", "one") in record.pragmas


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "an empty file"),
        ("\ufeff\n \n", "an empty file"),
        ("PK\x03\x04\0\0", "not a text file"),
        ("Dear diary,\n8D was a bad idea.\n", "no GCG"),
        ("#player1 Ida Ida\n#player2 Jon Jon\n", "no moves"),
        (">Ida AB 8D CAT +5 5\n", "line 1: not understood: >Ida AB 8D CAT +5 5"),
        (f"{GAME}>Jon: AB 8D", "line 5: not understood"),
        (f"{GAME}>Jon: AB 8D CA", "line 5: no score"),
        (f"{GAME}>Jon: AB 8D CA +8", "line 5: no total; the file breaks off there"),
        (f"{GAME}>Jo", "line 5: not understood: >Jo"),
        (f"{GAME}#note hm\n>Jo", "line 6: not understood: >Jo"),
        (f"{GAME}#note hm\n>Kim (AB) +8 8\n", "line 6: not understood: >Kim"),
        (f"#player1 Ida A\n#player2 Ida B\n{GAME}", "line 2: two players share the nick Ida"),
        (f"{GAME}>{'x' * 5000}: AB - +0 0\n", "line 5: not understood"),
    ],
)
def test_what_cannot_be_read_is_said(text: str, why: str) -> None:
    assert any(problem.startswith(why) for problem in parse(text).problems)


@pytest.mark.parametrize("pragma", ["#incomplete", "#rack1 ABC"])
def test_a_game_saved_before_its_first_move_is_one(pragma: str) -> None:
    assert parse(f"#player1 Ida Ida\n#player2 Jon Jon\n{pragma}\n").problems == ()


@given(st.text() | st.text("#>:()-+ \n\r\tAbz?.8D5playernote", max_size=200))
def test_no_text_raises(text: str) -> None:
    record = parse(text)
    assert record.problems or record.players


# Languages


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("CSW24", "english"),
        ("NWL20", "english"),
        ("english set", "english"),
        ("GERMAN", "german"),
        ("RD28", "german"),
        ("FRA20", "french"),
        ("NSF25", "norwegian"),
        ("FILE2017", "spanish"),
        ("OSPS49", "polish"),
        ("DISC2", "catalan"),
    ],
)
def test_the_language_by_its_word_list(text: str, name: str) -> None:
    named = named_in(["", text])
    assert named
    assert named.name == name


def test_no_language_named() -> None:
    assert named_in(["", "our own list"]) is None


def test_the_language_by_its_letters() -> None:
    assert sets_with("ABC")[0].name == "english"
    assert [tiles.name for tiles in sets_with("ÜB")] == ["german"]
    assert [tiles.name for tiles in sets_with("ŁB")] == ["polish"]
    assert sets_with("ЖA") == []


def test_tiles_of_two_letters() -> None:
    assert joined("[CH]A[ll]O") == "ĈAḹO"
    assert joined("[L·L] [NY] [QU]") == "Ŀ Ņ Ǫ"
