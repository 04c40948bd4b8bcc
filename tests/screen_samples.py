"""Prompts as the games make them in the middle of play: one or more for each kind of page and of asking."""

from collections.abc import Sequence

from appliance.games.game_views import (
    Ballot,
    Checklist,
    Crossboard,
    Crosswords,
    Jumble,
    Lot,
    Pool,
    Track,
    Tricks,
)
from appliance.games.prompts import GO_ON, Accept, Choose, Deal, Look, Press, Prompt, Row, Tick, Timer, Write
from appliance.games.views import Menu, Place, Standing, Throw, View
from appliance.pieces.track import track
from appliance.screens.shown import Seen, Shown

NAMES = ("Ana", "Reza", "Maximiliane", "Bo", "Christopher", "Ines")
SCORES = (84, -7, 112, 36, 0, 21)
DICE = ("red", "blue", "yellow", "green", "white", "purple")

WORDS = (
    "VENTURE VENTER EVENT NEVER NERVE TUREEN TENURE RETUNE VERNE UNTER RUNE TUNE TREE TEEN VENT VEER RENT "
    "RUNT TERN TURN TRUE EVEN EVER NEVE VERT UREN"
)
SIXTY = " ".join(
    [
        "RETAINS STAINER NASTIER ANTSIER STEARIN RETINAS RETSINA STAINS TRAINS RETAIN RATINE NEARST SATIRE",
        "STRIAE TISANE TINEAS INSERT INTERS SINTER ESTRIN NITERS ARISEN ARSINE SATIN STAIN SAINT",
        "TRAIN STARE TEARS RATES ASTER TARES RESIN RINSE RISEN SIREN SNARE EARNS SANER INERT INTER NITER",
        "TRINE RAIN RAIL TEAR RATE SEAT EAST EATS NEAR EARN RISE SIRE REST TIER TIRE RITE NEST SENT TENS",
    ]
)
VALUES = {**dict.fromkeys("AEIOULNSTR", 1), **dict.fromkeys("DG", 2), "V": 4, "Y": 4}

BOARD = (
    ("...............",) * 3
    + ("....Q..........", "....U..........", "....A..........", "....R..........")
    + ("....TRAIN......", "........E......", "....s...V......", "...STOVER......")
    + ("....I..........", "...LEG.........", "....S..........", "...............")
)
TRACK = track("bid-and-bluff").rows
JAM = ("JAM..", "..E..", "..TAX", "...A.", "..BEG")
LONG = ("..Q.......", "..UPTAKE..", "..I...I...", "..E.ZONED.", "STt...D...", "O.....L...", "WHARVES...")

Shownings = dict[str, Shown]


def prompt(
    names: Sequence[str],
    headline: str,
    view: View,
    *accepts: Accept,
    acting: tuple[int, ...] = (),
    timer: Timer | None = None,
    progress: str = "Round 3 of 12",
    tokens: tuple[str, ...] = (),
) -> Prompt:
    """An open prompt of these people with some scores."""
    places = (
        Place(name, score, tokens if seat == 0 else ())
        for seat, (name, score) in enumerate(zip(names, SCORES, strict=False))
    )
    help_line = "Turn the dial, then press your button. Or touch what you see."
    return Prompt(headline, help_line, accepts, view, Standing(tuple(places), progress), timer, acting)


def anagrascramble(names: Sequence[str]) -> Shownings:
    """A card from its back to its words."""
    everybody = tuple(range(len(names)))
    writing = Timer("write", 30.0, "play")
    moves = ("play on", "7", "Double", "Triple", "pass")
    move = Choose("move", (1,), (Row("One move at most", moves),), "play on")
    roll = Look("roll", (0,), "d12", "anagrascramble")
    card = Look("card", everybody, "card", "")
    done = Press("done", (1,), "Done")
    who = names[1]
    read = tuple(Seen(letter, n != 3, n / 7, 0.5) for n, letter in enumerate("TUERNEV"))
    shown = {
        "jumble-roll": Shown(
            prompt(names, f"{names[0]}: roll the die", Jumble(names[0], "", "green"), roll, acting=(0,))
        ),
        "jumble-rolled": Shown(
            prompt(names, f"{names[0]}: roll the die", Jumble(names[0], "", "red"), roll, acting=(0,)),
            seen=(Seen("Pass", True),),
        ),
        "jumble-by-hand": Shown(
            prompt(names, f"{names[0]}: roll the die", Jumble(names[0], "", ""), roll, acting=(0,)),
            seen=(Seen("6", False),),
            mark=0,
            notice="Turn the dial to what the die shows, push it to take it",
        ),
        "jumble-move": Shown(
            prompt(names, f"{who}: 6 letters. Your move?", Jumble(who, "", "green", 6), move, acting=(1,)),
            cursor=(0, 2),
        ),
        "jumble-deal": Shown(
            prompt(
                names,
                f"{who}: ready for the word?",
                Jumble(who, "", "red", 6, 2),
                Deal("card", everybody, "Show the card", ("TUERNEV",)),
                acting=(1,),
            )
        ),
        "jumble-look": Shown(
            prompt(names, f"{who}: lay the card", Jumble(who, "", "green", 7, 3), card, acting=(1,)),
            seen=read,
            mark=3,
        ),
        "jumble-look-keys": Shown(
            prompt(names, f"{who}: lay the card", Jumble(who, "", "", 7), card, acting=(1,)),
            keys=True,
            typed="TUER",
            fault="camera: not connected. Plug it in.",
        ),
        "jumble": Shown(
            prompt(
                names,
                f"{who}: write words, one of 6 letters or more",
                Jumble(who, "TUERNEV", "green", 6, 2, "Four letters at least"),
                done,
                acting=(1,),
                timer=writing,
                tokens=("Double",),
            ),
            left={"play": 17.4},
        ),
        "jumble-showdown": Shown(
            prompt(
                names, "Write as many words as you can", Jumble("", "HORFCUT", "red"), done, timer=writing
            ),
            left={"play": 4.2},
        ),
    }
    return {**shown, **checklists(names)}


