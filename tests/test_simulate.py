"""Biased coins: their moments match their distributions, and a seed repeats its draws."""

import csv
import json
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from click.testing import CliRunner

from scorio import eval, simulate  # noqa: A004  the documented name
from scorio.cli import main

SEED = 20260101


def z(sample, mean, variance):
    """Give the error of a sample mean in standard errors."""
    return (np.mean(sample) - float(mean)) / np.sqrt(float(variance) / np.size(sample))


def beta_moments(alpha, beta):
    """Mean and variance of Beta(alpha, beta), exactly."""
    total = Fraction(alpha + beta)
    mean = Fraction(alpha) / total
    return mean, mean * (1 - mean) / (total + 1)


def test_coins_have_exactly_their_means():
    p = simulate.coins(seed=SEED)
    assert p.shape == (11, 30)
    assert np.abs(p.mean(axis=1) - simulate.MEANS).max() < 4e-16
    assert p.min() > 0
    assert p.max() < 1
    # The paper's intended tie: equal means, other questions.
    assert simulate.MEANS[3] == simulate.MEANS[4] == 0.3642
    assert (p[3] != p[4]).all()


@pytest.mark.parametrize("concentration", [1e-6, 0.05, 4.5, 1e9])
def test_means_are_kept_at_any_concentration(concentration):
    means = [0.0, 1e-9, 0.3, 1 - 1e-9, 1.0]
    p = simulate.coins(means, 7, concentration=concentration, seed=SEED)
    assert np.abs(p.mean(axis=1) - means).max() < 4e-16
    assert ((p >= 0) & (p <= 1)).all()


def test_coins_spread_as_their_concentration_says():
    p = simulate.coins([0.3], 40_000, concentration=4.5, seed=SEED)
    _, variance = beta_moments(Fraction("1.35"), Fraction("3.15"))
    # The squared distance from the mean has this variance or less, being below 0.7^2.
    assert abs(z((p - 0.3) ** 2, variance, variance * Fraction("0.49"))) < 4


def test_originals_are_the_beta_laws_of_section_2_8():
    p = simulate.originals(20_000, seed=SEED)
    assert p.shape == (8, 20_000)
    for i, row in enumerate(p, start=1):
        mean, variance = beta_moments(i + 3, 12 - i)
        assert abs(z(row, mean, variance)) < 4
        assert abs(z((row - float(mean)) ** 2, variance, 3 * variance**2)) < 4
    moved = simulate.originals(means=simulate.ORIGINAL_MEANS, seed=SEED)
    assert np.abs(moved.mean(axis=1) - simulate.ORIGINAL_MEANS).max() < 4e-16


def test_updates_are_mixtures_of_four_beta_laws():
    p = simulate.updates(4000, 30, seed=SEED)
    assert p.shape == (4000, 8, 30)
    for i in range(1, 9):
        laws = [beta_moments(i + 3 + s, 12 - i + t) for s in (-1, 1) for t in (-1, 1)]
        mean = sum(mean for mean, _ in laws) / 4
        within = sum(variance for _, variance in laws) / 4
        between = sum((law - mean) ** 2 for law, _ in laws) / 4
        # The questions of a replicate share σ and σ′, so replicates are the sample.
        means = p[:, i - 1].mean(axis=1)
        assert abs(z(means, mean, between + within / 30)) < 4
        spread = np.var(p[:, i - 1], axis=1, ddof=1)
        assert abs(np.mean(spread) - float(within)) < 4 * np.std(spread) / np.sqrt(4000)
        assert np.var(means) == pytest.approx(float(between + within / 30), rel=0.1)


def test_updates_move_the_ranking_as_in_figure_2():
    """The mean τ of originals and updates is 0.88, and about 86 % of rankings differ (2.8)."""
    means = simulate.updates(2000, seed=SEED).mean(axis=2)
    upper = np.triu_indices(8, 1)
    order = np.sign(means[:, upper[1]] - means[:, upper[0]])
    tau = order.mean(axis=1)
    assert tau.mean() == pytest.approx(0.88, abs=0.01)
    assert (tau < 1).mean() == pytest.approx(0.86, abs=0.03)


