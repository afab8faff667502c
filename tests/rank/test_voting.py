"""Voting rules and winner sets by name: exact values, ties, and mistakes."""

from __future__ import annotations

import itertools
import json

import numpy as np
import pytest

from scorio import rank

RULES = (
    rank.borda, rank.nanson, rank.baldwin, rank.copeland, rank.win_rate, rank.minimax,
    rank.schulze, rank.ranked_pairs, rank.kemeny_young, rank.majority_judgment,
)  # fmt: skip
# A beats B on two of three questions, B beats C, and C beats A.
CIRCLE = np.array([[[1], [0], [1]], [[0], [1], [1]], [[1], [1], [0]]])
CIRCLE_COUNTS = np.array([[3, 1, 2], [2, 3, 1], [1, 2, 3]])


def successes(counts, trials):
    """Results with these successes first."""
    return (np.arange(trials) < np.asarray(counts)[:, :, None]).astype(int)


def scores(method, R, **options):
    """The scores of a method."""
    return method(R, return_scores=True, **options)[1]


def test_exact_values(shared):
    content = json.loads((shared / "reference" / "rank.json").read_text())
    expected = next(one for one in content["vectors"] if one["id"] == "voting")["expected"]
    R = successes(content["counts"], content["trials"])
    for name in ("borda", "copeland", "win_rate", "minimax"):
        np.testing.assert_allclose(scores(getattr(rank, name), R), expected[name], rtol=1e-15)
    paths = np.array(expected["schulze_paths"])
    above = paths > paths.T
    assert [scores(rank.schulze, R).tolist()] == [[4, 4, 3, 2]]
    assert above.sum() == 5
    # Both best orders are alike but for the first two.
    orders = expected["kemeny_orders"]
    first = scores(rank.kemeny_young, R)
    assert len(orders) == 2
    assert first[0] == first[1] > first[2] > first[3]
    assert rank.kemeny_young(R, tie_aware=False).tolist() == [1, 2, 3, 4]


@pytest.mark.parametrize("rule", RULES)
def test_a_circle_is_a_tie(rule):
    R = successes(CIRCLE_COUNTS, 3)
    assert rule(R).tolist() == [1, 1, 1]
    assert len(set(scores(rule, R).tolist())) == 1


@pytest.mark.parametrize("rule", RULES)
def test_equal_models_tie_and_a_better_one_does_not(rule):
    R = successes([[3, 3, 3, 3], [2, 1, 2, 1], [2, 1, 2, 1], [0, 0, 0, 0]], 3)
    # Nanson removes the level models, which have the mean of points, with the last one. The largest
    # majority against any of the three is the best model's.
    last = 2 if rule in (rank.nanson, rank.minimax) else 3
    assert rule(R, method="dense").tolist() == [1, 2, 2, last]


def preferences(counts, half):
    """How many questions prefer the row to the column."""
    counts = np.asarray(counts)
    above = (counts[:, None] > counts[None]).sum(axis=2).astype(float)
    return above + (counts[:, None] == counts[None]).sum(axis=2) / 2 if half else above


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("tie_policy", ["half", "ignore"])
def test_kemeny_beside_all_orders(seed, tie_policy):
    counts = np.random.default_rng(seed).integers(0, 4, (5, 6))
    P = preferences(counts, tie_policy == "half")
    value = {
        order: sum(P[a, b] for a, b in itertools.combinations(order, 2))
        for order in itertools.permutations(range(5))
    }
    best = [order for order, one in value.items() if one == max(value.values())]
    above = np.array([
        [i != j and all(order.index(i) < order.index(j) for order in best) for j in range(5)]
        for i in range(5)
    ])  # fmt: skip
    left, level, expected = set(range(5)), 5, np.zeros(5)
    while left:
        top = {j for j in left if not any(above[i, j] for i in left)}
        expected[list(top)] = level
        left, level = left - top, level - 1
    R = successes(counts, 3)
    np.testing.assert_array_equal(scores(rank.kemeny_young, R, tie_policy=tie_policy), expected)
    single = scores(rank.kemeny_young, R, tie_policy=tie_policy, tie_aware=False)
    assert tuple(np.argsort(-single)) == min(best)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("tie_policy", ["half", "ignore"])
