"""What a layout is worth in Idaho (ID-6, ID-7)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from appliance.games.scrabble.layout import Layout, spelled
from appliance.games.scrabble.scoring import IsWord
from appliance.games.scrabble.squares import Run
from appliance.pieces.tiles import ENGLISH, TileSet, face


@dataclass(frozen=True)
class Tally:
    """A layout's points with the words that count, those that do not, and the tiles left unused."""

    points: int
    words: tuple[str, ...]
    refused: tuple[str, ...]
    unused: tuple[str, ...]


def points(words: Iterable[str], unused: Iterable[str], tile_set: TileSet = ENGLISH) -> int:
    """The value of all words, a letter in two of them counted twice, less that of unused tiles (ID-6)."""
    return sum(map(tile_set.worth, words)) - tile_set.worth(unused)


def tally(layout: Layout, hand: Iterable[str], is_word: IsWord, tile_set: TileSet = ENGLISH) -> Tally:
    """What a player with these tiles scores for the layout, blanks read in the player's favour.

    Reading of ID-7: legal words that share a tile hang together, the main layout is the group of them that
    is worth most, and every tile outside it is unused.
    """
    own = tuple(hand)
    known = cache(is_word)  # readings repeat the same words
    readings = (_one_tally(reading, own, known, tile_set) for reading in _different(layout, known))
    return max(readings, key=lambda made: (made.points, -len(made.refused)))


def _different(layout: Layout, is_word: IsWord) -> Iterator[Layout]:
    """The readings of the blanks, one for each set of runs that become words: all scores there are."""
    seen = set()
    for reading, texts in spelled(layout):
        words = tuple(map(is_word, texts))
        if words not in seen:
            seen.add(words)
            yield reading


def _one_tally(layout: Layout, hand: Sequence[str], is_word: IsWord, tile_set: TileSet) -> Tally:
    legal = [run for run in layout.runs if is_word(run.text.upper())]
    groups = [_finish(layout, group, hand, tile_set) for group in _groups(legal)]
    best = max(groups or [_finish(layout, [], hand, tile_set)], key=lambda made: made.points)
    refused = tuple(run.text.upper() for run in layout.runs if run not in legal)
    return Tally(best.points, best.words, refused, best.unused)


def _finish(layout: Layout, group: Sequence[Run], hand: Sequence[str], tile_set: TileSet) -> Tally:
    used = {square for run in group for square in run.squares}
    unused = Counter(map(face, hand)) - Counter(face(layout.tiles[square]) for square in used)
    made = [run.text for run in group]
    left = tuple(sorted(unused.elements()))
    return Tally(points(made, left, tile_set), tuple(map(str.upper, made)), (), left)


def _groups(legal: Iterable[Run]) -> list[list[Run]]:
    groups: list[list[Run]] = []
    for run in legal:
        squares = set(run.squares)
        apart, joined = [], [run]
        for group in groups:
            touches = any(squares & set(other.squares) for other in group)
            if touches:
                joined = group + joined
            else:
                apart.append(group)
        groups = [*apart, joined]
    return groups
