"""Bid & Bluff, in the order of its rule sheet. Rule numbers BB-… are those of the project's rules page."""

from collections.abc import Sequence

from appliance.games.bidandbluff.paths import Walk
from appliance.games.bidandbluff.rules import HIGHEST_BID, Entry, Options, winner
from appliance.games.bidandbluff.sheet import PIECES, Sheet
from appliance.games.judge import Judge
from appliance.games.prompts import GO_ON, Choose, Look, Press, Prompt, Row
from appliance.games.script import Part, Script, ask
from appliance.games.seats import next_to
from appliance.games.sheet import final_table
from appliance.phrases import say
from appliance.pieces.track import FINISH

NAME = "bid-and-bluff"
SEATS = range(2, 7)  # BB-1
PLACED = "placed"
"""The verb by which people say themselves that the dice stand where they should."""


def play(names: Sequence[str], options: Options, judge: Judge) -> Script:
    """A whole game of 2 to 6 players; the cards stay in their hands, the box only hears of tricks."""
    sheet = Sheet(names, options, judge)
    yield from cut(sheet)
    yield from set_out(sheet)
    first = None
    while first is None:
        first = yield from one_round(sheet)
        sheet.dealer = next_to(sheet.dealer, "left", sheet.seats, sheet.count)  # BB-2
    return (yield from final_table(sheet, [names[first]]))


# Set-up


def cut(sheet: Sheet) -> Part[None]:
    """The highest card deals; ties are cut again by the people themselves (BB-2)."""
    highest = Press("highest", sheet.seats, say("bid-and-bluff.highest"))
    answer = yield from ask(sheet.prompt("cut", sheet.table(), highest, acting=sheet.seats))
    assert answer.seat is not None  # the prompt asked it of seats
    sheet.dealer = answer.seat


def set_out(sheet: Sheet) -> Part[None]:
    """From the dealer's left, everybody chooses a colour and a START square; then the dice are put there."""
    for seat in sheet.order:
        name = sheet.names[seat]
        colours = Choose("colour", (seat,), (Row(say("bid-and-bluff.colour_row"), sheet.free_colours),))
        answer = yield from ask(sheet.prompt("colour", sheet.track(seat), colours, acting=(seat,), name=name))
        sheet.colours[seat] = answer.value
        free = sheet.free_starts
        starts = Choose("start", (seat,), (Row(say("bid-and-bluff.start_row"), free),))
        view = sheet.track(seat, ways=free)
        answer = yield from ask(sheet.prompt("start", view, starts, acting=(seat,), name=name))
        sheet.put(seat, answer.value)
    stands = placing(sheet, sheet.seats, sheet.stands_text())
    yield from ask(sheet.prompt("set_out", sheet.track(), *stands, acting=sheet.seats))


def placing(sheet: Sheet, seats: tuple[int, ...], wanted: str) -> tuple[Look, Press]:
    """The camera says whether all dice stand where they should, or people do."""
    look = Look("stand", seats, "track", PIECES, sheet.count, sheet.count, wanted)
    return look, Press(PLACED, (), say("bid-and-bluff.placed"))


# A round


def one_round(sheet: Sheet) -> Part[int | None]:
    """Cards, bids, tricks and moves; returns who has won, if anybody."""
    sheet.next_round()
    yield from deal(sheet)
    for seat in sheet.order:
        yield from bid(sheet, seat)
    yield from play_cards(sheet)
    yield from count_tricks(sheet)
    leader = sheet.names[sheet.order[0]]
    yield from ask(sheet.account("result", sheet.result(), name=leader))
    entries: list[Entry] = []
    for seat in sheet.order:  # BB-7; BB-13: everybody moves before the winner is named
        walk = yield from move(sheet, seat)
        if walk and walk.end == FINISH:
            entries.append(Entry(seat, walk.over))
    return winner(entries)


def deal(sheet: Sheet) -> Part[None]:
    """The dealer deals, and turns up the next card for trump (BB-3, BB-4)."""
    dealer = sheet.dealer
    dealt = Press("dealt", (dealer,), say("bid-and-bluff.dealt"))
    view, name = sheet.table(say("bid-and-bluff.trump")), sheet.names[dealer]
    yield from ask(sheet.prompt("deal", view, dealt, acting=(dealer,), name=name, n=sheet.cards))


def bid(sheet: Sheet, seat: int) -> Part[None]:
    """A player turns his bid up on his die; the camera reads it (BB-5)."""
    name, colour = sheet.names[seat], sheet.colours[seat]
    look = Look("bid", (seat,), "pip-dice", f"{PIECES}:{colour}")
    reminder = too_high(sheet)
    prompt = sheet.prompt("bid", sheet.table(reminder), look, acting=(seat,), name=name, colour=colour)
    while True:
        answer = yield from ask(prompt)
        number = int(answer.value)
        assert number <= HIGHEST_BID  # no die shows more
        if number <= sheet.cards or sheet.options.high_bids:
            sheet.bids[seat] = number
            return
        prompt = sheet.prompt(
            "bid_again", sheet.table(reminder), look, acting=(seat,), name=name, bid=number, n=sheet.cards
        )


