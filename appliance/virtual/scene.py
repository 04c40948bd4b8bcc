"""What can be on and around the virtual table, as values, and the ground truth that follows from them."""

from dataclasses import dataclass, field
from importlib import resources
from math import atan2, cos, degrees, radians, sin, sqrt

import numpy as np
import numpy.typing as npt

from appliance.pieces import mat
from appliance.virtual.dice import D6_SIZE, Placed
from appliance.virtual.geometry import project
from appliance.virtual.lens import bent
from appliance.virtual.sheets import Sheet
from appliance.virtual.solids import Array, lying

Colour = tuple[int, int, int]
"""Blue, green, red, each 0…255."""

BLACK: Colour = (34, 32, 32)
GREY: Colour = (66, 64, 62)
GREEN: Colour = (58, 82, 38)
WOOD: Colour = (96, 140, 176)

BODIES: dict[str, tuple[Colour, Colour]] = {
    "white": ((228, 234, 236), (28, 26, 26)),
    "cream": ((188, 222, 236), (34, 30, 40)),
    "blue": ((168, 84, 30), (242, 242, 240)),
    "yellow": ((40, 196, 240), (30, 28, 28)),
    "red": ((44, 40, 190), (240, 240, 240)),
    "green": ((70, 140, 40), (240, 240, 240)),
    "black": ((36, 34, 34), (236, 236, 236)),
}
"""Body colour and colour of its letters, by the name of the body."""

MORE_BODIES: dict[str, tuple[Colour, Colour]] = {
    "purple": ((128, 44, 96), (240, 240, 240)),
    "orange": ((24, 112, 232), (30, 28, 28)),
    "pink": ((176, 130, 232), (30, 28, 28)),
}
"""Further bodies, of dice with pips or numbers."""


@dataclass(frozen=True)
class Pattern:
    """A picture from a file as the pattern of a table top, mirrored where it ends.

    It is `wide` mm wide and turned by `turn` degrees. `own` is the share of its own mean colour, instead of
    which the table's is taken, and `contrast` that of what it shows beside its mean, which is made weaker
    until its standard deviation is at most `most` grey values.
    """

    file: str
    wide: float = 200.0
    turn: float = 0.0
    own: float = 1.0
    contrast: float = 1.0
    most: float = 127.0


@dataclass(frozen=True)
class Mat:
    """The playing mat: its colour, size in mm and markers; without these a bare table of its colour.

    `texture` is the unevenness of cloth and `wood` the contrast of the table's grain, both in grey values. A
    bare table may have a `pattern`.
    """

    colour: Colour = BLACK
    beyond: Colour = WOOD
    size: tuple[float, float] = mat.SIZE
    marker: float = mat.MARKER
    inset: float = mat.INSET
    markers: bool = True
    texture: float = 2.0
    wood: float = 0.0
    pattern: Pattern | None = None


@dataclass(frozen=True)
class Veil:
    """A soft, wide shadow over the table, of the camera's arm or of a person: a strip across the picture.

    `dark` is the share of light it takes; its middle line passes through `x`, `y` (shares of the picture) and
    runs at `turn` degrees; half its width and the width of its soft edges are shares of the picture's width.
    """

    dark: float = 0.0
    x: float = 0.5
    y: float = 0.5
    turn: float = 0.0
    half: float = 0.15
    soft: float = 0.05


@dataclass(frozen=True)
class Light:
    """Strength, direction the light comes from (degrees, elevation), colour and unevenness of the light.

    A second lamp or window at `side_azimuth` adds that much blue, green and red on its side of the picture.
    `hard` is how much darker and harder shadows are close to what throws them. With a `bounce`, the share of
    light that the table throws back, sides of dice are as light as they look to a camera, and shadows begin
    sharp: without one both follow a simpler rule.
    """

    level: float = 1.0
    azimuth: float = 215.0
    elevation: float = 58.0
    ambient: float = 0.55
    shadow: float = 0.45
    softness: float = 3.0
    gradient: float = 0.1
    gains: tuple[float, float, float] = (1.0, 1.0, 1.0)
    vignette: float = 0.1
    glare: float = 0.0
    side: tuple[float, float, float] = (0.0, 0.0, 0.0)
    side_azimuth: float = 0.0
    veil: Veil = field(default_factory=Veil)
    hard: float = 0.0
    bounce: float | None = None


