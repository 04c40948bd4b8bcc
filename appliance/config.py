"""The box's settings: the package's defaults, and up to three TOML files on top of each other.

Lower to higher: `/etc/tallybox/config.toml`, `$XDG_CONFIG_HOME/tallybox/config.toml`, the file that
`$TALLYBOX_CONFIG` names. What belongs to a game (seconds for a bid, rounds) is chosen at the table.
"""

import os
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import ErrorDetails

from appliance.drivers.panel import PanelPins
from appliance.errors import BadValue, nearest

FIRST_PIN, LAST_PIN = 2, 27


class ConfigError(BadValue):
    """Settings that cannot be used; `problems` has one line each: file, key, what is wrong."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


def _pin(value: object) -> object:
    if value is None or value == "none":
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f'{value!r} is no pin; write its number, as 17 for GPIO17, or "none"')
    if not FIRST_PIN <= value <= LAST_PIN:
        raise ValueError(f"there is no GPIO{value} on the header; it has GPIO{FIRST_PIN} to GPIO{LAST_PIN}")
    return value


Pin = Annotated[int | None, BeforeValidator(_pin)]
Size = tuple[Annotated[int, Field(ge=16, le=8192)], Annotated[int, Field(ge=16, le=8192)]]


class Section(BaseModel):
    """Settings that belong together; nothing unknown, nothing changed later."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @classmethod
    def clashes(cls, values: Mapping[str, Any]) -> list[str]:
        """What is wrong with the settings taken together, whether or not each is right by itself."""
        return []

    @model_validator(mode="after")
    def _without_clashes(self) -> Self:
        clashes = self.clashes(dict(self))
        if clashes:
            raise ValueError("; ".join(clashes))
        return self


class PanelSettings(Section):
    """Where the buttons, lamps, dial, bars and buzzer are wired."""

    kind: Literal["gpio", "none"] = Field(
        default="gpio", description='"gpio", or "none" for a box without a panel'
    )
    buttons: tuple[Pin, ...] = Field(
        default=(2, 3, 4, 5, 6, 7, 8),
        max_length=7,
        description='Seat buttons, seat 1 first; "none" for an absent part',
    )
    lamps: tuple[Pin, ...] = Field(
        default=(12, 16, 17, 18, 19, 20, 21), max_length=7, description="Seat lamps"
    )
    dial_a: Pin = Field(default=9, description="The dial: its two contacts and its push")
    dial_b: Pin = 10
    dial_push: Pin = 11
    dial_detents: Literal[1, 2] = Field(
        default=1, description="2 if the dial moves on only with every second click"
    )
    bid_bar: tuple[Pin, ...] = Field(
        default=(22, 23, 24, 25), description="Bid timer, the LED that stays on longest first"
    )
    play_bar: tuple[Pin, ...] = Field(default=(26, 27, 14, 15), description="Play timer")
    buzzer: Pin = Field(
        default=13, description="The buzzer, and its pitch in Hz; 0 for one that makes its own"
    )
    buzzer_hz: int = Field(default=2000, ge=0, le=10_000)

    @classmethod
    def clashes(cls, values: Mapping[str, Any]) -> list[str]:
        """Pins that have two parts."""
        used: dict[int, str] = {}
        twice = []
        for name, pin in cls.wired(values):
            if pin in used:
                twice.append(f"GPIO{pin} is both {used[pin]} and {name}")
            used.setdefault(pin, name)
        return twice

    @classmethod
    def wired(cls, values: Mapping[str, Any]) -> list[tuple[str, int]]:
        """Every part that is there, with its pin: `buttons 1`, …, `buzzer`."""
        parts: list[tuple[str, object]] = []
        for name in ("buttons", "lamps", "dial_a", "dial_b", "dial_push", "bid_bar", "play_bar", "buzzer"):
            value = values.get(name)
            if isinstance(value, list | tuple):
                parts += [(f"{name} {number}", pin) for number, pin in enumerate(value, 1)]
            else:
                parts.append((name, value))
        return [(name, pin) for name, pin in parts if isinstance(pin, int) and not isinstance(pin, bool)]

    def pins(self) -> PanelPins:
        """The same for the driver."""
        return PanelPins(
            buttons=self.buttons,
            lamps=self.lamps,
            dial_a=self.dial_a,
            dial_b=self.dial_b,
            dial_push=self.dial_push,
            bid_bar=tuple(pin for pin in self.bid_bar if pin is not None),
            play_bar=tuple(pin for pin in self.play_bar if pin is not None),
            buzzer=self.buzzer,
            buzzer_hz=self.buzzer_hz,
            dial_detents=self.dial_detents,
        )


