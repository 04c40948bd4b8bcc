"""One object that may be a letter die: where its face is, how that looks, what the networks say of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from appliance.vision.crops import crops
from appliance.vision.finder import CUBE, Sighted
from appliance.vision.letters import MARGINS
from appliance.vision.plane import Image, Plane
from appliance.vision.straighten import D8_FACE, Patch, commonest

_CLEAR = 0.999  # probability of a symbol from which a glance is enough
_LIKELY = 0.9  # probability of a symbol up to which a die is looked at once more
_HOPELESS = 0.999  # doubt of a die from which it is not looked at once more
_MOST_DOUBT = 0.9999  # of what may be a tile
_PLAIN = 0.3  # score of the finder from which a thing that is no die is worth a word

Floats = npt.NDArray[np.float64]
Judge = Callable[[Image, Sequence[int]], list[Floats]]
"""Says what crops of dice of some shapes show, as `letters.judged` does."""
Often = Mapping[int, Floats]
"""How often each of the 27 symbols comes up on a set's dice, by their number of sides; in any measure."""
ANY: Often = {}
"""Any symbol as often as any other."""


@dataclass(frozen=True)
class Seen:
    """One object as it most likely lies: where its face is, how that looks, what the network says of it.

    `gain` is what balances its colours (blue, green, red). `symbols` holds by the number of sides that it may
    have the probabilities of the 27 symbols, all guesses of how it may lie taken together. `tile` is how
    likely it is one.
    """

    found: Sighted
    patch: Patch
    gain: npt.NDArray[np.float32]
    face: Image
    evidence: Floats
    symbols: dict[int, Floats] = field(default_factory=dict)
    tile: float = 0.0

    @cached_property
    def likely(self) -> Floats:
        """The probabilities of the network's evidence."""
        return np.asarray(np.exp(self.evidence), np.float64)

    @property
    def nothing(self) -> float:
        """How likely it is no die with a symbol."""
        return float(self.likely[-2, 0])

    @property
    def leans(self) -> float:
        """How likely it is a die that does not lie flat."""
        return float(self.likely[-1, 0])

    @property
    def doubt(self) -> float:
        """How likely it is no die that can be read."""
        return self.nothing + self.leans

    def is_told(self, often: Often) -> bool:
        """Whether one glance tells the symbol, or that there is none where the finder hardly sees a die."""
        symbols = self.likely[:-2].sum(axis=0)
        best = int(symbols.argmax())
        weighed = symbols * often.get(self.patch.sides, 1.0)
        plain = symbols.sum() * weighed[best] > _CLEAR * weighed.sum()
        return bool(plain) or (self.is_hopeless and not self.is_clear)

    @property
    def is_hopeless(self) -> bool:
        """Whether no look from nearer would make it a die."""
        return self.doubt > _HOPELESS

    @property
    def is_likely(self) -> bool:
        """Whether all looks together nearly tell the symbol."""
        return max(float(likely.max()) for likely in self.symbols.values()) > _LIKELY

    @property
    def is_clear(self) -> bool:
        """Whether something lies there that is worth a word, even if it is no die."""
        return self.found.score > _PLAIN

    @property
    def is_die(self) -> bool:
        """Whether it is worth a question at least; what is faint must look the more like a die."""
        return self.doubt < (0.85 if self.is_clear else 0.5)

    @property
    def is_tile(self) -> bool:
        """Whether it rather is a tile than anything else."""
        return self.tile > 0.5

    def doubted(self, tile: float) -> "Seen":
        """The same where it is a tile with this probability."""
        left = 1 - min(tile, _MOST_DOUBT)
        evidence = self.evidence + np.log(left)
        evidence[-2, 0] = np.log(self.nothing * left + 1 - left)
        symbols = {sides: likely * left for sides, likely in self.symbols.items()}
        return replace(self, evidence=evidence, symbols=symbols, tile=tile)

    def tilted(self, lean: float) -> "Seen":
        """The same where its top is seen so far beside its middle that it leans with this probability.

        What is less than even counts beside the network's: that knows the top alone, and takes an odd letter
        for one that leans.
        """
        less = lean / max(lean, 1 - lean)
        left = 1 - (1 - less) * self.leans
        evidence = self.evidence - np.log(left)
        evidence[-1, 0] += np.log(less)
        symbols = {sides: likely / left for sides, likely in self.symbols.items()}
        return replace(self, evidence=evidence, symbols=symbols)

    @property
    def colour(self) -> npt.NDArray[np.float32]:
        """The commonest colour of its top's middle, blue-green-red, in white light."""
        size = len(self.face)
        rim = round(size * (1 - 0.8 / MARGINS[self.patch.sides]) / 2)
        common = commonest(self.face[rim : size - rim, rim : size - rim].reshape(-1, 3))
        return np.asarray(np.minimum(common * self.gain, 255), np.float32)


def shown(plane: Plane, found: Sequence[Sighted], judge: Judge, size: int) -> list[Seen]:
    """What was found, each thing cut out as it lies (n x `size` x `size`) and judged."""
    patches = [_patch(one) for one in found]
    sides = [patch.sides for patch in patches]
    gains = [plane.gain(patch.x, patch.y) for patch in patches]
    faces = crops(plane, patches, size, [MARGINS[shape] for shape in sides])
    return [Seen(*each) for each in zip(found, patches, gains, faces, judge(faces, sides), strict=True)]


def _patch(one: Sighted) -> Patch:
    if one.kind == CUBE:
        return Patch(6, one.x, one.y, one.angle, one.side)
    return Patch(8, one.x, one.y, one.angle, one.side * D8_FACE)
