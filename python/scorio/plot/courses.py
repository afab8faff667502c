"""Figures over the number of trials: how a ranking settles, and what a plan will show."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from scorio.plot.curves import Curve, Sides, curves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._convergence.course import Course
    from scorio._rows import Foresight, Measured
    from scorio.plot.figure import Figure

# A band of 95 %, of means that are normal.
_Z = 1.959964


def convergence(title: str, courses: Sequence[Course]) -> Figure:
    """Draw the mean τ of each metric with its Monte Carlo band."""
    lines = [_curve(one.name, one.n.tolist(), one.tau.tolist(), one.tau_error.tolist(), -1.0)
             for one in courses]  # fmt: skip
    settled = [f"{one.name} after {one.mean:.1f}" for one in courses if math.isfinite(one.mean)]
    described = "Mean trials until a ranking converges: " + ", ".join(settled)
    described = f"{described}." if settled else "No replicate converges."
    agreement = "τ with the final ranking, mean and 95% band"
    sides = Sides("trials of each question", agreement)
    return curves(title, described, lines, sides)


def plan(title: str, rows: Sequence[Foresight]) -> Figure:
    """Draw the probabilities of separation by the number of trials."""
    chances = {"separated": "separated", "found": "separated rightly", "right": "right order",
               "wrong": "separated wrongly"}  # fmt: skip
    trials = [row.trials for row in rows]
    lines = []
    for field, label in chances.items():
        figures: list[Measured] = [getattr(row, field) for row in rows]
        means, errors = zip(*figures, strict=True)
        lines.append(_curve(label, trials, means, errors, 0.0))
    last = rows[-1]
    described = (
        f"With {last.trials:,} trials the models are separated in the right order with "
        f"probability {last.found.value:.3f}."
    )
    sides = Sides("trials of each question", "probability", bounds=(0.0, 1.0), steps=True)
    return curves(title, described, lines, sides)


def _curve(
    label: str, x: Sequence[float], mean: Sequence[float], error: Sequence[float], low: float
) -> Curve:
    widths = [0.0 if math.isnan(one) else _Z * one for one in error]
    lo = [max(mid - width, low) for mid, width in zip(mean, widths, strict=True)]
    hi = [min(mid + width, 1.0) for mid, width in zip(mean, widths, strict=True)]
    return Curve(label, x, mean, lo, hi)
