"""Draws every page of the screen to PNG files, from real scripts played with fixed answers.

`python tools/screenshots.py` writes the documentation's set at 800 x 480 to docs/screens; `--sizes` writes
other sizes to another folder, to be looked at. `--games` plays the catalogue's games by their bots and writes
the fullest page of each kind.
"""

import argparse
import os
import struct
import sys
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
import numpy.typing as npt
import pygame

from appliance.games import setup, timer
from appliance.games.anabid import game as anabid
from appliance.games.anabid.rules import Options
from appliance.games.catalogue import GAMES, Setup
from appliance.games.judge import Judge
from appliance.games.letters import is_made_of, tiles_of
from appliance.games.prompts import TIME, Answer, Choose, Press, Prompt
from appliance.games.script import Play
from appliance.games.views import Doubts, Final, Ladder, Standing, Throw
from appliance.lexicon import Entry, Found, Lexicon
from appliance.screens import draw
from appliance.screens.shown import Seen, Shown

SIZES = ((480, 320), (800, 480), (1280, 720), (1920, 1080))
DOCS = Path(__file__).resolve().parents[1] / "docs" / "screens"

CHOSEN = (
    "menu joining variants timer-running first throw-unsure throw-keys announce coin bid bid-refused "
    "nobody-bids spell-offered spell-steal steal-words doubts-willing which-word verdict account "
    "account-missed final help-spelling paused fault"
)
"""The pages that the documentation shows."""

NAMES = ("Alex", "Reza", "Marcus", "Ines")
SEVEN = ("Alex", "Reza", "Maximiliane-Sophie", "Ines", "Wolfgang", "Bo", "Christopher")
SIX_DICE = "A C E R B T"
NINE_DICE = "N T D S R E Qu A I"
THIRTY = (
    "AIDES AIRED ARISE ASIDE DARES DARNS DARTS DATES DEANS DEARS DENTS DIETS DINER DINES DRAIN "
    "DRIES EARNS EDITS IDEAS INERT INTER IRATE NEARS QUAINT QUARTS QUIETS RAIDS RAINS RAISE RANTS"
)
WORDS = (
    "ACE ACT ARC ARE ART ATE BAR BAT BET BRA CAB CAR CAT EAR EAT ERA RAT TAB TAR TEA "
    "ABET ACRE BARE BEAR BEAT BETA BRAT CARE CART CRAB RACE RATE TEAR BATE BRAE TARE CATE TACE "
    "BRACE CATER CRATE REACT RECTA TRACE BRACT CABER CARET ACERB CARTE TABER "
    "ANTIQUE ARDENT DETAIN RETAIN STRAIN TRAINS INSTEAD RETAINS SQUANDER SQUINTED STRAINED RANDIEST " + THIRTY
)
SCORES = (34, -6, 21, 112, 34, 0, 7)

PLAIN = Options()

Stories = dict[str, Shown]


class FewWords:
    """A judge that knows the words of these pictures."""

    def words(
        self, tiles: Sequence[str], *, shortest: int, longest: int, standard: bool = False
    ) -> dict[int, list[Found]]:
        """Its words of these tiles, by length."""
        found: dict[int, list[Found]] = {}
        for word in WORDS.split():
            length = len(tiles_of(word))
            if shortest <= length <= longest and is_made_of(word, tiles):
                found.setdefault(length, []).append(Found(word, 1, True))
        return found

    def look_up(self, word: str, *, places: bool, punctuation: bool) -> Entry:
        """Whether it is one of its words."""
        known = word in WORDS.split()
        reason = f"{word} is {'a word (tier 1)' if known else 'in no list'}"
        return Entry(word, known, ("words",) if known else (), 1 if known else None, False, reason)


