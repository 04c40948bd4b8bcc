"""A game of Auction Scrabble as GCG: written, read back, and held to be right by `tallybox gcg check`."""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.cli import main
from appliance.games.auctionscrabble import bot
from appliance.games.auctionscrabble import game as auction
from appliance.games.auctionscrabble.rules import Options
from appliance.games.bots import Bot
from appliance.games.catalogue import GAMES, Setup
from appliance.games.scrabble.gcg import parse
from appliance.games.scrabble.gcg_moves import Exchange, Lay, Pass, Rack
from appliance.games.scrabble.gcg_replay import check
from appliance.games.scrabble.gcg_write import Line, Note, nicks, write
from appliance.games.scrabble.squares import Square
from appliance.games.script import Misfit, Play
from appliance.games.views import Standing
from appliance.journal import Journal
from appliance.lexicon import Lexicon
from tests.auction_party import AuctionParty
from tests.bot_kit import NAMES
from tests.test_auctionscrabble_bots import anything, hasty

USUAL = Options()
BOTS = (bot.sensibly, hasty, anything)


def text_of(game: AuctionParty, lexicon: Lexicon, options: Options = USUAL) -> str:
    return auction.as_gcg(game.names, options, lexicon, game.play.answers)


def played(lexicon: Lexicon, seats: int, seed: int, draw: Bot, options: Options = USUAL) -> Play[Standing]:
    rng = Random(seed)
    play = Play(lambda: auction.play(NAMES[:seats], options, lexicon))
    while not play.over:
        play.give(draw(play.prompt, rng, lexicon))
    return play


OPTIONS = [USUAL, Options(words_checked=False, exchange=True), Options(points=20, floor=False)]


