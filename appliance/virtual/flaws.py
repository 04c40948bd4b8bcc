"""What real light, cameras, tables and dice add to a picture: how much of it training has, and measuring."""

from dataclasses import dataclass

Range = tuple[float, float]


@dataclass(frozen=True)
class Flaws:
    """Ranges of what real light, cameras, tables and dice add; each is there in a `share` of the scenes.

    `over` is how many times too much light falls in an over-exposed picture; all else is as in the scene.
    Letters that stand out are as high as others are cut in by `depth`.
    """

    share: float
    bend: Range
    fringe: Range
    banding: Range
    shot: Range
    hot: int
    gamma: Range
    contrast: Range
    sharpen: Range
    veil: Range
    side: float
    hard: Range
    over: Range
    wood: Range
    depth: Range
    fill: Range
    gloss: Range
    worn: Range
    clear: Range
    dust: int


SEEN_FLAWS = Flaws(
    share=0.4,
    bend=(-0.05, 0.02),
    fringe=(0.3, 1.5),
    banding=(0.01, 0.04),
    shot=(2.0, 8.0),
    hot=8,
    gamma=(0.85, 1.25),
    contrast=(0.1, 0.4),
    sharpen=(0.3, 1.1),
    veil=(0.1, 0.4),
    side=0.12,
    hard=(0.2, 0.8),
    over=(1.05, 1.35),
    wood=(3.0, 16.0),
    depth=(0.08, 0.4),
    fill=(0.6, 1.0),
    gloss=(0.1, 0.8),
    worn=(0.1, 0.4),
    clear=(0.2, 0.8),
    dust=8,
)
"""What training draws from."""

HELD_OUT_FLAWS = Flaws(
    share=0.4,
    bend=(-0.08, -0.05),
    fringe=(1.5, 2.2),
    banding=(0.04, 0.06),
    shot=(6.0, 10.0),
    hot=20,
    gamma=(1.25, 1.4),
    contrast=(-0.4, -0.1),
    sharpen=(1.1, 1.5),
    veil=(0.4, 0.5),
    side=0.2,
    hard=(0.8, 1.0),
    over=(2.2, 2.6),
    wood=(16.0, 24.0),
    depth=(0.4, 0.6),
    fill=(0.45, 0.6),
    gloss=(0.8, 1.1),
    worn=(0.4, 0.6),
    clear=(0.8, 1.0),
    dust=16,
)
"""Harder, or other, than anything in training."""
