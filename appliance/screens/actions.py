"""What people can do now, by which control: the same list makes the buttons of a page and the help screen."""

import re
from dataclasses import dataclass
from typing import Literal

from appliance.games.game_views import Ballot
from appliance.games.prompts import FEWER, MORE, Accept, Choose, Deal, Look, Press, Row, Spell, Tick, Write
from appliance.games.views import Menu
from appliance.phrases import say
from appliance.screens import sight
from appliance.screens.shown import Shown

Gesture = Literal["press", "hold", "turn", "push", "type", "undo", "escape"]

_BID = re.compile(r"\b(\d+)x(\d+)\b")


@dataclass(frozen=True)
class Action:
    """Something to do: its name, the control's gesture, and whose button it is (nobody: the dial's).

    `short` is what the control itself says, where the name alone is too long. `touch` is where to touch, if
    not in the gesture's usual place.
    """

    what: str
    gesture: Gesture
    seats: tuple[int, ...] = ()
    short: str = ""
    touch: str = ""


def actions(shown: Shown) -> list[Action]:
    """Everything that the open prompt accepts, in its order."""
    return [action for accept in shown.prompt.accepts for action in _of(accept, shown)]


def _of(accept: Accept, shown: Shown) -> list[Action]:
    match accept:
        case Choose():
            return _choosing(accept, shown)
        case Press():
            return [_pressing(accept, shown)]
        case Look():
            return _looking(accept, shown)
        case Spell():
            return _spelling(accept, shown)
        case Tick():
            return _ticking(accept, shown)
        case Deal(_, seats, label):
            return [Action(label, "press" if seats else "push", seats)]
        case Write():
            return _writing(accept, shown)


def _pressing(press: Press, shown: Shown) -> Action:
    gesture: Gesture = "hold" if press.hold else "press" if press.seats else "push"
    places = shown.prompt.standing.places
    bare = not any(place.tokens for place in places)
    own = len(press.seats) == 1 and press.seats == shown.prompt.acting
    named = isinstance(shown.prompt.view, Ballot) or (press.hold and (bare or own))
    touch = say("screen.touch_named", what=press.label) if named else ""
    return Action(press.label, gesture, press.seats, touch=touch)


def _choosing(choose: Choose, shown: Shown) -> list[Action]:
    row, place = cursor(choose, shown)
    what = label(choose.rows[row], place)
    if isinstance(shown.prompt.view, Menu):
        what = _title(shown.prompt.view, choose.rows[row].at(place))
    take = say("screen.take", what=what)
    found = [Action(say("screen.change"), "turn")]
    if len(choose.rows) > 1:
        following = choose.rows[(row + 1) % len(choose.rows)]
        found.append(Action(say("screen.next_row"), "push", short=following.label))
    found.append(Action(take, "press" if choose.seats else "push", choose.seats, what))
    return found


def _title(menu: Menu, value: str) -> str:
    """The title of a menu's entry; of one that can be switched, that it is switched."""
    title = next((title for entry, title, _ in menu.entries if entry == value), value)
    return say("screen.switch") if switch(title)[1] is not None else title


def switch(title: str) -> tuple[str, bool | None]:
    """A variant's title without its state, and the state; None if it is no switch."""
    name, _, state = title.rpartition(": ")
    states = {say("setup.switched_on"): True, say("setup.switched_off"): False}
    return (name, states[state]) if name and state in states else (title, None)


def _looking(look: Look, shown: Shown) -> list[Action]:
    found = [Action(say("screen.read_now"), "press", look.seats)]
    typed = look.kind in sight.TYPED
    if shown.mark >= 0:
        other = say("screen.another_letter" if typed else "screen.another_face")
        found += [Action(other, "turn"), Action(say("screen.right_as_it_is"), "push")]
    elif look.kind in sight.SINGLE and look.most == 1:
        found.append(Action(say("screen.by_hand"), "turn"))
    return [*found, Action(say("screen.type_letters"), "type")] if typed else found


def _ticking(tick: Tick, shown: Shown) -> list[Action]:
    """The dial's push does what the place that it stands on is for."""
    place = ticked_at(tick, shown)
    if place in (MORE, FEWER):
        push = Action(say("screen.one_more" if place == MORE else "screen.one_fewer"), "push")
    else:
        untick = place in tick.ticked
        push = Action(
            say("screen.untick" if untick else "screen.tick"), "push", touch=say("screen.touch_tick")
        )
    return [Action(say("screen.change"), "turn"), push, Action(say("screen.type_first"), "type", touch="–")]


def ticked_at(tick: Tick, shown: Shown) -> str:
    """What the dial stands on."""
    return tick.places[min(max(shown.cursor[1], 0), len(tick.places) - 1)]


def _writing(write: Write, shown: Shown) -> list[Action]:
    """Letters by keys, then Enter, or the writer's button if that does nothing else."""
    found = [Action(say("screen.type_letters"), "type")]
    asked = [accept for accept in shown.prompt.accepts if not accept.hold and accept.seats]
    if shown.typed and asked[0] is write:  # otherwise the button is for something else, and only Enter takes
        found.append(Action(say("screen.take", what=shown.typed), "press", write.seats, shown.typed))
    return found


def _spelling(spell: Spell, shown: Shown) -> list[Action]:
    marking = spell.punctuation and shown.offered and not shown.typed
    return [
        Action(say("screen.okay"), "press", spell.seats),
        Action(say("screen.place_mark" if marking else "screen.count_one"), "turn"),
        Action(say("screen.type_word"), "type"),
    ]


def chooser(shown: Shown) -> Choose | None:
    """What the dial chooses from, if anything."""
    return next(shown.prompt.of_kind(Choose), None)


def cursor(choose: Choose, shown: Shown) -> tuple[int, int]:
    """The dial's row and place, held inside the rows."""
    row = min(max(shown.cursor[0], 0), len(choose.rows) - 1)
    return row, min(max(shown.cursor[1], 0), len(choose.rows[row]) - 1)


def label(row: Row, place: int) -> str:
    """A choice in words: `3x5` is 3 × 5, a row's only value has the row's own name."""
    if not isinstance(row.values, range) and len(row) == 1 and row.label:
        return row.label
    return pretty(row.at(place))


def pretty(words: str) -> str:
    """Words as people write them: bids with a real ×, a capital in front."""
    words = _BID.sub(r"\1 × \2", words)
    return words[:1].upper() + words[1:]
