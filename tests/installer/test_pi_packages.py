"""What pip is told to install on a Pi, and what to leave as apt has it."""

import re

import pytest

from tools import pi_packages


def test_opencv_comes_without_windows_and_only_once() -> None:
    needs = list(pi_packages.needs())
    assert [need for need in needs if "opencv" in need] == ["opencv-python-headless>=4.10,<5"]


def test_all_else_is_what_the_project_says() -> None:
    names = {re.split("[<>=]", need)[0] for need in pi_packages.needs()}
    assert {"numpy", "pygame", "gpiozero", "pydantic", "reportlab", "pytesseract"} <= names


def test_versions_of_apts_packages_are_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pi_packages, "version", {"numpy": "1.24.2", "pygame": "2.1.2", "pillow": "9.4"}.get)
    assert list(pi_packages.constraints()) == ["numpy==1.24.2", "pygame==2.1.2", "pillow==9.4"]