def checklists(names: Sequence[str]) -> Shownings:
    """Few words and many, the dial on a word, behind them all, and after the counting."""
    shown: Shownings = {}
    everybody = tuple(range(len(names)))
    counted = Press("counted", everybody, "All counted")
    for name, text, place, others in (
        ("checklist", WORDS, 3, 0),
        ("checklist-others", WORDS, 27, 2),
        ("checklist-sixty", SIXTY, 40, 1),
        ("checklist-typed", SIXTY, 23, 0),
    ):
        words = tuple(sorted(text.split(), key=lambda word: (-len(word), word)))
        worth = tuple((word, sum(VALUES.get(letter, 3) for letter in word)) for word in words)
        ticked = words[2:4] + words[8:10] + words[20:23]
        tick = Tick("tick", words, ticked, others)
        view = Checklist(names[1], "TUERNEV", worth, ticked, others, 6)
        asked = prompt(names, f"{names[1]}: read your words out", view, tick, counted, acting=everybody)
        shown[name] = Shown(asked, cursor=(0, place), typed="NE" if name.endswith("typed") else "")
    empty = Checklist(names[0], "HORFCUT", (("FUTHORC", 15),), (), 0, 7)
    asked = prompt(names, "Nothing found", empty, Press(GO_ON, (), "Go on"))
    shown["checklist-over"] = Shown(asked)
    return shown


def auction(names: Sequence[str]) -> Shownings:
    """A tile under the hammer, and the board."""
    names = names[:4]
    hands = ("AEIRSTZ", "Q?O", "", "NNTEEW")
    racks = tuple(zip(names, hands, strict=False))
    offers = (Row("Leave", ("leave",)), Row("Bid", range(13, 85)))
    bid = Choose("bid", (0,), offers, "13")
    points = Choose("bid", (0,), (Row("Points", range(13, 85)),), "13")
    leave = Press("leave", (0,), "Leave", hold=True)
    bids = ((names[0], "5"), (names[1], "7"), *((n, "leaves") for n in names[2:3]), (names[1], "12"))
    draw = Look("tile", (0,), "tiles", "english")
    acting = (0,)
    lot = Lot("K", 5, names[0], bids, "12", racks, 71)
    laid = Crossboard(
        BOARD,
        names[0],
        "EIO?",
        ((9, 4), (10, 3), (10, 4), (10, 5), (11, 4)),
        (("STOVER", 18), ("TIES", 9)),
        left=64,
    )
    wrong = Crossboard(
        BOARD, names[0], "EIO?", ((12, 3), (12, 5)), (), ("LEG is no word", "TIES hangs loose"), 64
    )
    play = Look("play", (0,), "board", "english")
    passes = Press("pass", (0,), "Pass", hold=True)
    letter = Write("blank", (0,), 1)
    doubt = Choose("blank", (0,), (Row("The blank stands for", tuple("SABCDEFGHIJKLMNOPQRTUVWXYZ")),))
    return {
        "lot": Shown(prompt(names, f"{names[0]}: more than 12?", lot, bid, acting=acting), cursor=(1, 2)),
        "lot-points": Shown(
            prompt(names, f"{names[0]}: more than 12?", lot, points, leave, acting=acting), cursor=(0, 7)
        ),
        "lot-first": Shown(
            prompt(
                names, f"{names[0]}: a bid?", Lot("?", 0, names[0], (), "", racks, 99), bid, acting=acting
            ),
            cursor=(0, 0),
        ),
        "lot-draw": Shown(
            prompt(
                names,
                f"{names[0]}: draw a tile",
                Lot("", 0, names[0], (), "", racks, 72),
                draw,
                acting=acting,
            ),
            seen=(Seen("K", True),),
        ),
        "board-look": Shown(
            prompt(
                names,
                f"{names[0]}: lay a word",
                Crossboard(BOARD, names[0], "AEIRSTZ", left=64),
                play,
                Write("word", (0,), 15),
                Press("hand", (), "Spell it with the dial"),
                passes,
                acting=acting,
            )
        ),
        "board": Shown(prompt(names, f"{names[0]} lays STOVER", laid, Press(GO_ON, (), "Go on"))),
        "board-wrong": Shown(prompt(names, f"{names[0]}: that cannot lie so", wrong, play, acting=acting)),
        "board-blank": Shown(
            prompt(names, f"{names[0]}: which letter is the blank?", laid, doubt, acting=acting),
            cursor=(0, 5),
        ),
        "board-write": Shown(
            prompt(names, f"{names[0]}: which letter is the blank?", laid, letter, acting=acting)
        ),
        "board-written": Shown(
            prompt(names, f"{names[0]}: which letter is the blank?", laid, letter, acting=acting),
            typed="S",
            keys=True,
        ),
    }


