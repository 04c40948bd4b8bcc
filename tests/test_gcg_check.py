"""`tallybox gcg check`: games replayed, sums compared, slips named; never an exception."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.cli import main
from appliance.games.scrabble.board import Board
from appliance.games.scrabble.gcg import decode, parse
from appliance.games.scrabble.gcg_moves import Lay, Withdraw
from appliance.games.scrabble.gcg_replay import Report, as_play, check

DATA = Path(__file__).parent / "data" / "gcg"


def read(name: str) -> str:
    return decode((DATA / name).read_bytes())


def checked(text: str) -> Report:
    return check(parse(text))


def slips(text: str) -> list[tuple[int, int, int, bool]]:
    return [(m.line, m.recorded, m.computed, m.of_total) for m in checked(text).mismatches]


TWO = read("two_players.gcg")


@pytest.mark.parametrize(
    ("name", "plays", "final", "tiles"),
    [
        ("two_players.gcg", 29, {"Ida": 244, "Jon": 296}, "english"),
        ("three_players.gcg", 31, {"Zoë": 216, "Uwe": 223, "Mr_X:2": 129}, "english"),
        ("six_zeroes.gcg", 0, {"Ola": -7, "Pim": -6}, "english"),
        ("german.gcg", 3, {"Uta": 40, "Veit": 4}, "german"),
    ],
)
def test_games_that_are_right(name: str, plays: int, final: dict[str, int], tiles: str) -> None:
    report = checked(read(name))
    assert (report.ok, report.plays, report.final, report.notes) == (True, plays, final, ())
    assert report.tile_set.name == tiles


# The same game as other programs write it


def whole_words(text: str) -> str:
    """With the older tiles' letters instead of dots, taken from the game itself."""
    board, back = Board(), Board()
    lines = text.split("\n")
    for event in parse(text).events:
        if isinstance(event.move, Withdraw):
            board = back
        if isinstance(event.move, Lay):
            play = as_play(board, event.move)
            assert not isinstance(play, str)
            back, board = board, board.put(play.laid)
            word = "".join(board.at(square) for square in play.squares)
            lines[event.line - 1] = lines[event.line - 1].replace(event.move.word, word)
    return "\n".join(lines)


def in_brackets(text: str) -> str:
    """With the older tiles' letters in brackets."""
    lines = []
    for dotted, whole in zip(text.split("\n"), whole_words(text).split("\n"), strict=True):
        old, new = dotted.split(), whole.split()
        changed = [
            re.sub(r"\)\(", "", "".join(f"({b})" if a == "." else b for a, b in zip(one, other, strict=True)))
            if one != other
            else one
            for one, other in zip(old, new, strict=True)
        ]
        lines.append(" ".join(changed))
    return "\n".join(lines)


def small_places(text: str) -> str:
    return re.sub(r" ([0-9]+[A-O]|[A-O][0-9]+) ", lambda found: found[0].lower(), text)


def without_racks(text: str) -> str:
    return re.sub(r"^(>\w+:) [A-Z?]{1,7} ", r"\1  ", text, flags=re.MULTILINE)


def swapped(text: str) -> str:
    place = r" ([0-9]+[A-O]|[A-O][0-9]+) ([A-Za-z.]+)"
    return re.sub(place, lambda found: f" {found[1]} {found[2].swapcase()}", text)


def older_withdrawal(text: str) -> str:
    return text.replace("--  -40", "--  +0")


def without_signs(text: str) -> str:
    return text.replace(" +", " ")


@pytest.mark.parametrize(
    "style",
    [
        whole_words,
        in_brackets,
        small_places,
        without_racks,
        swapped,
        older_withdrawal,
        without_signs,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace(" ", "\t\t"),
        lambda text: text.replace("#lexicon CSW24\n", ""),
    ],
)
def test_every_style_of_the_same_game_gives_the_same_sums(style: Callable[[str], str]) -> None:
    other, same = checked(style(TWO)), checked(TWO)
    assert other.problems == ()
    assert (other.mismatches, other.final, other.plays) == (same.mismatches, same.final, same.plays)


