"""Crops that all cores go on drawing while a graphics card learns from those that are there."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.queues import Queue
from queue import Empty
from typing import Any, Generic, Protocol, Self, TypeVar

import cv2
import numpy as np
import numpy.typing as npt
import torch

from training.fit import SHARE, hardest

_AT_ONCE = 100  # crops that a core hands over together
_UNSEEN = 100.0  # loss of a crop at which nobody has looked


class Stored(Protocol):
    """Stored crops: pictures, labels and the like, as many of each."""

    def __iter__(self) -> Iterator[torch.Tensor]: ...

    def at(self, chosen: torch.Tensor | slice) -> Self:
        """Some of them."""
        ...


C = TypeVar("C", bound=Stored)
S = TypeVar("S")


class Shelf(Generic[C]):
    """Room for `most` crops on the device, the first `kept` of them only to check with.

    `scene` draws one by its number, `arrays` has so many samples as what `stored` is made of. `close` it when
    no more are needed.
    """

    def __init__(
        self,
        most: int,
        kept: int,
        device: str,
        seed: int,
        cores: int,
        *,
        scene: Callable[[int], list[S]],
        arrays: Callable[[Sequence[S]], tuple[npt.NDArray[Any], ...]],
        stored: Callable[..., C],
    ) -> None:
        context = get_context("fork")
        self._queue = context.Queue(400)
        parts = [(scene, arrays, k, cores, self._queue) for k in range(cores)]
        self._drawing = [context.Process(target=_draw, args=part, daemon=True) for part in parts]
        for process in self._drawing:
            process.start()
        first = [torch.from_numpy(part) for part in self._queue.get()]
        rooms = [torch.zeros((most, *part.shape[1:]), dtype=part.dtype, device=device) for part in first]
        self.crops = stored(*rooms)
        self.losses = torch.full((most,), _UNSEEN, device=device)
        self.count, self._kept, self._rng = 0, kept, np.random.default_rng(seed)
        self._take(first)

    def close(self) -> None:
        """End the drawing."""
        for process in self._drawing:
            process.kill()
        self._queue.cancel_join_thread()

    def forget(self) -> None:
        """Take all crops for unseen: another network is to learn from them."""
        self.losses[:] = _UNSEEN

    def fill(self) -> None:
        """Take what was drawn meanwhile, as far as there is room."""
        while self.count < len(self.losses):
            try:
                drawn = self._queue.get_nowait()
            except Empty:
                return
            self._take([torch.from_numpy(part) for part in drawn])

    def _take(self, drawn: Sequence[torch.Tensor]) -> None:
        end = min(self.count + len(drawn[0]), len(self.losses))
        for room, part in zip(self.crops, drawn, strict=True):
            room[self.count : end] = part[: end - self.count].to(room.device)
        self.count = end

    def round(self, batch: int) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        """Indices of so many crops at a time, and what each counts, as `hardest` has it."""
        losses = self.losses[self._kept : self.count].cpu().numpy()
        size = round(SHARE * len(losses))
        order, weights = hardest(losses, size, self._rng)
        chosen, counts = (
            torch.from_numpy(part).to(self.losses.device) for part in (order + self._kept, weights)
        )
        for k in range(0, size - batch + 1, batch):
            yield chosen[k : k + batch], counts[k : k + batch]


def _draw(
    scene: Callable[[int], list[S]],
    arrays: Callable[[Sequence[S]], tuple[npt.NDArray[Any], ...]],
    first: int,
    step: int,
    queue: "Queue[tuple[npt.NDArray[Any], ...]]",
) -> None:
    """Draw every so manieth scene, and hand its crops over, without end."""
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    number, some = first, list[S]()
    while True:
        with suppress(cv2.error):  # OpenCV 5.0 does not draw all writing
            some += scene(number)
        number += step
        if len(some) >= _AT_ONCE:
            queue.put(arrays(some))
            some = []
