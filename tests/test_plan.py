"""Plans: closed forms in rational arithmetic, enumeration of all outcomes, and simulation agree."""

import itertools
import json
import math
import subprocess
import sys
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
    # Neither an offset nor a scale of the weights matters, but to the difference.
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
        assert found.difference == pytest.approx(scorio.compare(a, b)[0].difference, rel=1e-12)
        assert plan.foresee(a, b, 4, replicates=50)[0].z.value > 0
        assert plan.smallest_difference(a, 30) == plan.smallest_difference(plain[0], 30)
    # Other weights are those that are given.
    assert plan.trials_needed(a, b, w=[0, 1]).difference == pytest.approx(-0.2, rel=1e-12)
    graded = ["0", "0.5", "1"]
    a = counted(tmp_path, "c", graded, [["1", "0.5"]])
    b = counted(tmp_path, "d", graded, [["0.5", "0"]])
    # Posterior means over α = (1, 2, 2) and (2, 2, 1).
    assert plan.trials_needed(a, b).difference == pytest.approx(0.6 - 0.4, rel=1e-12)
    even = plan.assumed([[0.25, 0.5, 0.25]], categorical=True)
    assert plan.trials_needed(a, even).difference == pytest.approx(0.1, rel=1e-12)


def test_counts_of_other_categories_are_refused(tmp_path):
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
    # Certain outcomes, equal weights and one and the same pilot are equal too.
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
    # The grid has ties of x, half of whose weight belongs to either order: 1 % at most.
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
    """With few questions and trials the power goes up and down: a smaller N may reach it too."""
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


def brute_split(between, within, budget, cost, most):
    splits = {}
    for n in range(1, budget + 1):
        m = min(most, math.floor(budget / (n + cost)))
        if m:
            splits[(m, n)] = math.sqrt((between + within / n) / m)
    return min(splits, key=splits.get), min(splits.values())


@pytest.mark.parametrize("cost", [0.0, 0.5, 20.0])
@pytest.mark.parametrize("most", [7, 10**9])
def test_the_split_is_the_best_of_all(cost, most):
    a, b = np.array([0.1, 0.5, 0.7, 0.9]), np.array([0.3, 0.4, 0.9, 0.4])
    between = np.var(a - b, ddof=1)
    within = np.mean(a * (1 - a) + b * (1 - b))
    found = plan.questions_or_trials(
        plan.assumed(a), plan.assumed(b), 500, question_cost=cost, max_questions=most
    )
    assert (found.between, found.within) == pytest.approx((between, within), rel=1e-12)
    place, sigma = brute_split(between, within, 500, cost, most)
    assert found[:2] == place
    assert found.sigma == pytest.approx(sigma, rel=1e-12)