def test_minimax_and_schulze_beside_plain_loops(seed, tie_policy):
    counts = np.random.default_rng(seed).integers(0, 4, (5, 6))
    P = preferences(counts, tie_policy == "half")
    R = successes(counts, 3)
    others = ~np.eye(5, dtype=bool)
    worst = np.array([max(0, (P[:, i] - P[i])[others[i]].max()) for i in range(5)])
    np.testing.assert_allclose(scores(rank.minimax, R, tie_policy=tie_policy), -worst)
    votes = np.where(P > P.T, P, 0)
    most = votes.max(axis=0)
    found = scores(rank.minimax, R, variant="winning_votes", tie_policy=tie_policy)
    np.testing.assert_allclose(found, -most)
    paths = votes.copy()
    for k in range(5):
        paths = np.maximum(paths, np.minimum(paths[:, k : k + 1], paths[k : k + 1]))
    above = (paths > paths.T) & others
    found = scores(rank.schulze, R, tie_policy=tie_policy)
    for i, j in itertools.permutations(range(5), 2):
        if above[i, j]:
            assert found[i] > found[j]
    assert {i for i in range(5) if found[i] == 5} == {j for j in range(5) if not above[:, j].any()}


def test_ties_decide_by_their_policy():
    # B is above A once; A and C are level three times, and so on.
    counts = [[1, 1, 1, 2], [1, 1, 1, 3], [3, 0, 1, 1]]
    R = successes(counts, 3)
    half = scores(rank.minimax, R, variant="winning_votes")
    ignored = scores(rank.minimax, R, variant="winning_votes", tie_policy="ignore")
    assert half.tolist() == [-2.5, 0, -2.5]
    assert ignored.tolist() == [-1, 0, -2]


@pytest.mark.parametrize("rule", [rank.nanson, rank.baldwin])
def test_rounds_of_elimination(rule):
    R = successes([[3, 3, 3], [2, 2, 2], [1, 1, 1], [0, 0, 0]], 3)
    for rank_ties in ("average", "min", "max", "dense"):
        found = scores(rule, R, rank_ties=rank_ties)
        assert (np.diff(found) <= 0).all()
        assert found[0] > found[-1]
    # Points 9, 6, 3, 0: the mean 4.5 removes two at once, and Baldwin removes one a round.
    assert scores(rank.nanson, R).tolist() == [2, 1, 0, 0]
    assert scores(rank.baldwin, R).tolist() == [3, 2, 1, 0]


def test_medians_decide_before_means():
    # Shares 3, 3, 0 have the median 3, and 2, 2, 3 have the median 2.
    R = successes([[3, 3, 0], [2, 2, 3]], 3)
    assert rank.majority_judgment(R).tolist() == [1, 2]
    assert rank.avg(R).tolist() == [2, 1]


def test_winner_sets_satisfy_their_equations():
    generator = np.random.default_rng(4)
    R = generator.integers(0, 2, (4, 5, 3))
    theta = scores(rank.davidson_luce, R, pairing="aligned")
    assert abs(theta.sum()) < 1e-12
    trials = R.reshape(4, -1).T
    residual = np.zeros(4)
    for trial in trials:
        size = trial.sum()
        if 0 < size < 4:
            sets = np.array([np.isin(range(4), s) for s in itertools.combinations(range(4), size)])
            weight = np.exp(sets @ theta / size)
            residual += (trial - weight @ sets / weight.sum()) / size
    assert abs(residual).max() < 1e-11
    theta = scores(rank.davidson_luce_map, R, prior=0.5, pairing="aligned")
    residual = -theta / 0.5
    for trial in trials:
        size = trial.sum()
        if 0 < size < 4:
            sets = np.array([np.isin(range(4), s) for s in itertools.combinations(range(4), size)])
            weight = np.exp(sets @ theta / size)
            residual += (trial - weight @ sets / weight.sum()) / size
    assert abs(residual).max() < 1e-11


