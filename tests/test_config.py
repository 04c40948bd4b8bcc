"""Layers of settings, and everything that is wrong with them said at once."""

import tomllib
from pathlib import Path

import pytest

from appliance.config import Config, ConfigError, default_toml, usual_paths
from appliance.drivers.panel import PanelPins


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def problems(tmp_path: Path, text: str) -> list[str]:
    """What is wrong with a file, without its name."""
    path = write(tmp_path / "config.toml", text)
    with pytest.raises(ConfigError) as caught:
        Config.load([path], {})
    for problem in caught.value.problems:
        assert problem.startswith(f"{path}: ")
    return [problem.removeprefix(f"{path}: ") for problem in caught.value.problems]


def test_the_defaults_use_every_pin_of_the_header_once() -> None:
    panel = Config().panel
    pins = [pin for _, pin in panel.wired(dict(panel))]
    assert sorted(pins) == list(range(2, 28))
    assert isinstance(panel.pins(), PanelPins)
    assert panel.pins().bar("bid") == panel.bid_bar


def test_the_written_defaults_are_the_defaults(tmp_path: Path) -> None:
    text = "\n".join(
        line.removeprefix("#")
        for line in default_toml().splitlines()
        if not line.startswith(("# ", "#folder", "#directory", "#own", "#board"))
    )
    assert set(tomllib.loads(text)) == set(Config.model_fields)
    assert Config.load([write(tmp_path / "all.toml", text)], {"HOME": "/h"}) == Config.load(
        [], {"HOME": "/h"}
    )
    assert Config.load([write(tmp_path / "none.toml", default_toml())], {"HOME": "/h"}).sound.on


def test_later_files_win_key_by_key(tmp_path: Path) -> None:
    below = write(tmp_path / "a.toml", "[camera]\nindex = 1\nmains = 60\n[panel]\nlamps = [12]\n")
    above = write(tmp_path / "b.toml", "[camera]\nindex = 2\n[panel]\nbuzzer = 'none'\n")
    config = Config.load([below, above], {})
    assert (config.camera.index, config.camera.mains) == (2, 60)
    assert config.panel.lamps == (12,)
    assert config.panel.buzzer is None
    assert config.panel.buttons == Config().panel.buttons


def test_the_usual_places_from_weak_to_strong(tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path), "TALLYBOX_CONFIG": str(tmp_path / "mine.toml")}
    assert usual_paths(env) == [
        Path("/etc/tallybox/config.toml"),
        tmp_path / ".config/tallybox/config.toml",
        tmp_path / "mine.toml",
    ]
    assert usual_paths({"HOME": "/h", "XDG_CONFIG_HOME": "/x"})[1] == Path("/x/tallybox/config.toml")
    write(tmp_path / ".config/tallybox/config.toml", "[sound]\nvolume = 0.1\non = false\n")
    write(tmp_path / "mine.toml", "[sound]\nvolume = 0.2\n")
    sound = Config.load(env=env).sound
    assert (sound.volume, sound.on) == (0.2, False)


def test_usual_files_may_be_absent_a_named_one_may_not(tmp_path: Path) -> None:
    Config.load(env={"HOME": str(tmp_path)})
    with pytest.raises(ConfigError, match=r"nowhere\.toml: there is no such file"):
        Config.load(env={"HOME": str(tmp_path), "TALLYBOX_CONFIG": str(tmp_path / "nowhere.toml")})


def test_where_games_are_kept(tmp_path: Path) -> None:
    def state(*paths: Path, **env: str) -> Path:
        return Config.load(paths, env).state.directory

    assert state(STATE_DIRECTORY="/var/lib/tallybox:/other", HOME="/h") == Path("/var/lib/tallybox")
    assert state(XDG_STATE_HOME="/s", HOME="/h") == Path("/s/tallybox")
    assert state(HOME="/h") == Path("/h/.local/state/tallybox")
    own = write(tmp_path / "c.toml", "[state]\ndirectory = '/games'\n")
    assert state(own, STATE_DIRECTORY="/var/lib/tallybox") == Path("/games")


def test_everything_wrong_is_said_at_once_with_its_file(tmp_path: Path) -> None:
    one = write(tmp_path / "one.toml", "[panel]\nbuzer = 3\nlamps = [12, 40]\n[sound]\nvolume = 2\n")
    two = write(tmp_path / "two.toml", "[camera]\nkind = 'film'\n")
    three = write(tmp_path / "three.toml", "[camera\n")
    with pytest.raises(ConfigError) as caught:
        Config.load([one, two, three, tmp_path / "four.toml"], {})
    told = "\n".join(sorted(caught.value.problems)).replace(f"{tmp_path}/", "")
    for problem in (
        "one.toml: panel.buzer: there is no such setting; did you mean buzzer?",
        "one.toml: panel.lamps, number 2: there is no GPIO40 on the header; it has GPIO2 to GPIO27",
        "one.toml: sound.volume: input should be less than or equal to 1, not 2",
        "two.toml: camera.kind: input should be 'auto', 'picamera2', 'webcam' or 'folder', not 'film'",
        "three.toml: Expected ']'",
        "four.toml: there is no such file",
    ):
        assert problem in told
    assert len(caught.value.problems) == 6
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[pannel]\n", "did you mean panel?"),
        ("buzzer = 4\n", "did you mean it under [panel]?"),
        ("[sound]\nfrogs = 4\n", "there are on, volume"),
        ("[panel]\nbuzzer = true\n", "True is no pin"),
        ("[panel]\nbuzzer = 'GPIO4'\n", "write its number"),
        ("[panel]\nbuttons = [2, 3, 4, 5, 6, 7, 8, 9]\n", "at most 7"),
        ("panel = 3\n", "panel: input should be"),
        ("[camera]\nkind = 'folder'\n", "needs camera.folder"),
        ("[camera]\nsize = [1280]\n", "camera.size"),
    ],
)
def test_each_mistake_says_what_to_do(tmp_path: Path, text: str, words: str) -> None:
    assert words in "\n".join(problems(tmp_path, text))


def test_a_pin_with_two_parts_is_refused_with_both(tmp_path: Path) -> None:
    text = "[panel]\nbuttons = [2, 2]\ndial_a = 10\n"
    assert problems(tmp_path, text) == [
        "panel: GPIO2 is both buttons 1 and buttons 2; GPIO10 is both dial_a and dial_b"
    ]


def test_a_pin_with_two_parts_does_not_hide_behind_another_mistake(tmp_path: Path) -> None:
    told = problems(tmp_path, "[panel]\nbuttons = [12]\nbuzzer = 99\n")
    assert len(told) == 2
    assert "panel: GPIO12 is both buttons 1 and lamps 1" in told


def test_bytes_that_are_no_text_say_so(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match=r"config\.toml"):
        Config.load([path], {})


def test_settings_do_not_change_later() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Config().sound.on = False  # type: ignore[misc]
