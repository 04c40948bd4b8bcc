"""The eye's parts: markers, crops, windows, the joint decision, rows, stillness, fusing."""

from dataclasses import replace
from itertools import pairwise, product
from math import prod
from random import Random

import cv2
import numpy as np
import pytest

from appliance.errors import BadValue
from appliance.pieces import ALPHABET, Die, dice_set
from appliance.virtual import scene
from appliance.virtual.dice import D6_SIZE, Placed, roll
from appliance.virtual.render import develop, expose, render
from appliance.virtual.scene import Light, Mat, Table, View
from appliance.vision.assign import STRANGER, Sighting, often, shared_out, together
from appliance.vision.beside import beside, between
from appliance.vision.crops import balanced, crops
from appliance.vision.finder import CUBE, MOST, Sighted, as_large, likeliest, sighted
from appliance.vision.frames import point
from appliance.vision.fuse import fuse
from appliance.vision.locate import WHITE, is_mirrored, locate
from appliance.vision.plane import bare
from appliance.vision.reading import SURE, Reading, Symbol
from appliance.vision.rows import spelled
from appliance.vision.still import QUIET_FRAMES, Stillness
from appliance.vision.straighten import Patch, cut
from appliance.vision.windows import coarse, packed, windows

ANABID = dice_set("anabid")


def test_markers_give_the_plane_and_white() -> None:
    view = View(span=520, tilt=(5, -4), turn=12)
    plane = locate(render(Table(view=view, light=Light(level=0.7, gains=(0.8, 1, 1.15)))))
    assert plane.scale is not None
    for x, y in ((60.0, 60.0), (200.0, 150.0), (350.0, 250.0)):
        there = cv2.perspectiveTransform(np.array([[[x, y]]]) * plane.scale, plane.to_frame)[0, 0]
        true = scene.project([x - 200, y - 150, 0], view.projection())[0]
        assert there == pytest.approx(true, abs=1.5)
    rim = plane.image[round(4 * plane.scale), round(24 * plane.scale)]
    assert np.ptp(rim.astype(int)) < 14
    assert rim.mean() == pytest.approx(WHITE, abs=14)


def test_without_markers_the_frame_is_the_plane() -> None:
    frame = render(Table(mat=Mat(markers=False)))
    plane = locate(frame)
    assert plane.scale is None
    assert np.array_equal(plane.image, frame)


def test_in_a_mirror_image_the_mat_lies_where_it_does() -> None:
    frame = render(Table(view=View(span=520, tilt=(5, -4), turn=12)))
    plane, mirrored = locate(frame), locate(np.ascontiguousarray(frame[:, ::-1]))
    assert (is_mirrored(plane), is_mirrored(mirrored)) == (False, True)
    away = np.abs(plane.image.astype(int) - mirrored.image).max(axis=2)
    assert np.percentile(away[plane.usable > 0], 99) < 12
    assert not is_mirrored(locate(render(Table(mat=Mat(markers=False)))))


def test_crops_from_the_frame_are_those_of_the_whole_plane() -> None:
    plane = locate(render(Table(roll(Random(1), ANABID.dice[:4]), view=View(tilt=(3, -2), turn=5))))
    patches = [Patch(6, 700, 500, 17, 50), Patch(8, 300, 400, 100, 30), Patch(6, 500, 300, 60, 150)]
    margins = [1.4, 1.7, 1.2]
    cuts = crops(plane, patches, 40, margins)
    assert cuts.shape == (3, 40, 40, 3)
    for crop, patch, margin in zip(cuts, patches, margins, strict=True):
        same = cut(plane.image, patch, 0, size=40, margin=margin)
        assert np.abs(balanced(plane, patch, crop).astype(int) - same).mean() < 4
    assert crops(plane, [], 40, []).shape == (0, 40, 40, 3)


