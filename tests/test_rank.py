import math
import os
import re
import signal
import threading
import warnings
from decimal import Decimal, getcontext, localcontext
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from scipy import stats

import scorio
from scorio import rank

TAU_TOLERANCE = 1e-12
# SciPy's own p-values lose digits in the tails of the normal and of the t distribution.
P_TOLERANCE = 1e-9
# Section 2.7 of the paper: true means of its models 11 down to 1.
TRUE_MEANS = [0.7327, 0.6213, 0.608, 0.5276, 0.5418, 0.4466, 0.3642, 0.3642, 0.3604, 0.2545, 0.2332]
# Table 1, for the same models.
GOLD = [1, 2, 3, 5, 4, 6, 7, 7, 8, 9, 10]
BAYES_80 = [1, 3, 2, 5, 4, 6, 7, 8, 9, 10, 11]
BAYES_80_WITH_INTERVALS = [1, 2, 2, 3, 3, 4, 5, 5, 5, 6, 7]


def random_rankings(seed, count, most=60):
    """Pairs of rankings with many ties or few, related or not."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        n, levels = rng.integers(2, most), rng.integers(2, 80)
        x = rng.integers(0, levels, n)
        y = np.where(rng.random(n) < rng.random(), x, rng.integers(0, levels, n))
        if len(set(x.tolist())) > 1 and len(set(y.tolist())) > 1:
            yield x, y


@pytest.fixture(scope="module")
def board(coins):
    return scorio.count(coins).score("bayes")


def test_table_1_of_the_paper(board):
    assert rank.rank_scores(TRUE_MEANS).dense.tolist() == GOLD
    rows = {row.model: row for row in board}
    models = [f"coin-{i:02d}" if f"coin-{i:02d}" in rows else f"coin-{i}" for i in range(11, 0, -1)]
    mus = [rows[model].score for model in models]
    sigmas = [rows[model].sigma for model in models]
    # New coins with the same true means tie like those of the paper.
    with_intervals = rank.rank_scores(mus, sigmas, confidence=0.95)
    assert with_intervals.dense.tolist() == BAYES_80_WITH_INTERVALS
    assert set(rank.rank_scores(mus).dense) == set(BAYES_80)
    # z = 1.645 and its confidence are those of the paper.
    assert rank.rank_scores([1.6449, 0], [1, 0]).dense.tolist() == [1, 2]
    assert rank.rank_scores([1.6448, 0], [1, 0]).dense.tolist() == [1, 1]


def test_agreement_of_table_1():
    # One swapped pair, one pair tied in gold: 53 concordant and 1 discordant of 55.
    found = rank.agreement(np.negative(BAYES_80), np.negative(GOLD))
    assert (found.models, found.concordant, found.discordant) == (11, 53, 1)
    assert found.tau_a.statistic == pytest.approx(float(Fraction(52, 55)), rel=1e-15)
    assert found.tau_b.statistic == pytest.approx(52 / math.sqrt(54 * 55), rel=1e-15)
    # Two models swap places 2 and 3, and two share 7 and 8.
    assert (found.displaced, found.farthest, found.same_order) == (4, 1.0, False)
    assert rank.agreement(TRUE_MEANS, np.negative(GOLD)).same_order


def test_conventions_are_scipys():
    for x, _ in random_rankings(1, 200):
        found = rank.rank_scores(x)
        names = {"competition": "min", "competition_max": "max", "dense": "dense"}
        for ours, theirs in names.items():
            assert getattr(found, ours).tolist() == stats.rankdata(-x, theirs).tolist()
        assert found.fractional.tolist() == stats.rankdata(-x, "average").tolist()


def test_coefficients_are_scipys():
    for x, y in random_rankings(2, 1000):
        theirs, ours = stats.kendalltau(x, y), rank.kendall(x, y)
        assert ours.statistic == pytest.approx(theirs.statistic, rel=TAU_TOLERANCE, abs=1e-15)
        assert ours.pvalue == pytest.approx(theirs.pvalue, rel=P_TOLERANCE)
        weighted = rank.weighted_tau(x, y, permutations=1).statistic
        expected = stats.weightedtau(x, y).statistic
        assert weighted == pytest.approx(expected, rel=TAU_TOLERANCE, abs=1e-14)
        theirs, ours = stats.spearmanr(x, y), rank.spearman(x, y)
        assert ours.statistic == pytest.approx(theirs.statistic, rel=TAU_TOLERANCE, abs=1e-15)
        if len(x) > 2 and abs(ours.statistic) < 1:
            assert ours.pvalue == pytest.approx(theirs.pvalue, rel=P_TOLERANCE)


def test_p_values_without_ties_are_scipys():
    rng = np.random.default_rng(3)
    for n in [*range(2, 45), 200]:
        x, noise = rng.permutation(n), rng.normal(size=n)
        for strength in (0, 1, 3):
            y = noise * n / 3 + strength * x
            theirs = stats.kendalltau(x, y).pvalue
            assert rank.kendall(x, y).pvalue == pytest.approx(theirs, rel=P_TOLERANCE)
    # At most one discordant pair is exact for any number of models: 2 n of n! orders.
    x = np.arange(50)
    y = x.copy()
    y[[7, 8]] = y[[8, 7]]
    exact = float(Fraction(2 * 50, math.factorial(50)))
    assert rank.kendall(x, y).pvalue == pytest.approx(exact, rel=1e-13)


@pytest.mark.parametrize("n", [5, 6, 7, 50, 51, 999, 1000, 1002, 1401])
def test_spearmans_tail_is_exact(n):
    """Against Student's t by its finite sums (Abramowitz & Stegun 26.7.3, 26.7.4), in 60 digits."""
    rng = np.random.default_rng(n)
    for strength in (0.0, 0.1, 1.0):
        x = rng.permutation(n)
        y = stats.rankdata(strength * x / n + rng.normal(size=n) / 4)
        ours = rank.spearman(x, y)
        a, b = stats.rankdata(x), y
        difference = sum((Fraction(p) - Fraction(q)) ** 2 for p, q in zip(a, b, strict=True))
        rho = 1 - 6 * difference / (n**3 - n)
        assert ours.statistic == pytest.approx(float(rho), rel=1e-14)
        with localcontext() as context:
            context.prec = 60 + n // 2
            sine = abs(Decimal(rho.numerator) / Decimal(rho.denominator))
            square = 1 - sine * sine
            degrees = n - 2
            if degrees % 2 == 0:
                term, total = Decimal(1), Decimal(0)
                for k in range(degrees // 2):
                    total += term
                    term *= square * (2 * k + 1) / (2 * k + 2)
                tail = 1 - sine * total
            else:
                term, total = square.sqrt(), Decimal(0)
                for k in range((degrees - 1) // 2):
                    total += term
                    term *= square * (2 * k + 2) / (2 * k + 3)
                tail = 1 - (arcsine(sine) + sine * total) * 2 / (
                    4 * arcsine(Decimal(1) / 2) * 3 / 2
                )
            assert ours.pvalue == pytest.approx(float(tail), rel=1e-12, abs=0)


def arcsine(x):
    """Use the series about 0. Near 1, use the series of half the angle."""
    if x > Decimal("0.6"):
        return 2 * arcsine(((1 - (1 - x * x).sqrt()) / 2).sqrt())
    term, total, k = x, x, 0
    while abs(term) > Decimal(10) ** (-getcontext().prec):
        term *= x * x * (2 * k + 1) / (2 * k + 2)
        k += 1
        total += term / (2 * k + 1)
    return total


def test_weighted_p_values_are_shares_of_permutations():
    x, y = [5, 4, 3, 2, 1], [4, 5, 2, 3, 1]
    all_orders = [stats.weightedtau(x, order).statistic for order in permutations(y)]
    at_hand = abs(stats.weightedtau(x, y).statistic)
    share = np.mean([abs(tau) >= at_hand - 1e-12 for tau in all_orders])
    exact = rank.weighted_tau(x, y)
    assert (exact.pvalue, exact.pvalue_error) == (pytest.approx(share), 0)
    sampled = rank.weighted_tau(x, y, permutations=119, seed=5)
    assert sampled == rank.weighted_tau(x, y, permutations=119, seed=5)
    assert sampled.pvalue_error == pytest.approx(
        math.sqrt(sampled.pvalue * (1 - sampled.pvalue) / 120)
    )
    assert abs(sampled.pvalue - share) < 5 * sampled.pvalue_error
    assert sampled.pvalue * 120 == pytest.approx(round(sampled.pvalue * 120))


def test_a_gold_ranking_with_ties_is_reported_and_gives_tau_b():
    x, gold = [4, 3, 2, 1], [0.9, 0.2, 0.5, 0.2]
    with pytest.warns(rank.TiedGoldWarning, match=r"gold\[1\] and gold\[3\] are both 0.2") as seen:
        found = rank.kendall(x, gold, variant="a")
    assert seen[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert found == rank.kendall(x, gold)
        # Ties in the compared ranking are allowed.
        assert rank.kendall(gold, x, "a").statistic == pytest.approx(0.5)
        assert rank.kendall(x, [4, 3, 1, 2], "a").statistic == pytest.approx(4 / 6)


def test_ranking_confidence():
    for z, rho in [(1.645, 0.95), (1.96, 0.975), (1.14, 0.87)]:  # sections 2.5 and 2.9
        found = rank.ranking_confidence(3 * z, 2.4, 0, 1.8)
        assert found.z == pytest.approx(z)
        assert round(found.rho, 3 if z > 1.9 else 2) == rho
    rng = np.random.default_rng(4)
    a, b, s, t = rng.normal(size=50), rng.normal(size=50), rng.random(50), rng.random(50)
    found = rank.ranking_confidence(a, s, b, t)
    np.testing.assert_allclose(found.rho, stats.norm.cdf(found.z), rtol=1e-14)
    np.testing.assert_allclose(found.z, abs(a - b) / np.hypot(s, t), rtol=1e-14)
    one = rank.ranking_confidence(a, s, 0.5, 0.1)
    assert one.rho[7] == rank.ranking_confidence(a[7], s[7], 0.5, 0.1).rho
    table = rank.pairwise(a, s)
    assert table.shape == (50, 50)
    np.testing.assert_allclose(table + table.T, 1, atol=1e-15)
    np.testing.assert_allclose(
        np.maximum(table, table.T)[3], rank.ranking_confidence(a, s, a[3], s[3]).rho, rtol=1e-14
    )
    assert rank.ranking_confidence(1, 0, 1, 0) == (0.5, 0)
    assert rank.ranking_confidence(1, 0, 2, 0) == (1, math.inf)


def test_ranks_do_not_depend_on_the_order_of_equal_scores():
    for sigmas in permutations([10, 0.001, 0.001]):
        # One of them is uncertain: an equal one, or the next.
        assert rank.rank_scores([1, 1, 0.5], sigmas).dense.tolist() == [1, 1, 1]
    assert rank.rank_scores([1, 1, 0.5], [0.001] * 3).dense.tolist() == [1, 1, 2]


def test_weighted_tau_does_not_depend_on_the_order_of_the_models():
    rng = np.random.default_rng(6)
    x, y = rng.integers(0, 20, 40), rng.integers(0, 20, 40)
    orders = [rng.permutation(40) for _ in range(20)]
    found = {rank.weighted_tau(x[o], y[o], permutations=99, seed=1) for o in orders}
    assert found == {rank.weighted_tau(x, y, permutations=99, seed=1)}


def test_all_permutations_can_be_ended():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT]).start()
    try:
        with pytest.raises(KeyboardInterrupt):
            rank.weighted_tau(range(12), range(12), permutations=10**9)
    finally:
        signal.signal(signal.SIGINT, before)


def test_the_smallest_and_the_largest_numbers():
    least, most = 5e-324, 1.7e308
    assert rank.pairwise([least, 0], [0, 0]).tolist() == [[0.5, 1], [0, 0.5]]
    plain = rank.chances([4, 3, 2, 1], [1, 2, 1, 1])
    for unit in (1e-300, 2e307):
        found = rank.chances(unit * np.arange(4, 0, -1), unit * np.array([1, 2, 1, 1]))
        assert found.pairs == pytest.approx(plain.pairs, rel=1e-9)
        assert found.best == pytest.approx(plain.best, rel=1e-9)
    assert rank.chances([0, 0, 0, 0], [0, 0, 0, 0]).best.tolist() == [0.25] * 4
    assert rank.chances([most, 0, 0, 0], [least] * 4).best.tolist() == [1, 0, 0, 0]
    assert rank.chances([], []).best.size == 0
    assert rank.ranking_confidence(least, 0, 0, least).z == 1
    assert rank.ranking_confidence(most, most, -most, most).z == pytest.approx(math.sqrt(2))
    assert rank.rank_scores([most, -most], [most, most]).dense.tolist() == [1, 1]
    found = scorio.sinf.should_stop_top1([most, -most], [most, most], method="zscore")
    assert found["ambiguous"] == [1]


def test_groups_and_letters():
    mus, sigmas = [0.5, 0.7, 0.66, 0.62], [0.02] * 4
    assert [group.tolist() for group in rank.groups(mus, sigmas)] == [[1, 2], [2, 3], [0]]
    assert rank.letters(mus, sigmas) == ["c", "a", "ab", "b"]
    # A very uncertain model is separated from none. Models around it are separated.
    assert rank.letters([3, 2, 1], [0.1, 5, 0.1]) == ["a", "ab", "b"]
    # Only the second and the third are separated. The first is separated from neither.
    assert rank.letters([3, 2.9, 1], [5, 0.1, 0.1]) == ["ab", "a", "b"]
    assert rank.letters([1, 1], [0, 0]) == ["a", "a"]
    assert rank.letters([], []) == []


def test_a_leaderboard_has_letters(coins):
    board = scorio.count(coins).score(["bayes", "avg"])
    letters = board.letters()
    assert len(letters) == len(board) == 22
    for first in (0, 11):
        rows = board[first : first + 11]
        mus, sigmas = [row.score for row in rows], [row.sigma for row in rows]
        assert letters[first : first + 11] == rank.letters(mus, sigmas)
    assert letters[0] == "a"
    assert set(letters[1]) & set(letters[2])


def test_array_likes():
    import pandas
    import polars

    expected = [3, 1, 2]
    given = [1.0, 3.0, 2.0]
    for scores in (
        given,
        tuple(given),
        np.array(given, dtype=np.float32),
        np.array([1, 9, 3, 9, 2])[::2],
        np.array(given, dtype=">f8"),
        pandas.Series(given, index=[7, 8, 9]),
        polars.Series(given),
        [1, 3, np.int8(2)],
        np.ma.masked_array([1, 3, 2], mask=False),
    ):
        assert rank.rank_scores(scores).competition.tolist() == expected
    assert rank.rank_scores([]).competition.tolist() == []
    assert rank.rank_scores([0.3, 0.1 + 0.2]).dense.tolist() == [1, 1]
    assert rank.rank_scores([0.3, 0.1 + 0.2], tol=0).dense.tolist() == [2, 1]
    overlap = rank.rank_scores([2.5, 0], [1, 1], tie_method="ci_overlap_adjacent")
    assert overlap.dense.tolist() == [1, 1]
    assert rank.rank_scores([2.5, 0], [1, 1]).dense.tolist() == [1, 2]


def test_separated_scores_are_those_of_the_leaderboard(coins):
    board = scorio.count(coins).score()
    scores, sigmas = [row.score for row in board], np.array([row.sigma for row in board])
    pairs = np.hypot(sigmas[:, None], sigmas[None])
    for errors in (sigmas, pairs):
        found = rank.separated(scores, errors)
        for row, own in zip(found.models, board, strict=True):
            assert row == (own.rank, own.rank_lo, own.rank_hi, own.with_leader, own.letters)
    assert np.allclose(found.p, found.p.T)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: rank.rank_scores([1, math.nan]), "scores[1] = NaN cannot be ranked"),
        (lambda: rank.rank_scores([1, None]), "scores[1] = NaN cannot be ranked"),
        (
            lambda: rank.rank_scores(np.ma.masked_array([1, 2], mask=[True, False])),
            "scores[0] = NaN cannot be ranked",
        ),
        (lambda: rank.rank_scores([[1, 2]]), "scores has 2 axes"),
        (lambda: rank.rank_scores([1, 2], [1]), "scores has 2 entries but sigmas has 1"),
        (lambda: rank.rank_scores([1, 2], [1, -1]), "sigmas[1] = -1 cannot be ranked"),
        (lambda: rank.rank_scores([1], [1], confidence=1), "confidence = 1 is not between 0 and 1"),
        (lambda: rank.rank_scores([1], [1], tie_method="z"), "tie_method = 'z' is not one of"),
        (lambda: rank.rank_scores([1], tol=-1), "tol = -1 is not a finite number from 0"),
        (lambda: rank.kendall([1, 2], [1]), "scores has 2 entries but gold has 1"),
        (lambda: rank.kendall([1, 2], [math.nan, 1]), "gold[0] = NaN cannot be ranked"),
        (lambda: rank.kendall([1], [1]), "1 model to compare"),
        (lambda: rank.kendall([], []), "0 models to compare"),
        (lambda: rank.kendall([1, 2], [1, 2], "c"), "variant = 'c' is not one of 'a', 'b'"),
        (lambda: rank.kendall([1, 1], [1, 2]), "all of scores are equal"),
        (lambda: rank.spearman([1, 2], [1, 1]), "all of gold are equal"),
        (lambda: rank.spearman([1], [1]), "1 model to compare"),
        (lambda: rank.weighted_tau([1], [1]), "1 model to compare"),
        (lambda: rank.weighted_tau([1, 2], [1, 2], permutations=0), "permutations = 0"),
        (
            lambda: rank.weighted_tau([1, 2], [1, 2], permutations=10**10),
            "permutations = 10000000000 is not a whole number from 1 to 1,000,000,000",
        ),
        (lambda: rank.weighted_tau([1, 2], [1, 2], seed=-1), "seed = -1"),
        (lambda: rank.agreement([1, 2, 3], [1, 2]), "scores has 3 entries but gold has 2"),
        (lambda: rank.agreement([1], [1]), "1 model to compare"),
        (lambda: rank.ranking_confidence(1, -1, 2, 1), "sigma_a[0] = -1"),
        (lambda: rank.ranking_confidence([1, 2], 1, [1, 2, 3], 1), "mu_a has 2 entries"),
        (lambda: rank.pairwise([1, math.inf], [1, 1]), "scores[1] = inf cannot be ranked"),
        (lambda: rank.groups([1], [1], 0), "confidence = 0 is not between 0 and 1"),
        (lambda: rank.letters([1, 2], [1]), "scores has 2 entries but sigmas has 1"),
        (lambda: rank.separated([1, 2], [1]), "scores has 2 entries but sigmas has 1"),
        (lambda: rank.separated([1, 2], np.ones((2, 3))), "scores has 2 entries but sigmas has 3"),
        (
            lambda: rank.separated([1, 2], 1),
            "sigmas has 0 axes: give one number for each model, or",
        ),
        (lambda: rank.separated([1, 2], [1, -1]), "sigmas[1] = -1 cannot be ranked"),
        (
            lambda: rank.separated([1, 2], [[0, 1], [2, 0]]),
            "sigmas[0, 1] = 1, but sigmas[1, 0] = 2: a difference has one error",
        ),
        (
            lambda: rank.separated([1, 2], [1, 1], degrees=0.5),
            "degrees = 0.5 is not a number from 1",
        ),
        (
            lambda: rank.separated([1, 2], [1, 1], family=1),
            "family = 1 is not a whole number from 2",
        ),
        (
            lambda: rank.separated([1, 2], [1, 1], ranks="all"),
            "ranks = 'all' is not one of 'each',",
        ),
    ],
)
def test_bad_input_is_reported(call, said):
    with pytest.raises(ValueError, match=f"^{re.escape(said)}"):
        call()


