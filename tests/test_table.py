"""The table: what people do with buttons, dial, keys and touch, and what they see, hear and find on disk."""

from appliance.drivers import Closed, DriverError, PartBack, PartFailed, SeatButton
from appliance.drivers.clock import ManualClock
from appliance.games.anabid import game as anabid
from appliance.games.anabid.rules import Options
from appliance.games.script import Play
from appliance.games.timer import countdown
from appliance.lexicon import Lexicon
from tests.fakes.devices import ScriptedCamera
from tests.table_kit import TableKit

# Bidding with button and dial


def test_the_lamp_of_whoever_must_act_is_lit(table: TableKit) -> None:
    table.anabid()
    assert table.lit() == [1]
    table.type("ACERBT").key("enter").press(1).press(1)
    assert table.says("Cleo")
    assert table.lit() == [3]


def test_the_dial_starts_at_pass_and_the_button_takes_what_it_shows(table: TableKit) -> None:
    table.anabid().type("ACERBT").key("enter").press(1)
    table.turn(3).press(1)
    assert table.last == "1 bid = 3x3"


def test_a_push_goes_to_longer_words(table: TableKit) -> None:
    table.anabid().type("ACERBT").key("enter").press(1)
    table.push().push().turn(1).press(1)
    assert table.last == "1 bid = 2x4"


def test_turning_back_stops_at_pass(table: TableKit) -> None:
    table.anabid().type("ACERBT").key("enter").press(1)
    table.turn(-5).press(1)
    assert table.last == "1 bid = no bid"


def test_a_press_of_somebody_else_is_answered_in_words(table: TableKit) -> None:
    table.anabid().type("ACERBT").key("enter").press(1).press(2)
    assert table.says("Button 2: not now")
    assert table.last == "1 announced"


def test_the_bid_bar_runs_down_and_time_is_no_bid(table: TableKit) -> None:
    table.anabid().type("ACERBT").key("enter").press(1)
    assert table.bar("bid") > 0.9
    table.advance(5)
    assert 0.4 < table.bar("bid") < 0.6
    assert table.bar("play") == 0
    table.advance(5.1)
    assert table.last == "- time"
    assert "time up" in table.sound.played
    assert table.fingers.buzzing()
    assert table.advance(1).fingers.buzzing() is False


def test_the_last_seconds_tick(table: TableKit) -> None:
    table.anabid().type("ACERBT").key("enter").press(1)
    table.sound.played.clear()
    for _ in range(9):
        table.advance(1)
    assert table.sound.played.count("tick") == 3


def test_a_press_made_in_time_counts_though_it_arrives_late(table: TableKit) -> None:
    table.anabid().type("ACERBT").key("enter").press(1).turn(2)
    now = table.clock.now()
    end = now + table.table.stopwatch.left(now)
    table.clock.advance(end + 0.02 - now)  # the loop was busy until after the end
    table.events.put(SeatButton(end - 0.01, 0, True))
    assert table.beat().last == "1 bid = 2x3"


def test_a_press_made_after_the_end_does_not(table: TableKit) -> None:
    table.anabid().type("ACERBT").key("enter").press(1).turn(2)
    table.clock.advance(10.0)
    table.fingers.tap(0)
    assert table.beat().last == "- time"


# Spelling


def test_typed_words_and_the_judges_button(table: TableKit) -> None:
    table.spelling()  # Ana bid 1x3; Ben, to her left, judges
    table.type("ace").press(2)
    assert table.last == "2 word = ACE"
    assert table.says("ACE")
    table.type("act").key("enter")
    assert table.last == "2 word = ACT"


def test_the_judge_counts_with_the_dial_and_takes_back(table: TableKit) -> None:
    table.spelling().turn(2)
    assert [str(a) for a in table.play.answers[-2:]] == ["2 word = *", "2 word = *"]
    table.turn(-1)
    assert table.play.answers[-1].value == "*"
    assert table.play.answers[-2].verb != "word"
    table.turn(-1)
    assert table.play.answers[-1].verb != "word"
    table.turn(-1)  # no more than words
    assert table.play.answers[-1].verb == "bid"


def test_a_word_that_cannot_count_is_refused_with_its_reason(table: TableKit) -> None:
    table.spelling().type("dog").key("enter")
    assert table.says("not all there")
    assert "bad" in table.sound.played


def test_the_judge_without_a_word_in_view_is_told_about_the_dial(table: TableKit) -> None:
    assert table.spelling().press(2).says("No word in view")


def test_the_bidders_button_is_done(table: TableKit) -> None:
    assert table.spelling().press(1).last == "1 done"


def test_steal_by_press_and_steal_two_by_holding(table: TableKit) -> None:
    table.spelling()
    assert table.dimly_lit() == [2, 3]
    assert table.press(3).last == "3 steal 1"


def test_steal_two_by_holding(table: TableKit) -> None:
    assert table.spelling().hold(3).last == "3 steal 2"


def test_the_first_of_two_who_press_in_the_same_millisecond_steals(table: TableKit) -> None:
    table.anabid("Ana Ben Cleo Dan").type("ACERBT").key("enter").press(1).turn(1).press(1)
    for seat in (4, 3, 2):
        table.press(seat)
    now = table.clock.now()
    table.events.put(SeatButton(now + 0.0008, 2, True))  # Cleo's arrives first, but Dan was first
    table.events.put(SeatButton(now + 0.0003, 3, True))
    table.events.put(SeatButton(now + 0.05, 2, False))  # and she was the first to let go
    table.events.put(SeatButton(now + 0.06, 3, False))
    table.advance(0.1)
    assert [str(a) for a in table.play.answers if a.verb.startswith("steal")] == ["4 steal 1"]