class Game:
    """A game of Anabid! led to the pages that are wanted."""

    def __init__(self, names: Sequence[str], options: Options = PLAIN) -> None:
        self.names = names
        self.play = Play(lambda: anabid.play(names, options, FewWords()))

    def give(self, verb: str, value: str = "") -> None:
        """The first asking of that verb is answered, by the first whom it is asked of."""
        accept = next(a for a in self.play.prompt.accepts if a.verb == verb)
        self.play.give(Answer(accept.seats[0] if accept.seats else None, verb, value))

    def time_up(self) -> None:
        """The timer runs out."""
        self.play.give(Answer(None, TIME))

    def begin(self, letters: str = SIX_DICE) -> None:
        """Up to the roll that is to be announced: the first player has the letter nearest A."""
        for letter in "ANTRMSD"[: len(self.names)]:
            self.give("roll", letter)
        self.give("roll", letters)

    def bid(self, *bids: str) -> None:
        """These bids, then none until somebody spells."""
        self.give("announced")
        for bid in bids:
            self.give("bid", bid)
        while isinstance(self.play.prompt.view, Ladder):
            self.give("bid", "no bid")

    def spell(self, *words: str) -> None:
        """These words are okayed."""
        for word in words:
            self.give("word", word)

    def shown(self, **values: object) -> Shown:
        """The open prompt as it looks in the middle of a game, with other scores."""
        prompt = self.play.prompt
        places = prompt.standing.places
        places = tuple(replace(p, score=p.score + s) for p, s in zip(places, SCORES, strict=False))
        if len(places) > 4 and not any(4 in accept.seats for accept in prompt.accepts):
            places = (*places[:4], replace(places[4], score=-21, out=True, tokens=()), *places[5:])
        standing = Standing(places, prompt.standing.progress)
        return Shown(replace(prompt, standing=standing), **values)  # type: ignore[arg-type]


def seen(letters: str, unsure: Sequence[int] = ()) -> tuple[Seen, ...]:
    """Dice as they may lie on the mat."""
    spots = ((0.2, 0.25), (0.47, 0.12), (0.76, 0.3), (0.1, 0.72), (0.36, 0.6), (0.63, 0.76), (0.9, 0.82))
    corners = ((0.95, 0.05), (0.02, 0.02))
    return tuple(
        Seen(letter, n not in unsure, *spot)
        for n, (letter, spot) in enumerate(zip(letters.split(), spots + corners, strict=False))
    )


def before(names: Sequence[str]) -> Stories:
    """The pages before a game, and the plain timer."""
    people = (*names, *("",) * 7)[:7]
    which = Play(setup.choose_game)
    found = {"menu": Shown(which.prompt)}
    agree = Play(lambda: setup.set_up("anabid", people))
    found["joining-nobody"] = Shown(agree.prompt)
    for chair in range(len(names)):
        agree.give(Answer(chair, "join"))
    found["joining"] = Shown(agree.prompt)
    agree.give(Answer(None, "go on"))
    found["variants"] = Shown(agree.prompt, cursor=(0, 2))
    clock = Play(lambda: timer.countdown(30, 7))
    found["timer-ready"] = Shown(clock.prompt)
    clock.give(Answer(0, "start"))
    found["timer-running"] = Shown(clock.prompt, left={"play": 18.2})
    clock.give(Answer(None, TIME))
    found["timer-up"] = Shown(clock.prompt)
    return found


def throws(names: Sequence[str]) -> Stories:
    """The first throw, and a roll that the camera reads."""
    game = Game(names)
    found = {}
    for letter in "ANTRMSD"[: len(names) - 1]:
        game.give("roll", letter)
    found["first"] = game.shown()
    game.give("roll", "S")
    found["throw-moving"] = game.shown(moving=True)
    found["throw-unsure"] = game.shown(
        seen=seen(SIX_DICE, [3, 4]), mark=3, notice="Not sure of this one: turn the dial, push to take it"
    )
    found["throw-nine"] = game.shown(seen=seen(NINE_DICE))
    found["throw-keys"] = game.shown(typed="ACER", keys=True, fault="camera: not connected. Plug it in.")
    found["throw-no-camera"] = game.shown(
        keys=True,
        fault="camera: library missing. picamera2 comes from apt only: sudo apt install python3-picamera2, "
        "in an environment that can see the system's packages.",
    )
    game.give("roll", SIX_DICE)
    found["announce"] = game.shown()
    coin = Game(names, Options(quotable=True))
    coin.begin(NINE_DICE)
    found["coin"] = coin.shown(cursor=(0, 1))
    return found


def auction(names: Sequence[str]) -> Stories:
    """Bids from the first to the last."""
    game = Game(names)
    game.begin()
    game.give("announced")
    found = {"bid-first": game.shown(cursor=(0, 0), left={"bid": 9.4})}
    game.give("bid", "6x3")
    game.give("bid", "10x3")
    found["bid"] = game.shown(cursor=(3, 2), left={"bid": 3.2})
    found["bid-refused"] = game.shown(cursor=(6, 0), left={"bid": 1.2}, notice="“1x3” cannot be chosen now")
    nobody = Game(names)
    nobody.begin(NINE_DICE)
    nobody.bid()
    found["nobody-bids"] = nobody.shown()
    return found


