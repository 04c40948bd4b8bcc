"""Dice thrown over the table: each from the hand to where it was said to lie, knocking others, rocking.

Ways of single dice are simulated once; a throw turns and shifts them so that they end at the given places and
faces. A die that is knocked takes from the other exactly the speed that it slides away with.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import acos, atan2, degrees, hypot
from random import Random

import numpy as np

from appliance.virtual.dice import D6_SIZE, Placed
from appliance.virtual.solids import Array, solid_of, upright
from appliance.virtual.tumbling import GRAVITY, RATE, SLIDING, Way, slide, ways

_FOLDS = {6: 4, 8: 3, 12: 5}  # turns of a face onto itself
_STAGGER = 0.25  # seconds between the first die out of the hand and the last
_ROCKS = 0.12  # of the dice go up on an edge once more when they have nearly come to rest
_KNOCKS = 0.4  # of the throws have a die that is knocked by another
_TRIES = 8  # ways to choose from for each die
_CLEAR = 1.1  # die sizes between the middles of dice that do not go through each other


@dataclass(frozen=True)
class _Thrown:
    """A die's way over this table, in mm, and the second at which it leaves the hand."""

    end: Placed
    begin: float
    way: Way

    @property
    def rest(self) -> float:
        return self.begin + self.way.seconds

    def at(self, seconds: float) -> Placed | None:
        """Where the die is then; None while it is still in the hand."""
        sample = round((seconds - self.begin) * RATE)
        if sample < 0:
            return None
        if sample >= len(self.way.places) - 1:
            return self.end
        return _placed(self.end, self.way.places[sample], self.way.rotations[sample])


@dataclass(frozen=True)
class Throw:
    """Dice on their way, by the second since the first of them left the hand."""

    dice: tuple[_Thrown, ...]

    @property
    def rest(self) -> float:
        """When the last die comes to rest."""
        return max((die.rest for die in self.dice), default=0.0)

    def at(self, seconds: float) -> tuple[Placed, ...]:
        """The dice on or above the table; those still in the hand are not among them."""
        return tuple(placed for die in self.dice if (placed := die.at(seconds)))


def throw(rng: Random, ends: Sequence[Placed], size: float = D6_SIZE, variety: int = 1) -> Throw:
    """A throw by chance that comes to rest as `ends` say.

    The ways come from `variety` choices a kind of die; each takes a second to make, once.
    """
    hand = rng.uniform(0, 360)
    dice: list[_Thrown] = []
    for end in ends:
        choice = ways(end.die.sides, rng.randrange(variety), size)
        begin = rng.uniform(0, _STAGGER)
        last = rng.choice(choice.rocking) if choice.rocking and rng.random() < _ROCKS else None
        rocked = None if last is None else _ending_at(last, end, rng.randrange(_FOLDS[end.die.sides]), size)
        tries = []
        for _ in range(_TRIES):
            fold = rng.randrange(_FOLDS[end.die.sides])
            way = _before(rng.choice(choice.thrown), end, rocked, fold, size)
            tries.append(_Thrown(end, begin, way))
        dice.append(min(tries, key=lambda one: _awkward(one, dice, hand, size)))
    if rng.random() < _KNOCKS:
        dice = _knocked(rng, dice, size)
    first = min((die.begin for die in dice), default=0.0)
    return Throw(tuple(replace(die, begin=die.begin - first) for die in dice))


def _before(way: Way, end: Placed, rest: Way | None, fold: int, size: float) -> Way:
    """The way laid so that it ends as said, or where the rest of the die's way begins."""
    if rest is None:
        return _ending_at(way, end, fold, size)
    return _joined(_ending_at(way, _placed(end, rest.places[0], rest.rotations[0]), fold, size), rest)


def _joined(first: Way, then: Way, pause: int = 0) -> Way:
    """One way after the other, `pause` samples of rest between them."""
    places = [first.places, *[first.places[-1:]] * pause, then.places[1:]]
    rotations = [first.rotations, *[first.rotations[-1:]] * pause, then.rotations[1:]]
    return Way(np.concatenate(places), np.concatenate(rotations))


def _ending_at(way: Way, end: Placed, fold: int, size: float) -> Way:
    """The same way, turned, shifted, and with other faces, so that it ends as said.

    A solid looks the same when one face is put in another's place, in any of `fold` turns, and the table when
    it is turned about the upright axis.
    """
    faces = solid_of(end.die.sides).faces
    last = way.rotations[-1]
    up = max(faces, key=lambda face: float((last @ face.frame)[2, 2])).frame
    wanted = upright(end.turn) @ faces[end.face].frame.T
    swap = up @ upright(360 / _FOLDS[end.die.sides] * fold) @ faces[end.face].frame.T
    turn = wanted @ (last @ swap).T
    places = (way.places - way.places[-1]) @ turn.T + [end.x, end.y, way.places[-1, 2]]
    return Way(places, turn @ way.rotations @ swap)


