"""Exact values of every metric of `scorio.eval`, from the formulas alone.

What is rational is computed in `Fraction`, a float parameter being the binary fraction that it is;
roots, powers and the normal quantile in `Decimal` with 60 digits. There is a function for each
metric. Binary metrics take the successes and the trials of each question, categorical ones the
counts of each category; the other arguments are those of `scorio.eval`, by name.
"""

from collections import Counter
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache, wraps
from itertools import accumulate, pairwise
from math import comb, lcm, prod

DIGITS = 60
GUARD = 30
SMALLEST = Decimal(2) ** -1022


# Numbers with 60 digits.


def in_digits(function):
    """Run the function with 60 digits and a guard, and round what it gives to 60."""

    @wraps(function)
    def run(*arguments, **options):
        with localcontext() as context:
            context.prec, context.Emin, context.Emax = DIGITS + GUARD, -(10**9), 10**9
            values = function(*arguments, **options)
            context.prec = DIGITS
            return tuple(+value for value in values)

    return run


def decimal(number):
    return Decimal(number.numerator) / Decimal(number.denominator)


def power(base, exponent):
    """Give base ** exponent, where 0 ** 0 is 1."""
    if not exponent:
        return Decimal(1)
    return decimal(base) ** decimal(exponent) if base else Decimal(0)


@cache
def root_of_pi():
    """Give √π by Machin's formula, π = 16 arctan(1/5) - 4 arctan(1/239)."""
    unit = 10 ** (2 * DIGITS)

    def arctan(inverse):
        term, total, odd = unit // inverse, 0, 1
        while term:
            total += term // odd
            term, odd = -term // inverse**2, odd + 2
        return total

    return (Decimal(16 * arctan(5) - 4 * arctan(239)) / unit).sqrt()


def erf(x):
    """Give 2 / √π exp(-x²) Σ 2^n x^(2n+1) / (1 · 3 ··· (2n+1)), whose terms are positive."""
    term, total, odd = x, Decimal(0), 1
    while total + term != total:
        total += term
        odd += 2
        term *= 2 * x * x / odd
    return 2 * total * (-x * x).exp() / root_of_pi()


