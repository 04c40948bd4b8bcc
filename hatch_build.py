"""The build hook: puts the lexicon's store, made from the text beside it, into what pip installs."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class LexiconHook(BuildHookInterface):
    """Hatchling calls `initialize` before it collects the files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the store in place; an editable install reads it there, a wheel takes it along."""
        sys.path.insert(0, self.root)
        try:
            from appliance.lexicon.build import STORE, build
        finally:
            sys.path.remove(self.root)
        build(STORE)
        # Git ignores the store, and what git ignores stays out of a wheel unless it is named here.
        build_data["artifacts"].append(STORE.relative_to(Path(self.root).resolve()).as_posix())
