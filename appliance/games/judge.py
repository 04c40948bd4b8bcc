"""What a game asks the lexicon."""

from collections.abc import Sequence
from typing import Protocol

from appliance.lexicon import Entry, Found


class Judge(Protocol):
    """The agreed list of words."""

    def words(
        self,
        tiles: Sequence[str],
        *,
        shortest: int,
        longest: int,
        standard: bool = False,
        unshown: bool = False,
    ) -> dict[int, list[Found]]:
        """The words of these tiles by length, common ones first; `standard` leaves out the rarest.

        `unshown` adds the words that no hint may show.
        """

    def look_up(self, word: str, *, places: bool, punctuation: bool) -> Entry:
        """Whether a word is in the agreed list, and why."""

    def is_word(self, word: str) -> bool:
        """Whether a word is in the list; names of places are none."""
