"""In the guest: lets the real picamera2 run on libcamera's virtual camera, which has not all that a Pi's has.

Libraries that only previews, films and raw pictures need are replaced by empty ones; a virtual camera has no
raw stream, and its buffers are libcamera's own and do not say how full they are. All else is the real thing.
"""

import mmap
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

PICTURES = Path("/opt/pictures")
CONFIG = Path("/usr/share/libcamera/pipeline/virtual/virtual.yaml")
SIZE = (1280, 960)

BLACK, WHITE = 16, 235
"""In its NV12, as in films. The virtual camera passes a JPEG's levels on as they are, from 0 to 255; so black
and white are brought to it as these."""

_CAMERA = """\
"{name}":
  supported_formats:
  - width: {width}
    height: {height}
    frame_rates:
    - 8
    - 8
  frames:
    path: "{path}"
  location: "CameraLocationExternal"
  model: "{name}"
"""


def plug_in() -> list[str]:
    """A camera for each picture, which it sees all the time; answers their names, in libcamera's order."""
    width, height = SIZE
    names = sorted(path.stem for path in PICTURES.glob("*.jpg"))
    CONFIG.parent.mkdir(parents=True, exist_ok=True)
    CONFIG.write_text(
        "\n".join(
            _CAMERA.format(name=name, width=width, height=height, path=PICTURES / f"{name}.jpg")
            for name in names
        )
    )
    heap = Path("/dev/dma_heap/linux,cma")  # by this name picamera2 knows it
    if not heap.exists():
        os.symlink("system", heap)
    return names


def import_picamera2() -> Any:
    """The real library, made to do with the virtual camera."""
    for name, contents in (("prctl", ()), ("pykms", ("PixelFormat",)), ("pidng", ()), *_PIDNG):
        sys.modules[name] = module = ModuleType(name)
        for one in contents:
            setattr(module, one, _Any)
    import picamera2
    from picamera2.allocators import LibcameraAllocator

    class Picamera2(picamera2.Picamera2):  # type: ignore[misc]
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            self.allocator = LibcameraAllocator(self.camera)
            self.allocator.sync = _Mapped

        def _get_raw_modes(self) -> list[dict[str, Any]]:
            return [{"format": "NV12", "size": SIZE}]

    picamera2.Picamera2 = Picamera2
    return picamera2


_PIDNG = (("pidng.camdefs", ("Picamera2Camera",)), ("pidng.core", ("PICAM2DNG",)))


class _Endless(type):
    def __getattr__(cls, name: str) -> str:
        return name


class _Any(metaclass=_Endless):
    """Has every attribute that is asked for."""


class _Mapped:
    """A buffer in memory, by the length of its planes instead of by what is in them."""

    def __init__(self, allocator: Any, buffer: Any, write: bool) -> None:
        planes = buffer.planes
        self._where, self._length = planes[0].fd, sum(plane.length for plane in planes)

    def __enter__(self) -> mmap.mmap:
        self._map = mmap.mmap(self._where, self._length)
        return self._map

    def __exit__(self, *error: object) -> None:
        self._map.close()
