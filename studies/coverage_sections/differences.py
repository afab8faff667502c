"""Intervals of the difference of two models, of which the second succeeds 5 % less often."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from coverage_suites import SUITES, TRIALS, Misses, Runs, grid, misses

import scorio

if TYPE_CHECKING:
    from collections.abc import Iterator


class Difference(NamedTuple):
    """What a comparison of two models of equal skill on the same questions says."""

    lo: float
    hi: float
    truth: float


def differences(runs: Runs, *, sampled: bool) -> Iterator[Difference]:
    """Compare each run with another one, on the same questions made a little harder."""
    random = np.random.default_rng([7, *runs.successes.shape, int(runs.successes.sum())])
    draw = SUITES[runs.cell.suite]
    for p, successes in zip(runs.p, runs.successes, strict=True):
        q = 0.95 * p
        other = random.binomial(runs.cell.trials, q)
        trials = runs.cell.trials
        a, b = (np.where(np.arange(trials) < one[:, None], 1, 0) for one in (successes, other))
        row = scorio.compare(a, b, sampled=sampled)[0]
        truth = 0.05 * draw[1] if sampled else float((p - q).mean())
        yield Difference(row.lo, row.hi, truth)


def difference(runs: Runs, *, sampled: bool) -> Misses:
    """The difference of two models."""
    found = np.array(list(differences(runs, sampled=sampled)))
    return misses(found[:, 0], found[:, 1], found[:, 2])


def section(runs: int, seed: int) -> Iterator[str]:
    """Give both tables."""
    yield "### These questions\n"
    yield from grid(lambda one: difference(one, sampled=False), TRIALS, runs, seed)
    yield "### Questions like these\n"
    yield from grid(lambda one: difference(one, sampled=True), TRIALS, runs, seed)
