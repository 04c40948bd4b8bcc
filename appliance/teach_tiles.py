"""What the box keeps while tiles are shown to it, row by row."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from appliance import own_tiles
from appliance.boxes import Box
from appliance.drivers import Image
from appliance.errors import Missing
from appliance.games.prompts import Answer, Look
from appliance.games.script import Play
from appliance.own_files import MOST_LOOKS
from appliance.own_sets import lacking
from appliance.own_tiles import OwnTile, OwnTiles
from appliance.phrases import say
from appliance.pieces.tiles import ENGLISH
from appliance.teach_hands import RowHands
from appliance.teach_script import SEE
from appliance.teach_tiles_eye import RowPupil
from appliance.teach_tiles_script import ShownTile, tiles_lesson


class TilesTeacher:
    """Follows a lesson: keeps the pictures of every look, and what is known on disk after every answer."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            self.own = own_tiles.load(folder)
        except Missing:
            self.own = OwnTiles(folder.name)
        self.pupil = RowPupil()
        self._rows: list[Sequence[Image]] = []  # the pictures of every look
        # Those known before are numbered from -1 downward.
        self._earlier = [picture for tile in self.own.tiles for picture in tile.pictures]
        numbers = iter(range(-1, -1 - len(self._earlier), -1))
        self.known = tuple(
            ShownTile(tile.symbol, tuple((next(numbers), 0) for _ in tile.pictures))
            for tile in self.own.tiles
            if tile.pictures
        )
        self._heard = self._kept = self.known

    def play(self) -> Play[None]:
        """The lesson, from where it stopped."""
        return Play(partial(tiles_lesson, self.known, self._hear))

    def _hear(self, tiles: Sequence[ShownTile]) -> None:
        """What the script says is known."""
        self._heard = tuple(tiles)

    def eye(self, look: Look) -> RowPupil:
        """What reads for a look."""
        return self.pupil.asked_for(look.pieces)

    def hands(self, box: Box) -> RowHands | None:
        """Hands that show tiles on a virtual table."""
        return RowHands(box.rig.clock, box.fingers, box.top) if box.top and box.fingers else None

    def follow(self, answers: Sequence[Answer]) -> None:
        """After every beat of the table: what is new is kept."""
        looks = sum(answer.verb == SEE for answer in answers)
        if looks > len(self._rows):
            self._rows.append(self.pupil.pictures)
        if self._heard != self._kept:
            self.pupil.fresh.take(taken=_pictures(self._heard) > _pictures(self._kept))
            self._kept = self._heard
            tiles = (OwnTile(tile.symbol, self._seen(tile)) for tile in self._kept)
            self.own = replace(self.own, tiles=tuple(tiles))
            own_tiles.save(self._folder, self.own)
        del self._rows[looks:]

    def _seen(self, tile: ShownTile) -> tuple[Image, ...]:
        """The pictures of a tile, the newest if there are too many."""
        places = tile.seen[-MOST_LOOKS:]
        return tuple(self._earlier[-n - 1] if n < 0 else self._rows[n][place] for n, place in places)

    @property
    def any(self) -> bool:
        """Whether anything is known."""
        return bool(self.own.looks)

    def summary(self) -> list[str]:
        """What is kept, in words."""
        own, name = self.own, self.own.name
        if not own.looks:
            return [say("teach.no_tiles_kept")]
        counts = {"n": len(own.tiles), "looks": len(own.looks), "folder": self._folder}
        lines = [say("teach.kept_tiles", name=name, **counts)]
        if own.missing:
            lines.append(say("teach.tiles_missing", name=name, letters=" ".join(own.missing)))
        used = "tiles_played_with" if name == ENGLISH.name else "tiles_read_with"
        return [*lines, lacking(own) or say(f"teach.{used}", name=name)]


def _pictures(tiles: Sequence[ShownTile]) -> int:
    return sum(len(tile.seen) for tile in tiles)