def test_a_part_of_the_mat_looks_as_in_the_whole_picture() -> None:
    plane = locate(render(Table(roll(Random(1), ANABID.dice[:4]), view=View(tilt=(3, -2), turn=5))))
    for factor in (0.9, 0.5, 0.12):
        whole = plane.plain(factor)
        h, w = whole.shape[:2]
        left, top, right, bottom = w // 3, h // 4, w // 3 + w // 2, h // 4 + h // 2
        assert np.array_equal(plane.part(factor, (left, top, right, bottom)), whole[top:bottom, left:right])


def test_pixels_are_not_skipped_where_the_picture_shrinks() -> None:
    noise = Random(1).randbytes(960 * 1280 * 3)
    frame = np.frombuffer(noise, np.uint8).reshape(960, 1280, 3)
    plane = replace(bare(frame), scale=2.0)
    spread = [float(plane.plain(factor).std()) for factor in (1.0, 0.5, 0.25, 0.125)]
    assert all(small < 0.6 * large for large, small in pairwise(spread))


def test_planes_of_one_frame_share_its_smaller_pictures() -> None:
    seen = locate(render(Table()))
    other = replace(seen, gains=None)
    assert other.pyramid.at(2) is seen.pyramid.at(2)
    assert [other.pyramid.at(times).shape[:2] for times in range(3)] == [(960, 1280), (480, 640), (240, 320)]
    assert seen.coarser(4.0, 1.0)[0] is seen.pyramid.at(3)
    assert seen.coarser(1e6, 1.0)[0].shape[:2] == (1, 2)


def test_white_light_does_not_wash_out_what_is_cut_out_to_be_read() -> None:
    seen = locate(render(Table(roll(Random(1), ANABID.dice[:1]))))
    bright = replace(seen, gains=np.full((30, 40, 3), 20.0, np.float32))
    patch = Patch(6, 700, 500, 17, 50)
    ((plain,), (crop,)) = (crops(plane, [patch], 40, [1.4]) for plane in (seen, bright))
    assert np.array_equal(plain, crop)
    assert np.median(balanced(bright, patch, crop)) == 255 > np.median(crop)
    assert np.array_equal(bright.plain(0.5), seen.plain(0.5))


def _row_of_cubes(mat: Mat) -> Table:
    """Four white cubes side by side, each touching the next, the third pushed a little askew."""
    cube = Die("any", 6, "white", tuple("ABEHOS"))
    row = [Placed(cube, k, (k - 1.5) * (D6_SIZE + 0.2), 3.0 * (k == 2), 0.0) for k in range(4)]
    return Table(tuple(row), mat)


@pytest.mark.parametrize("missing", range(4))
def test_a_die_that_the_finder_passed_over_is_sought_beside_others(missing: int) -> None:
    plane = locate(render(_row_of_cubes(Mat())))
    found = sorted(sighted(plane, CUBE), key=lambda one: one.x)
    assert len(found) == 4
    assert beside(plane, found) == []
    gone = found.pop(missing)
    (place,) = beside(plane, found)
    assert np.hypot(place.x - gone.x, place.y - gone.y) < 0.3 * gone.side


def test_on_a_ground_of_the_dice_s_own_colour_no_more_are_sought() -> None:
    plane = locate(render(_row_of_cubes(Mat((232, 238, 240), markers=False))))
    (one, *_) = sighted(plane, CUBE)
    assert beside(plane, [one]) == []
    assert beside(plane, []) == []


def test_between_dice_in_line_more_of_their_row_are_sought() -> None:
    row = [Sighted(CUBE, 100 + 38 * k, 50 + 11 * k, 40, 16 + 90 * k, 0.5) for k in range(5)]  # 39.6 apart
    first, *middle, last = row
    places = between([first, last])
    assert [(place.x, place.y) for place in places] == [
        pytest.approx((one.x, one.y), abs=3) for one in middle
    ]
    assert len(between([first, middle[1], last])) == 2
    assert between(row) == []


