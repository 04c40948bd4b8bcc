"""Writes the golden games of tests/golden anew: whole seeded games of bots, as text.

Run it only when a change of rules or words is meant, and read the difference before committing it.
"""

from pathlib import Path
from random import Random

from appliance.games.anabid import bot
from appliance.games.anabid import game as anabid
from appliance.games.anabid.rules import Options
from appliance.games.script import Play, transcript
from appliance.lexicon import Lexicon

NAMES = ["Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus"]
GAMES = {
    "anabid-two": (2, 7, ""),
    "anabid-four": (4, 12, ""),
    "anabid-seven": (7, 3, ""),
    "anabid-variants": (3, 5, "quotable compensation beginner"),
    "anabid-bidtacular": (5, 8, "bidtacular wordsmith"),
}


def main() -> None:
    """Play each game with its seed and write it down."""
    folder = Path(__file__).parent.parent / "tests" / "golden"
    with Lexicon.open() as lexicon:
        for name, (seats, seed, switched) in GAMES.items():
            options = Options(**dict.fromkeys(switched.split(), True))  # type: ignore[arg-type]

            def start(seats: int = seats, options: Options = options) -> anabid.Script:
                return anabid.play(NAMES[:seats], options, lexicon)

            play, rng = Play(start), Random(seed)
            while not play.over:
                play.give(bot.sensibly(play.prompt, rng, lexicon))
            lines = [f"# {seats} {switched}".rstrip(), *transcript(Play(start), play.answers)]
            (folder / f"{name}.txt").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
