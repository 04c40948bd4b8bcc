"""The doctor says what is wrong in words, and is well itself when everything else is not."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from appliance import doctor, doctor_libraries
from appliance.doctor_libraries import LIBRARIES, Check, Library, check_library, load_all

ROOT = Path(doctor.__file__).parent.parent
EVERYTHING = (*(library.module for library in LIBRARIES), "PIL", "typing_extensions")


def library(name: str) -> Library:
    return next(one for one in LIBRARIES if one.module == name)


def run(tmp_path: Path, *args: str, **env: str) -> "subprocess.CompletedProcess[str]":
    """The doctor in a Python without any installed package, with `tmp_path` to find modules in."""
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from appliance import doctor; sys.exit(doctor.main(sys.argv[1:]))"
    )
    clean = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PYTHONPATH": str(tmp_path), **env}
    return subprocess.run(
        [sys.executable, "-S", "-c", code, *args], capture_output=True, text=True, env=clean, check=False
    )


def test_it_works_when_every_library_fails(tmp_path: Path) -> None:
    for name in EVERYTHING:
        (tmp_path / f"{name}.py").write_text("raise ImportError('blocked')")
    done = run(tmp_path)
    assert done.returncode == 1
    assert done.stderr == ""
    for name in (one.module for one in LIBRARIES):
        assert f"--  {name} " in done.stdout
    assert done.stdout.count("does not load: ImportError: blocked") == len(LIBRARIES)
    assert "To play at the desk: something is missing." in done.stdout


def test_this_machine_can_play(tmp_path: Path) -> None:
    """The one that the tests run on has all that the desk needs."""
    done = subprocess.run(
        [sys.executable, "-m", "appliance.doctor", "--json"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path)},
        check=False,
    )
    checks = [Check(**check) for check in json.loads(done.stdout)]
    assert [check for check in checks if check.level == "needed" and not check.ok] == []
    assert done.returncode == 0
    names = [check.name for check in checks]
    for name in (
        "python",
        "numpy",
        "cv2",
        "pygame",
        "lexicon",
        "letter model",
        "font",
        "display",
        "tesseract",
    ):
        assert name in names


def test_it_imports_the_standard_library_only() -> None:
    code = "import sys, appliance.doctor; print(sorted({m.partition('.')[0] for m in sys.modules}))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, cwd=ROOT, check=True
    )
    loaded = set(json.loads(done.stdout.replace("'", '"')))
    assert loaded - set(sys.stdlib_module_names) <= {"appliance", "__main__"}


@pytest.mark.parametrize(
    ("module", "code", "found", "remedy"),
    [
        ("picamera2", "import libcamera", "needs libcamera, which is not installed", "python3-picamera2"),
        ("lgpio", "", "an empty module of that name", "python3-lgpio"),
        ("cv2", "raise ImportError('libGL.so.1: cannot open shared object file')", "libGL", "libgl1"),
        ("cv2", "raise ImportError('libcblas.so.3: cannot open shared object file')", "libcblas", "apt"),
        ("cv2", "__version__ = '5.0'\naruco = None", "does not load: AttributeError", "opencv-python"),
        ("numpy", "raise ImportError('GLIBC_2.38 not found')", "GLIBC", "another system"),
        (
            "picamera2",
            "raise ValueError('numpy.dtype size changed')",
            "does not load",
            "two versions of numpy",
        ),
        ("lgpio", "open('/nowhere/.lgd-nfy-3')", "does not load", "LG_WD"),
        ("numpy", "import os, signal; os.kill(os.getpid(), signal.SIGILL)", "crashes", "numpy"),
        ("numpy", "import os; os._exit(3)", "ends Python (exit code 3)", "numpy"),
        ("pygame", "print('Hello!'); get_sdl_version = lambda: (2, 30, 0)", "SDL 2.30.0", ""),
    ],
)
def test_each_way_to_fail_has_words(tmp_path: Path, module: str, code: str, found: str, remedy: str) -> None:
    (tmp_path / f"{module}.py").write_text(code)
    if module != "libcamera":
        (tmp_path / "libcamera.py").write_text("raise ModuleNotFoundError('No', name='libcamera')")
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONFAULTHANDLER": "0"}
    one = library(module)
    check = check_library(one, load_all([one], env)[module])
    assert found in check.found
    assert remedy in check.remedy
    assert check.ok == (not remedy)


def said(version: str) -> dict[str, str]:
    return {"file": "/x.py", "version": version, "proof": ""}


def test_two_packages_that_overwrite_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_libraries, "_version", lambda package: "2.6.1")
    check = check_library(library("pygame"), said("2.6.1"))
    assert not check.ok
    assert check.found == "pygame and pygame-ce are both installed"
    assert "uninstall" in check.remedy


@pytest.mark.parametrize(
    ("module", "version", "ok"),
    [
        ("gpiozero", "2.0.1.post2", False),
        ("gpiozero", "2.0.1.post3", True),
        ("gpiozero", "2.1", True),
        ("cv2", "4.6.0", False),
        ("cv2", "4.12.0.88", True),
        ("cv2", "5.0.0", False),
        ("pydantic", "1.10", False),
    ],
)
def test_versions(module: str, version: str, ok: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_libraries, "_version", lambda package: "")
    check = check_library(library(module), said(version))
    assert check.ok == ok
    assert ok or "too" in check.found


def test_what_is_needed_decides() -> None:
    good, optional = Check("a", "needed", True, ""), Check("b", "optional", False, "")
    box, bad = Check("c", "box", False, ""), Check("d", "needed", False, "")
    assert doctor.can_play([good, optional, box])
    assert not doctor.can_play([good, optional, box], "box")
    assert not doctor.can_play([good, bad])


def test_a_state_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    bad = next(doctor._state({"state": [str(tmp_path / "file" / "games")]}, {}))
    assert not bad.ok
    good = next(doctor._state({}, {"STATE_DIRECTORY": f"{tmp_path}:/other"}))
    assert good.ok
    assert good.found == str(tmp_path)
    assert "made at the first start" in next(doctor._state({}, {"XDG_STATE_HOME": str(tmp_path)})).found


def test_wrong_settings_are_told(tmp_path: Path) -> None:
    wrong = tmp_path / "config.toml"
    wrong.write_text("[panel]\nbuzer = 3\n")
    settings = doctor._settings({**os.environ, "TALLYBOX_CONFIG": str(wrong)})
    check = next(doctor._config(settings))
    assert not check.ok
    assert "did you mean buzzer?" in check.found


def test_pins_that_somebody_else_has(tmp_path: Path) -> None:
    for name in ("gpiochip0", "spidev0.0"):
        (tmp_path / name).touch()
    command = tmp_path / "cmdline"
    command.write_text("console=serial0,115200 console=tty1")
    checks = {check.name: check for check in doctor._pi("Raspberry Pi 5 Model B", tmp_path, command)}
    assert checks["pins"].ok
    assert not checks["SPI"].ok
    assert "GPIO7" in checks["SPI"].found
    assert checks["I2C"].ok
    assert not checks["serial console"].ok


def test_a_check_that_fails_itself_hides_no_other() -> None:
    def odd():  # type: ignore[no-untyped-def]
        yield Check("first", "needed", True, "")
        raise ZeroDivisionError("odd")

    first, second = doctor._guarded(odd)
    assert first.name == "first"
    assert "odd" in second.found


def test_it_lists_sets_of_ones_own_and_names_what_cannot_be_read(home: Path, sets: Path, plain: Path) -> None:
    (sets / "spoilt").mkdir()
    (sets / "spoilt" / "set.toml").write_text("format = 9", "utf-8")
    checks = {check.found: check for check in doctor._own_sets(os.environ)}
    assert checks["ours: 2 dice, 6 pictures"] == Check(
        "own dice", "optional", True, "ours: 2 dice, 6 pictures", checks["ours: 2 dice, 6 pictures"].remedy
    )
    (spoilt,) = (check for check in checks.values() if not check.ok)
    assert str(sets / "spoilt" / "set.toml") in spoilt.found
    assert "tallybox teach spoilt --again" in spoilt.remedy


def test_no_sets_of_ones_own(home: Path) -> None:
    (check,) = doctor._own_sets(os.environ)
    assert check.ok
    assert check.found.startswith("none")
