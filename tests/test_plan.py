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


def spread(side, w=(0, 1)):
    """σ² of the average after one trial of each question, exactly."""
    total = Fraction(0)
    for p in side:
        mean = sum(pk * wk for pk, wk in zip(p, w, strict=True))
        total += sum(pk * wk**2 for pk, wk in zip(p, w, strict=True)) - mean**2
    return total / len(side) ** 2


def binary(*p):
    return [(1 - Fraction(x), Fraction(x)) for x in p]


def power(gap, variance, confidence, models=2):
    each = confidence ** (1 / (models - 1))
    return NORMAL.cdf(abs(gap) / math.sqrt(variance) - NORMAL.inv_cdf((1 + each) / 2))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (binary("1/4", "1/2", "9/10"), binary("1/4", "2/5", "9/10")),
        (binary("1/8", 1, 1), binary(0, 1, 0)),
        (binary("1/2"), binary("51/100", "1/2")),
    ],
)
@pytest.mark.parametrize(("confidence", "family"), [(0.6, 2), (0.95, 2), (0.95, 45), (0.999, 3)])
def test_trials_needed_are_the_fewest_with_the_power(a, b, confidence, family):
    sides = [plan.assumed([float(p[1]) for p in side]) for side in (a, b)]
    one = float(spread(a) + spread(b))
    gap = sum(p[1] for p in a) / len(a) - sum(p[1] for p in b) / len(b)
    for wanted in (0.5, 0.8, 0.99):
        found = plan.trials_needed(*sides, confidence, wanted, family=family)
        assert found.difference == pytest.approx(float(gap), rel=1e-12)
        for n, difference in ((found.trials, gap), (found.half, gap / 2)):
            assert power(difference, one / n, confidence, family) >= wanted - 1e-9
            assert n == 1 or power(difference, one / (n - 1), confidence, family) < wanted + 1e-9
        assert found.power == pytest.approx(power(gap, one / found.trials, confidence, family))
        assert str(found.half) in found.says.replace(",", "")


def test_trials_needed_of_graded_outcomes():
    a = [(Fraction(1, 5), Fraction(3, 10), Fraction(1, 2)), (Fraction(0), Fraction(1), Fraction(0))]
    b = [(Fraction(2, 5), Fraction(1, 5), Fraction(2, 5)), (Fraction(0), Fraction(1), Fraction(0))]
    w = [0.0, 0.5, 1.0]
    sides = [plan.assumed(np.array(side, dtype=float), categorical=True) for side in (a, b)]
    found = plan.trials_needed(*sides, w=w)
    exact = [Fraction(x) for x in w]
    one = float(spread(a, exact) + spread(b, exact))
    assert power(0.075, one / found.trials, 0.95) >= 0.8
    assert power(0.075, one / (found.trials - 1), 0.95) < 0.8
    assert found.difference == pytest.approx(0.075, rel=1e-12)
    # An offset or a scale of the weights only matters for the difference.
    moved = plan.trials_needed(*sides, w=[1e6 + 8 * x for x in w])
    assert moved.trials == found.trials
    assert moved.difference == pytest.approx(0.6, rel=1e-9)


def test_the_paper_needs_199_and_285_trials():
    """Section 2.9: the expected z of 0.608 and 0.6213 is 1.645 and 1.96 there."""
    pairs = [simulate.coins([0.608, 0.6213], seed=seed) for seed in range(40)]
    for confidence, paper in [(0.9, 199), (0.95, 285)]:
        needed = [
            plan.trials_needed(plan.assumed(high), plan.assumed(low), confidence, 0.5).trials
            for low, high in pairs
        ]
        assert np.mean(needed) == pytest.approx(paper, rel=0.05)


