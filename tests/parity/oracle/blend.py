"""Exact values of the Geom metrics: x^a y^b of two credits, and its first-order delta method."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from parity.oracle.credit import Credit, Posterior, all_successes, any_success, spectrum
from parity.oracle.digits import decimal, in_digits, interval, power
from parity.oracle.subset import bank_means, covariances, questions

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from parity.oracle.digits import Bounds, Values
    from parity.oracle.subset import Covariances


def blend(means: Sequence[Fraction], powers: Sequence[Fraction]) -> Decimal:
    """Give the product of the means, each to its power."""
    pairs = zip(means, powers, strict=True)
    return prod((power(base, exponent) for base, exponent in pairs), start=Decimal(1))


def relative_variance(
    means: Sequence[Fraction], table: Covariances, powers: Sequence[Fraction]
) -> Fraction:
    """Give Σ a_i a_j Cov(x_i, x_j) / (x_i x_j), the variance of Σ a_i log x_i to first order."""
    slopes = [
        exponent / mean if exponent else Fraction(0)
        for mean, exponent in zip(means, powers, strict=True)
    ]
    parts = (slopes[i] * slopes[j] * covariance for (i, j), covariance in table.items())
    return sum(parts, Fraction(0))


def propagate(
    means: Sequence[Fraction], table: Covariances, powers: Sequence[Fraction]
) -> tuple[Decimal, Decimal]:
    """Give x^a y^b and its variance to first order.

    A mean of 0 is that of a credit that is 0 for sure: it is a constant.
    """
    value = blend(means, powers)
    if not value:
        return value, Decimal(0)
    return value, value * value * decimal(relative_variance(means, table, powers))


class Blend(NamedTuple):
    """Credits, and the powers to which their means are taken."""

    factors: list[Credit]
    powers: list[Fraction]


Prior = tuple[float, float]
Moments = tuple[Decimal, Decimal]


def question_blend(successes: list[int], trials: list[int], parts: Blend) -> Values:
    """Give the mean over questions of each one's blend."""
    total = Decimal(0)
    for state, times in questions(successes, trials).items():
        means = [credit.urn_mean(*state) for credit in parts.factors]
        total += times * blend(means, parts.powers)
    return (total / len(successes),)


def data_set_blend(successes: list[int], trials: list[int], parts: Blend) -> Values:
    """Give the blend of the data set's means."""
    return (blend(bank_means(parts.factors, successes, trials), parts.powers),)


def question_posterior(
    successes: list[int], trials: list[int], parts: Blend, prior: Prior
) -> Moments:
    """Give the moments of the mean over questions, each to first order."""
    mean, variance = Decimal(0), Decimal(0)
    for state, times in questions(successes, trials).items():
        means, table = covariances(parts.factors, Posterior(*state, *prior))
        each, spread = propagate(means, table, parts.powers)
        mean += times * each
        variance += times * spread
    return mean / len(successes), variance.sqrt() / len(successes)


def data_set_posterior(
    successes: list[int], trials: list[int], parts: Blend, prior: Prior
) -> Moments:
    """Give the moments of the blend of the data set's means, to first order."""
    means, number = [Fraction(0)] * len(parts.factors), len(successes)
    table: Covariances = {}
    for state, times in questions(successes, trials).items():
        here, covariance = covariances(parts.factors, Posterior(*state, *prior))
        means = [mean + times * each for mean, each in zip(means, here, strict=True)]
        for place, value in covariance.items():
            table[place] = table.get(place, Fraction(0)) + times * value
    mean, variance = propagate(
        [mean / number for mean in means],
        {place: value / number**2 for place, value in table.items()},
        parts.powers,
    )
    return mean, variance.sqrt()


def blended(
    point_of: Callable[[list[int], list[int], Blend], Values],
    posterior_of: Callable[[list[int], list[int], Blend, Prior], Moments],
    parts: Callable[..., Blend],
) -> tuple[Callable[..., Values], Callable[..., Values]]:
    """Give the two functions of a blend, whose credits and powers `parts` gives."""

    @in_digits
    def point(
        successes: list[int],
        trials: list[int],
        k: int,
        **options: Any,
    ) -> Values:
        return point_of(successes, trials, parts(k, **options))

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
        found = posterior_of(successes, trials, parts(k, **options), (alpha0, beta0))
        return interval(*found, confidence, bounds)

    return point, posterior


def endpoints(k: int, pass_power: float = 0.5, unanimous_power: float = 0.5) -> Blend:
    """Give Pass@k and Pass^k with their powers."""
    powers = [Fraction(pass_power), Fraction(unanimous_power)]
    return Blend([any_success(k), all_successes(k)], powers)


def coupled(
    k: int,
    lam: float = 0.5,
    weights: Sequence[float] | None = None,
    lambda_: float | None = None,
) -> Blend:
    """Give Pass@k and the spectrum with the powers λ and 1 - λ."""
    coupling = Fraction(lam if lambda_ is None else lambda_)
    return Blend([any_success(k), spectrum(k, weights)], [coupling, 1 - coupling])


def star(k: int) -> Blend:
    """Give the default of `coupled`."""
    return coupled(k)


geom_at_k, geom_at_k_ci = blended(question_blend, question_posterior, endpoints)
geom_ds_at_k, geom_ds_at_k_ci = blended(data_set_blend, data_set_posterior, endpoints)
geo_spectrum_at_k, geo_spectrum_at_k_ci = blended(data_set_blend, data_set_posterior, coupled)
geo_spectrum_star_at_k, geo_spectrum_star_at_k_ci = blended(
    data_set_blend, data_set_posterior, star
)