def test_a_non_number_is_a_type_error():
    for call in (
        lambda: rank.rank_scores(["0.5", "0.6"]),
        lambda: rank.rank_scores([1, "x", None]),
        lambda: rank.kendall([1, 2], [1j, 2]),
        lambda: rank.rank_scores([1], [1], confidence="high"),
        lambda: rank.weighted_tau([1, 2], [1, 2], seed=1.5),
        lambda: rank.weighted_tau([1, 2], [1, 2], permutations=True),
        lambda: rank.agreement([1, 2], [1, 2], seed=False),
    ):
        with pytest.raises(TypeError):
            call()


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("count", [1, 2, 3, 4, 9, 40])
def test_chances_are_those_of_the_table(count, seed):
    """They add up, agree with two models and with draws, and shrink towards 1/2."""
    rng = np.random.default_rng(seed)
    scores, sigmas = rng.normal(0.5, 0.03, count), rng.uniform(0.01, 0.05, count)
    pairs, best = rank.chances(scores, sigmas)
    assert pairs + pairs.T == pytest.approx(np.ones((count, count)), abs=1e-12)
    assert best.sum() == pytest.approx(1, abs=1e-12)
    flat = rank.pairwise(scores, sigmas)
    if count < 4:
        assert pairs == pytest.approx(flat, abs=1e-14)
        draws = rng.normal(scores, sigmas, (100_000, count)).argmax(axis=1)
        assert best == pytest.approx(np.bincount(draws, minlength=count) / 100_000, abs=0.01)
    else:
        assert np.all(np.abs(pairs - 0.5) <= np.abs(flat - 0.5) + 1e-12)
    if count == 2:
        assert best == pytest.approx([pairs[0, 1], pairs[1, 0]], abs=1e-9)
    order = rng.permutation(count)
    turned = rank.chances(scores[order], sigmas[order])
    assert turned.pairs == pytest.approx(pairs[np.ix_(order, order)], abs=1e-12)
    assert turned.best == pytest.approx(best[order], abs=1e-12)
