"""Anabid!, in the order of its rule sheet. Rule numbers AN-… are those of the project's rules page."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from appliance.games.anabid import bidding
from appliance.games.anabid import challenges as challenging
from appliance.games.anabid.rules import PLAY_SECONDS, Bid, Options, Steal, runner_up, settle
from appliance.games.anabid.sheet import Sheet
from appliance.games.judge import Judge
from appliance.games.prompts import ANY_WORD, GO_ON, TIME, Choose, Look, Press, Row, Spell, Timer
from appliance.games.script import Part, Script, ask
from appliance.games.seats import Direction, from_seat, next_to
from appliance.games.sheet import final_table
from appliance.games.views import Letters, Spelling, Throw
from appliance.phrases import say

NAME = "anabid"
SEATS = range(2, 8)  # AN-2
PIECES = "anabid"
ROUNDS = 3  # AN-39


def play(names: Sequence[str], options: Options, judge: Judge) -> Script:
    """A whole game of 2 to 7 players; `judge` knows the agreed list of words (AN-37)."""
    sheet = Sheet(names, options, judge)
    first = yield from first_roller(sheet)
    for roller, direction in turns(sheet, first):
        yield from turn(sheet, roller, direction)
    return (yield from final_table(sheet))  # AN-41


# A1 Equipment and set-up


def first_roller(sheet: Sheet) -> Part[int]:
    """Everybody rolls one six-sided die; the letter nearest A starts, ties roll again (AN-3)."""
    tied = list(range(sheet.count))
    while len(tied) > 1:
        thrown: dict[int, str] = {}
        for seat in tied:
            thrown[seat] = yield from one_die(sheet, seat, thrown)
        best = min(thrown.values())
        tied = [seat for seat in tied if thrown[seat] == best]
    return tied[0]


def one_die(sheet: Sheet, seat: int, thrown: dict[int, str]) -> Part[str]:
    """One player's throw for the first turn."""
    name = sheet.names[seat]
    view = Throw(name, say("anabid.one_die"), tuple((sheet.names[s], x) for s, x in thrown.items()))
    look = Look("roll", (seat,), "letter-dice", f"{PIECES}:white", 1, 1)
    answer = yield from ask(sheet.prompt("first", view, look, acting=(seat,), name=name))
    return answer.value


# A2 A roll, order of events


def turn(sheet: Sheet, roller: int, direction: Direction) -> Part[None]:
    """One roll from the dice to the points (AN-8, AN-9)."""
    while True:
        letters = yield from throw(sheet, roller)
        heads = sheet.options.quotable and (yield from coin(sheet, roller, letters))
        yield from announce(sheet, roller, letters)
        auction = bidding.two_players if sheet.count == 2 else bidding.auction
        bids = yield from auction(sheet, roller, direction, letters)
        if bids:
            yield from spell_and_settle(sheet, roller, letters, bids, heads)
            return
        yield from nobody_bid(sheet, letters)
        if not sheet.options.reroll_if_no_bid:  # AN-15
            return


def throw(sheet: Sheet, roller: int) -> Part[tuple[str, ...]]:
    """The roller throws the dice; how many is chosen once for the whole game (AN-7, AN-8)."""
    fixed = sheet.dice and not sheet.options.reselect_each_roll
    least, most = (sheet.dice, sheet.dice) if fixed else (6, 9)
    hint = say("anabid.same_dice", n=sheet.dice) if fixed else say("anabid.choose_dice")
    name = sheet.names[roller]
    look = Look("roll", (roller,), "letter-dice", PIECES, least, most)
    answer = yield from ask(sheet.prompt("throw", Throw(name, hint), look, acting=(roller,), name=name))
    letters = tuple(answer.value.split())
    sheet.dice = len(letters)
    return letters


def coin(sheet: Sheet, roller: int, letters: tuple[str, ...]) -> Part[bool]:
    """It's Quotable: a coin is tossed with the dice; heads allows punctuation (AN-45)."""
    toss = Choose("coin", (), (Row(say("anabid.coin_row"), ("tails", "heads")),))
    answer = yield from ask(sheet.prompt("coin", Letters(letters), toss, acting=(roller,)))
    return answer.value == "heads"