@pytest.mark.parametrize(
    "other",
    [
        {"angle": 40.0},  # turned otherwise
        {"side": 48.0},  # of another make
        {"x": 160.0},  # a side and a half away
        {"y": 130.0},  # beside the line
        {"x": 140.0},  # touching it
        {"x": 400.0},  # too far away
    ],
)
def test_nothing_is_sought_between_dice_that_are_no_row(other: dict[str, float]) -> None:
    one = Sighted(CUBE, 100, 100, 40, 0, 0.5)
    two = replace(one, x=180.0)
    assert len(between([one, two])) == 1
    assert between([one, replace(two, **other)]) == []


def test_of_things_in_one_another_the_likeliest_die_is_kept() -> None:
    large = Sighted(CUBE, 100, 100, 120, 0, 0.3)
    inside = [Sighted(CUBE, 100 + x, 130, 20, 0, 0.5) for x in (-35, 0, 35)]
    away = Sighted(CUBE, 300, 100, 118, 0, 0.2)
    found = [large, *inside, away]
    assert len(likeliest([replace(away, x=200.0 * k) for k in range(99)], [0.1] * 99)) == MOST
    assert likeliest(found, [0.9, 0.2, 0.1, 0.3, 0.0]) == [0, 4]
    assert likeliest(found, [0.1, 0.2, 0.1, 0.3, 0.0]) == [3, 1, 2, 4]
    assert likeliest([], []) == []


def test_only_what_is_as_large_as_dice_is_weighed_with_them() -> None:
    small, die, large = (Sighted(CUBE, 0, 0, side, 0, 0.5) for side in (30, 60, 110))
    assert [as_large(one, [die]) for one in (small, die, large)] == [False, True, False]
    assert as_large(small, [])


def test_the_plane_shows_the_mat_but_not_its_markers() -> None:
    view = View(tilt=(2, 1), turn=3)
    plane = locate(render(Table(view=view)))
    assert plane.scale is not None
    spots = {(200.0, 150.0): True, (24.0, 24.0): False, (1.0, 150.0): False, (60.0, 24.0): True}
    assert plane.shows(np.array(list(spots)) * plane.scale).tolist() == list(spots.values())
    for (x, y), there in spots.items():
        column, row = int(x * plane.scale), int(y * plane.scale)
        assert bool(plane.usable[row, column]) is there


def test_only_what_stands_out_is_looked_at() -> None:
    ground = np.full((320, 480, 3), 90, np.uint8)
    ground += np.random.default_rng(1).integers(0, 12, ground.shape, np.uint8)
    assert windows(coarse(ground)) == []
    ground[100:130, 200:230] = (200, 210, 215)
    ground[220:240, 400:420] = (60, 80, 75)
    found = windows(coarse(ground))
    assert len(found) == 2
    assert sum((right - left) * (bottom - top) for left, top, right, bottom in found) < 0.15 * 320 * 480
    sheet, places = packed(found, lambda box: ground[box[1] : box[3], box[0] : box[2]], (90, 90, 90))
    for (left, top, right, bottom), (x, y) in zip(found, places, strict=True):
        part = sheet[y : y + bottom - top, x : x + right - left]
        assert np.array_equal(part, ground[top:bottom, left:right])
    where = np.ones((40, 60), np.uint8)
    where[:, :40] = 0
    assert len(windows(coarse(ground), where)) == 1
    lively = np.kron(np.random.default_rng(2).integers(0, 255, (40, 60, 3)), np.ones((8, 8, 1)))
    assert windows(coarse(lively.astype(np.uint8))) == [(0, 0, 480, 320)]


# The joint decision


def seen(likely: dict[str, float], body: str = "white") -> Sighting:
    symbols = np.zeros(len(ALPHABET))
    for symbol, p in likely.items():
        symbols[ALPHABET.index(symbol)] = p
    return Sighting({6: symbols}, {"white": 1.0 if body == "white" else 1e-3})


