"""The names at the ends of curves, so far apart that no two touch."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from scorio.plot.figure import short
from scorio.plot.parts import MOST_NAME, labelled, names
from scorio.plot.widths import pixels

if TYPE_CHECKING:
    from collections.abc import Sequence

GAP = 15
# Pixels between the plot and the names, which a line from each end to its name crosses.
LEADER = 26
_bold = partial(pixels, bold=True)


class End(NamedTuple):
    """Where a curve ends, its label, and the class and the dashes of its line.

    `before` are its earlier heights, from the end on: they order curves that end together.
    """

    x: float
    y: float
    before: Sequence[float]
    label: str
    hue: int
    dash: str


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move ascending places apart to `gap`, between two bounds, as little as possible in squares.

    Neighbours that would touch are a block around the mean of their places.
    """
    blocks: list[tuple[float, int]] = []
    for place, value in enumerate(wanted):
        mean, size = value - place * gap, 1
        while blocks and blocks[-1][0] >= mean:
            other, more = blocks.pop()
            mean, size = (mean * size + other * more) / (size + more), size + more
        blocks.append((mean, size))
    most = max(high - (len(wanted) - 1) * gap, low)
    starts = [min(max(mean, low), most) for mean, size in blocks for _ in range(size)]
    return [start + place * gap for place, start in enumerate(starts)]


def shown_names(labels: Sequence[str]) -> list[str]:
    """Shorten the names of curves, which are bold."""
    return names(labels, MOST_NAME, _bold)


def room_for_ends(labels: Sequence[str]) -> float:
    """Give the pixels on the right of a plot that its names take."""
    return LEADER + max(map(_bold, shown_names(labels)), default=0) + 16


def drawn_ends(ends: Sequence[End], right: float, top: float, bottom: float) -> list[str]:
    """Name curves on the right of a plot, each with a line from its end."""
    shown = shown_names([end.label for end in ends])
    known = [end.y if math.isfinite(end.y) else bottom for end in ends]
    order = sorted(range(len(ends)), key=lambda one: (known[one], *ends[one].before))
    places = spread([known[one] for one in order], GAP, top, bottom)
    parts = []
    for one, y in zip(order, places, strict=True):
        end = ends[one]
        if math.isfinite(end.y):
            start, stop = short(max(end.x, right) + 4), short(right + LEADER - 4)
            parts.append(
                f'<path class="s{end.hue}" stroke-dasharray="{end.dash}" '
                f'd="M{start} {short(end.y)}L{stop} {short(y)}"/>'
            )
        more = f'class="f{end.hue}" style="font-weight:600"'
        parts.append(labelled(right + LEADER, y + 4, shown[one], end.label, more))
    return parts