class CameraSettings(Section):
    """What looks down on the table."""

    kind: Literal["auto", "picamera2", "webcam", "folder"] = Field(
        default="auto",
        description='"auto": the Pi\'s camera, or else a webcam; or "picamera2", "webcam", "folder"',
    )
    index: int = Field(default=0, ge=0, le=63, description="Which one, if there are several, from 0")
    size: Size = Field(default=(1280, 960), description="Width and height of a frame in pixels")
    mains: Literal[50, 60] = Field(
        default=50, description="The mains in Hz, with which lamps flicker: 50 or 60"
    )
    mirrored: bool = Field(default=False, description="true: it shows a mirror image, as some webcams do")
    folder: Path | None = Field(
        default=None, description='Where the pictures lie, for kind = "folder"', examples=["pictures"]
    )

    @classmethod
    def clashes(cls, values: Mapping[str, Any]) -> list[str]:
        """A folder camera without a folder."""
        if values.get("kind") == "folder" and values.get("folder") is None:
            return ['kind = "folder" needs camera.folder, the folder with the pictures']
        return []


class ScreenSettings(Section):
    """What people look at."""

    size: Size = Field(default=(1280, 720), description="Width and height in pixels")
    fullscreen: bool = Field(default=False, description="Take the whole screen")


class SoundSettings(Section):
    """What people hear."""

    on: bool = Field(default=True, description="Tones from the loudspeaker; the buzzer is the panel's")
    volume: float = Field(default=0.6, ge=0, le=1, description="0 to 1")


class WordsSettings(Section):
    """What counts as a word beside the box's own list."""

    own: Annotated[Path | None, BeforeValidator(lambda value: value and Path(value).expanduser())] = Field(
        default=None,
        description="A file with the table's own words, one a line",
        examples=["/home/ana/our-words.txt"],
    )


class MatSettings(Section):
    """What lies under the pieces."""

    board: Annotated[Path | None, BeforeValidator(lambda value: value and Path(value).expanduser())] = Field(
        default=None,
        description="A file with your own board of Bid & Bluff; tallybox mat --board tries it",
        examples=["/home/ana/our-board.txt"],
    )


class ServiceSettings(Section):
    """The pages that try out the box's parts."""

    locked: bool = Field(
        default=False,
        description="true: two seat buttons held for 3 seconds no longer open the pages that test the parts",
    )


class StateSettings(Section):
    """Where the journal of games is kept."""

    directory: Annotated[Path, BeforeValidator(lambda value: Path(value).expanduser())] = Field(
        default_factory=lambda: default_state(os.environ),
        description="Where games are kept; by default the service's folder, or the user's",
        examples=["/var/lib/tallybox"],
    )


SECTIONS: dict[str, type[Section]] = {
    "panel": PanelSettings,
    "camera": CameraSettings,
    "screen": ScreenSettings,
    "sound": SoundSettings,
    "words": WordsSettings,
    "mat": MatSettings,
    "service": ServiceSettings,
    "state": StateSettings,
}


class Config(Section):
    """All settings."""

    panel: PanelSettings = PanelSettings()
    camera: CameraSettings = CameraSettings()
    screen: ScreenSettings = ScreenSettings()
    sound: SoundSettings = SoundSettings()
    words: WordsSettings = WordsSettings()
    mat: MatSettings = MatSettings()
    service: ServiceSettings = ServiceSettings()
    state: StateSettings = Field(default_factory=StateSettings)

    @classmethod
    def load(cls, paths: Sequence[Path] | None = None, env: Mapping[str, str] | None = None) -> "Config":
        """The settings of this machine.

        `paths` are read instead of the usual places, `env` instead of the process's. Raises `ConfigError`
        with all that is wrong in all files.
        """
        env = os.environ if env is None else env
        problems: list[str] = []
        merged: dict[str, Any] = {"state": {"directory": default_state(env)}}
        origin: dict[str, Path] = {}
        for path in usual_paths(env) if paths is None else paths:
            try:
                _lay(merged, tomllib.loads(path.read_text("utf-8")), path, origin)
            except FileNotFoundError:
                if paths is not None or str(path) == env.get("TALLYBOX_CONFIG"):
                    problems.append(f"{path}: there is no such file")
            except OSError as error:
                problems.append(f"{path}: cannot be read ({error.strerror})")
            except ValueError as error:  # TOML that is none, or bytes that are no UTF-8
                problems.append(f"{path}: {error}")
        try:
            config = cls.model_validate(merged)
        except ValidationError as error:
            problems += [_in_words(one, origin) for one in error.errors()]
            problems += _hidden_clashes(error, merged, origin)
        if problems:
            raise ConfigError(problems)
        return config


