"""An eye that is told what lies there: the way from camera to answer, without the work of reading."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from appliance.drivers import Clock, DriverError, Frame, Image
from appliance.games.looks import OFF, board_rows, crosswords, track_stands
from appliance.games.prompts import Look
from appliance.laying import _places as places_on_track
from appliance.laying import seat_place
from appliance.pieces.track import track
from appliance.vision.reading import Reading, Symbol

WIDTH, HEIGHT = 1280, 960

PACE = 0.1
"""Seconds from one picture to the next."""


class ToldReader:
    """Reads what somebody said."""

    def __init__(self, look: Look, tell: Callable[[], str], players: Callable[[], int]) -> None:
        self._look = look
        self._tell = tell
        self._players = players

    def read(self, frame: Image) -> Reading:
        """What was told, as the real reader of the kind would put it."""
        items = tuple(_items(self._look, self._tell(), self._players()))
        kind = {"track": "pip-dice", "crosswords": "tiles"}.get(self._look.kind, self._look.kind)
        return Reading(kind, WIDTH, HEIGHT, 1.0, items)


def _items(look: Look, value: str, players: int) -> Iterator[Symbol]:
    match look.kind:
        case "board":
            for r, c, tile in _tiles(board_rows(value)):
                yield _symbol(tile, 80 * c + 40, 60 * r + 30, place=(r, c))
        case "crosswords":
            for n, (seat, rows) in enumerate(crosswords(value)):
                x, y = seat_place(seat, players)
                for r, c, tile in _tiles(rows):
                    yield _symbol(tile, x * WIDTH + c, y * HEIGHT + r, place=(n, r, c))
        case "track":
            spots = places_on_track(track(look.pieces), track_stands(value))
            for n, (colour, square) in enumerate(track_stands(value).items()):
                yield _symbol("1", 100 * n + 50, 100, colour, spot=None if square == OFF else spots[colour])
        case "card":
            yield from (_symbol(letter, 100 * n + 50, 100) for n, letter in enumerate(value))
        case _:
            body = look.pieces.partition(":")[2] or "white"
            for n, symbol in enumerate(value.split()):
                yield _symbol(symbol, 100 * n + 50, 100, body, place=(n, 0, 0))


def _tiles(rows: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Row, column and letter of each tile."""
    for r, row in enumerate(rows):
        yield from ((r, c, tile) for c, tile in enumerate(row) if tile != ".")


def _symbol(
    symbol: str,
    x: float,
    y: float,
    body: str = "white",
    place: tuple[int, ...] = (),
    spot: tuple[float, float] | None = None,
) -> Symbol:
    corners = ((x - 20, y - 20), (x + 20, y - 20), (x + 20, y + 20), (x - 20, y + 20))
    return Symbol(symbol, True, 1.0, (x, y), corners, 0.0, body, place=place, spot=spot)


class StillCamera:
    """Always the same picture, so that the table lies still; `lost` is what is wrong with it now."""

    def __init__(self, clock: Clock, wanted: Callable[[], bool]) -> None:
        self._clock = clock
        self._wanted = wanted
        self._picture = np.full((60, 80, 3), 90, np.uint8)
        self._sharpen = False
        self._next = 0.0
        self.lost: DriverError | None = None

    def frame(self) -> Frame | None:
        if self.lost:
            raise self.lost
        if not self._wanted() or self._clock.now() < self._next:
            return None
        self._next = self._clock.now() + PACE
        sharp, self._sharpen = self._sharpen, False
        return Frame(self._clock.now(), self._picture, sharp)

    def sharpen(self) -> None:
        self._sharpen = True

    def close(self) -> None:
        pass
