"""Stored crops as the eye may cut them and a camera may show them, many at once, on any device."""

from collections.abc import Callable, Iterable
from math import pi

import torch
from torch.nn.functional import grid_sample, interpolate, pad

_KNOTS = 5  # both ways, between which a letter's bend changes smoothly
_TAPS = 4  # pixels either side that a blur reaches

Change = Callable[[torch.Tensor], torch.Tensor]


class Wear:
    """Chances from one seed; `n` pictures at a time (n x 3 x h x w, 0…1) on `device`."""

    def __init__(self, seed: int, device: str) -> None:
        self._device = device
        self._chance = torch.Generator(device).manual_seed(seed)

    def uniform(self, least: float, most: float, *shape: int) -> torch.Tensor:
        """Numbers between two."""
        some = torch.rand(shape, generator=self._chance, device=self._device)
        return least + (most - least) * some

    def normal(self, spread: float, *shape: int) -> torch.Tensor:
        """Numbers about nought."""
        return spread * torch.randn(shape, generator=self._chance, device=self._device)

    def some(self, share: float, pictures: torch.Tensor) -> torch.Tensor:
        """Indices of about that share of the pictures."""
        return torch.nonzero(self.uniform(0, 1, len(pictures)) < share)[:, 0]

    def shaken(
        self, wides: torch.Tensor, size: int, degrees: torch.Tensor, extents: torch.Tensor, step: float
    ) -> torch.Tensor:
        """Cut out `size` pixels beside the place, turned back by `degrees` (n) or so; its letter bent.

        `step` is a pixel's size in the stored crop's, `extents` (n) a face's in those that are cut out.
        """
        count, side = len(wides), wides.shape[-1]
        far = self.some(0.2, wides)
        wides = wides.clone()
        wides[far] = farther(wides[far], int(self.uniform(24, 60, 1)))
        steps = step * torch.exp(self.normal(0.06, count))
        shift = torch.clamp(self.normal(0.047, count, 2), -0.13, 0.13) * extents[:, None]
        angle = (-degrees + self.normal(3, count)) * (pi / 180)
        cos, sin = torch.cos(angle), torch.sin(angle)
        turned = torch.stack([torch.stack([cos, -sin], 1), torch.stack([sin, cos], 1)], 1)
        drawn, slant = torch.exp(self.normal(0.04, count)), torch.sin(self.normal(3, count) * (pi / 180))
        bent = torch.stack(
            [torch.stack([drawn, slant], 1), torch.stack([torch.zeros_like(drawn), 1 / drawn], 1)], 1
        )
        linear = steps[:, None, None] * bent @ turned
        along = torch.arange(size, device=self._device, dtype=torch.float32) - (size - 1) / 2
        grid = torch.stack(torch.meshgrid(along, along, indexing="xy"), dim=-1).reshape(1, -1, 2)
        places = ((grid + shift[:, None]) @ linear.transpose(1, 2)).reshape(count, size, size, 2)
        bends = interpolate(self.normal(0.8, count, 2, _KNOTS, _KNOTS), (size, size), mode="bicubic")
        often = (self.uniform(0, 1, count) < 0.4).float()[:, None, None, None]
        places = places + often * bends.permute(0, 2, 3, 1)
        return grid_sample(wides, places * (2 / side), padding_mode="border", align_corners=False)

    def changed(self, crops: torch.Tensor, changes: Iterable[tuple[float, Change]]) -> torch.Tensor:
        """Each change, one after the other, made to a share of the crops."""
        for share, change in changes:
            chosen = self.some(share, crops)
            if len(chosen):
                crops[chosen] = change(crops[chosen])
        return crops.clamp(0, 1)

    def each(self, least: float, most: float, some: torch.Tensor) -> torch.Tensor:
        """A number for each picture."""
        return self.uniform(least, most, len(some), 1, 1, 1)

    def blurred(self, some: torch.Tensor, least: float, most: float) -> torch.Tensor:
        """Each by a Gaussian whose spread is between two numbers of pixels."""
        return _blurred(some, self.uniform(least, most, len(some)))

    def other_colours(self, some: torch.Tensor) -> torch.Tensor:
        """All with their channels in another order."""
        return some[:, torch.randperm(3, generator=self._chance, device=self._device)]

    def bolder(self, some: torch.Tensor) -> torch.Tensor:
        """With what is dark wider or narrower."""
        near = torch.stack([one for axis in (2, 3) for one in _shifts(some, axis, 1)])
        bolder = self.each(0, 1, some) < 0.5
        other = torch.where(bolder, near.amin(dim=0), near.amax(dim=0))
        return some + self.each(0.2, 0.8, some) * (other - some)

    def darker(self, some: torch.Tensor) -> torch.Tensor:
        """What the lamp does not reach is lost in the dark."""
        tenth = torch.quantile(some.flatten(1), 0.1, dim=1)[:, None, None, None]
        lost = self.each(0.2, 0.9, some) * tenth
        return ((some - lost) / (1 - lost)).clamp(0, 1)

    def glaring(self, some: torch.Tensor) -> torch.Tensor:
        """With a bright spot near the middle."""
        size = some.shape[-1]
        along = torch.arange(size, device=self._device, dtype=torch.float32)
        x, y = (
            along.reshape(shape) - size / 2 - self.normal(size / 6, len(some), 1, 1)
            for shape in ((1, 1, -1), (1, -1, 1))
        )
        turn = self.uniform(0, pi, len(some), 1, 1)
        wide, high = (self.uniform(0.06, most, len(some), 1, 1) * size for most in (0.22, 0.15))
        right = (x * torch.cos(turn) + y * torch.sin(turn)) / wide
        down = (y * torch.cos(turn) - x * torch.sin(turn)) / high
        spot = torch.exp(-((right**2 + down**2) ** self.uniform(1, 2, len(some), 1, 1)))
        return some + spot[:, None] * self.each(0.15, 0.9, some)

    def lit(self, some: torch.Tensor, least: float = 0.6, most: float = 1.3) -> torch.Tensor:
        """By another lamp, so many times as bright, and another curve of greys."""
        gains = self.uniform(0.8, 1.2, len(some), 3, 1, 1) * self.each(least, most, some)
        return (some * gains).clamp(0, 1) ** self.each(0.7, 1.5, some)

    def grain(self, some: torch.Tensor) -> torch.Tensor:
        """Noise of a pixel's size."""
        return self.normal(1, *some.shape) * self.each(0.01, 0.07, some)