def announce(sheet: Sheet, roller: int, letters: tuple[str, ...]) -> Part[None]:
    """The roller reads the letters out, so that all sides of the table know them (AN-9)."""
    read_out = Press("announced", (roller,), say("anabid.announced"))
    view = Letters(letters)
    yield from ask(sheet.prompt("announce", view, read_out, acting=(roller,), name=sheet.names[roller]))


# A3 Bidding, and that of two players (A9): bidding.py


def nobody_bid(sheet: Sheet, letters: tuple[str, ...]) -> Part[None]:
    """Nobody bids: no points, no token lost; what was there is shown all the same (AN-15)."""
    yield from ask(sheet.after_roll("nobody_bid", [], letters))


# A4 Spelling, A5 Scoring


def spell_and_settle(
    sheet: Sheet, roller: int, letters: tuple[str, ...], bids: list[Bid], heads: bool
) -> Part[None]:
    """The high bidder spells, a steal and challenges follow, and the points are booked (A4 … A7)."""
    bid = bids[-1]
    judge = judge_of(sheet, roller, bid.seat)
    words, steal = yield from spell(sheet, letters, bid, judge, heads)
    if steal and len(words) >= bid.count:  # AN-25: if the bid was missed the steal has failed already
        steal = yield from steal_words(sheet, roller, letters, bid, words, steal)
    second = runner_up(bids, bid.seat)
    challenges = yield from challenging.challenges(sheet, bid, words, steal, second, heads)
    entries = settle(
        bid,
        words,
        sheet.playing,
        second=second,
        steal=steal,
        challenges=challenges,
        options=sheet.options,
    )
    sheet.book(entries)
    sheet.eliminate()  # A8
    yield from ask(sheet.after_roll("settled", entries, letters, bid=bid, name=sheet.names[bid.seat]))


def judge_of(sheet: Sheet, roller: int, speller: int) -> int:
    """Who okays the words: the roller, or the player to a spelling roller's left (AN-17, AN-29)."""
    return roller if roller != speller else next_to(speller, "left", sheet.playing, sheet.count)


def spell(
    sheet: Sheet, letters: tuple[str, ...], bid: Bid, judge: int, heads: bool
) -> Part[tuple[list[str], Steal | None]]:
    """One minute of words; anybody else may play one steal token (AN-16 … AN-20, AN-24)."""
    words: list[str] = []
    steal: Steal | None = None
    unsettled = False  # the judge holds both tokens and has not yet said which was played
    timer = Timer("play", PLAY_SECONDS, "play")
    done = Press("done", (bid.seat,), say("anabid.done"))
    while True:
        spelling = Spell("word", bid.seat, (judge,), PIECES, letters, bid.length, tuple(words), heads)
        tokens = () if steal else steal_presses(sheet, bid.seat, judge)
        view = spelling_view(sheet, spelling, bid.count, words, steal)
        name, acting = sheet.names[bid.seat], (bid.seat,)
        answer = yield from ask(
            sheet.prompt(
                "spell", view, spelling, done, *tokens, acting=acting, timer=timer, name=name, bid=bid
            )
        )
        if answer.verb == "word":
            words.append(counted(answer.value, words))
        elif answer.verb.startswith("steal"):
            assert answer.seat is not None  # the prompt asked it of seats
            unsettled = answer.verb == "steal"
            owed = sheet.held[answer.seat][0] if unsettled else int(answer.verb[-1])
            steal = Steal(answer.seat, owed)
        else:
            break
    if answer.verb == TIME:
        words += yield from last_word(sheet, spelling, view, tuple(words))
    if steal and unsettled:
        steal = replace(steal, owed=(yield from which_token(sheet, steal.seat, view)))
    if steal:
        sheet.spend(steal)  # AN-28: gone either way
    return words, steal


def spelling_view(
    sheet: Sheet, spelling: Spell, goal: int, words: Sequence[str], steal: Steal | None = None
) -> Spelling:
    """What the screen shows while words are spelled."""
    token = say("anabid.token_played", name=sheet.names[steal.seat], owed=steal.owed) if steal else ""
    names = sheet.names
    return Spelling(
        spelling.letters,
        names[spelling.speller],
        names[spelling.seats[0]],
        goal,
        spelling.length,
        tuple(words),
        steal=token,
    )


