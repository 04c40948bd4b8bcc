"""The printed cards: every word on its card's back, backs behind their fronts, words that fit."""

import re
import zlib
from base64 import a85decode
from itertools import groupby
from pathlib import Path

import pytest

from appliance import cards_pdf
from appliance.cards_pdf import PAPERS, fitted, grid, places, write
from appliance.cli import main
from appliance.errors import BadValue, Missing
from appliance.lexicon import decks
from appliance.pieces import cards as print_of
from appliance.pieces.tiles import ENGLISH


def pages(file: Path) -> list[str]:
    """The drawing commands of each page."""
    streams = re.findall(
        rb"/ASCII85Decode /FlateDecode[^>]*>>\s*stream\s(.*?)endstream", file.read_bytes(), re.S
    )
    texts = [zlib.decompress(a85decode(b"<~" + stream.strip(), adobe=True)) for stream in streams]
    return [text.decode("latin-1") for text in texts if b" Tj" in text or b" cm" in text]


def test_every_word_is_on_a_back_with_its_value(tmp_path: Path) -> None:
    count, sheets = write(tmp_path / "cards.pdf", "green")
    assert (count, sheets) == (100, 12)
    sides = pages(tmp_path / "cards.pdf")
    assert len(sides) == 24
    for number in range(sheets):
        some = decks.deck("green")[number * 9 : number * 9 + 9]
        drawn = re.findall(r"\(([A-Z]{4,7} \d+)\) Tj", sides[2 * number + 1])
        wanted = [f"{word} {ENGLISH.worth(word)}" for card in some for word in card.words]
        assert drawn == wanted
        assert not re.search(r"\([A-Z]{4,7} \d+\) Tj", sides[2 * number])


def test_the_same_cards_give_the_same_file(tmp_path: Path) -> None:
    for name in ("one.pdf", "two.pdf"):
        write(tmp_path / name, "red", "a3")
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


@pytest.mark.parametrize(("paper", "across", "down"), [("a4", 3, 3), ("letter", 3, 3), ("a3", 4, 4)])
def test_backs_lie_behind_their_fronts(paper: str, across: int, down: int) -> None:
    assert grid(paper) == (across, down)
    width, height = PAPERS[paper]
    fronts, backs = list(places(paper)), list(places(paper, back=True))
    assert len(fronts) == across * down
    short, long = sorted(print_of.SIZE)
    for (x, y), (behind, same) in zip(fronts, backs, strict=True):
        assert behind == pytest.approx(width - x - short)  # turned on the long edge
        assert same == y
        assert 5 < x < width - short - 5
        assert 5 < y < height - long - 5


def test_the_words_of_every_card_fit_at_a_size_that_people_can_read(tmp_path: Path) -> None:
    canvas = cards_pdf._canvas(tmp_path / "unused.pdf", "a4")
    width = (print_of.SIZE[0] - 2 * print_of.RIM) * 72 / 25.4
    for card in decks.every_card():
        size, lines = fitted(canvas, card.words, width, 140.0)
        assert size >= 6
        assert [word for line in lines for word in line.words] == [
            f"{w} {ENGLISH.worth(w)}" for w in card.words
        ]
        assert [line.length for line in lines if line.length] == [
            str(n) for n, _ in groupby(card.words, key=len)
        ]
        for line in lines:
            last = canvas.stringWidth(line.words[-1], "Helvetica", size)
            assert 1.4 * size + (len(line.words) - 1) * line.step + last <= width


def test_more_words_than_a_card_holds_are_refused(tmp_path: Path) -> None:
    canvas = cards_pdf._canvas(tmp_path / "unused.pdf", "a4")
    with pytest.raises(BadValue, match="500 words do not fit"):
        fitted(canvas, ["WORDS"] * 500, 220.0, 140.0)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cards.pdf"
    assert main(["cards", "--deck", "red", "--paper", "letter", str(file)]) == 0
    assert "100 cards on 12 sheets of LETTER" in capsys.readouterr().out
    assert file.read_bytes().startswith(b"%PDF")
    assert main(["cards", str(tmp_path / "no" / "such" / "folder.pdf")]) == 2
    assert "cannot write" in capsys.readouterr().err


def test_papers_and_decks_that_do_not_exist(tmp_path: Path) -> None:
    with pytest.raises(Missing, match="there is: a4, letter, a3"):
        write(tmp_path / "cards.pdf", "green", "a5")
    with pytest.raises(Missing, match="no deck 'blue'"):
        write(tmp_path / "cards.pdf", "blue")