def too_high(sheet: Sheet) -> str:
    """A warning about the last bid, if nobody could make it (BB-5), or ""."""
    seat = next(reversed(sheet.bids), None)
    if seat is None or sheet.bids[seat] <= sheet.cards:
        return ""
    return say("bid-and-bluff.too_high", name=sheet.names[seat], bid=sheet.bids[seat], n=sheet.cards)


def play_cards(sheet: Sheet) -> Part[None]:
    """The cards are played by hand; the player left of the dealer leads (BB-6)."""
    played = Press("played", (), say("bid-and-bluff.played"))
    view = sheet.table(too_high(sheet) or say("bid-and-bluff.follow"))
    yield from ask(sheet.prompt("cards", view, played, name=sheet.names[sheet.order[0]]))


def count_tricks(sheet: Sheet) -> Part[None]:
    """Everybody says how many tricks he took, until they add up to the cards dealt (BB-6)."""
    reminder = ""
    before: dict[int, int] = {}
    while True:
        sheet.tricks = {}
        for seat in sheet.order:
            suggest = before.get(seat, likely_tricks(sheet, seat))
            sheet.tricks[seat] = yield from one_count(sheet, seat, suggest, reminder)
        total = sum(sheet.tricks.values())
        if total == sheet.cards:
            return
        reminder = say("bid-and-bluff.sum_wrong", sum=total, n=sheet.cards)
        before = sheet.tricks


def one_count(sheet: Sheet, seat: int, suggest: int, reminder: str) -> Part[int]:
    """One player's tricks."""
    row = Row(say("bid-and-bluff.tricks_row"), range(sheet.cards + 1))
    tricks = Choose("tricks", (seat,), (row,), str(suggest))
    name, number = sheet.names[seat], sheet.bids[seat]
    prompt = sheet.prompt("tricks", sheet.table(reminder), tricks, acting=(seat,), name=name, bid=number)
    answer = yield from ask(prompt)
    return int(answer.value)


def likely_tricks(sheet: Sheet, seat: int) -> int:
    """Where the dial starts: at the bid, as far as tricks are left; for the last one at what is left."""
    left = max(0, sheet.cards - sum(sheet.tricks.values()))
    return left if seat == sheet.order[-1] else min(sheet.bids[seat], left)


# Movement of the dice


def move(sheet: Sheet, seat: int) -> Part[Walk | None]:
    """One die goes where its player likes of all that the rules allow (BB-7 … BB-12)."""
    steps, walks = sheet.squares(seat), sheet.walks(seat)
    if not steps:
        return None  # the page before has said so
    if not walks:
        yield from shut_in(sheet, seat, steps)
        return None
    to = walks[0].end if len(walks) == 1 else (yield from where_to(sheet, seat, steps, walks))
    walk = next(walk for walk in walks if walk.end == to)
    yield from ask(moving(sheet, seat, steps, walk))
    sheet.put(seat, to, walk.over)
    return walk


def shut_in(sheet: Sheet, seat: int, steps: int) -> Part[None]:
    """No step is possible: the whole move is forfeited (BB-10)."""
    go_on = Press(GO_ON, (), say("ending.go_on"))
    view = sheet.track(seat, steps)
    yield from ask(sheet.prompt("stuck", view, go_on, name=sheet.names[seat], n=steps))


def where_to(sheet: Sheet, seat: int, steps: int, walks: list[Walk]) -> Part[str]:
    """The player picks one of several squares (BB-10)."""
    squares = tuple(walk.end for walk in walks)
    choose = Choose("to", (seat,), (Row(say("bid-and-bluff.to_row"), squares),), squares[0])
    view = sheet.track(seat, steps, squares)
    prompt = sheet.prompt("to", view, choose, acting=(seat,), name=sheet.names[seat], n=steps)
    answer = yield from ask(prompt)
    return answer.value


def moving(sheet: Sheet, seat: int, steps: int, walk: Walk) -> Prompt:
    """The die is moved by hand, and the camera says whether it stands right; what is lost is said."""
    view = sheet.track(seat, steps, walk.squares, walk.end)
    phrase = "move_home" if walk.end == FINISH else "move_short" if walk.lost else "move"
    return sheet.prompt(
        phrase,
        view,
        *placing(sheet, (seat,), sheet.stands_text({seat: walk.end})),
        acting=(seat,),
        name=sheet.names[seat],
        colour=sheet.colours[seat],
        square=walk.end,
        lost=walk.lost,
        over=walk.over,
    )
