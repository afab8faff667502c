"""Models of items with slopes and lucky guesses."""

from __future__ import annotations

import numpy as np
import pytest

from scorio import rank

METHODS = [
    (rank.rasch_2pl, {}),
    (rank.rasch_2pl_map, {}),
    (rank.rasch_3pl, {"fix_guessing": 0.1}),
    (rank.rasch_3pl_map, {"fix_guessing": 0.1}),
]


def results(seed, models=20, questions=30, trials=10, guessing=0.0):
    """Random results of models that differ, on questions whose slopes differ."""
    generator = np.random.default_rng(seed)
    theta, b = np.linspace(-2, 2, models), generator.uniform(-1.5, 1.5, questions)
    a = np.exp(generator.uniform(-0.8, 0.8, questions))
    chance = 1 / (1 + np.exp(-a * (theta[:, None] - b)))
    chance = guessing + (1 - guessing) * chance
    R = (generator.random((models, questions, trials)) < chance[:, :, None]).astype(int)
    return R, theta, b, a


def slope(R, theta, items, guessing):
    """The slope of the log-likelihood in each ability, from its values."""
    S, n = R.sum(axis=2), R.shape[2]

    def values(theta):
        x = items["discrimination"] * (theta[:, None] - items["difficulty"])
        p = guessing + (1 - guessing) / (1 + np.exp(-x))
        return (S * np.log(p) + (n - S) * np.log(1 - p)).sum(axis=1)

    return (values(theta + 1e-5) - values(theta - 1e-5)) / 2e-5


@pytest.mark.parametrize(
    ("function", "options", "variance", "guessing"),
    [
        (rank.rasch_2pl, {}, 25, 0),
        (rank.rasch_2pl_map, {"prior": 2.0}, 2, 0),
        (rank.rasch_3pl, {"fix_guessing": 0.2}, 25, 0.2),
        (rank.rasch_3pl_map, {"fix_guessing": 0.2, "prior": 0.5}, 0.5, 0.2),
    ],
)
def test_scores_are_modes(function, options, variance, guessing):
    R, *_ = results(1, guessing=guessing)
    _, theta, items = function(R, return_item_params=True, **options)
    np.testing.assert_allclose(slope(R, theta, items, guessing), theta / variance, atol=1e-5)
    assert abs(np.log(items["discrimination"]).mean()) < 1e-10


@pytest.mark.parametrize("guessing", [0.0, 0.25])
def test_known_slopes_are_found(guessing):
    R, theta, b, a = results(2, models=60, trials=40, guessing=guessing)
    _, scores, items = rank.rasch_3pl(R, fix_guessing=guessing, return_item_params=True)
    assert np.corrcoef(scores, theta)[0, 1] > 0.99
    assert np.corrcoef(items["difficulty"], b)[0, 1] > 0.98
    assert np.corrcoef(np.log(items["discrimination"]), np.log(a))[0, 1] > 0.95


def test_no_guesses_are_two_parameters():
    R, *_ = results(3)
    _, two = rank.rasch_2pl(R, return_scores=True)
    _, three = rank.rasch_3pl(R, fix_guessing=0.0, return_scores=True)
    _, wide = rank.rasch_2pl_map(R, prior=25.0, return_scores=True)
    _, none = rank.rasch_2pl_map(R, prior=rank.UniformPrior(), return_scores=True)
    for other in (three, wide, none):
        np.testing.assert_allclose(two, other, atol=1e-12)


def test_a_prior_moves_abilities_and_difficulties():
    R, *_ = results(4)
    _, one, items = rank.rasch_2pl_map(R, prior=2.0, return_item_params=True)
    prior = rank.GaussianPrior(0.7, 2.0)
    _, other, moved = rank.rasch_2pl_map(R, prior=prior, return_item_params=True)
    np.testing.assert_allclose(other - one, 0.7, atol=1e-12)
    np.testing.assert_allclose(moved["difficulty"] - items["difficulty"], 0.7, atol=1e-12)


@pytest.mark.parametrize(("function", "options"), METHODS)
def test_questions_that_all_or_none_solve_and_missing_ones(function, options):
    R = results(5)[0].astype(float)
    R[:, 3], R[:, 7], R[2:5, 8] = 1, 0, np.nan
    ranks, scores, items = function(R, missing="drop", return_item_params=True, **options)
    assert sorted(ranks) == list(range(1, 21))
    assert np.isfinite(scores).all()
    assert all(np.isfinite(numbers).all() for numbers in items.values())
    assert items["difficulty_sd"][3] > items["difficulty_sd"][4]


# LSAT-7 (Bock and Lieberman 1970): how many people gave each pattern of answers.
LSAT7 = [
    12, 19, 1, 7, 3, 19, 3, 17, 10, 5, 3, 7, 7, 23, 8, 28,
    7, 39, 11, 34, 14, 51, 15, 90, 6, 25, 7, 35, 18, 136, 32, 308,
]  # fmt: skip


def lsat7():
    patterns = np.arange(32)[:, None] >> np.arange(4, -1, -1) & 1
    return np.repeat(patterns, LSAT7, axis=0)


def marginal(patterns, times, a, d, nodes=4001):
    """The marginal log-likelihood by a plain sum."""
    theta = np.linspace(-10, 10, nodes)
    weight = np.exp(-(theta**2) / 2) / np.sqrt(2 * np.pi) * (theta[1] - theta[0])
    x = theta[:, None] * a + d
    one, none = -np.logaddexp(0, -x), -np.logaddexp(0, x)
    chance = np.exp(patterns @ one.T + (1 - patterns) @ none.T) @ weight
    return (times * np.log(chance)).sum()


