"""The root of every error that the box raises on purpose.

Each error is also the builtin that it resembles, so that callers who know only Python can catch it.
"""

import difflib
from collections.abc import Iterable


class ApplianceError(Exception):
    """Something that the box can put into words: the input, and what was expected instead."""

    exit_code = 1
    """What a command ends with that it stopped."""


class BadValue(ApplianceError, ValueError):
    """A value that cannot be used: a misspelt option, an answer in no known form."""

    exit_code = 2


class Missing(ApplianceError, LookupError):
    """A thing asked for by name that does not exist: a game, a set, a file of the package."""

    exit_code = 2


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A half sentence that names the nearest known word, or nothing if none is near."""
    near = nearest(word, known)
    return f" (did you mean {near!r}?)" if near else ""


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that was probably meant, or ""."""
    return next(iter(difflib.get_close_matches(word, list(known), n=1)), "")