# Slips


def test_a_wrong_score_is_one_slip_even_if_all_totals_follow_it() -> None:
    wrong = TWO.replace("Z.OS +33 53", "Z.OS +35 55")
    assert slips(wrong) == [(18, 35, 33, False)]
    shifted = re.sub(
        r"^(>Ida: .* )(-?[0-9]+)$",
        lambda found: f"{found[1]}{int(found[2]) + (2 if int(found[2]) > 55 else 0)}",
        wrong,
        flags=re.MULTILINE,
    )
    assert slips(shifted) == [(18, 35, 33, False)]
    assert checked(shifted).final == checked(TWO).final  # as computed


def test_a_wrong_total_is_one_slip() -> None:
    assert slips(TWO.replace("Z.OS +33 53", "Z.OS +33 54")) == [(18, 54, 53, True)]


@pytest.mark.parametrize(
    ("right", "wrong", "recorded", "computed"),
    [
        ("-V +0", "-V +3", 3, 0),
        ("-  +0", "-  +3", 3, 0),
        ("--  -40", "--  -39", -39, -40),
        ("(AILV) +14", "(AILV) +7", 7, 14),
        ("(time) -10", "(time) +10", 10, -10),
        ("BROnCH. +43", "BRONCH. +43", 43, 45),
    ],
)
def test_slips_of_every_kind(right: str, wrong: str, recorded: int, computed: int) -> None:
    report = checked(TWO.replace(right, wrong))
    assert not report.ok
    assert (report.mismatches[0].recorded, report.mismatches[0].computed) == (recorded, computed)


def test_a_rack_left_over_counts_once_where_others_lose_theirs() -> None:
    game = "#player1 A A\n#player2 B B\n>A: CAT 8G CAT +10 10\n"
    assert slips(f"{game}>A: (QE) +22 32\n") == []
    assert slips(f"{game}>A: (QE) +11 21\n>B: QE (QE) -11 -11\n") == []
    assert slips(f"{game}>A: (QE) +11 21\n") == [(4, 11, 22, False)]
    assert slips(f"{game}>A: (QE) +22 32\n>B: QE (QE) -11 -11\n") == [(4, 22, 11, False)]
    assert slips(f"{game}>A: (?) +0 10\n") == []


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (">B: BOB H7 BOB +9 9", "line 4: H7 BOB: H8 has a tile already: A"),
        (">B: TEAM 8M TEAM +9 9", "line 4: 8M TEAM: 8M TEAM runs off the board"),
        (">B: TEAM H9 T.M +9 9", "line 4: H9 T.M: there is a gap at H10"),
        (">B: CAT 8G CAT +9 9", "line 4: 8G CAT: no new tile lies there"),
        (">B: CAT -- -9 -9", "line 4: B has no play to take back"),
    ],
)
def test_plays_that_cannot_be_made_are_problems(line: str, why: str) -> None:
    report = checked(f"#player1 A A\n#player2 B B\n>A: CAT 8G CAT +10 10\n{line}\n>A: S 8J S +6 16\n")
    assert (report.problems, report.mismatches) == ((why,), ())  # and the rest of the game goes on
    assert report.final["A"] == 16


def test_what_scores_but_is_odd_is_only_noted() -> None:
    game = "#player1 A A\n#player2 B B\n#rack1 ABC\n>A: QAT 8G QAT +24 24\n"
    assert checked(f"{game}>B: CAT 1A CAT +18 18\n").notes == (
        "line 5: 1A CAT: the new tiles touch none of the old ones",
    )
    assert checked(f"{game}>B: UQ H7 U.Q +12 12\n").notes == ("2 × Q, but there is only 1",)


def test_a_game_without_an_end_says_so() -> None:
    cut = TWO[: TWO.index(">Jon:  (AILV)")]
    assert checked(cut).ok
    assert checked(cut).notes == ("the record has no end",)
    assert checked(f"{cut}#incomplete\n").notes == ()


