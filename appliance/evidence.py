"""The frames of settled rolls, kept for a while in case of a dispute."""

import logging
from pathlib import Path

import cv2

from appliance.drivers import Image

MOST = 200
"""Frames kept; of about 150 KB each. The oldest go first."""

_log = logging.getLogger(__name__)


class Evidence:
    """A folder of frames. A frame that cannot be written is missed by nobody but the log."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, image: Image, name: str) -> None:
        """Put a frame aside as `name`.jpg."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            written = cv2.imwrite(str(self.folder / f"{name}.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 85])
            frames = sorted(self.folder.glob("*.jpg"), key=lambda path: path.stat().st_mtime_ns)
            for old in frames[:-MOST]:
                old.unlink()
        except (OSError, cv2.error) as error:
            _log.warning("no evidence kept of %s: %s", name, error)
        else:
            if not written:
                _log.warning("no evidence kept of %s", name)
