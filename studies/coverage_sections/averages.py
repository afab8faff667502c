"""Intervals of averages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from coverage_suites import SUITES, TRIALS, Misses, Runs, grid, missed

if TYPE_CHECKING:
    from collections.abc import Iterator


def of_these(runs: Runs) -> Misses:
    """The average, about these questions."""
    return missed(runs.counts(), runs.p.mean(axis=1), "avg")


def of_like(runs: Runs) -> Misses:
    """The average, about questions like these."""
    truth = np.full(len(runs.p), SUITES[runs.cell.suite][1])
    return missed(runs.counts(), truth, "avg", sampled=True)


def section(runs: int, seed: int) -> Iterator[str]:
    """Give both tables."""
    yield "### These questions\n"
    yield from grid(of_these, TRIALS, runs, seed)
    yield "### Questions like these\n"
    yield from grid(of_like, TRIALS, runs, seed)
