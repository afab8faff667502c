"""Slices: intervals of shrunken differences, false alarms of Holm's values and of the gate."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import scorio

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from scorio import Slices

# From such to such σ of a slice.
SIGMAS = (0.02, 0.06)
NUMBERS = (3, 5, 12, 50)
# Standard deviations of the true differences over slices.
SPREADS = (0.0, 0.02, 0.05, 0.15)
MARGIN = 0.02
# Normal differences are cheap: alarms have so many times as many runs.
MORE = 10
# Questions of a slice, trials of a question, and questions of a cluster.
QUESTIONS, TRIALS, TOGETHER = 40, 4, 5
# Half the range of the success probabilities, and of what a cluster adds to a difference.
WIDTH, CLUSTER = 0.2, 0.15


class Drawn(NamedTuple):
    """The true differences of a run, and what was found of them."""

    truth: NDArray[np.float64]
    found: Slices


class Figures(NamedTuple):
    """Coverage, width and error of shrunken differences, by those of the raw ones."""

    raw: float
    shrunken: float
    width: float
    error: float

    def cells(self) -> str:
        """Give the cells of a row."""
        figures = (self.raw, self.shrunken, self.width, self.error)
        return " | ".join(f"{one:.2f}".removeprefix("0") for one in figures)


def figures(runs: list[Drawn]) -> Figures:
    """Measure some runs."""
    kinds = ("lo", "difference", "hi", "shrunken_lo", "shrunken", "shrunken_hi")
    cells = [
        (truth, *(getattr(row, kind) for kind in kinds))
        for drawn in runs
        for truth, row in zip(drawn.truth, drawn.found, strict=True)
    ]
    truth, lo, mid, hi, own_lo, own, own_hi = np.array(cells, float).T
    covers = np.mean((lo <= truth) & (truth <= hi)), np.mean((own_lo <= truth) & (truth <= own_hi))
    width = np.mean(own_hi - own_lo) / np.mean(hi - lo)
    error = np.mean((own - truth) ** 2) / np.mean((mid - truth) ** 2)
    return Figures(float(covers[0]), float(covers[1]), float(width), float(error))


def known(random: np.random.Generator, number: int, truth: NDArray[np.float64]) -> Drawn:
    """Draw normal differences of known σ."""
    sigmas = random.uniform(*SIGMAS, number)
    found = scorio.known_slices(random.normal(truth, sigmas), sigmas, margin=MARGIN)
    return Drawn(truth, found)


def counted(
    random: np.random.Generator, number: int, truth: NDArray[np.float64], *, clustered: bool
) -> Drawn:
    """Draw outcomes of two models, whose questions differ by the truth of their slice.

    With clusters, each has its own difference about that.
    """
    of = np.repeat(np.arange(number), QUESTIONS)
    old = random.uniform(0.5 - WIDTH, 0.5 + WIDTH, of.size)
    cluster = np.arange(of.size) // TOGETHER
    more = random.uniform(-CLUSTER, CLUSTER, cluster[-1] + 1)[cluster] if clustered else 0.0
    chances = {"new": np.clip(old + truth[of] + more, 0, 1), "old": old}
    log = [
        {"model": model, "question": f"q{place}", "cluster": f"c{cluster[place]}",
         "trial": trial, "outcome": int(outcome), "slice": f"s{of[place]}"}
        for model, chance in chances.items()
        for place, trials in enumerate(random.random((of.size, TRIALS)) < chance[:, None])
        for trial, outcome in enumerate(trials)
    ]  # fmt: skip
    cluster_of = {"cluster": "cluster"} if clustered else {}
    found = scorio.slices(log, baseline="old", slice="slice", margin=MARGIN, **cluster_of)
    order = [int(row.slice[1:]) for row in found]
    return Drawn(truth[order], found)


def alarms(runs: list[Drawn]) -> tuple[float, float, float]:
    """Shares of runs with any p below .05, any of Holm's values, and any slice that fails."""

    def any_of(is_false: Callable[[scorio.SliceDifference], bool]) -> float:
        return float(np.mean([any(map(is_false, drawn.found)) for drawn in runs]))

    level = 0.05
    return (
        any_of(lambda row: row.pvalue < level),
        any_of(lambda row: row.holm is not None and row.holm < level),
        any_of(lambda row: row.failing is True),
    )


def of_spread(random: np.random.Generator, number: int, spread: float) -> NDArray[np.float64]:
    """Draw true differences of slices."""
    return random.normal(0.02, spread, number) if spread else np.full(number, 0.02)


DESIGNS: dict[str, Callable[..., Drawn]] = {
    "normal": known,
    "counts": lambda random, number, truth: counted(random, number, truth, clustered=False),
    "clusters": lambda random, number, truth: counted(random, number, truth, clustered=True),
}


def section(runs: int, seed: int) -> Iterator[str]:
    """Give both tables."""
    low, high = SIGMAS
    yield f"There are three designs. Normal differences have σ from {low} to {high}. Counts are of"
    yield f"two models on slices of {QUESTIONS} questions with {TRIALS} trials, about these"
    yield f"questions. Clusters are the same in clusters of {TOGETHER} questions, about clusters"
    yield "like these. True differences of slices have the given standard deviation. The table has"
    yield "the coverage of 95 % intervals, raw and shrunken. Width and squared error are those of"
    yield f"shrunken differences over those of raw ones. Each cell has {runs:,} runs.\n"
    yield "### Shrunken differences\n"
    yield "| design | slices | sd of true differences | raw | shrunken | width | squared error |"
    yield "|---|---|---|---|---|---|---|"
    for name, number, spread in product(DESIGNS, NUMBERS, SPREADS):
        if name != "normal" and (number, spread) not in {
            (3, 0.0),
            (3, 0.05),
            (12, 0.0),
            (12, 0.05),
        }:
            continue
        random = np.random.default_rng([seed, number, int(100 * spread), len(name)])
        draw = DESIGNS[name]
        found = figures(
            [draw(random, number, of_spread(random, number, spread)) for _ in range(runs)]
        )
        yield f"| {name} | {number} | {spread:g} | {found.cells()} |"
    yield "\n### False alarms: percent of runs\n"
    yield "No slice differs: any p below .05 → any of Holm's values. Every slice is worse by the"
    yield f"margin exactly: any slice that fails. Normal differences have {MORE * runs:,} runs.\n"
    yield "| design | slices | p → Holm | gate |"
    yield "|---|---|---|---|"
    for name, number in product(DESIGNS, NUMBERS):
        if name != "normal" and number == NUMBERS[-1]:
            continue
        random = np.random.default_rng([seed, number, 7, len(name)])
        draw = DESIGNS[name]
        own = MORE * runs if name == "normal" else runs
        equal = alarms([draw(random, number, np.zeros(number)) for _ in range(own)])
        worse = alarms([draw(random, number, np.full(number, -MARGIN)) for _ in range(own)])
        cells = f"{100 * equal[0]:.0f} → {100 * equal[1]:.1f} | {100 * worse[2]:.1f}"
        yield f"| {name} | {number} | {cells} |"
    yield ""