@dataclass(frozen=True)
class Sensor:
    """What the sensor and the camera's own processing do to a picture, in this order.

    `banding` is the share of light that mains flicker takes from and gives to rows in turn, `bands` how
    many such waves a picture has. `shot` is the noise at full light in grey values, growing with the
    light's square root; `hot` pixels always shine. Then come `gamma` (above one lifts what is dark),
    `contrast` (the share of an S-shaped tone curve; below zero all is pale) and `sharpen`, the strength of
    an unsharp mask.
    """

    banding: float = 0.0
    bands: float = 3.0
    shot: float = 0.0
    hot: int = 0
    gamma: float = 1.0
    contrast: float = 0.0
    sharpen: float = 0.0


@dataclass(frozen=True)
class View:
    """The camera: pixels, mm of table across the picture, height in mm, tilts, turn, shift, and its flaws.

    `tall` is by how much the picture was made higher after it was taken, as to undo foreshortening.
    `blur` and `noise` are standard deviations in pixels and in grey values; `jpeg` is a quality or None.
    `bend` is the lens's radial distortion (lens.py): negative for a barrel, positive for a pincushion. In the
    corners it parts red and blue by `fringe` pixels.
    """

    width: int = 1280
    height: int = 960
    span: float = 440.0
    above: float = 700.0
    tilt: tuple[float, float] = (0.0, 0.0)
    turn: float = 0.0
    shift: tuple[float, float] = (0.0, 0.0)
    tall: float = 1.0
    blur: float = 0.6
    noise: float = 2.0
    jpeg: int | None = None
    bend: float = 0.0
    fringe: float = 0.0
    sensor: Sensor = field(default_factory=Sensor)

    def pixels(self, points: npt.ArrayLike) -> Array:
        """Points of the table (n x 3, mm) to pixels (n x 2), through the lens."""
        return bent(project(points, self.projection()), (self.width, self.height), self.bend)

    def projection(self) -> Array:
        """The 3 x 4 matrix from table coordinates (mm, z up) to homogeneous pixels of a straight lens."""
        focal = self.width * self.above / self.span
        down = focal * self.tall
        lens = np.array([[focal, 0, -self.width / 2], [0, down, -self.height / 2], [0, 0, -1.0]])
        matrix: Array = np.column_stack([lens @ self.rotation(), lens @ self._moved()])
        return matrix

    def eye(self) -> Array:
        """Where the lens is, in table coordinates (mm, z up)."""
        eye: Array = -self.rotation().T @ self._moved()
        return eye

    def rotation(self) -> Array:
        """From table coordinates to the camera's: x right, y down, z towards the table's viewer."""
        ax, ay, az = radians(self.tilt[0]), radians(self.tilt[1]), radians(self.turn)
        about_x = np.array([[1, 0, 0], [0, cos(ax), -sin(ax)], [0, sin(ax), cos(ax)]])
        about_y = np.array([[cos(ay), 0, sin(ay)], [0, 1, 0], [-sin(ay), 0, cos(ay)]])
        about_z = np.array([[cos(az), -sin(az), 0], [sin(az), cos(az), 0], [0, 0, 1]])
        rotation: Array = about_x @ about_y @ about_z
        return rotation

    def _moved(self) -> Array:
        return np.array([*self.shift, -self.above])


@dataclass(frozen=True)
class Pips:
    """The pips of a make, in shares of the face's side: their radius, and how far from the middle they lie.

    `one` is the radius of a lone pip over that of the others, `hollow` that of a ring's hole; `disc` the
    radius of a round field about all of them, in the pips' own colour.
    """

    radius: float = 0.095
    away: float = 0.25
    one: float = 1.0
    hollow: float = 0.0
    disc: float = 0.0


