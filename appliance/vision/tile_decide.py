"""Which letter each tile shows, decided together: one reading direction, printed values, one box of tiles."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from appliance.pieces.tiles import TileSet
from appliance.vision.alike import less_apart
from appliance.vision.tile_net import LETTERS, SYMBOLS, VALUES, Faces

Floats = npt.NDArray[np.float64]

_FLIPPED = 0.003  # share of tiles that lie the wrong way round in a layout
_LEAST = 1e-7
_VALUE_WEIGHT = 0.7
_VALUE_MOST = 4.5  # by how much (natural logarithm) a number may speak against a letter
_PRIOR_WEIGHT = 0.5
_ALIKE = 0.6  # how much the odds for I and H count: some typefaces draw them alike but for a quarter turn
_BLANK = len(LETTERS)
_MOST_DOUBT = 0.9999  # of what may be no tile
_FAIR = 1.5  # places that are tiles, and as many that are none, that count besides those seen
_MOST_ALIKE = 0.97  # largest share of either that is believed


def among(faces: Faces) -> Faces:
    """The same with letters more likely where most of the places have one, less where most have none.

    A tile seldom lies among print, and print seldom among tiles. Plain places say nothing of others.
    """
    letter, rest = faces.letter, np.exp(faces.nothing)
    plain = np.exp(faces.blank)
    share = 0.5
    for _ in range(4):
        tile = share * letter / np.maximum(1e-12, share * letter + (1 - share) * rest)
        share = float(((1 - plain) @ tile + _FAIR) / ((1 - plain).sum() + 2 * _FAIR))
        share = float(np.clip(share, 1 - _MOST_ALIKE, _MOST_ALIKE))
    whole = np.log(share * letter + (1 - share) * (rest + plain))
    letters = faces.letters + (np.log(share) - whole)[:, None, None]
    blank, nothing = (part + np.log(1 - share) - whole for part in (faces.blank, faces.nothing))
    return replace(faces, letters=letters, blank=blank, nothing=nothing)


def doubted(faces: Faces, other: Floats) -> Faces:
    """The same where each is no tile, whatever it shows, with such a probability (n)."""
    left = np.log1p(-np.minimum(other, _MOST_DOUBT))
    nothing = np.logaddexp(faces.nothing + left, np.log(-np.expm1(left) + _LEAST))
    return replace(
        faces, letters=faces.letters + left[:, None, None], blank=faces.blank + left, nothing=nothing
    )


def likely(faces: Faces, tiles: TileSet | None) -> Floats:
    """Probabilities (n x 4 x 27) of turn and symbol of tiles that are there, each for itself."""
    letters = faces.letters.copy()
    less_apart(letters, LETTERS.index("I"), LETTERS.index("H"), _ALIKE)
    if tiles is not None and len(letters):
        column = np.array([VALUES.index(_printed(tiles, letter)) for letter in LETTERS])
        # A tile that has no number, or has lost it, tells nothing of what would stand there.
        none = faces.values[:, :, VALUES.index(""), None]
        witness = np.logaddexp(np.take(faces.values, column, axis=2), none)
        against = np.maximum(witness - witness.max(axis=2, keepdims=True), -_VALUE_MOST)
        letters += _VALUE_WEIGHT * against
        letters += _PRIOR_WEIGHT * np.log([26 * tiles.counts[x] / 98 + 1e-3 for x in LETTERS])
    table = np.empty((len(letters), 4, len(SYMBOLS)))
    table[:, :, :_BLANK] = np.exp(letters)
    table[:, :, _BLANK] = np.exp(faces.blank)[:, None] / 4
    table += _LEAST
    return np.asarray(table / table.sum(axis=(1, 2), keepdims=True), np.float64)


def turned(table: Floats) -> Floats:
    """Probability of each of four turns (4) for tiles that are read in one direction."""
    if not len(table):
        return np.full(4, 0.25)
    log = np.log(_same_way(table).sum(axis=2)).sum(axis=0)
    share = np.exp(log - log.max())
    return np.asarray(share / share.sum(), np.float64)


def by_chance(table: Floats, stray: float) -> float:
    """How likely tiles (n x 4 x 27) lie side by side by chance, each read its own way.

    `stray` is the logarithm of the odds by how they lie. In one direction all four turns are alike likely
    together; by chance each tile has its own.
    """
    together = np.log(_same_way(table).sum(axis=2)).sum(axis=0)
    odds = stray - (len(table) - 1) * np.log(4) - np.logaddexp.reduce(together)
    return float(1 / (1 + np.exp(-odds)))


def symbols(table: Floats, turns: Floats) -> Floats:
    """Probability of each symbol (n x 27), given how likely each common turn is."""
    rows = _same_way(table)
    rows = rows / rows.sum(axis=2, keepdims=True)
    return np.asarray(np.einsum("ntk,t->nk", rows, turns), np.float64)


def from_one_box(posterior: Floats, tiles: TileSet | None) -> Floats:
    """The symbols (n x 27) with what the box has too few of made less likely."""
    if tiles is None or not len(posterior):
        return posterior
    stock = np.array([tiles.counts.get(symbol, 0) for symbol in SYMBOLS], float)
    out = posterior.copy()
    for _ in range(3):
        out *= np.minimum(1.0, stock / np.maximum(1e-9, out.sum(axis=0)))
        out /= out.sum(axis=1, keepdims=True)
    return out


def excess(seen: Sequence[str], tiles: TileSet | None) -> tuple[set[str], list[str]]:
    """Symbols of which more are seen than one box has, and what to say of them."""
    over = {} if tiles is None else tiles.excess(seen)
    counts = Counter(seen)
    said = []
    for symbol in over:
        has = 0 if tiles is None else tiles.counts.get(symbol, 0)
        name = "blank tiles" if symbol == "?" else f"tiles {symbol}"
        said.append(f"{counts[symbol]} {name} seen, but the box has only {has}")
    return set(over), said


def _same_way(table: Floats) -> Floats:
    """Probabilities with a small share of tiles turned the wrong way round."""
    return np.asarray((1 - _FLIPPED) * table + _FLIPPED / 4 * table.sum(axis=1, keepdims=True), np.float64)


def _printed(tiles: TileSet, letter: str) -> str:
    value = str(tiles.value(letter))
    return value if value in VALUES else ""
