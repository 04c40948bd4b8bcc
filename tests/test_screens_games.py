"""The pages and askings of the games on dice, tiles, cards and boards: at every size, touched, told."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from random import Random
from typing import get_args

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.games.catalogue import GAMES, Setup
from appliance.games.game_views import Checklist, GameView, Jumble, Track, Tricks
from appliance.games.looks import Kind
from appliance.games.prompts import Accept, Answer, Choose, Deal, Look, Press, Tick, Write
from appliance.games.views import Final
from appliance.inputs import Inputs
from appliance.phrases import catalogue
from appliance.screens import draw, sight, texts_of, theme
from appliance.screens.actions import actions
from appliance.screens.canvas import Canvas
from appliance.screens.pages.checklist import flow
from appliance.screens.pages.pictures import PICTURES
from appliance.screens.paint import paint
from appliance.screens.shown import Seen, Shown
from tests.screen_samples import GAMES as MENU
from tests.screen_samples import NAMES, samples
from tools import screenshots

SIZES = ((480, 320), (800, 480), (1280, 800))
TABLES = (2, 4, 6)


@cache
def stories(count: int) -> dict[str, Shown]:
    return samples(NAMES[:count])


@cache
def painted(count: int, size: tuple[int, int]) -> dict[str, Canvas]:
    return {name: paint(pygame.Surface(size), shown) for name, shown in stories(count).items()}


def everywhere() -> list[object]:
    return [pytest.param(n, size, id=f"{n}-{size[0]}x{size[1]}") for n in TABLES for size in SIZES]


def does(canvas: Canvas) -> set[str]:
    return {spot.does for spot in canvas.hotspots}


# All of them


def test_the_samples_have_every_view_asking_and_kind_of_look() -> None:
    prompts = [shown.prompt for shown in stories(4).values()]
    assert {type(prompt.view) for prompt in prompts} >= set(get_args(GameView))
    asked = {type(accept) for prompt in prompts for accept in prompt.accepts}
    assert asked == {Choose, Press, Look, Tick, Write, Deal}  # a Spell is Anabid!'s
    kinds = {look.kind for prompt in prompts for look in prompt.of_kind(Look)}
    assert kinds == set(get_args(Kind)) - {"letter-dice", "own-die", "own-tiles"}  # Anabid!'s, and teaching's


def touches_lie_apart(canvas: Canvas, name: str) -> None:
    areas = [spot.area for spot in canvas.hotspots]
    assert all(canvas.area.contains(area) for area in areas), name
    assert not [(a, b) for a, b in combinations(areas, 2) if a.colliderect(b)], name
    assert canvas.shown.help or all(min(area.size) >= 14 for area in areas), name


def texts_lie_apart(canvas: Canvas, name: str) -> None:
    boxes = [(entry.text, entry.area) for entry in canvas.written if entry.area.width]
    assert all(canvas.area.contains(area) for _, area in boxes), name
    tight = [(text, area.inflate(0, -round(area.height * 0.2))) for text, area in boxes]
    clashes = [(a, b) for (a, one), (b, two) in combinations(tight, 2) if one.colliderect(two)]
    assert not clashes, name


@pytest.mark.parametrize(("count", "size"), everywhere())
def test_all_that_is_touched_lies_on_the_screen_apart_and_is_large_enough(count, size) -> None:
    for name, canvas in painted(count, size).items():
        touches_lie_apart(canvas, name)


@pytest.mark.parametrize(("count", "size"), everywhere())
def test_texts_lie_on_the_screen_and_do_not_overlap(count, size) -> None:
    for name, canvas in painted(count, size).items():
        texts_lie_apart(canvas, name)


@pytest.mark.parametrize("count", TABLES)
@pytest.mark.parametrize("size", SIZES[1:], ids=str)
def test_nothing_is_cut_off(count, size) -> None:
    for name, canvas in painted(count, size).items():
        cut = [entry.text for entry in canvas.written if entry.lines[-1].endswith("…")]
        assert not cut, name


@pytest.mark.parametrize("count", TABLES)
def test_only_names_are_cut_off_on_the_smallest_screen(count) -> None:
    for name, canvas in painted(count, (480, 320)).items():
        cut = {entry.text for entry in canvas.written if entry.lines[-1].endswith("…")}
        assert cut <= {*NAMES, "UPTAKEX is no word · Q has no U"}, name


@pytest.mark.parametrize("name", sorted(stories(4)))
def test_the_same_values_make_the_same_picture(name) -> None:
    pictures = []
    for _ in range(2):
        surface = pygame.Surface((480, 320))
        draw(surface, stories(4)[name])
        pictures.append(pygame.image.tobytes(surface, "RGB"))
    assert pictures[0] == pictures[1]


# Whatever is asked for is in reach, and a touch of it is a legal answer


def inputs(shown: Shown) -> Inputs:
    made = Inputs(range(max(1, len(shown.prompt.standing.places))), shown.prompt, Random(5))
    made.cursor, made.typed, made.marked = shown.cursor, shown.typed, shown.mark >= 0
    return made


def touched(canvas: Canvas) -> Iterator[tuple[str, Answer]]:
    """The answers that touches give straight away."""
    for spot in canvas.hotspots:
        answer = inputs(canvas.shown).touch(spot.does, 0.0)
        if isinstance(answer, Answer):
            yield spot.does, answer


@pytest.mark.parametrize("count", TABLES)
def test_every_touch_that_answers_gives_a_legal_answer(count) -> None:
    answers = 0
    for name, canvas in painted(count, (480, 320)).items():
        if canvas.shown.help:
            continue
        for spot, answer in touched(canvas):
            refusal = canvas.shown.prompt.check(answer)
            typing = spot == "key enter"  # what is typed may be a letter short
            assert refusal is None or typing, (name, spot, refusal)
            answers += 1
    assert answers > 100


def is_in_reach(accept: Accept, canvas: Canvas) -> bool:
    spots = does(canvas)
    if isinstance(accept, Tick):
        return "push" in spots and {"turn 1", "turn -1"} <= spots
    own = accept.seats or ()
    gesture = "hold" if accept.hold else "seat"
    by_seat = all(f"{gesture} {seat + 1}" in spots for seat in own) if own else "push" in spots
    turned = not isinstance(accept, Choose) or {"turn 1", "turn -1"} <= spots
    rows = len(accept.rows) if isinstance(accept, Choose) else 1
    in_rows = rows == 1 or {f"row {row}" for row in range(rows)} <= spots
    written = isinstance(accept, Write) or (isinstance(accept, Look) and accept.kind in sight.TYPED)
    typed = not written or bool({"keys", "key enter", "key A"} & spots)
    return by_seat and turned and in_rows and typed


@pytest.mark.parametrize(("count", "size"), everywhere())
def test_whatever_a_prompt_asks_for_can_be_touched(count, size) -> None:
    for name, canvas in painted(count, size).items():
        if not canvas.shown.help:
            assert {"key undo", "key ?"} <= does(canvas), name
            for accept in canvas.shown.prompt.accepts:
                assert is_in_reach(accept, canvas), (name, accept)


def test_every_action_tells_its_button_its_key_and_its_touch() -> None:
    for name, shown in stories(4).items():
        if not shown.prompt.accepts or shown.help:
            continue
        said = texts_of(replace(shown, help=True))
        for action in actions(shown):
            assert any(text.lower() == action.what.lower() for text in said), (name, action)
            assert action.touch or f"screen.touch_{action.gesture}" in catalogue(), (name, action)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "anabid"])
def test_every_page_of_a_game_can_be_drawn_and_whatever_it_asks_for_touched(name, lexicon) -> None:
    names = NAMES[: GAMES[name].seats[-1]]
    play, rng = Setup.of(GAMES[name], names).begin(lexicon), Random(3)
    surface, met = pygame.Surface((480, 320)), Counter[object]()
    while not play.over and sum(met.values()) < 1000:
        prompt = play.prompt
        shape = (type(prompt.view), *((type(a), a.verb) for a in prompt.accepts))
        met[shape] += 1
        if met[shape] <= 3:
            canvas = paint(surface, Shown(prompt, cursor=inputs(Shown(prompt)).cursor))
            touches_lie_apart(canvas, prompt.headline)
            texts_lie_apart(canvas, prompt.headline)
            assert all(is_in_reach(accept, canvas) for accept in prompt.accepts), prompt
            assert all(prompt.check(answer) is None for _, answer in touched(canvas)), prompt
        play.give(GAMES[name].bot(prompt, rng, lexicon))
    assert len(met) > 5


# AnagraScramble


def test_a_card_that_lies_face_down_shows_no_letter() -> None:
    shown = stories(4)["jumble-roll"]
    assert isinstance(shown.prompt.view, Jumble)
    assert "Face down until the time starts" in texts_of(shown)
    assert "T U E R N E V" in texts_of(stories(4)["jumble"])


@pytest.mark.parametrize("deck", ["green", "red"])
def test_a_card_has_the_colour_of_its_deck(deck) -> None:
    shown = stories(4)["jumble-showdown"]
    view = replace(shown.prompt.view, deck=deck)  # type: ignore[type-var]
    surface = pygame.Surface((800, 480))
    draw(surface, replace(shown, prompt=replace(shown.prompt, view=view)))
    own = pygame.mask.from_threshold(surface, theme.CARDS[deck], (2, 2, 2)).count()
    other = next(colour for name, colour in theme.CARDS.items() if name != deck)
    assert own > 20_000
    assert pygame.mask.from_threshold(surface, other, (2, 2, 2)).count() < 200


def test_the_target_and_the_coin_are_said() -> None:
    said = texts_of(stories(4)["jumble"])
    assert {"6", "×2", "Four letters at least"} <= set(said)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["checklist", "checklist-sixty"])
def test_the_list_turns_its_pages_round_the_dial_and_every_word_can_be_touched(name, size) -> None:
    shown = stories(4)[name]
    tick = next(shown.prompt.of_kind(Tick))
    seen: set[str] = set()
    surface = pygame.Surface(size)
    for place, word in enumerate(tick.places):
        spots = {spot.does for spot in draw(surface, replace(shown, cursor=(0, place)))}
        assert f"tick {word}" in spots
        seen |= {spot.removeprefix("tick ") for spot in spots if spot.startswith("tick ")}
    assert seen == set(tick.places)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_touch_turns_the_page(size) -> None:
    shown = stories(4)["checklist-sixty"]
    tick = next(shown.prompt.of_kind(Tick))
    box = inputs(shown)
    spots = {spot.does for spot in draw(pygame.Surface(size), shown)}
    onward = max(int(spot.split()[1]) for spot in spots if spot.startswith("turn"))
    assert onward > 1
    box.touch(f"turn {onward}", 0.0)
    assert box.cursor == (0, shown.cursor[1] + onward)
    further = {spot.does for spot in draw(pygame.Surface(size), replace(shown, cursor=box.cursor))}
    assert f"tick {tick.words[box.cursor[1]]}" in further - spots


def test_the_list_counts_what_is_ticked() -> None:
    shown = stories(4)["checklist-others"]
    view = shown.prompt.view
    assert isinstance(view, Checklist)
    points = sum(value for word, value in view.words if word in view.ticked)
    said = texts_of(shown)
    assert {str(points), f"{len(view.ticked)} of {len(view.words)} ticked", "2"} <= set(said)
    assert {"tick +", "tick -"} <= {spot.does for spot in draw(pygame.Surface((800, 480)), shown)}
    assert "NE" in texts_of(stories(4)["checklist-typed"])


words = st.lists(st.text("AEINRST", min_size=4, max_size=7), max_size=60, unique=True)


@given(words, st.integers(2, 12))
def test_words_flow_in_their_order_below_their_length(found, rows) -> None:
    listed = tuple((word, 1) for word in sorted(found, key=len))
    columns = flow(listed, rows)
    entries = [entry for column in columns for entry in column]
    assert tuple(entry for entry in entries if not isinstance(entry, int)) == listed
    assert all(0 < len(column) <= rows for column in columns)
    assert not any(isinstance(column[-1], int) for column in columns)
    lengths = [entry for entry in entries if isinstance(entry, int)]
    assert lengths == sorted({len(word) for word in found})


# Tiles, boards, tracks


def test_a_lot_shows_its_tile_the_bids_and_all_racks() -> None:
    said = texts_of(stories(4)["lot-points"])
    assert {"K 5", "20", "12", "71 in the bag", "A E I R S T Z", "Q ? O", "Hold: Leave"} <= set(said)


def count(surface: pygame.Surface, colour: theme.Colour) -> int:
    return pygame.mask.from_threshold(surface, colour, (2, 2, 2)).count()


def test_a_board_shows_premium_squares_new_tiles_and_blanks() -> None:
    fresh, settled = pygame.Surface((800, 480)), pygame.Surface((800, 480))
    shown = stories(4)["board"]
    view = shown.prompt.view
    draw(fresh, shown)
    plain = replace(view, new=(), rows=tuple(row.upper() for row in view.rows), rack="EIO")  # type: ignore
    draw(settled, replace(shown, prompt=replace(shown.prompt, view=plain)))
    assert all(count(fresh, colour) > 200 for colour in theme.PREMIUMS.values())
    assert count(fresh, theme.WARM) > count(settled, theme.WARM) + 400
    assert count(fresh, theme.CRIMSON) > 20
    assert count(settled, theme.CRIMSON) == 0


def test_a_board_tells_the_words_their_sum_and_what_is_wrong() -> None:
    assert {"STOVER", "18", "TIES", "9", "+27"} <= set(texts_of(stories(4)["board"]))
    assert {"LEG is no word", "TIES hangs loose"} <= set(texts_of(stories(4)["board-wrong"]))


def test_ways_on_a_track_are_touched_on_the_board() -> None:
    shown = stories(4)["track"]
    spots = draw(pygame.Surface((480, 320)), shown)
    choose = next(shown.prompt.of_kind(Choose))
    assert isinstance(shown.prompt.view, Track)
    for n, way in enumerate(shown.prompt.view.ways):
        steps = n - shown.cursor[1]
        box = inputs(shown)
        box.touch(f"turn {steps}", 0.0)
        assert box.touch("seat 1", 0.0) == Answer(0, choose.verb, way)
        if steps:
            assert f"turn {steps}" in {spot.does for spot in spots}
    assert "A8" in texts_of(shown)


def test_a_track_lies_with_its_start_at_the_left_and_column_a_uppermost() -> None:
    shown = stories(4)["track-look"]
    view = shown.prompt.view
    assert isinstance(view, Track)
    centres = {}
    for square in ("A1", "F1", "A9", "finish"):
        surface = pygame.Surface((800, 480))
        alone = replace(view, dice=(("purple", NAMES[0], square),), mover="", ways=(), chosen="")
        draw(surface, replace(shown, prompt=replace(shown.prompt, view=alone)))
        mask = pygame.mask.from_threshold(surface, theme.BODIES["purple"], (2, 2, 2))
        centres[square] = mask.centroid()
    assert centres["A1"][0] < centres["A9"][0] < centres["finish"][0]
    assert centres["A1"][1] < centres["F1"][1]


def test_tricks_tell_bids_tricks_and_the_dealer() -> None:
    said = texts_of(stories(4)["tricks"])
    assert {"Dealer", "1 card each", "Bid", "Tricks", "Follow suit if you can"} <= set(said)
    assert "8 cards each" in texts_of(stories(4)["tricks-bid"])


def test_a_call_is_large_and_a_row_of_the_pool_is_a_button() -> None:
    called = next(e for e in painted(4, (800, 480))["pool-called"].written if e.text == "GO! Ana")
    assert called.area.height >= 40
    areas = [s.area for s in painted(4, (800, 480))["pool"].hotspots if s.does == "seat 3"]
    assert len(areas) >= 2  # the player's row, and the chip below


def test_loose_words_are_told_with_points_and_problems() -> None:
    said = texts_of(stories(4)["crosswords"])
    assert {"JAM../..E../..TAX/...A./..BEG", "26", "−3", "A lies loose"} <= set(said)


# Votes, looks, keys, the start menu


def test_a_vote_is_a_tap_for_yes_and_a_hold_for_no() -> None:
    canvas = painted(4, (480, 320))["ballot"]
    answers = dict(touched(canvas))
    assert answers["seat 2"] == Answer(1, "yes")
    assert answers["hold 2"] == Answer(1, "no")
    assert "seat 1" not in answers  # has spoken
    assert {"your “Yes”", "your “No”"} <= set(texts_of(stories(4)["ballot-help"]))


@pytest.mark.parametrize(
    ("kind", "symbols", "said"),
    [
        ("letter-dice", "A Qu", "2 dice seen"),
        ("tiles", "A ?", "2 tiles seen"),
        ("d12", "Pass", "1 die seen"),
        ("pip-dice", "0", "1 die seen"),
    ],
)
def test_what_is_seen_looks_like_the_thing_that_is_looked_for(kind, symbols, said) -> None:
    shown = stories(4)["throw-tiles"]
    look = replace(next(shown.prompt.of_kind(Look)), kind=kind)
    other = replace(look, kind="letter-dice")
    seen = tuple(Seen(symbol, True, 0.2 + n * 0.4, 0.5) for n, symbol in enumerate(symbols.split()))
    surfaces = [pygame.Surface((800, 480)) for _ in range(2)]
    for surface, accept in zip(surfaces, (look, other), strict=True):
        draw(surface, replace(shown, seen=seen, prompt=replace(shown.prompt, accepts=(accept,))))
    assert said in texts_of(replace(shown, seen=seen, prompt=replace(shown.prompt, accepts=(look,))))
    mat = pygame.Rect(10, 130, 390, 230)
    pictures = [pygame.image.tobytes(surface.subsurface(mat), "RGB") for surface in surfaces]
    assert (pictures[0] == pictures[1]) == (kind == "letter-dice")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_letters_are_typed_only_where_they_say_anything(size) -> None:
    canvases = painted(4, size)
    for name in ("throw-d12", "throw-pips", "jumble-roll", "track-look", "board-wrong", "crosswords-look"):
        assert not {"keys", "key A"} & does(canvases[name]), name
    assert "key blank" in does(canvases["throw-tiles-keys"])
    assert not {"key blank", "key Qu"} & (
        does(canvases["jumble-look-keys"]) | does(canvases["board-written"])
    )
    assert {"key A", "key Z", "key backspace", "key enter"} <= does(canvases["board-written"])


def test_letters_written_are_taken_by_the_writers_button_or_by_enter() -> None:
    canvas = painted(4, (800, 480))["board-written"]
    answers = dict(touched(canvas))
    assert answers["seat 1"] == answers["key enter"] == Answer(0, "blank", "S")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_start_menu_has_a_picture_and_the_title_of_every_game(size) -> None:
    canvas = painted(4, size)["menu-7"]
    said = [entry.text for entry in canvas.written]
    assert all(title in said for _, title, _ in MENU)
    assert MENU[2][2] in said
    assert {name for name, _, _ in MENU} == set(PICTURES)
    pictures = set()
    for name, draw_it in PICTURES.items():
        surface = pygame.Surface((150, 100))
        draw_it(Canvas(surface, stories(4)["menu-7"]), surface.get_rect())
        assert pygame.mask.from_threshold(surface, (0, 0, 0), (1, 1, 1)).count() < 150 * 100 * 0.9, name
        pictures.add(pygame.image.tobytes(surface, "RGB"))
    assert len(pictures) == len(MENU)


def test_pictures_of_a_game_have_each_kind_of_its_pages_once(lexicon, tmp_path) -> None:
    found = screenshots.main_pages("bid-and-bluff", NAMES[:3], lexicon)
    views = [type(shown.prompt.view) for shown in found.values()]
    assert {Track, Tricks, Final} <= set(views)
    assert len(views) == len(set(views))
    assert list(found) == [f"bid-and-bluff-{n}" for n in range(1, len(found) + 1)]
    screenshots.save(found, (480, 320), tmp_path)
    written = [pygame.image.load(path) for path in sorted(tmp_path.glob("*.png"))]
    assert [picture.get_size() for picture in written] == [(480, 320)] * len(found)
