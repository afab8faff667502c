"""Intervals of averages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from coverage_suites import SUITES, TRIALS, Cell, Misses, Runs, drawn, grid, missed

if TYPE_CHECKING:
    from collections.abc import Iterator


def of_these(runs: Runs) -> Misses:
    """The average, about these questions."""
    return missed(runs.counts(), runs.p.mean(axis=1), "avg")


def of_like(runs: Runs) -> Misses:
    """The average, about questions like these."""
    truth = np.full(len(runs.p), SUITES[runs.cell.suite][1])
    return missed(runs.counts(), truth, "avg", sampled=True)


def of_uniform(cell: Cell, metric: str, runs: int, seed: int) -> Misses:
    """A metric with a uniform prior on every question, about these questions."""
    known = drawn(cell, runs, seed)
    return missed(known.counts(), known.p.mean(axis=1), metric, prior="uniform")


def uniform(runs: int, seed: int) -> Iterator[str]:
    """Give the table of the uniform prior."""
    cells = [(metric, m, n) for metric in ("avg", "bayes") for m, n in ((30, 4), (300, 4))]
    yield "| suite | " + " | ".join(f"{metric}, {m}×{n}" for metric, m, n in cells) + " |"
    yield "|---|" + "---|" * len(cells)
    for suite in SUITES:
        each = [of_uniform(Cell(suite, m, n), metric, runs, seed) for metric, m, n in cells]
        yield f"| {suite} | " + " | ".join(one.cell() for one in each) + " |"
    yield ""


def section(runs: int, seed: int) -> Iterator[str]:
    """Give a table for each target, and one of the uniform prior."""
    yield "### These questions\n"
    yield from grid(of_these, TRIALS, runs, seed)
    yield "### Questions like these\n"
    yield from grid(of_like, TRIALS, runs, seed)
    yield "### These questions, uniform prior\n"
    yield from uniform(runs, seed)
