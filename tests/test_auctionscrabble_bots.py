"""A thousand whole games of Auction Scrabble by bots, invariants after every answer; undo, replay."""

from collections import Counter
from dataclasses import fields, replace
from random import Random

import pytest

from appliance.games import bots
from appliance.games.auctionscrabble import bot
from appliance.games.auctionscrabble import game as auction
from appliance.games.auctionscrabble.rules import Options, as_seen
from appliance.games.game_views import Crossboard, Lot
from appliance.games.judge import Judge
from appliance.games.prompts import Answer, Look, Prompt, Write
from appliance.games.scrabble import moves
from appliance.games.scrabble.board import Board
from appliance.games.scrabble.gcg_moves import Lay, Withdraw
from appliance.games.scrabble.gcg_write import Entry, Line
from appliance.games.script import Misfit, Play
from appliance.games.views import Final, Standing
from appliance.lexicon import Lexicon
from appliance.pieces.tiles import ENGLISH, RACK
from tests.bot_kit import NAMES, booked, check_controls, check_turn

SHORT = (
    "AT",
    "TO",
    "IN",
    "ON",
    "IT",
    "AS",
    "IS",
    "OR",
    "AN",
    "HE",
    "WE",
    "ME",
    "NO",
    "SO",
    "UP",
    "EAT",
    "TEN",
    "RUN",
    "SIT",
)
"""Words that whoever plays by chance lays, if he has them."""


def any_options(rng: Random) -> Options:
    chosen = {f.name: rng.random() < 0.5 for f in fields(Options) if f.type in (bool, "bool")}
    limit = rng.choice([0, 10])
    return Options(points=rng.choice([5, 20, 100]), bid_seconds=limit, **chosen)  # type: ignore[arg-type]


def game(judge: Judge, seats: int, options: Options, log: list[Entry] | None = None) -> Play[Standing]:
    return Play(lambda: auction.play(NAMES[:seats], options, judge, log))


def eye(look: Look, prompt: Prompt, rng: Random) -> str:
    """A short word where it can lie, or a board on which something has been taken, changed or added."""
    if not isinstance(prompt.view, Crossboard):
        tile = rng.choice(ENGLISH.bag) if rng.random() < 0.05 else ""  # perhaps one that cannot come
        return tile or bots.any_look(look, prompt, rng)
    board = Board(prompt.view.rows)
    if board.tiles and rng.random() < 0.1:
        square = rng.choice([*board.tiles, *(beside for tile in board.tiles for beside in tile.neighbours)])
        inside = {square} if 0 <= square.row < 15 and 0 <= square.column < 15 else set()
        return as_seen(board.put(dict.fromkeys(inside, rng.choice(".AEQ"))))
    near = [word for word in SHORT if sum(letter not in look.among for letter in word) < 2]
    plays = moves.placements(board, rng.choice(near), look.among) if near else []
    return as_seen(board.put(rng.choice(plays).laid) if plays else board)


def anything(prompt: Prompt, rng: Random, judge: Judge) -> Answer:
    """Anything; but a look at the board comes as often as all the rest, or nobody would ever lay a tile."""
    looks = [look for look in prompt.of_kind(Look) if look.kind == "board"]
    if looks and rng.random() < 0.5:
        return Answer(looks[0].seats[0], looks[0].verb, eye(looks[0], prompt, rng))
    if prompt.accept("empty") and rng.random() < 0.7:
        (look,) = prompt.of_kind(Look)
        return Answer(look.seats[0], look.verb, eye(look, prompt, rng))
    return bots.anything(prompt, rng, judge, eye)


def hasty(prompt: Prompt, rng: Random, judge: Judge) -> Answer:
    """A sensible player at a box from which tiles have been lost."""
    if prompt.accept("empty") and rng.random() < 0.2:
        return Answer(prompt.acting[0], "empty")
    return bot.sensibly(prompt, rng, judge)


class Watch:
    """What must be so after every answer."""

    def __init__(self, options: Options, log: list[Entry]) -> None:
        self.options = options
        self.log = log
        self.read = self.on_board = 0
        self.emptied = False

    def check(self, play: Play[Standing], before: Prompt, answer: Answer) -> None:
        self.emptied |= answer.verb == "empty"
        self._read_log()
        self._tiles(play.prompt)
        self._accounts(play, before, answer)

    def _read_log(self) -> None:
        for entry in self.log[self.read :]:
            move = entry.move if isinstance(entry, Line) else None
            if isinstance(move, Lay):
                self.last = len(move.word.replace(".", ""))
                self.on_board += self.last
            elif isinstance(move, Withdraw):
                self.on_board -= self.last
        self.read = len(self.log)

    def _tiles(self, prompt: Prompt) -> None:
        """Every tile is in the bag, on a rack, on the board, or under the hammer."""
        racks = ["".join(place.tokens) for place in prompt.standing.places]
        assert all(len(rack) <= RACK for rack in racks)
        view = prompt.view
        if isinstance(view, Lot | Crossboard):
            lot = prompt.accept("leave") is not None
            held = sum(map(len, racks)) + self.on_board + view.left + lot
            assert held == len(ENGLISH.bag) if not self.emptied else view.left == 0
        if isinstance(view, Lot) and prompt.accept("leave"):
            assert len(racks[prompt.acting[0]]) < RACK  # AU-5

    def _accounts(self, play: Play[Standing], before: Prompt, answer: Answer) -> None:
        """Accounts change as the page says, or by the winning bid; nobody goes below 0 (AU-1)."""
        pairs = zip(before.standing.places, play.standing.places, strict=True)
        changes = Counter({new.name: new.score - old.score for old, new in pairs})
        expected = Counter[str]()
        for name, n in booked(play):
            expected[name] += n
        if isinstance(before.view, Crossboard) and before.view.words:  # a play that is taken, or taken back
            taken = answer.value == "stands" or (answer.verb == "go on" and not before.accept("verdict"))
            expected[before.view.who] += sum(points for _, points in before.view.words) if taken else 0
        if isinstance(before.view, Lot) and any(changes.values()):
            high = int(answer.value) if answer.verb == "bid" else int(before.view.high.rsplit(" ", 1)[-1])
            assert sorted(changes.values())[0] == -high == changes.total()
        else:
            assert changes == expected
        if self.options.bid_cap and self.options.floor:
            assert all(place.score >= 0 for place in play.standing.places)


