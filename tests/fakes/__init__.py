"""Doubles that a test scripts: small, real implementations of the drivers' Protocols."""
