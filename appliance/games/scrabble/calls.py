"""What Speed Scrabble and Idaho share: who plays, who says GO!, the pool, calls (SS-1 … SS-8, ID-1)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from appliance.games import sheet
from appliance.games.game_views import Pool
from appliance.games.judge import Judge
from appliance.games.prompts import TIME, Choose, Press, Row, Timer
from appliance.games.scrabble.pool import TILES
from appliance.games.script import Part, Script, ask
from appliance.games.sheet import final_table
from appliance.games.votes import vote
from appliance.phrases import say
from appliance.pieces.tiles import BLANK, RACK

CROWD = 5
"""How many play at once with one set of tiles; the winner then rotates out (SS-1)."""

GO, GO_TOO, STUCK = "go", "go too", "stuck"


@dataclass(frozen=True)
class Options:
    """House rules of both games.

    `games` are played one after another; `two_sets` mixes two boxes of tiles; with `player_starts` a player
    is the first GOSAYER, otherwise anybody in the room; calls within `window_seconds` are one call.
    """

    games: int = 1
    two_sets: bool = False
    player_starts: bool = False
    window_seconds: int = 1


class Sheet(sheet.Sheet):
    """The mutable state of both games: who sits at the table, the pool, and what the group has ruled."""

    def __init__(self, room: str, names: Sequence[str], options: Options, judge: Judge) -> None:
        super().__init__(names, judge)
        self.room = room
        self.options = options
        self.boxes = 2 if options.two_sets else 1
        crowd = self.count if options.two_sets else CROWD
        self.playing, self.waiting = self.seats[:crowd], self.seats[crowd:]
        self.gosayer: int | None = None
        self.game = 0
        self.pool = 0
        self.held = [0] * self.count
        self.note = ""
        self.taken: dict[int, int] = {}
        self.allowed: set[str] = set()
        self.barred: set[str] = set()

    def progress(self) -> str:
        """Which game it is, if there are several."""
        games = self.options.games
        return say("calls.progress", game=self.game, games=games) if games > 1 and self.game else ""

    def tokens(self, seat: int) -> tuple[str, ...]:
        """Whether a player sits this game out."""
        return (say("calls.waits"),) if seat in self.waiting else ()

    def deal(self) -> None:
        """Seven tiles for everybody at the table, face down (SS-2)."""
        self.game += 1
        self.pool = TILES * self.boxes - RACK * len(self.playing)
        self.held = [RACK if seat in self.playing else 0 for seat in self.seats]
        self.taken = {}
        self.note = ""
        self.allowed, self.barred = set(), set()

    def take(self, tiles: Mapping[int, int], note: str) -> None:
        """Tiles go from the pool to players, by seat."""
        for seat, number in tiles.items():
            self.held[seat] += number
            self.pool -= number
        self.taken = dict(tiles)
        self.note = note

    def put_aside(self) -> None:
        """What is left of the pool is too little for all and is out of play."""
        self.pool = 0
        self.taken = {}

    def rotate(self, winner: int) -> None:
        """The winner makes room for whoever has waited longest (SS-1)."""
        if self.waiting and winner in self.playing:
            first, *others = self.waiting
            self.playing = tuple(sorted({*self.playing, first} - {winner}))
            self.waiting = (*others, winner)

    def is_word(self, word: str) -> bool:
        """Whether a word counts: as the group voted (SS-9), or else as the list has it.

        A vote on a word with a blank `?` in it holds for each letter in the blank's place.
        """
        if any(_is_like(word, ruled) for ruled in self.barred):
            return False
        return any(_is_like(word, ruled) for ruled in self.allowed) or self.judge.is_word(word)

    def table(self, called: str = "") -> Pool:
        """The pool, what everybody holds and has just taken."""
        rows = ((self.names[seat], self._holds(seat)) for seat in self.playing)
        return Pool(self.pool, tuple(rows), self.note, called)

    def _holds(self, seat: int) -> str:
        holds = say("calls.holds", n=self.held[seat])
        taken = self.taken.get(seat, 0)
        return say("calls.takes", holds=holds, n=taken) if taken else holds

    def named(self, seats: Sequence[int]) -> str:
        """Some players in one line."""
        return say("calls.and").join(self.names[seat] for seat in seats)


def _is_like(word: str, ruled: str) -> bool:
    return len(word) == len(ruled) and all(r in (BLANK, w) for w, r in zip(word, ruled, strict=True))


def session(sheet: Sheet, advice: Callable[[int], str], one_game: Callable[[], Part[int | None]]) -> Script:
    """One game after another; who wins one says GO! in the next and may have to make room (SS-1, SS-2).

    `advice` is a line for a number of players; a game returns the next GOSAYER, None if it was drawn.
    """
    for _ in range(sheet.options.games):
        sheet.deal()
        yield from begin(sheet, advice(len(sheet.playing)))
        winner = yield from one_game()
        if winner is not None:
            sheet.gosayer = winner
            sheet.rotate(winner)
    return (yield from final_table(sheet))


def begin(sheet: Sheet, advice: str) -> Part[None]:
    """Everybody takes seven; the GOSAYER says the first GO! (SS-2, SS-3).

    The first GOSAYER is somebody in the room who pushes the dial, or a player.
    """
    names = sheet.named(sheet.waiting)
    waits = say("calls.who_waits", names=names, n=len(sheet.waiting)) if names else ""
    sheet.note = " ".join(line for line in (advice, waits) if line)
    if sheet.gosayer is None and sheet.options.player_starts:
        row = Row(say("calls.gosayer_row"), sheet.names)
        choose = Choose("gosayer", (), (row,))
        answer = yield from ask(sheet.prompt("calls.gosayer", sheet.table(), choose))
        sheet.gosayer = sheet.names.index(answer.value)
    label = say("calls.first_go")
    if sheet.gosayer is None:
        yield from ask(sheet.prompt("calls.begin_anybody", sheet.table(), Press(GO, (), label)))
    else:
        who = (sheet.gosayer,)
        name = sheet.names[sheet.gosayer]
        start = Press(GO, who, label)
        yield from ask(sheet.prompt("calls.begin", sheet.table(), start, acting=who, name=name))
    sheet.note = ""


def call(sheet: Sheet, phrase: str, stuck: str) -> Part[tuple[int, ...]]:
    """Everybody builds until somebody calls; the callers, first press first (SS-4, SS-5, ID-2).

    Nobody if the dial is pushed instead, which asks for what `stuck` says (SS-8, ID-4). That is no held
    button: a race is decided when a button goes down, and nobody should hit it with care.
    """
    presses = Press(GO, sheet.playing, say("calls.go")), Press(STUCK, (), stuck)
    answer = yield from ask(sheet.prompt(phrase, sheet.table(), *presses))
    if answer.seat is None:
        sheet.taken = {}
        return ()
    callers = [answer.seat]
    window = Timer("window", sheet.options.window_seconds, "bid")
    while others := tuple(seat for seat in sheet.playing if seat not in callers):
        too = Press(GO_TOO, others, say("calls.go_too"))
        names = sheet.named(callers)
        view, acting = sheet.table(names), tuple(callers)
        answer = yield from ask(
            sheet.prompt("calls.window", view, too, acting=acting, timer=window, names=names)
        )
        if answer.verb == TIME:
            break
        assert answer.seat is not None  # the prompt asked it of seats
        callers.append(answer.seat)
    sheet.taken = {}
    return tuple(callers)


def agree(sheet: Sheet, question: str) -> Part[bool]:
    """The group decides by a vote of those at the table."""
    return (yield from vote(sheet, question, sheet.playing))


def clockwise(sheet: Sheet, first: int) -> Iterator[int]:
    """Those at the table in turn, to the left, from one of them on."""
    start = sheet.playing.index(first)
    yield from (*sheet.playing[start:], *sheet.playing[:start])
