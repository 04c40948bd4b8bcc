"""Every sentence that people see, a folder of files a language; the code knows only their names."""

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from appliance.errors import Missing


@cache
def catalogue(language: str = "en") -> dict[str, str]:
    """All phrases of a language, by dotted name such as `anabid.bid`."""
    return {
        f"{room}.{name}": phrase
        for file in (resources.files(__package__) / language).iterdir()
        for room, phrases in tomllib.loads(file.read_text("utf-8")).items()
        for name, phrase in phrases.items()
    }


def say(name: str, /, **values: object) -> str:
    """The phrase of that name with its blanks filled; `Missing` if there is no such phrase."""
    try:
        phrase = catalogue()[name]
    except KeyError:
        raise Missing(f"no phrase named {name!r}") from None
    return phrase.format_map(_Plural(values))


class _Plural(dict[str, Any]):
    """Fills `{n}` as usual, and `{n|word|words}` with the first form for one and the second otherwise."""

    def __missing__(self, key: str) -> str:
        number, one, many = key.split("|")
        return one if self[number] == 1 else many
