"""Figures of replays: how well designs agree with all items, by number of items."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio.plot.curves import Curve, Sides, curves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._rows import ReplayStep
    from scorio.plot.figure import Figure

# A band of 95 %, of means that are normal.
_Z = 1.959964
# Fewer items order models by chance.
_FEWEST = 5
# Which design by which scoring is drawn, and what it is called.
_DRAWN = {
    ("adaptive", "ability"): "adaptive",
    ("static", "ability"): "static",
    ("paired", "ability"): "same items, abilities",
    ("paired", "mean"): "same items, means",
    ("random", "mean"): "each its own, means",
}


def agreement(title: str, rows: Sequence[ReplayStep]) -> Figure:
    """Draw the mean τ of designs with its band."""
    lines, last = [], []
    for key, label in _DRAWN.items():
        own = [row for row in rows if (row.design, row.scoring) == key]
        shown = [row for row in own if row.items >= _FEWEST] or own
        widths = [_Z * (row.tau_error or 0.0) for row in shown]
        lo = [max(row.tau - width, -1.0) for row, width in zip(shown, widths, strict=True)]
        hi = [min(row.tau + width, 1.0) for row, width in zip(shown, widths, strict=True)]
        lines.append(Curve(label, [row.items for row in shown], [row.tau for row in shown], lo, hi))
        last.append(f"{label} {shown[-1].tau:.3f}")
    described = f"Mean τ with all items at the end: {', '.join(last)}."
    sides = Sides("items of each model", "τ with all items, mean and 95% band")
    return curves(title, described, lines, sides)
