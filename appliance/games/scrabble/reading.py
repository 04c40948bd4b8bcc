"""The crosswords of a whole table: what lies before whom, what is wrong with it, doubts (SS-9 … SS-11)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from appliance.games.game_views import Crosswords
from appliance.games.looks import crosswords
from appliance.games.prompts import Choose, Look, Press, Row
from appliance.games.scrabble import stock
from appliance.games.scrabble.building import beside, rows_of
from appliance.games.scrabble.calls import Sheet, agree
from appliance.games.scrabble.layout import Layout, no_words
from appliance.games.scrabble.squares import Square, parts
from appliance.games.script import Part, ask
from appliance.phrases import say
from appliance.pieces.tiles import BLANK, ENGLISH, face

LOOK, BY_HAND, DOUBT, AS_READ, NONE = "layouts", "by hand", "doubt", "as read", "none"


@dataclass(frozen=True)
class Laid:
    """What lies before a player: the words laid out, and all tiles, those that lie singly too."""

    layout: Layout
    tiles: tuple[str, ...]

    @property
    def singles(self) -> tuple[str, ...]:
        """The tiles that lie by themselves."""
        rest = list(self.tiles)
        for tile in self.layout.tiles.values():
            rest.remove(face(tile))
        return tuple(rest)

    @property
    def rows(self) -> tuple[str, ...]:
        """The layout as text, single tiles below it."""
        return beside(rows_of(self.layout.tiles), self.singles)

    @property
    def words(self) -> tuple[str, ...]:
        """All runs of two tiles or more, each text once."""
        return tuple(dict.fromkeys(run.text.upper() for run in self.layout.runs))


Entry = tuple[str, tuple[str, ...]]
"""A player's points as text, or "", and what is wrong with the layout."""


@dataclass(frozen=True)
class Reading:
    """What lies before each player, by seat, and why all that cannot come from the boxes on the table."""

    lies: Mapping[int, Laid]
    alarms: tuple[str, ...]


def reading_of(sheet: Sheet, text: str) -> Reading:
    """The reading of a look's text; what lies near a seat that does not play is nobody's.

    The text may have several layouts a seat: each is a group of tiles that hang together.
    """
    groups: dict[int, list[tuple[str, ...]]] = {seat: [] for seat in sheet.playing}
    for seat, rows in crosswords(text):
        if seat in groups:
            groups[seat].append(rows)
    lies = {seat: _laid(of_one, sheet.held[seat]) for seat, of_one in groups.items()}
    tiles = [tile for laid in lies.values() for tile in laid.tiles]
    return Reading(lies, stock.reasons(ENGLISH, tiles, sheet.boxes))  # SS-10: too many blanks, say


def _laid(layouts: Iterable[Iterable[str]], held: int) -> Laid:
    """The layouts of one player, below each other with a gap.

    A tile face down looks like a blank: blanks that touch no letter, and are more than the player's tiles,
    are of the pool.
    """
    tiles: dict[Square, str] = {}
    for rows in layouts:
        below = max((square.row for square in tiles), default=-2) + 2
        for square, tile in Layout.parse("\n".join(rows)).tiles.items():
            tiles[Square(square.row + below, square.column)] = tile
    groups = parts(tiles)
    words = [group for group in groups if len(group) > 1 and set(group.values()) != {BLANK}]
    singles = [tile for group in groups if group not in words for tile in group.values()]
    for _ in range(min(len(tiles) - held, singles.count(BLANK))):
        singles.remove(BLANK)
    layout = Layout({square: tile for group in words for square, tile in group.items()})
    return Laid(layout, tuple(sorted([*map(face, layout.tiles.values()), *singles])))


def miscounted(sheet: Sheet, seat: int, lies: Laid) -> tuple[str, ...]:
    """That a player has not as many tiles as all takes come to, if so (SS-7)."""
    number, held = len(lies.tiles), sheet.held[seat]
    return (say("calls.miscounted", n=number, held=held),) if number != held else ()


