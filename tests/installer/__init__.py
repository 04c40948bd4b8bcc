"""The installer, run in small Debian systems as root would run it on a Pi."""
