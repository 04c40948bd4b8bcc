"""Says what this machine has of what the box needs, and what to do about the rest.

It runs when everything else is broken: it imports the standard library only.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from appliance.doctor_libraries import LIBRARIES, TIMEOUT, Check, Level, Library, check_library, load_all

PACKAGE = Path(__file__).parent


def report(env: Mapping[str, str] | None = None) -> list[Check]:
    """Everything that was looked at, in the order in which it is best read."""
    env = os.environ if env is None else env
    libraries = load_all(LIBRARIES, env)
    settings = _settings(env)
    checks: list[Callable[[], Iterator[Check]]] = [
        _python,
        lambda: (check_library(library, libraries[library.module]) for library in LIBRARIES),
        _files,
        lambda: _config(settings),
        lambda: _state(settings, env),
        lambda: _lens(settings, env),
        lambda: _own_sets(env),
        lambda: _display(env),
        _tesseract,
        _pi,
    ]
    return [check for looked in checks for check in _guarded(looked)]


def main(argv: Sequence[str] = ()) -> int:
    """Print the report; 0 if the desk can play, 1 if not."""
    checks = report()
    if "--json" in argv:
        print(json.dumps([check.__dict__ for check in checks], indent=2))
    else:
        print("\n".join(text(checks)))
    return 0 if can_play(checks) else 1


def can_play(checks: Sequence[Check], level: Level = "needed") -> bool:
    """Whether all that is needed is good; with `box`, whether it is for the box as well."""
    levels = {"needed", level}
    return all(check.ok for check in checks if check.level in levels)


def text(checks: Sequence[Check]) -> Iterator[str]:
    """The report as lines."""
    width = max(len(check.name) for check in checks)
    says = {"needed": "", "box": " (in the box)", "optional": " (optional)"}
    for check in checks:
        yield f"{'ok ' if check.ok else '-- '} {check.name:{width}}  {check.found}{says[check.level]}"
        if check.remedy and not check.ok:
            yield f"    {'':{width}}  -> {check.remedy}"
    yield ""
    yield f"To play at the desk: {'everything is here.' if can_play(checks) else 'something is missing.'}"
    yield f"In the box: {'everything is here.' if can_play(checks, 'box') else 'something is missing.'}"


def _guarded(looked: Callable[[], Iterator[Check]]) -> list[Check]:
    """One check that fails in a way that nobody thought of must not hide the others."""
    found = []
    try:
        for check in looked():
            found.append(check)  # noqa: PERF402 - what was found before the failure counts
    except Exception as error:
        found.append(
            Check("doctor", "optional", False, f"{type(error).__name__}: {error}", "please report this")
        )
    return found


def _python() -> Iterator[Check]:
    here = f"{platform.python_version()} {sys.executable}"
    yield Check("python", "needed", sys.version_info >= (3, 11), here, "the box needs Python 3.11 or newer")
    from appliance import __version__

    yield Check("tallybox", "needed", True, f"{__version__} {PACKAGE}")
    yield Check("machine", "optional", True, f"{platform.platform()}, {_model() or platform.machine()}")


def _files() -> Iterator[Check]:
    data = PACKAGE / "lexicon" / "data"
    store, lists = data / "lexicon.db", list(data.glob("words-*.txt"))
    again = "the installation is not complete: install tallybox again"
    if store.exists() or not lists:
        yield Check("lexicon", "needed", store.exists(), _sized(store), again)
    else:
        yield Check(
            "lexicon",
            "needed",
            True,
            f"{len(lists)} lists; {store.name} is built from them at the first start",
        )
    for name, pattern in (("letter model", "vision/models/*.onnx"), ("font", "screens/fonts/*.ttf")):
        files = sorted(PACKAGE.glob(pattern))
        found = ", ".join(map(_sized, files)) or f"no {PACKAGE / pattern}"
        yield Check(name, "needed", bool(files), found, again)


def _sized(path: Path) -> str:
    return f"{path} ({path.stat().st_size / 1e6:.1f} MB)" if path.exists() else f"{path} is missing"


def _settings(env: Mapping[str, str]) -> dict[str, list[str]]:
    """What the settings say; pydantic may be what is broken."""
    said = _asked(
        "from appliance import config\n"
        "said = {'files': [str(p) for p in config.usual_paths(os.environ) if p.exists()]}\n"
        "try: said['state'] = [str(config.Config.load().state.directory)]\n"
        "except config.ConfigError as error: said['problems'] = list(error.problems)",
        env,
    )
    return said if isinstance(said, dict) else {}


def _asked(code: str, env: Mapping[str, str]) -> Any:
    """What the code leaves as `said`, run in a process of its own; None if that fails."""
    begin = "import json, os, sys; sys.path.insert(0, sys.argv[1])\n"
    try:
        done = subprocess.run(
            [sys.executable, "-c", f"{begin}{code}\nprint(json.dumps(said))", str(PACKAGE.parent)],
            capture_output=True,
            text=True,
            env=dict(env),
            timeout=TIMEOUT,
            check=True,
        )
        return json.loads(done.stdout)
    except (subprocess.SubprocessError, ValueError):
        return None


def _config(settings: Mapping[str, list[str]]) -> Iterator[Check]:
    if not settings:
        yield Check("settings", "optional", False, "cannot be read while libraries are missing")
    elif "problems" in settings:
        yield Check("settings", "needed", False, "; ".join(settings["problems"]), "correct the file")
    else:
        yield Check("settings", "needed", True, ", ".join(settings["files"]) or "no file, all defaults")


def _own_sets(env: Mapping[str, str]) -> Iterator[Check]:
    """Dice and tiles that were shown to the box."""
    sets = _asked("from appliance import own_sets\nsaid = own_sets.listed(os.environ)", env)
    if sets is None:
        yield Check("own sets", "optional", False, "cannot be read while libraries are missing")
    elif not sets:
        yield Check("own sets", "optional", True, "none; tallybox teach makes one")
    for name, kind, known, problem in sets or ():
        remedy = f"mend what is named, or show it anew: tallybox teach {name} --again"
        remedy += "" if kind else ", with --tiles if it is of tiles"
        yield Check(f"own {kind or 'set'}", "optional", not problem, problem or f"{name}: {known}", remedy)


def _folder(settings: Mapping[str, list[str]], env: Mapping[str, str]) -> Path:
    """Where the box keeps what it must not forget."""
    home = env.get("XDG_STATE_HOME") or Path(env.get("HOME", "~")).expanduser() / ".local" / "state"
    usual = env.get("STATE_DIRECTORY", "").partition(":")[0] or str(Path(home) / "tallybox")
    return Path(settings.get("state", [usual])[0])


def _lens(settings: Mapping[str, list[str]], env: Mapping[str, str]) -> Iterator[Check]:
    file = _folder(settings, env) / "lens.json"
    try:
        lens = json.loads(file.read_text("utf-8"))
        found = f"{file}: within {float(lens['error']):.2f} pixels in {int(lens['views'])} views"
        yield Check("lens", "optional", True, found)
    except FileNotFoundError:
        remedy = "if `tallybox calibrate` says that it bends lines: tallybox calibrate --lens"
        yield Check("lens", "optional", False, "not measured", remedy)
    except (OSError, ValueError, KeyError, TypeError) as error:
        remedy = "measure it again: tallybox calibrate --lens"
        yield Check("lens", "optional", False, f"{file}: {error!r}", remedy)


def _state(settings: Mapping[str, list[str]], env: Mapping[str, str]) -> Iterator[Check]:
    folder = _folder(settings, env)
    there = next(path for path in (folder, *folder.parents) if path.exists())
    ok = there.is_dir() and os.access(there, os.W_OK)
    found = f"{folder}{'' if folder.exists() else ' (made at the first start)'}"
    yield Check(
        "games kept in", "needed", ok, found, f"{there} cannot be written: give this user the right to"
    )


def _display(env: Mapping[str, str]) -> Iterator[Check]:
    proof = "(m.display.init(), m.display.get_driver())[1]"
    said = load_all([Library("pygame", "optional", "", ("pygame",), proof)], env)["pygame"]
    driver = said.get("proof", "none")
    asked = env.get("SDL_VIDEODRIVER", "")
    remedy = (
        "start it on a desktop, or with a monitor plugged in; on Raspberry Pi OS Lite, which has no desktop, "
        "with apt's python3-pygame or with pygame-ce, as pip's pygame cannot draw there"
    )
    seen = driver not in ("none", "offscreen", "dummy") or (asked == driver)
    yield Check("display", "optional", seen, f"SDL draws through {driver}", remedy)


def _tesseract() -> Iterator[Check]:
    path = shutil.which("tesseract")
    if path is None:
        yield Check(
            "tesseract", "optional", False, "not installed", "sudo apt install tesseract-ocr; it reads print"
        )
        return
    done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=TIMEOUT, check=False)
    version = next(iter((done.stdout or done.stderr).splitlines()), "")
    yield Check("tesseract", "optional", done.returncode == 0, f"{version} {path}", "reinstall tesseract-ocr")


def _model() -> str:
    try:
        return Path("/proc/device-tree/model").read_text().rstrip("\0\n")
    except OSError:
        return ""


def _pi(
    model: str | None = None, dev: Path = Path("/dev"), command: Path = Path("/proc/cmdline")
) -> Iterator[Check]:
    """What only a Raspberry Pi has, and what of it has pins of the panel."""
    model = _model() if model is None else model
    pi = "Raspberry Pi" in model
    yield Check(
        "raspberry pi", "box", pi, model or "this is none", "the box itself needs one; the desk does not"
    )
    if not pi:
        return
    chips = sorted(dev.glob("gpiochip*"))
    mine = [chip for chip in chips if os.access(chip, os.R_OK | os.W_OK)]
    found = ", ".join(map(str, chips)) or f"no {dev / 'gpiochip0'}"
    yield Check("pins", "box", bool(mine), found, "sudo usermod -aG gpio $USER, then log in again")
    takers = [
        ("SPI", "GPIO7 to GPIO11", bool(list(dev.glob("spidev0.*")))),
        ("I2C", "GPIO2 and GPIO3", (dev / "i2c-1").exists()),
        ("serial console", "GPIO14 and GPIO15", "console=serial0" in command.read_text()),
    ]
    for name, pins, on in takers:
        yield Check(
            name, "box", not on, f"is on, and has {pins}" if on else "is off", "sudo raspi-config, Interface"
        )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
