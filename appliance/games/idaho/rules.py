"""The sums of Idaho as pure functions: what a player scores and why, and who is first (ID-6 … ID-8)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from appliance.games.scrabble import calls, idaho_sums
from appliance.games.scrabble.idaho_sums import Tally
from appliance.games.scrabble.layout import Layout
from appliance.games.scrabble.scoring import IsWord
from appliance.pieces.tiles import ENGLISH


@dataclass(frozen=True)
class Options(calls.Options):
    """House rules. The last three are readings of ID-3, ID-6 and ID-7 where the sheet is silent.

    A pool that is too small is shared out tile by tile, or else put aside; an unused tile costs its value,
    or else one point; an illegal word counts nothing, or else its whole layout does.
    """

    short_pool_is_shared: bool = True
    unused_cost_their_value: bool = True
    illegal_words_count_nothing: bool = True


@dataclass(frozen=True)
class Score:
    """A player's points in their three parts, which is how people count them (ID-6)."""

    words: tuple[str, ...]
    refused: tuple[str, ...]
    unused: tuple[str, ...]
    used_once: int
    used_twice: int
    lost: int

    @property
    def points(self) -> int:
        """What it comes to."""
        return self.used_once + self.used_twice - self.lost


def score(layout: Layout, tiles: Iterable[str], is_word: IsWord, options: Options = Options()) -> Score:
    """Used letters count, those in two words twice, less unused ones (ID-6); illegal words as ID-7 says."""
    hand = tuple(tiles)
    made = idaho_sums.tally(layout, hand, is_word)
    if made.refused and not options.illegal_words_count_nothing:
        made = Tally(-ENGLISH.worth(hand), (), made.refused, tuple(sorted(hand)))
    unused = ENGLISH.worth(made.unused)
    used = ENGLISH.worth(hand) - unused
    twice = made.points + unused - used
    lost = unused if options.unused_cost_their_value else len(made.unused)
    return Score(made.words, made.refused, made.unused, used, twice, lost)


def unused(layout: Layout, tiles: Iterable[str], is_word: IsWord) -> int:
    """How many tiles a player has not used: those in no legal word of the main layout (ID-2, ID-7)."""
    return len(idaho_sums.tally(layout, tiles, is_word).unused)


def leaders(points: Mapping[int, int]) -> tuple[int, ...]:
    """The seats with the most points; several share (ID-8)."""
    best = max(points.values())
    return tuple(seat for seat, number in points.items() if number == best)


def next_gosayer(tied: Sequence[int], last_caller: int | None) -> int | None:
    """Who says GO! next: the winner, of several who called the last PICK!; None if the lot decides (ID-8)."""
    if len(tied) == 1:
        return tied[0]
    return last_caller if last_caller in tied else None
