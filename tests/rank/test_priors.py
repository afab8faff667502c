"""Priors of strengths beside a search of a grid, and their mistakes."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from scorio import rank
from scorio.rank.source import data_of

SETS = [(0, 1), (0, 2), (1, 2)]
WINS = [s for size in (1, 2) for s in itertools.combinations(range(3), size)]


def results(seed, questions=3, trials=2):
    """Results of three models, some of which win every pair."""
    generator = np.random.default_rng(seed)
    chance = generator.uniform(0.1, 0.95, 3)
    return generator.binomial(1, chance[:, None, None], (3, questions, trials))


def plane(middle, half, steps):
    """Centred strengths of three models on a grid."""
    a = np.linspace(middle[0] - half, middle[0] + half, steps)
    b = np.linspace(middle[1] - half, middle[1] + half, steps)
    a, b = np.meshgrid(a, b, indexing="ij")
    return np.stack([a.ravel(), b.ravel(), -a.ravel() - b.ravel()])


def log_likelihood(model, R, theta):
    """Of Bradley-Terry, Rao-Kupper or Davidson-Luce, of many strengths at once."""
    total = np.zeros(theta.shape[1])
    if model == "davidson_luce":
        for trial in R.reshape(3, -1).T:
            won = np.flatnonzero(trial)
            if 0 < len(won) < 3:
                power = [sum(theta[i] for i in s) / len(s) for s in WINS if len(s) == len(won)]
                own = sum(theta[i] for i in won) / len(won)
                total += own - np.logaddexp.reduce(power, axis=0)
        return total
    wins, ties = data_of(R, pairing="aligned").pairs()
    eta = np.log(1.3) if model == "rao_kupper" else 0
    tied = ties if model == "rao_kupper" else 0 * ties
    for i, j in itertools.permutations(range(3), 2):
        total -= (wins[i, j] + tied[i, j]) * np.logaddexp(0, eta - theta[i] + theta[j])
    return total


def penalty(prior, theta):
    """The sum of a prior's penalty, of many strengths at once."""
    match prior:
        case rank.GaussianPrior():
            return ((theta - prior.mean) ** 2).sum(axis=0) / (2 * prior.var)
        case rank.LaplacePrior():
            return abs(theta - prior.loc).sum(axis=0) / prior.scale
        case rank.CauchyPrior():
            return np.log1p(((theta - prior.loc) / prior.scale) ** 2).sum(axis=0)
        case rank.EmpiricalPrior():
            return ((theta - prior.prior_mean[:, None]) ** 2).sum(axis=0) / (2 * prior.var)
        case rank.CustomPrior():
            return np.sqrt(1 + theta**2).sum(axis=0) + 0.3 * theta[0]


def highest(model, R, prior):
    """The top of the grid, narrowed down until its steps are 1e-9."""
    middle, half = np.zeros(2), 12.0
    while half > 1e-9:
        theta = plane(middle, half, 121 if half == 12 else 33)
        value = log_likelihood(model, R, theta) - penalty(prior, theta)
        best = np.argmax(value)
        middle, half = theta[:2, best], half / 8
    return theta[:, best], value[best]


def value_at(model, R, prior, theta):
    """The log posterior density at some strengths."""
    theta = theta[:, None]
    return (log_likelihood(model, R, theta) - penalty(prior, theta))[0]


EMPIRICAL = rank.EmpiricalPrior([[1, 1, 1, 0], [1, 0, 0, 0], [1, 1, 1, 1]], var=0.7, eps=0.1)
CONVEX = [
    rank.GaussianPrior(1, 0.5),
    rank.LaplacePrior(),
    rank.LaplacePrior(0, 3),
    rank.LaplacePrior(0.4, 0.5),
    EMPIRICAL,
    rank.CustomPrior(lambda theta: float(np.sqrt(1 + theta**2).sum() + 0.3 * theta[0])),
]
MODELS = {
    "bradley_terry": rank.bradley_terry_map,
    "rao_kupper": rank.rao_kupper_map,
    "davidson_luce": rank.davidson_luce_map,
}


def found_by(model, R, prior):
    """The strengths by the method's function."""
    options = {"tie_strength": 1.3} if model == "rao_kupper" else {}
    call = MODELS[model]
    return call(R, prior=prior, return_scores=True, pairing="aligned", **options)[1]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("prior", CONVEX, ids=lambda prior: type(prior).__name__)
@pytest.mark.parametrize("seed", range(4))
def test_the_top_is_that_of_the_grid(model, prior, seed):
    R = results(seed)
    theta = found_by(model, R, prior)
    expected, best = highest(model, R, prior)
    assert abs(theta.sum()) < 1e-12
    assert value_at(model, R, prior, theta) >= best - 1e-12
    np.testing.assert_allclose(theta, expected, atol=2e-6)


