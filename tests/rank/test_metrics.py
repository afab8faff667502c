"""Metrics and posterior means as ranking methods, beside `scorio.eval` and sums over a grid."""

from __future__ import annotations

import numpy as np
import polars
import pytest

import scorio
from scorio import eval as metrics
from scorio import rank
from scorio.rank.source import data_of


def results(seed, models=4, questions=10, trials=5):
    """Random results."""
    generator = np.random.default_rng(seed)
    chance = generator.beta(1, 1, (models, questions, 1))
    return generator.binomial(1, np.broadcast_to(chance, (models, questions, trials)))


def scores(method, *arguments, **options):
    """The scores of a method."""
    return method(*arguments, return_scores=True, **options)[1]


@pytest.mark.parametrize("k", [1, 2, 5])
def test_scores_are_those_of_the_metrics(k):
    R = results(k)
    for name in ("pass_at_k", "pass_hat_k", "mg_pass_at_k"):
        expected = [getattr(metrics, name)(one, k) for one in R]
        np.testing.assert_array_equal(scores(getattr(rank, name), R, k), expected)
    for tau in (0, 0.3, 0.5, 1):
        expected = [metrics.g_pass_at_k_tau(one, k, tau) for one in R]
        np.testing.assert_array_equal(scores(rank.g_pass_at_k_tau, R, k, tau), expected)


def test_bayes_is_that_of_the_metric():
    generator = np.random.default_rng(0)
    R = results(1)
    expected = [metrics.bayes(one) for one in R]
    np.testing.assert_array_equal(scores(rank.bayes, R), [one.mu for one in expected])
    low = scores(rank.bayes, R, quantile=0.05)
    np.testing.assert_allclose(
        low, [one.mu - 1.6448536269514722 * one.sigma for one in expected], rtol=1e-14
    )
    np.testing.assert_allclose(scores(rank.bayes, R, w=[0, 1], quantile=0.05), low, rtol=1e-14)
    many, w = generator.integers(0, 3, (4, 10, 5)), [0, 0.3, 1]
    shared, own = generator.integers(0, 3, (10, 2)), generator.integers(0, 3, (4, 10, 2))
    np.testing.assert_array_equal(
        scores(rank.bayes, many, w, shared), [metrics.bayes(one, w, shared).mu for one in many]
    )
    np.testing.assert_array_equal(
        scores(rank.bayes, many, w, own),
        [metrics.bayes(one, w, before).mu for one, before in zip(many, own, strict=True)],
    )
    ranks = rank.bayes(many, w, method="avg")
    assert sorted(ranks.tolist()) == [1, 2, 3, 4]


def test_metrics_of_counts_and_missing_trials():
    R = results(2).astype(float)
    R[0, 0, 0] = np.nan
    rows = [
        {"model": str(i), "question": str(j), "outcome": int(x)}
        for i, model in enumerate(R) for j, trials in enumerate(model)
        for x in trials[~np.isnan(trials)]
    ]  # fmt: skip
    counts = scorio.count(polars.DataFrame(rows))
    expected = scores(rank.pass_at_k, R, 3, missing="drop")
    np.testing.assert_array_equal(scores(rank.pass_at_k, counts, 3), expected)
    np.testing.assert_array_equal(expected[0], metrics.pass_at_k(R[0], 3, missing="drop"))
    np.testing.assert_array_equal(scores(rank.bayes, counts), scores(rank.bayes, R, missing="drop"))


def test_posterior_intervals_are_the_rows_of_a_leaderboard():
    R = results(3)
    frame = polars.DataFrame(
        [
            {"model": str(model), "question": f"q{question}", "outcome": int(outcome)}
            for (model, question, _), outcome in np.ndenumerate(R)
        ]
    )
    counts = scorio.count(frame)
    for name, options in (("avg", {}), ("bayes", {}), ("pass_at_k", {"k": 3})):
        rows = rank.fit(name, R, interval="posterior", **options)
        expected = {row.model: row for row in counts.score(metrics=[name], **options)}
        for row in rows:
            found = expected[row.model]
            assert (row.score, row.sigma) == (found.score, found.sigma)
            assert (row.lo, row.hi) == (found.lo, found.hi)
            assert row.rank_lo <= row.rank <= row.rank_hi
        assert "these questions alone" in rows.notes[0]
    # One question is enough: it is not drawn.
    assert rank.fit("avg", R[:, :1], interval="posterior")[0].sigma > 0


@pytest.mark.parametrize("method", ["bradley_terry", "bradley_terry_davidson", "thurstone"])
def test_errors_of_pair_models_are_those_of_new_trials(method):
    """The spread of the strengths over many sets of trials, of the same questions."""
    generator = np.random.default_rng(5)
    p = generator.beta(2, 2, (3, 60, 1))
    p = np.broadcast_to(p, (3, 60, 8))
    for pairing in ("expected", "aligned"):
        drawn, sigmas = [], []
        for _ in range(300):
            R = generator.binomial(1, p)
            options = {"pairing": pairing, "replicates": 2}
            found = rank.fit(method, R, interval="posterior", **options)
            rows = sorted(found, key=lambda row: row.model)
            drawn.append([row.score for row in rows])
            sigmas.append([row.sigma for row in rows])
        ratio = np.mean(np.square(sigmas), axis=0) / np.var(drawn, axis=0, ddof=1)
        # Of 300 sets, the variance has an error of 8 %.
        assert np.all(np.abs(ratio - 1) < 0.3), (pairing, ratio)


def test_single_trials_have_the_sandwich_and_a_note():
    R = results(4, trials=1, questions=40)
    posterior = rank.fit("bradley_terry", R, interval="posterior")
    sandwich = rank.fit("bradley_terry", R, interval="sandwich")
    assert [row.sigma for row in posterior] == [row.sigma for row in sandwich]
    assert posterior.notes[0].startswith("Intervals are about questions like these")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("size", [2, 3])
def test_posterior_means_beside_sums_over_a_grid(seed, size):
    R = results(seed, models=size, questions=20)
    found = scores(rank.bayesian_mcmc, R, prior_var=2)
    wins, _ = data_of(R).pairs()
    side = np.linspace(-4, 4, 161)
    free = np.meshgrid(*[side] * (size - 1), indexing="ij")
    theta = np.stack([*(one.ravel() for one in free), -sum(free).ravel()])
    density = -(theta**2).sum(axis=0) / 4
    for i in range(size):
        for j in range(size):
            density -= wins[i, j] * np.logaddexp(0, theta[j] - theta[i])
    weight = np.exp(density - density.max())
    mean = theta @ weight / weight.sum()
    spread = np.sqrt(((theta - mean[:, None]) ** 2) @ weight / weight.sum())
    mode = scores(rank.bradley_terry_map, R, prior=2)
    assert (abs(found - mean) < 0.02 * spread).all()
    # The correction helps.
    assert abs(found - mean).max() < 0.2 * abs(mode - mean).max() + 1e-9


def test_thompson_beside_draws():
    R = results(4, models=5)
    total = R[0].size
    won = R.sum(axis=(1, 2))
    draws = np.random.default_rng(0).beta(1 + won, 1 + total - won, (200_000, 5))
    ranks = (draws[:, :, None] < draws[:, None]).sum(axis=2) + 1
    expected, error = ranks.mean(axis=0), ranks.std(axis=0) / np.sqrt(len(draws))
    assert (abs(-scores(rank.thompson, R) - expected) < 5 * error + 1e-12).all()
