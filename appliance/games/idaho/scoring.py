"""Idaho's end: the whole table is read or counted by hand, and who is first says GO! next (ID-5 … ID-8)."""

from collections.abc import Iterator, Mapping
from functools import partial

from appliance.games.idaho.rules import Score, leaders, next_gosayer, score
from appliance.games.idaho.sheet import Sheet
from appliance.games.prompts import Choose, Deal, Row
from appliance.games.scrabble.reading import Entry, Laid, Reading, miscounted, read
from appliance.games.script import Part, ask
from appliance.games.views import Booking
from appliance.phrases import say
from appliance.pieces.tiles import ENGLISH

FIFTY = 50
"""Points a row of the dial: a push jumps to the next."""


def settle(sheet: Sheet) -> Part[int]:
    """All stop and count (ID-5, ID-6); returns the next GOSAYER (ID-8)."""
    first = sheet.playing[0] if sheet.caller is None else sheet.caller
    reading = yield from read(sheet, "scores", first, sheet.playing, partial(judged, sheet))
    if reading is None:
        points = yield from counted_by_hand(sheet)
        bookings = [Booking(sheet.names[s], n, say("idaho.why_by_hand")) for s, n in points.items()]
    else:
        scores = scores_of(sheet, reading)
        points = {seat: made.points for seat, made in scores.items()}
        bookings = [booking for seat, made in scores.items() for booking in booked(sheet.names[seat], made)]
    return (yield from won(sheet, points, bookings))


def scores_of(sheet: Sheet, reading: Reading) -> dict[int, Score]:
    """What everybody's layout comes to."""
    lies = reading.lies
    return {seat: scored(sheet, lies[seat]) for seat in sheet.playing}


def scored(sheet: Sheet, lies: Laid) -> Score:
    """What one layout comes to, words as the group has ruled on them."""
    return score(lies.layout, lies.tiles, sheet.is_word, sheet.options)


def judged(sheet: Sheet, seat: int, lies: Laid) -> Entry:
    """The points of a layout, and the words that do not count (ID-7)."""
    made = scored(sheet, lies)
    refused = tuple(say("scrabble.no_word", word=word) for word in made.refused)
    return str(made.points), miscounted(sheet, seat, lies) + refused


def booked(name: str, made: Score) -> Iterator[Booking]:
    """The sum as people count it: letters used, those in two words once more, unused ones off (ID-6)."""
    n = len(made.words)
    if n or not made.unused:
        yield Booking(name, made.used_once, say("idaho.why_words", n=n, words=", ".join(made.words)))
    if made.used_twice:
        yield Booking(name, made.used_twice, say("idaho.why_twice"))
    if made.unused:
        yield Booking(name, -made.lost, say("idaho.why_unused", tiles=" ".join(made.unused)))


def counted_by_hand(sheet: Sheet) -> Part[dict[int, int]]:
    """Everybody counts and says the points with the dial (ID-6)."""
    points: dict[int, int] = {}
    for seat in sheet.playing:
        choose = Choose("points", (seat,), point_rows(sheet))
        name, acting = sheet.names[seat], (seat,)
        answer = yield from ask(sheet.prompt("by_hand", sheet.table(), choose, acting=acting, name=name))
        points[seat] = int(answer.value)
    return points


def point_rows(sheet: Sheet) -> tuple[Row, ...]:
    """All that a player can score: every tile of the boxes in two words, or every tile unused."""
    worth = ENGLISH.worth(ENGLISH.bag) * sheet.boxes
    starts = range(0, 2 * worth + 1, FIFTY)
    rows = [Row(say("idaho.points_row", n=start), range(start, start + FIFTY)) for start in starts]
    minus = tuple(str(-number) for number in range(1, worth + 1))
    return (*rows, Row(say("idaho.minus_row"), minus))


def won(sheet: Sheet, points: Mapping[int, int], bookings: list[Booking]) -> Part[int]:
    """The page with the points; most points win, and a tie is shared (ID-8)."""
    first = leaders(points)
    gosayer = next_gosayer(first, sheet.caller)
    names = sheet.named(first)
    if gosayer is None:
        among = tuple(sheet.names[seat] for seat in first)
        deal = Deal("lot", (), say("idaho.lot_label"), among)
        answer = yield from ask(sheet.prompt("lot", sheet.table(), deal, names=names))
        gosayer = sheet.names.index(answer.value)
    name = sheet.names[gosayer]
    for seat, number in points.items():
        sheet.scores[seat] += number
    yield from ask(sheet.account("won", bookings, names=names, n=len(first), name=name))
    return gosayer