def look_at(sheet: Sheet, seat: int) -> Look:
    """A look at the whole table, when this player asks; `among` is how many tiles each holds: `1:25`."""
    holding = tuple(f"{seat + 1}:{sheet.held[seat]}" for seat in sheet.playing)
    total = sum(sheet.held)
    return Look(LOOK, (seat,), "crosswords", ENGLISH.name, min(1, total), total, among=holding)


def read(
    sheet: Sheet, phrase: str, looker: int, seats: Iterable[int], judged: Callable[[int, Laid], Entry]
) -> Part[Reading | None]:
    """The layouts of some seats as the camera reads them and the group accepts them; None goes by hand.

    `judged` says what a layout is worth and what is wrong with it. Before it is accepted it can be looked
    at again, and everybody may put a word to the vote (SS-9).
    """
    shown = tuple(seats)
    look, acting = look_at(sheet, looker), (looker,)
    hand = Press(BY_HAND, (), say("calls.by_hand"))
    name = sheet.names[looker]
    answer = yield from ask(sheet.prompt(phrase, Crosswords(()), look, hand, acting=acting, name=name))
    text = answer.value
    while answer.verb != BY_HAND:
        reading = reading_of(sheet, text)
        entries = {seat: judged(seat, reading.lies[seat]) for seat in shown}
        accepts = (look, _verdict(), *_doubts(sheet, looker))
        view = _view(sheet, reading, entries)
        good = not reading.alarms and not any(wrong for _, wrong in entries.values())
        prompt = "calls.read_well" if good else "calls.read_ill"
        answer = yield from ask(sheet.prompt(prompt, view, *accepts, acting=acting, name=name))
        if answer.verb == LOOK:
            text = answer.value
        elif answer.verb == DOUBT:
            assert answer.seat is not None  # the prompt asked it of seats
            yield from doubt(sheet, answer.seat, [reading.lies[seat] for seat in shown], view)
        elif answer.value == AS_READ:
            return reading
        else:
            break
    return None


def _verdict() -> Choose:
    return Choose("verdict", (), (Row(say("calls.verdict_row"), (AS_READ, BY_HAND)),))


def _doubts(sheet: Sheet, looker: int) -> tuple[Press, Press]:
    """Everybody may doubt a word; the looker's button asks for another look, so the looker holds it."""
    others = tuple(seat for seat in sheet.playing if seat != looker)
    label = say("calls.doubt")
    return Press(DOUBT, others, label), Press(DOUBT, (looker,), label, hold=True)


def _view(sheet: Sheet, reading: Reading, entries: Mapping[int, Entry]) -> Crosswords:
    layouts = [
        (sheet.names[seat], reading.lies[seat].rows, points, wrong)
        for seat, (points, wrong) in entries.items()
    ]
    if reading.alarms:
        layouts.append((say("calls.whole_table"), (), "", reading.alarms))
    return Crosswords(tuple(layouts))


def doubt(sheet: Sheet, seat: int, shown: Iterable[Laid], view: Crosswords) -> Part[None]:
    """A player names a word that lies there, and the group votes; a tie means not allowed (SS-9).

    Words that the list lacks come first: a vote can allow them, or bar one that the list has.
    """
    unknown: dict[str, None] = {}
    known: dict[str, None] = {}
    for lies in shown:
        bad = {run.text.upper() for run in no_words(lies.layout, sheet.is_word)}
        unknown |= dict.fromkeys(word for word in lies.words if word in bad)
        known |= dict.fromkeys(word for word in lies.words if word not in bad)
    words = tuple(dict.fromkeys([*unknown, *known]))
    choose = Choose("word", (seat,), (Row(say("calls.word_row"), (*words, NONE)),))
    name, acting = sheet.names[seat], (seat,)
    answer = yield from ask(sheet.prompt("calls.which_word", view, choose, acting=acting, name=name))
    if answer.value == NONE:
        return
    word = answer.value
    stands = yield from agree(sheet, say("calls.is_it_a_word", word=word))
    (sheet.allowed if stands else sheet.barred).add(word)
    (sheet.barred if stands else sheet.allowed).discard(word)
