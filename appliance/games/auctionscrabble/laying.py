"""Auction Scrabble AU-7: one player's turn in a word round, from the tiles on the board to the points."""

from collections.abc import Sequence

from appliance.games.auctionscrabble.rules import differing, known, likely, rack_order, seen_play
from appliance.games.auctionscrabble.sheet import Sheet
from appliance.games.prompts import GO_ON, Choose, Look, Press, Row, Write
from appliance.games.scrabble.board import EMPTY, SIZE, name
from appliance.games.scrabble.gcg_moves import Exchange, Lay, Pass, Withdraw
from appliance.games.scrabble.moves import placements
from appliance.games.scrabble.placement import Play
from appliance.games.scrabble.scoring import Word, score, unknown, words
from appliance.games.scrabble.squares import Square
from appliance.games.script import Part, ask
from appliance.games.views import Booking
from appliance.phrases import say
from appliance.pieces.tiles import BLANK, ENGLISH, RACK

STANDS, OUT, AGAIN = "stands", "out", "again"
LETTERS = tuple(ENGLISH.values)


def turn(sheet: Sheet, seat: int) -> Part[bool]:
    """One play or a pass; whether tiles were laid, or put back into the bag."""
    while True:
        play = yield from lay(sheet, seat)
        if play is None:
            return (yield from no_play(sheet, seat))
        play = yield from blanks(sheet, seat, play)
        made = words(sheet.board, play)
        ruling = yield from rule(sheet, seat, play, made)
        if ruling == STANDS:
            sheet.lay(seat, play, score(sheet.board, play))
            return True
        if ruling == OUT:
            yield from taken_back(sheet, seat, play, made)
            return False


def taken_back(sheet: Sheet, seat: int, play: Play, made: Sequence[Word]) -> Part[None]:
    """A play that is not allowed scores nothing, and its tiles go back to the rack (AU-7 R)."""
    points = score(sheet.board, play)
    sheet.write(seat, Lay(play.start, play.down, play.tiles), points)
    sheet.write(seat, Withdraw(), -points)
    who = sheet.names[seat]
    why = say("auction-scrabble.why_taken_back", words=", ".join(word.text.upper() for word in made))
    yield from ask(sheet.account("taken_back", [Booking(who, 0, why)], name=who))


# What lies on the board


def lay(sheet: Sheet, seat: int) -> Part[Play | None]:
    """The play that this player lays, `?` for a new blank; None for a pass.

    What cannot be a play of his (a tile gone or changed, a gap, letters that are not his) is said, and put
    right before the game goes on. The board is shown as it should be, with the squares in question.
    """
    who = sheet.names[seat]
    problems, odd = tuple[str, ...](), tuple[Square, ...]()
    while True:
        look = Look("board", (seat,), "board", ENGLISH.name, among=tuple(sheet.racks[seat]))
        word = Write("word", (seat,), SIZE)
        hand = Press("hand", (), say("auction-scrabble.hand"))
        no_play = Press("pass", (seat,), say("auction-scrabble.pass"), hold=True)
        view = sheet.crossboard(seat, new=odd, problems=problems)
        phrase = "put_right" if problems else "play"
        answer = yield from ask(
            sheet.prompt(phrase, view, look, word, hand, no_play, acting=(seat,), name=who)
        )
        if answer.verb == "pass":
            return None
        if answer.verb == "board":
            after = known(sheet.board, answer.value)
            seen = seen_play(sheet.board, after, sheet.racks[seat])
            play, problems, odd = seen.play, seen.reasons, differing(sheet.board, after)
        else:
            odd = ()
            written = answer.value or (yield from spelled(sheet, seat))
            play, problems = yield from placed(sheet, seat, written)
        if play:
            return play


def spelled(sheet: Sheet, seat: int) -> Part[str]:
    """A word letter by letter with the dial, for when there is neither camera nor keys."""
    rack = sheet.racks[seat]
    there = {tile.upper() for tile in sheet.board.tiles.values()}
    letters = LETTERS if BLANK in rack else tuple(sorted({*rack, *there}))
    enough = Press("enough", (seat,), say("auction-scrabble.enough"), hold=True)
    word = ""
    while len(word) < SIZE:
        letter = Choose("letter", (seat,), (Row(say("auction-scrabble.letter_row"), letters),))
        view = sheet.crossboard(seat)
        answer = yield from ask(
            sheet.prompt("spell", view, letter, enough, acting=(seat,), name=sheet.names[seat], word=word)
        )
        if answer.verb == "enough":
            break
        word += answer.value
    return word


