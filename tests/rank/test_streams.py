"""Ratings of streams beside plain twins, and what random orders do to them."""

from __future__ import annotations

import math
import random
from itertools import combinations

import numpy as np
import polars
import pytest
from scipy import integrate, optimize
from scipy.stats import norm

import scorio
from scorio import rank

STREAMS = [rank.elo, rank.glicko, rank.trueskill]
TIES = ["skip", "draw", "correct_draw_only"]


def results(seed, models=4, questions=9, trials=3):
    """Random results of models of different skill."""
    generator = np.random.default_rng(seed)
    p = np.linspace(0.3, 0.7, models)[:, None] + generator.uniform(-0.25, 0.25, questions)
    return generator.binomial(1, p[:, :, None], (models, questions, trials))


def events(R, ties):
    """Give the games of each event, (i, j, score of i), with the end of each round."""
    for n in range(R.shape[2]):
        for m in range(R.shape[1]):
            games = []
            for i, j in combinations(range(len(R)), 2):
                a, b = R[i, m, n], R[j, m, n]
                draw = ties == "draw" or (ties == "correct_draw_only" and a == 1)
                if a != b:
                    games.append((i, j, float(a)))
                elif draw:
                    games.append((i, j, 0.5))
            yield games, m == R.shape[1] - 1


def plain_elo(R, ties, K=32):
    rating = [1500.0] * len(R)
    for games, _ in events(R, ties):
        change = [0.0] * len(R)
        for i, j, score in games:
            ahead = min((rating[j] - rating[i]) / 400, 300)
            expected = 1 / (1 + 10**ahead)
            change[i] += K * (score - expected)
            change[j] -= K * (score - expected)
        rating = [a + b for a, b in zip(rating, change, strict=True)]
    return rating


def plain_glicko(R, ties, c):
    q = math.log(10) / 400
    rating, rd = [1500.0] * len(R), [350.0] * len(R)
    for games, _ in events(R, ties):
        rd = [min(math.hypot(x, c), 350) for x in rd]
        g = [1 / math.sqrt(1 + 3 * q**2 * x**2 / math.pi**2) for x in rd]
        new = list(zip(rating, rd, strict=True))
        for i in range(len(R)):
            own = [(b, s) if a == i else (a, 1 - s) for a, b, s in games if i in {a, b}]
            if not own:
                continue
            expected = [1 / (1 + 10 ** (-g[j] * (rating[i] - rating[j]) / 400)) for j, _ in own]
            pairs = list(zip(own, expected, strict=True))
            precision = 1 / rd[i] ** 2 + q**2 * sum(g[j] ** 2 * e * (1 - e) for (j, _), e in pairs)
            moved = q / precision * sum(g[j] * (s - e) for (j, s), e in pairs)
            new[i] = (rating[i] + moved, math.sqrt(1 / precision))
        rating, rd = map(list, zip(*new, strict=True))
    return rating, rd


def moments(low, high):
    """Mean and variance of a standard normal number between two limits."""
    mass, *sums = (
        integrate.quad(lambda x, k=k: x**k * norm.pdf(x), low, high, epsabs=1e-15)[0]
        for k in range(3)
    )
    mean, square = (one / mass for one in sums)
    return mean, square - mean**2


def plain_trueskill(R, ties, margin):
    beta, tau = 25 / 6, 25 / 300
    mu, var = np.full(len(R), 25.0), np.full(len(R), (25 / 3) ** 2)
    for games, ends in events(R, ties):
        precision, natural = 1 / var, mu / var
        for i, j, score in games:
            c = math.sqrt(2 * beta**2 + var[i] + var[j])
            sign = 1 if score >= 0.5 else -1
            t, e = sign * (mu[i] - mu[j]) / c, margin / c
            if score == 0.5 and margin == 0:
                v, left = -t, 0.0
            elif score == 0.5:
                v, left = moments(-e - t, e - t)
            else:
                v, left = moments(e - t, 12)
            for k, direction in ((i, sign), (j, -sign)):
                own = var[k] * (1 - var[k] / c**2 * (1 - left))
                mean = mu[k] + direction * var[k] / c * v
                precision[k] += 1 / own - 1 / var[k]
                natural[k] += mean / own - mu[k] / var[k]
        mu, var = natural / precision, 1 / precision
        if ends:
            var = var + tau**2
    return mu


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("seed", range(4))
def test_streams_are_those_of_their_plain_twins(seed, ties):
    R = results(seed, models=2 + seed)
    stream = {"tie_handling": ties, "return_scores": True, "orders": None}
    np.testing.assert_allclose(rank.elo(R, **stream)[1], plain_elo(R, ties), rtol=1e-13)
    _, rating, rd = rank.glicko(R, c=20, return_deviation=True, **stream)
    np.testing.assert_allclose((rating, rd), plain_glicko(R, ties, 20), rtol=1e-13)
    R = R[:, :4, :2]
    for margin in (0, 2):
        _, means = rank.trueskill(R, draw_margin=margin, **stream)
        np.testing.assert_allclose(means, plain_trueskill(R, ties, margin), rtol=1e-9)


def test_ratings_that_are_far_apart_stay_right():
    R = results(5, questions=7)
    _, far = rank.elo(R, K=3e5, return_scores=True, orders=None)
    assert np.ptp(far) >= 6e5
    np.testing.assert_allclose(far, plain_elo(R, "correct_draw_only", K=3e5), rtol=1e-12)


