"""Players made of chance: every prompt can draw a legal answer from a seed.

`anything` draws any legal answer, to shake a script; each game has a `bot` that plays as people might.
"""

from collections.abc import Callable, Sequence
from random import Random

from appliance.games.judge import Judge
from appliance.games.letters import can_roll
from appliance.games.prompts import (
    ANY_WORD,
    TIME,
    Accept,
    Answer,
    Choose,
    Deal,
    Look,
    Press,
    Prompt,
    Row,
    Spell,
    Tick,
    Write,
)
from appliance.pieces import dice_set
from appliance.pieces.tiles import ENGLISH

Bot = Callable[[Prompt, Random, Judge], Answer]
"""Decides what to do; it knows no more than the prompt says."""

Eye = Callable[[Look, Prompt, Random], str]
"""Makes up what a look might come to, where that takes more than chance."""


def any_look(look: Look, prompt: Prompt, rng: Random) -> str:
    """Any text that the look takes, for the kinds of which a game need not know more."""
    match look.kind:
        case "letter-dice":
            return " ".join(throw(look, rng))
        case "d12" | "pip-dice":
            return rng.choice([face for die in dice_set(look.pieces).dice for face in die.faces])
        case "tiles":
            return " ".join(rng.sample(look.among or ENGLISH.bag, rng.randint(look.least, look.most)))
        case "card" if look.among:
            return rng.choice(look.among)
        case "card":
            return "".join(rng.sample(ENGLISH.bag[:-2], 7))
        case _:
            return look.wanted


def anything(prompt: Prompt, rng: Random, judge: Judge, eye: Eye = any_look) -> Answer:
    """Any legal answer at all; the commoner kinds of asking are not preferred."""
    if prompt.timer and rng.random() < 0.1:
        return Answer(None, TIME)
    accept = rng.choice(prompt.accepts)
    seat = rng.choice(accept.seats) if accept.seats else None
    if isinstance(accept, Look):
        return Answer(seat, accept.verb, eye(accept, prompt, rng))
    return Answer(seat, accept.verb, _value(accept, rng, judge))


def _value(accept: Accept, rng: Random, judge: Judge) -> str:
    match accept:
        case Choose():
            row = rng.choice(accept.rows)
            return row.at(min(int(rng.expovariate(0.5)), len(row) - 1))
        case Spell():
            known = unspelled(accept, judge, tier=4)
            return rng.choice(known) if known and rng.random() < 0.9 else ANY_WORD
        case Tick():
            return rng.choice(accept.places)
        case Write():
            return "".join(rng.choices("AEINRST", k=rng.randint(1, accept.most)))
        case Deal():
            return rng.choice(accept.among)
        case Press() | Look():
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


def choose_any(choose: Choose, rng: Random) -> Answer:
    """What is suggested, or any choice at all."""
    value = choose.suggest or _any(choose.rows, rng)
    return Answer(rng.choice(choose.seats) if choose.seats else None, choose.verb, value)


def _any(rows: Sequence[Row], rng: Random) -> str:
    row = rng.choice(rows)
    return row.at(rng.randrange(len(row)))


def press_or_look(prompt: Prompt, rng: Random) -> Answer:
    """The first thing that is asked for, now and then the second."""
    accept = prompt.accepts[0]
    if len(prompt.accepts) > 1 and rng.random() < 0.05:
        accept = prompt.accepts[1]
    if isinstance(accept, Press):
        return press(accept, rng)
    assert isinstance(accept, Look)
    return Answer(accept.seats[0], accept.verb, any_look(accept, prompt, rng))


def press(wanted: Press, rng: Random) -> Answer:
    """A press by any seat that may."""
    return Answer(rng.choice(wanted.seats) if wanted.seats else None, wanted.verb)
