"""Draws of TailPass profiles against plain sums, and exact rollouts against fractions."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from scorio import eval  # noqa: A004  the documented name

BINARY = [[0, 1, 1, 0], [1, 1, 1, 1], [0, 0, 0, 0], [1, 0, 1, 1]]
GRADED = [[0, 1, 2, 2], [2, 2, 2, 2], [0, 0, 0, 1]]
CASES = [
    (BINARY, [0.0, 1.0], 1, None),
    (BINARY, [0.0, 1.0], 5, None),
    (BINARY, [0.25, 0.75], 4, [0.0, 0.3, 0.6, 0.9]),
    (BINARY, [0.5, 0.5], 3, None),
    (GRADED, [0.0, 0.5, 1.0], 3, None),
    (GRADED, [0.1, 0.4, 0.8], 3, [0.1, 0.45, 0.8, 0.9]),
]


def plain(draws, scores, thresholds):
    """Bank scores, their law, and the tails: draws x questions x banks or thresholds."""
    k, p = draws.k, draws.probabilities
    banks = [n for n in product(range(k + 1), repeat=p.shape[2]) if sum(n) == k]
    exactly = [Fraction(score) for score in scores]
    values = [float(sum(c * s for c, s in zip(n, exactly, strict=True)) / k) for n in banks]
    law = np.stack(
        [
            math.factorial(k)
            / math.prod(map(math.factorial, n))
            * math.prod(p[..., c] ** count for c, count in enumerate(n))
            for n in banks
        ],
        axis=-1,
    )
    reached = np.array([[value >= t for t in thresholds] for value in values], float)
    return np.array(values), law, law @ reached


@pytest.mark.parametrize(("R", "w", "k", "thresholds"), CASES)
def test_utilities_are_those_of_plain_sums(R, w, k, thresholds):
    profile = eval.tailpass(R, k, w, thresholds=thresholds)
    draws = profile.sample(40, seed=3)
    scores = sorted(set(w))
    p = draws.probabilities
    assert p.shape == (40, len(R), len(scores))
    np.testing.assert_allclose(p.sum(axis=2), 1, rtol=1e-14)
    values, law, tails = plain(draws, scores, profile.thresholds)
    size = tails.shape[2]
    weights = np.arange(size, dtype=float) + (size == 1)
    weights /= weights.sum()
    same = {"rtol": 1e-11, "atol": 1e-14}

    def mean(each):
        return each.mean(axis=1)

    np.testing.assert_allclose(draws.profile, mean(tails), **same)
    np.testing.assert_allclose(draws.linear(weights), mean(tails) @ weights, **same)
    for lam in (0.5, 1, 2, 3):
        np.testing.assert_allclose(draws.moment(lam), mean(law @ values**lam), **same)
    for q in (0.3, 1, 2, 7):
        each = (tails**q @ weights) ** (1 / q)
        np.testing.assert_allclose(draws.power_mean(q, weights), mean(each), **same)
        of_mean = (mean(tails) ** q @ weights) ** (1 / q)
        found = draws.power_mean(q, weights, aggregation="profile")
        np.testing.assert_allclose(found, of_mean, **same)
    np.testing.assert_allclose(draws.qrs(), mean(np.sqrt((tails**2).mean(axis=2))), **same)
    for m in (2, 5):
        np.testing.assert_allclose(draws.rollout(m, weights), mean(tails**m @ weights), **same)
    zero = p[..., [s == 0 for s in scores]].sum(axis=2)
    one = p[..., [s == 1 for s in scores]].sum(axis=2)
    discovery, stability = 1 - zero**k, one**k
    np.testing.assert_allclose(draws.discovery(), mean(discovery), **same)
    np.testing.assert_allclose(draws.stability(), mean(stability), **same)
    with np.errstate(divide="ignore"):
        harmonic = 1 / (0.3 / discovery + 0.7 / stability)
    np.testing.assert_allclose(draws.harmonic(0.3), mean(harmonic), **same)
    target = np.linspace(0.9, 0.4, size)
    gaps = np.maximum(target - tails, 0) * (weights + 0.5)
    each = gaps.max(axis=2) + 0.2 * gaps.sum(axis=2)
    found = draws.shortfall(target, weights + 0.5, epsilon=0.2)
    np.testing.assert_allclose(found, mean(each), **same)


def test_summaries_are_those_of_numpy():
    draws = eval.tailpass(BINARY, 3).sample(501, seed=1)
    found = draws.summary(confidence=0.9)
    np.testing.assert_allclose(found.mu, draws.profile.mean(axis=0), rtol=1e-13)
    np.testing.assert_allclose(found.sigma, draws.profile.std(axis=0, ddof=1), rtol=1e-12)
    lo, hi = np.quantile(draws.profile, [0.05, 0.95], axis=0)
    np.testing.assert_allclose(found.lo, lo, rtol=1e-12)
    np.testing.assert_allclose(found.hi, hi, rtol=1e-12)
    apart = draws.qrs() - draws.harmonic()
    mu, sigma, lo, hi = draws.summary(apart)
    expected = [apart.mean(), apart.std(ddof=1), *np.quantile(apart, [0.025, 0.975])]
    np.testing.assert_allclose([mu, sigma, lo, hi], expected, rtol=1e-12)


@pytest.mark.parametrize(("R", "w"), [(BINARY, [0, 1]), (GRADED, [0, 0.5, 1])])
def test_draws_have_the_exact_moments(R, w):
    n = 20_000
    profile = eval.tailpass(R, 4, w)
    draws = profile.sample(n, seed=5)
    found = draws.summary()
    gaps = (found.mu - profile.mean) / (profile.std / math.sqrt(n))
    assert np.abs(gaps).max() < 4.5
    np.testing.assert_allclose(np.cov(draws.profile.T), profile.covariance, atol=1e-3)
    np.testing.assert_allclose(found.sigma, profile.std, rtol=0.03)
    for drawn, exact in (
        (draws.moment(2.5), profile.moment(2.5)),
        (draws.discovery(), profile.discovery()),
        (draws.stability(), profile.stability()),
    ):
        assert abs(drawn.mean() - exact.mu) < 4.5 * exact.sigma / math.sqrt(n)
        assert math.isclose(drawn.std(), exact.sigma, rel_tol=0.05)


def test_draws_depend_on_the_seed_alone():
    profile = eval.tailpass(BINARY, 3)
    draws = profile.sample(70, seed=9)
    assert (draws.profile == profile.sample(70, seed=9).profile).all()
    assert (draws.profile[:50] == profile.sample(50, 9).profile).all()
    assert not (draws.profile == profile.sample(70, seed=8).profile).any()
    other = draws.at_k(6, thresholds=[0.5, 1])
    assert (other.probabilities == draws.probabilities).all()
    assert (
        other.profile == eval.tailpass(BINARY, 6, thresholds=[0.5, 1]).sample(70, 9).profile
    ).all()
    assert repr(other) == "TailPassDraws(k=6, n_draws=70, seed=9)"
    with pytest.raises(ValueError, match="read-only"):
        draws.profile[0] = 0


def test_posterior_intervals():
    profile = eval.tailpass(BINARY, 4)
    draws = profile.sample(1000, seed=2)
    options = {"interval": "posterior", "n_draws": 1000, "seed": 2}
    found = profile.ci(0.9, **options)
    summary = draws.summary(confidence=0.9)
    assert (found.mu == profile.mean).all()
    assert (found.sigma == profile.std).all()
    assert (found.lo == summary.lo).all()
    assert (found.hi == summary.hi).all()
    weights = [0.1, 0.2, 0.3, 0.4]
    expected = draws.summary(draws.linear(weights))
    assert profile.linear_ci(weights, **options) == (*profile.linear(weights), *expected[2:])
    expected = draws.summary(draws.moment(2))
    assert profile.moment_ci(2, **options) == (*profile.moment(2), *expected[2:])
    # One threshold of one question: the quantiles of Beta(3, 3), by its distribution function.
    lo, hi = eval.tailpass([[0, 1, 0, 1]], 1).ci(n_draws=200_000, interval="posterior")[2:]
    for end, level in ((lo[0], 0.025), (hi[0], 0.975)):
        below = sum(math.comb(5, j) * end**j * (1 - end) ** (5 - j) for j in range(3, 6))
        assert abs(below - level) < 4.5 * math.sqrt(0.025 * 0.975 / 200_000)


def beta_moment(a, b, n, m):
    """E[p^n (1 - p)^m]."""
    up = math.prod(a + i for i in range(n)) * math.prod(b + i for i in range(m))
    return Fraction(up) / math.prod(a + b + i for i in range(n + m))


def times(one, other):
    found = [Fraction(0)] * (len(one) + len(other) - 1)
    for i, x in enumerate(one):
        for j, y in enumerate(other):
            found[i + j] += x * y
    return found


@pytest.mark.parametrize(("k", "m"), [(1, 2), (3, 2), (4, 3), (5, 4)])
def test_rollouts_are_exact(k, m):
    profile = eval.tailpass(BINARY, k)
    weights = [Fraction(2 * (t + 1), k * (k + 1)) for t in range(k)]
    # Σ w F^m as Σ c_j p^j (1 - p)^(km - j).
    total = [Fraction(0)] * (k * m + 1)
    for t, weight in enumerate(weights, start=1):
        tail = [Fraction(math.comb(k, j) if j >= t else 0) for j in range(k + 1)]
        power = [Fraction(1)]
        for _ in range(m):
            power = times(power, tail)
        total = [one + weight * other for one, other in zip(total, power, strict=True)]
    square = times(total, total)
    mean, variance = Fraction(0), Fraction(0)
    for row in BINARY:
        a, b = 1 + sum(row), 1 + len(row) - sum(row)
        own = sum(c * beta_moment(a, b, j, k * m - j) for j, c in enumerate(total))
        second = sum(c * beta_moment(a, b, j, 2 * k * m - j) for j, c in enumerate(square))
        mean += own / len(BINARY)
        variance += (second - own * own) / len(BINARY) ** 2
    mu, sigma = profile.rollout(m, [float(one) for one in weights])
    assert math.isclose(mu, mean, rel_tol=1e-13)
    assert math.isclose(sigma, math.sqrt(variance), rel_tol=1e-12)


def test_rollouts_at_their_edges():
    # Uniform p: E[F_k^m] = E[p^(km)] = 1 / (km + 1), up to the largest size.
    for k, m in ((10, 100), (100, 10), (1, 1000), (500, 2)):
        mu, sigma = eval.tailpass([[0, 1]], k, thresholds=[1]).rollout(m, [1])
        n = k * m
        first, second = beta_moment(2, 2, n, 0), beta_moment(2, 2, 2 * n, 0)
        assert math.isclose(mu, first, rel_tol=1e-12)
        assert math.isclose(sigma, math.sqrt(second - first**2), rel_tol=1e-11)
    # The lowest score is always reached, and a score above the highest never.
    profile = eval.tailpass(BINARY, 3, [0.2, 0.6], thresholds=[0.1, 0.9])
    assert profile.rollout(3, [0.25, 0.75]) == (0.25, 0.0)
    assert eval.tailpass(BINARY, 3, [0.5, 0.5]).rollout(2) == (1 / 3, 0.0)
    half = eval.tailpass(BINARY, 3, [0.2, 0.6], thresholds=[0.1, 0.6])
    mu, sigma = half.rollout(2, [0.5, 0.5])
    alone = half.at_k(3, thresholds=[0.6]).rollout(2, [1])
    assert math.isclose(mu, 0.5 + 0.5 * alone.mu, rel_tol=1e-14)
    assert math.isclose(sigma, 0.5 * alone.sigma, rel_tol=1e-13)


def test_extreme_chances_stay_finite():
    profile = eval.tailpass([[0] * 9, [1] * 9], 64, prior=1e-9)
    draws = profile.sample(50)
    for values in (
        draws.profile,
        draws.power_mean(1e-12),
        draws.power_mean(1e6),
        draws.qrs(),
        draws.rollout(1_000_000),
        draws.harmonic(),
        draws.shortfall(np.ones(64)),
    ):
        assert np.isfinite(values).all()
    assert ((draws.profile >= 0) & (draws.profile <= 1)).all()
    np.testing.assert_allclose(draws.profile.mean(axis=0), 0.5, atol=1e-6)
    # Near q = 0 the power mean is the geometric mean.
    own = eval.tailpass([[0, 1, 1]], 3).sample(20)
    geometric = np.exp(np.log(own.profile).mean(axis=1))
    np.testing.assert_allclose(own.power_mean(1e-9), geometric, rtol=1e-8)


PROFILE = eval.tailpass(BINARY, 2)
DRAWS = PROFILE.sample(10)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: PROFILE.sample(1), "n_draws = 1"),
        (lambda: PROFILE.sample(10, -1), "seed = -1"),
        (lambda: PROFILE.ci(interval="mc"), "interval = 'mc' is not one of"),
        (lambda: PROFILE.ci(1, interval="posterior"), "confidence = 1"),
        (lambda: PROFILE.moment_ci(0, interval="posterior"), "lam = 0"),
        (lambda: PROFILE.rollout(1), "m = 1"),
        (lambda: PROFILE.rollout(2, [1]), "weights has 1 entries"),
        (lambda: PROFILE.rollout(501), "1,?000"),
        (lambda: eval.tailpass(GRADED, 2, [0, 0.5, 1]).rollout(2), "the number of scores = 3"),
        (lambda: DRAWS.linear([1]), "weights has 1 entries"),
        (lambda: DRAWS.linear([0.4, 0.5]), "the sum of the weights"),
        (lambda: DRAWS.linear([1.5, -0.5]), r"weights\[1\] = -0.5"),
        (lambda: DRAWS.moment(-1), "lam = -1"),
        (lambda: DRAWS.power_mean(0), "q = 0 is not positive"),
        (lambda: DRAWS.power_mean(math.inf), "q"),
        (lambda: DRAWS.power_mean(2, [1, 1]), "the sum of the weights"),
        (lambda: DRAWS.power_mean(2, aggregation="both"), "aggregation = 'both'"),
        (lambda: DRAWS.qrs([math.nan, 1]), r"weights\[0\]"),
        (lambda: DRAWS.rollout(1), "m = 1"),
        (lambda: DRAWS.rollout(2, [0.5]), "weights has 1 entries"),
        (lambda: DRAWS.harmonic(1.5), "alpha = 1.5"),
        (lambda: DRAWS.harmonic(math.nan), "alpha"),
        (lambda: DRAWS.shortfall([1]), "target has 1"),
        (lambda: DRAWS.shortfall([0.5, 0.6]), r"target\[1\] = 0.6"),
        (lambda: DRAWS.shortfall([1.5, 1]), r"target\[0\] = 1.5"),
        (lambda: DRAWS.shortfall([1, 1], [1]), "weights has 1"),
        (lambda: DRAWS.shortfall([1, 1], [0, 1]), r"weights\[0\] = 0"),
        (lambda: DRAWS.shortfall([1, 1], epsilon=0), "epsilon = 0"),
        (lambda: DRAWS.at_k(0), "k = 0"),
        (lambda: DRAWS.at_k(2, thresholds=[1, 0.5]), r"thresholds\[1\]"),
        (lambda: DRAWS.summary(np.zeros(9)), "values has the shape"),
        (lambda: DRAWS.summary(np.zeros((10, 2, 2))), "values has the shape"),
        (lambda: DRAWS.summary([math.nan] * 10), "not finite"),
        (lambda: DRAWS.summary(confidence=0), "confidence = 0"),
    ],
)
def test_mistakes(call, said):
    with pytest.raises(ValueError, match=said):
        call()
