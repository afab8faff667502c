"""TailPass against sums over all counts in exact fractions, and against other metrics."""

import math
from fractions import Fraction
from itertools import combinations, pairwise, product

import numpy as np
import pytest

from scorio import eval  # noqa: A004  the documented name
from scorio.eval import tailpass_weights


def rising(shape, n):
    return math.prod(shape + i for i in range(n))


def law(k, shapes):
    """The chance of each count of k trials under a Dirichlet law, in fractions."""
    total = sum(shapes)
    found = {}
    for counts in product(range(k + 1), repeat=len(shapes)):
        if sum(counts) == k:
            ways = math.factorial(k) // math.prod(map(math.factorial, counts))
            parts = math.prod(rising(a, n) for a, n in zip(shapes, counts, strict=True))
            found[counts] = ways * parts / Fraction(rising(total, k))
    return found


def exact(parameters, scores, k, payoffs):
    """Mean and covariance of payoffs of the bank score, over questions."""
    size, questions = len(payoffs), len(parameters)
    mean = [Fraction(0)] * size
    covariance = [[Fraction(0)] * size for _ in range(size)]
    for shapes in parameters:
        first = law(k, shapes)
        value = {
            n: [
                f(Fraction(sum(c * s for c, s in zip(n, scores, strict=True))) / k) for f in payoffs
            ]
            for n in first
        }
        own = [sum(p * value[n][t] for n, p in first.items()) for t in range(size)]
        after = {}
        for n in first:
            again = law(k, [a + c for a, c in zip(shapes, n, strict=True)])
            after[n] = [sum(p * value[m][t] for m, p in again.items()) for t in range(size)]
        for s in range(size):
            mean[s] += own[s] / questions
            for t in range(size):
                both = sum(p * value[n][s] * after[n][t] for n, p in first.items())
                covariance[s][t] += (both - own[s] * own[t]) / questions**2
    return mean, covariance


def close(found, expected, relative=1e-12):
    for one, other in zip(np.ravel(found), np.ravel(expected), strict=True):
        assert math.isclose(one, float(other), rel_tol=relative, abs_tol=1e-300), (one, other)


def at_least(threshold):
    return lambda score: Fraction(int(score >= threshold))


CASES = [
    ([0, 1], [[0, 1, 1], [1, 1, 1], [0, 0, 0]], 1),
    ([0, 1], [[0, 1, 1], [1, 1, 1], [0, 0, 0]], 5),
    ([Fraction(1, 4), Fraction(3, 4)], [[0, 1, 1], [1, 1, 1]], 4),
    ([0, Fraction(1, 2), 1], [[0, 1, 2], [2, 2, 1]], 3),
    ([0, Fraction(1, 2), Fraction(1, 2), 1], [[0, 1, 2], [3, 3, 1]], 3),
]


@pytest.mark.parametrize(("scores", "R", "k"), CASES)
def test_profiles_are_exact(scores, R, k):
    size = len(scores)
    prior = [Fraction(i + 1, 2) for i in range(size)]
    known = [[0, size - 1] for _ in R]
    parameters = [
        [prior[c] + row.count(c) + Fraction(1, 4) * old.count(c) for c in range(size)]
        for row, old in zip(R, known, strict=True)
    ]
    w = [float(score) for score in scores]
    profile = eval.tailpass(R, k, w, known, eta=0.25, prior=[float(one) for one in prior])
    grid = [at_least(Fraction(t, k)) for t in range(1, k + 1)]
    mean, covariance = exact(parameters, scores, k, grid)
    close(profile.mean, mean)
    close(profile.question_mean.mean(axis=0), mean)
    np.testing.assert_allclose(
        profile.covariance, np.array(covariance, float), rtol=1e-11, atol=1e-16
    )
    np.testing.assert_allclose(profile.std**2, np.diag(profile.covariance), rtol=1e-12)
    weights = tailpass_weights.beta_weights(k, 0.4, 3.0)
    mu, sigma = profile.linear(weights)
    assert math.isclose(mu, float(weights @ np.array(mean, float)), rel_tol=1e-12)
    joint = weights @ np.array(covariance, float) @ weights
    assert math.isclose(sigma**2, joint, rel_tol=1e-10, abs_tol=1e-18)
    for lam in (1, 2, 3):
        moment, ((variance,),) = exact(parameters, scores, k, [lambda s, lam=lam: s**lam])
        close(profile.moment(lam), [moment[0], math.sqrt(variance)], 1e-11)
    ends = [lambda s: Fraction(int(s > 0)), lambda s: Fraction(int(s == 1))]
    for found, end in zip((profile.discovery(), profile.stability()), ends, strict=True):
        ((value,), ((variance,),)) = exact(parameters, scores, k, [end])
        close(found, [value, math.sqrt(variance)], 1e-11)


