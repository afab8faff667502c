"""Exact values of every metric of `scorio.eval`, from the formulas alone.

What is rational is computed in `Fraction`, a float parameter being the binary fraction that it is;
roots, powers and the normal quantile in `Decimal` with 60 digits. There is a function for each
metric. Binary metrics take the successes and the trials of each question, categorical ones the
counts of each category; the other arguments are those of `scorio.eval`, by name.
"""

from __future__ import annotations

from collections import Counter
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache, wraps
from itertools import accumulate, pairwise
from math import comb, lcm, prod
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

Values = tuple[Decimal, ...]
Exact = Decimal | Fraction
Table = list[list[int]]
Covariances = dict[tuple[int, int], Fraction]
Bounds = tuple[float | Decimal, float | Decimal] | None

DIGITS = 60
GUARD = 30
SMALLEST = Decimal(2) ** -1022
# The distance from 1 to the next double.
DOUBLE = Fraction(1, 2**52)


# Numbers with 60 digits.


def in_digits(function: Callable[..., Iterable[Decimal]]) -> Callable[..., Values]:
    """Run the function with 60 digits and a guard, and round what it gives to 60."""

    @wraps(function)
    def run(*arguments: Any, **options: Any) -> Values:  # noqa: ANN401
        with localcontext() as context:
            context.prec, context.Emin, context.Emax = DIGITS + GUARD, -(10**9), 10**9
            values = function(*arguments, **options)
            context.prec = DIGITS
            return tuple(+value for value in values)

    return run


def decimal(number: Fraction | int) -> Decimal:
    """Give a rational number with the digits of the context."""
    return Decimal(number.numerator) / Decimal(number.denominator)


def power(base: Exact | int, exponent: Exact | int) -> Decimal:
    """Give base ** exponent, where 0 ** 0 is 1."""
    if not exponent:
        return Decimal(1)
    if not base:
        return Decimal(0)
    left, right = (x if isinstance(x, Decimal) else decimal(x) for x in (base, exponent))
    return left**right


@cache
def root_of_pi() -> Decimal:
    """Give √π by Machin's formula, π = 16 arctan(1/5) - 4 arctan(1/239)."""
    unit: int = 10 ** (2 * DIGITS)

    def arctan(inverse: int) -> int:
        term, total, odd = unit // inverse, 0, 1
        while term:
            total += term // odd
            term, odd = -term // inverse**2, odd + 2
        return total

    return (Decimal(16 * arctan(5) - 4 * arctan(239)) / unit).sqrt()


def erf(x: Decimal) -> Decimal:
    """Give 2 / √π exp(-x²) Σ 2^n x^(2n+1) / (1 · 3 ··· (2n+1)), whose terms are positive."""
    term, total, odd = x, Decimal(0), 1
    while total + term != total:
        total += term
        odd += 2
        term *= 2 * x * x / odd
    return 2 * total * (-x * x).exp() / root_of_pi()


@cache
def normal_quantile(confidence: float) -> Decimal:
    """Give the z with P(|Z| < z) = confidence, by Newton's method on erf(z / √2)."""
    level, x = Decimal(confidence), Decimal(0)
    for _ in range(200):
        step = (level - erf(x)) * root_of_pi() / 2 * (x * x).exp()
        x += step
        if abs(step) < x.scaleb(-(DIGITS - GUARD // 2)):
            return x * Decimal(2).sqrt()
    raise ArithmeticError(confidence)


def errors(
    values: Iterable[float | Decimal], exact: Iterable[Decimal], w: Sequence[float] | None = None
) -> Iterator[Decimal]:
    """Give the error of each value, relative to the exact one, absolute where that is 0.

    Means and ends of weights of both signs cancel: their errors are relative to the largest weight.
    Below the normal doubles, none has all its digits.
    """
    largest = max(map(abs, w)) if w is not None and min(w) < 0 < max(w) else 0
    for place, (value, true) in enumerate(zip(values, exact, strict=True)):
        size = abs(true) if place == 1 else max(abs(true), Decimal(largest))
        yield abs(Decimal(value) - true) / (max(size, SMALLEST) if size else 1)


def interval(mean: Decimal, deviation: Decimal, confidence: float, bounds: Bounds) -> Values:
    """Give mean, deviation and the two ends, clipped to the bounds."""
    reach = normal_quantile(confidence) * deviation
    low, high = mean - reach, mean + reach
    if bounds is not None:
        least, most = map(Decimal, bounds)
        low, high = (min(max(end, least), most) for end in (low, high))
    return mean, deviation, low, high


# Categories: bayes, avg, max.


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


# Subsets of k trials: a credit A_j for each number j = 0..k of successes, under one law or another.


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
    """Give the least j of 1..k with j >= τ k - min(4 ε τ k, 1 / 2), ε being the spacing at 1."""
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
    """Give A_j, the sum of the first j weights; those of mG-Pass@k if there are none."""
    if weights is None:
        return above_half(k)
    if len(weights) != k:
        raise ValueError(weights)
    return Credit(accumulate(map(Fraction, weights), initial=Fraction(0)))


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
        **options: Any,  # noqa: ANN401
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
        **options: Any,  # noqa: ANN401
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


# x^a y^b of two credits, and its first-order delta method.


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
        **options: Any,  # noqa: ANN401
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
        **options: Any,  # noqa: ANN401
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

CATEGORICAL = ("bayes", "avg", "max_at_k")
WITH_PRIOR = {"bayes", "bayes_ci", "max_at_k_ci"}
BINARY = (
    "pass_at_k",
    "pass_hat_k",
    "unanimous_at_k",
    "g_pass_at_k",
    "g_pass_at_k_tau",
    "mg_pass_at_k",
    "maj_at_k",
    "auc_at_k",
    "threshold_spectrum_at_k",
    "geom_at_k",
    "geom_ds_at_k",
    "geo_spectrum_at_k",
    "geo_spectrum_star_at_k",
)
NAMES = tuple(name + suffix for name in CATEGORICAL + BINARY for suffix in ("", "_ci"))


def category_counts(rows: Iterable[Sequence[int]], size: int) -> Table:
    """Give how often each category occurs in each row."""
    return [[row.count(category) for category in range(size)] for row in rows]


def exact(
    name: str,
    R: Iterable[Iterable[int]],
    **options: Any,  # noqa: ANN401
) -> Values:
    """Give the exact values of a call of `scorio.eval`."""
    function: Callable[..., Values] = globals()[name]
    rows = [[int(outcome) for outcome in row] for row in R]
    if name.removesuffix("_ci") in BINARY:
        return function([sum(row) for row in rows], [len(row) for row in rows], **options)
    size = 2 if options.get("w") is None else len(options["w"])
    if options.get("R0") is not None:
        options["R0"] = category_counts(options["R0"], size)
    return function(category_counts(rows, size), **options)
