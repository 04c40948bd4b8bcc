"""The wide word list and how common each word is."""

from collections.abc import Iterator
from pathlib import Path

from appliance.lexicon.letters import fold
from tools.build_lexicon.letters import entries, is_letters, lines

SHORTEST, LONGEST = 2, 15
HAND = Path(__file__).parent / "hand"

# SCOWL's size of a word to our tier. 80 is the size that its README names for word games.
_TIERS = ((35, 1), (60, 2), (70, 3), (80, 4))


def wide(scowl: Path, wordgame: Path) -> dict[str, tuple[int, bool]]:
    """Each word with its tier 1..4 and whether it is also in the narrower, standard list.

    Standard is Moby's list and SCOWL up to 70; wide adds SCOWL's 80. Words added by hand bring their tier.
    """
    sizes = _scowl(scowl)
    moby = {word for word in lines(_moby(wordgame)) if is_letters(word, SHORTEST, LONGEST)}
    tiers = {word: _tier(size) for word, size in sizes.items()}
    tiers |= dict.fromkeys(moby - tiers.keys(), 4)
    standard = moby | {word for word, size in sizes.items() if size <= 70}
    for word, tier in by_hand():
        tiers[word] = min(tier, tiers.get(word, tier))
        standard.add(word)
    for word in entries(HAND / "deny.txt"):
        tiers.pop(word, None)
    return {word: (tier, word in standard) for word, tier in tiers.items()}


def by_hand() -> Iterator[tuple[str, int]]:
    """The words of the two reviewed files, each line `tier: word word …`."""
    for line in lines(HAND / "patch.txt", HAND / "extra_words.txt"):
        tier, _, words = line.partition(":")
        for word in words.split():
            if not is_letters(word, SHORTEST, LONGEST):
                raise ValueError(
                    f"{word!r} in the hand files is not {SHORTEST} to {LONGEST} letters of a to z"
                )
            yield word, int(tier)


def _tier(size: int) -> int:
    return next(tier for largest, tier in _TIERS if size <= largest)


def _scowl(package: Path) -> dict[str, int]:
    """Each word with the smallest SCOWL size that has it; all spellings, variants 1 and 2."""
    sizes: dict[str, int] = {}
    for path in sorted((package / "usr/share/dict/scowl").glob("*-words.*")):
        size = int(path.suffix[1:])
        if size > 80 or path.name.startswith("variant_3"):
            continue
        # The README says ISO 8859-1; Debian's files are UTF-8.
        for line in path.read_text("utf-8").splitlines():
            word = fold(line)
            # A capital makes it a symbol or a name: pH, dB.
            if line == line.lower() and is_letters(word, SHORTEST, LONGEST):
                sizes[word] = min(size, sizes.get(word, size))
    return sizes


def _moby(package: Path) -> Path:
    return package / "wordgame" / "words.txt"
