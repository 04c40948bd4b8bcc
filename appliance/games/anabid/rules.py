"""The sums of Anabid!: bids and what beats them (A3), the points of a roll (A5–A8, A10). Pure functions."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from appliance.errors import BadValue
from appliance.games.prompts import Row
from appliance.phrases import say

VALUE = {3: 2, 4: 4, 5: 7, 6: 12, 7: 20, 8: 30}  # AN-22
MOST_WORDS = 250  # AN-10 sets no bound; no nine dice have more words of one length
OUT_BELOW = -20  # AN-38
CHALLENGE_LOST = -15  # AN-32
WORD_THROWN_OUT = -8  # AN-32
RUNNER_UP = 2  # AN-23


@dataclass(frozen=True)
class Options:
    """What the table has agreed on: the variants of A10, and the readings (R) that a house may change."""

    beginner: bool = False  # AN-43
    places: bool = True  # AN-44
    quotable: bool = False  # AN-45
    bidtacular: bool = False  # AN-46
    wordsmith: bool = False  # AN-47
    compensation: bool = False  # AN-48
    reselect_each_roll: bool = False  # AN-7
    reroll_if_no_bid: bool = False  # AN-15
    steal_seconds: int = 10  # AN-26
    steal_survives_challenge: bool = False  # AN-34
    challenge_steal_words: bool = True  # AN-35
    bidtacular_length_may_drop: bool = True  # AN-46

    @property
    def bid_seconds(self) -> int:
        """The bid timer: one flip, or two for beginners (AN-12, AN-43)."""
        return 20 if self.beginner else 10


PLAY_SECONDS = 60  # AN-16


@dataclass(frozen=True)
class Bid:
    """`count` words of `length` letters, by `seat`. Its text form is `3x5`."""

    count: int
    length: int
    seat: int = 0

    def __str__(self) -> str:
        return f"{self.count}x{self.length}"

    @classmethod
    def parse(cls, text: str, seat: int = 0) -> "Bid":
        """The bid of a text form; `BadValue` for any other text."""
        count, _, length = text.partition("x")
        if not (count.isdecimal() and length.isdecimal()) or int(count) < 1 or int(length) not in VALUE:
            raise BadValue(f"{text!r} is no bid; expected words x letters, such as 3x5")
        return cls(int(count), int(length), seat)

    @property
    def points(self) -> int:
        """What the bid is worth when met, without extras (AN-22)."""
        return self.count * VALUE[self.length]

    @property
    def half(self) -> int:
        """What every other player gets when it is missed (AN-23): half its points, rounded up."""
        return -(-self.points // 2)


def beats(new: Bid, high: Bid | None, options: Options = Options()) -> bool:
    """Whether `new` may be bid over `high` (AN-13; AN-46)."""
    if high is None:
        return True
    if options.bidtacular:
        length_fits = options.bidtacular_length_may_drop or new.length >= high.length
        return new.count > high.count and length_fits
    return (new.length, new.count) > (high.length, high.count)


def bids_above(high: Bid | None, dice: int, options: Options) -> tuple[Row, ...]:
    """The rows of the dial: for each length the counts that beat `high`; warns of a length above `dice`."""
    rows = []
    for length in VALUE:
        fewest = 1
        if high and (options.bidtacular or length == high.length):
            fewest = high.count + 1
        if fewest <= MOST_WORDS and beats(Bid(fewest, length), high, options):
            label = "anabid.row" if length <= dice else "anabid.row_too_long"
            rows.append(Row(say(label, length=length), range(fewest, MOST_WORDS + 1), f"x{length}"))
    return tuple(rows)


def runner_up(bids: Iterable[Bid], bidder: int) -> int | None:
    """The next highest bidder (AN-23, AN-46): each bid beat all before, so it is the last of another."""
    others = [bid.seat for bid in bids if bid.seat != bidder]
    return others[-1] if others else None


def challenge_bonus(length: int) -> int:
    """What a challenger gets for a word thrown out (AN-32)."""
    return 2 * VALUE[length]


@dataclass(frozen=True)
class Challenge:
    """A word that `challenger` doubted, who had spelled it, and whether it was found in the list (A7)."""

    word: str
    speller: int
    challenger: int
    found: bool


@dataclass(frozen=True)
class Steal:
    """A played token: who, for how many words, and those that were okayed (A6)."""

    seat: int
    owed: int
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Points:
    """Points for one seat, and the name of the phrase that gives the reason."""

    seat: int
    points: int
    why: str
    word: str = ""


def settle(
    bid: Bid,
    words: Sequence[str],
    seats: Collection[int],
    *,
    second: int | None = None,
    steal: Steal | None = None,
    challenges: Sequence[Challenge] = (),
    options: Options = Options(),
) -> list[Points]:
    """What a roll comes to (AN-22 … AN-36, AN-48).

    `words` are all that were okayed, also those thrown out later; `seats` are the players still in;
    `second` made the next highest bid.
    """
    thrown_out = {(c.speller, c.word) for c in challenges if not c.found}
    left = sum((bid.seat, word) not in thrown_out for word in words)
    extra = left - bid.count
    entries = []
    if len(words) < bid.count:  # AN-23, AN-25, AN-36
        entries += missed(bid, seats, second)
    elif steal and _stolen(bid, left, steal, thrown_out, options):  # AN-27
        entries.append(Points(steal.seat, bid.points, "stolen"))
        if options.compensation and extra > 0:  # AN-48
            entries.append(Points(bid.seat, extra, "compensation"))
    elif left >= bid.count:  # AN-22, AN-33
        entries.append(Points(bid.seat, bid.points, "met"))
        if extra:
            entries.append(Points(bid.seat, extra, "extra"))
    return entries + penalties(challenges, bid.length)


def missed(bid: Bid, seats: Collection[int], second: int | None) -> list[Points]:
    """Half for everybody else, and something for whoever drove the bidder to it (AN-23)."""
    entries = [Points(seat, bid.half, "half") for seat in seats if seat != bid.seat]
    if second in seats and second is not None:
        entries.append(Points(second, RUNNER_UP, "runner_up"))
    return entries


def penalties(challenges: Iterable[Challenge], length: int) -> list[Points]:
    """What the challenges cost and bring, word by word (AN-32, AN-33)."""
    entries = []
    for c in challenges:
        if c.found:
            entries.append(Points(c.challenger, CHALLENGE_LOST, "challenge_lost", c.word))
        else:
            entries.append(Points(c.speller, WORD_THROWN_OUT, "thrown_out", c.word))
            entries.append(Points(c.challenger, challenge_bonus(length), "challenge_won", c.word))
    return entries


def _stolen(
    bid: Bid, left: int, steal: Steal, thrown_out: Collection[tuple[int, str]], options: Options
) -> bool:
    spelled = [word for word in steal.words if (steal.seat, word) not in thrown_out]  # AN-35
    still_met = left >= bid.count or options.steal_survives_challenge  # AN-34
    return still_met and len(spelled) >= steal.owed


def totals(entries: Iterable[Points]) -> dict[int, int]:
    """The points of each seat that got or lost any."""
    sums: dict[int, int] = {}
    for entry in entries:
        sums[entry.seat] = sums.get(entry.seat, 0) + entry.points
    return sums
