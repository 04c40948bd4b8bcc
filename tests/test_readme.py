"""What the README tells people to type is what there is."""

import re
import shlex
from pathlib import Path

import pytest

from appliance.cli import command_line

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
COMMANDS = re.findall(r"^(?:\s*\.venv/bin/)?tallybox [^\n]*", README, re.MULTILINE)
TARGETS = sorted(set(re.findall(r"^ *make (\w+)", README, re.MULTILINE)))


def test_it_has_commands() -> None:
    assert len(COMMANDS) > 10


@pytest.mark.parametrize("line", COMMANDS)
def test_each_command_is_one(line: str) -> None:
    words = shlex.split(line.partition("#")[0].partition(" > ")[0])
    args = command_line().parse_args(words[1:])
    assert callable(args.run)


@pytest.mark.parametrize("target", TARGETS)
def test_each_target_is_in_the_makefile(target: str) -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert re.search(rf"^{target}:", makefile, re.MULTILINE)


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#:]+)\)", README))
def test_each_link_leads_somewhere(link: str) -> None:
    assert (ROOT / link).exists()
