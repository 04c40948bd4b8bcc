"""`tallybox cards`: the decks of AnagraScramble on paper, to print on both sides and cut out."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from appliance.errors import BadValue, Missing
from appliance.lexicon import decks
from appliance.lexicon.decks import Card
from appliance.phrases import say
from appliance.pieces import cards as print_of
from appliance.pieces.tiles import ENGLISH
from appliance.virtual.scene import default_font

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a3": (297.0, 420.0)}
"""Width and height of a sheet in mm."""

BOTH = "both"

_MM = 72 / 25.4
_FONT, _PLAIN, _BOLD = "Card", "Helvetica", "Helvetica-Bold"
_MARK, _GAP = 4.0, 1.5  # mm: length of a cut mark, its distance from the cards
_LEAST_BORDER = 6.0  # mm of a sheet along its edges that printers leave white
_SIZES = (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5, 5.0)  # points of the words on a back
_LEADING = 1.16
_BETWEEN = 0.9  # columns of words, over the size
_CAP_SHARE = 0.729  # height of a capital over the font's size, of the shipped font


class Numbered(NamedTuple):
    """A card and its number within its deck."""

    card: Card
    number: int


def write(file: str | Path, deck: str = BOTH, paper: str = "a4") -> tuple[int, int]:
    """Write the cards as PDF, fronts and backs on alternate pages; gives how many cards and sheets.

    `BadValue` if the file cannot be written, `Missing` for no such deck or paper, or without reportlab.
    """
    canvas = _canvas(file, paper)
    names = decks.DECKS if deck == BOTH else (deck,)
    cards = [Numbered(card, number) for name in names for number, card in enumerate(decks.deck(name), 1)]
    columns, rows = grid(paper)
    sheets = [cards[start : start + columns * rows] for start in range(0, len(cards), columns * rows)]
    for sheet in sheets:
        _cut_marks(canvas, paper)
        for place, one in zip(places(paper), sheet, strict=False):
            _on(canvas, place, 90, one, front)
        canvas.showPage()
        for place, one in zip(places(paper, back=True), sheet, strict=False):
            _on(canvas, place, -90, one, back)
        canvas.showPage()
    try:
        canvas.save()
    except OSError as error:
        raise BadValue(f"cannot write {file}: {error.strerror}") from error
    return len(cards), len(sheets)


def grid(paper: str) -> tuple[int, int]:
    """How many cards fit on a sheet, across and down, each standing on its short side."""
    width, height = print_of.SIZE
    across, down = (side - 2 * _LEAST_BORDER for side in PAPERS[paper])
    return int(across // height), int(down // width)


def places(paper: str, *, back: bool = False) -> Iterator[tuple[float, float]]:
    """Lower left corners of the cards in mm from the sheet's; backs begin at the right."""
    columns, rows = grid(paper)
    left, bottom = _origin(paper)
    width, height = print_of.SIZE
    for row in reversed(range(rows)):
        for column in reversed(range(columns)) if back else range(columns):
            yield left + column * height, bottom + row * width


def _origin(paper: str) -> tuple[float, float]:
    (columns, rows), (across, down) = grid(paper), PAPERS[paper]
    width, height = print_of.SIZE
    return (across - columns * height) / 2, (down - rows * width) / 2


def _canvas(file: str | Path, paper: str) -> Any:
    if paper not in PAPERS:
        raise Missing(f"no paper {paper!r}; there is: {', '.join(PAPERS)}")
    try:
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont
        from reportlab.pdfgen.canvas import Canvas
    except ImportError as error:
        raise Missing(f"printing needs the library reportlab: pip install reportlab ({error})") from error
    pdfmetrics.registerFont(TTFont(_FONT, default_font()))
    across, down = PAPERS[paper]
    # Invariant: the same cards give the same bytes.
    canvas = Canvas(str(file), pagesize=(across * _MM, down * _MM), invariant=1)
    canvas.setTitle(say("cards.title"))
    return canvas


def _cut_marks(canvas: Any, paper: str) -> None:
    (columns, rows), (left, bottom) = grid(paper), _origin(paper)
    width, height = print_of.SIZE
    right, top = left + columns * height, bottom + rows * width
    canvas.setLineWidth(0.3)
    canvas.setStrokeGray(0)
    for x in (left + column * height for column in range(columns + 1)):
        for y, way in ((bottom, -1), (top, 1)):
            canvas.line(x * _MM, (y + way * _GAP) * _MM, x * _MM, (y + way * (_GAP + _MARK)) * _MM)
    for y in (bottom + row * width for row in range(rows + 1)):
        for x, way in ((left, -1), (right, 1)):
            canvas.line((x + way * _GAP) * _MM, y * _MM, (x + way * (_GAP + _MARK)) * _MM, y * _MM)


