"""The screens: every page at every size, nothing cut off or overlapping, all that can be done in reach."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from dataclasses import replace
from functools import cache, partial
from itertools import combinations
from random import Random
from typing import get_args

import pygame
import pytest

from appliance.games import bots
from appliance.games.anabid import game as anabid
from appliance.games.anabid.rules import Options
from appliance.games.game_views import GameView
from appliance.games.prompts import Choose, Look, Press, Spell
from appliance.games.script import Play
from appliance.screens import at, draw, texts_of, theme, written
from appliance.screens.paint import PAGES, paint
from appliance.screens.shown import Shown
from tools import screenshots

SIZES = screenshots.SIZES
TABLES = {"two": screenshots.NAMES[:2], "seven": screenshots.SEVEN}


@cache
def stories(table: str) -> dict[str, Shown]:
    return screenshots.stories(TABLES[table])


def everywhere():
    return [
        pytest.param(table, size, id=f"{table}-{size[0]}x{size[1]}") for table in TABLES for size in SIZES
    ]


@cache
def painted(table: str, size: tuple[int, int]):
    return {name: paint(pygame.Surface(size), shown) for name, shown in stories(table).items()}


def test_the_pictures_show_every_kind_of_view():
    own = set(get_args(GameView))  # these are in tests/test_screens_games.py
    assert {type(shown.prompt.view) for shown in stories("seven").values()} == set(PAGES) - own


@pytest.mark.parametrize(("table", "size"), everywhere())
def test_all_that_is_touched_lies_on_the_screen_apart_and_is_large_enough(table, size):
    whole = pygame.Rect((0, 0), size)
    for name, canvas in painted(table, size).items():
        areas = [spot.area for spot in canvas.hotspots]
        assert all(whole.contains(area) for area in areas), name
        assert not [(a, b) for a, b in combinations(areas, 2) if a.colliderect(b)], name
        if not (canvas.shown.help or canvas.shown.paused):  # there the rest of the screen is one button
            assert all(min(area.size) >= 14 for area in areas), name


@pytest.mark.parametrize(("table", "size"), everywhere())
def test_texts_lie_on_the_screen_and_do_not_overlap(table, size):
    whole = pygame.Rect((0, 0), size)
    for name, canvas in painted(table, size).items():
        boxes = [(entry.text, entry.area) for entry in canvas.written if entry.area.width]
        assert all(whole.contains(area) for _, area in boxes), name
        # A line's box has room for accents above and for tails below; two such rooms may share pixels.
        tight = [(text, area.inflate(0, -round(area.height * 0.2))) for text, area in boxes]
        clashes = [(a, b) for (a, one), (b, two) in combinations(tight, 2) if one.colliderect(two)]
        assert not clashes, name


@pytest.mark.parametrize("size", SIZES[1:], ids=str)
def test_no_headline_help_or_button_is_cut_off(size):
    for name, canvas in painted("seven", size).items():
        cut = [
            entry.text for entry in canvas.written if entry.lines[-1].endswith("…") and "…" not in entry.text
        ]
        assert set(cut) <= {"Maximiliane-Sophie"}, name


def check_reach(canvas, name):
    """Whatever the prompt asks for can be touched."""
    shown = canvas.shown
    does = {spot.does for spot in canvas.hotspots}
    for accept in shown.prompt.accepts:
        for seat in accept.seats:
            gesture = "hold" if accept.hold else "seat"
            assert f"{gesture} {canvas.chair(seat) + 1}" in does, (name, accept)
        if not accept.seats:
            assert "push" in does, (name, accept)
        if isinstance(accept, Choose):
            assert {"turn 1", "turn -1"} <= does, (name, accept)
            if len(accept.rows) > 1:
                assert {f"row {row}" for row in range(len(accept.rows))} <= does, name
        if isinstance(accept, Spell):
            assert {f"key {letter}" for letter in accept.letters} <= does, name
        if isinstance(accept, Look):
            assert "keys" in does or shown.mark >= 0 or "key Qu" in does, name
    assert {"key undo", "key ?"} <= does, name


@pytest.mark.parametrize("table", TABLES)
def test_whatever_a_prompt_asks_for_can_be_touched(table):
    for name, canvas in painted(table, (480, 320)).items():
        if not (canvas.shown.help or canvas.shown.paused):
            check_reach(canvas, name)


@pytest.mark.parametrize("seed", range(6))
def test_any_prompt_of_any_game_can_be_drawn_and_touched(seed):
    rng = Random(seed)
    names = [rng.choice(["Bo", "Åse", "Jean-Christophe", "x\ty", "🎲"]) + str(n) for n in range(2 + seed)]
    options = Options(quotable=seed % 2 == 0, bidtacular=seed % 3 == 0, compensation=True)
    judge = screenshots.FewWords()
    play = Play(partial(anabid.play, names, options, judge))
    surface = pygame.Surface(SIZES[seed % 2])
    for _ in range(60):
        if play.over:
            break
        chairs = tuple(rng.sample(range(7), len(names)))
        canvas = paint(surface, Shown(play.prompt, chairs=chairs))
        check_reach(canvas, play.prompt.headline)
        play.give(bots.anything(play.prompt, rng, judge))


@pytest.mark.parametrize("name", sorted(stories("seven")))
def test_the_same_values_make_the_same_picture(name):
    pictures = []
    for _ in range(2):
        surface = pygame.Surface((480, 320))
        draw(surface, stories("seven")[name])
        pictures.append(pygame.image.tobytes(surface, "RGB") if hasattr(pygame.image, "tobytes") else b"")
    assert pictures[0] == pictures[1]


def test_headline_scores_and_progress_are_in_the_texts():
    said = texts_of(stories("seven")["bid"])
    assert "Bo: beat 10 × 3?" in said
    assert "Roll 1 of 21" in said
    assert {"Alex", "34", "Reza", "−6", "112"} <= set(said)
    assert "worth 21 points" in said
    assert "N T D S R E Qu A I" in texts_of(stories("seven")["coin"])


def test_a_notice_takes_the_place_of_the_help_line():
    shown = stories("two")["bid"]
    said = texts_of(replace(shown, notice="that is too low"))
    assert "That is too low" in said
    assert shown.prompt.help not in said


def test_what_lies_over_a_page_owns_all_touches():
    for name, does in (("paused", "push"), ("help-spelling", "key ?")):
        canvas = painted("seven", (800, 480))[name]
        assert {spot.does for spot in canvas.hotspots} == {does, "key escape"}
        assert at(canvas.hotspots, 5, 5) == does
        assert at(canvas.hotspots, 795, 475) == does


def test_help_names_every_action_with_its_button_and_key():
    said = texts_of(stories("seven")["help-spelling"])
    assert {"Okay the word", "Done", "Steal 1", "Steal 2", "Steal"} <= set(said)
    assert {"hold 2–5, 7", "← →", "A to Z, Enter", "Ctrl Z", "Esc"} <= set(said)


def test_a_steal_is_a_touch_of_the_token():
    canvas = painted("seven", (800, 480))["spell"]
    tokens = [spot.area for spot in canvas.hotspots if spot.does == "hold 2"]
    chips = [spot.area for spot in canvas.hotspots if spot.does == "seat 2"]
    assert len(tokens) == 1
    assert len(chips) == 2
    assert tokens[0].left > chips[0].left


def test_chairs_give_the_number_and_the_colour_of_the_button():
    shown = replace(stories("two")["bid-first"], chairs=(6, 2))
    surface = pygame.Surface((800, 480))
    spots = draw(surface, shown)
    assert "seat 7" in {spot.does for spot in spots}
    assert "seat 1" not in {spot.does for spot in spots}
    assert tuple(surface.get_at((400, 12)))[:3] == theme.SEATS[6]


def test_a_choice_far_away_is_reached_by_one_touch():
    canvas = painted("two", (800, 480))["which-thirty"]
    steps = {int(spot.does.split()[1]) for spot in canvas.hotspots if spot.does.startswith("turn")}
    assert steps >= set(range(-17, 13)) - {0}


def test_a_die_that_is_not_sure_looks_different():
    shown = stories("two")["throw-unsure"]
    sure = replace(shown, mark=-1, seen=tuple(replace(s, sure=True) for s in shown.seen))
    unsure, settled = pygame.Surface((480, 320)), pygame.Surface((480, 320))
    draw(unsure, shown)
    draw(settled, sure)
    amber = pygame.mask.from_threshold(unsure, theme.WARM, (2, 2, 2))
    none = pygame.mask.from_threshold(settled, theme.WARM, (2, 2, 2))
    assert amber.count() > none.count() + 200
    assert "2 not sure" in texts_of(shown)
    assert "6 dice seen" in texts_of(sure)


def test_a_part_out_of_order_is_said():
    assert any(text.startswith("camera: busy") for text in texts_of(stories("two")["fault"]))


def test_written_tells_the_lines_and_their_place():
    headline = next(w for w in written(stories("two")["announce"]) if w.text.startswith("Alex: read"))
    assert " ".join(headline.lines) == headline.text
    assert headline.area.top < 100


def luminance(colour):
    parts = [c / 255 / 12.92 if c / 255 <= 0.03928 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


@pytest.mark.parametrize(("words", "ground"), theme.READABLE)
def test_words_stand_out_from_their_ground(words, ground):
    low, high = sorted((luminance(words), luminance(ground)))
    assert (high + 0.05) / (low + 0.05) >= 4.5


def test_seven_seats_have_seven_colours():
    assert len(set(theme.SEATS)) == 7


def test_a_press_of_no_accept_is_no_hotspot():
    shown = stories("seven")["bid"]
    presses = [a for a in shown.prompt.accepts if isinstance(a, Press)]
    assert not presses
    assert {s.does for s in draw(pygame.Surface((800, 480)), shown) if s.does.startswith("seat")} == {
        "seat 6"
    }
