"""Letters' crops that all cores go on drawing while a graphics card learns from those that are there."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.queues import Queue
from queue import Empty
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import torch

from appliance.virtual.variety import SEEN
from training.crops import WIDE, Sample, of_scene
from training.fit import SHARE, hardest
from training.looks import Crops, arrays

_AT_ONCE = 100  # crops that a core hands over together
_UNSEEN = 100.0  # loss of a crop at which nobody has looked


class Shelf:
    """Room for `most` crops on the device, the first `kept` of them only to check with.

    `close` it when no more are needed.
    """

    def __init__(
        self, most: int, kept: int, device: str, seed: int, fonts: Sequence[str], cores: int
    ) -> None:
        context = get_context("fork")
        self._queue = context.Queue(400)
        parts = [(seed, list(fonts), k, cores, self._queue) for k in range(cores)]
        self._drawing = [context.Process(target=_draw, args=part, daemon=True) for part in parts]
        for process in self._drawing:
            process.start()
        wides = torch.zeros((most, 3, WIDE, WIDE), dtype=torch.uint8, device=device)
        self.crops = Crops(wides, *(torch.zeros(most, dtype=torch.long, device=device) for _ in range(2)))
        self.losses = torch.full((most,), _UNSEEN, device=device)
        self.count, self._kept, self._rng = 0, kept, np.random.default_rng(seed)

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
            end = min(self.count + len(drawn[1]), len(self.losses))
            for room, part in zip(self.crops, drawn, strict=True):
                room[self.count : end] = torch.from_numpy(part[: end - self.count]).to(room.device)
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
    seed: int, fonts: list[str], first: int, step: int, queue: "Queue[tuple[npt.NDArray[Any], ...]]"
) -> None:
    """Draw every so manieth scene, and hand its crops over, without end."""
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    number, some = first, list[Sample]()
    while True:
        with suppress(cv2.error):  # OpenCV 5.0 does not draw all writing
            some += of_scene(seed, fonts, SEEN, number)
        number += step
        if len(some) >= _AT_ONCE:
            queue.put(arrays(some))
            some = []
