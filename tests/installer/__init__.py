"""The installer, run in small Debian systems as root would run it on a Pi."""

import pytest

pytest.register_assert_rewrite("tests.installer.story")
