"""How somebody plays Anabid! who knows everyday words."""

from random import Random

from appliance.games.anabid.rules import Bid
from appliance.games.bots import choose_any, press, press_or_look, unspelled
from appliance.games.judge import Judge
from appliance.games.prompts import TIME, Answer, Choose, Press, Prompt, Spell
from appliance.games.views import Ladder

EVERYDAY = 2
"""The rarest tier of words that a sensible bot knows."""


def sensibly(prompt: Prompt, rng: Random, judge: Judge) -> Answer:
    """What somebody who knows everyday words might do."""
    spells = list(prompt.of_kind(Spell))
    chooses = list(prompt.of_kind(Choose))
    if spells:
        return _spell(prompt, spells[0], rng, judge)
    if chooses and isinstance(prompt.view, Ladder):
        return _bid(prompt.view, chooses[0], rng, judge)
    if chooses:
        return choose_any(chooses[0], rng)
    return press_or_look(prompt, rng)


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
    return press(ways_out[0], rng)


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