def test_lsat_7_has_its_published_items():
    _, scores, items = rank.rasch_2pl_mml(lsat7(), return_item_params=True)
    a, d = items["discrimination"], items["intercept"]
    # mirt (Chalmers 2012) prints three digits. Its steps end a little before the top.
    np.testing.assert_allclose(a, [0.988, 1.081, 1.706, 0.765, 0.736], atol=2e-3)
    np.testing.assert_allclose(d, [1.856, 0.808, 1.804, 0.486, 1.855], atol=2e-3)
    assert items["log_likelihood"] == pytest.approx([-2658.805], abs=5e-4)
    # Quasi-Newton steps of SciPy on 4,801 nodes end here.
    np.testing.assert_allclose(a, [0.987545, 1.080837, 1.707477, 0.764990, 0.735673], atol=2e-6)
    patterns = np.arange(32)[:, None] >> np.arange(4, -1, -1) & 1
    top = marginal(patterns, LSAT7, a, d)
    assert items["log_likelihood"][0] == pytest.approx(top, rel=1e-12)
    for place in range(5):
        for step in (-1e-3, 1e-3):
            moved = np.eye(5)[place] * step
            assert marginal(patterns, LSAT7, a + moved, d) < top
            assert marginal(patterns, LSAT7, a, d + moved) < top
    assert len(set(scores.round(10))) == 32


def test_marginal_slopes_of_repeated_and_missing_trials():
    R, theta, _, a = results(8, models=400, questions=8, trials=3)
    R = R.astype(float)
    R[::9, 2], R[1::5, 4, 1], R[:, 7] = np.nan, np.nan, 1
    _, scores, items = rank.rasch_2pl_mml(R, missing="drop", return_item_params=True)
    assert np.corrcoef(scores, theta)[0, 1] > 0.85
    assert np.corrcoef(items["discrimination"][:7], a[:7])[0, 1] > 0.8
    assert items["intercept"][7] == np.inf
    assert np.isnan(items["discrimination"][7])
    assert (items["ability_sd"] > 0).all()


def test_marginal_slopes_without_a_limit_are_an_error():
    halves = np.repeat([[1, 1], [0, 0]], 6, axis=0)
    with pytest.raises(ValueError, match="no finite slope of question 0: there are too few models"):
        rank.rasch_2pl_mml(halves)
    with pytest.raises(ValueError, match="no question has a success and a failure; take rasch_2pl"):
        rank.rasch_2pl_mml(np.ones((4, 3), dtype=int))


@pytest.mark.parametrize("p", [0.2, 0.35, 0.5, 0.65, 0.8])
def test_few_results_of_equal_models_have_scores(p):
    for seed in range(40):
        R = (np.random.default_rng(seed).random((4, 15, 5)) < p).astype(int)
        for function, options in METHODS:
            _, scores, items = function(R, return_item_params=True, **options)
            assert np.isfinite(scores).all()
            assert abs(np.log(items["discrimination"]).mean()) < 1e-10
            guessing = options.get("fix_guessing", 0)
            np.testing.assert_allclose(
                slope(R, scores, items, guessing),
                scores / (1 if function in (rank.rasch_2pl_map, rank.rasch_3pl_map) else 25),
                atol=1e-4,
            )


@pytest.mark.parametrize(("function", "options"), METHODS)
@pytest.mark.parametrize("outcome", [0, 1])
def test_results_that_are_all_alike_leave_the_prior(function, options, outcome):
    R = np.full((3, 6, 2), outcome)
    ranks, scores, items = function(R, return_item_params=True, **options)
    assert list(ranks) == [1, 1, 1]
    assert list(scores) == [0, 0, 0]
    assert list(items["difficulty"]) == [-np.inf if outcome else np.inf] * 6
    assert list(items["discrimination"]) == [1] * 6


def test_successes_that_guesses_explain_are_an_error():
    R = (np.random.default_rng(0).random((4, 15, 5)) < 0.2).astype(int)
    with pytest.raises(ValueError, match="no more than lucky guesses give with fix_guessing = 0.3"):
        rank.rasch_3pl(R, fix_guessing=0.3)


def test_intervals():
    R, *_ = results(6, models=5)
    found = rank.fit("rasch_3pl", R, replicates=20, seed=0, fix_guessing=0.1)
    assert all(row.lo < row.score < row.hi for row in found)


@pytest.mark.parametrize(
    ("call", "kind", "words"),
    [
        (rank.rasch_3pl, "argument.choice", "not identified: take fix_guessing=, or rank.rasch_2"),
        (rank.rasch_3pl_map, "argument.choice", "rasch_3pl_map without fix_guessing"),
        (lambda R: rank.rasch_3pl(R, fix_guessing=1), "check.range", "fix_guessing = 1"),
        (lambda R: rank.rasch_2pl_map(R, prior=0), "check.positive", "prior_variance = 0"),
        (
            lambda R: rank.rasch_2pl_map(R, prior=rank.CauchyPrior()),
            "argument.choice",
            "GaussianPrior",
        ),
        (lambda R: rank.fit("rasch_3pl", R), "rankers.option_missing", "option fix_guessing"),
    ],
)
def test_mistakes(call, kind, words):
    R, *_ = results(7, models=4)
    with pytest.raises(ValueError, match=words) as raised:
        call(R)
    assert raised.value.code == kind
