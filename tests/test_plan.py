"""Trials needed, power and foresight of plans."""

import itertools
import json
import math
from fractions import Fraction
from statistics import NormalDist

import numpy as np
import pytest

import scorio
from scorio import plan, simulate

NORMAL = NormalDist()


def expected_z_squared(a, b, n, w=(0, 1)):
    """z² of the expected Bayes@N means and variances, from the laws of multinomial counts."""
    sides = []
    for side in (a, b):
        total = n + len(w)
        mean = variance = Fraction(0)
        for p in side:
            s = sum(pk * wk for pk, wk in zip(p, w, strict=True))
            v = sum(pk * wk**2 for pk, wk in zip(p, w, strict=True)) - s**2
            first = sum(wk * (1 + n * pk) for pk, wk in zip(p, w, strict=True))
            second = sum(wk**2 * (1 + n * pk) for pk, wk in zip(p, w, strict=True))
            mean += first / total
            variance += (second / total - (first**2 + n * v) / total**2) / (total + 1)
        sides.append((mean / len(side), variance / len(side) ** 2))
    (mu, var), (nu, war) = sides
    return (mu - nu) ** 2 / (var + war)


def binary(*p):
    return [(1 - Fraction(x), Fraction(x)) for x in p]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (binary("1/4", "1/2", "9/10"), binary("1/4", "2/5", "9/10")),
        (binary(0, 1, 1), binary(0, 1, 0)),
        (binary("1/2"), binary("51/100", "1/2")),
    ],
)
@pytest.mark.parametrize("confidence", [0.6, 0.95, 0.999])
def test_trials_needed_is_where_the_exact_expected_z_crosses(a, b, confidence):
    sides = [plan.assumed([float(p[1]) for p in side]) for side in (a, b)]
    n = plan.trials_needed(*sides, confidence).trials
    threshold = NORMAL.inv_cdf(confidence) ** 2
    assert expected_z_squared(a, b, n) >= threshold * (1 - 1e-9)
    assert n == 1 or expected_z_squared(a, b, n - 1) < threshold * (1 + 1e-9)


def test_trials_needed_of_graded_outcomes():
    a = [(Fraction(1, 5), Fraction(3, 10), Fraction(1, 2)), (Fraction(0), Fraction(1), Fraction(0))]
    b = [(Fraction(2, 5), Fraction(1, 5), Fraction(2, 5)), (Fraction(0), Fraction(1), Fraction(0))]
    w = [0.0, 0.5, 1.0]
    sides = [plan.assumed(np.array(side, dtype=float), categorical=True) for side in (a, b)]
    found = plan.trials_needed(*sides, w=w)
    exact = [Fraction(x) for x in w]
    threshold = NORMAL.inv_cdf(0.95) ** 2
    assert expected_z_squared(a, b, found.trials, exact) >= threshold
    assert expected_z_squared(a, b, found.trials - 1, exact) < threshold
    assert found.difference == pytest.approx(0.075, rel=1e-12)
    # An offset or a scale of the weights only matters for the difference.
    moved = plan.trials_needed(*sides, w=[1e6 + 8 * x for x in w])
    assert moved.trials == found.trials
    assert moved.difference == pytest.approx(0.6, rel=1e-9)


def test_the_paper_needs_199_and_285_trials():
    """Section 2.9: 0.608 from 0.6213 at z = 1.645 and 1.96, with E[p (1 - p)] about 0.195."""
    pairs = [simulate.coins([0.608, 0.6213], seed=seed) for seed in range(40)]
    for confidence, paper in [(0.95, 199), (0.975, 285)]:
        needed = [
            plan.trials_needed(plan.assumed(high), plan.assumed(low), confidence).trials
            for low, high in pairs
        ]
        assert np.mean(needed) == pytest.approx(paper, rel=0.05)


