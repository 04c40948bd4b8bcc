"""The command `tallybox` and its sub-commands. Everything heavy is imported by the one that needs it."""

import argparse
import logging
import os
import sys
from collections.abc import Sequence

from appliance import __version__
from appliance.errors import ApplianceError

USAGE_ERROR = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; returns the exit code."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # it greets on standard output otherwise
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    parser = command_line()
    args = parser.parse_args(argv)
    if not hasattr(args, "run"):
        parser.print_help()
        return USAGE_ERROR
    try:
        return int(args.run(args))
    except ApplianceError as error:
        print(f"tallybox {args.command}: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of our output went away
        sys.stderr.close()
        return 141


def command_line() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = argparse.ArgumentParser(prog="tallybox", description="A box beside the game table.")
    parser.add_argument(
        "--version", action=_Version, nargs=0, help="this version, and whose words it judges by"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    _play(commands)
    _read(commands)
    _words(commands)
    _timer(commands)
    _journal(commands)
    _gcg(commands)
    _cards(commands)
    _mat(commands)
    _calibrate(commands)
    _teach(commands)
    _test(commands)
    doctor = commands.add_parser("doctor", help="what is here, what is missing, and what to do about it")
    doctor.set_defaults(run=run_doctor)
    dark = commands.add_parser("lamps-off", help="darken all lamps, as after a box that was killed")
    dark.set_defaults(run=run_lamps_off)
    config = commands.add_parser("config", help="the settings, as a file to start from")
    config.set_defaults(run=run_config)
    return parser


Commands = argparse._SubParsersAction  # argparse has no public name for it


def _play(commands: "Commands[argparse.ArgumentParser]") -> None:
    play = commands.add_parser("play", help="referee a game; without GAME, choose one on the screen")
    play.add_argument("game", nargs="?", metavar="GAME", help="by its name, such as anabid or idaho")
    play.add_argument(
        "--virtual", action="store_true", help="at a desk: virtual dice, keys press the buttons"
    )
    play.add_argument("--players", metavar="N|A,B,…", help="how many, or their names in seat order")
    play.add_argument(
        "--variant", action="append", default=[], metavar="NAME[=VALUE]", help="a variant or house rule"
    )
    play.add_argument("--seed", type=int, metavar="N", help="of the virtual dice and of the players it plays")
    play.add_argument("--auto", action="store_true", help="let it play itself, at human speed")
    again = play.add_mutually_exclusive_group()
    again.add_argument("--resume", action="store_true", help="go on with an unfinished game without asking")
    again.add_argument("--new", action="store_true", help="leave an unfinished game without asking")
    play.add_argument("--shots", metavar="DIR", help="where an unseen game puts its screenshots")
    play.set_defaults(run=run_play)


def _read(commands: "Commands[argparse.ArgumentParser]") -> None:
    read = commands.add_parser("read", help="read photographs or frames")
    read.add_argument("files", nargs="+", metavar="FILE")
    read.add_argument(
        "--kind", required=True, help="letter-dice, pip-dice, d12, tiles, board or card: what lies there"
    )
    read.add_argument(
        "--set",
        dest="pieces",
        help="which dice, tiles or cards, or any; letter dice are those of anabid if nothing is said",
    )
    read.add_argument("--json", action="store_true", help="a line of JSON an image")
    read.set_defaults(run=run_read)


def _words(commands: "Commands[argparse.ArgumentParser]") -> None:
    words = commands.add_parser("words", help="all words of some letters; Qu is one letter, ? a blank")
    words.add_argument("letters", metavar="LETTERS")
    words.set_defaults(run=run_words)
    check = commands.add_parser("check", help="is it a word, a place, a person's name?")
    check.add_argument("word", metavar="WORD")
    check.set_defaults(run=run_check)


def _timer(commands: "Commands[argparse.ArgumentParser]") -> None:
    timer = commands.add_parser("timer", help="the box as a plain timer with buttons")
    timer.add_argument("duration", metavar="DURATION", help="10s, 60s, 1m30s, 2m")
    timer.add_argument("--virtual", action="store_true", help="at a desk: keys press the buttons")
    timer.set_defaults(run=run_timer)


def _journal(commands: "Commands[argparse.ArgumentParser]") -> None:
    journal = commands.add_parser("journal", help="the games that were played")
    what = journal.add_subparsers(dest="what", required=True, metavar="list|show|export")
    for name, text in (
        ("list", "all games"),
        ("show", "one game as people saw it"),
        ("export", "games as JSON, an object a line, with every record"),
    ):
        one = what.add_parser(name, help=text)
        if name != "list":
            one.add_argument("--file", metavar="NAME", help="from another journal that the list names")
            one.add_argument(
                "game", type=int, nargs="?", metavar="NUMBER", help="by default the newest, or all"
            )
        if name == "export":
            one.add_argument("--gcg", action="store_true", help="one game of Auction Scrabble, as GCG")
        one.set_defaults(run=run_journal)


def _gcg(commands: "Commands[argparse.ArgumentParser]") -> None:
    gcg = commands.add_parser("gcg", help="recorded games of Scrabble")
    what = gcg.add_subparsers(dest="what", required=True, metavar="check")
    check = what.add_parser("check", help="are the scores right? a line of JSON a file")
    check.add_argument("files", nargs="+", metavar="FILE")
    check.set_defaults(run=run_gcg)


def _cards(commands: "Commands[argparse.ArgumentParser]") -> None:
    cards = commands.add_parser("cards", help="the cards of AnagraScramble as PDF, to print and cut out")
    cards.add_argument("--deck", default="both", choices=("green", "red", "both"))
    cards.add_argument("--paper", default="a4", choices=("a4", "letter", "a3"))
    cards.add_argument("file", metavar="FILE.pdf")
    cards.set_defaults(run=run_cards)


def _mat(commands: "Commands[argparse.ArgumentParser]") -> None:
    mat = commands.add_parser("mat", help="the mat with its markers as PDF, plain or with a board")
    mat.add_argument("--game", choices=("bid-and-bluff",), help="with this game's board")
    mat.add_argument("--board", metavar="FILE", help="with a board of your own; [mat] board plays on it")
    mat.add_argument("--paper", default="a4", choices=("a4", "letter", "a3"), help="A3, or two of the others")
    mat.add_argument("--calibration", action="store_true", help="the page to measure the camera's lens by")
    mat.add_argument("file", metavar="FILE.pdf")
    mat.set_defaults(run=run_mat)


def _calibrate(commands: "Commands[argparse.ArgumentParser]") -> None:
    calibrate = commands.add_parser("calibrate", help="how the camera sees the empty mat: light, focus, aim")
    calibrate.add_argument("--lens", action="store_true", help="measure the lens by the calibration page")
    source = calibrate.add_mutually_exclusive_group()
    source.add_argument("--virtual", action="store_true", help="at a desk: the virtual camera")
    source.add_argument("--pictures", metavar="DIR", help="pictures in place of the camera")
    calibrate.set_defaults(run=run_calibrate)


def _teach(commands: "Commands[argparse.ArgumentParser]") -> None:
    teach = commands.add_parser("teach", help="show the box dice or tiles of your own: it reads them better")
    teach.add_argument(
        "name", metavar="SET", help="what they are to be called, or a game's set: anabid; english for tiles"
    )
    teach.add_argument("--tiles", action="store_true", help="letter tiles, row by row, and not dice")
    teach.add_argument("--again", action="store_true", help="from the start; what is known is put aside")
    teach.add_argument(
        "--virtual", action="store_true", help="at a desk: virtual pieces, keys press the buttons"
    )
    teach.set_defaults(run=run_teach)


def _test(commands: "Commands[argparse.ArgumentParser]") -> None:
    test = commands.add_parser("test", help="try out one part of the box: says what to do and what it sees")
    test.add_argument("part", choices=("lamps", "buttons", "dial", "camera", "screen", "sound"))
    test.add_argument("--virtual", action="store_true", help="at a desk: keys press the buttons")
    test.set_defaults(run=run_test)


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from appliance.lexicon import show

        print(f"tallybox {__version__}", *show.sources(), sep="\n")
        parser.exit()


def run_play(args: argparse.Namespace) -> int:
    """`tallybox play`."""
    from appliance import run_game

    return run_game.play(args)


def run_timer(args: argparse.Namespace) -> int:
    """`tallybox timer`."""
    from appliance import run_game

    return run_game.timer(args.duration, args.virtual)


def run_read(args: argparse.Namespace) -> int:
    """`tallybox read`."""
    from appliance import run_read

    return run_read.read(args.files, args.kind, args.pieces, args.json)


def run_words(args: argparse.Namespace) -> int:
    """`tallybox words`."""
    from appliance.lexicon import Lexicon, show

    with Lexicon.open() as lexicon:
        shown = show.words(lexicon, args.letters)
    print(*shown.lines, sep="\n")
    return 0 if shown.found else 1


def run_check(args: argparse.Namespace) -> int:
    """`tallybox check`."""
    from appliance.lexicon import Lexicon, show

    with Lexicon.open() as lexicon:
        shown = show.check(lexicon, args.word, punctuation=True)
    print(*shown.lines, sep="\n")
    return 0 if shown.found else 1


def run_journal(args: argparse.Namespace) -> int:
    """`tallybox journal`."""
    from appliance import run_journal

    what = "gcg" if getattr(args, "gcg", False) else args.what
    return run_journal.show(what, getattr(args, "game", None), getattr(args, "file", None))


def run_gcg(args: argparse.Namespace) -> int:
    """`tallybox gcg check`."""
    from appliance import run_gcg

    return run_gcg.check_files(args.files)


def run_cards(args: argparse.Namespace) -> int:
    """`tallybox cards`."""
    from appliance import cards_pdf

    return cards_pdf.print_cards(args.file, args.deck, args.paper)


def run_mat(args: argparse.Namespace) -> int:
    """`tallybox mat`."""
    from appliance import mat_pdf

    if args.calibration:
        return mat_pdf.print_chart(args.file, args.paper)
    return mat_pdf.print_mat(args.file, args.game, args.board, args.paper)


def run_calibrate(args: argparse.Namespace) -> int:
    """`tallybox calibrate`."""
    from appliance import calibrate

    return calibrate.calibrate(args.virtual, args.pictures, args.lens)


def run_teach(args: argparse.Namespace) -> int:
    """`tallybox teach`."""
    from appliance import teach

    return teach.teach(args.name, args.virtual, args.again, args.tiles)


def run_test(args: argparse.Namespace) -> int:
    """`tallybox test`."""
    from appliance import selftest

    return selftest.test(args.part, args.virtual)


def run_doctor(_: argparse.Namespace) -> int:
    """`tallybox doctor`."""
    from appliance import doctor

    return doctor.main()


def run_lamps_off(_: argparse.Namespace) -> int:
    """`tallybox lamps-off`."""
    from appliance import lamps_off

    return lamps_off.main()


def run_config(_: argparse.Namespace) -> int:
    """`tallybox config`."""
    from appliance.config import default_toml

    print(default_toml())
    return 0


if __name__ == "__main__":
    sys.exit(main())