def symbol_of(row: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> str:
    return ALPHABET[int(row.argmax())]


def test_each_die_lies_there_only_once() -> None:
    one = Die("one", 6, "white", ("I", "A", "B", "C", "D", "E"))
    two = Die("two", 6, "white", ("T", "R", "S", "U", "V", "W"))
    objects = [seen({"I": 0.98, "T": 0.02}), seen({"I": 0.55, "T": 0.45})]
    assert [symbol_of(s.symbols[6]) for s in objects] == ["I", "I"]
    posterior, which = together(objects, [one, two])
    assert [symbol_of(row) for row in posterior] == ["I", "T"]
    assert posterior[1].max() > 0.9
    assert which.argmax(axis=1).tolist() == [0, 1]


def test_how_often_a_symbol_comes_up_is_told_for_each_shape() -> None:
    dice = [Die("x", 6, "white", tuple("AABCDE")), Die("y", 6, "red", tuple("AFGHIJ"))]
    each = often([*dice, Die("z", 8, "white", tuple("KKKKKKKL"))])
    assert {sides: symbol_of(row) for sides, row in each.items()} == {6: "A", 8: "K"}
    assert each[6][: len("ABC")].tolist() == pytest.approx([1 / 2, 1 / 6, 1 / 6])
    assert each[6][ALPHABET.index("K")] == 0
    assert often([]) == {}


def test_the_posterior_is_exact() -> None:
    dice = [Die(n, 6, "white", ("A", "B", "C", "D", "E", faces)) for n, faces in (("x", "F"), ("y", "G"))]
    objects = [seen({"A": 0.5, "F": 0.5}), seen({"A": 0.3, "B": 0.7})]
    _, which = together(objects, dice)
    # Die x shows A or F (1/6 each), y only A; the second object fits both dice alike.
    assert which[0, 0] == pytest.approx(2 / 3, abs=1e-3)
    assert (which.sum(axis=0) <= 1.0001).all()


def test_under_each_light_all_ways_to_share_out_the_names_count() -> None:
    weight = np.random.default_rng(3).random((2, 3, 4))  # two lights, three dice, four names
    posterior, lights = shared_out(weight)
    totals = []
    for likely, chances in zip(weight, posterior, strict=True):
        ways = {who: worth(who, likely) for who in product((None, *range(4)), repeat=3) if is_way(who)}
        totals.append(sum(ways.values()))
        for die, name in product(range(3), range(4)):
            named = sum(chance for who, chance in ways.items() if who[die] == name)
            assert chances[die, name] == pytest.approx(named / totals[-1])
    assert lights[1] / lights[0] == pytest.approx(totals[1] / totals[0])


def is_way(who: tuple[int | None, ...]) -> bool:
    """Whether no two of the dice have the same name; any may have none."""
    named = [name for name in who if name is not None]
    return len(named) == len(set(named))


def worth(who: tuple[int | None, ...], likely: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> float:
    each = (STRANGER if name is None else float(row[name]) for name, row in zip(who, likely, strict=True))
    return prod(each)


def test_more_objects_than_dice_and_none_at_all() -> None:
    dice = ANABID.dice[:2]
    posterior, _ = together([seen({"A": 0.9})] * 3, dice)
    assert posterior.shape == (3, 27)
    assert together([], dice)[0].shape == (0, 27)
    many = [Die(f"d{i}", 6, "white", tuple("ABCDEF")) for i in range(16)]
    posterior, which = together([seen({"A": 0.9}), seen({"C": 0.9})], many)
    assert [symbol_of(row) for row in posterior] == ["A", "C"]
    assert which.sum(axis=1) == pytest.approx([1, 1], abs=0.01)


# Rows


def item(
    symbol: str, x: float, y: float, angle: float = 0, side: float = 50, p: float = 1.0, least: float = SURE
) -> Symbol:
    a, middle = np.radians(angle), np.array([x, y])
    right, down = side / 2 * np.array([(np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))])
    ring = (middle - right - down, middle + right - down, middle + right + down, middle - right + down)
    corners = (point(ring[0]), point(ring[1]), point(ring[2]), point(ring[3]))
    return Symbol(symbol, p >= least, p, (x, y), corners, angle, "white", (("T", 1 - p),), least=least)


def reading(*items: Symbol) -> Reading:
    return Reading("letter-dice", 1280, 960, 1.0, items)


@pytest.mark.parametrize("turn", range(0, 360, 30))
def test_a_word_is_read_in_the_direction_of_its_letters(turn: int) -> None:
    a = np.radians(turn)
    word = ("B", "R", "A", "C", "E")
    places = [(600 + 53 * i * np.cos(a), 500 + 53 * i * np.sin(a)) for i in range(5)]
    leans = [turn + 6 * (-1) ** i for i in range(5)]
    row = [item(s, x, y, lean) for s, (x, y), lean in zip(word, places, leans, strict=True)]
    assert spelled(reading(*reversed(row))) == [word]


def test_loose_dice_and_letters_that_stand_otherwise_are_no_word() -> None:
    assert spelled(reading(item("A", 100, 100), item("B", 300, 100))) == []
    assert spelled(reading(item("A", 100, 100), item("B", 152, 100, 90))) == []
    assert spelled(reading(item("A", 100, 100), item("B", 152, 130))) == []
    assert spelled(reading(item("A", 100, 100), item("B", 100, 152))) == []
    assert spelled(reading(item("A", 100, 100, 180), item("B", 152, 100, 0))) == []
    assert spelled(reading()) == []


def test_two_rows_and_symbols_that_read_both_ways() -> None:
    upper = [item("Qu", 100, 100), item("O", 152, 100, 70), item("I", 204, 100, 180), item("T", 256, 100)]
    lower = [item("N", 100, 300, 180), item("O", 152, 300)]
    assert spelled(reading(*upper, *lower)) == [("Qu", "O", "I", "T"), ("O", "N")]


# Stillness


def test_a_resting_table_is_still_after_some_quiet_frames_and_moves_when_a_die_does() -> None:
    table = Table(roll(Random(3), ANABID.dice), view=View(noise=5))
    exposed = expose(table)
    still = Stillness()
    shots = [develop(exposed, table.view, number) for number in range(QUIET_FRAMES + 3)]
    answers = [still.feed(shot, number / 30) for number, shot in enumerate(shots)]
    assert answers == [False] * QUIET_FRAMES + [True] * 3
    assert still.calm == pytest.approx((QUIET_FRAMES + 2) / 30)
    first = table.dice[0]
    moved = (first.__class__(first.die, first.face, first.x + 0.6, first.y, first.turn), *table.dice[1:])
    assert not still.feed(render(Table(moved, view=table.view), 50), 1.0)
    assert not still.still


def test_a_change_of_the_whole_light_is_no_motion() -> None:
    table = Table(roll(Random(3), ANABID.dice))
    frame = render(table)
    still = Stillness()
    for number in range(QUIET_FRAMES + 1):
        still.feed(frame, number)
    assert still.feed(cv2.add(frame, np.full_like(frame, 2)), 9.0)
    still.reset()
    assert not still.still


# Fusing


def test_votes_of_several_frames() -> None:
    frames = [reading(item("I", 100, 100, p=p, least=0.75)) for p in (0.6, 0.99)] + [reading()]
    fused = fuse(frames[:2])
    assert fused.symbols == ("I",)
    assert fused.items[0].confidence == pytest.approx(0.795)
    assert fused.items[0].sure
    assert not fuse(frames).items[0].sure  # one frame does not see it
    assert fuse([frames[0], frames[2], frames[2]]).items == ()
    with pytest.raises(BadValue, match="at least one"):
        fuse([])


def test_fused_symbols_are_as_sure_as_their_kind_is_to_be() -> None:
    frame = reading(item("I", 100, 100, p=0.96))
    wary = reading(item("I", 100, 100, p=0.96, least=0.97))
    assert fuse([frame, frame]).items[0].sure
    assert not fuse([frame, wary]).items[0].sure