def test_a_pilot_is_taken_by_its_posterior():
    """E[s²] of a Beta(α, β) question is mean² + variance, exactly."""
    pilot_a, pilot_b = [[1, 1, 0], [1, 1, 1]], [[1, 0, 0], [0, 1, 0]]
    n = plan.trials_needed(pilot_a, pilot_b, 0.9).trials
    threshold = NORMAL.inv_cdf(0.9) ** 2

    def squared(n):
        means, variances = [], []
        for pilot in (pilot_a, pilot_b):
            mean = variance = Fraction(0)
            for row in pilot:
                alpha, total = Fraction(1 + sum(row)), 5
                p = alpha / total
                var = p * (1 - p) / (total + 1)
                v = p - (p**2 + var)  # E[p (1 - p)]
                # Successes c are Beta-binomial: E[(1 + c)²] from its moments.
                square = (1 + n * p) ** 2 + n * v + n**2 * var
                mean += (1 + n * p) / (n + 2)
                variance += ((1 + n * p) / (n + 2) - square / (n + 2) ** 2) / (n + 3)
            means.append(mean / 2)
            variances.append(variance / 4)
        return (means[0] - means[1]) ** 2 / sum(variances)

    assert squared(n) >= threshold
    assert squared(n - 1) < threshold
    ragged = [[1, 1, 0], [1, 1, 1, 0]]
    assert plan.trials_needed(ragged, pilot_b).trials is not None


def test_counts_are_pilots(coins):
    counts = scorio.count(coins)
    strong, weak = (counts.select(model=name) for name in ("coin-10", "coin-09"))
    found = plan.trials_needed(strong, weak)
    assert 20 < found.trials < 1000
    assert found.difference == pytest.approx(0.6268 - 0.6098, abs=1e-3)
    with pytest.raises(ValueError, match="the counts hold 11 models"):
        plan.trials_needed(counts, weak)


def counted(folder, name, categories, outcomes):
    """Counts of one model, question by question, of a log that names its categories."""
    rows = [
        {"model": name, "question": question, "trial": trial, "outcome": outcome}
        for question, row in enumerate(outcomes)
        for trial, outcome in enumerate(row)
    ]
    path = folder / f"{name}.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return scorio.count(path, categories={category: category for category in categories})


def test_categories_named_by_numbers_are_their_own_weights(tmp_path):
    outcomes = [["1", "1", "0"], ["1", "0", "1"]], [["0", "0", "1"], ["1", "0", "0"]]
    plain = [[[int(x) for x in row] for row in model] for model in outcomes]
    # Posterior means: (3/5 + 3/5)/2 and (2/5 + 2/5)/2.
    for categories in (["0", "1"], ["1", "0"]):
        a, b = (
            counted(tmp_path, name, categories, o) for name, o in zip("ab", outcomes, strict=True)
        )
        found = plan.trials_needed(a, b)
        assert found.difference == pytest.approx(0.2, rel=1e-12)
        assert found == plan.trials_needed(*plain)
        compared = scorio.compare(a, b, metric="bayes")[0]
        assert found.difference == pytest.approx(compared.difference, rel=1e-12)
        assert plan.foresee(a, b, 4, replicates=50)[0].z.value > 0
        assert plan.smallest_difference(a, 30) == plan.smallest_difference(plain[0], 30)
    # Given weights replace the names.
    assert plan.trials_needed(a, b, w=[0, 1]).difference == pytest.approx(-0.2, rel=1e-12)
    graded = ["0", "0.5", "1"]
    a = counted(tmp_path, "c", graded, [["1", "0.5"]])
    b = counted(tmp_path, "d", graded, [["0.5", "0"]])
    # Posterior means over α = (1, 2, 2) and (2, 2, 1).
    assert plan.trials_needed(a, b).difference == pytest.approx(0.6 - 0.4, rel=1e-12)
    even = plan.assumed([[0.25, 0.5, 0.25]], categorical=True)
    assert plan.trials_needed(a, even).difference == pytest.approx(0.1, rel=1e-12)


def test_counts_of_other_categories_are_errors(tmp_path):
    up = counted(tmp_path, "up", ["0", "1"], [["1", "0"]])
    down = counted(tmp_path, "down", ["1", "0"], [["1", "0"]])
    with pytest.raises(ValueError, match="a has the categories 0, 1 but b has 1, 0"):
        plan.trials_needed(up, down, w=[0, 1])
    with pytest.raises(ValueError, match="the categories of the counts are 1, 0 in this order"):
        plan.trials_needed(down, plan.assumed([0.5]))
    assert plan.trials_needed(up, plan.assumed([0.25])).difference == pytest.approx(0.25)
    letters = counted(tmp_path, "letters", ["a", "b", "c"], [["a", "b", "c"]])
    with pytest.raises(ValueError, match="w is missing"):
        plan.smallest_difference(letters, 5)