def bid_and_bluff(names: Sequence[str]) -> Shownings:
    """Bids, tricks, and a die on its way."""
    squares = ("C4", "A7", "F1", "D12", "E15", "B2")
    dice = tuple(zip(DICE, names, squares, strict=False))
    ways = ("C8", "D7", "A8", "E6", "F5")
    move = Choose("move", (0,), (Row("To", ways),), "C8")
    rows = tuple(
        (name, colour, bid, taken)
        for name, colour, bid, taken in zip(names, DICE, "230105", ("2", "1", "", "1", "", ""), strict=False)
    )
    bids = Choose("bid", (1,), (Row("Your bid", range(6)),))
    open_rows = tuple(
        (name, colour, "2" if n == 0 else "", "") for n, (name, colour, _, _) in enumerate(rows)
    )
    number = Look("bid", (1,), "pip-dice", "bid-and-bluff:blue")
    colours = Choose("colour", (2 % len(names),), (Row("Colour", DICE),))
    reminder = "Follow suit if you can"
    finished = tuple((colour, name, "finish" if n < 3 else at) for n, (colour, name, at) in enumerate(dice))
    return {
        "track": Shown(
            prompt(
                names,
                f"{names[0]}: move 4 squares",
                Track(TRACK, dice, names[0], 4, ways),
                move,
                acting=(0,),
            ),
            cursor=(0, 2),
        ),
        "track-look": Shown(
            prompt(
                names,
                f"{names[0]}: move your die to C8",
                Track(TRACK, dice, names[0], 4, ("C8",), "C8"),
                Look("stand", (0,), "track", "bid-and-bluff"),
                acting=(0,),
            )
        ),
        "track-colour": Shown(
            prompt(names, "Which colour?", Track(TRACK, dice[:2]), colours, acting=(2 % len(names),)),
            cursor=(0, 3),
        ),
        "track-finish": Shown(
            prompt(names, "Furthest over the line wins", Track(TRACK, finished), Press(GO_ON, (), "Go on"))
        ),
        "tricks-bid": Shown(
            prompt(
                names,
                f"{names[1]}: your bid?",
                Tricks(8, names[0], open_rows, reminder),
                bids,
                acting=(1,),
            ),
            cursor=(0, 3),
        ),
        "tricks-look": Shown(
            prompt(
                names, f"{names[1]}: turn up your bid", Tricks(8, names[0], open_rows), number, acting=(1,)
            ),
            seen=(Seen("3", True),),
        ),
        "tricks": Shown(
            prompt(names, "Play the cards", Tricks(1, names[-1], rows, reminder), Press(GO_ON, (), "Go on"))
        ),
    }