@pytest.mark.parametrize("scale", [0.1, 0.5, 1, 2.5])
@pytest.mark.parametrize("seed", range(15))
def test_under_cauchy_no_place_of_the_grid_is_higher(scale, seed):
    R = results(seed, questions=2 + seed % 4)
    prior = rank.CauchyPrior(scale=scale)
    theta = found_by("bradley_terry", R, prior)
    _, best = highest("bradley_terry", R, prior)
    assert value_at("bradley_terry", R, prior, theta) >= best - 1e-9


@pytest.mark.parametrize("prior", [*CONVEX, rank.CauchyPrior()], ids=lambda p: type(p).__name__)
def test_davidson_has_no_way_up(prior):
    R = results(3, questions=6)
    _, theta = rank.bradley_terry_davidson_map(R, prior=prior, return_scores=True)
    wins, ties = data_of(R).pairs()

    def profile(theta):
        """The log posterior density with the best tie strength."""
        x = np.linspace(-6, 6, 60_001)
        total = -penalty(prior, theta[:, None])[0] + np.zeros_like(x)
        for i, j in itertools.combinations(range(3), 2):
            half = (theta[i] - theta[j]) / 2
            power = np.stack([half + 0 * x, -half + 0 * x, x])
            total += (wins[i, j] - wins[j, i]) * half + ties[i, j] * x
            total -= (wins[i, j] + wins[j, i] + ties[i, j]) * np.logaddexp.reduce(power)
        return total.max()

    top = profile(theta)
    for step in itertools.product([-1e-3, 0, 1e-3], repeat=3):
        moved = theta + step
        assert profile(moved - moved.mean()) <= top + 1e-9


def test_a_strong_corner_holds_all_and_a_weak_one_none():
    R = np.random.default_rng(1).integers(0, 2, (3, 8, 4))
    assert found_by("bradley_terry", R, rank.LaplacePrior(scale=1e-3)).tolist() == [0, 0, 0]
    weak = found_by("bradley_terry", R, rank.LaplacePrior(scale=1e9))
    free = rank.bradley_terry(R, return_scores=True, pairing="aligned")[1]
    np.testing.assert_allclose(weak, free, atol=1e-7)


@pytest.mark.parametrize("seed", range(30))
def test_the_slopes_beside_a_corner_balance(seed):
    generator = np.random.default_rng(seed)
    models = int(generator.integers(2, 12))
    R = generator.binomial(1, generator.uniform(0.2, 0.8, (models, 1, 1)), (models, 6, 3))
    prior = rank.LaplacePrior(float(generator.choice([0, 0, -0.3, 0.2])), 10 ** generator.normal())
    theta = rank.bradley_terry_map(R, prior=prior, return_scores=True)[1]
    wins, _ = data_of(R).pairs()
    chance = 1 / (1 + np.exp(theta[None] - theta[:, None]))
    slope = (wins - (wins + wins.T) * chance).sum(axis=1)
    rate = 1 / prior.scale
    held = abs(theta - prior.loc) < 1e-12
    signs = np.sign(theta - prior.loc)
    low = slope - np.where(held, rate, rate * signs)
    high = slope + np.where(held, rate, -rate * signs)
    # One level of slope serves all: no model gains by moving.
    assert low.max() <= high.min() + 1e-8 * (1 + rate)


@pytest.mark.parametrize("prior", CONVEX[:5], ids=lambda prior: type(prior).__name__)
def test_the_class_has_the_penalty(prior):
    theta = np.array([0.5, 0.3, -0.8])
    assert prior.penalty(theta) == pytest.approx(penalty(prior, theta[:, None])[0], rel=1e-14)


class Ridge(rank.Prior):
    """A prior of a user's own."""

    def penalty(self, theta):
        """A Gaussian penalty of variance 0.5."""
        return float((theta**2).sum())


def test_a_class_of_ones_own_is_taken_by_its_penalty():
    R = results(2)
    own = found_by("bradley_terry", R, Ridge())
    gaussian = found_by("bradley_terry", R, rank.GaussianPrior(var=0.5))
    np.testing.assert_allclose(own, gaussian, atol=1e-8)
    row = rank.fit("bradley_terry_map", R, prior=Ridge(), interval=None, pairing="aligned")
    assert sorted(one.score for one in row) == pytest.approx(sorted(own), abs=1e-7)