def test_boards_that_are_not_known() -> None:
    report = checked(TWO.replace("#lexicon", "#board-layout SuperCrosswordGame\n#lexicon"))
    assert report.problems == ("the board “supercrosswordgame” is not known",)
    assert checked(TWO.replace("#lexicon", "#board-layout standard15\n#lexicon")).ok


def test_a_language_that_nobody_names_is_known_by_its_letters() -> None:
    german = read("german.gcg").replace("#lexicon RD28\n", "")
    assert checked(german).tile_set.name == "german"
    assert checked(german).ok


def test_a_slip_in_a_short_english_game_is_not_taken_for_french() -> None:
    report = checked("#player1 A A\n#player2 B B\n>A: KAY 8G KAY +42 42\n")  # right with French tiles
    assert report.tile_set.name == "english"
    assert not report.ok


# The command


def test_the_command_prints_a_line_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = tmp_path / "wrong.gcg"
    wrong.write_text(TWO.replace("Z.OS +33 53", "Z.OS +35 53"), "utf-8")
    right = str(DATA / "two_players.gcg")
    assert main(["gcg", "check", right]) == 0
    assert main(["gcg", "check", right, str(wrong)]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == lines[1]
    assert list(lines[0]) == ["file", "plays", "mismatches", "final", "ok"]
    assert lines[0] == {
        "file": right,
        "plays": 29,
        "mismatches": [],
        "final": {"Ida": 244, "Jon": 296},
        "ok": True,
    }
    assert lines[2]["mismatches"] == [{"line": 18, "recorded": 35, "computed": 33}]
    assert lines[2]["ok"] is False


def test_a_wrong_total_is_marked_as_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = tmp_path / "wrong.gcg"
    wrong.write_text(TWO.replace("Z.OS +33 53", "Z.OS +33 52"), "utf-8")
    assert main(["gcg", "check", str(wrong)]) == 1
    slip = json.loads(capsys.readouterr().out)["mismatches"]
    assert slip == [{"line": 18, "recorded": 52, "computed": 53, "total": True}]


@pytest.mark.parametrize("data", [b"", b"\0\1\2\xff", b"<html>no game here</html>", TWO[:600].encode()])
def test_files_that_are_no_game(data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "odd.gcg"
    path.write_bytes(data)
    assert main(["gcg", "check", str(path)]) == 1
    line = json.loads(capsys.readouterr().out)
    assert line["ok"] is False
    assert line["problem"]


def test_the_language_and_the_notes_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "german.gcg"
    path.write_text(read("german.gcg").replace("E8 .AUGEN", "E1 LAUGEN").replace("+16 40", "+22 46"), "utf-8")
    main(["gcg", "check", str(path)])
    line = json.loads(capsys.readouterr().out)
    assert line["tiles"] == "german"
    assert "touch none" in line["notes"][0]


def test_a_file_that_does_not_exist_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gcg", "check", "no/such.gcg"]) == 2
    assert "there is no file no/such.gcg" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["gcg"], ["gcg", "check"], ["gcg", "chek", "x"]])
def test_a_command_line_that_is_none(words: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(words)
    assert stopped.value.code == 2


# Whatever comes


@given(st.binary(max_size=300))
def test_no_bytes_raise(data: bytes) -> None:
    report = check(parse(decode(data)))
    assert report.problems or report.final


@given(st.data())
def test_no_damage_raises(data: st.DataObject) -> None:
    raw = bytearray(TWO.encode())
    for _ in range(data.draw(st.integers(1, 5))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    check(parse(decode(bytes(raw[: data.draw(st.integers(0, len(raw)))]))))


@given(st.integers(0, 28), st.integers(-9, 9).filter(bool))
def test_any_one_wrong_score_is_found(which: int, off: int) -> None:
    event = [e for e in parse(TWO).events if str(e.move)[0].isalnum()][which]
    lines = TWO.split("\n")
    assert event.score is not None
    lines[event.line - 1] = lines[event.line - 1].replace(f"+{event.score} ", f"{event.score + off:+} ")
    found = slips("\n".join(lines))
    assert (event.line, event.score + off, event.score, False) in found
    assert len(found) == 1
