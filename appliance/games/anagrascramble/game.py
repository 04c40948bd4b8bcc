"""AnagraScramble, in the order of its rule sheet. Rule numbers AS-… are those of the project's rules page."""

from collections.abc import Sequence

from appliance.games.anagrascramble.cards import count, show, write
from appliance.games.anagrascramble.rules import (
    COINS,
    PASS,
    PLAY,
    TARGETS,
    Options,
    Points,
    moves,
    pass_cost,
    settle,
    showing,
    target_of,
)
from appliance.games.anagrascramble.sheet import Sheet
from appliance.games.game_views import Jumble
from appliance.games.judge import Judge
from appliance.games.prompts import GO_ON, Choose, Deal, Look, Press, Row
from appliance.games.script import Part, Script, ask
from appliance.games.seats import from_seat, next_to
from appliance.games.sheet import final_table
from appliance.phrases import say

NAME = "anagrascramble"
SEATS = range(2, 7)  # AS-1
PIECES = "anagrascramble"
FREE, LOST = "*", "Pass"
"""The faces of the die that are no number (AS-2)."""
ROUNDS = 3
"""The cards for each player that are suggested."""
MOST_CARDS = 100  # AS-1


def play(names: Sequence[str], options: Options, judge: Judge) -> Script:
    """A whole game of 2 to 6 players; whoever keeps the score may use any button."""
    sheet = Sheet(names, options, judge)
    sheet.cards = sheet.cards or (yield from how_many_cards(sheet))
    first = yield from who_begins(sheet)
    while sheet.played < sheet.cards:  # AS-15: the running round is always finished
        for seat in from_seat(first, "left", sheet.count):
            yield from turn(sheet, seat)
    winner = yield from showdown(sheet)
    if options.tokens:  # AS-17
        yield from ask(sheet.tokens_owed())
    return (yield from final_table(sheet, [names[winner]]))


def how_many_cards(sheet: Sheet) -> Part[int]:
    """The table agrees on a number of cards (AS-15)."""
    row = Row(say("anagrascramble.cards_row"), range(1, MOST_CARDS + 1))
    choose = Choose("cards", (), (row,), str(ROUNDS * sheet.count))
    answer = yield from ask(sheet.prompt("cards", Jumble("", "", sheet.back), choose))
    return int(answer.value)


def who_begins(sheet: Sheet) -> Part[int]:
    """Somebody is chosen to go first, and says so (AS-3)."""
    me = Press("first", sheet.seats, say("anagrascramble.me"))
    answer = yield from ask(sheet.prompt("first", Jumble("", "", sheet.back), me, acting=sheet.seats))
    assert answer.seat is not None  # the prompt asked it of seats
    return answer.seat


def turn(sheet: Sheet, roller: int) -> Part[None]:
    """One roll and what follows from it, whoever plays the card then (AS-4 … AS-8)."""
    if sheet.options.both and not sheet.options.printed_cards and sheet.coming is None:
        yield from next_card(sheet, roller)
    face = yield from roll(sheet, roller)
    if face == LOST:
        yield from turn_lost(sheet, roller)
        return
    target = (yield from pick_target(sheet, roller)) if face == FREE else int(face)
    move = yield from make_move(sheet, roller, target)
    if move == PASS:
        yield from pass_on(sheet, roller, target)
        heir = next_to(roller, "left", sheet.seats, sheet.count)
        if sheet.options.inherit_may_double:
            yield from inherit(sheet, heir, target)
        yield from play_card(sheet, heir, target)  # the heir's own roll comes with the next turn (AS-7)
    else:
        yield from play_card(sheet, roller, target_of(move, target))


def next_card(sheet: Sheet, roller: int) -> Part[None]:
    """Of mixed decks the colour of the coming card is shown before the roll (AS-4)."""
    name = sheet.names[roller]
    deal = Deal("deal", sheet.seats, say("anagrascramble.draw_card"), sheet.jumbles)
    answer = yield from ask(
        sheet.prompt("next_card", Jumble(name, "", ""), deal, acting=(roller,), name=name)
    )
    sheet.coming = sheet.take(answer.value)