def loose(names: Sequence[str]) -> Shownings:
    """Speed Scrabble and Idaho."""
    names = names[:5]
    everybody = tuple(range(len(names)))
    call = Press("go", everybody, "GO!")
    stuck = Press("stuck", everybody, "All stuck", hold=True)
    holds = tuple((name, "7 tiles") for name in names)
    takes = tuple((name, str((7, 1, 0, 5, 2)[n])) for n, name in enumerate(names))
    layouts = tuple(
        (
            name,
            (JAM, LONG, ("CAT",), JAM, ())[n],
            ("26", "41", "-3", "20", "")[n],
            ((), ("UPTAKEX is no word", "Q has no U"), ("A lies loose",), (), ())[n],
        )
        for n, name in enumerate(names)
    )
    vote = tuple((name, ("yes", "", "no", "", "")[n]) for n, name in enumerate(names))
    waiting = tuple(seat for seat, (_, voice) in enumerate(vote) if not voice)
    ask = (Press("yes", waiting, "Yes"), Press("no", waiting, "No", hold=True))
    look = Look("layout", (0,), "crosswords", "english", 1, 2)
    return {
        "pool": Shown(
            prompt(names, "Build! Who is done calls GO!", Pool(72, holds), call, stuck, acting=everybody)
        ),
        "pool-called": Shown(
            prompt(
                names,
                "All take one tile",
                Pool(14, takes, "Face down until all have theirs", f"GO! {names[0]}"),
                Press(GO_ON, (), "Go on"),
            )
        ),
        "pool-empty": Shown(prompt(names, "The last word", Pool(0, ()), call, acting=everybody)),
        "crosswords": Shown(prompt(names, "Idaho: the sums", Crosswords(layouts), Press(GO_ON, (), "Go on"))),
        "crosswords-one": Shown(
            prompt(names, f"{names[1]} wins!", Crosswords(layouts[1:2]), Press(GO_ON, (), "Go on"))
        ),
        "crosswords-look": Shown(
            prompt(names, f"{names[0]}: show your words", Crosswords(()), look, acting=(0,)),
            seen=(Seen("J", True), Seen("A", False)),
        ),
        "ballot": Shown(
            prompt(names, "Is VERNE a word?", Ballot("Is VERNE a word?", vote), *ask, acting=waiting)
        ),
        "ballot-question": Shown(
            prompt(names, "Vote", Ballot("is VERNE a word?", vote), *ask, acting=waiting), help=False
        ),
        "ballot-help": Shown(
            prompt(names, "Vote", Ballot("is VERNE a word?", vote), *ask, acting=waiting), help=True
        ),
    }


GAMES = (
    ("anabid", "Anabid!", "Bid on how many words the dice hold"),
    ("anagrascramble", "AnagraScramble", "Seven jumbled letters, thirty seconds"),
    ("auction-scrabble", "Auction Scrabble", "Every tile goes under the hammer"),
    ("bid-and-bluff", "Bid & Bluff", "Bid your tricks and race your die"),
    ("speed-scrabble", "Speed Scrabble", "Everybody builds at once, nobody waits"),
    ("idaho", "Idaho", "Pick seven, cross your words"),
    ("timer", "Timer", "A plain timer with buttons"),
)


def others(names: Sequence[str]) -> Shownings:
    """The start menu with all games, a number as a variant, throws of other things than letter dice."""
    nobody = Standing(())
    shown: Shownings = {}
    for count in (7, 8):
        entries = (*GAMES, ("other", "Other", "A game without a picture"))[:count]
        row = Row("", tuple(name for name, _, _ in entries))
        ask = Prompt(
            "What shall we play?",
            "Turn the dial, push it to take.",
            (Choose("game", (), (row,)),),
            Menu(entries),
            nobody,
        )
        shown[f"menu-{count}"] = Shown(ask, cursor=(0, count - 5))
    number = Choose("number", (), (Row("Points", range(1, 201)),), "100")
    entry = (("100", "Points: 100", "What everybody has to begin with"),)
    ask = Prompt("Points", "Turn the dial, push it to take.", (number,), Menu(entry), nobody)
    shown["number"] = Shown(ask, cursor=(0, 99))
    die = prompt(
        names,
        f"{names[0]}: roll the die",
        Throw(names[0], "The number die"),
        Look("roll", (0,), "d12", "anagrascramble"),
        acting=(0,),
    )
    shown["throw-d12"] = Shown(die, seen=(Seen("7", True, 0.5, 0.5),))
    tiles = prompt(
        names,
        f"{names[0]}: show your tiles",
        Throw(names[0], "Seven tiles, face up"),
        Look("tiles", (0,), "tiles", "english", 7, 7),
        acting=(0,),
    )
    seen = tuple(Seen(tile, n != 4, n / 8 + 0.05, n * 0.37 % 1) for n, tile in enumerate("QUI?EATS"))
    shown["throw-tiles"] = Shown(tiles, seen=seen)
    shown["throw-tiles-keys"] = Shown(tiles, keys=True)
    bid = prompt(
        names,
        f"{names[0]}: turn up your bid",
        Throw(names[0], "Your die"),
        Look("bid", (0,), "pip-dice", "bid-and-bluff:red"),
        acting=(0,),
    )
    shown["throw-pips"] = Shown(bid, seen=(Seen("5", True, 0.4, 0.3),))
    return shown


PARTS = (anagrascramble, auction, bid_and_bluff, loose, others)


def samples(names: Sequence[str] = NAMES[:4]) -> Shownings:
    """Every sample by name."""
    return {name: shown for part in PARTS for name, shown in part(names).items()}