def test_another_difference_may_be_the_true_one():
    a, b = [[1, 1, 0, 1]] * 20, [[0, 1, 0, 1]] * 20
    seen = plan.trials_needed(a, b)
    assert seen.difference == pytest.approx(0.25)
    small = plan.trials_needed(a, b, difference=-0.025)
    assert small.difference == -0.025
    assert small.trials == pytest.approx(100 * seen.trials, rel=0.1)
    assert plan.trials_needed(a, b, difference=0.125).trials == seen.half
    assert plan.trials_needed(a, a).trials is None


def test_counts_are_pilots(coins):
    counts = scorio.count(coins)
    strong, weak = (counts.select(model=name) for name in ("coin-10", "coin-09"))
    found = plan.trials_needed(strong, weak)
    assert 20 < found.trials < 1000
    compared = scorio.compare(strong, weak)[0]
    assert found.difference == pytest.approx(compared.difference, rel=1e-12)
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
    # The averages are 2/3 and 1/3.
    for categories in (["0", "1"], ["1", "0"]):
        a, b = (
            counted(tmp_path, name, categories, o) for name, o in zip("ab", outcomes, strict=True)
        )
        found = plan.trials_needed(a, b)
        assert found.difference == pytest.approx(1 / 3, rel=1e-12)
        assert found == plan.trials_needed(*plain)
        compared = scorio.compare(a, b)[0]
        assert found.difference == pytest.approx(compared.difference, rel=1e-12)
        assert plan.foresee(a, b, 4, replicates=50)[0].z.value > 0
        named, own = (plan.smallest_difference(one, 30) for one in (a, plain[0]))
        assert named.difference == pytest.approx(own.difference, rel=1e-12)
    # Given weights replace the names.
    assert plan.trials_needed(a, b, w=[0, 1]).difference == pytest.approx(-1 / 3, rel=1e-12)
    graded = ["0", "0.5", "1"]
    a = counted(tmp_path, "c", graded, [["1", "0.5"]])
    b = counted(tmp_path, "d", graded, [["0.5", "0"]])
    assert plan.trials_needed(a, b).difference == pytest.approx(0.75 - 0.25, rel=1e-12)
    even = plan.assumed([[0.25, 0.5, 0.25]], categorical=True)
    assert plan.trials_needed(a, even).difference == pytest.approx(0.25, rel=1e-12)


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


@pytest.mark.parametrize("wanted", [0.5, 0.8])
def test_equal_means_need_no_number_of_trials(wanted):
    a, b = plan.assumed([0.1, 0.2, 0.6]), plan.assumed([0.3, 0.3, 0.3])
    found = plan.trials_needed(a, b, power=wanted)
    assert found[:4] == (None, None, None, 0.0)
    assert found.says == "No number of trials separates them: the scores are equal."
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

    sigma = math.sqrt((a * (1 - a) + b * (1 - b)) / n)
    sums = np.zeros(5)
    for (c, p), (d, q) in itertools.product(law(a).items(), law(b).items()):
        z = (c - d) / n / sigma
        apart, right = abs(z) >= threshold, z * (a - b) > 0
        sums += p * q * np.array([abs(z), apart, right, apart and right, apart and not right])
    return sums


@pytest.mark.parametrize(("a", "b"), [(0.7, 0.4), (0.5, 0.5), (1.0, 0.9)])
def test_foresight_is_the_sum_over_all_outcomes(a, b):
    grid = [1, 2, 5, 12]
    found = plan.foresee(plan.assumed([a]), plan.assumed([b]), grid, 0.9, replicates=20_000, seed=3)
    for n, seen in zip(grid, found, strict=True):
        exact = exact_foresight(a, b, n, NORMAL.inv_cdf(0.95))
        measured = (seen.z, seen.separated, seen.right, seen.found, seen.wrong)
        assert seen.trials == n
        for (value, error), truth in zip(measured, exact, strict=True):
            assert abs(value - truth) < 4.5 * error + 1e-12
        assert seen.quantiles[0] <= seen.quantiles[1] <= seen.quantiles[2]


