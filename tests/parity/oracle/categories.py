"""Exact values of the metrics of weighted categories: bayes, avg, max."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb, prod
from typing import TYPE_CHECKING

from parity.oracle.digits import decimal, in_digits, interval

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from parity.oracle.digits import Bounds, Values

Table = list[list[int]]


def rewards(w: Sequence[float] | None) -> list[Fraction]:
    """Give the weights of the categories."""
    return [Fraction(0), Fraction(1)] if w is None else [Fraction(weight) for weight in w]


def dirichlet(counts: Table, prior_counts: Table | None) -> Table:
    """Give each question's ν, one more than the outcomes seen of each category."""
    if prior_counts is None:
        return [[1 + count for count in row] for row in counts]
    return [
        [1 + seen + known for seen, known in zip(row, before, strict=True)]
        for row, before in zip(counts, prior_counts, strict=True)
    ]


def mean_score(row: list[int], w: list[Fraction]) -> Fraction:
    """Give the mean weight of the counts."""
    products = (count * weight for count, weight in zip(row, w, strict=True))
    return sum(products, Fraction(0)) / sum(row)


def score_variance(nu: list[int], w: list[Fraction]) -> Fraction:
    """Give the variance of the score under the Dirichlet posterior."""
    squares = mean_score(nu, [weight * weight for weight in w])
    return (squares - mean_score(nu, w) ** 2) / (sum(nu) + 1)


def average(means: Sequence[Fraction], variances: Sequence[Fraction]) -> tuple[Decimal, Decimal]:
    """Give the mean of the questions, and its deviation when they are independent."""
    mean = sum(means, Fraction(0)) / len(means)
    return decimal(mean), decimal(sum(variances, Fraction(0))).sqrt() / len(means)


@in_digits
def bayes(counts: Table, w: Sequence[float] | None = None, R0: Table | None = None) -> Values:
    """Give Bayes@N and its deviation."""
    weights, nus = rewards(w), dirichlet(counts, R0)
    means = [mean_score(nu, weights) for nu in nus]
    return average(means, [score_variance(nu, weights) for nu in nus])


@in_digits
def bayes_ci(
    counts: Table,
    w: Sequence[float] | None = None,
    R0: Table | None = None,
    confidence: float = 0.95,
    bounds: Bounds = None,
) -> Values:
    """Give Bayes@N with its interval."""
    mean, deviation = bayes(counts, w, R0)
    return interval(mean, deviation, confidence, bounds)


@in_digits
def avg(counts: Table, w: Sequence[float] | None = None) -> Values:
    """Give avg@N and its deviation."""
    weights, nus = rewards(w), dirichlet(counts, None)
    factors = [Fraction(sum(nu), sum(row)) for row, nu in zip(counts, nus, strict=True)]
    variances = [f * f * score_variance(nu, weights) for f, nu in zip(factors, nus, strict=True)]
    return average([mean_score(row, weights) for row in counts], variances)


@in_digits
def avg_ci(
    counts: Table,
    w: Sequence[float] | None = None,
    confidence: float = 0.95,
    bounds: Bounds = None,
) -> Values:
    """Give avg@N with its interval."""
    mean, deviation = avg(counts, w)
    return interval(mean, deviation, confidence, bounds)


def levels(w: list[Fraction]) -> list[Fraction]:
    """Give the distinct rewards in order."""
    return sorted(set(w))


def cumulative(row: list[int], w: list[Fraction]) -> list[int]:
    """Give how many of a row's counts have at most each level of reward."""
    return [
        sum(count for count, weight in zip(row, w, strict=True) if weight <= level)
        for level in levels(w)
    ]


@in_digits
def max_at_k(counts: Table, k: int, w: Sequence[float] | None = None) -> Values:
    """Give Max@k."""
    steps, means = rewards(w), []
    for row in counts:
        ways = [comb(below, k) for below in (0, *cumulative(row, steps))]
        best = (high - low for low, high in pairwise(ways))
        parts = (way * level for way, level in zip(best, levels(steps), strict=True))
        means.append(sum(parts, Fraction(0)) / ways[-1])
    return (decimal(sum(means, Fraction(0)) / len(means)),)


def rise(a: int, k: int) -> int:
    """Give a (a + 1) ··· (a + k - 1)."""
    return prod(range(a, a + k))


def power_mean(a: int, total: int, k: int) -> Fraction:
    """Give E[F^k] of F ~ Beta(a, total - a)."""
    return Fraction(rise(a, k), rise(total, k))


def max_moments(nu: list[int], k: int, w: list[Fraction]) -> tuple[Fraction, Fraction]:
    """Give mean and variance of r_L - Σ (r_(l+1) - r_l) F_l^k.

    Of nested F_l <= F_m, F_l / F_m ~ Beta(a_l, a_m - a_l) is independent of F_m.
    """
    gaps = [high - low for low, high in pairwise(levels(w))]
    *below, total = cumulative(nu, w)
    means = [power_mean(a, total, k) for a in below]
    losses = (gap * each for gap, each in zip(gaps, means, strict=True))
    mean = levels(w)[-1] - sum(losses, Fraction(0))
    variance = Fraction(0)
    for m, outer in enumerate(below):
        square = power_mean(outer, total, 2 * k)
        variance += gaps[m] ** 2 * (square - means[m] ** 2)
        for low, inner in enumerate(below[:m]):
            product = square * power_mean(inner, outer, k)
            variance += 2 * gaps[low] * gaps[m] * (product - means[low] * means[m])
    return mean, variance


@in_digits
def max_at_k_ci(
    counts: Table,
    k: int,
    w: Sequence[float] | None = None,
    R0: Table | None = None,
    confidence: float = 0.95,
    bounds: Bounds = None,
) -> Values:
    """Give Max@k of future trials with its interval."""
    weights = rewards(w)
    moments = [max_moments(nu, k, weights) for nu in dirichlet(counts, R0)]
    if bounds is None and k > 1:  # for k = 1 it is bayes_ci
        bounds = decimal(min(weights)), decimal(max(weights))
    mean, deviation = average([each for each, _ in moments], [spread for _, spread in moments])
    return interval(mean, deviation, confidence, bounds)
