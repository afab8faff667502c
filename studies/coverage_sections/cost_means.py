"""Intervals of the mean cost and of the cost of a success, and the warning about wide costs."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from coverage_costs import Law, Means, drawn, each, like, means, percent

import scorio

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coverage_costs import Truth
    from numpy.typing import NDArray

SIGMAS = (1.0, 2.0)
SIZES = ((30, 1), (30, 2), (30, 4), (100, 4), (500, 4))
# These cells have so many times as many runs.
MORE = 2.5


class Found(NamedTuple):
    """Tables about one target, with the truth of each run."""

    tables: Means
    truth: Truth

    def cost(self) -> str:
        """Coverage of κ ± t s → of the interval, its misses, and how much wider it is."""
        plain = self.tables.plain.misses(self.truth.cost).cell().split(" ")[0]
        own = self.tables.cost.misses(self.truth.cost).cell()
        return f"{plain} → {own}, {self.tables.widths():.1f}"

    def per_success(self) -> str:
        """Coverage and misses."""
        return self.tables.per_success.misses(self.truth.per_success).cell()

    def missed(self) -> NDArray[np.bool_]:
        """Whether the interval of the mean cost misses the truth, run by run."""
        lo, hi = self.tables.cost
        return (self.truth.cost < lo) | (self.truth.cost > hi)


def measured(sigma: float, cell: tuple[int, int], runs: int, seed: int) -> tuple[Found, Found]:
    """Tables about these questions, and about questions like these."""
    law = Law(sigma)
    found = drawn(np.random.default_rng([seed, int(10 * sigma), *cell]), law, runs, cell)
    sums = list(each(runs, [found]))
    these = means(scorio.cost(one) for one in sums)
    sample = means(scorio.cost(one, sampled=True) for one in sums)
    return Found(these, found.these()), Found(sample, like(law))


def warnings(found: Found) -> list[str]:
    """Percent of runs that warn, and of those that miss the mean cost."""
    warned, missed = found.tables.warned, found.missed()
    return [percent(float(np.mean(own))) if own.size else "–" for own in (warned, warned[missed])]


def section(runs: int, seed: int) -> Iterator[str]:
    """Give the table."""
    runs = int(MORE * runs)
    yield "Lognormal costs: of the standard deviation of ln c, questions have .8 and trials .6."
    yield "Failures cost twice as much, and costly questions are harder. Mean cost: coverage of"
    yield "κ ± t s → of the interval, the percent of runs whose truth is below and above it, and"
    yield f"how many times as wide it is. Each cell has {runs:,} runs. The last columns are"
    yield "percents of runs with the note that costs differ much, and of the runs whose interval"
    yield "misses the mean cost. With one trial of each question, intervals of these questions are"
    yield "those of questions like these.\n"
    yield "| target | sd of ln c | size | mean cost | cost of a success | noted | noted misses |"
    yield "|---|---|---|---|---|---|---|"
    for sigma, cell in product(SIGMAS, SIZES):
        size = "×".join(map(str, cell))
        for target, one in zip(("these", "like"), measured(sigma, cell, runs, seed), strict=True):
            cells = [one.cost(), one.per_success(), *warnings(one)]
            yield f"| {target} | {sigma:g} | {size} | {' | '.join(cells)} |"
    yield ""
