"""What the box relies on in picamera2: its signatures, and what it does when it is used wrongly.

The same questions are put to the fake, on this machine, and in a guest to the real library; what that one
answered is kept beside this file.
"""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

SIGNATURES = Path(__file__).with_name("picamera2_signatures.txt")
HABITS = Path(__file__).with_name("picamera2_habits.txt")

ASKED = {"main": {"size": (1280, 960), "format": "RGB888"}}


def signature(method: Any) -> str:
    """Parameters with their defaults; of one that is a collection or an object it is only said that it is."""
    parts = []
    for parameter in inspect.signature(method).parameters.values():
        default = repr(parameter.default)
        plain = re.fullmatch(r"None|True|False|-?\d+|'.*'", default)
        given = "" if parameter.default is parameter.empty else f"={default if plain else '...'}"
        stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        parts.append(f"{stars}{parameter.name}{given}")
    return ", ".join(parts)


def recorded(file: Path) -> Iterator[tuple[str, str]]:
    """The lines of a record: what was asked, and what was answered."""
    for line in file.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            asked, _, answered = line.partition(":")
            yield asked, answered.strip()


def signatures(classes: Mapping[str, type]) -> dict[str, str]:
    """What these classes, by name, have of all that was recorded; a property is said to be one."""
    found = {}
    for asked, _ in recorded(SIGNATURES):
        kind, _, name = asked.partition(".")
        what = inspect.getattr_static(classes[kind], name, None)
        if isinstance(what, property):
            found[asked] = "property"
        else:
            found[asked] = signature(getattr(classes[kind], name)) if what else "missing"
    return found


def habits(library: Callable[[], Any]) -> dict[str, str]:
    """What one camera does, asked for each thing anew; `library` opens it."""
    return {name.removeprefix("_").replace("_", " "): _tried(habit, library) for name, habit in _ALL.items()}


def _tried(habit: Callable[[Any], Any], library: Callable[[], Any]) -> str:
    """What it answers, or which error it raises, with the words that the driver may go by."""
    camera = library()
    try:
        return str(habit(camera))
    except Exception as error:
        return f"{type(error).__name__}: {re.sub(r'[^ A-Za-z_.]', '', str(error))}"
    finally:
        camera.close()


def _started(camera: Any) -> Any:
    camera.configure(camera.create_video_configuration(**ASKED))
    camera.start()
    return camera


def _configured_while_it_runs(camera: Any) -> None:
    _started(camera).configure(camera.create_video_configuration(**ASKED))


def _set_to_what_it_does_not_have(camera: Any) -> None:
    _started(camera).set_controls({"NoSuchThing": 1})


def _configured_with_what_it_does_not_have(camera: Any) -> None:
    camera.configure(camera.create_video_configuration(controls={"NoSuchThing": 1}, **ASKED))


def _started_without_configuration_after_close(camera: Any) -> None:
    camera.close()
    camera.start()


def _closed_and_stopped_twice(camera: Any) -> str:
    _started(camera)
    for last in (camera.stop, camera.stop, camera.close, camera.close):
        last()
    return "nothing"


def _picture_after_release(camera: Any) -> None:
    with _started(camera).captured_request(wait=30) as request:
        pass
    request.make_array("main")


def _picture_of_another_stream(camera: Any) -> None:
    with _started(camera).captured_request(wait=30) as request:
        request.make_array("lores")


def _picture_that_does_not_come(camera: Any) -> str:
    """Its error, and whether the camera can be stopped after it."""
    _started(camera)
    try:
        with camera.captured_request(wait=0.0001):
            return "it came"
    except TimeoutError:
        camera.cancel_all_and_flush()
        camera.stop()
        return "TimeoutError, and it stops"


def _picture_given_back_after_libcamera_stopped(camera: Any) -> None:
    with _started(camera).captured_request(wait=30):
        camera.camera.stop()


_ALL = {
    habit.__name__: habit
    for habit in (
        _configured_while_it_runs,
        _set_to_what_it_does_not_have,
        _configured_with_what_it_does_not_have,
        _started_without_configuration_after_close,
        _closed_and_stopped_twice,
        _picture_after_release,
        _picture_of_another_stream,
        _picture_that_does_not_come,
        _picture_given_back_after_libcamera_stopped,
    )
}
