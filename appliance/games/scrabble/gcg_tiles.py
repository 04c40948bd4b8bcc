"""Which box of tiles a game record was played with: values by language, and how to tell.

The checker meets games in other languages; the box itself plays with the English tiles.
"""

import re
from collections.abc import Iterable

from appliance.pieces.tiles import ENGLISH, TileSet, tile_set

# Tiles of two letters stand in brackets in a record, and are one character here.
_DIGRAPHS = {"CH": "Ĉ", "LL": "Ḹ", "RR": "Ř", "L·L": "Ŀ", "NY": "Ņ", "QU": "Ǫ"}
_BRACKETS = re.compile(r"\[([^\[\]\s]+)\]")

SETS: tuple[TileSet, ...] = (
    ENGLISH,
    tile_set(
        "german",
        "A5:1 Ä1:6 B2:3 C2:4 D4:1 E15:1 F2:4 G3:2 H4:2 I6:1 J1:6 K2:4 L3:2 M4:3 N9:1 O3:2 Ö1:8 P1:4 "
        "Q1:10 R6:1 S7:1 T6:1 U6:1 Ü1:6 V1:6 W1:3 X1:8 Y1:10 Z1:3",
    ),
    tile_set(
        "french",
        "A9:1 B2:3 C2:3 D3:2 E15:1 F2:4 G2:2 H2:4 I8:1 J1:8 K1:10 L5:1 M3:2 N6:1 O6:1 P2:3 Q1:8 R6:1 "
        "S6:1 T6:1 U6:1 V2:4 W1:10 X1:10 Y1:10 Z1:10",
    ),
    tile_set(
        "polish",
        "A9:1 Ą1:5 B2:3 C3:2 Ć1:6 D3:2 E7:1 Ę1:5 F1:5 G2:3 H2:3 I8:1 J2:3 K3:2 L3:2 Ł2:3 M3:2 N5:1 Ń1:7 "
        "O6:1 Ó1:5 P3:2 R4:1 S4:1 Ś1:5 T3:2 U2:3 W4:1 Y4:2 Z5:1 Ź1:9 Ż1:5",
    ),
    tile_set(
        "norwegian",
        "A7:1 Å2:4 Æ1:6 B3:4 C1:10 D5:1 E9:1 F4:2 G4:2 H3:3 I5:1 J2:4 K4:2 L5:1 M3:2 N6:1 O4:2 Ø2:5 P2:4 "
        "R6:1 S6:1 T6:1 U3:4 V3:4 W1:8 Y1:6",
    ),
    tile_set(
        "swedish",
        "A8:1 Å2:4 Ä2:3 B2:4 C1:8 D5:1 E7:1 F2:3 G3:2 H2:2 I5:1 J1:7 K3:2 L5:1 M3:2 N6:1 O5:2 Ö2:4 P2:4 "
        "R8:1 S8:1 T8:1 U3:4 V2:3 X1:8 Y1:7 Z1:10",
    ),
    tile_set(
        "dutch",
        "A6:1 B2:3 C2:5 D5:2 E18:1 F2:4 G3:3 H2:4 I4:1 J2:4 K3:3 L3:3 M3:3 N10:1 O6:1 P2:3 Q1:10 R5:2 "
        "S5:2 T5:2 U3:4 V2:4 W2:5 X1:8 Y1:8 Z2:4",
    ),
    tile_set(
        "spanish",
        "A12:1 B2:3 C4:3 Ĉ1:5 D5:2 E12:1 F1:4 G2:2 H2:4 I6:1 J1:8 L4:1 Ḹ1:8 M2:3 N5:1 Ñ1:8 O9:1 P2:3 "
        "Q1:5 R5:1 Ř1:8 S6:1 T4:1 U5:1 V1:4 X1:8 Y1:4 Z1:10",
    ),
    tile_set(
        "catalan",
        "A12:1 B2:3 C3:2 Ç1:10 D3:2 E13:1 F1:4 G2:3 H1:8 I8:1 J1:8 L4:1 Ŀ1:10 M3:2 N6:1 Ņ1:10 O5:1 P2:3 "
        "Ǫ1:8 R8:1 S8:1 T5:1 U4:1 V1:4 X1:10 Z1:8",
    ),
)

# What a record calls its language or its word list.
_NAMED = {
    "german": r"german|deutsch|^rd ?[0-9]|superdic",
    "french": r"french|fran[cç]|^fra[0-9]|^ods",
    "polish": r"polish|polsk|osps",
    "norwegian": r"norw|norsk|^nsf",
    "swedish": r"swed|svensk|^saol",
    "dutch": r"dutch|nederl|^swl|^dsw",
    "spanish": r"span|españ|^file|^fise",
    "catalan": r"catal|^disc",
    "english": r"english|nwl|twl|csw|ospd|owl|sowpods|collins|ecwl|crel",
}


def joined(text: str) -> str:
    """The text with each tile of two letters, such as `[CH]`, as the one character that it is here."""

    def one(found: re.Match[str]) -> str:
        letters = found[1].replace("•", "·").replace("-", "·")
        tile = _DIGRAPHS.get(letters.upper(), letters)
        return tile if letters.isupper() else tile.lower()

    return _BRACKETS.sub(one, text)


def named_in(texts: Iterable[str]) -> TileSet | None:
    """The set that a record's pragmas name, by language or word list; None if none does."""
    for text in texts:
        for name, pattern in _NAMED.items():
            if re.search(pattern, text.strip().lower()):
                return next(tiles for tiles in SETS if tiles.name == name)
    return None


def sets_with(letters: Iterable[str]) -> list[TileSet]:
    """The sets that have all these letters, the English one first if it does."""
    wanted = {letter for letter in letters if letter.isupper()}
    return [tiles for tiles in SETS if wanted <= set(tiles.values)]