def spelling(names: Sequence[str]) -> Stories:
    """A minute of words, a steal, and the words of the stealer."""
    game = Game(names)
    game.begin()
    game.bid("6x3", "10x3", "3x5")
    found = {"spell": game.shown(left={"play": 58.6})}
    game.spell("BRACE", "TRACE")
    found["spell-offered"] = game.shown(left={"play": 31.2}, offered="CARET")
    found["spell-typed"] = game.shown(left={"play": 17.0}, typed="CAR", offered="CAR")
    steal = next(p for p in game.play.prompt.of_kind(Press) if p.verb.startswith("steal"))
    game.play.give(Answer(steal.seats[0], steal.verb))
    game.spell("CARET", "BRACT")
    found["spell-steal"] = game.shown(left={"play": 8.3}, offered="REACT")
    game.time_up()
    found["last-word"] = game.shown(offered="REACT")
    game.give("go on")
    if game.play.prompt.headline.endswith("?"):
        found["which-token"] = game.shown(cursor=(0, 1))
        game.give("token", "1")
    found["steal-words"] = game.shown(left={"bid": 6.1}, offered="CRATE")
    return found


def many(names: Sequence[str]) -> Stories:
    """Nine dice and thirty words; It's Quotable, so the marks are there too."""
    game = Game(names, Options(quotable=True))
    game.begin(NINE_DICE)
    game.give("coin", "heads")
    game.bid("1x5", "25x5")
    game.spell(*THIRTY.split())
    found = {"spell-thirty": game.shown(left={"play": 4.0}, offered="READS")}
    game.give("done")
    found["doubts-thirty"] = game.shown()
    game.give("challenge")
    while game.play.prompt.accepts[0].verb != "doubt":
        game.give("go on")
    found["which-thirty"] = game.shown(cursor=(0, 17))
    return found


def doubts(names: Sequence[str]) -> Stories:
    """Challenges, the verdict, the account."""
    game = Game(names)
    game.begin()
    game.bid("6x3", "10x3", "3x5")
    game.spell("BRACE", "TRACE", "CARET", "ACTER")
    game.give("done")
    found = {"doubts": game.shown()}
    game.give("challenge")
    if len(names) > 2:
        found["doubts-willing"] = game.shown()
        game.give("challenge")
        if game.play.prompt.accepts[0].verb == "go on":
            game.give("go on")
    found["which-word"] = game.shown(cursor=(0, 3))
    game.give("doubt", "ACTER")
    found["verdict"] = game.shown(cursor=(0, 1))
    game.give("verdict", "not found")
    if game.play.prompt.accepts[0].verb == "doubt":
        found["which-word-further"] = game.shown(cursor=(0, 1))
        game.give("doubt", "none")
    if isinstance(game.play.prompt.view, Doubts):
        game.give("go on")
    found["account"] = game.shown()
    return found


def ends(names: Sequence[str]) -> Stories:
    """A missed bid, and the end of the game."""
    game = Game(names)
    game.begin(NINE_DICE)
    game.bid("6x3", "10x3", "3x5")
    game.spell("AIDES")
    game.time_up()
    game.give("go on")
    game.give("go on")
    found = {"account-missed": game.shown()}
    while game.play.prompt.accepts[0].verb != "go on" or "win" not in game.play.prompt.headline:
        _quickly(game)
    found["final"] = Shown(game.play.prompt)
    tie = found["final"].prompt
    standing = Standing(tuple(replace(p, score=40, out=False) for p in tie.standing.places), "")
    found["final-shared"] = Shown(replace(tie, standing=standing, view=Final(tuple(names))))
    return found


def _quickly(game: Game) -> None:
    """Whatever brings the game to its end."""
    verb = game.play.prompt.accepts[0].verb
    nine = isinstance(game.play.prompt.view, Throw) and NINE_DICE
    game.give(verb, {"roll": nine or "", "bid": "no bid"}.get(verb, ""))


