"""The score sheet of Idaho: that of both games, with who called last and the unused tiles last counted."""

from collections.abc import Sequence

from appliance.games.idaho.rules import Options
from appliance.games.judge import Judge
from appliance.games.scrabble import calls

NAME = "idaho"


class Sheet(calls.Sheet):
    """The mutable state of one session."""

    options: Options

    def __init__(self, names: Sequence[str], options: Options, judge: Judge) -> None:
        super().__init__(NAME, names, options, judge)
        self.caller: int | None = None
        self.unused: dict[int, int] = {}

    def deal(self) -> None:
        """Everything as before a first call."""
        super().deal()
        self.caller = None
        self.unused = {}
