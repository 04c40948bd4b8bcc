"""The store: built when it is missing or old, refused in words when damaged, rebuilt when it is ours."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from appliance.errors import Missing
from appliance.lexicon import Lexicon, LexiconError
from appliance.lexicon.build import STORE, build
from appliance.lexicon.sources import LISTS, digest
from appliance.lexicon.store import connect, find


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A text of few words, in the form of the package's own."""
    folder = tmp_path / "data"
    folder.mkdir()
    for file in LISTS:
        (folder / file).write_text("", "utf-8")
    (folder / "words-1.txt").write_text("act\ncat\nquit\n", "utf-8")
    (folder / "words-4-wide.txt").write_text("tav\n", "utf-8")
    (folder / "places.txt").write_text("oslo\n", "utf-8")
    (folder / "punct.txt").write_text("can't\n", "utf-8")
    (folder / "version.txt").write_text(digest(folder) + "\n", "utf-8")
    return folder


def environ(cache: Path) -> dict[str, str]:
    return {"XDG_CACHE_HOME": str(cache)}


@pytest.fixture
def store(data: Path, tmp_path: Path) -> Path:
    path = tmp_path / "lexicon.db"
    build(path, data)
    return path


def test_the_package_has_its_store_after_an_installation() -> None:
    with Lexicon.open() as lexicon:
        assert lexicon.lists["words"] > 240_000
        assert lexicon.lists["standard words"] > 145_000
        assert lexicon.problems() == ()
        if STORE.is_file() and lexicon.path == STORE:
            assert lexicon.notes == ()


def test_a_store_is_built_into_the_cache_at_first_use_and_used_afterwards(data: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    with Lexicon(find(data, environ(cache))) as lexicon:
        assert lexicon.is_word("cat")
        assert lexicon.path == cache / "tallybox" / "lexicon.db"
        assert "no lexicon at" in lexicon.notes[0]
    born = (cache / "tallybox" / "lexicon.db").stat().st_mtime_ns
    with Lexicon(find(data, environ(cache))) as lexicon:
        assert lexicon.is_place("oslo")
    assert (cache / "tallybox" / "lexicon.db").stat().st_mtime_ns == born
    assert [path.name for path in (cache / "tallybox").iterdir()] == ["lexicon.db"]


def test_a_store_in_the_package_is_taken_if_it_fits_the_text(data: Path, tmp_path: Path) -> None:
    build(data / "lexicon.db", data)
    with Lexicon(find(data, environ(tmp_path / "cache"))) as lexicon:
        assert lexicon.path == data / "lexicon.db"
        assert lexicon.notes == ()
    assert not (tmp_path / "cache").exists()


def test_a_store_of_an_older_text_is_left_and_a_new_one_built(data: Path, tmp_path: Path) -> None:
    build(data / "lexicon.db", data)
    (data / "words-2.txt").write_text("gnu\n", "utf-8")
    (data / "version.txt").write_text(digest(data) + "\n", "utf-8")
    with Lexicon(find(data, environ(tmp_path / "cache"))) as lexicon:
        assert lexicon.is_word("gnu")
        assert "is of version" in lexicon.notes[0]


def test_a_box_without_a_disk_to_write_to_keeps_the_store_in_memory(data: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "a-file-where-the-folder-should-be"
    blocked.write_text("", "utf-8")
    with Lexicon(find(data, environ(blocked))) as lexicon:
        assert lexicon.path is None
        assert lexicon.is_word("cat")
        assert "cannot" in lexicon.notes[-1]


def test_systemds_cache_folder_comes_first(data: Path, tmp_path: Path) -> None:
    variables = {"CACHE_DIRECTORY": str(tmp_path / "service"), "HOME": str(tmp_path / "home")}
    with Lexicon(find(data, variables)) as lexicon:
        assert lexicon.path == tmp_path / "service" / "lexicon.db"
    with Lexicon(find(data, {"HOME": str(tmp_path / "home")})) as lexicon:
        assert lexicon.path == tmp_path / "home" / ".cache" / "tallybox" / "lexicon.db"


def damage_empty(path: Path) -> None:
    path.write_bytes(b"")


def damage_text(path: Path) -> None:
    path.write_text("this is no database\n" * 50, "utf-8")


def damage_truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-4096])


def damage_stub(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:50])


def damage_inside(path: Path) -> None:
    raw = bytearray(path.read_bytes())
    raw[100:4096] = bytes(3996)  # the table of tables
    path.write_bytes(bytes(raw))


def damage_other(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE other (x)")


DAMAGES = {
    damage_empty: "is empty",
    damage_text: "does not begin as a store does",
    damage_truncated: "bytes, expected",
    damage_stub: "bytes, expected",
    damage_inside: "is damaged",
    damage_other: "is damaged: no such table",
}


@pytest.mark.parametrize(("damage", "message"), DAMAGES.items())
def test_a_damaged_store_is_refused_in_words(store: Path, damage, message: str) -> None:  # type: ignore[no-untyped-def]
    damage(store)
    with pytest.raises(LexiconError, match=message) as caught:
        Lexicon.open(store)
    assert str(store) in str(caught.value)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_store_in_the_cache_is_built_anew(data: Path, tmp_path: Path, damage) -> None:  # type: ignore[no-untyped-def]
    where = environ(tmp_path / "cache")
    with Lexicon(find(data, where)) as lexicon:
        path = lexicon.path
    assert path is not None
    damage(path)
    with Lexicon(find(data, where)) as lexicon:
        assert lexicon.is_word("cat")
        assert lexicon.notes[-1].endswith("; built anew")


def test_damage_that_shows_late_is_told_and_the_cached_store_removed(data: Path, tmp_path: Path) -> None:
    where = environ(tmp_path / "cache")
    with Lexicon(find(data, where)) as lexicon:
        path = lexicon.path
    assert path is not None
    raw = bytearray(path.read_bytes())
    with closing(connect(path)) as connection:
        root = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'word'").fetchone()[0]
    raw[(root - 1) * 4096 : root * 4096] = b"\xff" * 4096
    path.write_bytes(bytes(raw))
    with (
        Lexicon(find(data, where)) as lexicon,
        pytest.raises(LexiconError, match="start again, and it is built anew"),
    ):
        lexicon.is_word("cat")
    with Lexicon(find(data, where)) as lexicon:
        assert lexicon.is_word("cat")


def test_a_path_that_does_not_exist_is_missing(tmp_path: Path) -> None:
    with pytest.raises(Missing, match="no lexicon at"):
        Lexicon.open(tmp_path / "none.db")
    with pytest.raises(LexiconError, match="cannot read the lexicon"):
        Lexicon.open(tmp_path)


def test_without_text_nothing_can_be_built(data: Path, tmp_path: Path) -> None:
    (data / "places.txt").unlink()
    with pytest.raises(LexiconError, match=r"places\.txt"):
        build(tmp_path / "new.db", data)
    assert [path.name for path in tmp_path.iterdir()] == ["data"]  # no half of a store is left behind
    (data / "version.txt").unlink()
    with pytest.raises(LexiconError, match="text of the lexicon is missing"):
        find(data, environ(tmp_path / "cache"))


def test_the_same_text_gives_the_same_store(data: Path, tmp_path: Path, store: Path) -> None:
    build(tmp_path / "again.db", data)
    assert (tmp_path / "again.db").read_bytes() == store.read_bytes()
