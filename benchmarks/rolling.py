"""How soon after the last die rests a roll is announced, and whether ever before: thrown dice on camera.

The frames go the box's own way, one after another; while a frame is being read, time passes and later ones
are dropped, as by the camera's driver.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

import cv2
import numpy as np

from appliance.drivers import Frame, Image
from appliance.games.prompts import Look, Prompt
from appliance.games.views import Letters, Place, Standing
from appliance.looking import Looking
from appliance.pieces import Die, dice_set
from appliance.virtual.dice import roll
from appliance.virtual.render import develop, expose
from appliance.virtual.rolling import Throw, throw
from appliance.virtual.scene import BLACK, GREEN, GREY, Light, Mat, Sensor, Table, View
from benchmarks.page import command_line, conditions, write

TITLE = "Dice at rest"
RATE = 30
"""Frames a second."""

BEFORE, AFTER = 0.3, 0.8
"""Seconds of the film before the first die leaves the hand and after the last one rests."""

_SHUTTER = 1 / 80  # seconds that a frame is exposed
_MOMENTS = 2  # of it that are drawn for one frame

Room = Callable[[Image, float], Image]
"""What the room's light makes of the picture at a second of the film."""


@dataclass(frozen=True)
class Film:
    """Frames as exposed, noise left out, with the second of each since the throw; the table and the throw."""

    frames: tuple[tuple[float, Image], ...]
    table: Table
    throw: Throw


@dataclass(frozen=True)
class Announced:
    """A settled roll: its text, and the second of the film at which it was said."""

    text: str
    at: float


