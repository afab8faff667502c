"""Costs of clusters, of weighted questions and of tasks, and success within caps."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from coverage_costs import (
    Ends,
    Law,
    Runs,
    Truth,
    counted,
    drawn,
    each,
    like,
    means,
    nodes,
)

import scorio

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coverage_costs import Means, Numbers

SIGMAS = (1.0, 2.0)
TRIALS = 4
# The questions of a cluster, and the numbers of clusters.
CLUSTER, CLUSTERS = 5, (20, 60)
WEIGHTED = (30, 100)
# Tasks by their numbers of questions, with the level and the dearness of each.
TASKS = {10: (1.0, 1.0), 20: (0.5, 3.0), 40: (0.0, 0.5), 80: (-0.5, 2.0)}
# Caps that so many successes keep.
KEPT = (0.1, 0.5, 0.9)
CAPPED = ((30, 4), (100, 4))


class Found(NamedTuple):
    """Tables of a design about one target, with the truth of each run."""

    tables: Means
    truth: Truth

    def cells(self) -> list[str]:
        """Coverage of κ ± t s → of the mean cost, how much wider it is, and of a success."""
        plain = self.tables.plain.misses(self.truth.cost).cell().split(" ")[0]
        own = self.tables.cost.misses(self.truth.cost).cell()
        success = self.tables.per_success.misses(self.truth.per_success).cell()
        return [f"{plain} → {own}, {self.tables.widths():.1f}", success]


def clustered(sigma: float, clusters: int, runs: int, seed: int) -> dict[str, Found]:
    """Clusters of questions with common difficulty and dearness."""
    random, law = np.random.default_rng([seed, int(10 * sigma), clusters, 4]), Law(sigma)
    found = drawn(random, law, runs, (clusters * CLUSTER, TRIALS), CLUSTER)
    fields: dict[str, object] = {"cluster": np.repeat(np.arange(clusters), CLUSTER)}
    sums = [counted([found], run, fields) for run in range(runs)]
    return {
        "like": Found(means(scorio.cost(one, cluster="cluster") for one in sums), like(law)),
        "like, clusters not given": Found(
            means(scorio.cost(one, sampled=True) for one in sums), like(law)
        ),
    }


def weighted(sigma: float, questions: int, runs: int, seed: int) -> dict[str, Found]:
    """Questions of the weights 1 to 5, in turn."""
    random, law = np.random.default_rng([seed, int(10 * sigma), questions, 5]), Law(sigma)
    found = drawn(random, law, runs, (questions, TRIALS))
    weights: Numbers = np.add(1.0, np.arange(questions) % 5)
    sums = [counted([found], run, {"weight": weights}) for run in range(runs)]
    return {
        "these": Found(means(map(scorio.cost, sums)), found.these(weights)),
        "like": Found(means(scorio.cost(one, sampled=True) for one in sums), like(law)),
    }


def tasks(sigma: float, runs: int, seed: int) -> dict[str, Found]:
    """The mean of four tasks of unequal size."""
    random = np.random.default_rng([seed, int(10 * sigma), 6])
    laws = [Law(sigma, *own) for own in TASKS.values()]
    parts = [
        drawn(random, law, runs, (size, TRIALS)) for law, size in zip(laws, TASKS, strict=True)
    ]
    joined = Runs(
        laws[0],
        *(np.concatenate([part[place] for part in parts], axis=1) for place in range(1, 5)),
    )
    fields: dict[str, object] = {"task": np.repeat([f"t{size}" for size in TASKS], list(TASKS))}
    sums = [counted([joined], run, fields) for run in range(runs)]
    truths = {
        "these": averaged([part.these() for part in parts]),
        "like": averaged([like(law) for law in laws]),
    }
    return {
        target: Found(
            means(scorio.cost(one, macro=True, sampled=target == "like") for one in sums), truth
        )
        for target, truth in truths.items()
    }


def averaged(parts: list[Truth]) -> Truth:
    """Give the mean of tasks."""
    return Truth(*(np.mean(figures, axis=0) for figures in zip(*parts, strict=True)))


def capped(sigma: float, cell: tuple[int, int], runs: int, seed: int) -> dict[str, list[str]]:
    """Coverage of the success within each cap, for each target."""
    random, law = np.random.default_rng([seed, int(10 * sigma), *cell, 7]), Law(sigma)
    found = drawn(random, law, runs, cell)
    sums = list(each(runs, [found]))
    caps = [law.cap(share) for share in KEPT]
    dear, easy, weights = nodes()
    cells: dict[str, list[str]] = {}
    for target in ("these", "like"):
        tables = [scorio.cost(one, caps=caps, sampled=target == "like").caps for one in sums]
        cells[target] = []
        for place, cap in enumerate(caps):
            truth: Numbers = (
                law.within(found.dear, found.easy, cap).mean(axis=1)
                if target == "these"
                else weights @ law.within(dear, easy, cap)
            )
            ends = np.array([(rows[place].lo, rows[place].hi) for rows in tables]).T
            cells[target].append(Ends(*ends).misses(truth).cell())
    return cells


def designs(sigma: float, runs: int, seed: int) -> Iterator[tuple[str, dict[str, Found]]]:
    """Measure all designs, with their titles."""
    for clusters in CLUSTERS:
        title = f"{clusters} clusters of {CLUSTER} questions"
        yield title, clustered(sigma, clusters, runs, seed)
    for questions in WEIGHTED:
        yield f"{questions} questions of the weights 1 to 5", weighted(sigma, questions, runs, seed)
    yield f"mean of tasks of {', '.join(map(str, TASKS))} questions", tasks(sigma, runs, seed)


def section(runs: int, seed: int) -> Iterator[str]:
    """Give a table of designs, and one of caps."""
    runs //= 2
    yield f"{runs} runs. Questions have {TRIALS} trials. Questions of a cluster have the"
    yield "correlation .5 of their difficulty and of their cost. Mean cost: coverage of"
    yield "κ ± t s → of the interval, and how many times as wide it is.\n"
    yield "| questions | target | sd of ln c | mean cost | cost of a success |"
    yield "|---|---|---|---|---|"
    for sigma in SIGMAS:
        for title, found in designs(sigma, runs, seed):
            for target, one in found.items():
                yield f"| {title} | {target} | {sigma:g} | {' | '.join(one.cells())} |"
    yield "\nSuccess within a cap that 10, 50 and 90 % of successes keep:\n"
    yield "| target | sd of ln c | size | 10 % | 50 % | 90 % |"
    yield "|---|---|---|---|---|---|"
    for sigma in SIGMAS:
        for cell in CAPPED:
            for target, shares in capped(sigma, cell, runs, seed).items():
                size = "×".join(map(str, cell))
                yield f"| {target} | {sigma:g} | {size} | {' | '.join(shares)} |"
    yield ""