def test_intervals_with_priors():
    R = results(5, questions=30)
    for prior in (rank.LaplacePrior(), rank.CauchyPrior(), EMPIRICAL, Ridge()):
        rows = rank.fit("bradley_terry_map", R, prior=prior, replicates=20)
        assert len(rows) == 3
        assert all(row.lo <= row.hi for row in rows)
    sandwich = rank.fit("bradley_terry_map", R, prior=rank.CauchyPrior(), interval="sandwich")
    assert all(row.sigma > 0 for row in sandwich)


def test_no_prior_is_the_method_without():
    R = np.random.default_rng(0).integers(0, 2, (3, 8, 4))
    for prior in (rank.UniformPrior(), rank.CustomPrior(lambda _: 0.0)):
        found = rank.bradley_terry_map(R, prior=prior, return_scores=True)[1]
        np.testing.assert_allclose(found, rank.bradley_terry(R, return_scores=True)[1], atol=1e-9)


def fails(theta):
    """A penalty with a mistake."""
    raise KeyError(len(theta))


R3 = results(0)


@pytest.mark.parametrize(
    ("prior", "kind", "words"),
    [
        (rank.EmpiricalPrior([[1, 0], [0, 1]]), "rankers.option_length", "of 2 models, .* has 3"),
        (rank.CustomPrior(lambda _: float("nan")), "rankers.penalty", "NaN"),
        (rank.CustomPrior(lambda theta: -((theta**4).sum())), "rankers.rough", "smooth"),
    ],
)
def test_a_mistake_is_named(prior, kind, words):
    with pytest.raises(ValueError, match=words) as raised:
        rank.bradley_terry_map(R3, prior=prior)
    assert raised.value.code == kind


@pytest.mark.parametrize(
    ("made", "kind", "words"),
    [
        (lambda: rank.LaplacePrior(scale=0), "check.positive", "^scale = 0 is not positive"),
        (lambda: rank.CauchyPrior(scale=-1), "check.positive", "^scale = -1"),
        (lambda: rank.LaplacePrior(loc=float("nan")), "check.finite", "^loc = nan"),
        (lambda: rank.GaussianPrior(var=0), "check.positive", "^var = 0"),
        (lambda: rank.GaussianPrior(mean=float("inf")), "check.finite", "^mean = inf"),
        (lambda: rank.EmpiricalPrior([[1], [0]], var=-1), "check.positive", "^var = -1"),
        (lambda: rank.bradley_terry_map(R3, prior=-1), "check.positive", "^prior = -1 is not pos"),
        (
            lambda: rank.fit("avg", R3, prior=1.0),
            "rankers.unknown_option",
            "^avg has no prior$",
        ),
        (
            lambda: rank.fit("bradley_terry", R3, prior=1.0),
            "rankers.unknown_option",
            "^bradley_terry has no prior: take bradley_terry_map$",
        ),
        (
            lambda: rank.fit(
                ["bradley_terry_map", "avg"], R3, prior=rank.EmpiricalPrior([[1], [0]])
            ),
            "rankers.option_length",
            "^the prior is of 2 models, but R has 3$",
        ),
    ],
)
def test_a_prior_is_refused_in_the_words_of_the_caller(made, kind, words):
    with pytest.raises(ValueError, match=words) as raised:
        made()
    assert raised.value.code == kind


def test_a_penalty_is_one_number():
    prior = rank.CustomPrior(lambda theta: theta**2)
    with pytest.raises(TypeError, match=r"an array of the shape \(3,\): give one number"):
        rank.bradley_terry_map(R3, prior=prior)


def test_other_mistakes():
    with pytest.raises(KeyError, match="3"):
        rank.bradley_terry_map(R3, prior=rank.CustomPrior(fails))
    with pytest.raises(KeyError, match="3"):
        rank.fit("bradley_terry_map", R3, prior=rank.CustomPrior(fails), replicates=5)
    with pytest.raises(ValueError, match="callable"):
        rank.CustomPrior(3)
    with pytest.raises(ValueError, match="eps = 0.5"):
        rank.EmpiricalPrior([[1], [0]], eps=0.5)
    with pytest.raises(ValueError, match="R"):
        rank.EmpiricalPrior([[2], [0]])
    with pytest.raises(TypeError, match="is not a prior: give a variance, or one such"):
        rank.bradley_terry_map(R3, prior="gauss")
    with pytest.raises(TypeError, match="abstract"):
        rank.Prior()
    with pytest.raises(ValueError, match="name the method without _map"):
        rank.fit("bradley_terry_map", R3, prior=rank.UniformPrior())
    with pytest.raises(ValueError, match="a Laplace prior has no option .prior_variance"):
        rank.fit("bradley_terry_map", R3, prior="laplace", prior_variance=2)
    with pytest.raises(ValueError, match="holds strengths at its corner; pass interval"):
        rank.fit("bradley_terry_map", R3, prior=rank.LaplacePrior(), interval="sandwich")