@pytest.mark.parametrize("method", STREAMS)
def test_the_mean_over_orders_is_that_of_shuffled_arrays(method):
    R = results(6, questions=6, trials=2)
    generator = random.Random(1)
    shuffled = []
    for _ in range(600):
        one = np.array([[generator.sample(list(cell), 2) for cell in model] for model in R])
        # Each round has an order of questions of its own; pairs of rounds are cells' trials.
        orders = [generator.sample(range(6), 6) for _ in range(2)]
        one = np.stack([one[:, order, n] for n, order in enumerate(orders)], axis=2)
        shuffled.append(method(one, orders=None, return_scores=True)[1])
    mean, sd = np.mean(shuffled, axis=0), np.std(shuffled, axis=0, ddof=1)
    centred = np.array(shuffled) - np.mean(shuffled, axis=1, keepdims=True)
    _, scores, order_sd = method(R, orders=600, return_scores=True, return_order_sd=True)
    assert (abs(scores - mean) < 4.5 * sd * math.sqrt(2 / 600)).all()
    np.testing.assert_allclose(order_sd, np.std(centred, axis=0, ddof=1), rtol=0.2)


@pytest.mark.parametrize("method", STREAMS)
def test_random_orders_depend_on_the_seed_alone_and_not_on_the_order_of_trials(method):
    R = results(7)
    given = {"orders": 8, "return_scores": True}
    _, scores = method(R, seed=3, **given)
    np.testing.assert_array_equal(scores, method(R[:, :, ::-1], seed=3, **given)[1])
    assert (scores != method(R, seed=4, **given)[1]).all()
    _, stream = method(R, orders=None, return_scores=True)
    assert (stream != method(R[:, :, ::-1], orders=None, return_scores=True)[1]).any()


@pytest.mark.parametrize("method", STREAMS)
def test_models_with_equal_results_tie(method):
    R = results(8)
    R[2] = R[0][:, ::-1]
    ranks, scores = method(R, orders=5, return_scores=True)
    assert scores[0] == scores[2]
    assert ranks[0] == ranks[2]


def test_counts_and_arrays_have_the_same_orders():
    R = results(9).astype(float)
    R[1, 3:5, 1] = np.nan
    R[2, 6] = np.nan
    rows = [
        {"model": f"m{i}", "question": str(j), "outcome": int(x)}
        for i, model in enumerate(R) for j, cell in enumerate(model) for x in cell if np.isfinite(x)
    ]  # fmt: skip
    counts = scorio.count(polars.DataFrame(rows))
    _, expected = rank.elo(R, missing="drop", orders=4, return_scores=True)
    np.testing.assert_array_equal(rank.elo(counts, orders=4, return_scores=True)[1], expected)


def test_a_ranking_says_how_far_an_order_moves_scores():
    R = results(10)
    found = rank.fit("elo", R, interval=None, orders=16, seed=2)
    ranks, scores, order_sd = rank.elo(
        R, orders=16, seed=2, return_scores=True, return_order_sd=True
    )
    by_model = {int(row.model): row for row in found}
    assert [by_model[i].score for i in range(4)] == scores.tolist()
    assert [by_model[i].order_sd for i in range(4)] == order_sd.tolist()
    assert [by_model[i].rank for i in range(4)] == ranks.tolist()
    assert "order sd" in found.to_text()
    assert any("random orders" in note for note in found.notes)
    assert all(row.order_sd is None for row in rank.fit("avg", R, interval=None))
    aligned = rank.fit("elo", R, interval=None, pairing="aligned")
    assert aligned[0].order_sd is None


@pytest.mark.parametrize("name", ["elo", "glicko", "trueskill"])
def test_intervals_of_streams_hold_their_scores(name):
    found = rank.fit(name, results(11, questions=30), replicates=40, orders=8)
    assert found == rank.fit(name, results(11, questions=30), replicates=40, orders=8)
    for row in found:
        assert row.lo < row.score < row.hi
        assert row.rank_lo <= row.rank <= row.rank_hi


@pytest.mark.parametrize("prior", [None, 0.5])
def test_composite_strengths_have_the_highest_likelihood(prior):
    R = results(12)

    def minus(theta):
        value = 0 if prior is None else ((theta - theta.mean()) ** 2).sum() / (2 * prior)
        for won in R.reshape(4, -1).T == 1:
            for i in np.flatnonzero(won) if not won.all() else []:
                value += np.log(np.exp(theta[i]) + np.exp(theta[~won]).sum()) - theta[i]
        return value

    if prior is None:
        _, theta = rank.bradley_terry_luce(R, return_scores=True)
    else:
        _, theta = rank.bradley_terry_luce_map(R, prior, return_scores=True)
    best = optimize.minimize(minus, np.zeros(4), tol=1e-12)
    np.testing.assert_allclose(theta, best.x - best.x.mean(), atol=1e-5)
    assert minus(theta) <= best.fun + 1e-12
    slope = [(minus(theta + h) - minus(theta - h)) / 2e-5 for h in 1e-5 * np.eye(4)]
    np.testing.assert_allclose(slope, 0, atol=1e-8)


def test_ratings_beyond_all_numbers_are_refused():
    wins = np.arange(6)[:, None] > np.arange(30) % 6
    R = np.repeat(wins[:, :, None].astype(int), 2, 2)
    with pytest.raises(ValueError, match="the rating"):
        rank.elo(R, initial_rating=1e308)
    assert np.isfinite(rank.elo(R, initial_rating=1e300, return_scores=True)[1]).all()
