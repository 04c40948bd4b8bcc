"""AnagraScramble's card: dealt or read, shown for 30 seconds, and its words ticked (AS-8, AS-9, AS-16)."""

from dataclasses import replace

from appliance.games.anagrascramble.rules import SECONDS, value
from appliance.games.anagrascramble.sheet import Sheet
from appliance.games.game_views import Checklist, Jumble
from appliance.games.prompts import FEWER, GO_ON, MORE, Deal, Look, Press, Tick, Timer
from appliance.games.script import Part, ask
from appliance.lexicon.decks import Card
from appliance.phrases import say


def show(sheet: Sheet, players: tuple[int, ...], hidden: Jumble) -> Part[Card]:
    """The word stays hidden until the player, or whoever keeps the score, is ready (AS-4, AS-8).

    The camera reads a printed card; otherwise the box deals now, unless it has before the roll.
    """
    if sheet.options.printed_cards:
        everybody = (*players, *(seat for seat in sheet.seats if seat not in players))
        look = Look("card", everybody, "card", "", among=sheet.jumbles)
        answer = yield from ask(sheet.prompt("lay_card", hidden, look, acting=players, name=hidden.who))
        return sheet.take(answer.value)
    label = say("anagrascramble.show_card")
    ready: Press | Deal = Deal("card", sheet.seats, label, sheet.jumbles)
    if sheet.coming:
        ready = Press("ready", sheet.seats, label)
    answer = yield from ask(sheet.prompt("show", hidden, ready, acting=players, name=hidden.who))
    coming, sheet.coming = sheet.coming, None
    return coming or sheet.take(answer.value)


def write(sheet: Sheet, players: tuple[int, ...], card: Card, hidden: Jumble) -> Part[None]:
    """Half a minute in which words are written; a player alone may stop before (AS-8, AS-16)."""
    view = replace(hidden, letters=card.jumble, deck=card.deck)
    timer = Timer("write", SECONDS, "play")
    if len(players) == 1:
        done, phrase = Press("done", players, say("anagrascramble.done")), "write"
    else:
        done, phrase = Press(GO_ON, (), say("anagrascramble.all_done")), "write_all"
    name, target = hidden.who, hidden.target
    prompt = sheet.prompt(phrase, view, done, acting=players, timer=timer, name=name, target=target)
    yield from ask(prompt)


def count(sheet: Sheet, player: int, card: Card, target: int = 0) -> Part[tuple[tuple[str, ...], int]]:
    """What the player wrote: the card's words are ticked, all others counted, without dispute (AS-9)."""
    name = sheet.names[player]
    worth = tuple((word, value(word)) for word in card.words)
    counted = Press("counted", sheet.seats, say("anagrascramble.counted"))
    ticked: tuple[str, ...] = ()
    others = 0
    while True:
        view = Checklist(name, card.jumble, worth, ticked, others, target)
        tick = Tick("tick", card.words, ticked, others)
        answer = yield from ask(sheet.prompt("count", view, tick, counted, acting=sheet.seats, name=name))
        if answer.verb == counted.verb:
            return ticked, others
        if answer.value in (MORE, FEWER):
            others += 1 if answer.value == MORE else -1
        elif answer.value in ticked:
            ticked = tuple(word for word in ticked if word != answer.value)
        else:
            ticked = (*ticked, answer.value)