def test_covariances_do_not_cancel():
    # Beta(10^9 + 1, 10^9 + 1): σ is 10^-5 of the mean.
    k, half = 6, 10**9
    profile = eval.tailpass([[0, 1]], k, prior=[float(half), float(half)])
    grid = [at_least(Fraction(t, k)) for t in range(1, k + 1)]
    mean, covariance = exact([[Fraction(half + 1)] * 2], [0, 1], k, grid)
    close(profile.mean, mean)
    close(profile.covariance, covariance, 1e-9)
    easy = eval.tailpass([[1] * 5], k, prior=[1e-3, 1e6])
    shapes = [Fraction(1e-3), Fraction(10**6 + 5)]
    mean, covariance = exact([shapes], [0, 1], k, grid)
    close(easy.covariance, covariance, 1e-9)


@pytest.mark.parametrize("k", [7, 64, 300, 1000])
@pytest.mark.parametrize(("right", "all_"), [(20, 40), (38, 40), (1, 40), (0, 3), (500, 1000)])
def test_the_error_of_each_threshold_is_that_of_its_metric(k, right, all_):
    # Another way to the same σ: thirty digits, and one threshold at a time.
    R = np.arange(all_)[None] < right
    profile = eval.tailpass(R.astype(int), k)
    for place in np.linspace(0, k - 1, 7).astype(int):
        sigma = profile.linear(np.eye(k)[place]).sigma
        assert profile.std[place] == pytest.approx(sigma, rel=1e-11)
        assert profile.covariance[place, place] == pytest.approx(sigma**2, rel=1e-11)


def test_a_binary_profile_is_the_posterior_of_known_metrics():
    rng = np.random.default_rng(0)
    R = (rng.random((12, 9)) < rng.random((12, 1))).astype(int)
    k = 8
    profile = eval.tailpass(R, k)
    for t in range(1, k + 1):
        mu, sigma, lo, hi = eval.g_pass_at_k_tau_ci(R, k, t / k)
        assert math.isclose(profile.mean[t - 1], mu, rel_tol=1e-13)
        assert math.isclose(profile.std[t - 1], sigma, rel_tol=1e-11)
        ends = profile.ci()
        assert math.isclose(ends.lo[t - 1], lo, rel_tol=1e-9, abs_tol=1e-12)
        assert math.isclose(ends.hi[t - 1], hi, rel_tol=1e-9)
    close(profile.discovery(), eval.pass_at_k_ci(R, k)[:2], 1e-13)
    close(profile.stability(), eval.pass_hat_k_ci(R, k)[:2], 1e-13)
    close(profile.moment(1), eval.bayes(R), 1e-13)
    close(profile.moment_ci(1), eval.bayes_ci(R, bounds=(0, 1)), 1e-13)
    weights = tailpass_weights.moment_weights(k, 2.5)
    close(profile.linear(weights), profile.moment(2.5), 1e-12)
    close(profile.linear_ci(weights), eval.threshold_spectrum_at_k_ci(R, k, weights), 1e-12)
    # Merging equal scores changes nothing.
    doubled = eval.tailpass(R * 2, k, [0, 0, 1], prior=[0.5, 0.5, 1.0])
    close(doubled.mean, profile.mean, 1e-14)


def test_other_budgets_and_thresholds():
    R = [[0, 1, 1, 0], [1, 1, 1, 0]]
    profile = eval.tailpass(R, 4)
    other = profile.at_k(10, thresholds=[0, 0.35, 1])
    again = eval.tailpass(R, 10, thresholds=[0, 0.35, 1])
    assert other.k == 10
    assert other.question_count == 2
    assert (other.mean == again.mean).all()
    assert other.mean[0] == 1.0
    assert other.std[0] == 0.0
    assert math.isclose(other.mean[1], eval.tailpass(R, 10).mean[3], rel_tol=1e-14)
    large = eval.tailpass(R, 5000, thresholds=[0.5])
    assert math.isclose(large.std[0], eval.g_pass_at_k_tau_ci(R, 5000, 0.5).sigma, rel_tol=1e-12)
    with pytest.raises(ValueError, match="covariance"):
        _ = large.covariance
    with pytest.raises(ValueError, match="read-only"):
        profile.mean[0] = 0
    assert repr(profile) == "TailPassProfile(k=4, 2 questions, 4 thresholds)"
    same = eval.tailpass([[0, 1]], 3, [0.5, 0.5])
    assert same.mean.tolist() == [1.0, 0.0, 0.0]
    assert same.covariance.tolist() == [[0.0] * 3] * 3
    assert same.moment(2) == (0.25, 0.0)


