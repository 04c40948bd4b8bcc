"""Scenes drawn on all cores of the machine."""

from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

import cv2

T = TypeVar("T")


def drawn(samples: Callable[[int], Iterable[T]], scenes: int) -> list[T]:
    """The samples of so many scenes by number, one after the other; the same on any number of cores.

    `samples` goes to other processes of one thread each: a function of a module, or a partial of one.
    """
    with ProcessPoolExecutor(initializer=cv2.setNumThreads, initargs=(1,)) as cores:
        return [one for part in cores.map(samples, range(scenes), chunksize=8) for one in part]
