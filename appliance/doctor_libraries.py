"""Which libraries load here, and what it means if one does not; with the standard library only.

Each is loaded in a process of its own: one that was built for another machine takes its process with it.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from typing import Literal

Level = Literal["needed", "box", "optional"]
"""Needed to play at the desk; needed in the box only; good to have."""

TIMEOUT = 60
"""Seconds for loading one library; a Pi's card is slow when it is cold."""


@dataclass(frozen=True)
class Check:
    """One thing that was looked at: whether it is good, what was found, and what to do if it is not."""

    name: str
    level: Level
    ok: bool
    found: str
    remedy: str = ""


@dataclass(frozen=True)
class Library:
    """A library to load: the module, what it is called on PyPI, and what Python prints when it is good."""

    module: str
    level: Level
    remedy: str
    packages: tuple[str, ...]
    proof: str = "''"
    """An expression on the module `m` that must not fail, and whose value is shown."""


_APT = "in a virtual environment made with --system-site-packages"
LIBRARIES = (
    Library("numpy", "needed", "pip install numpy", ("numpy",)),
    Library(
        "cv2",
        "needed",
        "pip install 'opencv-python>=4.10,<5'",
        (
            "opencv-python",
            "opencv-python-headless",
            "opencv-contrib-python",
            "opencv-contrib-python-headless",
        ),
        "m.aruco.ArucoDetector and ''",
    ),
    Library(
        "onnxruntime",
        "needed",
        "pip install 'onnxruntime>=1.25,<1.29'",
        ("onnxruntime",),
        "m.InferenceSession and ''",
    ),
    Library(
        "pygame",
        "needed",
        "pip install pygame",
        ("pygame", "pygame-ce"),
        "'SDL %d.%d.%d' % m.get_sdl_version()",
    ),
    Library("gpiozero", "needed", "pip install 'gpiozero>=2.0.1.post3'", ("gpiozero",)),
    Library("pydantic", "needed", "pip install 'pydantic>=2,<3'", ("pydantic",)),
    Library("pytesseract", "optional", "pip install pytesseract", ("pytesseract",)),
    Library(
        "lgpio",
        "box",
        f"sudo apt install python3-lgpio, {_APT}; pip may install an empty one",
        ("lgpio",),
        "m.gpiochip_open and ''",
    ),
    Library(
        "libcamera", "box", f"sudo apt install python3-libcamera, {_APT}; it is not on PyPI", ("libcamera",)
    ),
    Library(
        "picamera2",
        "box",
        f"sudo apt install python3-picamera2, {_APT}",
        ("picamera2",),
        "'%d camera(s)' % len(m.Picamera2.global_camera_info())",
    ),
)
OLDEST = {"gpiozero": "2.0.1.post3", "cv2": "4.10", "onnxruntime": "1.25", "pydantic": "2"}
NEWEST = {"cv2": "5", "onnxruntime": "1.29", "pydantic": "3"}
TOGETHER = {
    "pygame": "they overwrite each other's files: pip uninstall pygame pygame-ce, then install one of them",
    "cv2": "they overwrite each other's files: pip uninstall all of them, then install one",
}

REASONS = (
    (
        r"numpy\.(dtype|ufunc) size changed|compiled using NumPy 1|numpy\.core\.multiarray",
        "two versions of numpy are mixed: it was built against another one than is installed. Install the "
        "system's version of numpy into the virtual environment (a constraints file keeps it)",
    ),
    (r"libGL\.so|libEGL", "sudo apt install libgl1, or use opencv-python-headless instead of opencv-python"),
    (
        r"GLIBC_|GLIBCXX_|wrong ELF class|invalid ELF",
        "it was built for another system; reinstall it on this one",
    ),
    (r"\.lgd-nfy", "lgpio makes a pipe where it starts: set LG_WD to a folder that can be written"),
    (
        r"(lib[\w.+-]+\.so[.\d]*): cannot open shared object",
        "a system library is missing; install it with apt",
    ),
)
"""What a reason for not loading means, in words, with what to do."""


def load_all(libraries: Sequence[Library], env: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Load each in a process of its own, all at once; answers version, file and proof, or the reason."""
    with tempfile.TemporaryDirectory(prefix="tallybox-doctor-") as folder:
        quiet = {**env, "PYGAME_HIDE_SUPPORT_PROMPT": "1", "LG_WD": folder, "LIBCAMERA_LOG_LEVELS": "*:ERROR"}
        started = {
            library.module: subprocess.Popen(
                [sys.executable, "-c", _PROBE, library.module, library.proof],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                errors="replace",
                env=quiet,
                cwd=folder,
            )
            for library in libraries
        }
        return {module: _answer(process) for module, process in started.items()}


_PROBE = """
import importlib, json, sys
name, proof = sys.argv[1:]
try:
    m = importlib.import_module(name)
    about = {key: str(getattr(m, f"__{key}__", "")) for key in ("file", "version")}
    said = {**about, "proof": eval(proof)}
except ModuleNotFoundError as error:
    said = {"missing": (error.name or name).partition(".")[0]}
except BaseException as error:
    said = {"reason": f"{type(error).__name__}: {error}"}
print("\\n" + json.dumps(said))
"""


def _answer(process: "subprocess.Popen[str]") -> dict[str, str]:
    try:
        out, _ = process.communicate(timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return {"reason": f"it had not loaded after {TIMEOUT} s"}
    if process.returncode < 0:
        return {"reason": f"it crashes (signal {-process.returncode}): it was built for another processor"}
    try:
        said: dict[str, str] = json.loads(out.strip().splitlines()[-1])
        return said
    except (IndexError, ValueError):
        return {"reason": f"it ends Python (exit code {process.returncode})"}


def check_library(library: Library, said: Mapping[str, str]) -> Check:
    """What loading a library has shown, in words."""
    name, level = library.module, library.level
    if "missing" in said:
        what = (
            "not installed" if said["missing"] == name else f"needs {said['missing']}, which is not installed"
        )
        return Check(name, level, False, what, library.remedy)
    if "reason" in said:
        return Check(name, level, False, *_explained(said["reason"], library))
    here = [package for package in library.packages if _version(package)]
    version = next(map(_version, here), said["version"])
    found = " ".join(part for part in (version, said["proof"], said["file"]) if part)
    if len(here) > 1:
        return Check(name, level, False, f"{' and '.join(here)} are both installed", TOGETHER.get(name, ""))
    if name in OLDEST and _order(version) < _order(OLDEST[name]):
        return Check(name, level, False, f"{version} is too old", library.remedy)
    if name in NEWEST and _order(version) >= _order(NEWEST[name]):
        return Check(name, level, False, f"{version} is too new", library.remedy)
    return Check(name, level, True, found)


def _explained(reason: str, library: Library) -> tuple[str, str]:
    if "has no attribute" in reason and library.module == "lgpio":
        return "an empty module of that name", library.remedy
    short = reason if len(reason) <= 300 else f"{reason[:300]}…"
    for sign, words in REASONS:
        if re.search(sign, reason):
            return f"does not load: {short}", words
    return f"does not load: {short}", library.remedy


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _order(version: str) -> tuple[int, ...]:
    """Enough of an order for the versions that matter here: 2.0.1 < 2.0.1.post3 < 2.1."""
    return tuple(int(number) for number in re.findall(r"\d+", version))
