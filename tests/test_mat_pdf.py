"""The printed mat: the drawing of each sheet painted, sheets joined, and looked at as the eye would."""

import re
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from appliance import mat_pdf, run_game
from appliance.cards_pdf import PAPERS
from appliance.cli import main
from appliance.errors import BadValue, Missing
from appliance.mat_pdf import BORDER, pages, scale, write, write_chart
from appliance.pieces import chart, mat, track
from appliance.pieces.track import COLOURS
from appliance.vision.lens import sighted
from tests.test_cards_pdf import pages as drawings

Image = npt.NDArray[np.uint8]
BOARD = track.track("bid-and-bluff")
PX = 3  # pixels a mm
POINT = 72 / 25.4
NUMBER = r"(-?[\d.]+)"


def painted(drawing: str, size: tuple[float, float]) -> Image:
    """A sheet as it comes out of the printer: its rectangles, in the colours that were set before them."""
    image = np.full((round(size[1] * PX), round(size[0] * PX), 3), 255, np.uint8)
    factor, right, up = 1.0, 0.0, 0.0
    low, high = 0, image.shape[1]
    colour = (0.0, 0.0, 0.0)
    for line in drawing.splitlines():
        numbers = [float(number) for number in re.findall(rf"(?<![\w.]){NUMBER}(?![\w.])", line)]
        if line.endswith(" cm") and numbers[1] == 0 and numbers[0] != 1:
            factor, right, up = numbers[0], numbers[4], numbers[5]
        elif line.endswith(" rg"):
            colour = (numbers[0], numbers[1], numbers[2])
        elif line.endswith("re W* n"):
            low, high = (round(at / POINT * PX) for at in (numbers[0], numbers[0] + numbers[2]))
        elif line.endswith(" re f*"):
            x, y, w, h = numbers
            left, end = (round((right + at * factor) / POINT * PX) for at in (x, x + w))
            foot, head = (image.shape[0] - round((up + at * factor) / POINT * PX) for at in (y, y + h))
            image[head:foot, max(left, low) : min(end, high)] = [round(c * 255) for c in colour]
    return image


def whole(file: Path, paper: str) -> Image:
    """The mat as people hold it: one sheet, or two cut and joined as it says on them."""
    some = [painted(*one) for one in zip(drawings(file), (page.size for page in pages(paper)), strict=True)]
    if len(some) == 1:
        return some[0]
    cuts = [round(page.middle[0] * PX) for page in pages(paper)]
    return np.hstack([some[0][:, : cuts[0]], some[1][:, cuts[1] :]])


