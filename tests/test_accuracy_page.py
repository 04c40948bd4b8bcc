"""The page of measurements: each benchmark writes its own section and leaves the others as they are."""

from pathlib import Path

import cv2
import numpy as np

from appliance.virtual.glyphs import CAP, glyph
from appliance.virtual.scene import default_font
from benchmarks import reliability
from benchmarks.page import write
from benchmarks.templates import Templates


def test_sections_are_added_replaced_and_left_alone(tmp_path: Path) -> None:
    page = tmp_path / "docs" / "page.md"
    write("Dice", ["one"], page)
    write("Tiles", ["| a |", "", "two"], page)
    assert page.read_text() == "# How well the eye reads\n\n## Dice\n\none\n\n## Tiles\n\n| a |\n\ntwo\n"
    write("Dice", ["three"], page)
    assert page.read_text() == "# How well the eye reads\n\n## Dice\n\nthree\n\n## Tiles\n\n| a |\n\ntwo\n"


def test_a_reliability_table_counts_what_was_said_and_what_was_right() -> None:
    some = [(0.97, True)] * 3 + [(0.97, False), (1.0, True), (0.3, False)]
    lines = reliability.table(some)
    assert lines[2] == "| 0.0% to 50.0% | 1 | 30.00% | 0.00% of 1 (0.0%–79.3%) |"
    assert lines[3].startswith("| 95.0% to 99.0% | 4 | 97.00% | 75.00% of 4")
    assert lines[4].startswith("| 99.9% to 100.0% | 1 | 100.00% | 100.00% of 1")
    assert len(lines) == 5


def test_correlation_reads_the_font_that_it_knows() -> None:
    templates = Templates([default_font()])
    for symbol in "AEGRS":
        mask = glyph(default_font(), symbol)
        face = np.full((56, 56, 3), 230, np.uint8)
        small = cv2.resize(mask, None, fx=36 / CAP, fy=36 / CAP, interpolation=cv2.INTER_AREA)
        y, x = ((56 - side) // 2 for side in small.shape)
        face[y : y + small.shape[0], x : x + small.shape[1]] -= (small[..., None] * 0.8).astype(np.uint8)
        assert templates.read(np.rot90(face, 3).copy()) == symbol