@pytest.mark.parametrize("scores", [[0, 1], [0, Fraction(1, 2), 1]])
def test_empirical_profiles_are_means_over_all_subsets(scores):
    rng = np.random.default_rng(5)
    R = rng.integers(0, len(scores), (3, 6))
    for k in (1, 2, 5, 6):
        found = eval.tailpass_empirical(R, k, [float(one) for one in scores])
        for t in range(1, k + 1):
            hits = [
                sum(scores[i] for i in subset) >= t
                for row in R.tolist()
                for subset in combinations(row, k)
            ]
            assert math.isclose(found[t - 1], Fraction(sum(hits), len(hits)), rel_tol=1e-13)


def tails(k, steps, tables):
    """P(S >= t / k) of k trials, from what each number of trials of a category weighs."""
    weight = dict.fromkeys(range(max(steps) * k + 1), 0)
    for places in combinations(range(k + 3), 3):
        ends = (-1, *places, k + 3)
        counts = [after - before - 1 for before, after in pairwise(ends)]
        score = sum(c * s for c, s in zip(counts, steps, strict=True))
        weight[score] += math.prod(table[c] for c, table in zip(counts, tables, strict=True))
    total = sum(weight.values())
    return [
        sum(chance for score, chance in weight.items() if score >= max(steps) * t) / total
        for t in range(1, k + 1)
    ]


def test_missing_outcomes_are_left_out():
    R, nan = [[0, 1, math.nan, 1]], math.nan
    with pytest.raises(ValueError, match=r'R\[0, 2\] is missing.*missing="drop"'):
        eval.tailpass(R, 2)
    dropped, short = eval.tailpass(R, 2, missing="drop"), eval.tailpass([[0, 1, 1]], 2)
    assert (dropped.mean == short.mean).all()
    assert (dropped.std == short.std).all()
    dropped = eval.tailpass_empirical([[0, nan, 1], [1, 1, 1]], 2, missing="drop")
    assert dropped.tolist() == [1.0, 0.5]
    with pytest.raises(ValueError, match="missing = 'skip' is not one of 'error', 'drop'"):
        eval.tailpass(R, 2, missing="skip")
    with pytest.raises(ValueError, match="k = 3 is more than the 2 trials of row 0") as caught:
        eval.tailpass_empirical([[0, 1]], 3)
    assert "_ci" not in str(caught.value)


def test_more_counts_than_can_be_listed():
    k, scores, steps = 50, [0, 0.1, 0.3, 1], [0, 1, 3, 10]
    R = [[0, 1, 1, 2, 3] * 20, [3, 3, 3, 2, 0] * 20]
    counts = [[row.count(c) for c in range(4)] for row in R]
    prior = Fraction(1, 2)
    means, subsets = [], []
    for own in counts:
        shaped = [
            [rising(prior + n, j) / Fraction(math.factorial(j)) for j in range(k + 1)] for n in own
        ]
        means.append(tails(k, steps, shaped))
        subsets.append(
            tails(k, steps, [[Fraction(math.comb(n, j)) for j in range(k + 1)] for n in own])
        )
    profile = eval.tailpass(R, k, scores, prior=0.5)
    close(profile.question_mean, means)
    mean = [sum(column) / 2 for column in zip(*means, strict=True)]
    close(profile.mean, mean)
    close(eval.tailpass_empirical(R, k, scores), [sum(c) / 2 for c in zip(*subsets, strict=True)])
    earned = sum(
        Fraction(2 * n + 1, 204) * s for own in counts for n, s in zip(own, steps, strict=True)
    )
    close(profile.moment(1)[0], earned / 20)
    # Draws have the same mean, within five of their errors.
    draws = profile.sample(2000, seed=3)
    found, sigma = draws.summary()[:2]
    gaps = abs(np.asarray(found) - profile.mean)
    assert (gaps <= 5 * np.asarray(sigma) / math.sqrt(2000) + 1e-12).all()


