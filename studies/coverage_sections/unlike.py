"""Intervals of averages with weights, clusters, several categories, or uneven trials."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from coverage_suites import Misses, missed

import scorio

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    Case = Callable[[np.random.Generator, int, int, int], Misses]
    # Counts, and the true score of each run.
    Known = tuple[scorio.Counts, NDArray[np.float64]]

CELLS = ((30, 1), (30, 4), (100, 1), (100, 4))


def table(runs: int, questions: int, **columns: NDArray[np.generic]) -> scorio.Counts:
    """Counts of runs × questions: a model for each run."""
    frame = pl.DataFrame(
        {
            "model": np.repeat(np.arange(runs), questions).astype(str),
            "question": np.tile(np.arange(questions), runs).astype(str),
            **{
                name: np.broadcast_to(one, (runs, questions)).ravel()
                for name, one in columns.items()
            },
        }
    )
    names = {name: name for name in ("cluster", "weight") if name in columns}
    if "correct" in columns:
        return scorio.count(frame, total="total", correct="correct", **names)
    return scorio.count(frame, **names)


def weighted(low: float, high: float) -> Case:
    """Weights from 1 to 5 of questions whose p is uniform."""

    def case(random: np.random.Generator, runs: int, m: int, n: int) -> Misses:
        p = random.uniform(low, high, (runs, m))
        weight = random.uniform(1, 5, m)
        solved = random.binomial(n, p)
        counts = table(runs, m, total=np.array(n), correct=solved, weight=weight)
        return missed(counts, p @ weight / weight.sum(), "avg")

    return case


def clustered(spread: float, centre: float) -> Case:
    """Clusters of five questions that share a part of their logit."""

    def case(random: np.random.Generator, runs: int, m: int, n: int) -> Misses:
        def drawn(size: int) -> NDArray[np.float64]:
            own = np.repeat(random.normal(0, spread, (size, m // 5)), 5, axis=1)
            return 1 / (1 + np.exp(-(centre + own + random.normal(0, 1, (size, m)))))

        truth = float(drawn(200_000 // m).mean())
        solved = random.binomial(n, drawn(runs))
        label = np.array([f"c{i // 5}" for i in range(m)])
        counts = table(runs, m, total=np.array(n), correct=solved, cluster=label)
        return missed(counts, np.full(runs, truth), "avg", cluster="cluster")

    return case


def categories(alpha: tuple[float, ...], *, sampled: bool) -> Case:
    """Outcomes worth 0, 0.5 and 1, whose shares have a Dirichlet distribution."""

    def case(random: np.random.Generator, runs: int, m: int, n: int) -> Misses:
        worth = np.array([0, 0.5, 1])
        p = random.dirichlet(alpha, (runs, m))
        counts = random.multinomial(n, p)
        columns = {f"count_{name}": counts[..., i] for i, name in enumerate(("0", "0.5", "1"))}
        like = np.full(runs, float(np.array(alpha) @ worth / sum(alpha)))
        truth = like if sampled else (p @ worth).mean(axis=1)
        return missed(table(runs, m, **columns), truth, "avg", sampled=sampled)

    return case


def uneven(random: np.random.Generator, runs: int, m: int, n: int) -> Known:
    """Each question has N to 3 N trials, whatever its p."""
    p = random.beta(2, 2, (runs, m))
    trials = random.integers(n, 3 * n + 1, (runs, m))
    counts = table(runs, m, total=trials, correct=random.binomial(trials, p))
    return counts, p.mean(axis=1)


def dependent(random: np.random.Generator, runs: int, m: int, n: int) -> Known:
    """Hard questions have N trials, and easy ones 6 N."""
    hard = np.arange(m) < m // 2
    p = np.broadcast_to(np.where(hard, 0.5, 0.97), (runs, m))
    trials = np.broadcast_to(np.where(hard, n, 6 * n), (runs, m))
    counts = table(runs, m, total=trials, correct=random.binomial(trials, p))
    return counts, p.mean(axis=1)


def averaged(suite: Callable[[np.random.Generator, int, int, int], Known]) -> Case:
    """Averages of a suite."""
    return lambda *cell: missed(*suite(*cell), "avg")


CASES: dict[str, Case] = {
    "weights, p .05–.95": weighted(0.05, 0.95),
    "weights, p .9–1": weighted(0.9, 1.0),
    "clusters of 5, logit sd 1 + 1": clustered(1.0, 0.0),
    "clusters of 5, sd 2 + 1, mean logit 2": clustered(2.0, 2.0),
    "0, ½, 1: Dirichlet(1, 1, 1), these": categories((1, 1, 1), sampled=False),
    "0, ½, 1: Dirichlet(1, 1, 1), like": categories((1, 1, 1), sampled=True),
    "0, ½, 1: Dirichlet(.1, .2, 2), these": categories((0.1, 0.2, 2), sampled=False),
    "0, ½, 1: Dirichlet(.1, .2, 2), like": categories((0.1, 0.2, 2), sampled=True),
    "N to 3 N trials": averaged(uneven),
    "hard N trials, easy 6 N": averaged(dependent),
}


def section(runs: int, seed: int) -> Iterator[str]:
    """Give one table."""
    yield "| case | " + " | ".join(f"{m}×{n}" for m, n in CELLS) + " |"
    yield "|---|" + "---|" * len(CELLS)
    for number, (title, case) in enumerate(CASES.items()):
        found = [case(np.random.default_rng([seed, number, m, n]), runs, m, n) for m, n in CELLS]
        yield f"| {title} | " + " | ".join(one.cell() for one in found) + " |"
    yield ""
