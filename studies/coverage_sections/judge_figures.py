"""Intervals of how good the judge is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from coverage_judges import Design, Suite, drawn, labels, rate

from scorio import judge

if TYPE_CHECKING:
    from collections.abc import Iterator

SUITE = Suite(164, 4, 0.7, "fair")
FIGURES = ("sensitivity", "specificity", "agreement", "bias")
CELLS: tuple[tuple[int, Design], ...] = (
    (50, "at random"), (50, "half where the judge says yes"), (200, "at random"),
)  # fmt: skip


def covered(number: int, design: Design, runs: int, seed: int) -> dict[str, float]:
    """Give how often the interval of each figure contains the truth of these trials."""
    random = SUITE.seed(seed, number, 9)
    found = drawn(random, runs, SUITE)
    known = labels(random, found, number, design)
    yes, right = found.outcomes == 1, found.right == 1
    each = [np.sum(own, axis=(1, 2)) for own in (yes & right, right, ~yes & ~right, ~right)]
    truths = {
        "sensitivity": each[0] / each[1],
        "specificity": each[2] / each[3],
        "agreement": np.mean(yes == right, axis=(1, 2)),
        "bias": np.mean(found.outcomes - found.right, axis=(1, 2)),
    }
    hits = dict.fromkeys(FIGURES, 0.0)
    for run in range(runs):
        counts = judge.from_arrays(found.outcomes[run], known[run], label_range=(0, 1))
        (row,) = judge.quality(counts)
        for name in FIGURES:
            lo, hi = getattr(row, f"{name}_lo"), getattr(row, f"{name}_hi")
            hits[name] += lo <= truths[name][run] <= hi
    return {name: number / runs for name, number in hits.items()}


def section(runs: int, seed: int) -> Iterator[str]:
    """Give the table of the figures."""
    yield f"{SUITE.questions} questions × {SUITE.trials} trials of the score .7, of the fair judge."
    yield "How often 95 % intervals contain the figure of all trials:\n"
    yield f"| labels | {' | '.join(FIGURES)} |"
    yield "|---|" + "---|" * len(FIGURES)
    for number, design in CELLS:
        own = covered(number, design, runs, seed)
        yield f"| {number} {design} | {' | '.join(rate(own[name]) for name in FIGURES)} |"
    yield ""
