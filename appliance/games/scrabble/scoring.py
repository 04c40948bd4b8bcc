"""The words that a play makes and what they are worth (AU-7)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import prod

from appliance.errors import BadValue
from appliance.games.scrabble.board import Board, letter_factor, word_factor
from appliance.games.scrabble.placement import Play, obstacles
from appliance.games.scrabble.squares import Run, Tiles, runs
from appliance.phrases import say
from appliance.pieces.tiles import ENGLISH, RACK, TileSet

ALL_TILES_BONUS = 50
IsWord = Callable[[str], bool]
"""Whether a word in capitals is allowed, such as a lexicon's `is_word`."""


@dataclass(frozen=True)
class Word:
    """One word of a play with its points, premiums included; `text` has blanks in lower case."""

    text: str
    points: int
    run: Run


def words(board: Board, play: Play, tile_set: TileSet = ENGLISH) -> tuple[Word, ...]:
    """The words that the play makes, the one along it first; `BadValue` if the tiles cannot lie so.

    A single tile that touches nothing makes no word.
    """
    for reason in obstacles(board, play):
        raise BadValue(f"{play} cannot be laid: {reason}")
    laid = play.laid
    made = runs(board.tiles | laid, laid)
    along = sorted(made, key=lambda run: run.down != play.down)
    return tuple(Word(run.text, _points(run, laid, tile_set), run) for run in along)


def _points(run: Run, laid: Tiles, tile_set: TileSet) -> int:
    new = [square for square in run.squares if square in laid]  # a premium counts once, under a new tile
    letters = sum(
        tile_set.value(tile) * (letter_factor(square) if square in laid else 1)
        for square, tile in zip(run.squares, run.text, strict=True)
    )
    return letters * prod(map(word_factor, new))


def score(board: Board, play: Play, tile_set: TileSet = ENGLISH) -> int:
    """What the play scores: all its words, and 50 for seven tiles; `BadValue` as for `words`."""
    bonus = ALL_TILES_BONUS if len(play.laid) >= RACK else 0
    return bonus + sum(word.points for word in words(board, play, tile_set))


def unknown(made: Iterable[Word], is_word: IsWord) -> tuple[str, ...]:
    """A sentence for each word that is none."""
    texts = [word.text.upper() for word in made]
    return tuple(say("scrabble.no_word", word=text) for text in texts if not is_word(text))