def usual_paths(env: Mapping[str, str]) -> list[Path]:
    """Where settings are looked for, the strongest last."""
    home = Path(env.get("XDG_CONFIG_HOME") or Path(env.get("HOME", "~")).expanduser() / ".config")
    paths = [Path("/etc/tallybox/config.toml"), home / "tallybox" / "config.toml"]
    named = env.get("TALLYBOX_CONFIG")
    return [*paths, Path(named)] if named else paths


def default_state(env: Mapping[str, str]) -> Path:
    """Where games are kept: the folder that systemd gives the service, or the user's own."""
    if env.get("STATE_DIRECTORY"):
        return Path(env["STATE_DIRECTORY"].partition(":")[0])
    home = env.get("XDG_STATE_HOME") or Path(env.get("HOME", "~")).expanduser() / ".local" / "state"
    return Path(home) / "tallybox"


def default_toml() -> str:
    """A config file with every setting at its default, each commented out."""
    lines = ["# Tallybox. Take away the # of a line to change what it says.", ""]
    for section, kind in SECTIONS.items():
        lines.append(f"[{section}]")
        for key, setting in kind.model_fields.items():
            if setting.description:
                lines.append(f"# {setting.description}.")
            lines.append(f"#{key} = {_toml(setting.examples[0] if setting.examples else setting.default)}")
        lines.append("")
    return "\n".join(lines)


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return f'"{value}"'


def _lay(
    below: dict[str, Any], above: Mapping[str, Any], path: Path, origin: dict[str, Path], at: str = ""
) -> None:
    """Put one file's settings over those so far, and note for each key which file it is from."""
    for key, value in above.items():
        place = f"{at}{key}"
        if isinstance(value, dict) and isinstance(below.get(key, {}), dict):
            _lay(below.setdefault(key, {}), value, path, origin, f"{place}.")
        else:
            below[key] = value
        origin[place] = path


def _in_words(error: ErrorDetails, origin: Mapping[str, Path]) -> str:
    place = [str(part) for part in error["loc"]]
    names = [part for part in place if not part.isdigit()]
    key = ".".join(names)
    file = next(
        (origin[".".join(names[:n])] for n in range(len(names), 0, -1) if ".".join(names[:n]) in origin), None
    )
    where = f"{file or 'the defaults'}: {key}"
    if place[-1].isdigit():
        where += f", number {int(place[-1]) + 1}"
    if error["type"] == "extra_forbidden":
        return f"{where}: there is no such setting{_did_you_mean(names)}"
    if error["type"] == "value_error":
        return f"{where}: {error['ctx']['error']}"
    return f"{where}: {error['msg'].lower()}, not {error['input']!r}"


def _hidden_clashes(
    error: ValidationError, merged: Mapping[str, Any], origin: Mapping[str, Path]
) -> list[str]:
    """Clashes in sections of which pydantic looked at single settings only, as one of them was wrong."""
    lines = []
    for name in {str(one["loc"][0]) for one in error.errors() if len(one["loc"]) > 1}:
        kind, given = SECTIONS.get(name), merged[name]
        if kind is not None and isinstance(given, dict):
            defaults = {key: field.default for key, field in kind.model_fields.items()}
            lines += [f"{origin[name]}: {name}: {clash}" for clash in kind.clashes(defaults | given)]
    return lines


def _did_you_mean(names: Sequence[str]) -> str:
    keys = {name: set(kind.model_fields) for name, kind in SECTIONS.items()}
    wanted = names[-1]
    here = keys.get(names[0], set()) if len(names) > 1 else set(keys)
    near = nearest(wanted, sorted(here))
    if near:
        return f"; did you mean {near}?"
    elsewhere = [name for name, own in keys.items() if wanted in own]
    if elsewhere:
        return f"; did you mean it under [{elsewhere[0]}]?"
    return f"; there are {', '.join(sorted(here))}"
