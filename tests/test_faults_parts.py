"""One part that fails while it is in use: what its driver says, when it tries again, and when it is back."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pygame
import pytest

from appliance.drivers import Event, PartBack, PartFailed
from appliance.drivers.clock import ManualClock
from appliance.drivers.events import EventQueue
from appliance.drivers.mock_pins import Fingers, mock_factory
from appliance.drivers.panel import GpioPanel
from appliance.drivers.screen import PygameScreen
from appliance.drivers.sound import AGAIN, PygameSound
from appliance.games import bots
from appliance.games.anabid import game as anabid
from appliance.games.anabid.rules import Options
from appliance.games.prompts import Answer
from appliance.games.script import Play
from appliance.journal import Journal
from appliance.lexicon import Lexicon, LexiconError
from appliance.table import Record
from tests.fakes import failing
from tests.fakes.failing import Failing
from tests.table_kit import PINS, TableKit

# Pins


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(50.0)


class Panel:
    def __init__(self, clock: ManualClock) -> None:
        self.clock, self.events = clock, EventQueue()
        factory = mock_factory(clock)
        self.fingers = Fingers(factory, PINS)
        self.panel = GpioPanel(PINS, factory, self.events.put, clock)
        self.pins = failing.pins(factory, PINS)

    def pass_time(self) -> list[Event]:
        self.clock.advance(0.1)
        self.panel.tick(self.clock.now())
        return self.events.drain()


@pytest.fixture
def box(clock: ManualClock) -> Iterator[Panel]:
    box = Panel(clock)
    yield box
    box.pins.back()
    box.panel.close()


def test_pins_that_fail_are_told_of_once_and_once_more_when_they_work(box: Panel) -> None:
    box.pins.go()
    box.panel.lamps([1.0])
    box.panel.bar("bid", 0.5)
    told = box.pass_time() + box.pass_time()
    assert [type(event) for event in told] == [PartFailed]
    assert "unknown handle" in str(told[0].error)  # type: ignore[attr-defined]
    box.pins.back()
    assert box.pass_time() == []  # the buttons are read again, but the lamp and the bar are not yet written
    box.panel.lamps([1.0])
    box.panel.bar("bid", 0.5)
    assert box.events.drain() == [PartBack(box.clock.now(), "panel")]
    assert box.fingers.lamp(0) == 1.0
    assert box.fingers.bar("bid") == [1.0, 1.0, 0.0, 0.0]


def test_a_lamp_that_could_not_be_darkened_is_dark_at_last(box: Panel) -> None:
    box.panel.lamps([1.0])
    box.pins.go()
    box.panel.lamps([0.0])
    box.pins.back()
    assert box.fingers.lamp(0) == 1.0
    box.panel.lamps([0.0])
    assert box.fingers.lamp(0) == 0.0


def test_a_button_held_while_pins_failed_is_found_afterwards(box: Panel) -> None:
    box.pins.go()
    box.pass_time()
    box.fingers.press(3)
    box.pins.back()
    told = [event for _ in range(3) for event in box.pass_time()]
    assert [event.seat for event in told if hasattr(event, "seat")] == [3]


def test_pins_that_fail_do_not_keep_the_box_from_ending(box: Panel) -> None:
    box.panel.lamps([1.0])
    box.pins.go()
    box.panel.close()


# Screen and sound


def test_a_screen_that_is_closed_is_told_of_and_opened_again(
    clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = PygameScreen(clock, (400, 200))
    gone = failing.screen(monkeypatch)
    gone.go()
    [told] = screen.poll()
    assert isinstance(told, PartFailed)
    assert told.error.part == "screen"
    screen.surface.fill((255, 0, 0))  # the table goes on drawing
    assert screen.surface.get_size() == (400, 200)
    screen.show()
    gone.back()
    assert screen.poll() == []  # not every moment
    clock.advance(2.1)
    assert screen.poll() == [PartBack(clock.now(), "screen")]
    assert screen.surface is pygame.display.get_surface()
    screen.close()


def test_a_sound_card_that_went_is_heard_again(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = PygameSound()
    assert not sound.silent_because
    gone = failing.sound(monkeypatch)
    gone.go()
    for _ in range(3 * AGAIN):
        sound.play("press")
    assert sound.silent_because
    gone.back()
    for _ in range(AGAIN):
        sound.play("press")
    assert not sound.silent_because
    assert pygame.mixer.get_busy()
    sound.close()


# Words


@pytest.fixture
def words(lexicon: Lexicon) -> tuple[Lexicon, Failing]:
    return failing.words(lexicon)


def spelled(words: Lexicon, kit: TableKit, record: Record | None = None) -> TableKit:
    """Anabid! where Ana bid one word of three letters, and has spelled ACE."""
    play = Play(lambda: anabid.play(["Ana", "Ben", "Cleo"], Options(), words))
    kit.open(play, [0, 1, 2], record)
    lines = "1 roll = A|2 roll = T|3 roll = T|1 roll = A C E R B T|1 announced|1 bid = 1x3"
    for line in f"{lines}|3 bid = no bid|2 bid = no bid|2 word = ACE".split("|"):
        kit.table._give(Answer.parse(line))
    return kit


def until_words_are_needed(kit: TableKit) -> Answer:
    """Press on as people would until the next answer needs the lexicon; that answer."""
    for n in range(60):
        answer = bots.anything(kit.prompt, Random(n), kit.judge)
        probe = kit.play.again()
        probe.replay(kit.play.answers)
        try:
            probe.give(answer)
        except LexiconError:
            return answer
        kit.table._give(answer)
    raise AssertionError("no words were needed")


def test_an_answer_that_needs_lost_words_waits_for_them(
    words: tuple[Lexicon, Failing], lexicon: Lexicon, tmp_path: Path
) -> None:
    judge, lost = words
    journal = Journal(tmp_path / "journal.db")
    record = Record(journal, journal.begin({}))
    kit = spelled(judge, TableKit(lexicon), record)
    with lost.away():
        answer = until_words_are_needed(kit)
        before, prompt = list(kit.play.answers), kit.prompt
        kit.table._give(answer)
        assert kit.table.paused
        assert kit.says("lexicon")
        assert kit.play.answers == before
        assert kit.prompt == prompt
        assert [step.answer for step in journal.steps(record.game)] == before
    kit.press(1)
    assert not kit.table.paused
    kit.table._give(answer)
    assert kit.play.answers == [*before, answer]
    assert [step.answer for step in journal.steps(record.game)] == kit.play.answers
    assert not kit.says("the text of the lexicon")
    journal.close()
    kit.close()


def test_taking_back_without_words_leaves_all_as_it_was(
    words: tuple[Lexicon, Failing], lexicon: Lexicon
) -> None:
    judge, lost = words
    kit = spelled(judge, TableKit(lexicon))
    with lost.away():
        answer = until_words_are_needed(kit)
    kit.table._give(answer)
    kit.table._give(bots.anything(kit.prompt, Random(1), lexicon))
    before, prompt = list(kit.play.answers), kit.prompt
    with lost.away():
        kit.key("undo")  # all others are given again, the one that needs words too
        assert (kit.play.answers, kit.prompt) == (before, prompt)
        assert kit.says("lexicon")
    kit.key("undo")
    assert kit.play.answers == before[:-1]
    kit.close()
