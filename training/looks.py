"""Letters' crops as a network sees them while it learns, and what it is to say of them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch.nn.functional import log_softmax

from appliance.pieces import ALPHABET
from appliance.vision.letters import LEANS_AT, MARGINS, NOTHING_AT, STARTS, TURNS, WIDTH
from appliance.vision.straighten import D8_FACE
from training.crops import AROUND, LEANS, NOTHING, WIDE, Sample
from training.taught import TAUGHT, Answers, answers
from training.wear import Wear

_SMOOTH = 0.02  # of the labels


class Crops(NamedTuple):
    """Stored crops (n x 3 x 80 x 80 bytes), how many sides the dice have (n), and labels (n)."""

    wides: torch.Tensor
    sides: torch.Tensor
    labels: torch.Tensor

    def at(self, chosen: torch.Tensor | slice) -> "Crops":
        """Some of them."""
        return Crops(*(part[chosen] for part in self))


def arrays(some: Sequence[Sample]) -> tuple[npt.NDArray[Any], ...]:
    """The parts of `Crops` of so many samples, not yet as tensors."""
    wides = np.stack([one.wide for one in some]).transpose(0, 3, 1, 2)
    sides, labels = np.array([(one.sides, one.label) for one in some]).T
    return np.ascontiguousarray(wides), sides.copy(), labels.copy()


def stacked(some: Sequence[Sample]) -> Crops:
    """So many samples."""
    return Crops(*map(torch.from_numpy, arrays(some)))


class Looks:
    """Crops as a network of so many pixels sees them, what it is to say, and what it says, on one device."""

    def __init__(self, seed: int, size: int, device: str = "cpu") -> None:
        self._wear, self._size = Wear(seed, device), size
        self._closed = torch.ones((9, WIDTH), dtype=torch.bool, device=device)
        self._turns, self._starts = (torch.zeros(9, dtype=torch.long, device=device) for _ in range(2))
        self._extents = torch.zeros(9, device=device)
        for sides in (0, 6, 8):  # 0 is a letter on paper, which is never turned
            self._closed[sides, _columns(sides).to(device)] = False
            self._turns[sides], self._starts[sides] = TURNS.get(sides, 1), STARTS[sides or 6]
            self._extents[sides] = size / MARGINS[sides or 6] / (D8_FACE if sides == 8 else 1.0)

    def __call__(self, some: Crops) -> tuple[torch.Tensor, torch.Tensor]:
        """The crops shaken, worn and each under some turn, and the columns of the true answers."""
        turns = self._turns[some.sides]
        turn = torch.minimum((self._wear.uniform(0, 1, len(turns)) * turns).long(), turns - 1)
        extents, step = self._extents[some.sides], WIDE / AROUND / self._size
        crops = self._wear.shaken(some.wides.float() / 255, self._size, turn * (360 / turns), extents, step)
        truth = self._starts[some.sides] + turn * len(ALPHABET) + some.labels
        truth = torch.where(some.labels == NOTHING, NOTHING_AT, truth)
        truth = torch.where(some.labels == LEANS, LEANS_AT, truth)
        return self._worn(crops).contiguous(memory_format=torch.channels_last), truth

    def _worn(self, crops: torch.Tensor) -> torch.Tensor:
        """With bolder or thinner print, in other colours and light, blurred, noisy, with a glare."""
        wear = self._wear
        return wear.changed(
            crops,
            (
                (0.3, wear.bolder),
                (0.2, wear.darker),
                (0.25, lambda some: wear.blurred(some, 0.4, 1.5)),
                (0.12, wear.glaring),
                (0.3, wear.other_colours),
                (0.15, lambda some: some.mean(dim=1, keepdim=True).expand(-1, 3, -1, -1)),
                (0.08, lambda some: 1 - some),
                (0.7, wear.lit),
                (0.4, lambda some: (some - 0.5) * wear.each(0.5, 1.15, some) + wear.each(0.4, 0.6, some)),
                (0.24, lambda some: some + wear.grain(some)),
                (0.16, lambda some: some + wear.blurred(wear.grain(some), 0.5, 1.0)),
            ),
        )

    def said(self, net: Answers, crops: torch.Tensor, some: Crops) -> torch.Tensor:
        """Log-probabilities (n x WIDTH) of what such dice may show; of all else next to none."""
        return log_softmax(answers(net, crops).masked_fill(self._closed[some.sides], -1e4), dim=1)

    def off(self, said: torch.Tensor, truth: torch.Tensor) -> torch.Tensor:
        """Whether the likeliest column is another (n): a wrong turn counts, too."""
        return (said.argmax(dim=1) != truth).float()

    def losses(
        self, said: torch.Tensor, truth: torch.Tensor, some: Crops, taught: torch.Tensor | None = None
    ) -> torch.Tensor:
        """Of each crop the cross-entropy with the truth and, if there is a teacher, with what it says."""
        closed = self._closed[some.sides]
        said, spread = said.masked_fill(closed, 0.0), (~closed).sum(dim=1)
        hard, even = -said.gather(1, truth[:, None])[:, 0], -said.sum(dim=1) / spread
        own = (1 - _SMOOTH) * hard + _SMOOTH * even
        return own if taught is None else (1 - TAUGHT) * own - TAUGHT * (taught.exp() * said).sum(dim=1)


def _columns(sides: int) -> torch.Tensor:
    """The columns of the network's answer that count for a shape, in order; on paper, upright letters."""
    if not sides:
        return torch.arange(len(ALPHABET))
    own = torch.arange(STARTS[sides], STARTS[sides] + TURNS[sides] * len(ALPHABET))
    return torch.cat([own, torch.tensor([NOTHING_AT, LEANS_AT])])
