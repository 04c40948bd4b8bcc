"""Idaho after a call: how many tiles everybody has not used, and so takes (ID-2 … ID-4)."""

from collections.abc import Mapping, Sequence

from appliance.games.idaho.rules import unused
from appliance.games.idaho.sheet import Sheet
from appliance.games.prompts import Choose, Press, Row
from appliance.games.scrabble.calls import clockwise
from appliance.games.scrabble.pool import picks, share_out
from appliance.games.scrabble.reading import BY_HAND, look_at, miscounted, reading_of
from appliance.games.script import Part, ask
from appliance.phrases import say


def pick(sheet: Sheet, callers: Sequence[int]) -> Part[None]:
    """Everybody takes enough to have seven unused tiles, as far as they go (ID-2, ID-3)."""
    sheet.unused |= yield from unused_tiles(sheet, callers)
    wanted = {seat: picks(sheet.unused[seat]) for seat in sheet.playing}
    if sum(wanted.values()) > sheet.pool and not sheet.options.short_pool_is_shared:
        sheet.put_aside()
        return
    sheet.take(shared(sheet, wanted, callers[0]), "")


def shared(sheet: Sheet, wanted: Mapping[int, int], first: int) -> dict[int, int]:
    """What each gets of the pool: one tile at a time from the first player clockwise (ID-3)."""
    row = [wanted[seat] for seat in sheet.playing]
    return dict(zip(sheet.playing, share_out(row, sheet.pool, sheet.playing.index(first)), strict=True))


def pull(sheet: Sheet) -> dict[int, int]:
    """One extra tile for everybody, because somebody is truly stuck (ID-4)."""
    first = sheet.playing[0] if sheet.caller is None else sheet.caller
    return shared(sheet, dict.fromkeys(sheet.playing, 1), first)


def unused_tiles(sheet: Sheet, callers: Sequence[int]) -> Part[dict[int, int]]:
    """How many tiles each has not used: none whoever called; the others as seen or as they say.

    The camera is believed where it sees as many tiles as the player holds.
    """
    counts = dict.fromkeys(callers, 0)
    sheet.note = say("idaho.rule")
    names = sheet.named(callers)
    if len(counts) < len(sheet.playing):
        look = look_at(sheet, callers[0])
        hand = Press(BY_HAND, (), say("calls.by_hand"))
        view, acting = sheet.table(names), (callers[0],)
        answer = yield from ask(
            sheet.prompt("pick", view, look, hand, acting=acting, names=names, name=sheet.names[callers[0]])
        )
        if answer.verb != BY_HAND:
            counts = seen(sheet, answer.value) | counts
    for seat in clockwise(sheet, callers[0]):
        if seat not in counts:
            counts[seat] = yield from said(sheet, seat, names)
    return counts


def seen(sheet: Sheet, text: str) -> dict[int, int]:
    """The unused tiles of each player whose tiles were all read."""
    lies = reading_of(sheet, text).lies
    return {
        seat: unused(laid.layout, laid.tiles, sheet.is_word)
        for seat, laid in lies.items()
        if not miscounted(sheet, seat, laid)
    }


def said(sheet: Sheet, seat: int, names: str) -> Part[int]:
    """The unused tiles that a player counts."""
    row = Row(say("idaho.unused_row"), range(sheet.held[seat] + 1))
    choose = Choose("unused", (seat,), (row,), str(sheet.unused.get(seat, 0)))
    view, acting, name = sheet.table(names), (seat,), sheet.names[seat]
    answer = yield from ask(sheet.prompt("unused", view, choose, acting=acting, name=name))
    return int(answer.value)