@pytest.mark.parametrize("power", [None, 0.8])
def test_equal_means_need_no_number_of_trials(power):
    a, b = plan.assumed([0.1, 0.2, 0.6]), plan.assumed([0.3, 0.3, 0.3])
    found = plan.trials_needed(a, b, power=power)
    assert found[:4] == (None, None, None, 0.0)
    assert found.says.startswith(
        "No number of trials separates them: the expected scores are equal"
    )
    # Certain outcomes, equal weights and the same pilot are equal, too.
    assert plan.trials_needed(plan.assumed([1.0]), plan.assumed([1.0, 1.0])).trials is None
    assert plan.trials_needed([[0, 1]], [[1, 1]], w=[2.0, 2.0]).trials is None
    assert plan.trials_needed([[0, 1]], [[1, 0]]).trials is None


def test_a_tiny_difference_is_beyond_every_number_of_trials():
    found = plan.trials_needed(plan.assumed([0.5]), plan.assumed([0.5 + 1e-9]))
    assert found.trials is None
    assert "up to 1,000,000,000" in found.says


def exact_foresight(a, b, n, threshold):
    """Separation, order and both, over all numbers of successes of two one-question models."""

    def law(p):
        return {c: math.comb(n, c) * p**c * (1 - p) ** (n - c) for c in range(n + 1)}

    def posterior(c):
        mean = (c + 1) / (n + 2)
        return mean, mean * (1 - mean) / (n + 3)

    sums = np.zeros(5)
    for (c, p), (d, q) in itertools.product(law(a).items(), law(b).items()):
        (mu, var), (nu, war) = posterior(c), posterior(d)
        z = (mu - nu) / math.sqrt(var + war)
        apart, right = abs(z) >= threshold, z * (a - b) > 0
        sums += p * q * np.array([abs(z), apart, right, apart and right, apart and not right])
    return sums


@pytest.mark.parametrize(("a", "b"), [(0.7, 0.4), (0.5, 0.5), (1.0, 0.9)])
def test_foresight_is_the_sum_over_all_outcomes(a, b):
    grid = [1, 2, 5, 12]
    found = plan.foresee(plan.assumed([a]), plan.assumed([b]), grid, 0.9, replicates=20_000, seed=3)
    for n, seen in zip(grid, found, strict=True):
        exact = exact_foresight(a, b, n, NORMAL.inv_cdf(0.9))
        measured = (seen.z, seen.separated, seen.right, seen.found, seen.wrong)
        assert seen.trials == n
        for (value, error), truth in zip(measured, exact, strict=True):
            assert abs(value - truth) < 4.5 * error + 1e-12
        assert seen.quantiles[0] <= seen.quantiles[1] <= seen.quantiles[2]


def test_foresight_from_a_pilot_is_the_posterior_predictive():
    """P(right order) integrates the exact figure over both Beta posteriors."""
    pilot_a, pilot_b, n = [[1, 1, 0]], [[0, 1, 0, 0]], 4
    seen = plan.foresee(pilot_a, pilot_b, n, replicates=20_000, seed=1)[0]
    x = (np.arange(60) + 0.5) / 60
    density_a, density_b = x**2 * (1 - x), x * (1 - x) ** 3
    weight = np.outer(density_a, density_b) / density_a.sum() / density_b.sum()
    exact = sum(
        weight[i, j] * exact_foresight(x[i], x[j], n, 1.645)[2]
        for i in range(60)
        for j in range(60)
        if weight[i, j] > 1e-7
    )
    # The grid has ties of x. Half of their weight belongs to each order: at most 1 %.
    assert abs(seen.right.value - exact) < 4 * seen.right.error + 0.01


