"""Writes docs/desk.png: the desk in the middle of a game, its word read from the camera's picture."""

import os
import sys
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pygame

from appliance import boxes
from appliance.config import Config
from appliance.games.catalogue import GAMES, Setup
from appliance.games.prompts import Answer
from appliance.lexicon import Lexicon
from appliance.table import Table

LINES = """
1 roll = A
2 roll = T
3 roll = N
4 roll = T
1 roll = A C E R B T
1 announced
1 bid = 6x3
4 bid = 10x3
3 bid = 3x5
2 bid = no bid
1 bid = no bid
1 word = TRACE
1 word = CARET
"""


def main() -> None:
    """Play that far, lay BRACE, let the table look, and save the window."""
    setup = Setup.of(GAMES["anabid"], ["Alex", "Ines", "Marcus", "Reza"])
    box = boxes.desk_box(Config(), seed=11)
    with Lexicon.open() as lexicon:
        play = setup.begin(lexicon)
        play.replay(Answer.parse(line) for line in LINES.split("\n") if line)
        assert box.top
        box.top.restore("ACERBT")
        box.top.lay("BRACE")
        table = Table(box.rig)
        table.begin(play, list(setup.chairs))
        while table.inputs.word != "BRACE":
            table.beat()
        table.beat()
        path = Path(__file__).resolve().parents[1] / "docs" / "desk.png"
        pygame.image.save(pygame.display.get_surface(), str(path))
    box.close()


if __name__ == "__main__":
    main()
