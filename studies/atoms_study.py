"""Measure a prior with atoms at 0 and 1 beside the hierarchical prior.

Some questions may succeed always or never. A prior that allows it puts a share of them at 0, a
share at 1, and the rest under a Beta distribution. The shares are unknown, too. This study
averages the variance of Pass@k over a grid of all four parameters. It counts the intervals that
contain the truth. docs/coverage.md has the result in one sentence.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from coverage_study import SUITES
from scipy.special import betaln, expit, gammaln
from scipy.stats import beta, norm

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Array = NDArray[np.float64]

CONFIDENCE = 0.95
CELLS = [(4, 1), (4, 2), (4, 4), (16, 1), (16, 8), (16, 16)]
SIZES = (30, 164)


class Grid(NamedTuple):
    """Shapes of the Beta part, shares of the atoms, and the log of the prior, node by node."""

    a: Array
    b: Array
    zero: Array
    one: Array
    prior: Array


def grid(*, atoms: bool) -> Grid:
    """Lay nodes over mean and correlation, and over the shares of the two atoms if there are any.

    The shares have the uniform distribution over all ways to split 1 into three.
    """
    logit = np.linspace(-8, 8, 33)
    u = (np.arange(16) + 0.5) / 16
    stick = (np.arange(9) + 0.5) / 9 if atoms else np.zeros(1)
    m, rho, first, second = (
        x.ravel() for x in np.meshgrid(expit(logit), u * u, stick, stick, indexing="ij")
    )
    size = (1 - rho) / rho
    prior = 0.5 * np.log(m * (1 - m)) + np.log1p(-first)
    return Grid(m * size, (1 - m) * size, first, (1 - first) * second, prior)


class Table(NamedTuple):
    """For each node and number of successes: likelihood, and expected variance of the estimate."""

    likelihood: Array
    variance: Array
    estimate: Array


def choose(n: Array, k: int) -> Array:
    """Give ln C(n, k), with −∞ where n is below k."""
    rest = np.maximum(n - k, 0)
    return np.where(n >= k, gammaln(n + 1) - gammaln(k + 1) - gammaln(rest + 1), -np.inf)


def table(nodes: Grid, trials: int, k: int) -> Table:
    """Tabulate Pass@k of a question with so many trials."""
    c = np.arange(trials + 1.0)
    failed = np.exp(choose(trials - c, k) - choose(np.array(float(trials)), k))
    beta_part = betaln(nodes.a[:, None] + c, nodes.b[:, None] + trials - c)
    beta_part = np.exp(beta_part - betaln(nodes.a, nodes.b)[:, None])
    inner = (1 - nodes.zero - nodes.one)[:, None] * beta_part
    likelihood = inner.copy()
    likelihood[:, 0] += nodes.zero
    likelihood[:, -1] += nodes.one
    ways = gammaln(trials + 1) - gammaln(c + 1) - gammaln(trials - c + 1)
    variance = np.empty_like(likelihood)
    for j in range(trials + 1):
        a, b = nodes.a + j, nodes.b + trials - j
        new = np.exp(ways + betaln(a[:, None] + c, b[:, None] + trials - c) - betaln(a, b)[:, None])
        power = np.exp(betaln(a, b + 2 * k) - betaln(a, b))
        variance[:, j] = np.maximum(new @ failed**2 - power, 0)
    # An atom has no variance.
    variance *= inner / likelihood
    return Table(np.log(likelihood), variance, 1 - failed)


def interval(mean: float, sigma: float) -> tuple[float, float]:
    """Give the Beta interval of this mean and deviation, or else the clipped normal one."""
    if 0 < mean < 1 and sigma > 0:
        size = mean * (1 - mean) / sigma**2 - 1
        if min(mean * size, (1 - mean) * size) >= 1:
            low, high = beta.interval(CONFIDENCE, mean * size, (1 - mean) * size)
            return float(low), float(high)
    reach = float(norm.ppf(0.5 + CONFIDENCE / 2)) * sigma
    return max(0.0, mean - reach), min(1.0, mean + reach)


def coverage(
    nodes: Grid, known: Table, cell: tuple[int, int], questions: int, suite: str, runs: int
) -> float:
    """Give the share of runs whose interval contains the truth."""
    trials, k = cell
    random = np.random.default_rng([3, list(SUITES).index(suite), questions, trials, k])
    hits = 0
    for _ in range(runs):
        p = SUITES[suite][0](random, questions)
        counts = np.bincount(random.binomial(trials, p), minlength=trials + 1)
        log = nodes.prior + known.likelihood @ counts
        weight = np.exp(log - log.max())
        sigma = float(np.sqrt(weight @ (known.variance @ counts) / weight.sum())) / questions
        low, high = interval(float(known.estimate @ counts) / questions, sigma)
        hits += low - 1e-12 <= float((1 - (1 - p) ** k).mean()) <= high + 1e-12
    return hits / runs


def page(runs: int) -> Iterator[str]:
    """Give the section: for each suite and cell, coverage without and with atoms."""
    yield f"""## A prior with atoms at 0 and 1

Some questions may succeed always or never. A prior with a share of the questions at 0, a share at
1 and the rest under a Beta distribution allows that. Each cell is the coverage of Pass@k about
these questions in {runs} runs: with the hierarchical prior → with atoms as well. Columns are
questions × trials. Both use the variance under the prior alone.
"""
    heads = [f"{m} × {n}, k = {k}" for m in SIZES for n, k in CELLS]
    yield "| suite | " + " | ".join(heads) + " |"
    yield "|---" * (len(heads) + 1) + "|"
    both = [grid(atoms=False), grid(atoms=True)]
    known = {cell: [table(nodes, *cell) for nodes in both] for cell in CELLS}
    for suite in SUITES:
        cells = []
        for questions in SIZES:
            for cell in CELLS:
                each = zip(both, known[cell], strict=True)
                shares = [coverage(*one, cell, questions, suite, runs) for one in each]
                cells.append(" → ".join(f"{share:.2f}".replace("0.", ".") for share in shares))
        yield f"| {suite} | " + " | ".join(cells) + " |"
    yield """
Atoms help where questions really are at 0 or 1, by a few hundredths. Where questions are at .98
and .02, the atoms take them for certain, and the interval becomes too narrow. So scorio has no
atoms. It takes the unbiased variance where there are 2k trials, which needs no prior at all."""


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=300)
    for line in page(parser.parse_args().runs):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