def placed(sheet: Sheet, seat: int, word: str) -> Part[tuple[Play | None, tuple[str, ...]]]:
    """Where a written word is to lie, of all the places where it can; no play, and why, if there is none.

    Those where each word across it exists come first.
    """
    board, is_word = sheet.board, sheet.judge.is_word
    plays = placements(board, word, sheet.racks[seat])
    plays.sort(key=lambda play: bool(unknown(words(board, play), is_word)))
    if not plays:
        return None, (say("auction-scrabble.cannot_lie", word=word),) if word else ()
    rows = (Row(say("auction-scrabble.place_row"), tuple(map(str, plays))),)
    back = Press("back", (seat,), say("auction-scrabble.back"), hold=True)
    view = sheet.crossboard(seat)
    place = Choose("place", (seat,), rows, str(plays[0]))
    answer = yield from ask(
        sheet.prompt("place", view, place, back, acting=(seat,), name=sheet.names[seat], word=word)
    )
    return (Play.parse(answer.value) if answer.verb == "place" else None), ()


def blanks(sheet: Sheet, seat: int, play: Play) -> Part[Play]:
    """What each new blank stands for; where the play makes words with some letter, that is suggested."""
    who = sheet.names[seat]
    while BLANK in play.tiles:
        square = next(square for square, tile in play.laid.items() if tile == BLANK)
        suggest = likely(sheet.board, play, sheet.judge.is_word)
        letter = Choose("blank", (seat,), (Row(say("auction-scrabble.blank_row"), LETTERS),), suggest)
        view = sheet.crossboard(seat, play=play)
        answer = yield from ask(
            sheet.prompt("blank", view, letter, acting=(seat,), name=who, square=name(square))
        )
        play = Play(play.start, play.down, play.tiles.replace(BLANK, answer.value.lower(), 1))
    return play


# Words and points


def rule(sheet: Sheet, seat: int, play: Play, made: Sequence[Word]) -> Part[str]:
    """Whether the play stands: by the agreed list, which people can overrule (AU-7 R).

    With `words_checked` the box says at once what its list knows; without it somebody has to doubt. Either
    way people say so with the page of points, so that a replay needs no list. A player who was not done yet
    when the camera looked may say that: `AGAIN`.
    """
    again = Press(AGAIN, (seat,), say("auction-scrabble.not_done"))
    if sheet.options.words_checked:
        return (yield from verdict(sheet, seat, play, made, again))
    answer = yield from doubts(sheet, seat, play, made, again)
    return (yield from verdict(sheet, seat, play, made)) if answer == "doubt" else answer


def doubts(sheet: Sheet, seat: int, play: Play, made: Sequence[Word], again: Press) -> Part[str]:
    """The words of a play and what each brings; whether anybody doubts one."""
    others = tuple(s for s in sheet.seats if s != seat)
    doubt = Press("doubt", others, say("auction-scrabble.doubt"))
    go_on = Press(GO_ON, (), say("auction-scrabble.no_doubts"))
    view = sheet.crossboard(seat, play=play, made=made)
    answer = yield from ask(sheet.prompt("doubts", view, go_on, doubt, again, name=sheet.names[seat]))
    return STANDS if answer.verb == GO_ON else answer.verb


def verdict(sheet: Sheet, seat: int, play: Play, made: Sequence[Word], *again: Press) -> Part[str]:
    """The words of a play and what each brings; people take the box's verdict on them, or overrule it.

    Once somebody has doubted a word there is no way back.
    """
    wrong = unknown(made, sheet.judge.is_word)
    said = wrong or (() if again else (say("auction-scrabble.all_words"),))
    rows = (Row(say("auction-scrabble.verdict_row"), (STANDS, OUT)),)
    take = Choose("verdict", (), rows, OUT if wrong else STANDS)
    view = sheet.crossboard(seat, play=play, made=made, problems=said)
    who, n, word = sheet.names[seat], score(sheet.board, play), made[0].text.upper()
    if said:
        answer = yield from ask(sheet.prompt("verdict", view, take, *again, name=who, said=said[0]))
    else:
        answer = yield from ask(sheet.prompt("laid", view, take, *again, name=who, word=word, n=n))
    return answer.value or AGAIN


# No play


def no_play(sheet: Sheet, seat: int) -> Part[bool]:
    """A pass scores nothing; no tiles are exchanged, unless the table has agreed on it (AU-7 R)."""
    tiles: list[str] = []
    if sheet.options.exchange and sheet.left >= RACK:
        tiles = yield from exchange(sheet, seat)
    sheet.write(seat, Exchange("".join(tiles)) if tiles else Pass(), 0)
    sheet.put_back(seat, tiles)
    return bool(tiles)


def exchange(sheet: Sheet, seat: int) -> Part[list[str]]:
    """Tiles that go back into the bag, one after another; others are to be had by auction only."""
    tiles: list[str] = []
    enough = Press("done", (seat,), say("auction-scrabble.done"), hold=True)
    rest = list(sheet.racks[seat])
    while rest:
        row = Row(say("auction-scrabble.return_row"), tuple(dict.fromkeys(rest)))
        tile = Choose("return", (seat,), (row,))
        view = sheet.crossboard(seat)
        told = " ".join(tiles) or EMPTY
        answer = yield from ask(
            sheet.prompt("give_back", view, tile, enough, acting=(seat,), name=sheet.names[seat], tiles=told)
        )
        if answer.verb == "done":
            break
        tiles.append(answer.value)
        rest.remove(answer.value)
    return rack_order(tiles)
