"""A vote of the whole table by its buttons (SS-9)."""

from appliance.games.game_views import Ballot
from appliance.games.prompts import Press
from appliance.games.script import Part, ask
from appliance.games.sheet import Sheet
from appliance.phrases import say

YES, NO = "yes", "no"


def vote(sheet: Sheet, question: str, voters: tuple[int, ...]) -> Part[bool]:
    """Everybody presses for yes or holds for no; a majority decides, a tie means no (SS-9).

    It ends as soon as the rest can change nothing.
    """
    voices: dict[int, str] = {}
    while True:
        ayes, noes = (list(voices.values()).count(voice) for voice in (YES, NO))
        waiting = tuple(seat for seat in voters if seat not in voices)
        if 2 * ayes > len(voters) or 2 * noes >= len(voters) or not waiting:
            return 2 * ayes > len(voters)
        view = Ballot(question, tuple((sheet.names[s], voices.get(s, "")) for s in voters))
        yes = Press(YES, waiting, say("vote.yes"))
        no = Press(NO, waiting, say("vote.no"), hold=True)
        answer = yield from ask(sheet.prompt("vote.ask", view, yes, no, acting=waiting, question=question))
        assert answer.seat is not None  # the prompt asked it of seats
        voices[answer.seat] = answer.verb
