"""Letters from keys: which a prompt takes, the word on a list that they begin, the answer they come to."""

from collections.abc import Callable

from appliance.games.letters import PUNCTUATION, tiles_of
from appliance.games.prompts import Answer, Look, Prompt, Spell, Tick, Write
from appliance.pieces import ALPHABET
from appliance.pieces.tiles import BLANK

TYPED: dict[str, Callable[[str], str]] = {
    "letter-dice": lambda typed: " ".join(tiles_of(typed)),
    "tiles": " ".join,
    "card": str,
}
"""What letters typed in place of a look come to, for the kinds of look that letters can say."""

BLANK_KEYS = ("blank", ".")
"""A tile without a letter, on the screen's own keys and on a keyboard, where ? asks for help."""

_LETTERS = {symbol.upper() for symbol in ALPHABET}  # the screen's own keys have Qu too


def letter_of(prompt: Prompt, key: str) -> str:
    """What the key adds to the letters typed: nothing where none are asked for."""
    look = next(prompt.of_kind(Look), None)
    if key in BLANK_KEYS:
        return BLANK if look and look.kind == "tiles" else ""
    written = any(isinstance(accept, Spell | Write | Tick) for accept in prompt.accepts)
    if not written and not (look and look.kind in TYPED):
        return ""
    return key.upper() if key in PUNCTUATION or key.upper() in _LETTERS else ""


def found(tick: Tick, typed: str) -> tuple[str, int] | None:
    """The first word on a list that begins so, as its place; a letter that no word has begins anew."""
    for begun in (typed, typed[-1:]):
        for place, word in enumerate(tick.words):
            if begun and word.startswith(begun):
                return begun, place
    return None


def answer_of(prompt: Prompt, typed: str) -> Answer | None:
    """What the letters typed answer: a word spelled, one written, or what lies there."""
    for kind in (Spell, Write, Look):
        accept = next(prompt.of_kind(kind), None)
        if isinstance(accept, Look):
            seat = accept.seats[0] if accept.seats else None
            return Answer(seat, accept.verb, TYPED[accept.kind](typed)) if accept.kind in TYPED else None
        if accept is not None:
            return Answer(accept.seats[0], accept.verb, typed)
    return None
