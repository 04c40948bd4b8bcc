"""The installer in whole systems, Bookworm and Trixie: on a fresh one, on one with the box, and off it."""

import pytest

from tests.installer.roots import RELEASES, booted
from tests.installer.story import INSTALLER, live, state
from tests.nspawn.system import lacking

pytestmark = [pytest.mark.hw, pytest.mark.skipif(bool(lacking()), reason=lacking() or "all is here")]


@pytest.mark.parametrize("release", RELEASES)
def test_it_is_installed_and_renewed_plays_and_leaves_nothing_but_games(release: str) -> None:
    live(release)  # fails where anything is not as it should be


def test_a_debian_without_the_archive_of_raspberry_pi_os_is_refused() -> None:
    with booted(RELEASES[1]) as (root, run):
        (root / "etc" / "apt" / "sources.list.d" / "stand-ins.list").unlink()
        before = state(run)
        done = run("sh", INSTALLER, code=1)
        assert "apt knows no python3-picamera2" in done.stderr
        assert state(run) == before