def _placed(end: Placed, place: Array, rotation: Array) -> Placed:
    """The die there with that rotation, as its uppermost face and three angles."""
    solid = solid_of(end.die.sides)
    frames = [rotation @ face.frame for face in solid.faces]
    face = max(range(len(frames)), key=lambda number: float(frames[number][2, 2]))
    f = frames[face]
    lean = acos(min(1.0, float(f[2, 2])))
    if lean > 1e-4:
        turn, twist = atan2(f[0, 2], -f[1, 2]), atan2(f[2, 0], f[2, 1])
    else:
        turn, lean, twist = atan2(f[1, 0], f[0, 0]), 0.0, 0.0
    low = D6_SIZE * float((solid.corners @ rotation[2]).min())
    return replace(
        end,
        face=face,
        x=float(place[0]),
        y=float(place[1]),
        turn=degrees(turn) % 360,
        lean=degrees(lean),
        twist=degrees(twist),
        height=max(0.0, float(place[2]) + low),
    )


def _awkward(one: _Thrown, others: Sequence[_Thrown], hand: float, size: float) -> float:
    """How little the way fits the throw: it comes from elsewhere than the hand, or through other dice."""
    dx, dy = one.way.places[-1, :2] - one.way.places[0, :2]
    off = abs((degrees(atan2(dy, dx)) - hand + 180) % 360 - 180) / 180
    return off + 2 * sum(_through(one, other, size) for other in others)


def _through(one: _Thrown, other: _Thrown, size: float) -> float:
    """Share of the time during which both are in the same place."""
    times = np.arange(max(one.begin, other.begin), max(one.rest, other.rest), 4 / RATE)
    if not len(times):
        return 0.0
    a, b = (_places(die, times) for die in (one, other))
    return float((np.linalg.norm(a - b, axis=1) < 0.9 * size).mean())


def _places(die: _Thrown, times: Array) -> Array:
    samples = np.clip(np.round((times - die.begin) * RATE).astype(int), 0, len(die.way.places) - 1)
    return np.asarray(die.way.places[samples], float)


def _knocked(rng: Random, dice: Sequence[_Thrown], size: float) -> list[_Thrown]:
    """The throw with one die lying elsewhere first and pushed to its place by another; if any comes by."""
    pairs = [(a, b) for a in range(len(dice)) for b in range(len(dice)) if a != b]
    for a, b in rng.sample(pairs, len(pairs)):
        hit = _hit(rng, dice[b], dice[a].end, [d.end for n, d in enumerate(dice) if n not in (a, b)], size)
        if hit is None:
            continue
        sample, push, spin = hit
        moved = list(dice)
        moved[b] = replace(dice[b], way=_slowed(dice[b].way, sample, push))
        length = float(np.linalg.norm(push)) ** 2 / (2 * SLIDING * GRAVITY)
        moved[a] = _pushed(rng, dice[a], dice[b].begin + sample / RATE, push, length, spin, size)
        return moved
    return list(dice)


def _hit(
    rng: Random, striker: _Thrown, end: Placed, others: Sequence[Placed], size: float
) -> tuple[int, Array, float] | None:
    """When a die on its way can knock one that will slide to `end`: sample, speed given (mm/s), spin."""
    places = striker.way.places
    low = [n for n in range(8, len(places) - 2) if places[n, 2] < size]
    for sample in rng.sample(low, min(len(low), 12)):
        gap = np.array([end.x, end.y]) - places[sample, :2]
        length = float(np.linalg.norm(gap)) - _CLEAR * size
        if not 6 < length < 70:
            continue
        way = gap / np.linalg.norm(gap)
        push = (2 * SLIDING * GRAVITY * length) ** 0.5 * way
        speed = (places[sample + 1, :2] - places[sample, :2]) * RATE
        stood = np.array([end.x, end.y]) - length * way
        free = all(hypot(stood[0] - o.x, stood[1] - o.y) > 1.5 * size for o in others)
        # The striker must not overtake the die that it has struck, nor be thrown back.
        if free and 0 <= float(speed @ way) <= 0.8 * float(np.linalg.norm(push)):
            return sample, push, rng.uniform(-60, 60)
    return None


def _slowed(way: Way, sample: int, push: Array) -> Way:
    """The way with the speed that the die loses when it strikes another, still in it before."""
    before = np.maximum(sample - np.arange(len(way.places)), 0)[:, None] / RATE
    places = way.places.copy()
    places[:, :2] -= before * push
    return Way(places, way.rotations)


def _pushed(
    rng: Random, die: _Thrown, when: float, push: Array, length: float, spin: float, size: float
) -> _Thrown:
    """The die at rest before it is pushed at that second, and sliding to its end after."""
    height = float(die.way.places[-1, 2])
    straight = slide(length, spin, height)
    final = upright(die.end.turn) @ solid_of(die.end.die.sides).faces[die.end.face].frame.T
    places = straight.places @ upright(degrees(atan2(push[1], push[0]))).T + [die.end.x, die.end.y, 0]
    sliding = Way(places, straight.rotations @ final)
    stood = _placed(die.end, sliding.places[0], sliding.rotations[0])
    choice = ways(die.end.die.sides, 0, size).thrown
    first = _ending_at(rng.choice(choice), stood, rng.randrange(_FOLDS[die.end.die.sides]), size)
    pause = rng.randrange(RATE // 4)
    begin = when - first.seconds - pause / RATE
    return _Thrown(die.end, begin, _joined(first, sliding, pause))
