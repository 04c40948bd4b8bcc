"""Parts go and come back in the middle of games: nothing crashes, no answer is lost, no score is wrong."""

from pathlib import Path

import pytest

from appliance.app import App
from appliance.autoplay import Autoplay
from appliance.boxes import unseen_box
from appliance.config import Config
from appliance.drivers import Camera, Clock, Closed, DriverError, Frame
from appliance.games.catalogue import GAMES, Setup
from appliance.journal import Journal
from appliance.lexicon import Lexicon
from appliance.lexicon.store import Store, connect, find
from appliance.table import Table
from tests.faults_kit import BESIDE, NAMES, PARTS, SEED, SHORT, SPANS, WHOLE, disturbed, stormed
from tests.night_kit import night


@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_goes_and_comes_back_changes_nothing(
    part: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    disturber = disturbed("anabid", part, SHORT, monkeypatch, tmp_path / "journal.db")
    assert len(disturber.kinds) > 3
    # A lost sound card is noticed with the next tone, lost words with the next question for some.
    assert disturber.noticed or part in ("words", "sound", "stuck", "storm")


@pytest.mark.parametrize("part", PARTS[:5])
def test_the_menu_the_set_up_and_the_timer_get_over_it_too(
    part: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    disturber = disturbed(BESIDE, part, WHOLE[0], monkeypatch, tmp_path / "journal.db")
    assert len(disturber.kinds) >= 3
    assert disturber.noticed or part == "words"


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", GAMES)
def test_whole_games_come_out_the_same(
    name: str, part: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for number, span in enumerate(SPANS.get(name, WHOLE)):
        disturber = disturbed(name, part, span, monkeypatch, tmp_path / f"{number}.db")
        assert disturber.noticed or part in ("words", "stuck", "storm")


class Flickering:
    """A camera that is lost for one second of every four."""

    def __init__(self, camera: Camera, clock: Clock) -> None:
        self._camera = camera
        self._clock = clock
        self.close, self.sharpen = camera.close, camera.sharpen

    def frame(self) -> Frame | None:
        if self._clock.now() % 4 < 1:
            raise DriverError("camera", "not connected", "Plug it in.")
        return self._camera.frame()


@pytest.mark.slow
def test_the_eye_itself_reads_right_by_a_camera_that_comes_and_goes(lexicon: Lexicon, tmp_path: Path) -> None:
    box = unseen_box(Config(), seed=SEED)
    top, camera = box.top, box.rig.camera
    assert top
    assert camera
    assert box.fingers
    box.rig.camera = Flickering(camera, box.rig.clock)
    journal = Journal(tmp_path / "journal.db")
    app = App(box, journal, lexicon)
    hands = (box.rig.clock, box.fingers, top, box.rig.events.put, lexicon, GAMES["anabid"].bot)
    app.table.watchers.append(Autoplay(*hands, seed=SEED, pace=0))
    lost: list[bool] = []
    rolls: dict[int, tuple[list[str], list[str]]] = {}

    def watch(table: Table) -> None:
        lost.append("camera" in table._faults)
        answers = table._play.answers
        if answers and answers[-1].verb == "roll" and len(answers) not in rolls:
            lying = sorted(placed.symbol for placed in top.dice)
            rolls[len(answers)] = sorted(answers[-1].value.split()), lying
        if len(answers) >= 24:
            box.rig.events.put(Closed(box.rig.clock.now()))

    app.table.watchers.insert(0, watch)  # before hands throw the next dice
    played = app.play(Setup.of(GAMES["anabid"], NAMES[:2]))
    assert len(played.answers) >= 24
    assert [step.answer for step in journal.steps(1)] == played.answers
    assert any(lost)
    assert not all(lost)
    assert len(rolls) >= 3
    assert [read for read, _ in rolls.values()] == [lying for _, lying in rolls.values()]
    journal.close()
    box.close()


# Presses without end


def test_two_hundred_presses_a_second_are_all_heard(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    presses, answers = stormed(5.0, monkeypatch, tmp_path / "journal.db")
    assert presses >= 1000
    assert answers > 5


@pytest.mark.slow
def test_two_hundred_presses_a_second_for_a_minute(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert stormed(60.0, monkeypatch, tmp_path / "journal.db")[0] >= 12_000


# Words that are spoilt under a running game


def test_a_spoilt_word_list_is_replaced_by_the_text(tmp_path: Path) -> None:
    """The store's file is overwritten while it is open; the words are read from the text instead."""
    with Lexicon.open() as whole:
        assert whole.path
        copy = tmp_path / "lexicon.db"
        copy.write_bytes(whole.path.read_bytes())
        words = Lexicon(Store(connect(copy), copy), (), (lambda: Store(connect(copy), copy), find))
        assert words.is_word("trace")
        with copy.open("r+b") as file:
            file.truncate(8192)
        assert words.words(tuple("ACERBT"))[5] == whole.words(tuple("ACERBT"))[5]
        assert words.look_up("qzx").found is False
        words.close()


# A night and a day


@pytest.mark.slow
def test_memory_and_files_stay_flat_for_a_day(tmp_path: Path) -> None:
    first, last, games, _ = night(tmp_path / "journal.db")
    assert games > 6
    assert last.files == first.files
    assert last.traced - first.traced < 1_000_000
    assert last.resident - first.resident < 16_000_000
