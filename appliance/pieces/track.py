"""Boards along which dice travel: their squares as data, and where each lies on the standard mat, in mm.

The game, the eye, the virtual table and the printed mat all know a board from here. It lies across the mat:
START at the left, FINISH at the right, column A uppermost.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import pairwise
from pathlib import Path

from appliance.errors import BadValue, Missing
from appliance.pieces import mat

START, WHITE, BLACK, ZONE, GOAL = "S.#zF"
"""The squares of a board, as they are written."""

FINISH = "finish"
"""The name of the whole last row, which is one field and holds any number of dice."""

COLOURS = {
    START: (222, 128, 116),
    WHITE: (208, 207, 200),
    BLACK: (26, 26, 26),
    ZONE: (222, 128, 116),
    GOAL: (208, 207, 200),
}
"""What the squares are printed in: red, green, blue. Paler than red dice, greyer than white ones."""

LINE = (44, 44, 43)
LINE_WIDTH = 0.8
"""The lines between the squares, in mm."""

MARGIN = 8.0
"""Free of squares all around, in mm: columns, rows and parts of the board are named there."""

LABEL = 3.2
"""Height of a capital of these names, in mm."""

SMALLEST, LARGEST = 16.0, 32.0
"""Sides of squares that dice can stand on, in mm."""


MOST_DICE = 6


@dataclass(frozen=True)
class Track:
    """A board: its rows from START to FINISH, each a character a column. Squares are named `C4`."""

    name: str
    rows: tuple[str, ...]

    @property
    def width(self) -> int:
        """How many columns there are."""
        return len(self.rows[0])

    @property
    def side(self) -> float:
        """Of a square, in mm: as large as fits between the mat's markers."""
        free = mat.SIZE[1] - 2 * (mat.INSET + mat.MARKER * 2 / 3)
        return min((mat.SIZE[0] - 2 * MARGIN) / len(self.rows), (free - 2 * MARGIN) / self.width, LARGEST)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of all squares together, in mm."""
        return len(self.rows) * self.side, self.width * self.side

    def kind(self, square: str) -> str:
        """What kind of square it is."""
        row, column = self.place(square)
        return self.rows[row][column]

    def at(self, row: int, column: int) -> str:
        """The name of a square; rows count from 0 at START, columns from 0."""
        return FINISH if self.rows[row][column] == GOAL else f"{chr(ord('A') + column)}{row + 1}"

    def place(self, square: str) -> tuple[int, int]:
        """Row and column, both from 0, of a square's name; `BadValue` if the board has no such square.

        FINISH is said to be in the first column.
        """
        if square == FINISH:
            return len(self.rows) - 1, 0
        column, row = ord(square[:1] or " ") - ord("A"), square[1:]
        if row.isdecimal() and 0 < int(row) < len(self.rows) and 0 <= column < self.width:
            return int(row) - 1, column
        raise BadValue(f"{square!r} is no square of the board {self.name}; there are A1 to {self._last}")

    @property
    def _last(self) -> str:
        return f"{chr(ord('A') + self.width - 1)}{len(self.rows) - 1}, and {FINISH}"

    def squares(self) -> Iterator[str]:
        """The names of all squares, row by row, FINISH once at the end."""
        for row in range(len(self.rows) - 1):
            yield from (self.at(row, column) for column in range(self.width))
        yield FINISH

    @property
    def starts(self) -> tuple[str, ...]:
        """The squares of START."""
        return tuple(square for square in self.squares() if self.kind(square) == START)

    # On the mat

    def square_at(self, x: float, y: float) -> str | None:
        """The square under a point, in mm from the mat's middle; None beside the board."""
        row, column = (
            int((at + whole / 2) // self.side) for at, whole in zip((x, y), self.size, strict=True)
        )
        return self.at(row, column) if row in range(len(self.rows)) and column in range(self.width) else None

    def middle(self, square: str, nth: int = -1) -> tuple[float, float]:
        """The middle of a square in mm from the mat's middle.

        In FINISH, that is the place for the `nth` of several dice (from 0), by default the middle of it all.
        """
        row, column = self.place(square)
        across = column + 0.5
        if square == FINISH:
            across = self.width / 2 if nth < 0 else nth % self.width + 0.5
        return (row + 0.5) * self.side - self.size[0] / 2, across * self.side - self.size[1] / 2

    def corners(self, square: str) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of a square, in mm from the mat's middle."""
        (x, y), half = self.middle(square), self.side / 2
        high = self.size[1] / 2 if square == FINISH else half
        return x - half, y - high, x + half, y + high

    def labels(self) -> Iterator[tuple[str, float, float]]:
        """The names of columns and rows, and where their middles are printed."""
        edge = self.size[0] / 2 + MARGIN / 2, self.size[1] / 2 + MARGIN / 2
        for column in range(self.width):
            yield chr(ord("A") + column), -edge[0], self.middle(self.at(0, column))[1]
        for row in range(len(self.rows) - 1):
            yield str(row + 1), self.middle(self.at(row, 0))[0], edge[1]

    def titles(self) -> Iterator[tuple[str, float, float]]:
        """`start`, `zone` if there is one, and `finish`, and where the middles of their titles go."""
        for name, kind in (("start", START), ("zone", ZONE), ("finish", GOAL)):
            rows = [number for number, row in enumerate(self.rows) if kind in row]
            if rows:
                middle = (rows[0] + rows[-1] + 1) / 2 * self.side - self.size[0] / 2
                yield name, middle, -self.size[1] / 2 - MARGIN / 2


def parse(name: str, text: str) -> Track:
    """The board of a text; lines that begin with `;` are notes. `BadValue` says what is wrong with it."""
    lines = (line.strip() for line in text.splitlines())
    rows = tuple(line for line in lines if line and not line.startswith(";"))
    problem = _problem(rows)
    if problem:
        raise BadValue(f"the board {name}: {problem}")
    return Track(name, rows)


def _problem(rows: tuple[str, ...]) -> str:
    """What keeps these rows from being a board, or ""."""
    if len(rows) < 3:
        return f"{len(rows)} rows; expected START, others, and FINISH"
    for number, row in enumerate(rows, 1):
        odd = set(row) - set(START + WHITE + BLACK + ZONE + GOAL)
        if odd:
            return f"row {number} has {''.join(sorted(odd))!r}; squares are S . # z F"
        if len(row) != len(rows[0]):
            return f"row {number} has {len(row)} squares, row 1 has {len(rows[0])}"
    if set(rows[-1]) != {GOAL} or any(GOAL in row for row in rows[:-1]):
        return "the last row, and no other, is all F"
    if START not in rows[0] or any(START in row for row in rows[1:]):
        return "the first row, and no other, has S"
    side = Track("", rows).side
    if side < SMALLEST:
        return f"its squares would be {side:.0f} mm wide on the mat; dice need {SMALLEST:.0f} mm"
    return _shut(Track("", rows))


def _shut(board: Track) -> str:
    """Which START square has no way to FINISH by steps forward and sideways, or ""."""
    open_to: set[int] = set(range(board.width))  # columns of the row ahead from which FINISH is reached
    for row in reversed(board.rows[:-1]):
        reached = {c for c in open_to if row[c] != BLACK}
        for step in (range(board.width), range(board.width - 1, -1, -1)):
            for before, column in pairwise(step):
                if before in reached and row[column] != BLACK:
                    reached.add(column)
        open_to = reached
    shut = [board.at(0, c) for c, kind in enumerate(board.rows[0]) if kind == START and c not in open_to]
    return f"no way leads from {shut[0]} to FINISH" if shut else ""


_own: dict[str, Track] = {}


def track(name: str) -> Track:
    """The board of that name: the owner's, if there is one, or the package's; `Missing` if there is none."""
    return _own.get(name) or _shipped(name)


def use_own(name: str, file: Path) -> None:
    """From now on the board of that name is the one in the owner's file; see `load`."""
    _own[name] = load(name, file)


def load(name: str, file: Path) -> Track:
    """The board in an owner's file; `Missing` if there is none, `BadValue` if it is no board for six dice."""
    try:
        own = parse(name, file.read_text("utf-8"))
    except OSError as error:
        raise Missing(f"cannot read the board {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadValue(f"the board {file} is no text") from None
    if len(own.starts) < MOST_DICE:
        raise BadValue(f"the board {file}: {len(own.starts)} START squares; {MOST_DICE} dice need one each")
    return own


@cache
def _shipped(name: str) -> Track:
    folder = resources.files(__package__) / "tracks"
    names = sorted(entry.name.removesuffix(".txt") for entry in folder.iterdir())
    if name not in names:
        raise Missing(f"no board named {name!r}; there are: {', '.join(names)}")
    return parse(name, (folder / f"{name}.txt").read_text("utf-8"))
