"""Read the jumble of a card: find and straighten its line, read it, snap it to the nearest known jumble."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

import numpy as np

from appliance.vision.card_letters import TURNS, Floats, opinion
from appliance.vision.find_card import Strip, strips
from appliance.vision.frames import bounded, mapped, point, reading
from appliance.vision.locate import locate
from appliance.vision.ocr import read_line
from appliance.vision.plane import Array, Image
from appliance.vision.print_line import LETTERS
from appliance.vision.reading import CARD, SURE, Reading, Symbol
from appliance.vision.straighten import angle_in_frame

UNREAD = "the card's line can hardly be read: does its jumble lie up, in good light?"
MANY = "more than one card lies there"

_KNOWN = (0.995, 0.97, 0.6)
"""Confidence in a known jumble that differs from the line in no, one or two letters."""

_APART = 2  # by how many letters more the next best jumble must differ
_AGREED, _DISPUTED = 0.97, 0.5  # confidence in a letter on which both readers agree, or do not
_DENIED = 0.85  # in a known jumble of which the other reader saw little
_STRANGE = 0.9  # the most in a letter of a jumble that none of the known ones is
_CLEAR = 6.0  # log odds of one direction from which the other one is not read


@dataclass(frozen=True)
class _Said:
    """A line as read: its letters, how sure each is, and what each may be instead."""

    text: str = ""
    trust: tuple[float, ...] = ()
    others: str = ""

    @property
    def total(self) -> float:
        return float(np.mean(self.trust)) if self.trust else 0.0


class CardReader:
    """Reads the card in a frame; `known` are the jumbles of the decks in play, none to take any letters.

    A card that is not one of the known ones is read letter by letter, and asked about. Where such cards may
    lie as well, `solvable` tells whether seven letters make a word: those that do need no asking.
    """

    def __init__(self, known: Sequence[str], *, solvable: Callable[[str], bool] | None = None) -> None:
        self._known = tuple(known)
        self._solvable = solvable

    def read(self, frame: Image) -> Reading:
        """What lies in the frame (height x width x 3, blue-green-red, uint8); `BadValue` for other arrays."""
        return reading(CARD, frame, self._read)

    def _read(self, frame: Image) -> tuple[tuple[Symbol, ...], list[str]]:
        small, factor = bounded(frame)
        plane = locate(small)
        lines, problems = strips(plane)
        if not lines:
            return (), problems
        if len(lines) > 1:
            problems.append(MANY)
        said, turn, problem = self._line(lines[0])
        if problem:
            problems.append(problem)
        elif said.total <= _DISPUTED:
            problems.append(UNREAD)
        to_frame = np.diag([factor, factor, 1.0]) @ plane.to_frame @ lines[0].to_plane
        return tuple(_symbols(said, _in_order(lines[0].boxes, turn), to_frame)), problems

    def _line(self, strip: Strip) -> tuple[_Said, int, str]:
        """What the line says under the better of its directions, that direction, and what went wrong."""
        seen = opinion(strip)
        best, way, clearest = _Said(), TURNS[0], 0.0
        for turn, letters in _directions(seen):
            line = read_line(np.ascontiguousarray(np.rot90(strip.ink, turn)), strip.capital)
            if line.problem:
                return self._meant("", letters, edged=strip.edged), turn, line.problem
            said = self._meant(line.text, letters, edged=strip.edged)
            if (said.total, line.trust) > (best.total, clearest):
                best, way, clearest = said, turn, line.trust
            if best.total >= SURE:
                break  # upside down it is nobody's jumble
        return best, way, ""

    def _meant(self, text: str, letters: Floats | None, *, edged: bool) -> _Said:
        """The jumble that is meant by Tesseract's text and the network's opinion (7 x 26) on each letter.

        What has no edges may be print on anything: there only a known jumble is sure, and only as it stands.
        """
        alone = "" if letters is None else "".join(ascii_uppercase[i] for i in letters.argmax(axis=1))
        for read, other in ((text, alone), (alone, text)):
            near = sorted((edits(read, jumble), jumble) for jumble in self._known)[:2]
            # Two letters that both readers see alike, nobody took for others.
            most = len(_KNOWN) - (text == alone)
            if near and near[0][0] < most and (near[-1][0] - near[0][0] >= _APART or len(near) == 1):
                denied = other and edits(other, near[0][1]) > LETTERS // 2
                unsure = denied or (near[0][0] and not edged)
                trust = min(_KNOWN[near[0][0]], _DENIED if unsure else 1.0)
                return _Said(near[0][1], (trust,) * LETTERS, near[-1][1])
        return self._strange(text, alone, edged=edged)

    def _strange(self, text: str, alone: str, *, edged: bool) -> _Said:
        """The letters of a jumble that is not known."""
        either = text if len(text) == LETTERS else alone
        taken = self._solvable(either) if self._solvable and either else not self._known
        most = 1.0 if taken and edged else _STRANGE
        if len(text) != LETTERS or not alone:
            return _Said(either, (min(most, _DISPUTED),) * len(either), either)
        trust = tuple(min(most, _AGREED if a == b else _DISPUTED) for a, b in zip(text, alone, strict=True))
        return _Said(text, trust, alone)


def edits(one: str, other: str) -> int:
    """How many letters have to be changed, added or left out to make one line of the other."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, row[0] = row[0], i
        for j, b in enumerate(other, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (a != b))
    return row[-1]


def _directions(seen: Floats | None) -> Iterator[tuple[int, Floats | None]]:
    """The directions worth reading, the likelier first, each with the opinion on its letters in order."""
    if seen is None:
        yield from ((turn, None) for turn in TURNS)
        return
    likely = np.logaddexp.reduce(seen, axis=2).sum(axis=1)
    for number in np.argsort(-likely):
        if likely.max() - likely[number] < _CLEAR:
            yield TURNS[number], seen[number] if TURNS[number] == 0 else seen[number, ::-1]


def _in_order(boxes: Array, turn: int) -> Array:
    """The letters' corners in reading order, clockwise from each letter's own upper left."""
    return boxes if turn == 0 else np.roll(boxes[::-1], -2, axis=1)


def _symbols(said: _Said, boxes: Array, to_frame: Array) -> Iterator[Symbol]:
    places = mapped(boxes.reshape(-1, 2), to_frame).reshape(boxes.shape)
    for letter, trust, other, corners in zip(said.text, said.trust, said.others, places, strict=False):
        a, b, c, d = (point(corner) for corner in corners)
        yield Symbol(
            symbol=letter,
            sure=trust >= SURE,
            confidence=trust,
            center=point(corners.mean(axis=0)),
            corners=(a, b, c, d),
            angle=angle_in_frame(corners),
            body="",
            alternatives=() if other == letter else ((other, 1 - trust),),
        )