def play_out(play: Play[Standing], draw: bots.Bot, rng: Random, judge: Judge, watch: Watch) -> None:
    seats = len(play.standing.places)
    while not play.over:
        prompt = play.prompt
        check_turn(prompt, seats)
        typed = tuple(accept for accept in prompt.accepts if not isinstance(accept, Write))
        check_controls(replace(prompt, accepts=typed), seats)  # what is typed needs no button
        answer = draw(prompt, rng, judge)
        play.give(answer)
        if not play.over:
            watch.check(play, prompt, answer)
        assert len(play.answers) < 5_000, "the game does not end"


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_a_thousand_games_of_bots(lexicon: Lexicon, block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "LETTERS", 1)  # plays are not as good, but found in a third of the time
    monkeypatch.setattr(moves, "ENOUGH", 2)
    for seed in range(block * 50, block * 50 + 50):
        rng = Random(seed)
        options = any_options(rng) if seed % 3 else Options()
        log: list[Entry] = []
        play = game(lexicon, 2 + seed // 2 % 3, options, log)
        play_out(play, hasty if seed % 2 else anything, rng, lexicon, Watch(options, log))
        assert isinstance(play.prompt.view, Final)
        assert play.prompt.view.winners == play.standing.leaders  # AU-13


def test_sensible_games_are_worth_watching(lexicon: Lexicon) -> None:
    """Tiles are fought for, most words are good ones, hardly anybody passes before the bag is empty."""
    bids, prices, points, passes, plays = [], [], [], 0, 0
    for seed in range(6):
        rng, log = Random(seed), list[Entry]()
        play = game(lexicon, 2 + seed % 3, Options(), log)
        while not play.over:
            answer = bot.sensibly(play.prompt, rng, lexicon)
            if answer.verb == "bid":
                bids.append(int(answer.value))
            if answer.verb == "pass" and isinstance(play.prompt.view, Crossboard):
                passes += play.prompt.view.left > 0
            play.give(answer)
            if isinstance(play.prompt.view, Lot) and play.prompt.view.high:
                prices.append(int(play.prompt.view.high.rsplit(" ", 1)[-1]))
        laid = [entry.score for entry in log if isinstance(entry, Line) and isinstance(entry.move, Lay)]
        points += laid
        plays += len(laid)
        assert "bag 0" in play.standing.progress
        assert min(place.score for place in play.standing.places) > 0
    assert max(prices) >= 10
    assert len(bids) > 6 * 100
    assert 12 < sum(points) / plays < 30
    assert passes < plays / 8


def test_undo_takes_one_answer_back_anywhere(lexicon: Lexicon) -> None:
    rng = Random(5)
    play = game(lexicon, 3, Options(words_checked=False, exchange=True))
    while not play.over:
        before, told = play.prompt, list(play.answers)
        answer = anything(play.prompt, rng, lexicon)
        play.give(answer)
        if rng.random() < 0.1:
            assert play.undo() == answer
            assert play.prompt == before
            assert play.answers == told
            play.give(answer)
    assert len(play.answers) > 60


@pytest.mark.parametrize("options", [Options(), Options(words_checked=False, exchange=True)], ids=str)
def test_a_replay_needs_no_chance_and_reaches_the_same_prompt(lexicon: Lexicon, options: Options) -> None:
    rng = Random(11)
    play = game(lexicon, 3, options)
    for _ in range(150):
        play.give(bot.sensibly(play.prompt, rng, lexicon))
    again = game(lexicon, 3, options)
    again.replay([Answer.parse(str(answer)) for answer in play.answers])
    assert again.prompt == play.prompt


def test_a_game_by_other_rules_is_refused_with_its_last_standing(lexicon: Lexicon) -> None:
    rng = Random(3)
    play = game(lexicon, 3, Options())
    for _ in range(200):
        play.give(bot.sensibly(play.prompt, rng, lexicon))
    with pytest.raises(Misfit, match="does not fit") as caught:
        game(lexicon, 3, Options(points=2)).replay(play.answers)
    assert [place.name for place in caught.value.standing.places] == NAMES[:3]


def test_a_bot_types_its_word_where_the_camera_is_wrong(lexicon: Lexicon) -> None:
    rng = Random(1)
    play = game(lexicon, 2, Options())
    while not play.prompt.accept("board"):
        play.give(bot.sensibly(play.prompt, rng, lexicon))
    (seat,) = play.prompt.acting
    play.give(Answer(seat, "board", "Q14" + "/15" * 14))
    verbs = []
    while not play.prompt.accept("tile") and "verdict" not in verbs:
        answer = bot.sensibly(play.prompt, rng, lexicon)
        verbs.append(answer.verb)
        play.give(answer)
    assert verbs == ["word", "place", "verdict"]
    assert play.answers[-1].value == "stands"
