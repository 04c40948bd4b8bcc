"""The sums of AnagraScramble: moves (AS-6), points of a card (AS-10 … AS-13), payout. Pure functions."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from appliance.pieces.tiles import ENGLISH

TARGETS = range(4, 8)
"""The lengths that may be called for (AS-5)."""
COINS = {"double": 2, "triple": 3}  # AS-2
INVALID = -2  # AS-12
SECONDS = 30  # AS-2


@dataclass(frozen=True)
class Options:
    """What the table has agreed on: decks, cards, and the readings (R) that a house may change."""

    red: bool = False  # AS-1: the hard deck instead of the common one
    both: bool = False  # AS-1: both decks shuffled together
    printed_cards: bool = False  # the camera reads printed cards; otherwise the box deals on its screen
    tokens: bool = True  # AS-17: who owes whom is shown at the end
    cards: int = 0  # AS-15; with 0 the table is asked
    inherit_may_double: bool = True  # AS-7
    invalid_penalty_per_word: bool = True  # AS-12

    @property
    def decks(self) -> tuple[str, ...]:
        """The decks that are played."""
        return ("green", "red") if self.both else ("red",) if self.red else ("green",)


PLAY, PASS = "play", "pass"
"""Play the target as it is; leave it to the next player (AS-6)."""


def raised(target: int) -> str:
    """The move that raises the target (AS-6 a); its number is read by `target_of`."""
    return f"{target} letters"


def moves(target: int) -> tuple[str, ...]:
    """What may be done about a target, one of these and no more (AS-6): the pass, the play, coins, raises."""
    return PASS, PLAY, *COINS, *map(raised, range(target + 1, TARGETS.stop))


def target_of(move: str, target: int) -> int:
    """The target after a move."""
    return int(move.split()[0]) if move[0].isdecimal() else target


def pass_cost(target: int) -> int:
    """What it costs to leave a target to the next player (AS-7)."""
    return target - 3


def value(word: str) -> int:
    """The sum of a word's letter values (appendix of the sheet)."""
    return ENGLISH.worth(word)


@dataclass(frozen=True)
class Points:
    """Points, the name of the phrase that gives the reason, and the words that it is about."""

    points: int
    why: str
    words: tuple[str, ...] = ()


def settle(
    target: int, words: Collection[str], *, invalid: int = 0, coin: int = 1, options: Options = Options()
) -> list[Points]:
    """What a card comes to (AS-9 … AS-13).

    `words` are the valid ones that were written, `invalid` counts the others; `coin` is 2 for Double, 3 for
    Triple, 1 for none.
    """
    if not any(len(word) >= target for word in words):  # AS-13
        return [Points(-target * coin, "missed")]
    plain = sorted(set(words))  # AS-9: twice counts once
    entries = []
    exact = [word for word in plain if len(word) == target]
    if coin > 1 and exact:  # AS-11
        best = max(exact, key=value)
        plain.remove(best)
        entries.append(Points(coin * value(best), "coin", (best,)))
    if plain:  # AS-10
        entries.append(Points(sum(map(value, plain)), "words", tuple(plain)))
    if invalid:  # AS-12
        times = invalid if options.invalid_penalty_per_word else 1
        entries.append(Points(INVALID * times, "invalid"))
    return entries


def total(entries: Collection[Points]) -> int:
    """What the entries come to together."""
    return sum(entry.points for entry in entries)


def showing(words: Collection[str]) -> tuple[int, ...]:
    """What is compared in a showdown (AS-16): how many words, then of 7, 6, 5 and 4 letters."""
    lengths = [len(word) for word in set(words)]
    return len(lengths), *(lengths.count(length) for length in reversed(TARGETS))


def payout(scores: Sequence[int]) -> list[int]:
    """The tokens that each one gets, or owes if negative: score less average (AS-17); their sum is 0.

    Where the average is not whole, all differences have the same fraction, as scores are whole: each is
    rounded down and the missing units go to the earlier seats.
    """
    floors = [(score * len(scores) - sum(scores)) // len(scores) for score in scores]
    missing = -sum(floors)
    return [floor + (seat < missing) for seat, floor in enumerate(floors)]