@dataclass(frozen=True)
class Finish:
    """How the dice are made: font file, letter height as a share of the face, edges, marks under letters.

    `stretch` widens the letters, `weight` makes their strokes bolder or (negative) thinner, in percent of a
    capital's height: more letter shapes than there are fonts. Number dice have a star of `star` points, or
    the font's own (0), PASS in `capitals` or not, and a dot in place of the line under 6 and 9 if `dotted`.

    Letters and pips are cut in `depth` mm deep, or stand out where it is negative, and have the share `fill`
    of their paint. `gloss` is the lamp's reflection on round edges, `worn` how dark these are from use,
    `clear` how much light goes through the body, `dust` the most specks on one die. `swirls` are second
    colours that are mixed into some bodies.
    """

    font: str = ""
    letter: float = 0.62
    stretch: float = 1.0
    weight: int = 0
    underlined: frozenset[str] = frozenset()
    engraved: float = 0.0
    rounding: float = 0.12
    marbled: float = 0.0
    size: float = D6_SIZE
    bodies: tuple[tuple[str, Colour, Colour], ...] = ()
    pips: Pips = field(default_factory=Pips)
    star: int = 0
    capitals: bool = False
    dotted: bool = False
    depth: float = 0.0
    fill: float = 1.0
    gloss: float = 0.0
    worn: float = 0.0
    clear: float = 0.0
    dust: int = 0
    swirls: tuple[tuple[str, Colour], ...] = ()

    def colours(self, body: str) -> tuple[Colour, Colour]:
        """Body and letter colour of dice with that body name."""
        own = {name: (paint, ink) for name, paint, ink in self.bodies}
        return own.get(body) or BODIES.get(body) or MORE_BODIES.get(body, BODIES["white"])


@dataclass(frozen=True)
class Table:
    """A whole scene; the same value always gives the same picture. Sheets lie in their order, dice above."""

    dice: tuple[Placed, ...] = ()
    mat: Mat = field(default_factory=Mat)
    light: Light = field(default_factory=Light)
    view: View = field(default_factory=View)
    finish: Finish = field(default_factory=Finish)
    seed: int = 0
    sheets: tuple[Sheet, ...] = ()


_OUTLINES = {6: 1.0, 8: sqrt(3), 12: 1.902}
"""Distance of the outline's opposite edges over the width of the circle within a face."""


@dataclass(frozen=True)
class Truth:
    """What a reader should say of one die: pixels of the picture, degrees clockwise from its up."""

    symbol: str
    body: str
    center: tuple[float, float]
    corners: tuple[tuple[float, float], ...]
    angle: float


def truth(table: Table) -> tuple[Truth, ...]:
    """The ground truth of every die of the scene, in the sequence of `table.dice`."""
    return tuple(_truth(placed, table.view, table.finish.size) for placed in table.dice)


def default_font() -> str:
    """The font that the package ships, as a path."""
    return str(resources.files(__package__) / "fonts" / "DejaVuSans-Bold.ttf")


def _truth(placed: Placed, view: View, size: float) -> Truth:
    solid = lying(placed.die.sides, size, *placed.pose)
    face = solid.faces[placed.face]
    place = np.array([placed.x, placed.y, 0.0])
    right, down = face.frame[:, 0], face.frame[:, 1]
    middle = place + face.middle
    # Where the outline is no square, one as wide as the distance of its opposite edges stands for it.
    half = face.inradius * _OUTLINES[placed.die.sides]
    box = [middle + half * (u * right + v * down) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    pixels = view.pixels([middle, middle - down, *box])
    up = pixels[1] - pixels[0]
    return Truth(
        placed.symbol,
        placed.die.body,
        (float(pixels[0, 0]), float(pixels[0, 1])),
        tuple((float(x), float(y)) for x, y in pixels[2:]),
        degrees(atan2(up[0], -up[1])) % 360,
    )
