"""Simulated judges and labels, for the study of coverage: runs whose true scores are known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
from coverage_suites import AGAIN, LOW
from scipy import stats

from scorio import judge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from scorio import Counts

    Numbers = NDArray[np.float64]

# How often a judge says yes to right and to wrong answers.
JUDGES = {
    "perfect": (1.0, 0.0),
    "good": (0.95, 0.05),
    "fair": (0.8, 0.2),
    "skew": (0.95, 0.4),
    "useless": (0.5, 0.5),
}
Design = Literal["at random", "half where the judge says yes", "whole questions"]
# A table of many models compares each with each, so that runs are scored in groups.
_GROUP = 15
# What the difficulties of a question for two models share, as the correlation of normal scores.
_SHARED = 0.7


class Suite(NamedTuple):
    """Questions, trials, the mean success probability, a judge, and how alike its errors are.

    With `alike` = ρ, the error rates of a question are drawn from Beta distributions of the
    correlation ρ. Without, they are those of the judge.
    """

    questions: int
    trials: int
    score: float
    judge: str
    alike: float = 0.0

    def seed(self, *more: int) -> np.random.Generator:
        """Give the random numbers of this suite."""
        place = list(JUDGES).index(self.judge)
        own = (self.questions, self.trials, round(1000 * self.score), place)
        return np.random.default_rng([*own, round(100 * self.alike), *more])


class Runs(NamedTuple):
    """Runs × questions × trials: chances of success, successes, and outcomes of the judge."""

    chances: Numbers
    right: Numbers
    outcomes: Numbers


class Share(NamedTuple):
    """How often intervals contain the truth, and their mean width."""

    covered: float
    width: float

    def cell(self) -> str:
        """Write both."""
        return f"{rate(self.covered)} {self.width:.3f}"


def rate(share: float) -> str:
    """Write a share with two digits."""
    return f"{share:.2f}".removeprefix("0")


def chances(random: np.random.Generator, runs: int, suite: Suite) -> Numbers:
    """Draw the chances of success of questions, of the correlation .5."""
    return random.beta(suite.score, 1 - suite.score, (runs, suite.questions, 1))


def shared_chances(
    random: np.random.Generator, runs: int, questions: int, scores: Sequence[float]
) -> Numbers:
    """Draw the chances of several models on common questions: runs × models × questions × 1."""
    size = (runs, len(scores), questions)
    common = random.standard_normal((runs, 1, questions))
    normal = np.sqrt(_SHARED) * common + np.sqrt(1 - _SHARED) * random.standard_normal(size)
    means = np.array(scores)[:, None]
    found: Numbers = stats.beta.ppf(stats.norm.cdf(normal), means, 1 - means)
    return found[..., None]


def error_rates(
    random: np.random.Generator, runs: int, suite: Suite
) -> tuple[Numbers | float, Numbers | float]:
    """Give how often the judge says yes to right and to wrong answers of each question."""
    said = JUDGES[suite.judge]
    if not suite.alike:
        return said
    spread = 1 / suite.alike - 1
    size = (runs, suite.questions, 1)
    yes, no = (random.beta(one * spread, (1 - one) * spread, size) for one in said)
    return yes, no


def judged(
    random: np.random.Generator,
    chance: Numbers,
    trials: int,
    rates: tuple[Numbers | float, Numbers | float],
) -> Runs:
    """Draw trials, and what the judge says of them."""
    right = (random.random((*chance.shape[:-1], trials)) < chance).astype(float)
    outcomes = (random.random(right.shape) < np.where(right == 1, *rates)).astype(float)
    return Runs(chance, right, outcomes)


def drawn(random: np.random.Generator, runs: int, suite: Suite) -> Runs:
    """Draw questions, trials and outcomes of a suite."""
    chance = chances(random, runs, suite)
    return judged(random, chance, suite.trials, error_rates(random, runs, suite))


def labels(random: np.random.Generator, found: Runs, number: int, design: Design) -> Numbers:
    """Label some trials of each run. The others are NaN."""
    runs, questions, trials = found.right.shape
    order = random.random((runs, questions * trials))
    if design == "whole questions":
        own = np.repeat(random.random((runs, questions)), trials, axis=1)
        chosen = np.argsort(own, axis=1, kind="stable")[:, :number]
    elif design == "at random":
        chosen = np.argsort(order, axis=1)[:, :number]
    else:
        flat, half = found.outcomes.reshape(runs, -1), round(number / 2)
        # Of each outcome as many as wanted, or all of them: those of the other come last.
        parts = [
            np.argsort(np.where(flat == kind, order, 2), axis=1)[:, :count]
            for kind, count in ((1, half), (0, number - half))
        ]
        chosen = np.concatenate(parts, axis=1)
    known = np.full((runs, questions * trials), np.nan)
    rows = np.arange(runs)[:, None]
    known[rows, chosen] = found.right.reshape(runs, -1)[rows, chosen]
    return known.reshape(found.right.shape)


def ends(counts: Counts, **options: object) -> tuple[Numbers, Numbers]:
    """Give the ends of the intervals of models whose names are in order."""
    rows = sorted(counts.score(family=2, **options), key=lambda row: row.model)  # type: ignore[arg-type]
    lo, hi = np.array([(row.lo, row.hi) for row in rows]).T
    return lo, hi


def groups(outcomes: Numbers, known: Numbers) -> Iterable[Counts]:
    """Count runs, a few at a time, each as a model."""
    for start in range(0, len(outcomes), _GROUP):
        own = slice(start, start + _GROUP)
        names = [f"{number:02}" for number in range(len(outcomes[own]))]
        yield judge.from_arrays(outcomes[own], known[own], models=names, label_range=(0, 1))


def joined(parts: Iterable[tuple[Numbers, Numbers]]) -> tuple[Numbers, Numbers]:
    """Join the ends of intervals."""
    lo, hi = (np.concatenate(side) for side in zip(*parts, strict=True))
    return lo, hi


def shared(lo: Numbers, hi: Numbers, truth: Numbers | float) -> Share:
    """Give how often intervals contain the truth."""
    return Share(float(np.mean((lo <= truth) & (truth <= hi))), float(np.mean(hi - lo)))


def settled(
    measure: Callable[[int, int], Sequence[Share]], runs: int, seed: int, own: int | None = None
) -> list[Share]:
    """Measure some cells. Of a low one of the first `own`, new runs decide."""
    found = list(measure(runs, seed))
    if all(one.covered >= LOW for one in found[:own]):
        return found
    again = [measure(runs, 1000 * seed + part) for part in range(1, AGAIN + 1)]
    return [
        one
        if one.covered >= LOW or place >= len(found[:own])
        else Share(float(np.mean([part[place].covered for part in again])), one.width)
        for place, one in enumerate(found)
    ]


def summary(found: Iterable[Share]) -> str:
    """Give the least and the mean coverage."""
    shares = [one.covered for one in found]
    return f"least {min(shares):.3f}, mean {np.mean(shares):.3f}"