def test_foresight_from_a_pilot_is_the_posterior_predictive():
    """The true scores are those of the hierarchical prior, weighted by the chance of the pilots."""
    generator, draws, n = np.random.default_rng(3), 400_000, 4

    def drawn(successes, trials):
        mean, rho = generator.beta(0.5, 0.5, draws), generator.random(draws) ** 2
        size = np.clip((1 - rho) / rho, 1e-9, 1e12)
        shapes = (np.clip(mean, 1e-9, None) * size, np.clip(1 - mean, 1e-9, None) * size)
        p = generator.beta(*(np.clip(one, 1e-12, None)[:, None] for one in shapes), (draws, 2))
        c = np.array(successes)
        return p, (p**c * (1 - p) ** (trials - c)).prod(axis=1)

    (p, own), (q, base) = drawn([2, 3], 3), drawn([1, 2], 4)
    # The chance of both pilots together is a product, so each is drawn from its own posterior.
    (p, q) = (
        one[generator.choice(draws, 50_000, p=chance / chance.sum())]
        for one, chance in ((p, own), (q, base))
    )
    gap = generator.binomial(n, p).sum(axis=1) - generator.binomial(n, q).sum(axis=1)
    right = np.mean(gap * (p - q).sum(axis=1) > 0)
    pilots = [[1, 1, 0], [1, 1, 1]], [[0, 1, 0, 0], [0, 1, 1, 0]]
    seen = plan.foresee(*pilots, n, replicates=20_000, seed=1)[0]
    assert abs(seen.right.value - right) < 4 * seen.right.error + 0.01


def test_quantiles_of_z_are_those_of_the_replicates():
    a, b = plan.assumed([0.5] * 200), plan.assumed([0.5] * 200)
    low, middle, high = plan.foresee(a, b, 50, replicates=20_000)[0].quantiles
    # |z| of equal models is half-normal. Means lie on a grid, of 0.014 in z.
    for level, found in [(0.05, low), (0.5, middle), (0.95, high)]:
        assert found == pytest.approx(NORMAL.inv_cdf(0.5 + level / 2), abs=0.04)


def test_the_power_is_that_of_drawn_trials():
    for means, questions, family in (([0.6, 0.5], 30, 2), ([0.55, 0.5], 100, 10)):
        a, b = (plan.assumed(p) for p in simulate.coins(means, questions, seed=2))
        found = plan.trials_needed(a, b, family=family)
        seen = plan.foresee(a, b, found.trials, family=family, replicates=20_000, seed=2)[0].found
        assert seen.value == pytest.approx(found.power, abs=0.02)


def test_single_trials_tell_at_most_so_many():
    a, b = [[1]] * 30 + [[0]] * 20, [[1]] * 20 + [[0]] * 30
    found = plan.trials_needed(a, b)
    assert found.at_most
    assert "at most" in found.says
    # They are those of questions that are all alike.
    alike = plan.trials_needed(plan.assumed([0.6] * 50), plan.assumed([0.4] * 50))
    assert (found.trials, alike.at_most) == (alike.trials, False)


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
    n, m = 10, 50
    reach = NORMAL.inv_cdf(0.975) + NORMAL.inv_cdf(0.8)
    delta = reach * math.sqrt(2 * 0.25 / n / m)
    found = plan.smallest_difference(plan.assumed([0.5] * m), n)
    assert found.difference == pytest.approx(delta, rel=1e-9)
    graded = plan.smallest_difference(plan.assumed([0.5] * m), n, w=[0.0, 3.0])
    assert graded.difference == pytest.approx(3 * delta, rel=1e-9)
    table = plan.smallest_difference(plan.assumed([0.5] * m), n, family=10)
    ten = NORMAL.inv_cdf((1 + 0.95 ** (1 / 9)) / 2) + NORMAL.inv_cdf(0.8)
    assert table.difference == pytest.approx(ten / reach * delta, rel=1e-9)


def test_no_difference_may_be_large_enough():
    found = plan.smallest_difference([[0, 1]], 1)
    assert found.difference is None
    assert (
        found.says == "With 1 trial of each question no score is far enough away to be separated."
    )
