"""Tallybox: a box beside the game table that reads dice by camera and referees word games."""

__version__ = "0.1.0"
