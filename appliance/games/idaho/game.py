"""Idaho, in the order of its rule sheet. Rule numbers ID-… are those of the project's rules page."""

from collections.abc import Sequence

from appliance.games.idaho.picking import pick, pull
from appliance.games.idaho.rules import Options
from appliance.games.idaho.scoring import settle
from appliance.games.idaho.sheet import NAME, Sheet
from appliance.games.judge import Judge
from appliance.games.scrabble.calls import agree, call, session
from appliance.games.script import Part, Script
from appliance.phrases import say

__all__ = ["NAME", "SEATS", "advice", "play"]

SEATS = range(2, 6)  # ID-1
BEST = range(2, 4)  # ID-1


def play(names: Sequence[str], options: Options, judge: Judge) -> Script:
    """A session of 2 to 5 players; the points of its games add up."""
    sheet = Sheet(names, options, judge)
    return (yield from session(sheet, advice, lambda: one_game(sheet)))


def advice(players: int) -> str:
    """A word where so many are not what the game is best with (ID-1)."""
    return "" if players in BEST else say("idaho.advice")


def one_game(sheet: Sheet) -> Part[int]:
    """From the first GO! to a PICK! with an empty pool, and the scores; the next GOSAYER (ID-2 … ID-8)."""
    phrase = "build"
    while True:
        sheet.note = say("idaho.note" if sheet.pool else "idaho.last_note")
        callers = yield from call(sheet, phrase if sheet.pool else "last", stuck(sheet))
        if callers:
            sheet.caller = callers[0]
            if not sheet.pool:  # ID-5
                break
            yield from pick(sheet, callers)
            phrase = "picked"
        elif not sheet.pool:
            if (yield from agree(sheet, say("idaho.shall_we_end"))):  # ID-5: nobody can finish
                break
        elif (yield from agree(sheet, say("idaho.shall_we_pull"))):  # ID-4
            sheet.take(pull(sheet), "")
            phrase = "pulled"
        else:
            phrase = "build"
    return (yield from settle(sheet))


def stuck(sheet: Sheet) -> str:
    """What a push of the dial asks for: a tile for all, or with an empty pool the end (ID-4, ID-5)."""
    return say("idaho.stuck" if sheet.pool else "idaho.end")
