"""How somebody plays Auction Scrabble who knows everyday words and what tiles are good for."""

from collections.abc import Sequence
from random import Random

from appliance.games import bots
from appliance.games.auctionscrabble.rules import as_seen
from appliance.games.bots import choose_any, press
from appliance.games.game_views import Crossboard, Lot
from appliance.games.judge import Judge
from appliance.games.prompts import GO_ON, Answer, Choose, Look, Press, Prompt
from appliance.games.scrabble.board import Board
from appliance.games.scrabble.moves import some_play
from appliance.games.scrabble.scoring import words
from appliance.pieces.tiles import BLANK, ENGLISH, RACK

EVERYDAY = 3
"""The rarest tier of words that a sensible bot knows."""
VOWELS = "AEIOU"
USEFUL = {BLANK: 16.0, "S": 9.0, "E": 5.5, "A": 5.0, "R": 5.0, "N": 4.5, "I": 4.5, "O": 4.5, "T": 4.5}
AWKWARD = {"Q": 3.0, "V": 2.5, "U": 3.0, "W": 3.0, "C": 3.5}
PLAIN = 4.0
"""Points that a tile of a usual play brings, with no regard to which it is."""


def sensibly(prompt: Prompt, rng: Random, judge: Judge) -> Answer:
    """What somebody who knows everyday words might do."""
    if isinstance(prompt.view, Lot) and (bid := next(prompt.of_kind(Choose), None)):
        return _bid(prompt, prompt.view, bid, rng)
    if isinstance(prompt.view, Crossboard) and (look := next(prompt.of_kind(Look), None)):
        return _lay(prompt.view, look, rng, judge)
    presses = list(prompt.of_kind(Press))
    stop = next((p for p in presses if p.verb in ("done", "doubt")), None)
    if stop and rng.random() < (0.4 if stop.verb == "done" else 0.05):
        return press(stop, rng)
    if prompt.accept("on") and rng.random() < 0.5:
        return Answer(None, "on", "end")
    if prompt.accept(GO_ON):
        return Answer(None, GO_ON)
    for choose in prompt.of_kind(Choose):
        return choose_any(choose, rng)
    for look in prompt.of_kind(Look):
        return Answer(look.seats[0], look.verb, bots.any_look(look, prompt, rng))
    return press(presses[0], rng)


def _bid(prompt: Prompt, view: Lot, bid: Choose, rng: Random) -> Answer:
    """Top by one as long as the tile is worth it, now and then by more; else leave."""
    seat = bid.seats[0]
    rack = next(rack for name, rack in view.racks if name == view.bidder)
    account = prompt.standing.places[seat].score
    wanted = worth(view.tile, rack) * rng.uniform(0.5, 1.3)
    if view.left > RACK:  # what is spent now is missing later; at the end it is good for nothing but the win
        wanted = min(wanted, account / 4)
    lowest = int(bid.rows[0].at(0))
    if lowest > wanted:
        return Answer(seat, "leave")
    leap = int(rng.expovariate(0.8)) if rng.random() < 0.4 else 0
    place = max(0, min(leap, int(wanted) - lowest, len(bid.rows[0]) - 1))
    return Answer(seat, bid.verb, bid.rows[0].at(place))


def worth(tile: str, rack: Sequence[str]) -> float:
    """Roughly how many points a tile is good for beside these: fewer for a third vowel more, or its like."""
    points = USEFUL.get(tile, AWKWARD.get(tile, PLAIN)) + ENGLISH.value(tile) / 3
    vowels = sum(letter in VOWELS for letter in rack)
    too_many = vowels >= 4 if tile in VOWELS else len(rack) - vowels >= 5
    missing = vowels == 0 if tile in VOWELS else vowels >= 4
    points *= 0.5 if too_many and tile != BLANK else 1.5 if missing else 1.0
    return points * 0.6 ** list(rack).count(tile)


def _lay(view: Crossboard, look: Look, rng: Random, judge: Judge) -> Answer:
    """A good play if one comes to mind; else, or once in a long while, a pass.

    Where the camera saw what cannot be, the word is typed rather than laid again.
    """
    seat = look.seats[0]
    board = Board(view.rows)
    play = some_play(board, look.among, judge, shuffle=rng.shuffle, tier=EVERYDAY)
    if play is None and EVERYDAY < 4:
        play = some_play(board, look.among, judge, shuffle=rng.shuffle)
    if play is None or rng.random() < 0.02:
        return Answer(seat, "pass")
    if view.problems:
        return Answer(seat, "word", words(board, play)[0].text.upper())
    return Answer(seat, look.verb, as_seen(board.put(play.laid)))
