"""Anabid! A7: doubted words, who may doubt first, and the verdict of the agreed list."""

from collections.abc import Sequence

from appliance.games.anabid.rules import Bid, Challenge, Steal, settle
from appliance.games.anabid.sheet import Sheet
from appliance.games.prompts import GO_ON, Choose, Press, Row
from appliance.games.script import Part, ask
from appliance.games.seats import going
from appliance.games.views import Doubts
from appliance.phrases import say

FOUND, NOT_FOUND = "found", "not found"
NONE = "none"


def challenges(
    sheet: Sheet, bid: Bid, words: Sequence[str], steal: Steal | None, second: int | None, heads: bool
) -> Part[list[Challenge]]:
    """All challenges of a roll, after its points are worked out (AN-30, AN-34, AN-35)."""
    entries = settle(bid, words, sheet.playing, second=second, steal=steal, options=sheet.options)
    entry = " · ".join(map(str, sheet.bookings(entries)))
    done = yield from doubts(sheet, bid.seat, words, heads, entry)
    if steal and sheet.options.challenge_steal_words:
        done += yield from doubts(sheet, steal.seat, steal.words, False, entry)
    return done


def doubts(
    sheet: Sheet, speller: int, words: Sequence[str], heads: bool, entry: str
) -> Part[list[Challenge]]:
    """Challenges of one speller's words, each once; a further one passes to the right (AN-30, AN-31)."""
    done: list[Challenge] = []
    last = speller
    while len(done) < len(words):
        willing = yield from who_doubts(sheet, speller, words, done, entry)
        if not willing:
            break
        for seat in going(last, "right", sheet.count):
            if seat in willing and len(done) < len(words):
                word = yield from which_word(sheet, speller, seat, words, done)
                if word:
                    found = yield from verdict(sheet, seat, word, view_of(sheet, speller, words, done), heads)
                    done.append(Challenge(word, speller, seat, found))
                    last = seat
    return done


def view_of(sheet: Sheet, speller: int, words: Sequence[str], done: Sequence[Challenge]) -> Doubts:
    """The words with what became of each."""
    state = {c.word: say("anabid.stands") if c.found else say("anabid.out") for c in done}
    return Doubts(sheet.names[speller], tuple((word, state.get(word, "")) for word in words))


def who_doubts(
    sheet: Sheet, speller: int, words: Sequence[str], done: Sequence[Challenge], entry: str
) -> Part[list[int]]:
    """Everybody willing presses; the dial closes the list (AN-30, AN-31)."""
    willing: list[int] = []
    others = sheet.playing - {speller}
    while set(willing) != others:
        view = view_of(sheet, speller, words, done)
        view = Doubts(view.speller, view.words, tuple(sheet.names[s] for s in willing), entry)
        challenge = Press("challenge", tuple(sorted(others - set(willing))), say("anabid.challenge"))
        close = Press(GO_ON, (), say("anabid.no_more_doubts"))
        answer = yield from ask(sheet.prompt("doubts", view, close, challenge, name=view.speller))
        if answer.seat is None:
            break
        willing.append(answer.seat)
    return willing


def which_word(
    sheet: Sheet, speller: int, challenger: int, words: Sequence[str], done: Sequence[Challenge]
) -> Part[str]:
    """The challenger points at a word nobody has challenged yet, or thinks better of it."""
    challenged = {c.word for c in done}
    left = tuple(word for word in words if word not in challenged)
    rows = (Row(say("anabid.word_row"), (*left, NONE)),)
    view = view_of(sheet, speller, words, done)
    choose = Choose("doubt", (challenger,), rows)
    answer = yield from ask(
        sheet.prompt("which_word", view, choose, acting=(challenger,), name=sheet.names[challenger])
    )
    return "" if answer.value == NONE else answer.value


def verdict(sheet: Sheet, challenger: int, word: str, view: Doubts, heads: bool) -> Part[bool]:
    """The agreed list decides; the box suggests what its own says, people take it or overrule (AN-32, AN-37).

    A word that the judge only counted has no letters here, so people look it up themselves.
    """
    suggest, reason = "", say("anabid.look_it_up")
    if not word.startswith("#"):
        entry = sheet.judge.look_up(word, places=sheet.options.places, punctuation=heads)
        suggest, reason = (FOUND if entry.found else NOT_FOUND), entry.reason
    rows = (Row(say("anabid.verdict_row"), (FOUND, NOT_FOUND)),)
    shown = Doubts(view.speller, view.words, (sheet.names[challenger],), reason)
    answer = yield from ask(
        sheet.prompt(
            "verdict", shown, Choose("verdict", (), rows, suggest), word=word, name=sheet.names[challenger]
        )
    )
    return answer.value == FOUND