def test_quantiles_of_z_are_those_of_the_replicates():
    a, b = plan.assumed([0.5] * 200), plan.assumed([0.5] * 200)
    low, middle, high = plan.foresee(a, b, 50, replicates=20_000)[0].quantiles
    # |z| of equal models is half-normal, with Var(μ - μ′) = N / (2 T² M) over E[σ² + σ′²],
    # 2 (1/4 - N / (4 T²)) / ((T + 1) M), T = N + 2. Means lie on a grid, of 0.014 in z.
    scale = math.sqrt(50 * 53 / 52**2 / (1 - 50 / 52**2))
    for level, found in [(0.05, low), (0.5, middle), (0.95, high)]:
        assert found == pytest.approx(scale * NORMAL.inv_cdf(0.5 + level / 2), abs=0.04)


def test_power_is_reached_at_the_trials_for_it():
    a, b = (plan.assumed(p) for p in simulate.coins([0.6, 0.5], seed=2))
    found = plan.trials_needed(a, b, power=0.8, seed=1)
    assert found.trials_for_power > found.trials
    assert found.power.value >= 0.8
    again = plan.foresee(a, b, found.trials_for_power, replicates=20_000, seed=2)[0].found
    assert abs(again.value - 0.8) < 4 * math.hypot(again.error, found.power.error) + 0.01
    assert f"{found.trials_for_power:,} find their order with probability" in found.says


def test_pilots_reach_a_power_too():
    found = plan.trials_needed([[1, 1, 1, 0]] * 20, [[0, 1, 0, 1]] * 20, power=0.8, replicates=500)
    assert found.power.value >= 0.8
    assert found.power.error < 0.03


def test_models_behind_equal_pilots_may_differ():
    found = plan.trials_needed([[0, 1]], [[1, 0]], power=0.8, replicates=500)
    assert (found.trials, found.difference) == (None, 0.0)
    assert found.power.value >= 0.8
    assert found.says.startswith("The expected scores are equal, but the models may differ.")


def test_a_power_is_reached_with_so_many_trials_and_not_with_one_less():
    """With few questions and trials the power is not monotone. A smaller N may reach it, too."""
    a, b = plan.assumed([0.7, 0.6]), plan.assumed([0.3, 0.4])
    found = plan.trials_needed(a, b, power=0.576)
    n = found.trials_for_power
    before, at = (plan.foresee(a, b, trials)[0].found for trials in (n - 1, n))
    assert before.value < 0.576 <= at.value
    assert found.power == at


def test_order_probability_rises_with_trials():
    a, b = (plan.assumed(p) for p in simulate.coins([0.55, 0.5], seed=2))
    measured = [plan.order_probability(a, b, n).value for n in (1, 10, 100)]
    assert measured == sorted(measured)
    assert plan.order_probability(b, a, 10).value == pytest.approx(measured[1], abs=0.05)


@pytest.mark.parametrize("power", [0.5, 0.8, 0.95])
def test_the_smallest_difference_has_its_power(power):
    p = simulate.coins([0.4], 100, concentration=20, seed=6)[0]
    found = plan.smallest_difference(plan.assumed(p), 20, power=power)
    seen = plan.foresee(plan.assumed(p), plan.assumed(p + found.difference), 20, replicates=20_000)[
        0
    ].found
    assert seen.value == pytest.approx(power, abs=0.03)
    assert str(power) in found.says


def test_the_smallest_difference_in_closed_form():
    """With all p = 1/2, E[m (1 - m)] is 1/4 less the variance of m, which is N / (4 T²)."""
    n, m = 10, 50
    total = n + 2
    expected = (Fraction(1, 4) - Fraction(n, 4 * total**2)) / (total + 1) / m
    scatter = Fraction(n, 4 * total**2 * m)
    z, reach = NORMAL.inv_cdf(0.95), NORMAL.inv_cdf(0.8)
    delta = total / n * math.sqrt(2) * (z * math.sqrt(expected) + reach * math.sqrt(scatter))
    found = plan.smallest_difference(plan.assumed([0.5] * m), n)
    assert found.difference == pytest.approx(delta, rel=1e-9)
    graded = plan.smallest_difference(plan.assumed([0.5] * m), n, w=[0.0, 3.0])
    assert graded.difference == pytest.approx(3 * delta, rel=1e-9)


def test_no_difference_may_be_large_enough():
    found = plan.smallest_difference([[0, 1]], 1)
    assert found.difference is None
    assert (
        found.says == "With 1 trial of each question no score is far enough away to be separated."
    )