@cache
def normal_quantile(confidence):
    """Give the z with P(|Z| < z) = confidence, by Newton's method on erf(z / √2)."""
    level, x = Decimal(confidence), Decimal(0)
    for _ in range(200):
        step = (level - erf(x)) * root_of_pi() / 2 * (x * x).exp()
        x += step
        if abs(step) < x.scaleb(-(DIGITS - GUARD // 2)):
            return x * Decimal(2).sqrt()
    raise ArithmeticError(confidence)


def errors(values, exact, w=None):
    """Give the error of each value, relative to the exact one, absolute where that is 0.

    Means and ends of weights of both signs cancel: their errors are relative to the largest weight.
    Below the normal doubles, none has all its digits.
    """
    largest = max(map(abs, w)) if w is not None and min(w) < 0 < max(w) else 0
    for place, (value, true) in enumerate(zip(values, exact, strict=True)):
        size = abs(true) if place == 1 else max(abs(true), Decimal(largest))
        yield abs(Decimal(value) - true) / (max(size, SMALLEST) if size else 1)


def interval(mean, deviation, confidence, bounds):
    reach = normal_quantile(confidence) * deviation
    ends = mean - reach, mean + reach
    if bounds is not None:
        low, high = map(Decimal, bounds)
        ends = (min(max(end, low), high) for end in ends)
    return mean, deviation, *ends


# Categories: bayes, avg, max.


def rewards(w):
    return [Fraction(0), Fraction(1)] if w is None else [Fraction(weight) for weight in w]


def dirichlet(counts, prior_counts):
    """Give each question's ν, one more than the outcomes seen of each category."""
    if prior_counts is None:
        return [[1 + count for count in row] for row in counts]
    rows = zip(counts, prior_counts, strict=True)
    return [[1 + seen + known for seen, known in zip(*row, strict=True)] for row in rows]


def mean_score(row, w):
    return sum(count * weight for count, weight in zip(row, w, strict=True)) / sum(row)


def score_variance(nu, w):
    squares = mean_score(nu, [weight * weight for weight in w])
    return (squares - mean_score(nu, w) ** 2) / (sum(nu) + 1)


def average(means, variances):
    """Give the mean of the questions, and its deviation when they are independent."""
    return decimal(sum(means) / len(means)), decimal(sum(variances)).sqrt() / len(means)


@in_digits
def bayes(counts, w=None, R0=None):
    w, nus = rewards(w), dirichlet(counts, R0)
    return average([mean_score(nu, w) for nu in nus], [score_variance(nu, w) for nu in nus])


@in_digits
def bayes_ci(counts, w=None, R0=None, confidence=0.95, bounds=None):
    return interval(*bayes(counts, w, R0), confidence, bounds)


@in_digits
def avg(counts, w=None):
    w, nus = rewards(w), dirichlet(counts, None)
    factors = [Fraction(sum(nu), sum(row)) for row, nu in zip(counts, nus, strict=True)]
    variances = [f * f * score_variance(nu, w) for f, nu in zip(factors, nus, strict=True)]
    return average([mean_score(row, w) for row in counts], variances)


@in_digits
def avg_ci(counts, w=None, confidence=0.95, bounds=None):
    return interval(*avg(counts, w), confidence, bounds)


def levels(w):
    """Give the distinct rewards in order."""
    return sorted(set(w))


def cumulative(row, w):
    """Give how many of a row's counts have at most each level of reward."""
    return [
        sum(count for count, weight in zip(row, w, strict=True) if weight <= level)
        for level in levels(w)
    ]


@in_digits
def max_at_k(counts, k, w=None):
    w, means = rewards(w), []
    for row in counts:
        ways = [comb(below, k) for below in (0, *cumulative(row, w))]
        best = (high - low for low, high in pairwise(ways))
        total = sum(way * level for way, level in zip(best, levels(w), strict=True))
        means.append(total / ways[-1])
    return (decimal(sum(means) / len(means)),)


def rise(a, k):
    """Give a (a + 1) ··· (a + k - 1)."""
    return prod(range(a, a + k))


def power_mean(a, total, k):
    """Give E[F^k] of F ~ Beta(a, total - a)."""
    return Fraction(rise(a, k), rise(total, k))


def max_moments(nu, k, w):
    """Give mean and variance of r_L - Σ (r_(l+1) - r_l) F_l^k.

    Of nested F_l <= F_m, F_l / F_m ~ Beta(a_l, a_m - a_l) is independent of F_m.
    """
    gaps = [high - low for low, high in pairwise(levels(w))]
    *below, total = cumulative(nu, w)
    means = [power_mean(a, total, k) for a in below]
    mean = levels(w)[-1] - sum(gap * each for gap, each in zip(gaps, means, strict=True))
    variance = Fraction(0)
    for m, outer in enumerate(below):
        square = power_mean(outer, total, 2 * k)
        variance += gaps[m] ** 2 * (square - means[m] ** 2)
        for low, inner in enumerate(below[:m]):
            product = square * power_mean(inner, outer, k)
            variance += 2 * gaps[low] * gaps[m] * (product - means[low] * means[m])
    return mean, variance


@in_digits
def max_at_k_ci(counts, k, w=None, R0=None, confidence=0.95, bounds=None):
    w = rewards(w)
    moments = [max_moments(nu, k, w) for nu in dirichlet(counts, R0)]
    if bounds is None and k > 1:  # for k = 1 it is bayes_ci
        bounds = decimal(min(w)), decimal(max(w))
    return interval(*average(*zip(*moments, strict=True)), confidence, bounds)


# Subsets of k trials: a credit A_j for each number j = 0..k of successes, under one law or another.


class Credit:
    """A_0..A_k as whole numbers over one denominator."""

    def __init__(self, values):
        values = [Fraction(value) for value in values]
        self.k = len(values) - 1
        self.unit = lcm(*(value.denominator for value in values))
        self.parts = [int(value * self.unit) for value in values]

    def urn_mean(self, successes, trials):
        """Give E[A] of k of the trials, drawn without replacement."""
        failures = trials - successes
        ways = (
            part * comb(successes, j) * comb(failures, self.k - j)
            for j, part in enumerate(self.parts)
            if part
        )
        return Fraction(sum(ways), self.unit * comb(trials, self.k))

    def terms(self):
        """Give A_j C(k, j), the coefficients of p^j (1 - p)^(k - j)."""
        return [part * comb(self.k, j) for j, part in enumerate(self.parts)]

    def mean(self, posterior):
        return posterior.mean(self.terms()) / self.unit

    def product_mean(self, other, posterior):
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

    def __init__(self, successes, trials, alpha0, beta0):
        alpha, beta = Fraction(alpha0) + successes, Fraction(beta0) + trials - successes
        self.unit = lcm(alpha.denominator, beta.denominator)
        self.alpha, self.beta = int(alpha * self.unit), int(beta * self.unit)
        self.known = {}

    def weights(self, n):
        """Give E[p^s (1 - p)^(n - s)] for s = 0..n, over one denominator, which comes last."""

        def rises(start):
            steps = range(start, start + n * self.unit, self.unit)
            return list(accumulate(steps, int.__mul__, initial=1))

        if n not in self.known:
            up, down = rises(self.alpha), reversed(rises(self.beta))
            both = [u * d for u, d in zip(up, down, strict=True)]
            self.known[n] = both, rises(self.alpha + self.beta)[n]
        return self.known[n]

    def mean(self, terms):
        """Give the mean of Σ terms_s p^s (1 - p)^(n - s)."""
        weights, whole = self.weights(len(terms) - 1)
        pairs = zip(terms, weights, strict=True)
        return Fraction(sum(term * weight for term, weight in pairs if term), whole)


def any_success(k):
    return Credit([0] + [1] * k)


def all_successes(k):
    return Credit([0] * k + [1])


def strict_majority(k):
    return Credit([int(2 * j > k) for j in range(k + 1)])


def at_least(k, tau):
    """Count j >= 1 with j / k >= tau, up to four roundings of tau: 0.1 * 3 means 3 / 10."""
    least = Fraction(tau) * (1 - Fraction(4, 2**52))
    return Credit([int(j >= 1 and Fraction(j, k) >= least) for j in range(k + 1)])


def above_half(k):
    middle = -(-k // 2)
    return Credit([Fraction(2 * max(j - middle, 0), k) for j in range(k + 1)])


def area(k):
    """Give the trapezoidal mean of Pass@1..Pass@k: i of k miss all j with C(k - j, i) / C(k, i)."""
    if k == 1:
        return any_success(k)
    unit = lcm(*(comb(k, i) for i in range(1, k + 1)))
    shares = [(1 if i in {1, k} else 2) * unit // comb(k, i) for i in range(1, k + 1)]
    missed = (
        sum(share * comb(k - j, i) for i, share in enumerate(shares, 1)) for j in range(k + 1)
    )
    return Credit(1 - Fraction(part, 2 * (k - 1) * unit) for part in missed)


def spectrum(k, weights):
    """Give A_j, the sum of the first j weights; those of mG-Pass@k if there are none."""
    if weights is None:
        return above_half(k)
    if len(weights) != k:
        raise ValueError(weights)
    return Credit(accumulate(map(Fraction, weights), initial=Fraction(0)))


def questions(successes, trials):
    """Give the distinct questions, each with how often it occurs."""
    return Counter(zip(successes, trials, strict=True))


def bank_means(factors, successes, trials):
    """Give the data set's E[A] of each credit."""
    means = [Fraction(0)] * len(factors)
    for state, times in questions(successes, trials).items():
        for index, credit in enumerate(factors):
            means[index] += times * credit.urn_mean(*state)
    return [mean / len(successes) for mean in means]


def covariances(factors, posterior):
    """Give the means of the credits at one question, and their covariance matrix."""
    means = [credit.mean(posterior) for credit in factors]
    table = {}
    for i, first in enumerate(factors):
        for j, second in enumerate(factors[: i + 1]):
            product = first.product_mean(second, posterior)
            table[i, j] = table[j, i] = product - means[i] * means[j]
    return means, table


def metric(credit_of):
    """Give the two functions of the metric that pays the credit."""

    @in_digits
    def point(successes, trials, k, **options):
        (mean,) = bank_means([credit_of(k, **options)], successes, trials)
        return (decimal(mean),)

    @in_digits
    def posterior(
        successes, trials, k, confidence=0.95, bounds=(0.0, 1.0), alpha0=1.0, beta0=1.0, **options
    ):
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


def blend(means, powers):
    return prod((power(*pair) for pair in zip(means, powers, strict=True)), start=Decimal(1))


def relative_variance(means, table, powers):
    """Give Σ a_i a_j Cov(x_i, x_j) / (x_i x_j), the variance of Σ a_i log x_i to first order."""
    slopes = [
        exponent / mean if exponent else Fraction(0)
        for mean, exponent in zip(means, powers, strict=True)
    ]
    return sum(slopes[i] * slopes[j] * covariance for (i, j), covariance in table.items())


def propagate(means, table, powers):
    """Give x^a y^b and its variance to first order.

    A mean of 0 is that of a credit that is 0 for sure: it is a constant.
    """
    value = blend(means, powers)
    if not value:
        return value, Decimal(0)
    return value, value * value * decimal(relative_variance(means, table, powers))


def question_blend(successes, trials, factors, powers):
    total = Decimal(0)
    for state, times in questions(successes, trials).items():
        total += times * blend([credit.urn_mean(*state) for credit in factors], powers)
    return (total / len(successes),)


def data_set_blend(successes, trials, factors, powers):
    return (blend(bank_means(factors, successes, trials), powers),)


def question_posterior(successes, trials, factors, powers, prior):
    mean, variance = Decimal(0), Decimal(0)
    for state, times in questions(successes, trials).items():
        each, spread = propagate(*covariances(factors, Posterior(*state, *prior)), powers)
        mean += times * each
        variance += times * spread
    return mean / len(successes), variance.sqrt() / len(successes)


def data_set_posterior(successes, trials, factors, powers, prior):
    means, table, number = [Fraction(0)] * len(factors), Counter(), len(successes)
    for state, times in questions(successes, trials).items():
        here, covariance = covariances(factors, Posterior(*state, *prior))
        means = [mean + times * each for mean, each in zip(means, here, strict=True)]
        for place, value in covariance.items():
            table[place] += times * value
    mean, variance = propagate(
        [mean / number for mean in means],
        {place: value / number**2 for place, value in table.items()},
        powers,
    )
    return mean, variance.sqrt()


def blended(point_of, posterior_of, parts):
    """Give the two functions of a blend, whose credits and powers `parts` gives."""

    @in_digits
    def point(successes, trials, k, **options):
        return point_of(successes, trials, *parts(k, **options))

    @in_digits
    def posterior(
        successes, trials, k, confidence=0.95, bounds=(0.0, 1.0), alpha0=1.0, beta0=1.0, **options
    ):
        factors, powers = parts(k, **options)
        found = posterior_of(successes, trials, factors, powers, (alpha0, beta0))
        return interval(*found, confidence, bounds)

    return point, posterior


def endpoints(k, pass_power=0.5, unanimous_power=0.5):
    return [any_success(k), all_successes(k)], [Fraction(pass_power), Fraction(unanimous_power)]


def coupled(k, lam=0.5, weights=None, lambda_=None):
    lam = Fraction(lam if lambda_ is None else lambda_)
    return [any_success(k), spectrum(k, weights)], [lam, 1 - lam]


def star(k):
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


def category_counts(rows, size):
    return [[row.count(category) for category in range(size)] for row in rows]


def exact(name, R, **options):
    """Give the exact values of a call of `scorio.eval`."""
    function, rows = globals()[name], [[int(outcome) for outcome in row] for row in R]
    if name.removesuffix("_ci") in BINARY:
        return function([sum(row) for row in rows], [len(row) for row in rows], **options)
    size = 2 if options.get("w") is None else len(options["w"])
    if options.get("R0") is not None:
        options["R0"] = category_counts(options["R0"], size)
    return function(category_counts(rows, size), **options)
