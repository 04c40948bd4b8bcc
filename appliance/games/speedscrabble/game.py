"""Speed Scrabble, in the order of its rule sheet. Rule numbers SS-… are those of the project's rules page."""

from collections.abc import Sequence
from functools import partial

from appliance.games.judge import Judge
from appliance.games.scrabble.calls import Options, Sheet, agree, call, session
from appliance.games.scrabble.layout import reasons
from appliance.games.scrabble.pool import TILES, takes
from appliance.games.scrabble.reading import Entry, Laid, miscounted, read
from appliance.games.script import Part, Script, ask
from appliance.games.views import Booking
from appliance.phrases import say

NAME = "speed-scrabble"
SEATS = range(2, 8)  # SS-1
BEST = range(4, 6)  # SS-1


def play(names: Sequence[str], options: Options, judge: Judge) -> Script:
    """A session of 2 to 7 people, five at once with one set of tiles (SS-1); whoever wins a game gets 1."""
    sheet = Sheet(NAME, names, options, judge)
    return (yield from session(sheet, advice, lambda: one_game(sheet)))


def advice(players: int) -> str:
    """A warning where so many are not what the game is made for (SS-1)."""
    return "" if players in BEST else say("speed-scrabble.advice")


def one_game(sheet: Sheet) -> Part[int | None]:
    """From the first GO! to a legal crossword with an empty pool; the winner, None if it is drawn."""
    phrase = "build"
    while True:
        sheet.note = note(sheet)
        callers = yield from call(sheet, phrase, stuck(sheet))
        phrase = "last_call"
        if not callers and not takes_left(sheet):
            if (yield from shall_we_draw(sheet)):
                return None
        elif not callers:
            pulled = yield from shall_we_pull(sheet)
            phrase = "take" if pulled else "build"
        elif takes_left(sheet):
            take(sheet)  # SS-4
            phrase = "take"
        else:
            winner = yield from first_legal(sheet, callers)
            if winner is not None:
                yield from won(sheet, winner)
                return winner
            phrase = "void"


# SS-3, SS-4, SS-7: building, and tiles for everybody


def takes_left(sheet: Sheet) -> int:
    """How often everybody can still take a tile; a rest that is too small is put aside (SS-7)."""
    return sheet.pool // len(sheet.playing)


def take(sheet: Sheet) -> None:
    """Everybody takes one more tile, so that all hold the same number (SS-4)."""
    sheet.take(dict.fromkeys(sheet.playing, 1), "")


def note(sheet: Sheet) -> str:
    """How many takes are left, and what is put aside at the end (SS-7)."""
    everyone = len(sheet.playing)
    _, aside = takes(everyone, TILES * sheet.boxes)
    left = takes_left(sheet)
    lines = [say("speed-scrabble.takes_left", n=left) if left else say("speed-scrabble.no_takes_left")]
    if aside:
        lines.append(say("speed-scrabble.aside", n=aside))
    return " ".join(lines)


# SS-8: nobody can finish


def stuck(sheet: Sheet) -> str:
    """What a push of the dial asks for."""
    return say("speed-scrabble.pull" if takes_left(sheet) else "speed-scrabble.draw")


def shall_we_pull(sheet: Sheet) -> Part[bool]:
    """The group agrees that nobody can finish: everybody pulls a tile, which counts as a take (SS-8)."""
    agreed = yield from agree(sheet, say("speed-scrabble.shall_we_pull"))
    if agreed:
        take(sheet)
    return agreed


def shall_we_draw(sheet: Sheet) -> Part[bool]:
    """With no tiles left and nobody able to finish, the group agrees on a draw (SS-8)."""
    agreed = yield from agree(sheet, say("speed-scrabble.shall_we_draw"))
    if agreed:
        yield from ask(sheet.account("drawn", ()))
    return agreed


# SS-6, SS-9 … SS-11: the last call


def first_legal(sheet: Sheet, callers: Sequence[int]) -> Part[int | None]:
    """The first of those who called together whose crossword is legal; a call that is not is void (SS-6)."""
    for seat in callers:
        if (yield from is_legal(sheet, seat)):
            return seat
    return None


def is_legal(sheet: Sheet, seat: int) -> Part[bool]:
    """Whether this player's crossword is legal, as the camera reads it or as the group votes (SS-6, SS-9)."""

    reading = yield from read(sheet, "claim", seat, [seat], partial(judged, sheet))
    if reading is None:
        return (yield from agree(sheet, say("speed-scrabble.is_it_legal", name=sheet.names[seat])))
    return not (reading.alarms or problems(sheet, seat, reading.lies[seat]))


def judged(sheet: Sheet, seat: int, lies: Laid) -> Entry:
    """No points (SS-12), and what is wrong."""
    return "", problems(sheet, seat, lies)


def problems(sheet: Sheet, seat: int, lies: Laid) -> tuple[str, ...]:
    """Why a crossword does not win: not legal (SS-9 … SS-11), or not of as many tiles as all hold (SS-7)."""
    return miscounted(sheet, seat, lies) + reasons(lies.layout, lies.tiles, sheet.is_word)


def won(sheet: Sheet, winner: int) -> Part[None]:
    """The winner says GO! in the next game (SS-2, SS-6); there are no points but games won (SS-12)."""
    sheet.scores[winner] += 1
    name = sheet.names[winner]
    yield from ask(sheet.account("won", [Booking(name, 1, say("speed-scrabble.why_won"))], name=name))
