"""Where the curves of two models cross: success within a cap on the cost of a trial."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from coverage_costs import Ends, Law, each, nodes, rate, together

import scorio

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from coverage_costs import Numbers

# A cheap model, and one that solves more for eight times as much.
MODELS = {
    "far apart": (Law(1.0, -0.5), Law(1.0, 1.5, 8.0)),
    "close": (Law(1.0), Law(1.0, 1.5, 2.0)),
}
SIZES = ((30, 4), (100, 4), (300, 8))
TARGETS = {"these": False, "like": True}
CURVE = 64


class Crossings(NamedTuple):
    """What runs tell of a crossing."""

    one: Numbers
    """Whether a run has one crossing."""
    covered: Ends
    """Its intervals, of the runs that have one."""
    truth: Numbers


def crossing(gap: Callable[[Numbers], Numbers], size: int) -> Numbers:
    """Give the caps at which gaps fall from above 0 to below, by halving."""
    # Where the cheap model is most ahead, the crossing is above.
    start = np.linspace(-2.0, 8.0, 81)
    gaps = np.array([gap(np.full(size, np.exp(at))) for at in start])
    low, high = start[gaps.argmax(axis=0)], np.full(size, 8.0)
    for _ in range(50):
        middle = (low + high) / 2
        ahead = gap(np.exp(middle)) > 0
        low, high = np.where(ahead, middle, low), np.where(ahead, high, middle)
    return np.exp(low)


def crossed(
    laws: tuple[Law, Law], cell: tuple[int, int], runs: int, seed: int
) -> dict[str, Crossings]:
    """Give the crossings of each target."""
    random = np.random.default_rng([seed, *cell, 20])
    models = together(random, laws, runs, cell)
    sums = list(each(runs, models))
    dear, easy, weights = nodes()

    def of_these(caps: Numbers) -> Numbers:
        one, other = (m.law.within(m.dear, m.easy, caps[:, None]).mean(axis=1) for m in models)
        found: Numbers = one - other
        return found

    def of_like(caps: Numbers) -> Numbers:
        one, other = (weights @ law.within(dear[:, None], easy[:, None], caps) for law in laws)
        found: Numbers = one - other
        return found

    truths = {
        "these": crossing(of_these, runs),
        "like": np.repeat(crossing(of_like, 1), runs),
    }
    found = {}
    for target, sampled in TARGETS.items():
        tables = [scorio.cost(one, curve=CURVE, sampled=sampled).crossings for one in sums]
        one = np.array([len(rows) == 1 and rows[0].model == "m0" for rows in tables])
        rows = [rows[0] for rows, own in zip(tables, one, strict=True) if own]
        ends = [(row.lo, np.inf if row.hi is None else row.hi) for row in rows]
        found[target] = Crossings(one, Ends(*np.array(ends).reshape(-1, 2).T), truths[target][one])
    return found


def section(runs: int, seed: int) -> Iterator[str]:
    """Give a table of crossings."""
    runs //= 2
    yield f"{runs} runs of two models on common questions. Shares of the runs with one crossing,"
    yield "and coverage of its interval in these:\n"
    yield "| models | target | size | one crossing | cap |"
    yield "|---|---|---|---|---|"
    for (name, laws), cell in product(MODELS.items(), SIZES):
        for target, found in crossed(laws, cell, runs, seed).items():
            size = "×".join(map(str, cell))
            cells = [rate(float(found.one.mean())), found.covered.misses(found.truth).cell()]
            yield f"| {name} | {target} | {size} | {' | '.join(cells)} |"
    yield ""
