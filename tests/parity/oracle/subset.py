"""Exact values of the subset metrics, each a credit under the urn or the Beta posterior."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from parity.oracle.credit import (
    Credit,
    Posterior,
    above_half,
    all_successes,
    any_success,
    area,
    at_least,
    spectrum,
    strict_majority,
)
from parity.oracle.digits import decimal, in_digits, interval

if TYPE_CHECKING:
    from collections.abc import Callable

    from parity.oracle.digits import Bounds, Values

Covariances = dict[tuple[int, int], Fraction]


def questions(successes: list[int], trials: list[int]) -> Counter[tuple[int, int]]:
    """Give the distinct questions, each with how often it occurs."""
    return Counter(zip(successes, trials, strict=True))


def bank_means(factors: list[Credit], successes: list[int], trials: list[int]) -> list[Fraction]:
    """Give the data set's E[A] of each credit."""
    means = [Fraction(0)] * len(factors)
    for state, times in questions(successes, trials).items():
        for index, credit in enumerate(factors):
            means[index] += times * credit.urn_mean(*state)
    return [mean / len(successes) for mean in means]


def covariances(factors: list[Credit], posterior: Posterior) -> tuple[list[Fraction], Covariances]:
    """Give the means of the credits at one question, and their covariance matrix."""
    means = [credit.mean(posterior) for credit in factors]
    table: Covariances = {}
    for i, first in enumerate(factors):
        for j, second in enumerate(factors[: i + 1]):
            product = first.product_mean(second, posterior)
            table[i, j] = table[j, i] = product - means[i] * means[j]
    return means, table


def metric(credit_of: Callable[..., Credit]) -> tuple[Callable[..., Values], Callable[..., Values]]:
    """Give the two functions of the metric that pays the credit."""

    @in_digits
    def point(
        successes: list[int],
        trials: list[int],
        k: int,
        **options: Any,
    ) -> Values:
        (mean,) = bank_means([credit_of(k, **options)], successes, trials)
        return (decimal(mean),)

    @in_digits
    def posterior(
        successes: list[int],
        trials: list[int],
        k: int,
        confidence: float = 0.95,
        bounds: Bounds = (0.0, 1.0),
        alpha0: float = 1.0,
        beta0: float = 1.0,
        **options: Any,
    ) -> Values:
        credit, mean, variance = credit_of(k, **options), Decimal(0), Decimal(0)
        for state, times in questions(successes, trials).items():
            (each,), table = covariances([credit], Posterior(*state, alpha0, beta0))
            mean += times * decimal(each)
            variance += times * decimal(table[0, 0])
        number = len(successes)
        return interval(mean / number, variance.sqrt() / number, confidence, bounds)

    return point, posterior


pass_at_k, pass_at_k_ci = metric(any_success)
pass_hat_k, pass_hat_k_ci = metric(all_successes)
unanimous_at_k, unanimous_at_k_ci = pass_hat_k, pass_hat_k_ci
g_pass_at_k, g_pass_at_k_ci = pass_hat_k, pass_hat_k_ci
g_pass_at_k_tau, g_pass_at_k_tau_ci = metric(at_least)
mg_pass_at_k, mg_pass_at_k_ci = metric(above_half)
maj_at_k, maj_at_k_ci = metric(strict_majority)
auc_at_k, auc_at_k_ci = metric(area)
threshold_spectrum_at_k, threshold_spectrum_at_k_ci = metric(spectrum)