def test_no_number_of_trials_is_beyond_the_split():
    a, b = plan.assumed([0.4, 0.9]), plan.assumed([0.3, 0.4])
    for most in (1, 3):
        found = plan.questions_or_trials(a, b, 10**9, max_questions=most)
        assert found[:2] == (most, 10**9 // most)
    # σ² = (B + W / N) / M with M = 10⁹ / (N + c) is smallest at N = √(c W / B).
    found = plan.questions_or_trials(a, b, 10**9, question_cost=1e7)
    best = math.sqrt(1e7 * found.within / found.between)
    assert found.trials == pytest.approx(best, rel=0.01) or found.questions <= 100
    assert found.questions * (found.trials + 1e7) <= 10**9
    # Where trials do not vary, one of each question is as good as any more.
    certain = plan.assumed([0.0, 1.0]), plan.assumed([1.0, 1.0])
    assert plan.questions_or_trials(*certain, 10**9, max_questions=7)[:2] == (7, 1)


def test_components_are_estimated_without_bias():
    p = simulate.coins([0.4, 0.55], 2000, seed=8)
    R = simulate.trials(p, 4, seed=9)
    found = plan.questions_or_trials(R[0], R[1], 100)
    assert found.between == pytest.approx(np.var(p[0] - p[1], ddof=1), rel=0.15)
    assert found.within == pytest.approx(np.mean(p * (1 - p)) * 2, rel=0.05)
    # A shift of the weights changes nothing, a scale does by its square.
    graded = plan.questions_or_trials(R[0], R[1], 100, w=[5.0, 7.0])
    assert graded.between == pytest.approx(4 * found.between, rel=1e-9)
    assert plan.questions_or_trials([[0, 1]] * 9, [[1, 0]] * 9, 100).between == 0.0


def test_looking_again_and_again_is_wrong_more_often():
    p = plan.assumed(simulate.coins([0.5], seed=3)[0])
    once = plan.repeated_looks(p, p, [80])
    often = plan.repeated_looks(p, p)
    assert once.wrong == once.wrong_once == once.stopped
    assert abs(once.wrong.value - 0.1) < 4 * once.wrong.error + 0.01
    assert often.wrong.value > 2.5 * once.wrong.value
    assert often.wrong == often.stopped
    assert often.trials.value < 80
    assert once.trials.value == 80
    strict = plan.repeated_looks(p, p, confidence=often.confidence, seed=5)
    assert abs(strict.wrong.value - 0.1) < 6 * strict.wrong.error
    assert often.confidence > 0.97


@pytest.mark.parametrize("questions", [1, 2, 5, 30])
@pytest.mark.parametrize("looks", [[1], [1, 2, 3], range(1, 21)])
def test_the_confidence_for_all_looks_stops_no_more_than_one_look(questions, looks):
    """Of few questions z has few values, each of which many replicates share."""
    p = plan.assumed([0.5] * questions)
    seen = plan.repeated_looks(p, p, looks)
    if seen.confidence is None:
        assert questions <= 2
        assert list(looks) == [1]
        return
    assert 0.5 < seen.confidence < 1
    again = plan.repeated_looks(p, p, looks, seen.confidence)
    assert again.stopped.value <= 0.1
    other = plan.repeated_looks(p, p, looks, seen.confidence, seed=1).stopped
    assert other.value < 0.1 + 5 * other.error
    assert seen.says.startswith("Looking with confidence 0.")


def test_there_may_be_no_confidence_for_all_looks():
    p = plan.assumed([0.5])
    # One question and one trial: z is 0 or 1, and 1 for half of the replicates.
    seen = plan.repeated_looks(p, p, [1], 0.8)
    assert seen.confidence is None
    assert abs(seen.stopped.value - 0.5) < 5 * seen.stopped.error
    assert "more than 0.4 of the replicates reach the largest z" in seen.says
    never = plan.assumed([0.0] * 5)
    seen = plan.repeated_looks(never, never, [1, 2])
    assert (seen.confidence, seen.stopped.value) == (None, 0.0)
    assert seen.says == "The looks need no other confidence: no replicate stops."
    differ = plan.repeated_looks(p, never, [1])
    assert differ.confidence is None
    assert "not known to be equal" in differ.says


def test_one_replicate_has_no_standard_error_of_a_mean():
    a, b = plan.assumed([0.5, 0.6]), plan.assumed([0.5, 0.2])
    assert math.isnan(plan.foresee(a, b, 3, replicates=1)[0].z.error)
    assert math.isnan(plan.repeated_looks(a, b, [3], replicates=1).trials.error)
    assert plan.foresee(a, b, 3, replicates=2)[0].z.error >= 0


def test_an_offset_of_the_weights_changes_nothing():
    a, b = plan.assumed([0.6] * 9), plan.assumed([0.55] * 9)
    plain = plan.trials_needed(a, b)
    for offset in (1e9, 1e11, 1e15):
        w = [offset, offset + 1]
        assert plan.trials_needed(a, b, w=w) == plain
        assert plan.smallest_difference(a, 20, w=w) == plan.smallest_difference(a, 20)
        assert plan.foresee(a, b, 5, w=w, replicates=9) == plan.foresee(a, b, 5, replicates=9)
    tiny = plan.foresee(a, b, 5, w=[0, 1e-200], replicates=9)[0]
    assert tiny.right == plan.foresee(a, b, 5, replicates=9)[0].right
    R = simulate.trials([a.p, b.p], 8, seed=1)
    split = plan.questions_or_trials(*R, 100, w=[1e15, 1e15 + 1])
    assert split == plan.questions_or_trials(*R, 100)


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are Linux's")
@pytest.mark.parametrize(
    ("call", "what"),
    [
        ("plan.foresee(one, one, range(1, 200), replicates=10**7)", "z of every replicate"),
        ("plan.repeated_looks(one, one, [1], replicates=10**9)", "the largest z of every"),
        ("simulate.updates(3, 10**8, seed=1)", "the table of updates"),
        ("simulate.trials([0.5] * 40, 10**8, seed=1)", "the table of outcomes"),
    ],
)
def test_what_memory_cannot_hold_is_an_error(call, what):
    code = f"""
import resource
from scorio import plan, simulate
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
one = plan.assumed([0.5])
{call}
"""
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1, ended.stderr
    assert f"ValueError: {what}" in ended.stderr
    assert "needs more memory than there is" in ended.stderr


def test_one_look_is_a_foresight():
    a, b = (plan.assumed(p) for p in simulate.coins([0.5, 0.52], seed=3))
    looks = plan.repeated_looks(a, b, [20])
    seen = plan.foresee(a, b, [20])[0]
    assert (looks.stopped, looks.wrong) == (seen.separated, seen.wrong)
    assert looks.confidence is None


def test_the_same_seed_gives_the_same_and_another_another():
    a, b = (plan.assumed(p) for p in simulate.coins([0.5, 0.52], seed=3))
    assert plan.foresee(a, b, seed=7) == plan.foresee(a, b, seed=7)
    assert plan.foresee(a, b, seed=7) != plan.foresee(a, b, seed=8)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda a: plan.trials_needed(a, a, 1.0), ValueError, "confidence = 1 is not between"),
        (
            lambda a: plan.trials_needed(a, [[0, 1]], power=1),
            ValueError,
            "power = 1 is not between",
        ),
        (lambda a: plan.trials_needed(a, [[0, 2]]), ValueError, "R[0, 1] = 2 is not a category"),
        (lambda a: plan.trials_needed(a, []), ValueError, "at least one question"),
        (lambda a: plan.trials_needed(a, [[None, 1]]), ValueError, "R[0, 0] is missing"),
        (
            lambda a: plan.trials_needed(a, np.zeros((2, 2, 2), int)),
            ValueError,
            "a pilot has 3 axes",
        ),
        (lambda a: plan.trials_needed(a, [[0, 1]], w=[0, 1, 2]), ValueError, "w has 3 weights but"),
        (lambda a: plan.trials_needed(a, a, w=[0, np.nan]), ValueError, "w[1] = NaN is not finite"),
        (lambda a: plan.trials_needed(a, plan.assumed([1.5])), ValueError, "p[0] = 1.5 is not in"),
        (lambda a: plan.trials_needed(a, plan.assumed([])), ValueError, "p has 0 rows"),
        (lambda _: plan.assumed([[0.5]]), ValueError, "p has 2 axes"),
        (lambda _: plan.assumed([0.5], categorical=True), ValueError, "p has 1 axis"),
        (lambda a: plan.foresee(a, a, []), ValueError, "there is no number of trials"),
        (
            lambda a: plan.foresee(a, a, [3, 3]),
            ValueError,
            "trials[1] = 3 is not a number of trials",
        ),
        (lambda a: plan.foresee(a, a, 0), ValueError, "trials = 0 is not a whole number"),
        (
            lambda a: plan.foresee(a, a, [1, 2.5]),
            TypeError,
            "trials[1] = 2.5 is not a whole number",
        ),
        (lambda a: plan.foresee(a, a, replicates=0), ValueError, "replicates = 0 is not a whole"),
        (lambda a: plan.foresee(a, a, seed=-1), ValueError, "seed = -1 is not a whole number"),
        (lambda a: plan.order_probability(a, a, 0), ValueError, "trials = 0 is not a whole number"),
        (lambda a: plan.smallest_difference(a, 0), ValueError, "trials = 0 is not a whole number"),
        (lambda a: plan.smallest_difference(a, 5, power=0), ValueError, "power = 0 is not between"),
        (lambda a: plan.smallest_difference(a, 5, 0), ValueError, "confidence = 0 is not between"),
        (lambda a: plan.questions_or_trials(a, [[0, 1]], 9), TypeError, "a and b differ in kind"),
        (lambda a: plan.questions_or_trials(a, a, 0), ValueError, "budget = 0 is not a whole"),
        (
            lambda a: plan.questions_or_trials(a, a, 3, question_cost=3),
            ValueError,
            "budget = 3 is not",
        ),
        (
            lambda a: plan.questions_or_trials(a, a, 9, question_cost=-1),
            ValueError,
            "question_cost = -1 is not a finite number from 0",
        ),
        (
            lambda a: plan.questions_or_trials(a, a, 9, max_questions=0),
            ValueError,
            "max_questions = 0",
        ),
        (lambda a: plan.questions_or_trials(a, a, 9, w=[0, 1]), ValueError, "without weights"),
        (
            lambda a: plan.questions_or_trials(a, plan.assumed([0.5]), 9),
            ValueError,
            "a has 2 questions but b has 1",
        ),
        (
            lambda _: plan.questions_or_trials([[0, 1]], [[0, 1]], 9),
            ValueError,
            "the number of questions = 1 is not from 2",
        ),
        (
            lambda _: plan.questions_or_trials([[0], [1]], [[0], [1]], 9),
            ValueError,
            "the number of trials of a = 1 is not from 2",
        ),
        (
            lambda _: plan.questions_or_trials([[0, 1], [0, 3]], [[0, 1], [0, 1]], 9),
            ValueError,
            "a[1, 1] = 3 is not a category",
        ),
        (lambda a: plan.repeated_looks(a, a, [2, 1]), ValueError, "trials[1] = 1 is not a number"),
        (lambda a: plan.repeated_looks(a, a, confidence=-1), ValueError, "confidence = -1 is not"),
    ],
)
def test_bad_input_is_named(call, error, message):
    with pytest.raises(error) as caught:
        call(plan.assumed([0.25, 0.75]))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
