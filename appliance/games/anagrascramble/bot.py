"""How somebody plays AnagraScramble who knows everyday words."""

from random import Random

from appliance.games.anagrascramble.rules import COINS, PASS, PLAY
from appliance.games.bots import choose_any, press, press_or_look
from appliance.games.game_views import Checklist, Jumble
from appliance.games.judge import Judge
from appliance.games.prompts import MORE, TIME, Answer, Choose, Deal, Press, Prompt, Tick

EVERYDAY = 2
"""The rarest tier of words that a sensible bot knows."""


def sensibly(prompt: Prompt, rng: Random, judge: Judge) -> Answer:
    """What somebody who knows everyday words might do."""
    tick = next(prompt.of_kind(Tick), None)
    choose = next(prompt.of_kind(Choose), None)
    deal = next(prompt.of_kind(Deal), None)
    if tick and isinstance(prompt.view, Checklist):
        return _tick(prompt, prompt.view, tick, rng, judge)
    if choose and choose.verb == "move" and isinstance(prompt.view, Jumble):
        return Answer(choose.seats[0], choose.verb, _move(prompt.view, choose, rng))
    if choose and choose.verb == "target":
        return Answer(choose.seats[0], choose.verb, rng.choice(("5", "5", "6", "6", "7")))
    if choose:
        return choose_any(choose, rng)
    if deal:
        return Answer(prompt.acting[0], deal.verb, rng.choice(deal.among))
    if prompt.timer and rng.random() < 0.7:
        return Answer(None, TIME)
    return press_or_look(prompt, rng)


def _move(view: Jumble, choose: Choose, rng: Random) -> str:
    """A coin on a short target, a pass before a long one, now and then a higher target."""
    offers = choose.rows[0].values
    daring = rng.random()
    if daring < 0.2 * (view.target - 5) * (1.5 if view.deck == "red" else 1) and PASS in offers:
        return PASS
    if daring > 0.55 + 0.15 * (view.target - 4):
        return rng.choice(tuple(COINS))
    if daring > 0.5 and view.target < 6 and PASS in offers:
        return str(offers[-2])
    return PLAY


def _tick(prompt: Prompt, view: Checklist, tick: Tick, rng: Random, judge: Judge) -> Answer:
    """What might stand on the player's pad: a few everyday words, longer ones less often."""
    counted = next(prompt.of_kind(Press))
    found = judge.words(tuple(view.letters), shortest=4, longest=7)
    everyday = {word.word for words in found.values() for word in words if word.tier <= EVERYDAY}
    left = [word for word in tick.words if word in everyday and word not in tick.ticked]
    if not left or rng.random() < 0.05 * (1 + len(tick.ticked)):
        return press(counted, rng)
    if rng.random() < 0.03:
        return Answer(None, tick.verb, MORE)
    weights = [3.0 if len(word) == view.target else 1 / (len(word) - 3) for word in left]
    return Answer(None, tick.verb, rng.choices(left, weights)[0])
