"""`tallybox mat`: the playing mat on paper, plain or with a board, on one sheet or two to be joined."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import cv2

from appliance.cards_pdf import PAPERS
from appliance.config import Config
from appliance.errors import BadValue, Missing
from appliance.phrases import say
from appliance.pieces import chart, mat
from appliance.pieces.track import COLOURS, LABEL, LINE, LINE_WIDTH, MARGIN, Track, load, track
from appliance.virtual.scene import BLACK

GAMES = ("bid-and-bluff",)
"""The games that have a board to print."""

BORDER = 5.0
"""What printers leave white along the edges of a sheet, in mm."""

_MM = 72 / 25.4
_FONT = "Helvetica-Bold"
_CAP_SHARE = 0.718  # height of a capital over the font's size
_CODE = 6  # squares along a marker's side, its black border among them
_BLEED = 0.02  # mm by which neighbouring squares of a marker overlap, so that no hair shows between them


class Page(NamedTuple):
    """A sheet: its width and height in mm, and where the mat's middle lies on it, from the upper left."""

    size: tuple[float, float]
    middle: tuple[float, float]


def scale(paper: str) -> float:
    """How much smaller than 400 × 300 mm the mat is printed: no more than the paper makes it."""
    wide, high = _sheets(paper)
    return min(1.0, (wide - 2 * BORDER) / mat.SIZE[0], (high - 2 * BORDER) / mat.SIZE[1])


def _sheets(paper: str) -> tuple[float, float]:
    """Width and height of all paper together: an A3 lying, or two other sheets standing side by side."""
    if paper not in PAPERS:
        raise Missing(f"no paper {paper!r}; there is: {', '.join(PAPERS)}")
    across, down = PAPERS[paper]
    return (down, across) if paper == "a3" else (2 * across, down)


def pages(paper: str) -> list[Page]:
    """One sheet with the mat in its middle, or two whose inner edges are joined to make the whole."""
    wide, high = _sheets(paper)
    if paper == "a3":
        return [Page((wide, high), (wide / 2, high / 2))]
    half = mat.SIZE[0] / 2 * scale(paper)
    return [
        Page((wide / 2, high), (BORDER + half, high / 2)),
        Page((wide / 2, high), (wide / 2 - BORDER - half, high / 2)),
    ]


def write(file: str | Path, board: Track | None = None, paper: str = "a4") -> int:
    """Write the mat as PDF, with a board on it if there is one; gives the number of sheets.

    `BadValue` if the file cannot be written, `Missing` for no such paper or without reportlab.
    """
    all_pages = pages(paper)
    canvas = _canvas(file)
    for number, page in enumerate(all_pages):
        canvas.setPageSize(tuple(side * _MM for side in page.size))
        canvas.saveState()
        if len(all_pages) > 1:
            _tab(canvas, page, number)
        canvas.translate(page.middle[0] * _MM, (page.size[1] - page.middle[1]) * _MM)
        canvas.scale(_MM * scale(paper), _MM * scale(paper))
        _draw(canvas, board)
        canvas.restoreState()
        canvas.showPage()
    _save(canvas, file)
    return len(all_pages)


def _save(canvas: Any, file: str | Path) -> None:
    try:
        canvas.save()
    except OSError as error:
        raise BadValue(f"cannot write {file}: {error.strerror}") from error


def _canvas(file: str | Path) -> Any:
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ImportError as error:
        raise Missing(f"printing needs the library reportlab: pip install reportlab ({error})") from error
    canvas = Canvas(str(file), invariant=1)  # the same mat gives the same bytes
    canvas.setTitle(say("mat.title"))
    return canvas


def _tab(canvas: Any, page: Page, number: int) -> None:
    """The white margin where two sheets are joined says how; nothing of the mat is printed on it."""
    inner = page.middle[0]
    x, width = (inner, page.size[0] - inner) if number == 0 else (0.0, inner)
    canvas.saveState()
    canvas.setFont("Helvetica", 9)
    canvas.setFillGray(0.35)
    canvas.translate((x + width / 2) * _MM, page.size[1] / 2 * _MM)
    canvas.rotate(90)
    canvas.drawCentredString(0, -3, say("mat.glue" if number == 0 else "mat.cut"))
    canvas.restoreState()
    clip = canvas.beginPath()
    left, right = (0.0, inner) if number == 0 else (inner, page.size[0])
    clip.rect(left * _MM, 0, (right - left) * _MM, page.size[1] * _MM)
    canvas.clipPath(clip, stroke=0, fill=0)


# In mm from the mat's middle, y downward as everywhere else


def _draw(canvas: Any, board: Track | None) -> None:
    w, h = mat.SIZE
    _fill(canvas, BLACK[::-1], -w / 2, -h / 2, w / 2, h / 2)
    for number, x, y in _markers():
        _marker(canvas, number, x, y)
    if board:
        _board(canvas, board)


