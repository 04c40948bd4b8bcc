"""The page of measurements: each benchmark writes its own section and leaves the others as they are."""

from pathlib import Path

from benchmarks.page import write


def test_sections_are_added_replaced_and_left_alone(tmp_path: Path) -> None:
    page = tmp_path / "docs" / "page.md"
    write("Dice", ["one"], page)
    write("Tiles", ["| a |", "", "two"], page)
    assert page.read_text() == "# How well the eye reads\n\n## Dice\n\none\n\n## Tiles\n\n| a |\n\ntwo\n"
    write("Dice", ["three"], page)
    assert page.read_text() == "# How well the eye reads\n\n## Dice\n\nthree\n\n## Tiles\n\n| a |\n\ntwo\n"