@pytest.mark.parametrize("seed", range(12))
def test_what_is_written_is_read_back_and_right(lexicon: Lexicon, seed: int) -> None:
    options = OPTIONS[seed // 3 % 3]
    names = NAMES[: 2 + seed % 3]
    play = played(lexicon, len(names), seed, BOTS[seed % 3], options)
    record = parse(auction.as_gcg(names, options, lexicon, play.answers))
    report = check(record)
    assert report.ok, (report.mismatches, report.problems)
    assert list(record.players.values()) == names
    assert not record.problems
    laid = sum(answer.verb in ("board", "place") for answer in play.answers)
    assert (20 if seed % 3 == 0 else 0) <= report.plays <= laid
    # The accounts are what was given, less the bids in the notes, plus the totals of the record (AU-9), but
    # where the floor caught somebody (AU-11).
    paid = dict.fromkeys(names, 0)
    for key, note in record.pragmas:
        words = note.split()
        if key == "note" and words[1:2] == ["gets"]:
            paid[words[0]] += int(words[-1])
    assert play.result
    for place in play.result.places:
        account = options.points - paid[place.name] + report.final[place.name]
        assert place.score == (max(account, 0) if options.floor else account)


def test_a_game_in_lines(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, "Ana Ben").lot("H", "Ben 3, Ana 5")
    game.deals(Ana="ORSEQ?", Ben="STRANGE")
    game.lays("Ana", "8D hORSE").stands().lays("Ben", "I8 SEGNART").out()
    game.empty().passes("Ben")
    game.lays("Ana", "C8 H").stands()
    lines = text_of(game, lexicon).splitlines()
    assert lines[:4] == [
        "#character-encoding UTF-8",
        "#player1 Ana Ana",
        "#player2 Ben Ben",
        "#incomplete",
    ]
    assert lines[4].startswith("#note Auction Scrabble. Totals are points of words; everybody began with 100")
    assert "#note Ana gets H for 5" in lines
    assert "#note Ana gets the blank for 0" in lines
    moves = [line for line in lines if line.startswith(">")]
    assert moves[:4] == [
        ">Ana: EHOQRS? 8D hORSE +8 8",
        ">Ben: AEGNRST I8 SEGNART +65 65",
        ">Ben: AEGNRST -- -65 0",
        ">Ben: AEGNRST - +0 0",
    ]


def test_the_end_in_lines(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, "Cleo Ana").lot("H", "Ana 93, Cleo 94").deals(Cleo="DEAIOU", Ana="STRANGE")
    game.passes("Cleo")
    game.scored("Ana", "8B STRANGE")
    game.empty().passes("Cleo").go_on().go_on()
    assert game.play.over
    text = text_of(game, lexicon)
    assert "#incomplete" not in text
    total = check(parse(text)).final["Ana"]
    assert text.splitlines()[-4:] == [
        ">Cleo: ADEHIOU (ADEHIOU) -11 -11",  # a record knows no floor
        f">Ana: (ADEHIOU) +11 {total}",
        "#note Cleo 0: 100 − 94 + 0 = 6, less A D E H I O U",
        f"#note Ana {100 + total}: 100 − 0 + {total - 11} = {89 + total}, and the others’ tiles",
    ]


def test_exchanged_tiles_are_named(lexicon: Lexicon) -> None:
    game = AuctionParty(lexicon, "Ana Ben", exchange=True).deals(Ana="HORSEQ?", Ben="STRANGE").passes("Ana")
    game.act("Ana", "return", "?").act("Ana", "return", "Q").act("Ana", "done")
    text = text_of(game, lexicon, Options(exchange=True))
    assert ">Ana: EHOQRS? -Q? +0 0" in text
    assert check(parse(text)).ok


def test_answers_of_other_rules_are_refused(lexicon: Lexicon) -> None:
    play = played(lexicon, 2, 0, hasty)
    with pytest.raises(Misfit):
        auction.as_gcg(NAMES[:2], Options(points=1), lexicon, play.answers)


# The writer


def test_names_become_nicks_without_spaces() -> None:
    assert nicks(["Ana Maria", "Zoë", "Ana:Maria", "ana_maria", "…"]) == [
        "Ana_Maria",
        "Zoë",
        "Ana_Maria_2",
        "ana_maria_3",
        "_",
    ]


LETTERS = st.characters(categories=["L", "N", "P", "S", "Zs"])


@given(st.lists(st.text(LETTERS, min_size=1, max_size=8), min_size=2, max_size=4, unique=True))
def test_players_of_any_name_are_found_again(names: list[str]) -> None:
    whole = [" ".join(name.split()) or "-" for name in names]
    text = write(whole, [Line(seat, "", Pass(), 0) for seat in range(len(names))])
    record = parse(text)
    assert len(record.players) == len(names)
    assert len(record.events) == len(names)


def test_every_kind_of_line() -> None:
    entries = [
        Note("a remark"),
        Line(0, "CART?", Lay(Square(7, 7), False, "CaRT"), 10),
        Line(1, "AB", Exchange("A"), 0),
        Line(0, "", Pass(), 0),
        Line(1, "B", Rack("B"), -3),
        Line(0, "", Rack("B"), 3),
    ]
    text = write(["Ana", "Ben"], entries)
    assert text.splitlines()[3:] == [
        "#note a remark",
        ">Ana: CART? 8H CaRT +10 10",
        ">Ben: AB -A +0 0",
        ">Ana: - +0 10",
        ">Ben: B (B) -3 -3",
        ">Ana: (B) +3 13",
    ]
    assert check(parse(text)).final == {"Ana": 13, "Ben": -3}


# The command


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for name in ("STATE_DIRECTORY", "TALLYBOX_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def store(folder: Path, name: str, play: Play[Standing] | None) -> None:
    """A game in the journal, with these answers or just begun."""
    journal = Journal(folder / "state" / "tallybox" / "journal.db")
    number = journal.begin(Setup.of(GAMES[name], NAMES[:2]).as_values())
    for answer in play.answers if play else ():
        journal.answer(number, answer, 0)
    journal.close()


def test_the_journal_exports_what_the_checker_accepts(
    home: Path, lexicon: Lexicon, capsys: pytest.CaptureFixture[str]
) -> None:
    play = played(lexicon, 2, 1, hasty)
    store(home, "auction-scrabble", play)
    store(home, "anabid", None)
    assert main(["journal", "export", "--gcg"]) == 0  # the newest of Auction Scrabble
    text = capsys.readouterr().out
    file = home / "game.gcg"
    file.write_text(text, "utf-8")
    assert main(["gcg", "check", str(file)]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["ok"]
    assert report["plays"] > 3
    assert set(report["final"]) == {"Ana", "Ben"}
    assert main(["journal", "export", "--gcg", "1"]) == 0
    assert capsys.readouterr().out == text


def test_only_auction_scrabble_has_such_a_record(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store(home, "anabid", None)
    assert main(["journal", "export", "--gcg", "1"]) == 2
    assert "Auction Scrabble" in capsys.readouterr().err
