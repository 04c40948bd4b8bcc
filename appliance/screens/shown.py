"""Everything that one picture of the screen depends on, as values; and what a touch on it would do."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pygame

from appliance.games.prompts import Prompt


@dataclass(frozen=True)
class Seen:
    """One symbol in the camera's view: where it lies in the frame (0…1 each way), and whether it is sure."""

    symbol: str
    sure: bool
    x: float = 0.5
    y: float = 0.5


@dataclass(frozen=True)
class Shown:
    """The state of the screen.

    `cursor` is the dial's row and place in the prompt's Choose, or 0 and the place in its Tick's `places`.
    `typed` is the word being typed, `offered` the one that the camera sees. `seen` is the reading under way,
    `mark` the symbol under the correcting cursor (-1: none). `left` has the seconds left of each running bar.
    `notice` is a short line such as a refusal; `fault` says what part is out of order. `chairs` are the seat
    buttons (from 0) that the players sit at, () for the first ones in order. `keys` shows letters to touch
    where something can be typed.
    """

    prompt: Prompt
    cursor: tuple[int, int] = (0, 0)
    typed: str = ""
    offered: str = ""
    seen: tuple[Seen, ...] = ()
    mark: int = -1
    moving: bool = False
    left: Mapping[str, float] = field(default_factory=dict)
    notice: str = ""
    fault: str = ""
    paused: bool = False
    help: bool = False
    chairs: tuple[int, ...] = ()
    keys: bool = False


@dataclass(frozen=True)
class Hotspot:
    """A place to touch, and what that does, as text.

    `seat 3`: seat button 3 (from 1) is pressed; `hold 3`: held; `turn 1`, `turn -2`: the dial, by so many
    steps; `push`: the dial's button; `key undo`, `key ?`, `key escape`, `key enter`, `key backspace`,
    `key A`, `key Qu`: that key; `key blank`: a blank among tiles; `row 2`: the dial jumps to that row (from
    0); `keys`: show or hide letters to touch; `tick EVENT`: that word of a Tick, or its `+` or `-`.
    """

    area: pygame.Rect
    does: str
