"""False verdicts of gates of scores at .95, where the true score is the level."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from coverage_suites import SUITES, Cell, Misses, Runs, drawn, missed
from scipy import stats

import scorio

if TYPE_CHECKING:
    from collections.abc import Iterator

# The interval of a gate at .95.
GATE = 0.9


def worst_single(questions: int) -> tuple[float, float]:
    """The worst chances of a false pass and a false fail over all levels, exactly."""
    solved = np.arange(questions + 1)
    frame = pl.DataFrame(
        {
            "model": np.repeat(solved, questions),
            "question": np.tile(np.arange(questions), questions + 1),
            "total": np.ones(questions * (questions + 1), dtype=int),
            "correct": (
                np.tile(np.arange(questions), questions + 1) < np.repeat(solved, questions)
            ).astype(int),
        }
    )
    rows = scorio.count(frame, total="total", correct="correct").score(confidence=GATE)
    ends = {int(row.model): (row.lo, row.hi) for row in rows}
    # A level that an end just reaches, or just misses, is the worst one.
    passes = [stats.binom.sf(x - 1, questions, ends[x][0]) for x in solved if ends[x][0] > 0]
    fails = [stats.binom.cdf(x, questions, ends[x][1]) for x in solved if ends[x][1] < 1]
    return max(passes), max(fails)


def of_these(runs: Runs) -> Misses:
    """A gate about these questions: it passes where the truth is below the interval."""
    return missed(runs.counts(), runs.p.mean(axis=1), "avg", confidence=GATE)


def of_like(runs: Runs) -> Misses:
    """A gate about questions like these."""
    truth = np.full(len(runs.p), SUITES[runs.cell.suite][1])
    return missed(runs.counts(), truth, "avg", confidence=GATE, sampled=True)


def section(runs: int, seed: int) -> Iterator[str]:
    """Give exact values of single trials, and simulated ones."""
    exact = {m: worst_single(m) for m in (10, 30, 100, 300)}
    yield "### One trial of each question, all p alike: the worst level (exact)\n"
    yield "| questions | false pass | false fail |\n|---|---|---|"
    for questions, (passes, fails) in exact.items():
        yield f"| {questions} | {passes:.4f} | {fails:.4f} |"
    cells = [(30, 2), (30, 4), (100, 2), (100, 4)]
    for title, measure in (("these questions", of_these), ("questions like these", of_like)):
        yield f"\n### Simulated, {title}: false pass, false fail\n"
        yield "| suite | " + " | ".join(f"{m}×{n}" for m, n in cells) + " |"
        yield "|---|" + "---|" * len(cells)
        for suite in SUITES:
            found = [measure(drawn(Cell(suite, m, n), 3 * runs, seed)) for m, n in cells]
            each = [f"{one.below:.3f}, {one.above:.3f}".replace("0.", ".") for one in found]
            yield f"| {suite} | " + " | ".join(each) + " |"
    yield ""
