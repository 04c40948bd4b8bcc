"""Reading dice by pictures of their faces: likeness against the network's word, turns, shapes, the unseen."""

from functools import cache
from random import Random

import cv2
import numpy as np
import pytest

from appliance import own_sets, pieces
from appliance.own_dice import OwnDice, OwnDie
from appliance.pieces import ALPHABET, DiceSet, Die
from appliance.readers import reader
from appliance.virtual.dice import Placed, roll
from appliance.virtual.render import render
from appliance.virtual.scene import Light, Table, View
from appliance.vision.crops import crops
from appliance.vision.dice import DiceReader
from appliance.vision.dice_look import look
from appliance.vision.enrolled import Enrolled, Look
from appliance.vision.letters import CROP, MARGINS, TURNS, judged
from appliance.vision.likeness import SIDE
from appliance.vision.locate import locate
from appliance.vision.plane import Image

PRINTED = Die("printed", 6, "white", ("A", "B", "C", "D", "E", "F"))
MEANT = dict(zip("ABCDEF", "TUVWXY", strict=True))
"""What the letters of a secret alphabet stand for: no network knows, only who was shown it."""

VOWELS = Die("vowels", 8, "yellow", ("A", "E", "I", "O", "U", "E", "I", "O"))
SMALL = View(width=640, height=480, span=240)
OTHER_LIGHT = Light(level=0.7, azimuth=80, elevation=40, gains=(0.9, 1.0, 1.1))


def pictured(placed: Placed, light: Light | None = None) -> Image:
    """The die alone as it is kept (`SIDE` x `SIDE` x 3), symbol upright."""
    plane = locate(render(Table(dice=(placed,), view=SMALL, light=light or Light())))
    (one,) = (seen for seen in look(plane) if seen.is_die or seen.is_clear)
    turn = int(one.evidence[:-2, ALPHABET.index(placed.symbol)].argmax())
    patch = type(one.patch)(
        one.patch.sides, one.patch.x, one.patch.y, one.patch.turned(turn), one.patch.width
    )
    return np.asarray(crops(plane, [patch], SIDE, [MARGINS[one.patch.sides] * SIDE / CROP])[0], np.uint8)


@cache
def shown(die: Die) -> tuple[tuple[str, Image], ...]:
    """Each symbol printed on a die with a picture of it."""
    return tuple((die.faces[n], pictured(Placed(die, n, 5, -8, 33.0 * n))) for n in range(len(die.faces)))


def inner(picture: Image) -> Image:
    rim = (SIDE - CROP) // 2
    return picture[rim : rim + CROP, rim : rim + CROP]


def told(table: np.ndarray) -> str:  # type: ignore[type-arg]
    return ALPHABET[int(np.exp(table[:-2]).sum(axis=0).argmax())]


@pytest.fixture(scope="module")
def secret() -> Enrolled:
    return Enrolled([Look(MEANT[symbol], 6, picture) for symbol, picture in shown(PRINTED)])


def test_a_secret_alphabet_is_read_by_whoever_was_shown_it(secret: Enrolled) -> None:
    for n, symbol in enumerate(PRINTED.faces):
        crop = inner(pictured(Placed(PRINTED, n, -20, 10, 71.0 * n + 5), OTHER_LIGHT))
        (plain,), (table,) = judged(crop[None], [6]), secret.judged(crop[None], [6])
        assert told(plain) == symbol
        assert told(table) == MEANT[symbol]


def test_whole_tables_of_a_secret_alphabet() -> None:
    dice = [Die(f"die {n}", 6, "white", PRINTED.faces) for n in range(6)]
    known = Enrolled([Look(MEANT[symbol], 6, picture) for symbol, picture in shown(PRINTED)])
    meant = DiceSet("secret", tuple(Die(d.name, 6, "white", tuple(MEANT.values())) for d in dice))
    placed = roll(Random(5), dice, field=(150, 110))
    image = render(Table(dice=placed, view=SMALL, light=OTHER_LIGHT))
    reading = DiceReader(meant, enrolled=known).read(image)
    assert sorted(reading.symbols) == sorted(MEANT[one.symbol] for one in placed)
    assert sorted(DiceReader(meant).read(image).symbols) != sorted(reading.symbols)


def test_probabilities_add_up_and_stand_where_the_network_puts_them(secret: Enrolled) -> None:
    crop = inner(shown(PRINTED)[2][1])
    for known in (secret, Enrolled([])):
        for sides in (6, 8):
            (table,) = known.judged(crop[None], [sides])
            assert table.shape == (TURNS[sides] + 2, len(ALPHABET))
            assert np.exp(table).sum() == pytest.approx(1, abs=1e-6)
            assert np.all(np.isneginf(table[-2:, 1:]))