def test_categorical_is_dirichlet():
    shares = np.array([[0.1, 0.2, 0.0, 0.7], [0.25, 0.25, 0.25, 0.25]])
    p = simulate.categorical(shares, 20_000, concentration=3.0, seed=SEED)
    assert p.shape == (2, 20_000, 4)
    assert np.abs(p.sum(axis=-1) - 1).max() < 1e-15
    assert (p[0, :, 2] == 0).all()
    for model in range(2):
        for k, share in enumerate(shares[model]):
            variance = share * (1 - share) / 4
            if share > 0:
                assert abs(z(p[model, :, k], share, variance)) < 4
                assert np.var(p[model, :, k]) == pytest.approx(variance, rel=0.05)
    covariance = np.cov(p[0, :, 0], p[0, :, 3])[0, 1]
    assert covariance == pytest.approx(-0.1 * 0.7 / 4, rel=0.1)
    assert simulate.categorical(shares[0], 5, seed=1).shape == (5, 4)


def test_categorical_with_rare_categories_stays_a_distribution():
    p = simulate.categorical([1e-12, 0.5, 0.5 - 1e-12], 1000, concentration=1e-6, seed=SEED)
    assert np.isfinite(p).all()
    assert np.abs(p.sum(axis=-1) - 1).max() < 1e-15
    assert abs(z(p[:, 1], 0.5, 0.25)) < 4


def test_trials_succeed_with_their_probabilities():
    p = np.array([[0.0, 0.2, 1.0], [0.7, 0.5, 0.9]])
    R = simulate.trials(p, 20_000, seed=SEED)
    assert R.shape == (2, 3, 20_000)
    assert R.dtype == np.int8
    assert (R[0, 0] == 0).all()
    assert (R[0, 2] == 1).all()
    for row, probability in zip(R.reshape(6, -1), p.ravel(), strict=True):
        if 0 < probability < 1:
            assert abs(z(row, probability, probability * (1 - probability))) < 4
            # Successive trials are independent.
            assert abs(np.corrcoef(row[1:], row[:-1])[0, 1]) < 4 / np.sqrt(20_000)
    assert simulate.trials([0.5, 0.1], 3, seed=1).shape == (2, 3)


def test_a_success_count_has_the_beta_binomial_moments():
    """p ~ Beta(α, β), N trials: mean N α / T and variance N α β (T + N) / (T² (T + 1))."""
    n, alpha, beta = 12, 4, 11
    p = simulate.originals(20_000, seed=SEED)[0]
    successes = simulate.trials(p, n, seed=SEED).sum(axis=1)
    total = alpha + beta
    mean = Fraction(n * alpha, total)
    variance = Fraction(n * alpha * beta * (total + n), total**2 * (total + 1))
    assert abs(z(successes, mean, variance)) < 4
    assert np.var(successes) == pytest.approx(float(variance), rel=0.05)


def test_categorical_trials_fall_as_their_probabilities_say():
    p = [[0.0, 0.25, 0.75], [0.5, 0.5, 0.0]]
    R = simulate.trials(p, 20_000, categorical=True, seed=SEED)
    assert R.shape == (2, 20_000)
    for row, probabilities in zip(R, p, strict=True):
        for k, share in enumerate(probabilities):
            assert abs(np.mean(row == k) - share) <= 4 * np.sqrt(share * (1 - share) / 20_000)
    mu, _ = eval.bayes(R, [0.0, 0.5, 1.0])
    assert mu == pytest.approx((0.875 + 0.25) / 2, abs=0.01)


def test_the_same_seed_gives_the_same_and_another_another():
    for make in (
        lambda seed: simulate.coins(seed=seed),
        lambda seed: simulate.originals(seed=seed),
        lambda seed: simulate.updates(300, seed=seed),
        lambda seed: simulate.categorical([0.5, 0.3, 0.2], seed=seed),
        lambda seed: simulate.trials(np.full((4, 9), 0.5), 7, seed=seed),
    ):
        assert (make(2**64 - 1) == make(2**64 - 1)).all()
        assert (make(1) != make(2)).any()


