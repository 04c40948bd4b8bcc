"""The page of measurements: one section a benchmark, so that each writes its own and no other's."""

import argparse
import platform
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import cv2
import onnxruntime

PAGE = Path(__file__).parent.parent / "docs" / "accuracy.md"
_HEAD = "# How well the eye reads"


def command_line(about: str | None, **counts: int) -> argparse.ArgumentParser:
    """What a benchmark is told: a seed, how many of what (`counts` by default), whether it only prints."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--seed", type=int, default=4711)
    for name, many in counts.items():
        parser.add_argument(f"--{name}", type=int, default=many)
    parser.add_argument("--dry", action="store_true", help="print only")
    return parser


def conditions(command: str) -> list[str]:
    """The first lines of a section: what was run, when, and with what."""
    libraries = f"OpenCV {cv2.__version__}, ONNX Runtime {onnxruntime.__version__}"
    return [
        f"`python -m {command}`,",
        f"{date.today()}, {libraries}, one thread, {_processor()} (not a Raspberry Pi).",
        "",
    ]


def _processor() -> str:
    """What reckons here; networks in bytes run faster with VNNI."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    told = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in lines)}
    if "model name" not in told:
        return platform.machine()
    vnni = "with" if "vnni" in told.get("flags", "") else "without"
    return f"{platform.machine()}, {told['model name']} {vnni} VNNI"


def write(title: str, lines: Sequence[str], page: Path = PAGE) -> None:
    """Put the section of that title in place of the earlier one, or after the others."""
    parts = page.read_text("utf-8").split("\n## ") if page.exists() else [_HEAD + "\n"]
    said = f"{title}\n\n" + "\n".join(lines).strip() + "\n"
    titles = [part.partition("\n")[0] for part in parts]
    if title in titles:
        parts[titles.index(title)] = said
    else:
        parts.append(said)
    page.parent.mkdir(exist_ok=True)
    page.write_text("\n\n## ".join(part.strip() for part in parts) + "\n", "utf-8")
