"""Suites of questions whose success probabilities are known, for the study of coverage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
import polars as pl

import scorio

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    Draw = Callable[[np.random.Generator, int], NDArray[np.float64]]

CONFIDENCE = 0.95
SIZES = (10, 30, 100, 300)
TRIALS = (1, 2, 4, 16)
# From here on, intervals should not be too wide, either.
LARGE, FROM = 100, 4
# Cells below this are measured again, with so many times as many runs of their own.
LOW, AGAIN = 0.93, 10


def equal(p: float) -> Draw:
    """All questions are alike."""
    return lambda _, size: np.full(size, p)


def beta(a: float, b: float) -> Draw:
    """Questions are drawn from a Beta distribution."""
    return lambda random, size: random.beta(a, b, size)


def mixed(share: float, one: float, other: float) -> Draw:
    """Questions are of two sorts."""
    return lambda random, size: np.where(random.random(size) < share, one, other)


SUITES: dict[str, tuple[Draw, float]] = {
    "all .05": (equal(0.05), 0.05),
    "all .5": (equal(0.5), 0.5),
    "all .95": (equal(0.95), 0.95),
    "Beta(.3, .3)": (beta(0.3, 0.3), 0.5),
    "Beta(3, .4)": (beta(3, 0.4), 3 / 3.4),
    "Beta(.2, 1.8)": (beta(0.2, 1.8), 0.1),
    "Beta(2, 8)": (beta(2, 8), 0.2),
    "60 % .98, 40 % .02": (mixed(0.6, 0.98, 0.02), 0.6 * 0.98 + 0.4 * 0.02),
    "half 1, half .3": (mixed(0.5, 1.0, 0.3), 0.65),
    "90 % 0, 10 % .6": (mixed(0.9, 0.0, 0.6), 0.06),
}


class Cell(NamedTuple):
    """A suite, with a number of questions and of trials."""

    suite: str
    questions: int
    trials: int


class Runs(NamedTuple):
    """Runs of one cell: the true probabilities and the successes, run by run."""

    cell: Cell
    p: NDArray[np.float64]
    successes: NDArray[np.int64]

    def counts(self) -> scorio.Counts:
        """The counts of all runs, each as a model of its own."""
        runs, questions = self.successes.shape
        frame = pl.DataFrame(
            {
                "model": np.repeat(np.arange(runs), questions),
                "question": np.tile(np.arange(questions), runs),
                "total": np.full(runs * questions, self.cell.trials),
                "correct": self.successes.ravel(),
            }
        )
        return scorio.count(frame, total="total", correct="correct")


def drawn(cell: Cell, runs: int, seed: int) -> Runs:
    """Draw new questions and trials for each run."""
    key = [seed, list(SUITES).index(cell.suite), cell.questions, cell.trials]
    random = np.random.default_rng(key)
    draw, _ = SUITES[cell.suite]
    p = np.stack([draw(random, cell.questions) for _ in range(runs)])
    return Runs(cell, p, random.binomial(cell.trials, p))


class Misses(NamedTuple):
    """Shares of runs whose truth is below and above the interval."""

    below: float
    above: float

    @property
    def covered(self) -> float:
        """The share of runs whose interval contains the truth."""
        return 1 - self.below - self.above

    def cell(self) -> str:
        """Coverage, then percent below and above the interval."""
        share = f"{self.covered:.2f}".removeprefix("0")
        return f"{share} {100 * self.below:.0f}/{100 * self.above:.0f}"


def misses(lo: NDArray[np.float64], hi: NDArray[np.float64], truth: NDArray[np.float64]) -> Misses:
    """Give the misses of some intervals."""
    return Misses(float(np.mean(truth < lo)), float(np.mean(truth > hi)))


def missed(
    counts: scorio.Counts,
    truth: NDArray[np.float64],
    metric: str,
    k: int | None = None,
    *,
    sampled: bool = False,
    cluster: Literal["task", "cluster"] | None = None,
    confidence: float = CONFIDENCE,
    prior: Literal["hierarchical", "uniform"] = "hierarchical",
) -> Misses:
    """Give the misses of the models of counts, each of which is a run with its truth."""
    rows = counts.score(
        metric, k, sampled=sampled, cluster=cluster, confidence=confidence, prior=prior
    )
    order = [int(row.model) for row in rows]
    lo, hi = (np.array([getattr(row, end) for row in rows]) for end in ("lo", "hi"))
    return misses(lo, hi, truth[order])


def settled(measure: Callable[[Runs], Misses], cell: Cell, runs: int, seed: int) -> Misses:
    """Give the misses of a cell. A low one may be chance, so that new runs decide."""
    found = measure(drawn(cell, runs, seed))
    if found.covered >= LOW:
        return found
    parts = [measure(drawn(cell, runs, 1000 * seed + part)) for part in range(AGAIN)]
    below, above = (
        float(np.mean([getattr(one, side) for one in parts])) for side in Misses._fields
    )
    return Misses(below, above)


def grid(
    measure: Callable[[Runs], Misses], trials: tuple[int, ...], runs: int, seed: int
) -> Iterator[str]:
    """Give a table in Markdown: suites by questions and trials."""
    columns = [(m, n) for m in SIZES for n in trials]
    yield "| suite | " + " | ".join(f"{m}×{n}" for m, n in columns) + " |"
    yield "|---|" + "---|" * len(columns)
    shares = []
    for suite in SUITES:
        found = [settled(measure, Cell(suite, m, n), runs, seed) for m, n in columns]
        shares.append([one.covered for one in found])
        yield f"| {suite} | " + " | ".join(one.cell() for one in found) + " |"
    large = [i for i, (m, n) in enumerate(columns) if m >= LARGE and n >= FROM]
    all_shares = np.array(shares)
    yield f"""
Least {all_shares.min():.3f}, from 30 questions on {all_shares[:, len(trials) :].min():.3f}.
Mean from {LARGE} questions with {FROM} trials on: {all_shares[:, large].mean():.3f}.
"""
