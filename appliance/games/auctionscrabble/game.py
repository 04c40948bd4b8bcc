"""Auction Scrabble, in the order of its rule sheet. Rule numbers AU-… are of the project's rules page."""

from collections.abc import Iterable, Sequence

from appliance.games.auctionscrabble import laying
from appliance.games.auctionscrabble.auction import auction
from appliance.games.auctionscrabble.rules import Options
from appliance.games.auctionscrabble.sheet import Sheet
from appliance.games.judge import Judge
from appliance.games.prompts import GO_ON, Answer, Choose, Row
from appliance.games.scrabble.ending import adjustments, total
from appliance.games.scrabble.gcg_moves import Rack
from appliance.games.scrabble.gcg_write import Entry, Line, Note, write
from appliance.games.script import Part, Play, Script, ask
from appliance.games.seats import from_seat
from appliance.games.sheet import final_table
from appliance.games.views import Booking
from appliance.phrases import say

NAME = "auction-scrabble"
SEATS = range(2, 5)  # AU-1
END = "end"


def play(names: Sequence[str], options: Options, judge: Judge, log: list[Entry] | None = None) -> Script:
    """A whole game of 2 to 4 players; what is done goes into `log` too, for the record."""
    sheet = Sheet(names, options, judge, [] if log is None else log)
    yield from auction(sheet, 0)  # AU-2
    first = yield from rounds(sheet)
    yield from close(sheet, first)
    return (yield from final_table(sheet))  # AU-13


# AU-2 … AU-5, AU-8 The auctions: auction.py


def rounds(sheet: Sheet) -> Part[int | None]:
    """Word rounds and the auctions between them, to the end; who finished first, if anybody did.

    The starter moves on by one a round (AU-6); he was assigned the first tile of the auction after it (AU-8).
    """
    starter = 0
    while True:
        first, laid = yield from word_round(sheet, starter)
        if first is not None:
            return first
        if not laid and (yield from is_over(sheet)):
            return None
        following = (starter + 1) % sheet.count
        yield from auction(sheet, following if sheet.options.refill_by_next_starter else starter)
        starter = following


def word_round(sheet: Sheet, starter: int) -> Part[tuple[int | None, bool]]:
    """Everybody plays once, clockwise from the starter (AU-6); who finished first, and was anything laid.

    Finished is who has used up all tiles while the bag is empty. The others in this round still have their
    turn (AU-10). Who got no tile any more in the last auction is finished when it is his turn.
    """
    sheet.round += 1
    first: int | None = None
    anything = False
    for seat in from_seat(starter, "left", sheet.count):
        if sheet.racks[seat]:
            anything |= yield from laying.turn(sheet, seat)  # AU-7
        if not sheet.racks[seat] and not sheet.left and first is None:
            first = seat
    return first, anything


# AU-7 One player's turn: laying.py


def is_over(sheet: Sheet) -> Part[bool]:
    """A whole round of passes: the end if the bag is empty (AU-12), else as the table likes."""
    if not sheet.left and sheet.options.all_passed_ends:
        return True
    on = Choose("on", (), (Row(say("auction-scrabble.on_row"), (GO_ON, END)),), GO_ON)
    answer = yield from ask(sheet.prompt("nobody_laid", sheet.crossboard(0), on))
    return answer.value == END


def close(sheet: Sheet, first: int | None) -> Part[None]:
    """The tiles left over: who finished first gets their value, once, the others lose it (AU-11, AU-12)."""
    accounts = sheet.scores if sheet.options.floor else None
    changes = adjustments(sheet.racks, first, accounts)
    remaining = "".join(tile for rack in sheet.racks for tile in rack)
    for seat, exact in enumerate(adjustments(sheet.racks, first)):  # a record knows no floor
        tiles = remaining if seat == first else "".join(sheet.racks[seat])
        if tiles:
            sheet.log.append(Line(seat, "".join(sheet.racks[seat]), Rack(tiles), exact))
    bookings = [closing(sheet, seat, change, first) for seat, change in enumerate(changes)]
    for seat, change in enumerate(changes):
        sheet.scores[seat] += change
        sheet.log.append(Note(f"{sheet.names[seat]} {sheet.scores[seat]}: {bookings[seat].reason}"))
    name = "" if first is None else sheet.names[first]
    yield from ask(sheet.account("nobody_finished" if first is None else "finished", bookings, name=name))


def closing(sheet: Sheet, seat: int, change: int, first: int | None) -> Booking:
    """What the tiles left over change, and how the account came to be (AU-9)."""
    initial, paid, earned = sheet.options.points, sheet.paid[seat], sheet.earned[seat]
    account = say(
        "auction-scrabble.account", initial=initial, paid=paid, earned=earned, n=total(initial, paid, earned)
    )
    tiles = " ".join(sheet.racks[seat])
    if seat == first:
        reason = say("auction-scrabble.why_first", account=account)
    elif tiles:
        reason = say("auction-scrabble.why_left", account=account, tiles=tiles)
    else:
        reason = account
    return Booking(sheet.names[seat], change, reason)


def as_gcg(names: Sequence[str], options: Options, judge: Judge, answers: Iterable[Answer]) -> str:
    """The record of a game: its totals are the points of words; what was bid, and the accounts, are notes.

    `Misfit` for answers that the game would not have taken.
    """
    log: list[Entry] = [Note(say("auction-scrabble.record", n=options.points))]
    game = Play(lambda: play(names, options, judge, log))
    game.replay(answers)
    return write(names, log, over=game.over)