def test_a_crop_turned_by_a_quarter_is_the_same_symbol_turned(secret: Enrolled) -> None:
    crop = inner(shown(PRINTED)[5][1])
    (table,), (turned,) = (secret.judged(some[None], [6]) for some in (crop, np.rot90(crop)))
    assert int(table[:-2].max(axis=1).argmax()) == 0
    assert np.allclose(np.roll(table[:-2], -1, axis=0), turned[:-2], atol=1e-3)


def test_what_was_not_shown_is_still_read() -> None:
    half = Enrolled([Look(symbol, 6, picture) for symbol, picture in shown(PRINTED)[:3]])
    for n in range(6):
        crop = inner(pictured(Placed(PRINTED, n, 12, 3, 50.0 * n + 9), OTHER_LIGHT))
        assert told(half.judged(crop[None], [6])[0]) == PRINTED.faces[n]


def test_a_shape_that_was_not_shown_is_read_by_the_network_alone(secret: Enrolled) -> None:
    for n in (0, 1, 4):
        crop = inner(pictured(Placed(VOWELS, n, 0, 0, 40.0 * n), OTHER_LIGHT))
        assert told(secret.judged(crop[None], [8])[0]) == VOWELS.faces[n]


def test_octahedra_are_learnt_too() -> None:
    meant = dict(zip("AEIOU", "KLMNP", strict=True))
    known = Enrolled([Look(meant[symbol], 8, picture) for symbol, picture in shown(VOWELS)])
    right = 0
    for n, symbol in enumerate(VOWELS.faces):
        crop = inner(pictured(Placed(VOWELS, n, -15, 9, 25.0 * n), OTHER_LIGHT))
        right += told(known.judged(crop[None], [8])[0]) == meant[symbol]
    assert right >= 7


def test_no_crops_and_no_looks(secret: Enrolled) -> None:
    assert secret.judged(np.zeros((0, CROP, CROP, 3), np.uint8), []) == []
    crop = inner(shown(PRINTED)[1][1])
    (plain,), (table,) = judged(crop[None], [6]), Enrolled([]).judged(crop[None], [6])
    assert told(table) == told(plain) == "B"


def test_bare_cloth_is_no_die_however_many_were_shown(secret: Enrolled) -> None:
    rng = np.random.default_rng(3)
    cloth = (40 + rng.normal(0, 3, (4, CROP, CROP, 3))).clip(0, 255).astype(np.uint8)
    for plain, table in zip(judged(cloth, [6] * 4), secret.judged(cloth, [6] * 4), strict=True):
        assert np.exp(plain[-2, 0]) > 0.9
        assert np.exp(table[-2, 0]) > 0.9


def test_whoever_names_an_owners_set_reads_by_its_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_sets, "_dice", {})
    monkeypatch.setattr(pieces, "_own", {})
    die = Die("white 1", 6, "white", tuple(MEANT.values()))
    kept = tuple((picture,) for _, picture in shown(PRINTED))
    own_sets.use_set(OwnDice("secret-alphabet", (OwnDie(die, kept),)))
    image = render(Table(dice=(Placed(PRINTED, 1, 20, 10, 75),), view=SMALL, light=OTHER_LIGHT))
    assert reader("letter-dice", "secret-alphabet").read(image).symbols == (MEANT["B"],)


def test_a_mark_that_looks_like_no_die_is_one_to_whoever_was_shown_it() -> None:
    rings = np.full((SIDE, SIDE, 3), 215, np.uint8)
    for radius in (4, 9, 14, 19):
        cv2.circle(rings, (SIDE // 2, SIDE // 2), radius, (40, 40, 40), 2, cv2.LINE_AA)
    dimmer = inner(cv2.convertScaleAbs(rings, alpha=0.8))
    (plain,) = judged(dimmer[None], [6])
    assert np.exp(plain[-2:]).sum() > 0.85
    looks = [Look(symbol, 6, picture) for symbol, picture in shown(PRINTED)]
    (before,) = Enrolled(looks).judged(dimmer[None], [6])
    (known,) = Enrolled([*looks, Look("Z", 6, rings)]).judged(dimmer[None], [6])
    assert np.exp(before[-2:]).sum() > 0.85  # others' pictures make it no die
    assert told(known) == "Z"
    assert np.exp(known[-2:]).sum() < 0.1
