"""One way to write a word: lower case, no accents, plain marks."""

import unicodedata

# What Unicode does not take apart into a letter and an accent, and the marks that keyboards and pages make.
_WHOLE = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ß": "ss", "ł": "l", "đ": "d", "ð": "d", "ı": "i", "þ": "th"}
    | dict.fromkeys("’‘ʼ`´", "'")
    | dict.fromkeys("‐‑‒–—", "-")
)


def fold(text: str) -> str:
    """`text` in lower case without accents and without space around it, apostrophes and hyphens in ASCII."""
    plain = unicodedata.normalize("NFKD", text.strip().lower().translate(_WHOLE))
    return "".join(char for char in plain if not unicodedata.combining(char))


def is_plain(word: str) -> bool:
    """Whether there is nothing but the letters a to z in it, and at least one."""
    return word.isascii() and word.isalpha() and word.islower()