def _fill(canvas: Any, colour: tuple[int, ...], left: float, top: float, right: float, bottom: float) -> None:
    canvas.setFillColorRGB(*(value / 255 for value in colour))
    canvas.rect(left, -bottom, right - left, bottom - top, stroke=0, fill=1)


def _markers() -> Iterator[tuple[int, float, float]]:
    """The markers' numbers and middles, clockwise from the upper left."""
    x, y = mat.SIZE[0] / 2 - mat.INSET, mat.SIZE[1] / 2 - mat.INSET
    yield from ((0, -x, -y), (1, x, -y), (2, x, y), (3, -x, y))


def _marker(canvas: Any, number: int, x: float, y: float) -> None:
    """One marker in its white rim, square by square, sharp at any size."""
    rim = mat.MARKER / 2 + mat.MARKER / _CODE
    _fill(canvas, (255, 255, 255), x - rim, y - rim, x + rim, y + rim)
    _code(canvas, number, x, y, mat.MARKER)


def _code(canvas: Any, number: int, x: float, y: float, size: float) -> None:
    """The black square of a marker with the white ones in it."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, mat.DICTIONARY))
    code = cv2.aruco.generateImageMarker(dictionary, number, _CODE)
    half, side = size / 2, size / _CODE
    _fill(canvas, (0, 0, 0), x - half, y - half, x + half, y + half)
    for row, column in zip(*code.nonzero(), strict=True):
        left, top = x - half + float(column) * side, y - half + float(row) * side
        _fill(canvas, (255, 255, 255), left - _BLEED, top - _BLEED, left + side + _BLEED, top + side + _BLEED)


def _board(canvas: Any, board: Track) -> None:
    w, h = (side / 2 + MARGIN for side in board.size)
    _fill(canvas, LINE, -w, -h, w, h)
    edge = LINE_WIDTH / 2
    for square in board.squares():
        left, top, right, bottom = board.corners(square)
        _fill(canvas, COLOURS[board.kind(square)], left + edge, top + edge, right - edge, bottom - edge)
    canvas.setFillColorRGB(*(value / 255 for value in COLOURS["."]))
    canvas.setFont(_FONT, LABEL / _CAP_SHARE)
    for text, x, y in board.labels():
        canvas.drawCentredString(x, -y - LABEL / 2, text)
    for name, x, y in board.titles():
        canvas.drawCentredString(x, -y - LABEL / 2, say(f"mat.{name}"))


def write_chart(file: str | Path, paper: str = "a4") -> None:
    """Write the calibration page as PDF, in the middle of the sheet; raises as `write` does."""
    if paper not in PAPERS:
        raise Missing(f"no paper {paper!r}; there is: {', '.join(PAPERS)}")
    across, down = PAPERS[paper]
    canvas = _canvas(file)
    canvas.setTitle(say("mat.chart_title"))
    canvas.setPageSize((across * _MM, down * _MM))
    canvas.setFont("Helvetica", 8)
    canvas.drawCentredString(across / 2 * _MM, BORDER * _MM, say("mat.chart"))
    canvas.translate(across / 2 * _MM, down / 2 * _MM)
    canvas.scale(_MM, _MM)
    _chart(canvas)
    canvas.showPage()
    _save(canvas, file)


def _chart(canvas: Any) -> None:
    """Black and white squares in turn, a marker in each white one, their numbers row by row."""
    numbers = count(chart.FIRST)
    for row in range(chart.ROWS):
        for column in range(chart.COLUMNS):
            x, y = (column - chart.COLUMNS / 2) * chart.SQUARE, (row - chart.ROWS / 2) * chart.SQUARE
            if (row + column) % 2 == 0:
                _fill(canvas, (0, 0, 0), x, y, x + chart.SQUARE, y + chart.SQUARE)
            else:
                half = chart.SQUARE / 2
                _code(canvas, next(numbers), x + half, y + half, chart.MARKER)


def print_chart(file: str, paper: str) -> int:
    """Write the calibration page and say how to use it."""
    write_chart(file, paper)
    print(say("mat.chart_written", file=file, paper=paper.upper()))
    return 0


def print_mat(file: str, game: str | None, own: str | None, paper: str) -> int:
    """Write the file and say how to print it; `own` is a board file to try, else the game's board."""
    board = None
    if own or game:
        own_file = Path(own) if own else Config.load().mat.board
        board = load(GAMES[0], own_file) if own_file else track(game or GAMES[0])
    sheets = write(file, board, paper)
    percent = round(scale(paper) * 100)
    print(say("mat.written", file=file, n=sheets, paper=paper.upper(), percent=percent))
    return 0