def counted(word: str, words: Sequence[str]) -> str:
    """The word, or a number in its place where the judge only counted."""
    return f"#{len(words) + 1}" if word == ANY_WORD else word


def last_word(sheet: Sheet, spelling: Spell, view: Spelling, words: tuple[str, ...]) -> Part[list[str]]:
    """A word completed just as the timer ran out counts (AN-18)."""
    last = replace(spelling, taken=words)
    none = Press(GO_ON, (), say("anabid.no_last_word"))
    answer = yield from ask(
        sheet.prompt("last_word", replace(view, words=words), last, none, acting=last.seats)
    )
    return [counted(answer.value, words)] if answer.verb == "word" else []


# A6 The Steal


def steal_presses(sheet: Sheet, bidder: int, judge: int) -> Iterator[Press]:
    """Who may play which token: press for the smaller one held, hold the button for the other (AN-24).

    The judge's button already okays words, so the judge holds it to steal, and says later which token.
    """
    press: dict[str, list[int]] = {"steal 1": [], "steal 2": []}
    hold: dict[str, list[int]] = {"steal 1": [], "steal 2": [], "steal": []}
    for seat in sorted(sheet.playing - {bidder}):
        tokens = sheet.held[seat]
        if seat == judge and tokens:
            hold["steal" if len(tokens) > 1 else f"steal {tokens[0]}"].append(seat)
        elif tokens:
            press[f"steal {tokens[0]}"].append(seat)
            for token in tokens[1:]:
                hold[f"steal {token}"].append(seat)
    for verb, seats in press.items():
        if seats:
            yield Press(verb, tuple(seats), say("anabid.steal", what=verb.title()))
    for verb, seats in hold.items():
        if seats:
            yield Press(verb, tuple(seats), say("anabid.steal", what=verb.title()), hold=True)


def which_token(sheet: Sheet, seat: int, view: Spelling) -> Part[int]:
    """The judge, who held the button, says which of the two tokens lies on the table."""
    token = Choose("token", (seat,), (Row(say("anabid.token_row"), ("1", "2")),))
    answer = yield from ask(sheet.prompt("token", view, token, acting=(seat,), name=sheet.names[seat]))
    return int(answer.value)


def steal_words(
    sheet: Sheet, roller: int, letters: tuple[str, ...], bid: Bid, words: Sequence[str], steal: Steal
) -> Part[Steal]:
    """The stealer spells at once what the bidder did not (AN-26, AN-29)."""
    judge = judge_of(sheet, roller, steal.seat)
    timer = Timer("steal", sheet.options.steal_seconds, "bid")
    name = sheet.names[steal.seat]
    done = Press("done", (steal.seat,), say("anabid.give_up"))
    found: list[str] = []
    while len(found) < steal.owed:
        taken = (*words, *found)
        spelling = Spell("word", steal.seat, (judge,), PIECES, letters, bid.length, taken)
        view = replace(spelling_view(sheet, spelling, steal.owed, found), barred=tuple(words))
        acting = (steal.seat,)
        answer = yield from ask(
            sheet.prompt(
                "steal_words", view, spelling, done, acting=acting, timer=timer, name=name, n=steal.owed
            )
        )
        if answer.verb == "word":
            found.append(counted(answer.value, taken))
            continue
        if answer.verb == TIME:
            found += yield from last_word(sheet, spelling, view, taken)
        break
    return replace(steal, words=tuple(found))


# A7 Challenges: challenges.py
# A8 Elimination, length, end


def turns(sheet: Sheet, first: int) -> Iterator[tuple[int, Direction]]:
    """Who rolls, and which way round (AN-38, AN-39, AN-40; eight rolls of two players, AN-42)."""
    rounds = 4 if sheet.count == 2 else ROUNDS
    sheet.rolls = rounds * sheet.count
    for number in range(rounds):
        direction: Direction = "left" if number % 2 and sheet.count > 3 else "right"
        for seat in from_seat(first, direction, sheet.count):
            if len(sheet.playing) < 2:
                return
            sheet.roll += 1
            if seat in sheet.playing:
                yield seat, direction
