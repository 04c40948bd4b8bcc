"""A game is a generator that yields prompts and is sent answers; this is what plays one.

Undo, resume and golden transcripts need nothing else: all three are the answers so far, given again.
"""

from collections.abc import Callable, Generator, Iterable
from typing import Generic, TypeVar

from appliance.errors import ApplianceError
from appliance.games.prompts import Answer, Prompt
from appliance.games.views import Standing
from appliance.phrases import say

T = TypeVar("T")
Part = Generator[Prompt, Answer, T]
"""A piece of a rule sheet: yields prompts, is sent answers, returns what it came to."""

Script = Part[Standing]
"""A whole game; returns the final standing."""


class Refused(ApplianceError, ValueError):
    """An answer that the rules do not allow now; the message is the reason, in words for people."""


class Misfit(ApplianceError, ValueError):
    """Recorded answers that the game as it is now would not have taken.

    `standing` is the last one that could still be reached.
    """

    def __init__(self, message: str, standing: Standing) -> None:
        super().__init__(message)
        self.standing = standing


def ask(prompt: Prompt) -> Part[Answer]:
    """Put one prompt and return its answer: `bid = yield from ask(...)`."""
    answer = yield prompt
    return answer


class Play(Generic[T]):
    """A game under way: the prompt that is open now, and the answers that led here.

    When it is `over`, `prompt` is the last one and `result` what came of it.
    """

    def __init__(self, start: Callable[[], Part[T]]) -> None:
        self._start = start
        self._begin()

    def _begin(self) -> None:
        self.answers: list[Answer] = []
        self.result: T | None = None
        self.over = self._broken = False
        self._script = self._start()
        self.prompt: Prompt = next(self._script)

    @property
    def standing(self) -> Standing:
        """Who has how much now."""
        return self.prompt.standing

    def refusal(self, answer: Answer) -> str | None:
        """Why the answer may not be given now, or None if it may."""
        return say("refused.over") if self.over else self.prompt.check(answer)

    def give(self, answer: Answer) -> None:
        """Answer the open prompt; `Refused` with the reason leaves everything as it stands.

        So does an error in the script: it can be answered again once what it needs is there.
        """
        reason = self.refusal(answer)
        if reason:
            raise Refused(reason)
        if self._broken:
            self._restart(self.answers)
        self.answers.append(answer)
        try:
            self.prompt = self._script.send(answer)
        except StopIteration as end:
            self.result, self.over = end.value, True
        except Exception:  # the words that it needs cannot be read, say; the script itself is over now
            self.answers.pop()
            self._broken = True
            raise

    def _restart(self, answers: list[Answer]) -> None:
        """Begin anew and give these answers; if that fails, all is left to be tried again."""
        before, prompt = self.answers, self.prompt
        try:
            self._begin()
            self.replay(answers)
        except Exception:
            self.answers, self.prompt, self._broken = before, prompt, True
            self.result, self.over = None, False
            raise

    def again(self) -> "Play[T]":
        """The same game from its start."""
        return Play(self._start)

    def undo(self) -> Answer | None:
        """Take the last answer back, by playing all others again; returns it, or None at the start."""
        if not self.answers:
            return None
        *kept, undone = self.answers
        self._restart(kept)
        return undone

    def replay(self, answers: Iterable[Answer]) -> None:
        """Give recorded answers; `Misfit` if these rules would not take one of them."""
        for answer in answers:
            reason = self.refusal(answer)
            if reason:
                raise Misfit(
                    f"answer {len(self.answers) + 1} ({answer}) does not fit: {reason}. The game was "
                    f"played by other rules; its last standing was: {self.standing}",
                    self.standing,
                )
            self.give(answer)


def transcript(play: Play[T], answers: Iterable[Answer]) -> list[str]:
    """The game as text: each prompt's headline and view, then the answer given; the standing at the end."""
    lines: list[str] = []
    for answer in answers:
        lines += told(play.prompt)
        lines.append(f"> {answer}")
        play.give(answer)
    if play.over:
        lines.append(f"= {play.standing}")
    return lines


def told(prompt: Prompt) -> list[str]:
    """A prompt as lines of text."""
    timer = f"  [{prompt.timer.seconds:g} s]" if prompt.timer else ""
    return [f"? {prompt.headline}{timer}", *(f"  | {line}" for line in prompt.view.lines())]
