"""Writes the golden games of tests/golden anew: whole seeded games of bots, as text.

Run it only when a change of rules or words is meant, and read the difference before committing it.
"""

from pathlib import Path
from random import Random

from appliance.games.catalogue import Setup, game
from appliance.games.script import transcript
from appliance.lexicon import Lexicon

NAMES = ["Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus"]
GAMES = {
    "anabid-two": (2, 7, ""),
    "anabid-four": (4, 12, ""),
    "anabid-seven": (7, 3, ""),
    "anabid-variants": (3, 5, "quotable compensation beginner"),
    "anabid-bidtacular": (5, 8, "bidtacular wordsmith"),
    "anagrascramble-1": (3, 1, ""),
    "anagrascramble-2": (2, 2, "both"),
    "anagrascramble-3": (6, 3, "printed_cards red cards=12"),
    "auction-scrabble-1": (2, 1, ""),
    "auction-scrabble-2": (4, 2, ""),
    "auction-scrabble-3": (3, 5, "no_words_checked exchange refill_by_next_starter points=60"),
    "bid-and-bluff-1": (3, 4, ""),
    "bid-and-bluff-2": (6, 18, ""),
    "bid-and-bluff-3": (4, 5, "no_zone_by_start_square no_black_squares no_high_bids"),
    "speed-scrabble-1": (4, 1, ""),
    "speed-scrabble-2": (2, 2, "player_starts window_seconds=2"),
    "speed-scrabble-3": (6, 3, "games=3"),
    "idaho-1": (3, 4, ""),
    "idaho-2": (2, 2, "games=2"),
    "idaho-3": (5, 3, "two_sets player_starts no_unused_cost_their_value no_short_pool_is_shared"),
}
"""For each file, which begins with the game's name: how many play, the bots' seed, what was agreed on."""


def main() -> None:
    """Play each game with its seed and write it down."""
    folder = Path(__file__).parent.parent / "tests" / "golden"
    with Lexicon.open() as lexicon:
        for name, (seats, seed, variants) in GAMES.items():
            setup = Setup.of(game(name.rpartition("-")[0]), NAMES[:seats], variants.split())
            play, rng = setup.begin(lexicon), Random(seed)
            while not play.over:
                play.give(setup.game.bot(play.prompt, rng, lexicon))
            lines = [f"# {seats} {variants}".rstrip(), *transcript(play.again(), play.answers)]
            (folder / f"{name}.txt").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
