"""Intervals of the difference of two models with numeric scores, skewed alike or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from coverage_suites import misses

import scorio
from coverage_sections.numbers import SUITES, Suite

if TYPE_CHECKING:
    from collections.abc import Iterator

NOTE = "A few large outcomes carry the difference"
CELLS = ((30, 1), (100, 1), (30, 4), (100, 4))
PAIRS = (
    ("normal", "normal"),
    ("exponential", "normal"),
    ("lognormal 1", "normal"),
    ("lognormal 1.5", "normal"),
    ("lognormal 1", "lognormal 1"),
    ("lognormal 1.5", "lognormal 1.5"),
)


def measured(pair: tuple[Suite, Suite], cell: tuple[int, int], runs: int, seed: list[int]) -> str:
    """Compare two models on the same questions, run by run: coverage, misses, and how many warn."""
    random, (questions, trials) = np.random.default_rng(seed), cell
    size = questions * trials
    ends, warned = [], 0
    for _ in range(runs):
        easy = random.normal(0, 2, (questions, 1))
        own = [(easy + suite.draw(random, cell)).ravel() for suite in pair]
        frame = pl.DataFrame(
            {
                "model": ["a"] * size + ["b"] * size,
                "question": np.tile(np.repeat(np.arange(questions), trials), 2),
                "outcome": np.concatenate(own),
            }
        )
        found = scorio.compare(scorio.count(frame, numeric=True), baseline="b", sampled=trials == 1)
        ends.append((found[0].lo, found[0].hi))
        warned += any(line.startswith(NOTE) for line in found.notes)
    lo, hi = np.array(ends).T
    truth = np.full(runs, pair[0].mean - pair[1].mean)
    return f"{misses(lo, hi, truth).cell()}, {100 * warned / runs:.0f}"


def section(runs: int, seed: int) -> Iterator[str]:
    """Give one table."""
    yield f"Measured with {2 * runs} runs in a cell. Of single trials they are about questions like"
    yield "these, of four about these questions. Last is the percent of runs with a note.\n"
    yield "| outcomes of the two models | " + " | ".join(f"{m}×{n}" for m, n in CELLS) + " |"
    yield "|---|" + "---|" * len(CELLS)
    for number, (own, base) in enumerate(PAIRS):
        pair = (SUITES[own], SUITES[base])
        each = [measured(pair, cell, 2 * runs, [seed, number, *cell]) for cell in CELLS]
        yield f"| {own}, {base} | " + " | ".join(each) + " |"
    yield ""
