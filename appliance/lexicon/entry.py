"""What the lexicon answers about one word, and the answer in words."""

from dataclasses import dataclass
from typing import Protocol

from appliance.lexicon.letters import fold, is_plain


@dataclass(frozen=True)
class Entry:
    """The ruling on one word, in capitals: whether it counts, the lists that have it, its tier, and why.

    `lists` is a choice of "words", "house", "places", "names" and "punctuated", whether they count or not.
    `tier` is 1 (everyday) to 4 (rare), None for what is no word.
    """

    word: str
    found: bool
    lists: tuple[str, ...]
    tier: int | None
    name_only: bool
    reason: str


class Lists(Protocol):
    """What a ruling needs to ask."""

    def tier(self, word: str) -> int | None: ...  # noqa: D102
    def is_house_word(self, word: str) -> bool: ...  # noqa: D102
    def is_place(self, word: str) -> bool: ...  # noqa: D102
    def is_name(self, word: str) -> bool: ...  # noqa: D102
    def is_punctuated(self, form: str) -> bool: ...  # noqa: D102
    def punctuated(self, letters: str) -> tuple[str, ...]: ...  # noqa: D102


def rule(lists: Lists, text: str, places: bool, punctuation: bool) -> Entry:
    """Whether the word counts by AN-21, AN-44 (no places) and AN-45 (marks)."""
    word = fold(text)
    if "'" in word or "-" in word:
        return _marked(lists, word, punctuation)
    if not is_plain(word):
        shown = text.strip().upper()
        return Entry(shown, False, (), None, False, f"{shown or 'nothing'} is no word: only letters count")
    return _plain(lists, word, places)


def _marked(lists: Lists, form: str, punctuation: bool) -> Entry:
    shown = form.upper()
    if not lists.is_punctuated(form):
        return Entry(shown, False, (), None, False, f"{shown} is in no list")
    reason = f"{shown} is a form with a mark"
    if not punctuation:
        reason += ", which counts with It's Quotable only"
    return Entry(shown, punctuation, ("punctuated",), None, False, reason)


def _plain(lists: Lists, word: str, places: bool) -> Entry:
    tier = lists.tier(word)
    has = {
        "words": tier is not None,
        "house": lists.is_house_word(word),
        "places": lists.is_place(word),
        "names": lists.is_name(word),
    }
    found = has["words"] or (places and has["places"])
    name_only = has["names"] and not has["words"] and not has["places"]
    reason = f"{word.upper()} is {_why(has, tier, places)}"
    marked = "" if any(has.values()) else ", ".join(form.upper() for form in lists.punctuated(word))
    if marked:
        reason += f"; with its mark there is {marked}"
    return Entry(word.upper(), found, tuple(name for name in has if has[name]), tier, name_only, reason)


def _why(has: dict[str, bool], tier: int | None, places: bool) -> str:
    if has["house"]:
        return "a word of this table's own list"
    if has["words"]:
        others = [what for what, name in (("a place", "places"), ("a person's name", "names")) if has[name]]
        return f"a word (tier {tier})" + (f", and also {' and '.join(others)}" if others else "")
    if has["places"] and not places:
        return "a place, and places do not count here"
    if has["places"]:
        return "a place" + (", and also a person's name" if has["names"] else "")
    return "a person's name only" if has["names"] else "in no list"