def test_expected_winner_sets_are_the_mean_over_all_ways_to_meet():
    generator = np.random.default_rng(5)
    R = generator.integers(0, 2, (3, 4, 2))
    # Every trial of a model meets every trial of the others once.
    met = np.stack([
        [R[i, m, choice[i]] for m in range(4) for choice in itertools.product(range(2), repeat=3)]
        for i in range(3)
    ])  # fmt: skip
    expected = scores(rank.davidson_luce, met, pairing="aligned")
    np.testing.assert_allclose(scores(rank.davidson_luce, R), expected, atol=1e-12)


def large_circle(models):
    """Results in which each model beats the next ones, around."""
    places = np.arange(models)
    return successes((places[:, None] + places[None]) % models, models)


@pytest.mark.parametrize(
    ("call", "kind", "words"),
    [
        (lambda: rank.nanson(CIRCLE, rank_ties="x"), "argument.choice", "rank_ties = 'x'"),
        (lambda: rank.baldwin(CIRCLE, rank_ties="x"), "argument.choice", "'average', 'min'"),
        (lambda: rank.minimax(CIRCLE, variant="x"), "argument.choice", "variant = 'x'"),
        (lambda: rank.minimax(CIRCLE, tie_policy="x"), "argument.choice", "tie_policy = 'x'"),
        (lambda: rank.schulze(CIRCLE, tie_policy="x"), "argument.choice", "'half', 'ignore'"),
        (lambda: rank.ranked_pairs(CIRCLE, strength="x"), "argument.choice", "strength = 'x'"),
        (lambda: rank.kemeny_young(CIRCLE, tie_policy=1), "argument.choice", "tie_policy = 1"),
        (lambda: rank.kemeny_young(CIRCLE, time_limit=0), "argument.range", "time_limit = 0"),
        (lambda: rank.kemeny_young(large_circle(23)), "rankers.large_group", "23 models .* 22"),
        (lambda: rank.davidson_luce(CIRCLE, max_tie_order=0), "check.range", "max_tie_order = 0"),
        (lambda: rank.davidson_luce(CIRCLE, max_tie_order=1), "rankers.tie_order", "win a trial"),
        (lambda: rank.davidson_luce([[1, 1], [0, 1]]), "rankers.apart", "davidson_luce_map"),
        (lambda: rank.davidson_luce_map(CIRCLE, prior=-1), "check.positive", "^prior = -1"),
        (lambda: rank.borda(CIRCLE[:1]), "rankers.too_few_models", "1 model to rank"),
        (lambda: rank.borda(CIRCLE + 1), "tally.category", r"R\[0, 0\]"),
        (lambda: rank.borda([[1, np.nan], [0, 1]]), "tally.missing", "drop"),
        (lambda: rank.copeland(CIRCLE, method="x"), "argument.choice", "method = 'x'"),
    ],
)
def test_a_mistake_is_named(call, kind, words):
    with pytest.raises(ValueError, match=words) as raised:
        call()
    assert raised.value.code == kind


def test_many_models_that_majorities_order_are_no_trouble_for_kemeny():
    R = successes(np.repeat(np.arange(30)[::-1, None], 2, axis=1), 30)
    assert rank.kemeny_young(R).tolist() == list(range(1, 31))


@pytest.mark.parametrize("rule", RULES)
def test_a_model_without_a_common_question_is_named(rule):
    R = [[1, 0, np.nan], [0, 1, np.nan], [np.nan, np.nan, 1]]
    with pytest.raises(ValueError, match="no question compares 2 with 0, 1"):
        rule(R, missing="drop")
