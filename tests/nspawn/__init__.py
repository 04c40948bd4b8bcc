"""The service under a real systemd, in a small Debian system that boots in a second (systemd-nspawn)."""
