"""The rules of Auction Scrabble as pure functions: options, who may bid what, what a look at a board says."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import product

from appliance.games.looks import board_rows, board_text
from appliance.games.scrabble.board import Board
from appliance.games.scrabble.placement import Difference, Play, difference, reasons
from appliance.games.scrabble.scoring import IsWord, unknown, words
from appliance.games.scrabble.squares import Square
from appliance.games.seats import from_seat
from appliance.phrases import say
from appliance.pieces.tiles import BLANK, ENGLISH, RACK, face


@dataclass(frozen=True)
class Options:
    """What the table has agreed on; most are the readings (R) that a house may change."""

    points: int = 100  # AU-1
    words_checked: bool = True  # AU-7: the box judges at once; else whoever doubts a word says so
    bid_seconds: int = 0  # AU-3 knows no time limit: 0 is none
    bid_cap: bool = True  # AU-4; without it a bid may take an account below 0, by `points` at most
    skip_full: bool = True  # AU-5; without it the turn to be assigned a tile passes over full players too
    exchange: bool = False  # AU-7; with it whoever passes may put tiles back into the bag
    refill_by_next_starter: bool = False  # AU-8; with it the starter of the round to come gets the first tile
    floor: bool = True  # AU-11
    all_passed_ends: bool = True  # AU-12; without it the table is asked


def assigned_to(turn: int, room: Collection[int], count: int) -> int:
    """Who is assigned the next tile: the first from `turn` on, clockwise, who has room for it (AU-5)."""
    return next(seat for seat in from_seat(turn, "left", count) if seat in room)


def raises(high: int, account: int, options: Options) -> range:
    """The bids that top `high`, whole points up to what the account holds (AU-3, AU-4)."""
    most = account if options.bid_cap else max(account, 0) + options.points
    return range(high + 1, most + 1)


def as_seen(board: Board) -> str:
    """The board's text as the camera sees it: blanks show no letter."""
    return board_text(re.sub(r"[a-z]", BLANK, row) for row in board.rows)


def known(before: Board, text: str) -> Board:
    """The board that was seen, with the letters of the blanks that lay there before; new ones are `?`."""
    seen = Board(board_rows(text))
    lying = {square: tile for square, tile in before.tiles.items() if tile.islower()}
    return seen.put({square: tile for square, tile in lying.items() if seen.at(square) == BLANK})


def seen_play(before: Board, after: Board, rack: Sequence[str]) -> Difference:
    """The play that a look shows, new blanks as `?`, or why it is none that this player may lay (AU-7)."""
    made = difference(before, after)
    if not made.play:
        return made
    laid = made.play.laid
    foreign = Counter(map(face, laid.values())) - Counter(rack)
    found = [say("scrabble.not_yours", tile=tile) for tile in sorted(foreign.elements())]
    found += reasons(before, made.play)
    return Difference(None, tuple(found)) if found else made


def differing(before: Board, after: Board) -> tuple[Square, ...]:
    """The squares that do not have the same on both boards."""
    return tuple(sorted(s for s in {*before.tiles, *after.tiles} if before.at(s) != after.at(s)))


def rack_order(tiles: Sequence[str]) -> list[str]:
    """Tiles in the order of the alphabet, blanks last."""
    return sorted(tiles, key=lambda tile: (tile == BLANK, tile))


_COMMON_FIRST = tuple(sorted(ENGLISH.values, key=lambda letter: -ENGLISH.counts[letter]))


def likely(board: Board, play: Play, is_word: IsWord) -> str:
    """What the first `?` of a play most likely stands for: a letter that makes words, else ""."""
    for letters in product(_COMMON_FIRST, repeat=play.tiles.count(BLANK)):
        if not unknown(words(board, with_blanks(play, letters)), is_word):
            return letters[0]
    return ""


def with_blanks(play: Play, letters: Sequence[str]) -> Play:
    """The play with its first `?`, one after another, as these letters."""
    tiles = play.tiles
    for letter in letters:
        tiles = tiles.replace(BLANK, letter.lower(), 1)
    return Play(play.start, play.down, tiles)


def left_of(rack: Sequence[str], laid: Sequence[str]) -> list[str]:
    """What remains of a rack once these tiles have been laid, blanks as any letter."""
    return rack_order(list((Counter(rack) - Counter(map(face, laid))).elements()))


def has_room(rack: Sequence[str]) -> bool:
    """Whether a player still bids and is assigned tiles (AU-5)."""
    return len(rack) < RACK
