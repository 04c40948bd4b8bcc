"""The service under a real systemd: killed, hung, stopped and switched off in mid-game."""

import os
import signal
from collections.abc import Callable, Iterator

import pytest

from appliance.lexicon import Lexicon
from appliance.lock import Taken
from tests.nspawn.system import PATIENCE, Service, booted, lacking

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(lacking()), reason=lacking() or "all is here")]


def in_time() -> float:
    """Seconds within which the box must be back: ten, or more on a machine that has much else to do."""
    waiting, cores = os.getloadavg()[0], os.cpu_count() or 1
    return 10.0 * max(1.0, waiting / cores)


@pytest.fixture
def service() -> Iterator[Service]:
    """A game of three under way in the service, with some answers written."""
    with booted() as service:
        service.start()
        service.play_on(4)
        yield service


@pytest.mark.parametrize(
    ("accident", "trace"),
    [
        (lambda service: service.hit(signal.SIGKILL), "status=9/KILL"),
        (lambda service: service.hit(signal.SIGSTOP), "Watchdog timeout"),
        (Service.restart, "Deactivated successfully"),
    ],
    ids=["killed", "hung", "restarted"],
)
def test_the_box_is_back_at_the_same_prompt(
    service: Service, lexicon: Lexicon, accident: Callable[[Service], float], trace: str
) -> None:
    seconds = accident(service)
    assert trace in service.log()
    assert service.page() == service.due_page(lexicon)
    assert seconds < in_time()
    before = service.answers()
    service.play_on(2)
    assert service.answers()[: len(before)] == before


def test_a_second_box_ends_and_systemd_does_not_try_again(service: Service) -> None:
    second = "/run/systemd/system/second.service"
    service.run("cp", "/etc/systemd/system/tallybox.service", second)
    service.run("systemctl", "daemon-reload")
    service.run("sh", "-c", "! systemctl start second")
    assert service.shown("ActiveState", "second") == "failed"
    assert service.shown("ExecMainStatus", "second") == str(Taken.exit_code)
    assert service.shown("NRestarts", "second") == "0"
    assert f"plays here already, process {service.shown('MainPID')}." in service.log("second")
    service.play_on(1)


def test_people_switch_the_machine_off_from_the_dial(service: Service) -> None:
    service.tell_hands("off")
    assert service.nspawn.wait(PATIENCE) == 0  # the whole system ends, not only the service