def test_the_play_bar_runs_one_minute_over_all_words(table: TableKit) -> None:
    table.spelling().advance(30)
    table.type("ace").key("enter")
    assert 0.4 < table.bar("play") < 0.6
    assert table.advance(30.1).last == "- time"


# Keys and touch do what buttons do


def test_number_keys_are_seat_buttons(table: TableKit) -> None:
    table.anabid().type("ACERBT").key("enter").key("1").key("right").key("1")
    assert table.last == "1 bid = 1x3"


def test_touching_does_what_pressing_does(table: TableKit) -> None:
    table.anabid().type("ACERBT").key("enter").touch("seat 1")
    table.touch("turn 1").touch("seat 1")
    assert table.last == "1 bid = 1x3"


def test_every_open_action_can_be_touched(table: TableKit) -> None:
    table.spelling()
    does = {spot.does for spot in table.table.face.hotspots}
    assert {"seat 1", "seat 2", "seat 3", "hold 2", "hold 3", "turn 1", "key undo", "key ?"} <= does


def test_letters_can_be_touched(table: TableKit) -> None:
    table.anabid().touch("keys")
    for letter in ("A", "Qu", "I", "E", "T", "S"):
        table.touch(f"key {letter}")
    assert table.key("enter").last == "1 roll = A Qu I E T S"


def test_people_may_sit_at_any_buttons(lexicon: Lexicon) -> None:
    kit = TableKit(lexicon)
    play = Play(lambda: anabid.play(["Ana", "Ben"], Options(), lexicon))
    kit.open(play, chairs=[2, 5])
    assert kit.lit() == [3]
    kit.type("A").key("enter").type("T").key("enter").type("ACERBT").key("enter")
    assert kit.touch("seat 3").last == "1 announced"
    assert kit.turn(1).press(3).last == "1 bid = 1x3"
    assert kit.lit() == [6]
    kit.close()


def test_help_shows_and_goes(table: TableKit) -> None:
    table.spelling().key("f1")
    assert table.table.shown(table.clock.now()).help
    assert not table.key("f1").table.shown(table.clock.now()).help


def test_undo(table: TableKit) -> None:
    table.anabid().type("ACERBT").key("enter").key("undo")
    assert table.says("Taken back")
    assert table.says("roll the dice")


# Pause, leave, close


def test_escape_pauses_and_any_button_goes_on(table: TableKit) -> None:
    table.anabid().type("ACERBT").key("enter").press(1).advance(4).key("escape")
    table.advance(60)
    assert table.play.answers[-1].verb == "announced"  # the timer stood still
    table.press(3)
    assert not table.table.paused
    assert table.play.answers[-1].verb == "announced"  # the press only woke the table
    assert 5 < table.table.stopwatch.left(table.clock.now()) < 7


def test_holding_the_dial_pauses_turning_it_back_undoes_and_holding_it_again_leaves(table: TableKit) -> None:
    table.anabid().type("ACERBT").key("enter").press(1).hold_dial()
    assert table.table.paused
    assert table.turn(-1).says("Go on?")
    assert table.play.answers[-1].verb == "roll"
    assert table.advance(30).table.paused
    assert not table.push().table.paused
    table.hold_dial().hold_dial()
    assert not table.table.playing


def test_escape_twice_leaves(table: TableKit) -> None:
    table.anabid().key("escape").key("escape")
    assert not table.table.playing
    assert table.lit() == []


def test_closing_the_window_ends_it(table: TableKit) -> None:
    table.anabid()
    table.screen.happen.append(Closed(table.clock.now()))
    assert not table.beat().table.playing
    assert table.table.closed


# Parts that fail


def test_a_part_that_fails_is_named_and_the_game_goes_on_by_hand(table: TableKit) -> None:
    error = DriverError("camera", "busy", "Another program has it.")
    table.anabid()
    table.events.put(PartFailed(table.clock.now(), error))
    assert table.beat().says("camera: busy")
    table.type("ACERBT").key("enter")
    assert table.last == "1 roll = A C E R B T"
    table.events.put(PartBack(table.clock.now(), "camera"))
    assert not table.beat().says("camera: busy")


def test_a_button_held_down_at_the_start_is_named_and_does_nothing(lexicon: Lexicon) -> None:
    stuck = TableKit(lexicon, held=2)
    stuck.anabid()
    assert stuck.says("Button 2 is held down")
    assert stuck.lit() == [1]
    stuck.fingers.release(1)
    stuck.advance(0.1)
    assert not stuck.says("Button 2 is held down")
    stuck.close()


def test_a_camera_that_stops_delivering_in_mid_game(lexicon: Lexicon) -> None:
    clock = ManualClock(100.0)
    lost = DriverError("camera", "not connected", "Look at its cable.")
    kit = TableKit(lexicon, camera=ScriptedCamera(clock, [lost] * 20), clock=clock)
    kit.anabid().type("ACERBT").key("enter").press(1)
    assert kit.last == "1 announced"
    kit.rig.camera = ScriptedCamera(clock, [lost])
    assert kit.beat().says("camera: not connected")
    assert not kit.beat(3).says("camera: not connected")
    kit.close()


# No game at all


def test_the_plain_timer(table: TableKit) -> None:
    table.open(Play(lambda: countdown(10, 7)), chairs=list(range(7)))
    table.press(4).advance(5)
    assert 0.4 < table.bar("bid") < 0.6
    table.press(2)
    assert table.says("Stopped")
    table.press(2).advance(10.1)
    assert table.says("Time!")
    assert not table.push().table.playing