def markers(image: Image) -> dict[int, npt.NDArray[np.float32]]:
    """The middles of the markers in a picture, by number."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, mat.DICTIONARY))
    corners, numbers, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(image)
    return {int(n): ring[0].mean(axis=0) for n, ring in zip(numbers.ravel(), corners, strict=True)}


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("board", [None, BOARD], ids=["plain", "board"])
def test_the_markers_are_where_the_mat_has_them(
    tmp_path: Path, paper: str, board: track.Track | None
) -> None:
    assert write(tmp_path / "mat.pdf", board, paper) == (1 if paper == "a3" else 2)
    found = markers(whole(tmp_path / "mat.pdf", paper))
    assert sorted(found) == [0, 1, 2, 3]
    mm = PX * scale(paper)
    assert np.allclose(found[1] - found[0], ((mat.SIZE[0] - 2 * mat.INSET) * mm, 0), atol=1.5)
    assert np.allclose(found[3] - found[0], (0, (mat.SIZE[1] - 2 * mat.INSET) * mm), atol=1.5)
    assert np.allclose(found[2] - found[3], found[1] - found[0], atol=1.5)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_square_is_printed_in_its_colour(tmp_path: Path, paper: str) -> None:
    write(tmp_path / "mat.pdf", BOARD, paper)
    image = whole(tmp_path / "mat.pdf", paper)
    middle = np.mean(list(markers(image).values()), axis=0)
    for square in BOARD.squares():
        x, y = middle + np.array(BOARD.middle(square)) * PX * scale(paper)
        assert np.abs(image[round(y), round(x)] - np.array(COLOURS[BOARD.kind(square)])).max() <= 1, square


@pytest.mark.parametrize("paper", PAPERS)
def test_printers_leave_a_border_and_the_mat_is_as_large_as_can_be(paper: str) -> None:
    for page in pages(paper):
        assert page.middle[1] - mat.SIZE[1] / 2 * scale(paper) >= BORDER - 0.01
    assert 0.89 < scale(paper) < 0.96


def test_titles_and_labels_are_on_it(tmp_path: Path) -> None:
    write(tmp_path / "mat.pdf", BOARD, "a3")
    (sheet,) = drawings(tmp_path / "mat.pdf")
    shown = re.findall(r"\((.*?)\) Tj", sheet)
    assert set(shown) == {*"ABCDEF", *map(str, range(1, 16)), "START", "DO OR DIE ZONE", "FINISH"}


@pytest.mark.parametrize("paper", PAPERS)
def test_the_sheets_have_the_papers_size(tmp_path: Path, paper: str) -> None:
    write(tmp_path / "mat.pdf", None, paper)
    write_chart(tmp_path / "chart.pdf", paper)
    across, down = PAPERS[paper]
    for name, lies in (("mat", paper == "a3"), ("chart", False)):
        boxes = re.findall(
            rf"/MediaBox \[ 0 0 {NUMBER} {NUMBER} \]", (tmp_path / f"{name}.pdf").read_text("latin-1")
        )
        sizes = [(float(w) / POINT, float(h) / POINT) for w, h in boxes]
        assert len(sizes) == (1 if lies or name == "chart" or paper == "a3" else 2)
        for size in sizes:
            assert size == pytest.approx((down, across) if lies else (across, down), abs=0.01)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_calibration_page_is_seen_whole_and_in_its_size(tmp_path: Path, paper: str) -> None:
    write_chart(tmp_path / "chart.pdf", paper)
    (drawing,) = drawings(tmp_path / "chart.pdf")
    view = sighted(painted(drawing, PAPERS[paper]))
    assert view
    columns, rows = chart.COLUMNS - 1, chart.ROWS - 1
    assert view.numbers == tuple(range(columns * rows))
    places = view.pixels.reshape(rows, columns, 2)
    assert np.allclose(np.diff(places[..., 0], axis=1), chart.SQUARE * PX, atol=1.1)
    assert np.allclose(np.diff(places[..., 1], axis=0), chart.SQUARE * PX, atol=1.1)
    assert places.mean(axis=(0, 1)) == pytest.approx(np.array(PAPERS[paper]) * PX / 2, abs=1.5)


def test_the_calibration_page_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["mat", "--calibration", "--paper", "letter", str(tmp_path / "chart.pdf")]) == 0
    assert "the calibration page on LETTER; print at 100 %" in capsys.readouterr().out
    assert main(["mat", "--calibration", str(tmp_path / "none" / "chart.pdf")]) == 2
    with pytest.raises(Missing, match="no paper 'a5'"):
        write_chart(tmp_path / "chart.pdf", "a5")


def test_a_mat_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(Missing, match="no paper 'a5'; there is: a4"):
        write(tmp_path / "mat.pdf", None, "a5")
    with pytest.raises(BadValue, match="cannot write"):
        write(tmp_path / "none" / "mat.pdf")


# From the command line, with a board of one's own

OWN = "; ours\nSSSSSS\n......\n.#..#.\nzzzzzz\nFFFFFF\n"


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A settings file that names the owner's board, and that board."""
    (tmp_path / "own.txt").write_text(OWN, "utf-8")
    (tmp_path / "config.toml").write_text(f'[mat]\nboard = "{tmp_path}/own.txt"\n', "utf-8")
    monkeypatch.setenv("TALLYBOX_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setattr(track, "_own", {})
    return tmp_path


def test_the_mat_with_the_board_of_the_settings(settings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mat", "--game", "bid-and-bluff", str(settings / "game.pdf")]) == 0
    assert "2 sheets of A4; print at 100 %. The mat is at 96 %" in capsys.readouterr().out
    assert main(["mat", "--board", str(settings / "own.txt"), str(settings / "tried.pdf")]) == 0
    assert (settings / "game.pdf").read_bytes() == (settings / "tried.pdf").read_bytes()
    assert main(["mat", str(settings / "plain.pdf")]) == 0
    assert "START" not in "".join(drawings(settings / "plain.pdf"))


def test_a_file_that_is_no_board(settings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (settings / "own.txt").write_text("SSSSS\n.....\nFFFFF\n", "utf-8")
    assert main(["mat", "--board", str(settings / "own.txt"), str(settings / "mat.pdf")]) == 2
    assert "5 START squares; 6 dice need one each" in capsys.readouterr().err
    assert not (settings / "mat.pdf").exists()


def test_a_game_is_played_on_the_owners_board(settings: Path) -> None:
    assert run_game.own_board(None) == ""
    assert track.track("bid-and-bluff") == BOARD
    assert run_game.own_board(settings / "own.txt") == ""
    assert track.track("bid-and-bluff").rows[2] == ".#..#."
    assert "cannot read the board" in run_game.own_board(settings / "none.txt")


def test_games_with_a_board_have_one() -> None:
    assert [track.track(name).name for name in mat_pdf.GAMES] == list(mat_pdf.GAMES)
