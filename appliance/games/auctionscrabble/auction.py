"""Auction Scrabble AU-2 … AU-5, AU-8: tiles come out of the bag one by one and are bid for."""

from appliance.games.auctionscrabble.rules import assigned_to, raises
from appliance.games.auctionscrabble.sheet import Sheet, named
from appliance.games.game_views import Lot
from appliance.games.prompts import Choose, Look, Press, Row, Timer
from appliance.games.scrabble import stock
from appliance.games.script import Part, ask
from appliance.games.seats import from_seat
from appliance.phrases import say
from appliance.pieces.tiles import ENGLISH


def auction(sheet: Sheet, first: int) -> Part[None]:
    """Tiles one at a time until everybody has seven or the bag is empty (AU-2, AU-8).

    The first tile is assigned to `first`, the next to the player after whoever was assigned the last one, not
    after whoever won it (AU-5).
    """
    turn = first
    sheet.last = ""
    while sheet.left and sheet.room_for_more:
        seat = assigned_to(turn, sheet.room_for_more, sheet.count)
        tile = yield from draw(sheet, seat)
        if not tile:
            sheet.emptied = True
            return
        yield from lot(sheet, seat, tile)
        turn = ((seat if sheet.options.skip_full else turn) + 1) % sheet.count


def draw(sheet: Sheet, seat: int) -> Part[str]:
    """One tile from the bag under the camera (AU-2); "" if there is none in it any more.

    One that the box cannot have is drawn or looked at again, unless people know better: then a tile before
    it was misread.
    """
    name = sheet.names[seat]
    view = Lot("", 0, name, (), "", racks(sheet), sheet.left)
    look = Look("tile", (seat,), "tiles", ENGLISH.name, 1, 1, among=sheet.among)
    empty = Press("empty", (seat,), say("auction-scrabble.empty"), hold=True)
    ways = (look, empty) if sheet.round else (look,)  # the opening auction needs 7N tiles (AU-2)
    phrase = "draw_next" if sheet.last else "draw"
    while True:
        answer = yield from ask(sheet.prompt(phrase, view, *ways, acting=(seat,), name=name, last=sheet.last))
        tile = answer.value
        if not tile:
            return ""
        problems = stock.reasons(ENGLISH, tile * (sheet.drawn[tile] + 1))
        if not problems or (yield from odd(sheet, seat, tile, problems[0])):
            sheet.draw(tile)
            return tile


def odd(sheet: Sheet, seat: int, tile: str, problem: str) -> Part[bool]:
    """Whether a tile is what it seems, though the box cannot have another one."""
    name = sheet.names[seat]
    view = Lot(tile, ENGLISH.value(tile), name, (), "", racks(sheet), sheet.left)
    again = Press("again", (seat,), say("auction-scrabble.again"))
    accept = Press("accept", (seat,), say("auction-scrabble.accept"), hold=True)
    answer = yield from ask(
        sheet.prompt("odd", view, again, accept, acting=(seat,), name=name, problem=problem)
    )
    return answer.verb == "accept"


def racks(sheet: Sheet) -> tuple[tuple[str, str], ...]:
    """Everybody's letters; all lie open (AU-1)."""
    return tuple((sheet.names[seat], "".join(sheet.racks[seat])) for seat in sheet.seats)


def lot(sheet: Sheet, seat: int, tile: str) -> Part[None]:
    """One tile, assigned to `seat` at a bid of 0; who is left last gets it and pays his bid (AU-3).

    It goes round clockwise, also back to the assigned player; leaving is final. Full players do not bid, and
    where only one player has room nobody can top him (AU-5).
    """
    high = 0
    waiting = [s for s in from_seat(seat, "left", sheet.count) if s in sheet.room_for_more]
    waiting.append(waiting.pop(0))  # the last of them holds the bid
    log: list[tuple[str, str]] = []
    while len(waiting) > 1:
        bidder = waiting.pop(0)
        bid = yield from one_bid(sheet, bidder, waiting[-1], tile, high, tuple(log))
        log.append((sheet.names[bidder], str(bid) if bid else say("auction-scrabble.left")))
        if bid:
            waiting.append(bidder)
            high = bid
    sheet.buy(waiting[0], tile, high)


def one_bid(
    sheet: Sheet, bidder: int, holder: int, tile: str, high: int, log: tuple[tuple[str, str], ...]
) -> Part[int]:
    """One player tops the bid or leaves (AU-3); 0 if he leaves, as who lacks the points must (AU-4)."""
    bids = raises(high, sheet.scores[bidder], sheet.options)
    if not bids:
        return 0
    name = sheet.names[bidder]
    standing = say("auction-scrabble.high", name=sheet.names[holder], n=high)
    view = Lot(tile, ENGLISH.value(tile), name, log, standing, racks(sheet), sheet.left)
    bid = Choose("bid", (bidder,), (Row(say("auction-scrabble.bid_row"), bids),), str(bids[0]))
    leave = Press("leave", (bidder,), say("auction-scrabble.leave"), hold=True)
    limit = sheet.options.bid_seconds
    timer = Timer(f"bid {sheet.left} {len(log)}", limit, "bid") if limit else None
    prompt = sheet.prompt(
        "bid", view, bid, leave, acting=(bidder,), timer=timer, name=name, tile=named(tile), n=bids[0]
    )
    answer = yield from ask(prompt)
    return int(answer.value) if answer.verb == "bid" else 0
