"""Players made of chance: every prompt can draw a legal answer from a seed.

`anything` draws any legal answer, to shake a script; `sensibly` plays as people might, to be watched.
"""

from collections.abc import Sequence
from random import Random

from appliance.games.anabid.rules import Bid
from appliance.games.anabid.sheet import Judge
from appliance.games.letters import can_roll
from appliance.games.prompts import ANY_WORD, TIME, Accept, Answer, Choose, Look, Press, Prompt, Row, Spell
from appliance.games.views import Ladder
from appliance.pieces import dice_set

EVERYDAY = 2
"""The rarest tier of words that a sensible bot knows."""


def anything(prompt: Prompt, rng: Random, judge: Judge) -> Answer:
    """Any legal answer at all; the commoner kinds of asking are not preferred."""
    if prompt.timer and rng.random() < 0.1:
        return Answer(None, TIME)
    accept = rng.choice(prompt.accepts)
    seat = rng.choice(accept.seats) if accept.seats else None
    return Answer(seat, accept.verb, _value(accept, rng, judge))


def _value(accept: Accept, rng: Random, judge: Judge) -> str:
    match accept:
        case Choose():
            row = rng.choice(accept.rows)
            return row.at(min(int(rng.expovariate(0.5)), len(row) - 1))
        case Look():
            return " ".join(throw(accept, rng))
        case Spell():
            known = unspelled(accept, judge, tier=4)
            return rng.choice(known) if known and rng.random() < 0.9 else ANY_WORD
        case Press():
            return ""


def throw(look: Look, rng: Random) -> list[str]:
    """A throw of the dice that a look asks for, as many as it likes."""
    dice = list(dice_set(look.pieces).dice)
    while True:
        chosen = rng.sample(dice, rng.randint(look.least, look.most))
        letters = [rng.choice(die.faces) for die in chosen]
        if can_roll(dice_set(look.pieces), letters):
            return letters


def unspelled(spell: Spell, judge: Judge, tier: int) -> list[str]:
    """The words not yet spelled, up to a tier of rarity, common ones first."""
    found = judge.words(spell.letters, shortest=spell.length, longest=spell.length).get(spell.length, [])
    return [w.word for w in found if w.tier <= tier and w.word not in spell.taken]


def sensibly(prompt: Prompt, rng: Random, judge: Judge) -> Answer:
    """What somebody who knows everyday words might do."""
    spells = list(prompt.of_kind(Spell))
    chooses = list(prompt.of_kind(Choose))
    if spells:
        return _spell(prompt, spells[0], rng, judge)
    if chooses and isinstance(prompt.view, Ladder):
        return _bid(prompt.view, chooses[0], rng, judge)
    if chooses:
        return _choose(chooses[0], rng)
    return _press_or_look(prompt, rng, judge)


def _spell(prompt: Prompt, spell: Spell, rng: Random, judge: Judge) -> Answer:
    steals = [press for press in prompt.of_kind(Press) if press.verb.startswith("steal")]
    if steals and rng.random() < 0.03:
        steal = rng.choice(steals)
        return Answer(rng.choice(steal.seats), steal.verb)
    known = unspelled(spell, judge, EVERYDAY)
    if rng.random() < 0.02:
        known = unspelled(spell, judge, tier=4)
    if rng.random() < 0.02:  # a slip, or a bluff: letters in any order
        bluff = "".join(rng.sample(spell.letters, spell.length)).upper()
        if not spell.check(Answer(spell.seats[0], spell.verb, bluff)):
            return Answer(spell.seats[0], spell.verb, bluff)
    if known and rng.random() < 0.93:
        return Answer(spell.seats[0], spell.verb, known[min(int(rng.expovariate(0.7)), len(known) - 1)])
    ways_out = [p for p in prompt.of_kind(Press) if not p.verb.startswith("steal")]
    if prompt.timer and (not ways_out or rng.random() < 0.6):
        return Answer(None, TIME)
    return _pressed(ways_out[0], rng)


def _bid(view: Ladder, choose: Choose, rng: Random, judge: Judge) -> Answer:
    """Bid what seems in reach: a share of the everyday words, more boldly for some than for others."""
    seat = choose.seats[0]
    boldness = rng.uniform(0.35, 0.85)
    found = judge.words(view.letters, shortest=3, longest=8)
    offers = []
    for row in choose.rows[1:]:
        first = row.at(0)
        bid = Bid.parse(first)
        everyday = sum(word.tier <= EVERYDAY for word in found.get(bid.length, []))
        room = int(everyday * boldness) - bid.count
        if room >= 0:
            offers.append((row, room))
    if not offers or rng.random() < 0.15:
        return Answer(seat, choose.verb, choose.rows[0].at(0))
    row, room = rng.choice(offers)
    return Answer(seat, choose.verb, row.at(rng.randint(0, room)))


def _choose(choose: Choose, rng: Random) -> Answer:
    value = choose.suggest or _any(choose.rows, rng)
    return Answer(rng.choice(choose.seats) if choose.seats else None, choose.verb, value)


def _any(rows: Sequence[Row], rng: Random) -> str:
    row = rng.choice(rows)
    return row.at(rng.randrange(len(row)))


def _press_or_look(prompt: Prompt, rng: Random, judge: Judge) -> Answer:
    accept = prompt.accepts[0]
    if len(prompt.accepts) > 1 and rng.random() < 0.05:
        accept = prompt.accepts[1]
    if isinstance(accept, Press):
        return _pressed(accept, rng)
    return Answer(accept.seats[0], accept.verb, _value(accept, rng, judge))


def _pressed(press: Press, rng: Random) -> Answer:
    return Answer(rng.choice(press.seats) if press.seats else None, press.verb)