def test_families_of_weights():
    for k in (1, 5, 40):
        for found in (
            tailpass_weights.uniform_weights(k),
            tailpass_weights.moment_weights(k, 0.3),
            tailpass_weights.beta_weights(k, 0.7, 5.0),
            tailpass_weights.maxent_weights(k, 0.2),
            tailpass_weights.stability_weights(k),
        ):
            assert found.shape == (k,)
            assert (found >= 0).all()
            assert math.isclose(found.sum(), 1, rel_tol=1e-13)
    # Beta(2, 1): x². Beta(1, 2): 2x − x².
    close(tailpass_weights.beta_weights(4, 2 / 3, 3.0), [1 / 16, 3 / 16, 5 / 16, 7 / 16], 1e-12)
    close(tailpass_weights.moment_weights(3, 2.0), [1 / 9, 3 / 9, 5 / 9], 1e-14)
    for mean in (0.5 - 1e-9, 0.3, 0.05, 0.9):
        k = 20_000
        middles = (np.arange(k) + 0.5) / k
        found = tailpass_weights.maxent_weights(k, mean)
        # Within a bin the mean is off its middle by τ / (12 k²).
        assert math.isclose(found @ middles, mean, abs_tol=1e-8)
        logs = np.log(found)
        np.testing.assert_allclose(np.diff(logs), np.diff(logs)[0], atol=1e-12)
    turned = tailpass_weights.maxent_weights(7, 0.8)[::-1]
    close(tailpass_weights.maxent_weights(7, 0.2), turned, 1e-12)
    close(tailpass_weights.maxent_weights(7, 0.5), [1 / 7] * 7, 1e-15)
    assert tailpass_weights.discovery_weights(3).tolist() == [1, 0, 0]
    assert tailpass_weights.payoff_weights([0, 0, 0.25, 1]).tolist() == [0, 0.25, 0.75]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: eval.tailpass([[0, 1]], 0), "k = 0 is too small"),
        (lambda: eval.tailpass([[0, 1]], 20_001), "k = 20001 is too large"),
        (lambda: eval.tailpass([[0, 2]], 1), r"R\[0, 1\] = 2"),
        (lambda: eval.tailpass([[0, math.nan]], 1), "missing"),
        (lambda: eval.tailpass([[0, 1]], 1, [0, 1.5]), r"w\[1\] = 1.5 is not in \[0, 1\]"),
        (lambda: eval.tailpass([[0, 1]], 1, eta=2), "eta = 2 is not in"),
        (lambda: eval.tailpass([[0, 1]], 1, prior=0), "prior = 0 is not positive"),
        (lambda: eval.tailpass([[0, 1]], 1, prior=[1, 1, 1]), "prior has the shape"),
        (lambda: eval.tailpass([[0, 1]], 1, R0=[[0], [1]]), "R0 has 2 rows"),
        (lambda: eval.tailpass([[0, 1]], 1, thresholds=[]), "thresholds"),
        (lambda: eval.tailpass([[0, 1]], 1, thresholds=[0.5, 0.5]), r"thresholds\[1\] = 0.5"),
        (lambda: eval.tailpass([[0, 1]], 1, thresholds=[-0.1]), r"thresholds\[0\] = -0.1"),
        (lambda: eval.tailpass([[[0, 1]]], 1), "R has 3 axes"),
        (lambda: eval.tailpass([[0, 3]], 64, [0, 0.1, 1 / math.pi, 1]), "20,000 counts"),
        (lambda: eval.tailpass([[0, 3]], 101, [0, 0.001, 0.2, 1]), "at most 100,000"),
        (lambda: eval.tailpass([[0, 3]], 5000, [0, 0.1, 0.2, 1]), "takes too long"),
        (
            lambda: eval.tailpass_empirical([[0, 3] * 500], 400, [0, 0.1, 0.2, 1]),
            "takes too long",
        ),
        (lambda: eval.tailpass([[0, 3]], 64, [0, 0.1, 0.2, 1]).std, "2,000 counts"),
        (lambda: eval.tailpass([[0, 3]], 64, [0, 0.1, 0.2, 1]).moment(2), "2,000 counts"),
        (lambda: eval.tailpass([[0, 3]], 64, [0, 0.1, 0.2, 1]).rollout(2), "number of scores"),
        (lambda: eval.tailpass([[0, 3]], 30, [0, 0.1, 0.2, 1]).std, "2,000 counts"),
        (lambda: eval.tailpass([[0, 1]], 2).linear([1]), "1"),
        (lambda: eval.tailpass([[0, 1]], 2).linear([0.5, 0.6]), "the sum of the weights"),
        (lambda: eval.tailpass([[0, 1]], 2).linear([1.5, -0.5]), r"weights\[1\] = -0.5"),
        (lambda: eval.tailpass([[0, 1]], 2).moment(0), "lam = 0 is not positive"),
        (lambda: eval.tailpass([[0, 1]], 2).ci(2), "confidence = 2"),
        (lambda: eval.tailpass_empirical([[0, 1]], 3), "k = 3 is more than the 2 trials of row 0"),
        (lambda: tailpass_weights.threshold_weights(3, 4), "threshold = 4"),
        (lambda: tailpass_weights.uniform_weights(0), "k = 0"),
        (lambda: tailpass_weights.moment_weights(3, -1), "lam = -1"),
        (lambda: tailpass_weights.beta_weights(3, 1, 1), "theta = 1"),
        (lambda: tailpass_weights.beta_weights(3, 0.5, 0), "kappa = 0"),
        (lambda: tailpass_weights.maxent_weights(3, 0), "mean_threshold = 0"),
        (lambda: tailpass_weights.payoff_weights([0, 0.5]), "payoff"),
    ],
)
def test_mistakes(call, said):
    with pytest.raises(ValueError, match=said):
        call()
