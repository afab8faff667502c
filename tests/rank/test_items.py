"""Models of items: abilities and difficulties beside plain formulas and scorio 0.2.3."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from scorio import rank

NAMES = ["rasch", "rasch_map", "rasch_mml", "rasch_mml_credible", "dynamic_irt"]


def results(seed, models=5, questions=12, trials=6):
    """Random results of models that differ."""
    generator = np.random.default_rng(seed)
    theta, b = np.linspace(-1, 1, models), np.linspace(-1, 1, questions)
    p = 1 / (1 + np.exp(-(theta[:, None, None] - b[None, :, None])))
    R = (generator.random((models, questions, trials)) < p).astype(int)
    R[:, 0, 0], R[0, 0, 0] = 1, 0
    return R


def slopes(R, theta, b):
    """What successes are above their expectation, by model and by question."""
    left = np.nansum(R - 1 / (1 + np.exp(b[None, :, None] - theta[:, None, None])), axis=2)
    return left.sum(axis=1), left.sum(axis=0)


@pytest.mark.parametrize("seed", range(4))
def test_margins_are_those_of_the_results(seed):
    R = results(seed)
    _, theta, items = rank.rasch(R, return_item_params=True)
    of_models, of_questions = slopes(R, theta, items["difficulty"])
    np.testing.assert_allclose(of_models, 0, atol=1e-11)
    np.testing.assert_allclose(of_questions, 0, atol=1e-11)
    assert abs(items["difficulty"].mean()) < 1e-13


def test_scorio_0_2_3_has_the_same_abilities():
    # Printed by scorio 0.2.3, which stops at about six digits.
    earlier = {
        "rasch": [-1.09546867, -0.46143921, -0.0724047, 0.93782168, 1.61105802],
        "rasch_map": [-1.01162795, -0.42954255, -0.06695072, 0.86817671, 1.46364433],
    }
    for name, expected in earlier.items():
        _, theta = getattr(rank, name)(results(1), return_scores=True)
        np.testing.assert_allclose(theta, expected, atol=2e-6)


def test_results_that_are_all_alike_leave_the_prior():
    for outcome in (0, 1):
        R = np.full((3, 6, 2), outcome)
        _, scores, items = rank.rasch_mml(R, return_item_params=True)
        np.testing.assert_allclose(scores, 0, atol=1e-12)
        np.testing.assert_allclose(items["ability_sd"], 5, rtol=1e-9)
        assert list(items["difficulty"]) == [-np.inf if outcome else np.inf] * 6
        _, ends = rank.rasch_mml_credible(R, quantile=0.05, return_scores=True)
        np.testing.assert_allclose(ends, 5 * stats.norm.ppf(0.05), rtol=1e-9)


@pytest.mark.parametrize("variance", [0.01, 1.0, 25.0, 1e4])
@pytest.mark.parametrize("mean", [0.0, -3.0, 8.0])
def test_few_results_have_a_mode(mean, variance):
    # One model that solves nothing, and questions that one trial alone solves.
    R = np.zeros((4, 5, 3))
    R[1, 0, 0] = R[2, 1] = R[3, 2, :2] = R[3, 3] = R[3, 4, 1] = 1
    prior = rank.GaussianPrior(mean, variance)
    _, theta, items = rank.rasch_map(R, prior=prior, return_item_params=True)
    of_models, of_questions = slopes(R, theta, items["difficulty"])
    np.testing.assert_allclose(of_models, (theta - mean) / variance, atol=1e-8)
    np.testing.assert_allclose(of_questions, of_questions.mean(), atol=1e-8)
    assert abs(items["difficulty"].mean()) < 1e-6


@pytest.mark.parametrize(("mean", "variance"), [(0.0, 1.0), (0.7, 0.2), (-2.0, 9.0)])
def test_a_prior_pulls_to_its_mean(mean, variance):
    R = results(2)
    prior = rank.GaussianPrior(mean, variance)
    _, theta, items = rank.rasch_map(R, prior=prior, return_item_params=True)
    of_models, of_questions = slopes(R, theta, items["difficulty"])
    np.testing.assert_allclose(of_models, (theta - mean) / variance, atol=1e-10)
    # Difficulties have mean 0, so all questions push back alike.
    np.testing.assert_allclose(of_questions, of_questions.mean(), atol=1e-10)
    assert abs(items["difficulty"].mean()) < 1e-12


def test_no_prior_is_maximum_likelihood():
    R = results(3)
    _, one = rank.rasch(R, return_scores=True)
    _, other = rank.rasch_map(R, prior=rank.UniformPrior(), return_scores=True)
    assert (one == other).all()


@pytest.mark.parametrize("name", NAMES)
def test_questions_that_all_or_none_solve_are_kept(name):
    R = results(4)
    R[:, 3], R[:, 7] = 1, 0
    ranks, theta = getattr(rank, name)(R, return_scores=True)
    assert np.isfinite(theta).all()
    assert (ranks == rank.avg(R)).all()
    if name in {"rasch", "rasch_map"}:
        *_, items = getattr(rank, name)(R, return_item_params=True)
        assert items["difficulty"][3] == -np.inf
        assert items["difficulty"][7] == np.inf
        _, without = getattr(rank, name)(np.delete(R, [3, 7], axis=1), return_scores=True)
        np.testing.assert_allclose(theta, without, rtol=1e-12)
    if name == "rasch_mml":
        *_, items = rank.rasch_mml(R, return_item_params=True)
        assert np.isfinite(items["difficulty"]).all()
        assert items["difficulty_sd"][3] > items["difficulty_sd"][4]


def test_questions_that_are_not_asked():
    R = results(5).astype(float)
    R[0, 2:5] = np.nan
    R[3, 8, 2:] = np.nan
    _, theta, items = rank.rasch(R, return_item_params=True, missing="drop")
    of_models, of_questions = slopes(R, theta, items["difficulty"])
    np.testing.assert_allclose(of_models, 0, atol=1e-11)
    np.testing.assert_allclose(of_questions, 0, atol=1e-11)


@pytest.mark.parametrize("quantile", [0.05, 0.5, 0.9])
def test_quantiles_are_about_the_mean(quantile):
    R = results(6)
    _, mean, items = rank.rasch_mml(R, return_item_params=True)
    _, end = rank.rasch_mml_credible(R, quantile=quantile, return_scores=True)
    z = {0.05: -1.645, 0.5: 0, 0.9: 1.282}[quantile]
    np.testing.assert_allclose(end, mean + z * items["ability_sd"], atol=0.06)


@pytest.mark.parametrize("name", NAMES)
def test_intervals(name):
    found = rank.fit(name, results(7), replicates=40, seed=0)
    for row in found:
        assert row.lo < row.score < row.hi
        assert row.rank_lo <= row.rank <= row.rank_hi


@pytest.mark.parametrize(
    ("call", "kind", "words"),
    [
        (rank.rasch, "rankers.apart", "nothing speaks for .* against 0; .*rasch_map"),
        (lambda R: rank.rasch_map(R, prior=0), "check.positive", "prior_variance = 0"),
        (
            lambda R: rank.rasch_map(R, prior=rank.LaplacePrior()),
            "argument.choice",
            "GaussianPrior",
        ),
        (lambda R: rank.rasch_mml_credible(R, quantile=1), "check.level", "quantile = 1"),
        (lambda R: rank.dynamic_irt(R, variant="growth"), "argument.choice", "rank.rasch"),
        (rank.mirt, "argument.choice", "take rank.rasch"),
        (lambda R: rank.rasch(R, method="best"), "argument.choice", "method = 'best'"),
    ],
)
def test_mistakes(call, kind, words):
    R = results(8)
    R[0] = 1
    with pytest.raises(ValueError, match=words) as raised:
        call(R)
    assert raised.value.code == kind
