"""AnagraScramble at the box without a camera: buttons and dial play it to its end; printed cards typed."""

from appliance.games.game_views import Checklist, Jumble
from appliance.games.prompts import Choose, Look, Tick
from appliance.games.views import Final
from appliance.lexicon.decks import deck
from tests.anagrascramble_party import party
from tests.table_kit import TableKit

GREEN = {card.jumble: card for card in deck("green")}


def by_hand(table: TableKit, face: str) -> None:
    """The die is said with the dial, as no camera reads it."""
    table.turn(1)
    while table.rig.looking.symbols != [face]:
        table.turn(1)
    table.push()


def test_buttons_and_dial_alone_play_a_whole_game(table: TableKit) -> None:
    game = party(table.judge, cards=2, tokens=False)  # type: ignore[arg-type]
    table.open(game.play, [0, 1])
    for seat in (1, 2):
        by_hand(table, "4")
        table.turn(1).press(seat)  # Double
        assert table.says("ready for the word?")
        table.press(3 - seat)  # whoever keeps the score
        view = table.prompt.view
        assert isinstance(view, Jumble)
        card = GREEN[view.letters]
        table.advance(31.0)
        assert isinstance(table.prompt.view, Checklist)
        (tick,) = table.prompt.of_kind(Tick)
        assert tick.words == card.words
        if seat == 1:
            table.push()  # the first word on the list, one of seven letters
            (tick,) = table.prompt.of_kind(Tick)
            assert tick.ticked == card.words[:1]
        table.press(1)
        table.push()
    assert game.scores["Ana"] > 0
    assert game.scores["Ben"] == -8
    assert isinstance(table.prompt.view, Final)
    assert table.says("Ana wins!")
    table.push()
    assert game.play.over


def test_a_printed_card_is_typed_where_no_camera_reads_it(table: TableKit) -> None:
    game = party(table.judge, printed_cards=True)  # type: ignore[arg-type]
    table.open(game.play, [0, 1])
    by_hand(table, "6")
    assert isinstance(table.prompt.accept("move"), Choose)
    table.press(1)
    assert isinstance(table.prompt.accept("card"), Look)
    table.type("TUERNEV").key("enter")
    view = table.prompt.view
    assert isinstance(view, Jumble)
    assert view.letters == "TUERNEV"
    table.press(1)
    table.type("TUREEN").key("enter")
    table.press(2)
    assert game.scores == {"Ana": 6}