def test_more_models_replicates_and_trials_leave_the_earlier_as_they_were():
    assert (simulate.coins([0.2, 0.4, 0.6], seed=1)[:2] == simulate.coins([0.2, 0.4], seed=1)).all()
    assert (simulate.updates(600, seed=1)[:20] == simulate.updates(20, seed=1)).all()
    p = simulate.coins(seed=1)
    R = simulate.trials(p, 50, seed=3)
    assert (simulate.trials(p, 20, seed=3) == R[..., :20]).all()
    assert (simulate.trials(p[:4], 50, seed=3) == R[:4]).all()
    graded = simulate.categorical(np.full((3, 4), 0.25), seed=1)
    R = simulate.trials(graded, 9, categorical=True, seed=1)
    assert (simulate.trials(graded[:2], 5, categorical=True, seed=1) == R[:2, :, :5]).all()


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are Linux's")
def test_trials_take_little_more_memory_than_their_table():
    """A table of 300 MB fits in 450 MB. Threads may reserve 130 MB of that."""
    code = """
import resource
import numpy as np
from scorio import simulate
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 450_000_000,) * 2)
assert simulate.trials(np.full((25, 10), 0.5), 1_200_000, seed=1).shape == (25, 10, 1_200_000)
"""
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr


def test_blocks_of_trials_and_questions_are_one_sequence():
    """More trials extend the earlier ones, in any shape and beyond one block."""
    for questions, few, many in [(1, 5000, 20_000), (30, 200, 700), (9000, 1, 3)]:
        p = simulate.coins([0.3, 0.6], questions, seed=2)
        R = simulate.trials(p, many, seed=3)
        assert (simulate.trials(p, few, seed=3) == R[..., :few]).all()
        assert (simulate.trials(p[:1], many, seed=3) == R[:1]).all()
        assert abs(z(R, p.mean(), 0.25)) < 4