def roll(sheet: Sheet, roller: int) -> Part[str]:
    """The player rolls the die (AS-5)."""
    name = sheet.names[roller]
    look = Look("roll", (roller,), "d12", PIECES)
    view = Jumble(name, "", sheet.back)
    answer = yield from ask(sheet.prompt("roll", view, look, acting=(roller,), name=name))
    return answer.value


def turn_lost(sheet: Sheet, roller: int) -> Part[None]:
    """Pass on the die: the turn is lost, no penalty, and no card is used (AS-5)."""
    name = sheet.names[roller]
    go_on = Press(GO_ON, (), say("ending.go_on"))
    yield from ask(sheet.prompt("turn_lost", Jumble(name, "", sheet.back), go_on, name=name))


def pick_target(sheet: Sheet, roller: int) -> Part[int]:
    """A star: the player picks the target (AS-5)."""
    name = sheet.names[roller]
    pick = Choose("target", (roller,), (Row(say("anagrascramble.target_row"), TARGETS),), "5")
    view = Jumble(name, "", sheet.back)
    answer = yield from ask(sheet.prompt("target", view, pick, acting=(roller,), name=name))
    return int(answer.value)


def make_move(sheet: Sheet, roller: int, target: int) -> Part[str]:
    """One move at most: a higher target, a pass or a coin exclude each other (AS-6)."""
    name = sheet.names[roller]
    row = Row(say("anagrascramble.move_row"), moves(target))
    choose = Choose("move", (roller,), (row,), PLAY)
    view = Jumble(name, "", sheet.back, target)
    cost, acting = pass_cost(target), (roller,)
    answer = yield from ask(
        sheet.prompt("move", view, choose, acting=acting, name=name, target=target, cost=cost)
    )
    lay(sheet, roller, answer.value)
    return answer.value


def lay(sheet: Sheet, seat: int, move: str) -> None:
    """A coin lies before the player until the card is played (AS-6 c)."""
    if move in COINS:
        sheet.coins[seat] = COINS[move]


def pass_on(sheet: Sheet, roller: int, target: int) -> Part[None]:
    """Leaving the target to the next player has its price (AS-7)."""
    entries = [Points(-pass_cost(target), "passed")]
    sheet.book(roller, entries)
    name = sheet.names[roller]
    yield from ask(sheet.account("passed", sheet.bookings(roller, entries), name=name, target=target))


def inherit(sheet: Sheet, heir: int, target: int) -> Part[None]:
    """Whoever inherits must play; all that is left to choose is a coin (AS-7)."""
    name = sheet.names[heir]
    choose = Choose("move", (heir,), (Row(say("anagrascramble.coin_row"), (PLAY, *COINS)),), PLAY)
    view = Jumble(name, "", sheet.back, target)
    answer = yield from ask(sheet.prompt("inherit", view, choose, acting=(heir,), name=name, target=target))
    lay(sheet, heir, answer.value)


def play_card(sheet: Sheet, seat: int, target: int) -> Part[None]:
    """The card is shown, words are written and counted, points are booked (AS-8 … AS-14)."""
    name, coin = sheet.names[seat], sheet.coins.get(seat, 1)
    hidden = Jumble(name, "", sheet.back, target, coin)
    card = yield from show(sheet, (seat,), hidden)
    yield from write(sheet, (seat,), card, hidden)
    words, invalid = yield from count(sheet, seat, card, target)
    entries = settle(target, words, invalid=invalid, coin=coin, options=sheet.options)
    sheet.played += 1
    sheet.book(seat, entries)
    yield from ask(sheet.after_card(seat, entries, card))


def showdown(sheet: Sheet) -> Part[int]:
    """The winner; those who are tied for it are shown one card after another until one is ahead (AS-16)."""
    best = max(sheet.scores)
    tied = [seat for seat in sheet.seats if sheet.scores[seat] == best]
    while len(tied) > 1:
        names = " & ".join(sheet.names[seat] for seat in tied)
        hidden = Jumble(names, "", sheet.back, note=say("anagrascramble.showdown"))
        card = yield from show(sheet, tuple(tied), hidden)
        yield from write(sheet, tuple(tied), card, hidden)
        shown = {}
        for seat in tied:
            words, _ = yield from count(sheet, seat, card)
            shown[seat] = showing(words)
        tied = [seat for seat in tied if shown[seat] == max(shown.values())]
    return tied[0]
