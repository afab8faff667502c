"""Measure how often intervals contain the truth, and write docs/coverage.md.

`make coverage` draws suites of questions whose success probabilities are known. It runs models on
them, and counts the intervals of scores and differences that contain the truth.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import polars as pl

import scorio

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    Draw = Callable[[np.random.Generator, int], NDArray[np.float64]]

CONFIDENCE = 0.95
SIZES = (10, 30, 164, 500)
TRIALS = (1, 2, 4, 16)


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


def covered(runs: Runs, truth: NDArray[np.float64], metric: str, **options: object) -> float:
    """Give the share of the runs whose interval contains the truth."""
    rows = runs.counts().score(metric, **options)  # type: ignore[arg-type]
    found = {int(row.model): row.lo <= truth[int(row.model)] <= row.hi for row in rows}
    return sum(found.values()) / len(found)


def average_of_these(runs: Runs) -> float:
    """The average, about these questions."""
    return covered(runs, runs.p.mean(axis=1), "avg")


def average_of_like(runs: Runs) -> float:
    """The average, about questions like these."""
    truth = np.full(len(runs.p), SUITES[runs.cell.suite][1])
    return covered(runs, truth, "avg", sampled=True)


def pass_at(k: int, runs: Runs) -> float:
    """Pass@k, about these questions."""
    truth = (1 - (1 - runs.p) ** k).mean(axis=1)
    return covered(runs, truth, "pass_at_k", k=k)


class Difference(NamedTuple):
    """What a comparison of two models of equal skill on the same questions says."""

    covered: bool
    probability: float
    higher: bool


def differences(runs: Runs, *, sampled: bool) -> Iterator[Difference]:
    """Compare each run with another one, on the same questions made a little harder."""
    random = np.random.default_rng([7, *runs.successes.shape])
    draw = SUITES[runs.cell.suite]
    for p, successes in zip(runs.p, runs.successes, strict=True):
        q = 0.95 * p
        other = random.binomial(runs.cell.trials, q)
        trials = runs.cell.trials
        a, b = (np.where(np.arange(trials) < one[:, None], 1, 0) for one in (successes, other))
        row = scorio.compare(a, b, sampled=sampled)[0]
        truth = 0.05 * draw[1] if sampled else float((p - q).mean())
        yield Difference(row.lo <= truth <= row.hi, row.probability, truth > 0)


def difference_of_these(runs: Runs) -> float:
    """The difference of two models, about these questions."""
    return float(np.mean([one.covered for one in differences(runs, sampled=False)]))


def difference_of_like(runs: Runs) -> float:
    """The difference of two models, about questions like these."""
    return float(np.mean([one.covered for one in differences(runs, sampled=True)]))


QUANTITIES: dict[str, tuple[Callable[[Runs], float], int]] = {
    "Average, these questions": (average_of_these, 1),
    "Average, questions like these": (average_of_like, 1),
    "Pass@k with k = N / 2, these questions": (
        lambda runs: pass_at(runs.cell.trials // 2, runs),
        2,
    ),
    "Pass@k with k = N, these questions": (lambda runs: pass_at(runs.cell.trials, runs), 2),
    "Difference of two models, these questions": (difference_of_these, 1),
    "Difference of two models, questions like these": (difference_of_like, 1),
}


def table(name: str, runs: int, seed: int) -> Iterator[str]:
    """Give one table in Markdown: suites by questions and trials."""
    measure, least = QUANTITIES[name]
    trials = [n for n in TRIALS if n >= least]
    columns = [f"{m}×{n}" for m in SIZES for n in trials]
    yield f"## {name}\n"
    yield "| suite | " + " | ".join(columns) + " |"
    yield "|---|" + "---|" * len(columns)
    for suite in SUITES:
        cells = [
            f"{measure(drawn(Cell(suite, m, n), runs, seed)):.2f}".removeprefix("0")
            for m in SIZES
            for n in trials
        ]
        yield f"| {suite} | " + " | ".join(cells) + " |"
    yield ""


def page(runs: int, seed: int) -> Iterator[str]:
    """Give the page."""
    error = (CONFIDENCE * (1 - CONFIDENCE) / runs) ** 0.5
    yield "# Do the intervals contain the truth?"
    yield "<!-- `make coverage` writes this page with studies/coverage_study.py. -->"
    yield f"""
Yes: from 30 questions on, the 95 % intervals of averages and differences contain it in .90 to 1
of all runs.

| case | coverage | what to do |
|---|---|---|
| one trial of each question | up to 1: other trials may differ | run a second trial |
| ten questions, nearly all alike | down to .61 | ask 30 or more; a note marks fewer |
| Pass@k, k up to N / 2 | at least .89 from 30 questions on | |
| Pass@k, k near N | down to .77 of two sorts of questions | run 2k trials; a note marks fewer |

2k trials need no prior. A prior with atoms at 0 and 1 is no remedy (`studies/atoms_study.py`). It
covers up to .04 more of Pass@k where questions always succeed or fail. Where they are at .98 and
.02, it covers up to .29 less.

In the tables, each cell is the share of {runs} simulated runs whose interval contains the true
score. Its standard error is {error:.3f} at a true .95. Columns are questions × trials. A suite says
how the success probabilities are drawn. The second model of a difference succeeds 5 % less often on
every question. `make coverage` measures it.
"""
    for name in QUANTITIES:
        yield from table(name, runs, seed)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for line in page(given.runs, given.seed):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
