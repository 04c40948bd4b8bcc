"""What each prompt looks like, drawn on a pygame surface of any size.

`draw(surface, shown)` draws and returns what can be touched; `texts_of(shown)` tells what the screen says.
"""

from appliance.screens.paint import at, draw, texts_of, written

__all__ = ["at", "draw", "texts_of", "written"]