def filmed(rng: Random, table: Table, dice: Sequence[Die]) -> Film:
    """The dice thrown by chance on that table; `table.dice` lie there when it is over."""
    ends = roll(rng, dice)
    thrown = throw(rng, ends)
    first = -BEFORE + rng.uniform(0, 1 / RATE)
    at_rest = expose(replace(table, dice=ends))
    frames = []
    for number in range(round((BEFORE + thrown.rest + AFTER) * RATE)):
        at = first + number / RATE
        if at - _SHUTTER >= thrown.rest:
            frames.append((at, at_rest))
            continue
        moments = [at - _SHUTTER * moment / (_MOMENTS - 1) for moment in range(_MOMENTS)]
        drawn = [expose(replace(table, dice=thrown.at(moment))).astype(np.uint16) for moment in moments]
        frames.append((at, np.asarray(sum(drawn) // _MOMENTS, np.uint8)))
    return Film(tuple(frames), replace(table, dice=ends), thrown)


def shown(film: Film, light: Room | None = None, view: View | None = None) -> Iterator[Frame]:
    """The film's frames in that light with the noise of each; another `view` may have another sensor."""
    for number, (at, image) in enumerate(film.frames):
        lit = light(image, at) if light else image
        yield Frame(at, develop(lit, view or film.table.view, number))


def announced(
    frames: Sequence[Frame], look: Look, cost: Callable[[float], float] = lambda spent: spent
) -> list[Announced]:
    """What the box says to these frames; `cost` turns seconds that a frame takes here into those it takes."""
    looking = Looking()
    looking.open(asked(look))
    said, now = [], frames[0].at
    for number, frame in enumerate(frames):
        newest = number + 1 == len(frames) or frames[number + 1].at > max(now, frame.at)
        if not newest:
            continue
        begun = time.process_time()
        text = looking.feed(frame)
        now = max(now, frame.at) + cost(time.process_time() - begun)
        if text is not None:
            said.append(Announced(text, now))
    return said


def asked(look: Look) -> Prompt:
    """A prompt that asks for nothing else."""
    places = (Place("Ana", 0), Place("Ben", 0))
    return Prompt("Roll", "Roll the dice.", (look,), Letters(("A",)), Standing(places))


def some_dice(rng: Random) -> list[Die]:
    """Three to nine dice of Anabid!, the yellow one among them as its rules will have it."""
    whole = dice_set("anabid")
    first = next(die for die in whole.dice if die.body == whole.always)
    others = [die for die in whole.dice if die is not first]
    return [first, *rng.sample(others, rng.randint(2, len(others)))]


def look_for(film: Film) -> Look:
    """The look that a game opens for these letter dice."""
    count = len(film.table.dice)
    return Look("roll", (0,), "letter-dice", "anabid", count, count)


def cloud(image: Image, at: float) -> Image:
    """A cloud before the sun: a third of the light goes within two seconds, more of it on one side."""
    share = 0.33 * np.clip((at + 0.5) / 2, 0, 1)
    return _dimmed(image, 1 - share * np.linspace(0.8, 1, image.shape[1]))


def shadow(image: Image, at: float) -> Image:
    """Somebody's soft shadow that crosses the table in two seconds."""
    x = np.arange(image.shape[1]) / image.shape[1]
    edge = np.clip((np.abs(x - (0.5 * at - 0.1)) - 0.15) / 0.08 + 0.5, 0, 1)
    return _dimmed(image, 1 - 0.35 * (1 - edge * edge * (3 - 2 * edge)))


def _dimmed(image: Image, share: np.ndarray) -> Image:
    return np.asarray(image * share.astype(np.float32)[None, :, None], np.uint8)


MAINS = Sensor(banding=0.03)
"""A sensor whose rows are by turns three hundredths lighter and darker, wandering from frame to frame."""


@dataclass(frozen=True)
class Case:
    """What came of one throw in one light: seconds from rest until said, or None; whether it was right."""

    light: str
    slower: float
    seconds: float | None
    right: bool


LIGHTS: dict[str, tuple[Room | None, Sensor]] = {
    "even light": (None, Sensor()),
    "mains bands of ±3 %": (None, MAINS),
    "a cloud": (cloud, Sensor()),
    "a passing shadow": (shadow, Sensor()),
}

SLOWER = (1.0, 2.0)
"""How many times slower than this one the machines are that the film is shown to."""


def case(film: Film, name: str, slower: float) -> Case:
    """One throw in the light of that name, on a machine so many times slower than this one."""
    light, sensor = LIGHTS[name]
    view = replace(film.table.view, sensor=sensor)
    said = announced(list(shown(film, light, view)), look_for(film), lambda spent: slower * spent)
    if not said:
        return Case(name, slower, None, False)
    truth = sorted(placed.symbol for placed in film.table.dice)
    right = len(said) == 1 and sorted(said[0].text.split()) == truth
    return Case(name, slower, said[0].at - film.throw.rest, right)


def _table(rng: Random, seed: int) -> Table:
    view = View(width=640, height=480, noise=rng.uniform(1, 4), blur=rng.uniform(0.3, 0.9))
    light = Light(
        rng.uniform(0.7, 1.1), rng.uniform(0, 360), rng.uniform(45, 75), gradient=rng.uniform(0, 0.2)
    )
    return Table(mat=Mat(rng.choice((BLACK, GREY, GREEN))), light=light, view=view, seed=seed)


def lines(cases: Sequence[Case]) -> list[str]:
    """The table of the page."""
    said = [
        "| light | machine | throws | too early | wrong | asked people | said after ms: half, 95 %, all |"
    ]
    said.append("| --- | --- | --- | --- | --- | --- | --- |")
    for name, slower in dict.fromkeys((one.light, one.slower) for one in cases):
        mine = [one for one in cases if (one.light, one.slower) == (name, slower)]
        times = np.array([one.seconds for one in mine if one.seconds is not None]) * 1000
        wrong = sum(one.seconds is not None and not one.right for one in mine)
        spread = ", ".join(f"{np.percentile(times, p):.0f}" for p in (50, 95, 100)) if len(times) else "–"
        counts = f"{len(mine)} | {(times < 0).sum()} | {wrong} | {len(mine) - len(times)}"
        said.append(f"| {name} | {'this' if slower == 1 else f'{slower:g} × slower'} | {counts} | {spread} |")
    return said


def main() -> None:
    """Throw, measure, and write the page's section."""
    options = command_line(__doc__, throws=200).parse_args()
    cv2.setNumThreads(1)
    cases: list[Case] = []
    for number in range(options.throws):
        rng = Random(f"{options.seed} {number}")
        film = filmed(rng, _table(rng, number), some_dice(rng))
        name = list(LIGHTS)[number % len(LIGHTS)]
        cases += [case(film, name, slower) for slower in SLOWER]
    page = conditions(f"benchmarks.rolling --seed {options.seed} --throws {options.throws}") + lines(cases)
    print("\n".join(page))
    if not options.dry:
        write(TITLE, page)


if __name__ == "__main__":
    main()
