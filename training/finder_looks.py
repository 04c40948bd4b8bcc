"""Worn pieces of scenes as a finder's network sees them while it learns, and what it is to say of them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch.nn.functional import binary_cross_entropy_with_logits

from training.finder import KINDS, MEASURED, losses
from training.taught import TAUGHT, Answers, wholly

_SOFTLY = (
    4.0  # what counts the heat's distance from a teacher's, which is less steep than that from the truth
)

Floats = npt.NDArray[np.float32]
Piece = tuple[Floats, Floats]
"""A worn picture (3 x h x w, 0…1) and what is to be said of it (10 x h/4 x w/4): see `finder.sample`."""


class Pieces(NamedTuple):
    """Stored pictures (n x 3 x h x w bytes), and what is to be said of each, in half the digits."""

    pictures: torch.Tensor
    targets: torch.Tensor

    def at(self, chosen: torch.Tensor | slice) -> "Pieces":
        """Some of them."""
        return Pieces(*(part[chosen] for part in self))


def arrays(some: Sequence[Piece]) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float16]]:
    """The parts of `Pieces` of so many, not yet as tensors."""
    pictures, targets = zip(*some, strict=True)
    return np.rint(255 * np.stack(pictures)).astype(np.uint8), np.stack(targets).astype(np.float16)


class FinderLooks:
    """Pieces as the network sees them, what it is to say, and what it says, on one device.

    They were worn where they were drawn: there is no chance left.
    """

    def __init__(self, _: int, device: str = "cpu") -> None:
        self._device = device

    def __call__(self, some: Pieces) -> tuple[torch.Tensor, torch.Tensor]:
        """The pictures, and what is to be said of them."""
        pictures = some.pictures.to(self._device).float() / 255
        return pictures.contiguous(memory_format=torch.channels_last), some.targets.float()

    def said(self, net: Answers, pictures: torch.Tensor, _: Pieces) -> torch.Tensor:
        """The heat of each kind of dice, and five measures (n x 8 x h/4 x w/4)."""
        return wholly(net, pictures)

    def off(self, said: torch.Tensor, truth: torch.Tensor) -> torch.Tensor:
        """How far that is from the truth (n)."""
        found, measured = losses(said, truth)
        return found + MEASURED * measured

    def losses(
        self, said: torch.Tensor, truth: torch.Tensor, _: Pieces, taught: torch.Tensor | None = None
    ) -> torch.Tensor:
        """The same, and how far it is from what a teacher says, if there is one (n)."""
        own = self.off(said, truth)
        return own if taught is None else (1 - TAUGHT) * own + TAUGHT * _apart(said, taught)


def _apart(said: torch.Tensor, taught: torch.Tensor) -> torch.Tensor:
    """How far the heat is from a teacher's, and the measures where that is high (n).

    What is far off counts more, as in Li et al., "Generalized Focal Loss", 2020.
    """
    heat, wanted = said[:, :KINDS], torch.sigmoid(taught[:, :KINDS])
    weight = (torch.sigmoid(heat) - wanted) ** 2
    found = weight * binary_cross_entropy_with_logits(heat, wanted, reduction="none")
    there = wanted.amax(dim=1, keepdim=True)
    away = there * (said[:, KINDS:] - taught[:, KINDS:]).abs()
    usual = max(1.0, float(there.sum())) / len(said)
    return (_SOFTLY * found.sum(dim=(1, 2, 3)) + MEASURED * away.sum(dim=(1, 2, 3))) / usual
