"""Measurements: how well and how fast the eye reads."""
