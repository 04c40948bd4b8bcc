"""What the table makes of the camera's frames while a prompt is open: a settled look, or a word in a row.

Pieces are read once they lie still after moving, or when somebody asks. Dice are read a little earlier, while
it is not sure yet that they lie still: that saves the time then. What the eye is not sure of, people settle
with the dial.
"""

from collections.abc import Callable

from appliance import sights
from appliance.changes import drawn_tiles
from appliance.drivers import Frame, Image
from appliance.games.letters import is_made_of, tiles_of
from appliance.games.prompts import Answer, Look, Prompt, Spell
from appliance.own_sets import enrolled
from appliance.phrases import say
from appliance.pieces import DiceSet, Die, dice_set
from appliance.readers import Reader
from appliance.vision.dice import COCKED, DiceReader
from appliance.vision.fuse import fuse
from appliance.vision.hand import HAND, hand_over
from appliance.vision.reading import Reading
from appliance.vision.rows import spelled
from appliance.vision.still import Stillness, differs

TRIES = 4
"""Readings of one still scene before people are asked."""

EARLY = 0.06
"""Seconds without motion after which dice are read; what they show counts once they lie still."""


class Looking:
    """Watches the table for the open prompt; `eye_for` gives the reader for a look."""

    def __init__(self, eye_for: Callable[[Look], Reader] = sights.eye_for) -> None:
        self._eye_for = eye_for
        self._still = Stillness()
        self._moved = False
        self._before: Image | None = None  # the table at rest, before what is to be read was laid on it
        self._close()

    def _close(self) -> None:
        self._look: Look | None = None
        self._spell: Spell | None = None
        self._readings: list[Reading] = []
        self._early = False  # the readings are of dice that seemed to lie still
        self._hidden = False  # a hand was over those dice
        self._asked = False
        self._done = False
        self._players = 1
        self.reading: Reading | None = None
        self.symbols: list[str] = []
        self.mark = -1
        self.word = ""
        self.notice = ""
        self.wants_sharp = False
        """Whether the next frame should be of the camera's full resolution."""

    @property
    def wanted(self) -> bool:
        """Whether the open prompt has any use for frames."""
        return self._look is not None or self._spell is not None

    @property
    def moving(self) -> bool:
        """Whether things move on the table."""
        return not self._still.still

    def open(self, prompt: Prompt) -> None:
        """A new prompt is open."""
        before = self._spell
        word = self.word
        self._close()
        self._look = next(prompt.of_kind(Look), None)
        self._spell = next(prompt.of_kind(Spell), None)
        self._players = max(1, len(prompt.standing.places))
        if self._look:
            self._moved = False  # what lies there now belongs to the look before
        elif before and self._spell and not self._spell.check(Answer(None, "", word)):
            self.word = word  # the same row still lies there
            self._done = True
        elif self._spell and not before:
            self._moved = True  # somebody may have begun already

    def now(self) -> None:
        """Somebody asks for a reading now."""
        self._moved = self._asked = True
        self._done = self._early = False
        self._readings.clear()
        self.mark, self.notice = -1, ""

    def feed(self, frame: Frame) -> str | None:
        """Take a frame; returns the text of a settled look, or None."""
        if frame.sharp and self.wants_sharp:  # of the same still table as the frames before
            self.wants_sharp = False
            return self._read(self._look, frame.image) if self._look else None
        still = self._still.feed(frame.image, frame.at)
        if still and not (self.wanted and self._moved):
            self._before = frame.image
        if not self.wanted:
            return None
        if self._still.moved:
            self._moved = True
            self._done, self._asked, self.mark = False, False, -1
            self._readings.clear()
            self._early = self.wants_sharp = False
            return None
        if not self._moved or self._done:
            return None
        if not still:
            self._read_early(frame.image)
            return None
        if self._look and sights.is_fine(self._look) and not frame.sharp:
            self.wants_sharp = True
            return None
        if self._look:
            return self._read(self._look, frame.image)
        self._read_word(frame.image)
        return None

    def _read_early(self, image: Image) -> None:
        """Read dice that seem to lie still."""
        look = self._look
        if look is None or not sights.is_fused(look) or self._still.calm < EARLY:
            return
        # What has a problem, a hand say, will have it again, and may take long to read.
        hopeful = not any(reading.problems for reading in self._readings)
        if hopeful and len(self._readings) < TRIES and not self._is_read(look):
            self._readings.append(sights.matter(look, self._eye_for(look).read(image)))
            self._early = True
            self._hidden = self._is_read(look) and self._is_hidden(look, image)

    def _is_read(self, look: Look) -> bool:
        """Whether dice were read early, and surely."""
        return self._early and self._fused(look).sure

    def _fused(self, look: Look) -> Reading:
        return fuse(self._readings) if sights.is_fused(look) else self._readings[-1]

    def _read(self, look: Look, image: Image) -> str | None:
        if self._is_as_before(look, image):
            self._moved, self.notice = False, ""
            return None
        hidden = self._hidden
        if not self._is_read(look):
            if self._early:
                self._readings.clear()  # people are asked after as many tries as ever
            reading = self._reading(look, image)
            if reading is None:
                return None
            self._readings.append(sights.matter(look, reading))
            hidden = (reading.sure or bool(reading.problems)) and self._is_hidden(look, image)
        self._early = False
        self.reading = self._fused(look)
        self.symbols = list(self.reading.symbols)
        value = sights.text(look, self.reading, self.symbols, self._players)
        refusal = look.check(Answer(None, look.verb, value))
        if self.reading.sure and not refusal and not hidden:
            self._done, self._moved = True, False
            return value
        if len(self._readings) >= TRIES:
            self._done = True
            self._ask(look, self.reading, refusal)
            if hidden:
                self.mark, self.notice = -1, HAND
        return None

    def _is_hidden(self, look: Look, image: Image) -> bool:
        """Whether dice may lie below a hand; whoever asks for a look knows what he shows."""
        return sights.is_fused(look) and not self._asked and hand_over(image)

    def _is_as_before(self, look: Look, image: Image) -> bool:
        """Whether dice lie as they did before something moved: a hand or a shadow has come and gone."""
        if self._asked or self._before is None or not sights.is_fused(look):
            return False
        return not differs(self._before, image)

    def _reading(self, look: Look, image: Image) -> Reading | None:
        """What the eye says; None while the tile that is looked for has not been laid.

        A tile is read where something was laid, whatever else is on the table: a board, racks. Somebody who
        asks for a look has the whole table read.
        """
        if look.kind != "tiles" or self._before is None or self._asked:
            return self._eye_for(look).read(image)
        drawn = drawn_tiles(self._before, image)
        if drawn is None or drawn.items:
            return drawn
        self._before, self._moved = image, False  # something was only taken away
        return None

    def _ask(self, look: Look, reading: Reading, refusal: str | None) -> None:
        """Not sure after several readings: mark what is doubtful, or say what is wrong."""
        doubtful = [n for n, item in enumerate(reading.items) if not item.sure]
        word = next(iter(reading.problems), "")
        if sights.is_counted(look):
            fits = look.least <= len(reading.items) <= look.most
            fits &= bool(doubtful) or COCKED not in reading.problems  # what leans is thrown again
        else:  # a hand over a board, a tile between squares: no symbol put right would mend that
            fits = not word
        if fits and sights.choices(look):
            self.mark = doubtful[0] if doubtful else 0
            if COCKED in reading.problems:
                self.notice = say("table.settle_leaning", problem=COCKED)
            elif word and not doubtful:
                self.notice = say("table.settle_all", problem=word)
            else:
                self.notice = say("table.settle")
        else:
            self.notice = word or refusal or ""

    def turn(self, steps: int) -> None:
        """Another symbol in the marked place: first what the eye thought of, then all others.

        Where a single symbol is looked for and none is marked, it is said by hand from the first one on.
        """
        if self.mark < 0:
            self._by_hand()
            return
        assert self._look
        likely: list[str] = []
        if self.reading:
            item = self.reading.items[self.mark]
            likely = [item.symbol, *(symbol for symbol, _ in item.alternatives)]
        others = [symbol for symbol in sights.choices(self._look) if symbol not in likely]
        each = likely + others
        self.symbols[self.mark] = each[(each.index(self.symbols[self.mark]) + steps) % len(each)]

    def _by_hand(self) -> None:
        if self._look and sights.is_single(self._look):
            self.reading, self.symbols = None, [sights.choices(self._look)[0]]
            self.mark, self._done = 0, True
            self.notice = say("table.by_hand")

    def settle(self) -> str | None:
        """The marked symbol is right as it stands; returns the whole look once nothing is doubtful."""
        if self.mark < 0 or self._look is None:
            return None
        if self.reading is None:
            self.mark = -1
            return " ".join(self.symbols)
        items = self.reading.items
        further = [n for n in range(self.mark + 1, len(items)) if not items[n].sure]
        if further:
            self.mark = further[0]
            return None
        self.mark = -1
        return sights.text(self._look, self.reading, self.symbols, self._players)

    def _read_word(self, image: Image) -> None:
        """The first row of dice that could be a word that counts now."""
        assert self._spell
        self._done = True
        reader = DiceReader(_showing(self._spell), enrolled=enrolled(self._spell.pieces))
        self.reading = reader.read(image)
        words = ("".join(row).upper() for row in spelled(self.reading))
        self.word = next((word for word in words if _fits(self._spell, word)), "")


def _fits(spell: Spell, word: str) -> bool:
    return len(tiles_of(word)) == spell.length and is_made_of(word, spell.letters) and word not in spell.taken


def _showing(spell: Spell) -> DiceSet:
    """The set with only those faces that came up: nobody may turn a die while spelling (AN-16)."""
    dice = dice_set(spell.pieces).dice
    faces = {die.name: tuple(face for face in die.faces if face in spell.letters) for die in dice}
    return DiceSet(
        spell.pieces, tuple(Die(d.name, d.sides, d.body, faces[d.name]) for d in dice if faces[d.name])
    )