def _on(canvas: Any, place: tuple[float, float], turn: int, one: Numbered, draw: Any) -> None:
    """Draw a side with the origin in the card's lower left corner, in points, x along its long side."""
    width, height = print_of.SIZE
    x, y = place
    canvas.saveState()
    canvas.translate((x + (height if turn > 0 else 0)) * _MM, (y + (0 if turn > 0 else width)) * _MM)
    canvas.rotate(turn)
    draw(canvas, one)
    canvas.restoreState()


def front(canvas: Any, one: Numbered) -> None:
    """The jumble, large, and the band of the deck's colour with the number."""
    width, height = (side * _MM for side in print_of.SIZE)
    _band(canvas, one, print_of.RIM)
    size = print_of.CAPITAL * _MM / _CAP_SHARE
    wide = canvas.stringWidth(one.card.jumble, _FONT, size)
    size *= min(1.0, print_of.WIDEST * _MM / wide)
    _ink(canvas, print_of.BLACK)
    canvas.setFont(_FONT, size)
    canvas.drawCentredString(
        width / 2, height - print_of.MIDDLE * _MM - size * _CAP_SHARE / 2, one.card.jumble
    )


def back(canvas: Any, one: Numbered) -> None:
    """The words by length, each with its value, as large as there is room for."""
    width, height = (side * _MM for side in print_of.SIZE)
    rim = print_of.RIM * _MM
    band = 5.0
    _band(canvas, one, print_of.SIZE[1] - print_of.RIM - band, band, one.card.jumble)
    room = (width - 2 * rim, height - (2 * print_of.RIM + band + 1.0) * _MM)
    size, lines = fitted(canvas, one.card.words, *room)
    y = room[1] + rim
    for length, words, step in lines:
        y -= size * _LEADING
        _ink(canvas, print_of.INKS[one.card.deck])
        canvas.setFont(_BOLD, size)
        canvas.drawString(rim, y, length)
        _ink(canvas, print_of.BLACK)
        canvas.setFont(_PLAIN, size)
        for number, word in enumerate(words):
            canvas.drawString(rim + _indent(size) + number * step, y, word)


class Line(NamedTuple):
    """A line of a back: the length of its words where it changes, the words with their values, their step."""

    length: str
    words: tuple[str, ...]
    step: float


def fitted(canvas: Any, words: Sequence[str], width: float, height: float) -> tuple[float, list[Line]]:
    """The largest size in points at which the words fit into the room, and their lines."""
    for size in _SIZES:
        lines = _lines(canvas, words, size, width)
        if len(lines) * size * _LEADING <= height:
            return size, lines
    raise BadValue(f"{len(words)} words do not fit on a card")


def _lines(canvas: Any, words: Sequence[str], size: float, width: float) -> list[Line]:
    lines: list[Line] = []
    for length, group in groupby(words, key=len):
        valued = [f"{word} {ENGLISH.worth(word)}" for word in group]
        step = _step(canvas, valued, size)
        columns = max(1, int((width - _indent(size) + _BETWEEN * size) // step))
        lines += [
            Line("" if start else str(length), tuple(valued[start : start + columns]), step)
            for start in range(0, len(valued), columns)
        ]
    return lines


def _step(canvas: Any, valued: Sequence[str], size: float) -> float:
    """From one column of words to the next."""
    return max(float(canvas.stringWidth(word, _PLAIN, size)) for word in valued) + _BETWEEN * size


def _indent(size: float) -> float:
    return 1.4 * size


def _band(canvas: Any, one: Numbered, bottom: float, high: float = print_of.BAND, middle: str = "") -> None:
    width, rim = print_of.SIZE[0] * _MM, print_of.RIM * _MM
    _ink(canvas, print_of.INKS[one.card.deck])
    canvas.roundRect(rim, bottom * _MM, width - 2 * rim, high * _MM, 1.5 * _MM, stroke=0, fill=1)
    size = print_of.SMALL * _MM / _CAP_SHARE
    y = (bottom + (high - print_of.SMALL) / 2) * _MM
    canvas.setFillGray(1)
    canvas.setFont(_FONT, size)
    canvas.drawString(2 * rim, y, say(f"cards.{one.card.deck}"))
    canvas.drawCentredString(width / 2, y, middle)
    canvas.drawRightString(width - 2 * rim, y, str(one.number))


def _ink(canvas: Any, colour: tuple[int, int, int]) -> None:
    canvas.setFillColorRGB(*(value / 255 for value in colour))


def print_cards(file: str, deck: str, paper: str) -> int:
    """Write the file and say how to print it."""
    count, sheets = write(file, deck, paper)
    print(say("cards.written", file=file, n=count, sheets=sheets, paper=paper.upper()))
    return 0