def test_probabilities_and_trials_of_one_seed_are_independent():
    p = simulate.coins([0.5] * 400, 50, concentration=2.0, seed=4)
    R = simulate.trials(np.full((400, 50), 0.5), 1, seed=4)[..., 0]
    assert abs(np.corrcoef(p.ravel(), R.ravel())[0, 1]) < 4 / np.sqrt(20_000)
    assert abs(np.corrcoef(p[:-1].ravel(), p[1:].ravel())[0, 1]) < 4 / np.sqrt(20_000)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: simulate.coins([0.5, 1.5], seed=1), ValueError, "means[1] = 1.5 is not in [0, 1]"),
        (lambda: simulate.coins([np.nan], seed=1), ValueError, "means[0] = NaN is not in [0, 1]"),
        (lambda: simulate.coins([[0.5]], seed=1), ValueError, "means has 2 axes"),
        (lambda: simulate.coins(0.5, seed=1), ValueError, "means has 0 axes"),
        (lambda: simulate.coins(["a"], seed=1), TypeError, "means is not an array of numbers"),
        (lambda: simulate.coins([0.5, None], seed=1), ValueError, "means[1] = NaN is not in"),
        (
            lambda: simulate.trials(np.ma.masked_array([0.5, 0.5], [0, 1]), 3, seed=1),
            ValueError,
            "p[1] = NaN is not in",
        ),
        (lambda: simulate.coins([], seed=1), ValueError, "at least one model"),
        (lambda: simulate.coins([[0.5], []], seed=1), ValueError, "means is no array"),
        (lambda: simulate.coins(questions=0, seed=1), ValueError, "questions = 0 is not a whole"),
        (
            lambda: simulate.coins(questions=2.5, seed=1),
            TypeError,
            "questions = 2.5 is not a whole",
        ),
        (
            lambda: simulate.coins(questions=True, seed=1),
            TypeError,
            "questions = True is a boolean",
        ),
        (
            lambda: simulate.coins(concentration=0, seed=1),
            ValueError,
            "concentration = 0 is not from",
        ),
        (lambda: simulate.coins(concentration=np.inf, seed=1), ValueError, "concentration = inf"),
        (lambda: simulate.coins(seed=-1), ValueError, "seed = -1 is not a whole number from 0"),
        (lambda: simulate.coins(seed=2**64), ValueError, "seed = 18446744073709551616 is not"),
        (lambda: simulate.coins(seed=1.0), TypeError, "seed = 1.0 is not a whole number"),
        (lambda: simulate.coins(seed=None), TypeError, "seed = None is not a whole number"),
        (lambda: simulate.originals(means=[0.5], seed=1), ValueError, "means has 1 models but"),
        (lambda: simulate.originals(means=[2.0] * 8, seed=1), ValueError, "means[0] = 2 is not"),
        (lambda: simulate.updates(0, seed=1), ValueError, "replicates = 0 is not a whole number"),
        (lambda: simulate.updates(10**9, 10**9, seed=1), ValueError, "more memory than there is"),
        (
            lambda: simulate.categorical([1.0], seed=1),
            ValueError,
            "categories of shares = 1 is not",
        ),
        (
            lambda: simulate.categorical([0.5, 0.6], seed=1),
            ValueError,
            "sum of shares = 1.1 is not 1",
        ),
        (
            lambda: simulate.categorical([1.5, -0.5], seed=1),
            ValueError,
            "shares[0] = 1.5 is not in",
        ),
        (lambda: simulate.categorical(np.empty((0, 3)), seed=1), ValueError, "at least one model"),
        (
            lambda: simulate.trials([0.5, -0.1], 3, seed=1),
            ValueError,
            "p[1] = -0.1 is not in [0, 1]",
        ),
        (
            lambda: simulate.trials([[0.5, np.nan]], 3, seed=1),
            ValueError,
            "p[0, 1] = NaN is not in",
        ),
        (lambda: simulate.trials(0.5, 3, seed=1), ValueError, "p has 0 axes: give a success"),
        (lambda: simulate.trials([], 3, seed=1), ValueError, "p has 0 rows"),
        (lambda: simulate.trials([0.5], 0, seed=1), ValueError, "n = 0 is not a whole number"),
        (
            lambda: simulate.trials([0.5, 0.5], 3, categorical=True, seed=1),
            ValueError,
            "p has 1 axis: give category probabilities",
        ),
        (
            lambda: simulate.trials([[0.5, 0.4]], 3, categorical=True, seed=1),
            ValueError,
            "the sum of p[0] = 0.9 is not 1",
        ),
        (lambda: simulate.trials([0.5], 3, categorical=1, seed=1), TypeError, "categorical = 1"),
    ],
)
def test_bad_input_is_named(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("size", "said"),
    [
        (["--questions", "1000000000"], "of memory, and this machine has"),
        (["--questions", "1000", "--trials", "1000000000", "--out", "log.jsonl"], "say fewer"),
    ],
)
def test_a_log_that_nothing_holds_is_refused_with_its_size(tmp_path, monkeypatch, size, said):
    monkeypatch.chdir(tmp_path)
    ended = CliRunner().invoke(main, ["--no-config", "simulate", "--seed", "1", *size])
    assert ended.exit_code == 2
    assert said in ended.stderr
    assert "11 models x 1,000" in ended.stderr
    assert "say fewer --questions or --trials" in ended.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_lines_of_a_log_are_json(tmp_path):
    paths = [tmp_path / "log.jsonl", tmp_path / "log.csv"]
    outs = [word for path in paths for word in ("--out", str(path))]
    size = ["--questions", "3", "--trials", "12"]
    ended = CliRunner().invoke(main, ["--no-config", "simulate", "--seed", "1", *size, *outs])
    assert ended.exit_code == 0
    records = [json.loads(line) for line in paths[0].read_text().splitlines()]
    with paths[1].open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows == [{name: str(value) for name, value in one.items()} for one in records]
    assert len(records) == 11 * 3 * 12
    assert paths[0].read_text().splitlines()[0] == json.dumps(records[0])
