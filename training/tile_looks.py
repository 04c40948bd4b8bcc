"""Tiles' crops as their network sees them while it learns, and what it is to say of them."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from unicodedata import normalize

import numpy as np
import numpy.typing as npt
import torch
from torch.nn.functional import interpolate, log_softmax

from appliance.vision.tile_net import BLANK_AT, CROP, LETTERS, MARGIN, NOTHING_AT, VALUES, VALUES_AT
from training.taught import TAUGHT, Answers, answers
from training.tile_crops import WIDE, Sample
from training.wear import Wear, farther

_SMOOTH = 0.01  # of the labels
_VALUE = 0.5  # what the printed number counts beside the letter
_AMISS = 1.25  # times as far beside the place as dice, tiles are found
_BLANK, _NOTHING = len(LETTERS), len(LETTERS) + 1  # labels after those of the letters


class Crops(NamedTuple):
    """Stored crops (n x 3 x 88 x 88 bytes), labels, numbers (-1 if none is asked for) and marks (each n)."""

    wides: torch.Tensor
    labels: torch.Tensor
    values: torch.Tensor
    marked: torch.Tensor

    def at(self, chosen: torch.Tensor | slice) -> "Crops":
        """Some of them."""
        return Crops(*(part[chosen] for part in self))


def arrays(some: Sequence[Sample]) -> tuple[npt.NDArray[Any], ...]:
    """The parts of `Crops` of so many samples, not yet as tensors."""
    wides = np.ascontiguousarray(np.stack([one.wide for one in some]).transpose(0, 3, 1, 2))
    spelt = [normalize("NFD", one.symbol) for one in some]
    labels = [LETTERS.find(s[0]) if s and s[0] in LETTERS else _BLANK if s else _NOTHING for s in spelt]
    values = [VALUES.index(o.value) if k < _BLANK else -1 for o, k in zip(some, labels, strict=True)]
    return wides, np.array(labels), np.array(values), np.array([len(s) > 1 for s in spelt])


def stacked(some: Sequence[Sample]) -> Crops:
    """So many samples."""
    return Crops(*map(torch.from_numpy, arrays(some)))


class TileLooks:
    """Crops as the network sees them, what it is to say, and what it says, on one device."""

    def __init__(self, seed: int, device: str = "cpu") -> None:
        self._wear = Wear(seed, device)

    def __call__(self, some: Crops) -> tuple[torch.Tensor, torch.Tensor]:
        """The crops shaken, worn and each under some turn, and the columns of the true answers."""
        turn = (self._wear.uniform(0, 1, len(some.labels)) * 4).long()
        extents = torch.full_like(turn, CROP / MARGIN, dtype=torch.float32) * _AMISS
        step = 0.5 * WIDE * MARGIN / CROP
        crops = self._wear.shaken(some.wides.float() / 255, CROP, turn * 90.0, extents, step)
        truth = turn * len(LETTERS) + some.labels
        truth = torch.where(some.labels == _BLANK, BLANK_AT, truth)
        truth = torch.where(some.labels == _NOTHING, NOTHING_AT, truth)
        return self._worn(crops).contiguous(memory_format=torch.channels_last), truth

    def _worn(self, crops: torch.Tensor) -> torch.Tensor:
        """By another light and camera, in bolder or worn print, blurred, noisy or with a glare."""
        wear = self._wear
        return wear.changed(
            crops,
            (
                (0.15, wear.other_colours),
                (0.3, wear.bolder),
                (0.1, self._faded),
                (0.15, lambda some: farther(some, int(wear.uniform(17, 34, 1)))),
                (0.35, lambda some: wear.blurred(some, 0.4, 1.7)),
                (0.12, wear.glaring),
                (0.15, lambda some: some * (1 - self._soft(3, some) * wear.each(0.2, 0.6, some))),
                (0.1, _fringed),
                (0.8, lambda some: wear.lit(some, 0.4, 1.4)),
                (0.6, lambda some: (some - 0.4) * wear.each(0.7, 1.25, some) + 0.4),
                (0.2, self._sharpened),
                (0.25, lambda some: some + wear.grain(some)),
                (0.25, lambda some: some + wear.blurred(wear.grain(some), 0.5, 1.0)),
            ),
        )

    def _faded(self, some: torch.Tensor) -> torch.Tensor:
        """With print that is worn off in places."""
        body = some.flatten(2).median(dim=2).values[:, :, None, None]
        return some + self._soft(5, some) * self._wear.each(0.3, 0.9, some) * (body - some)

    def _sharpened(self, some: torch.Tensor) -> torch.Tensor:
        return some + self._wear.each(0.3, 1.3, some) * (some - self._wear.blurred(some, 0.7, 1.3))

    def _soft(self, cells: int, some: torch.Tensor) -> torch.Tensor:
        """Soft blots by chance, 0…1, as large as a crop."""
        coarse = self._wear.uniform(-0.7, 1.3, len(some), 1, cells, cells)
        return interpolate(coarse, some.shape[-2:], mode="bicubic").clamp(0, 1)

    def said(self, net: Answers, crops: torch.Tensor, _: Crops) -> torch.Tensor:
        """Log-probabilities (n x WIDTH) of what a crop is, then of each turn's number."""
        raw = answers(net, crops)
        values = log_softmax(raw[:, VALUES_AT:].reshape(-1, 4, len(VALUES)), dim=2)
        return torch.cat([log_softmax(raw[:, :VALUES_AT], dim=1), values.flatten(1)], dim=1)

    def off(self, said: torch.Tensor, truth: torch.Tensor) -> torch.Tensor:
        """Whether the likeliest column is another (n), the number apart."""
        return (said[:, :VALUES_AT].argmax(dim=1) != truth).float()

    def losses(
        self, said: torch.Tensor, truth: torch.Tensor, some: Crops, taught: torch.Tensor | None = None
    ) -> torch.Tensor:
        """Of each crop the cross-entropy of what it is and of the number under the true turn.

        With a teacher, that with what it says, too. A letter with a mark is learnt as any, its own in a
        quarter of the cases: none is to be told surely.
        """
        what, numbers = said[:, :VALUES_AT], said[:, VALUES_AT:].reshape(-1, 4, len(VALUES))
        each, turn = torch.arange(len(said), device=said.device), (truth // len(LETTERS)).clamp(max=3)
        hard = (1 - _SMOOTH) * -what.gather(1, truth[:, None])[:, 0] - _SMOOTH * what.mean(dim=1)
        likely = what[:, :BLANK_AT].reshape(-1, 4, len(LETTERS))[each, turn]
        hard = torch.where(some.marked, (hard - 3 * likely.mean(dim=1)) / 4, hard)
        number, numbered = numbers[each, turn], _VALUE * (some.values >= 0)
        right = -number.gather(1, some.values.clamp(min=0)[:, None])[:, 0]
        own = hard + numbered * ((1 - _SMOOTH) * right - _SMOOTH * number.mean(dim=1))
        if taught is None:
            return own
        told = taught[:, VALUES_AT:].reshape(-1, 4, len(VALUES))[each, turn]
        of_teacher = -(taught[:, :VALUES_AT].exp() * what).sum(dim=1)
        of_teacher -= numbered * (told.exp() * number).sum(dim=1)
        return (1 - TAUGHT) * own + TAUGHT * of_teacher


def _fringed(some: torch.Tensor) -> torch.Tensor:
    """All with blue and red a pixel to either side."""
    return torch.stack([some[:, 0].roll(1, -1), some[:, 1], some[:, 2].roll(-1, -1)], dim=1)
