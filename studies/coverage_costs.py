"""Simulated trials whose expected outcomes and costs are known, for the study of coverage."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import polars as pl
from coverage_suites import CONFIDENCE, Misses, misses
from scipy import special, stats

import scorio

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

# The parts of questions and of trials in the standard deviation of ln c.
QUESTIONS, TRIALS = 0.8, 0.6
# How much dearer a failure is than a success.
FAILURE = 2.0
# How the logit of a success moves with the dearness of its question, and with difficulty besides.
HARDER, APART = 0.8, 0.8
# The correlation of two questions of a cluster, and of one question for two models.
ALIKE, SHARED = 0.5, 0.7
# Nodes of the quadrature over a normal number.
NODES = 80


class Law(NamedTuple):
    """How a model's trials succeed, and what they cost.

    The logarithm of a cost has the standard deviation `sigma` about a question's middle of
    `dearness`. The logit of a success has the middle `level`.
    """

    sigma: float
    level: float = 0.5
    dearness: float = 1.0

    def expected(self, dear: Numbers, easy: Numbers) -> tuple[Numbers, Numbers]:
        """Give the chance of a success and the expected cost of questions by normal numbers."""
        p: Numbers = special.expit(self.level - HARDER * dear + APART * easy)
        spread = TRIALS * self.sigma
        middle = self.dearness * np.exp(QUESTIONS * self.sigma * dear + spread**2 / 2)
        return p, middle * (p + FAILURE * (1 - p))

    def trials(
        self, random: np.random.Generator, dear: Numbers, easy: Numbers, number: int
    ) -> tuple[Numbers, Numbers]:
        """Draw outcomes and costs."""
        p = self.expected(dear, easy)[0][..., None]
        outcomes = (random.random((*dear.shape, number)) < p).astype(float)
        noise = QUESTIONS * dear[..., None] + TRIALS * random.standard_normal(outcomes.shape)
        return outcomes, self.dearness * np.exp(self.sigma * noise) * FAILURE ** (1 - outcomes)

    def within(self, dear: Numbers, easy: Numbers, cap: float) -> Numbers:
        """Give the chance of a success that costs at most the cap."""
        room = (np.log(cap / self.dearness) / self.sigma - QUESTIONS * dear) / TRIALS
        found: Numbers = self.expected(dear, easy)[0] * stats.norm.cdf(room)
        return found

    def cap(self, share: float) -> float:
        """Give the cap that so many successes keep."""
        dear, easy, weights = nodes()
        all_, low, high = float(weights @ self.expected(dear, easy)[0]), -40.0, 40.0
        for _ in range(60):
            middle = (low + high) / 2
            found = float(weights @ self.within(dear, easy, float(np.exp(middle))))
            low, high = (middle, high) if found < share * all_ else (low, middle)
        return float(np.exp(low))

    def spend(self, dear: Numbers, easy: Numbers, tries: int) -> Numbers:
        """Give the expected cost of at most k fresh tries."""
        p, cost = self.expected(dear, easy)
        reached = sum((1 - p) ** place for place in range(tries))
        found: Numbers = cost * reached
        return found


@cache
def nodes() -> tuple[Numbers, Numbers, Numbers]:
    """Give pairs of normal numbers and their weights, for means over all questions of a law."""
    points, weights = np.polynomial.hermite_e.hermegauss(NODES)
    weights = weights / weights.sum()
    dear, easy = np.meshgrid(points, points, indexing="ij")
    return dear.ravel(), easy.ravel(), np.outer(weights, weights).ravel()


class Truth(NamedTuple):
    """The score and the mean cost of these questions, run by run, and of questions like these."""

    p: Numbers
    cost: Numbers

    @property
    def per_success(self) -> Numbers:
        """The cost of a success."""
        return self.cost / self.p


class Runs(NamedTuple):
    """Simulated runs of a model: normal numbers of questions, outcomes and costs of trials."""

    law: Law
    dear: Numbers
    easy: Numbers
    outcomes: Numbers
    costs: Numbers

    def these(self, weights: Numbers | None = None) -> Truth:
        """The truth of the drawn questions."""
        p, cost = self.law.expected(self.dear, self.easy)
        return Truth(
            np.average(p, axis=1, weights=weights), np.average(cost, axis=1, weights=weights)
        )


def like(law: Law) -> Truth:
    """The truth of all questions of a law."""
    dear, easy, weights = nodes()
    return Truth(*(weights @ figure for figure in law.expected(dear, easy)))


def normal(random: np.random.Generator, runs: int, questions: int, cluster: int = 1) -> Numbers:
    """Draw normal numbers of questions, which clusters of so many share."""
    own = random.standard_normal((runs, questions))
    if cluster == 1:
        return own
    shared = random.standard_normal((runs, -(-questions // cluster)))
    found: Numbers = np.sqrt(ALIKE) * np.repeat(shared, cluster, axis=1)[:, :questions]
    return found + np.sqrt(1 - ALIKE) * own


def drawn(
    random: np.random.Generator, law: Law, runs: int, cell: tuple[int, int], cluster: int = 1
) -> Runs:
    """Draw new questions and trials for each run."""
    dear, easy = (normal(random, runs, cell[0], cluster) for _ in range(2))
    return Runs(law, dear, easy, *law.trials(random, dear, easy, cell[1]))


def together(
    random: np.random.Generator, laws: Sequence[Law], runs: int, cell: tuple[int, int]
) -> list[Runs]:
    """Draw several models on common questions."""
    common = [normal(random, runs, cell[0]) for _ in range(2)]
    found = []
    for law in laws:
        own = [normal(random, runs, cell[0]) for _ in range(2)]
        pairs = zip(common, own, strict=True)
        dear, easy = (np.sqrt(SHARED) * a + np.sqrt(1 - SHARED) * b for a, b in pairs)
        found.append(Runs(law, dear, easy, *law.trials(random, dear, easy, cell[1])))
    return found


def counted(
    models: Iterable[Runs], run: int, fields: dict[str, object] | None = None
) -> scorio.Sums:
    """Count one run of some models. `fields` has more of each question."""
    parts = []
    for place, model in enumerate(models):
        questions, trials = model.outcomes[run].shape
        columns = {name: np.repeat(np.asarray(own), trials) for name, own in (fields or {}).items()}
        columns["question"] = np.repeat(np.arange(questions), trials)
        columns["outcome"] = model.outcomes[run].ravel()
        columns["cost"] = model.costs[run].ravel()
        parts.append(pl.DataFrame(columns).with_columns(model=pl.lit(f"m{place}")))
    options = {name: name for name in fields or {}}
    return scorio.count(pl.concat(parts), cost="cost", keep_values=True, **options)


def spent(outcomes: Numbers, costs: Numbers, tries: int) -> Numbers:
    """Give what at most k fresh tries cost of each question, as the mean over all orders."""
    trials = outcomes.shape[-1]
    failures = trials - outcomes.sum(axis=-1)
    places = np.arange(tries)
    orders = special.comb(trials - 1, places)
    # How often a failure and a success are reached.
    failed, won = (
        (special.comb(others[..., None], places) / orders).sum(axis=-1)
        for others in (np.maximum(failures - 1, 0), failures)
    )
    lost, earned = ((costs * own).sum(axis=-1) for own in (1 - outcomes, outcomes))
    found: Numbers = (lost * failed + earned * won) / trials
    return found


class Ends(NamedTuple):
    """Intervals of one figure, run by run."""

    lo: Numbers
    hi: Numbers

    def misses(self, truth: Numbers) -> Misses:
        """Shares of runs whose truth is below and above."""
        return misses(self.lo, self.hi, truth)


class Means(NamedTuple):
    """What tables of one model say, run by run."""

    cost: Ends
    per_success: Ends
    # κ ± t s.
    plain: Ends
    warned: NDArray[np.bool_]

    def widths(self) -> float:
        """How many times as wide as κ ± t s the interval of the mean cost is, in the middle."""
        wide = (self.cost.hi - self.cost.lo) / (self.plain.hi - self.plain.lo)
        return float(np.median(wide))


WARNING = "differ so much that their true mean"


def means(tables: Iterable[scorio.Costs]) -> Means:
    """Gather the intervals of tables of one model."""
    found, warned = [], []
    for table in tables:
        (row,) = table
        half = stats.t.ppf((1 + CONFIDENCE) / 2, row.degrees) * row.cost_sigma
        found.append(
            (
                row.cost_lo, _end(row.cost_hi), row.per_success_lo, _end(row.per_success_hi),
                row.cost - half, row.cost + half,
            )
        )  # fmt: skip
        warned.append(any(WARNING in note for note in table.notes))
    columns = np.array(found, float).T
    cost, per_success, plain = (Ends(*columns[place : place + 2]) for place in (0, 2, 4))
    return Means(cost, per_success, plain, np.array(warned))


def _end(end: float | None) -> float:
    """Give an upper end, where there may be none."""
    return np.inf if end is None else end


def percent(share: float) -> str:
    """Write a share in percent."""
    return f"{100 * share:.0f}"


def rate(share: float) -> str:
    """Write a share with two digits."""
    return f"{share:.2f}".removeprefix("0")


def each(runs: int, models: Sequence[Runs]) -> Iterator[scorio.Sums]:
    """Count all runs of some models."""
    return (counted(models, run) for run in range(runs))
