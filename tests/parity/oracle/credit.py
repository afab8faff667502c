"""Credits of subsets of k trials: an A_j for each number j = 0..k of successes, and their means."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from math import comb, lcm
from typing import TYPE_CHECKING

from parity.oracle.digits import DOUBLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Credit:
    """A_0..A_k as whole numbers over one denominator."""

    def __init__(self, values: Iterable[Fraction | int]) -> None:
        steps = [Fraction(value) for value in values]
        self.k = len(steps) - 1
        self.unit = lcm(*(value.denominator for value in steps))
        self.parts = [int(value * self.unit) for value in steps]

    def urn_mean(self, successes: int, trials: int) -> Fraction:
        """Give E[A] of k of the trials, drawn without replacement."""
        failures = trials - successes
        ways = (
            part * comb(successes, j) * comb(failures, self.k - j)
            for j, part in enumerate(self.parts)
            if part
        )
        return Fraction(sum(ways), self.unit * comb(trials, self.k))

    def terms(self) -> list[int]:
        """Give A_j C(k, j), the coefficients of p^j (1 - p)^(k - j)."""
        return [part * comb(self.k, j) for j, part in enumerate(self.parts)]

    def mean(self, posterior: Posterior) -> Fraction:
        """Give E[A] of k independent draws."""
        return posterior.mean(self.terms()) / self.unit

    def product_mean(self, other: Credit, posterior: Posterior) -> Fraction:
        """Give E[A B] for two credits of the same k, of independent draws at one p."""
        terms = [0] * (2 * self.k + 1)
        second = [(j, term) for j, term in enumerate(other.terms()) if term]
        for i, term in enumerate(self.terms()):
            if term:
                for j, each in second:
                    terms[i + j] += term * each
        return posterior.mean(terms) / (self.unit * other.unit)


class Posterior:
    """The Beta(alpha0 + c, beta0 + N - c) of a question's p."""

    def __init__(self, successes: int, trials: int, alpha0: float, beta0: float) -> None:
        alpha, beta = Fraction(alpha0) + successes, Fraction(beta0) + trials - successes
        self.unit = lcm(alpha.denominator, beta.denominator)
        self.alpha, self.beta = int(alpha * self.unit), int(beta * self.unit)
        self.known: dict[int, tuple[list[int], int]] = {}

    def weights(self, n: int) -> tuple[list[int], int]:
        """Give E[p^s (1 - p)^(n - s)] for s = 0..n, over one denominator, which comes last."""

        def rises(start: int) -> list[int]:
            steps = range(start, start + n * self.unit, self.unit)
            return list(accumulate(steps, int.__mul__, initial=1))

        if n not in self.known:
            up, down = rises(self.alpha), reversed(rises(self.beta))
            both = [u * d for u, d in zip(up, down, strict=True)]
            self.known[n] = both, rises(self.alpha + self.beta)[n]
        return self.known[n]

    def mean(self, terms: list[int]) -> Fraction:
        """Give the mean of Σ terms_s p^s (1 - p)^(n - s)."""
        weights, whole = self.weights(len(terms) - 1)
        pairs = zip(terms, weights, strict=True)
        return Fraction(sum(term * weight for term, weight in pairs if term), whole)


def any_success(k: int) -> Credit:
    """Give the credit of Pass@k."""
    return Credit([0] + [1] * k)


def all_successes(k: int) -> Credit:
    """Give the credit of Pass^k."""
    return Credit([0] * k + [1])


def strict_majority(k: int) -> Credit:
    """Give the credit of Maj@k."""
    return Credit([int(2 * j > k) for j in range(k + 1)])


def least_successes(k: int, tau: float | Fraction, spacing: Fraction) -> int:
    """Give the least j of 1..k with j >= τ k - min(4 ε τ k, 1 / 2), where ε is the spacing at 1."""
    product = Fraction(tau) * k
    least = product - min(4 * spacing * product, Fraction(1, 2))
    return next(j for j in range(1, k + 1) if j >= least)


def at_least(k: int, tau: float | Fraction) -> Credit:
    """Count j >= 1 with j / k >= tau, up to four roundings of a double: 0.1 * 3 means 3 / 10."""
    least = least_successes(k, tau, DOUBLE if isinstance(tau, float) else Fraction(0))
    return Credit([int(j >= least) for j in range(k + 1)])


def above_half(k: int) -> Credit:
    """Give the credit of mG-Pass@k."""
    middle = -(-k // 2)
    return Credit([Fraction(2 * max(j - middle, 0), k) for j in range(k + 1)])


def area(k: int) -> Credit:
    """Give the trapezoidal mean of Pass@1..Pass@k: i of k miss all j with C(k - j, i) / C(k, i)."""
    if k == 1:
        return any_success(k)
    unit = lcm(*(comb(k, i) for i in range(1, k + 1)))
    shares = [(1 if i in {1, k} else 2) * unit // comb(k, i) for i in range(1, k + 1)]
    missed = (
        sum(share * comb(k - j, i) for i, share in enumerate(shares, 1)) for j in range(k + 1)
    )
    return Credit(1 - Fraction(part, 2 * (k - 1) * unit) for part in missed)


def spectrum(k: int, weights: Sequence[float] | None) -> Credit:
    """Give A_j, the sum of the first j weights. Without weights, give mG-Pass@k."""
    if weights is None:
        return above_half(k)
    if len(weights) != k:
        raise ValueError(weights)
    return Credit(accumulate(map(Fraction, weights), initial=Fraction(0)))
