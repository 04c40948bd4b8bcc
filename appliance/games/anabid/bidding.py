"""Anabid! A3 and A9: bids go round, against the bid timer."""

from collections.abc import Iterator

from appliance.games.anabid.rules import Bid, bids_above
from appliance.games.anabid.sheet import Sheet
from appliance.games.prompts import TIME, Choose, Row, Timer
from appliance.games.script import Part, ask
from appliance.games.seats import Direction, from_seat
from appliance.games.views import Ladder
from appliance.phrases import say

NO_BID = "no bid"


def auction(sheet: Sheet, roller: int, direction: Direction, letters: tuple[str, ...]) -> Part[list[Bid]]:
    """Bids go round from the roller until two in a row pass and all were asked (AN-11 … AN-14)."""
    bids: list[Bid] = []
    log: list[tuple[str, str]] = []
    asked: set[int] = set()
    passes = 0
    for seat in bidders(sheet, roller, direction):
        if bids and bids[-1].seat == seat:  # it would come back to the holder of the bid
            break
        bid = yield from one_bid(sheet, seat, letters, bids, log)
        asked.add(seat)
        if bid:
            bids.append(bid)
        passes = 0 if bid else passes + 1
        if passes >= 2 and asked >= sheet.playing:
            break
    return bids


def bidders(sheet: Sheet, roller: int, direction: Direction) -> Iterator[int]:
    """Everybody still in, round and round, the roller first (AN-11)."""
    while True:
        yield from (s for s in from_seat(roller, direction, sheet.count) if s in sheet.playing)


def one_bid(
    sheet: Sheet, seat: int, letters: tuple[str, ...], bids: list[Bid], log: list[tuple[str, str]]
) -> Part[Bid | None]:
    """One player's opportunity, against the bid timer (AN-10, AN-12); no bid in time is no bid."""
    high = bids[-1] if bids else None
    name = sheet.names[seat]
    view = Ladder(letters, name, tuple(log), str(high) if high else "")
    rows = (Row(say("anabid.no_bid_row"), (NO_BID,)), *bids_above(high, len(letters), sheet.options))
    timer = Timer(f"bid {len(log) + 1}", sheet.options.bid_seconds, "bid")
    phrase = "bid_over" if high else "bid_first"
    choose = Choose("bid", (seat,), rows)
    answer = yield from ask(
        sheet.prompt(phrase, view, choose, acting=(seat,), timer=timer, name=name, high=high)
    )
    bid = None if answer.verb == TIME or answer.value == NO_BID else Bid.parse(answer.value, seat)
    log.append((name, str(bid) if bid else NO_BID))
    return bid


def two_players(sheet: Sheet, roller: int, direction: Direction, letters: tuple[str, ...]) -> Part[list[Bid]]:
    """Three opportunities each, in turn; a pass ends it once somebody has bid or both have passed (AN-42)."""
    bids: list[Bid] = []
    log: list[tuple[str, str]] = []
    order = from_seat(roller, direction, sheet.count)
    for opportunity in range(6):
        bid = yield from one_bid(sheet, order[opportunity % 2], letters, bids, log)
        if bid:
            bids.append(bid)
        elif bids or opportunity == 1:
            break
    return bids
