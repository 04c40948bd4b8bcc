"""What can be wrong with the lexicon's files."""

from appliance.errors import ApplianceError


class LexiconError(ApplianceError, RuntimeError):
    """The lexicon cannot be opened, read or built; the message names the file and what is wrong with it."""


class BadWordList(LexiconError, ValueError):
    """A word list that is not text: binary, in another encoding, empty, or far too long."""
