"""How somebody plays Bid & Bluff who counts his cards and wants to get on."""

from random import Random

from appliance.games.bidandbluff.rules import HIGHEST_BID
from appliance.games.bots import choose_any, press_or_look
from appliance.games.game_views import Tricks
from appliance.games.judge import Judge
from appliance.games.prompts import Answer, Choose, Look, Prompt


def sensibly(prompt: Prompt, rng: Random, judge: Judge) -> Answer:
    """What somebody might do who bids a fair share of the tricks and makes it more often than not."""
    choose = next(prompt.of_kind(Choose), None)
    look = next(prompt.of_kind(Look), None)
    view = prompt.view
    if look and look.kind == "pip-dice" and isinstance(view, Tricks):
        return Answer(look.seats[0], look.verb, str(_bid(view, rng)))
    if choose and choose.verb == "tricks" and isinstance(view, Tricks):
        return Answer(choose.seats[0], choose.verb, str(_tricks(view, choose, rng)))
    if choose and choose.verb == "to":
        return _go(choose, rng)
    return choose_any(choose, rng) if choose else press_or_look(prompt, rng)


def _bid(view: Tricks, rng: Random) -> int:
    """About as many tricks as cards allow, less what others have bid; now and then more, as a bluff."""
    share = view.cards / len(view.rows)
    return max(0, min(round(rng.gauss(share, 0.8)), view.cards, HIGHEST_BID))


def _tricks(view: Tricks, choose: Choose, rng: Random) -> int:
    """What one took: the bid as far as tricks were left, or one more or less; all that is left at the end."""
    taken = [int(tricks) for _, _, _, tricks in view.rows if tricks]
    left = max(0, view.cards - sum(taken))
    if len(taken) == len(view.rows) - 1 and rng.random() < 0.98:
        return left  # the others have said theirs; now and then somebody miscounts
    likely = int(choose.suggest) + rng.choice((0, 0, 0, 0, 1, -1))
    return max(0, min(likely, left))


def _go(choose: Choose, rng: Random) -> Answer:
    """The furthest square, or one of the next best."""
    squares = choose.rows[0]
    return Answer(choose.seats[0], choose.verb, squares.at(min(int(rng.expovariate(1.5)), len(squares) - 1)))