def over(names: Sequence[str]) -> Stories:
    """What may lie over a page."""
    game = Game(names)
    game.begin()
    game.bid("6x3", "10x3", "3x5")
    game.spell("BRACE")
    found = {
        "help-spelling": game.shown(left={"play": 31.2}, help=True),
        "paused": game.shown(left={"play": 31.2}, paused=True),
        "fault": game.shown(
            left={"play": 31.2},
            offered="TRACE",
            fault="camera: busy. Another program has it; the box tries again every five seconds.",
        ),
    }
    bidding = Game(names)
    bidding.begin()
    bidding.give("announced")
    found["help-bidding"] = bidding.shown(help=True, cursor=(3, 1))
    agree = Play(lambda: setup.set_up("anabid", (*names, *("",) * 7)[:7]))
    found["help-joining"] = Shown(agree.prompt, help=True)
    return found


PARTS: tuple[Callable[[Sequence[str]], Stories], ...] = (
    before,
    throws,
    auction,
    spelling,
    many,
    doubts,
    ends,
    over,
)


def stories(names: Sequence[str]) -> Stories:
    """Every page by name, as these people may see it."""
    return {name: shown for part in PARTS for name, shown in part(names).items()}


def main_pages(name: str, names: Sequence[str], judge: Judge, seed: int = 1) -> Stories:
    """The fullest page of each kind in a game of that name as its bot plays it, in the order of the game."""
    setup = Setup.of(GAMES[name], names)
    play, rng = setup.begin(judge), Random(seed)
    fullest: dict[type, Prompt] = {}
    while not play.over:
        prompt = play.prompt
        before = fullest.get(type(prompt.view))
        if before is None or len(repr(prompt.view)) > len(repr(before.view)):
            fullest[type(prompt.view)] = prompt
        play.give(setup.game.bot(prompt, rng, judge))
    return {f"{name}-{n}": in_play(prompt) for n, prompt in enumerate(fullest.values(), 1)}


def in_play(prompt: Prompt) -> Shown:
    """The prompt with the dial where it starts, and a third of its time gone."""
    choose = next(prompt.of_kind(Choose), None)
    cursor = choose.place_of(choose.suggest) if choose and choose.suggest else (0, 0)
    left = {prompt.timer.bar: prompt.timer.seconds * 2 / 3} if prompt.timer else {}
    return Shown(prompt, cursor=cursor, left=left)


def save(found: Stories, size: tuple[int, int], folder: Path) -> None:
    """Draw and write them."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, shown in found.items():
        surface = pygame.Surface(size)
        draw(surface, shown)
        (folder / f"{name}.png").write_bytes(png(surface))


def png(surface: pygame.Surface) -> bytes:
    """The picture as a PNG file of 256 colours: pages are flat, and so it is a third of the size."""
    red, green, blue = np.moveaxis(pygame.surfarray.array3d(surface).astype(np.int64), 2, 0)
    colours, index, counts = np.unique(
        (red << 16 | green << 8 | blue).T, return_inverse=True, return_counts=True
    )
    kept = colours[np.argsort(-counts, kind="stable")[:256]]
    far = ((_parts(colours)[:, None] - _parts(kept)[None]) ** 2).sum(axis=2)
    width, height = surface.get_size()
    pixels = far.argmin(axis=1)[index].reshape(height, width).astype(np.uint8)
    lines = b"".join(b"\0" + line.tobytes() for line in pixels)
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", _parts(kept).astype(np.uint8).tobytes()),
        (b"IDAT", zlib.compress(lines, 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )


def _parts(colours: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Packed colours as rows of red, green, blue."""
    return np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=-1)


def main() -> None:
    """Write the documentation's pictures, or those of all sizes for a look."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--sizes", type=Path, metavar="FOLDER", help="write all sizes, 2 and 7 players, there"
    )
    others = [name for name in GAMES if name != anabid.NAME]  # whose pages are the stories above
    parser.add_argument(
        "--games", nargs="*", choices=GAMES, metavar="NAME", help=f"play these (all: {', '.join(others)})"
    )
    args = parser.parse_args()
    folder = args.sizes
    if args.games is not None:
        with Lexicon.open() as lexicon:
            for name in args.games or others:
                save(main_pages(name, NAMES, lexicon), (800, 480), DOCS)
        return
    if folder is None:
        found = stories(NAMES)
        save({name: found[name] for name in CHOSEN.split()}, (800, 480), DOCS)
        return
    for size in SIZES:
        for names in (NAMES[:2], NAMES, SEVEN):
            save(stories(names), size, folder / f"{size[0]}x{size[1]}-{len(names)}")


if __name__ == "__main__":
    main()
