"""The words that the box judges by: `Lexicon.open()`, and tiles as symbols.

Words, their tiers, places, persons' names and forms with marks are text in `data/`; at run time one
read-only SQLite file is read, made from that text. Only the standard library is needed.
"""

from appliance.lexicon.entry import Entry
from appliance.lexicon.errors import BadWordList, LexiconError
from appliance.lexicon.lexicon import Lexicon
from appliance.lexicon.search import Found
from appliance.lexicon.sources import read_word_list
from appliance.lexicon.tiles import BLANK, QU, as_text, makes, spellings, tiles

__all__ = [
    "BLANK",
    "QU",
    "BadWordList",
    "Entry",
    "Found",
    "Lexicon",
    "LexiconError",
    "as_text",
    "makes",
    "read_word_list",
    "spellings",
    "tiles",
]
