"""How somebody plays Speed Scrabble or Idaho: calls, votes, and a table of crosswords out of real tiles."""

from random import Random

from appliance.errors import BadValue
from appliance.games.bots import choose_any, press, press_or_look
from appliance.games.game_views import Crosswords, Pool
from appliance.games.judge import Judge
from appliance.games.looks import crosswords_text
from appliance.games.prompts import TIME, Answer, Choose, Deal, Look, Press, Prompt
from appliance.games.scrabble.building import beside, build, lay_out
from appliance.games.scrabble.calls import GO_TOO, STUCK
from appliance.games.scrabble.layout import BLANKS
from appliance.games.scrabble.reading import AS_READ, BY_HAND, DOUBT, LOOK
from appliance.games.votes import YES
from appliance.pieces.tiles import BLANK, ENGLISH


def sensibly(prompt: Prompt, rng: Random, judge: Judge) -> Answer:
    """What somebody might do who builds well, calls at once and mostly agrees with the others."""
    if prompt.accept(GO_TOO) and rng.random() < 0.85:
        return Answer(None, TIME)
    if prompt.accept(STUCK) and rng.random() < 0.02:
        return Answer(None, STUCK)
    if prompt.accept(YES):
        return _vote(prompt, rng)
    if prompt.accept(LOOK):
        return _look(prompt, rng, judge)
    chooses = list(prompt.of_kind(Choose))
    if chooses:
        return _choose(chooses[0], rng)
    for deal in prompt.of_kind(Deal):
        return Answer(None, deal.verb, rng.choice(deal.among))
    return press_or_look(prompt, rng)


def _vote(prompt: Prompt, rng: Random) -> Answer:
    yes, no = prompt.of_kind(Press)
    return press(yes if rng.random() < 0.75 else no, rng)


def _look(prompt: Prompt, rng: Random, judge: Judge) -> Answer:
    """Let the camera look; take what it saw, unless something is wrong with it that may be put right."""
    look = next(prompt.of_kind(Look))
    if not isinstance(prompt.view, Crosswords) or not prompt.view.layouts:
        counting = isinstance(prompt.view, Pool)  # after a PICK!, which most tables do by hand
        if rng.random() < (0.88 if counting else 0.15):
            return Answer(None, BY_HAND)
        return Answer(look.seats[0], LOOK, table_text(look, rng, judge))
    doubts = [p for p in prompt.of_kind(Press) if p.verb == DOUBT and p.seats]
    if rng.random() < 0.1:
        return press(rng.choice(doubts), rng)
    wrong = any(problems for _, _, _, problems in prompt.view.layouts)
    if wrong and rng.random() < 0.3:
        return Answer(look.seats[0], LOOK, table_text(look, rng, judge))
    return Answer(None, "verdict", AS_READ)


def _choose(choose: Choose, rng: Random) -> Answer:
    match choose.verb:
        case "unused":
            row = choose.rows[0]
            value = row.at(min(int(rng.triangular(0, 8, 2)), len(row) - 1))
        case "points":
            value = str(int(rng.triangular(-20, 120, 50)))
        case "word":
            row = choose.rows[0]
            value = row.at(min(int(rng.expovariate(0.4)), len(row) - 1))
        case _:
            return choose_any(choose, rng)
    return Answer(rng.choice(choose.seats), choose.verb, value)


def table_text(look: Look, rng: Random, judge: Judge) -> str:
    """A whole table as it may lie, all of it out of the boxes in play; whoever called has mostly used all."""
    holding = {int(seat) - 1: int(count) for seat, count in (text.split(":") for text in look.among)}
    boxes = 1 if sum(holding.values()) <= len(ENGLISH.bag) else 2
    bag = [*ENGLISH.bag] * boxes
    rng.shuffle(bag)
    layouts = []
    for seat in sorted(holding, key=lambda seat: seat not in look.seats):
        if seat in look.seats and rng.random() < 0.85:
            rows = _all_used(bag, holding[seat], rng, judge)
        else:
            rows = _some_used(bag[: holding[seat]], rng, judge)
        for tile in "".join(rows).replace(".", ""):
            bag.remove(tile)
        layouts.append((seat, rows))
    return crosswords_text(sorted(layouts))


def _all_used(bag: list[str], count: int, rng: Random, judge: Judge) -> tuple[str, ...]:
    blanks = [tile for tile in bag if tile == BLANK][:BLANKS]
    try:
        return build([*(tile for tile in bag if tile != BLANK), *blanks], count, judge, rng.randrange)
    except BadValue:
        return _some_used(bag[:count], rng, judge)


def _some_used(hand: list[str], rng: Random, judge: Judge) -> tuple[str, ...]:
    """A player who was not the quickest: words, and tiles that wait for a place."""
    idle = rng.randint(0, min(4, len(hand) - 1))
    rows, left = lay_out(hand[idle:], judge, rng.randrange)
    return beside(rows, (*left, *sorted(hand[:idle])))