def farther(some: torch.Tensor, pixels: int) -> torch.Tensor:
    """As if seen from farther away: so many pixels wide, and enlarged again."""
    far = interpolate(some, (pixels, pixels), mode="area")
    return interpolate(far, some.shape[-2:], mode="bilinear", align_corners=False)


def _shifts(some: torch.Tensor, axis: int, reach: int) -> list[torch.Tensor]:
    """The pictures shifted along an axis by -`reach` to `reach` pixels, their rim repeated."""
    rim = (reach, reach, 0, 0) if axis == 3 else (0, 0, reach, reach)
    wide, size = pad(some, rim, mode="replicate"), some.shape[axis]
    return [wide.narrow(axis, k, size) for k in range(2 * reach + 1)]


def _blurred(some: torch.Tensor, spreads: torch.Tensor) -> torch.Tensor:
    """Each by a Gaussian of its own spread (n), in pixels."""
    away = torch.arange(-_TAPS, _TAPS + 1, device=some.device, dtype=torch.float32)
    weights = torch.exp(-0.5 * (away / spreads[:, None]) ** 2)
    weights = (weights / weights.sum(dim=1, keepdim=True)).T[..., None, None, None]
    for axis in (2, 3):
        some = sum((w * one for w, one in zip(weights, _shifts(some, axis, _TAPS), strict=True)), some * 0)
    return some
