"""The cost of fresh tries, and the quotient of two models' costs."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from coverage_costs import Ends, Law, drawn, each, like, nodes, spent, together

import scorio

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coverage_costs import Numbers, Runs

SIGMAS = (1.0, 2.0)
SIZES = ((30, 4), (100, 4))
TRIES = (2, 3)
# The bias is measured with so many times as many runs, by the plain formula.
PLAIN = 50
TARGETS = {"these": False, "like": True}


def spends(found: Runs, tries: int) -> dict[str, Numbers]:
    """Give the true cost of tries of each target, run by run or of all."""
    dear, easy, weights = nodes()
    return {
        "these": found.law.spend(found.dear, found.easy, tries).mean(axis=1),
        "like": weights @ found.law.spend(dear, easy, tries),
    }


def biased(sigma: float, cell: tuple[int, int], runs: int, seed: int) -> dict[int, str]:
    """Give the bias of each number of tries in percent, with its standard error."""
    random = np.random.default_rng([seed, int(10 * sigma), *cell, 10])
    found = drawn(random, Law(sigma), runs, cell)
    cells = {}
    for tries in TRIES:
        # The truth of the drawn questions leaves out the chance of questions.
        truth = spends(found, tries)["these"]
        errors = spent(found.outcomes, found.costs, tries).mean(axis=1) - truth
        scale = 100 / truth.mean()
        error = errors.std() / np.sqrt(runs)
        cells[tries] = f"{scale * errors.mean():+.1f} ± {scale * error:.1f}"
    return cells


def tried(sigma: float, cell: tuple[int, int], runs: int, seed: int) -> Iterator[list[str]]:
    """Give for each target and number of tries: the bias, and coverage."""
    random = np.random.default_rng([seed, int(10 * sigma), *cell, 2])
    found = drawn(random, Law(sigma), runs, cell)
    sums = list(each(runs, [found]))
    biases = biased(sigma, cell, PLAIN * runs, seed)
    for target, sampled in TARGETS.items():
        tables = [scorio.cost(one, tries=max(TRIES), sampled=sampled) for one in sums]
        for tries in TRIES:
            truth = spends(found, tries)
            rows = [table.retries[tries - 1] for table in tables]
            ends = Ends(*(np.array([getattr(row, end) for row in rows]) for end in COSTS))
            yield [
                target, f"{sigma:g}", "×".join(map(str, cell)), str(tries),
                biases[tries], ends.misses(truth[target]).cell(),
            ]  # fmt: skip


COSTS = ("cost_lo", "cost_hi")


def quotients(sigma: float, cell: tuple[int, int], runs: int, seed: int) -> Iterator[list[str]]:
    """Give the coverage of the quotient of two costs for each target."""
    random = np.random.default_rng([seed, int(10 * sigma), *cell, 3])
    models = together(random, (Law(sigma, 0.5, 2.0), Law(sigma, -0.5)), runs, cell)
    sums = list(each(runs, models))
    truths = {
        "these": models[0].these().cost / models[1].these().cost,
        "like": np.asarray(like(models[0].law).cost / like(models[1].law).cost),
    }
    for target, sampled in TARGETS.items():
        found = []
        for one in sums:
            (pair,) = scorio.cost(one, sampled=sampled).pairs
            # Where the cost below may be 0, there is no upper end.
            lo, hi = pair.lo or 0.0, np.inf if pair.hi is None else pair.hi
            found.append((lo, hi) if pair.model == "m0" else (1 / hi, 1 / lo if lo else np.inf))
        ends = Ends(*np.array(found).T)
        yield [
            target, f"{sigma:g}", "×".join(map(str, cell)), ends.misses(truths[target]).cell(),
        ]  # fmt: skip


def section(runs: int, seed: int) -> Iterator[str]:
    """Give a table of tries, and one of two models."""
    runs //= 2
    yield f"{runs} runs. Fresh tries until the first success, at most k. Bias in percent of the"
    yield f"true cost over {PLAIN * runs:,} runs, with its standard error, and coverage:\n"
    yield "| target | sd of ln c | size | k | bias | cost of the tries |"
    yield "|---|---|---|---|---|---|"
    for sigma, cell in product(SIGMAS, SIZES):
        for line in tried(sigma, cell, runs, seed):
            yield f"| {' | '.join(line)} |"
    yield "\nThe quotient of two models' mean costs, on common questions:\n"
    yield "| target | sd of ln c | size | quotient |"
    yield "|---|---|---|---|"
    for sigma, cell in product(SIGMAS, SIZES):
        for line in quotients(sigma, cell, runs, seed):
            yield f"| {' | '.join(line)} |"
    yield ""
