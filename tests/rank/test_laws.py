"""What holds of ranking methods on any data."""

from __future__ import annotations

import numpy as np
import polars
import pytest
from scipy import stats

import scorio
from scorio import rank
from scorio.rank.source import data_of

NAMES = [method.name for method in rank.methods() if method.order_free]
# Options without a default.
NEEDED = {
    name: {"k": 2} | ({"tau": 0.5} if name.endswith("tau") else {})
    for name in ("pass_at_k", "pass_hat_k", "g_pass_at_k_tau", "mg_pass_at_k")
}
NEEDED |= {name: {"fix_guessing": 0.1} for name in ("rasch_3pl", "rasch_3pl_map")}
AVERAGE = [method.name for method in rank.methods() if method.equals_average_when_complete]


def results(seed, models=5, questions=12, trials=4):
    """Random results in which every model wins and loses against every other."""
    generator = np.random.default_rng(seed)
    skill = np.linspace(-0.6, 0.6, models)[:, None]
    p = 1 / (1 + np.exp(-(skill - generator.normal(size=questions))))
    return generator.binomial(1, p[:, :, None], (models, questions, trials))


def scores(name, R, **options):
    """The scores of a method."""
    return np.array(data_of(R).scores(name, NEEDED.get(name, {}) | options)[0])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_labels_and_orders_change_nothing(name, seed):
    R = results(seed)
    expected = scores(name, R)
    generator = np.random.default_rng(seed + 100)
    models = generator.permutation(len(R))
    np.testing.assert_allclose(scores(name, R[models]), expected[models], rtol=1e-9, atol=1e-12)
    questions = generator.permutation(R.shape[1])
    np.testing.assert_allclose(scores(name, R[:, questions]), expected, rtol=1e-9, atol=1e-12)
    trials = generator.permuted(R, axis=2)
    np.testing.assert_allclose(scores(name, trials), expected, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", AVERAGE)
@pytest.mark.parametrize("seed", range(6))
def test_on_complete_data_these_order_as_the_average(name, seed):
    # Few trials, so that averages tie now and then.
    R = results(seed, questions=6, trials=2)
    data = data_of(R)
    assert data.complete
    assert data.scores(name, {})[1] == data.scores("avg", {})[1]


def test_equal_averages_have_equal_strengths_by_davidson():
    R = results(1, models=6)
    R[1] = R[0][::-1]
    R[2] = np.roll(R[0], 3, axis=0)
    theta = scores("bradley_terry_davidson", R)
    assert R[0].sum() == R[1].sum() == R[2].sum()
    assert np.ptp(theta[:3]) < 1e-13


def test_wins_tell_averages_apart_whatever_the_pairing():
    R = results(2)
    for pairing in ("expected", "aligned"):
        wins, ties = data_of(R, pairing=pairing).pairs()
        average = R.sum(axis=(1, 2))
        np.testing.assert_allclose(wins - wins.T, average[:, None] - average, atol=1e-11)
        total = wins + wins.T + ties + np.eye(len(R)) * R[0].size
        np.testing.assert_allclose(total, R[0].size)


def test_pairs_are_those_of_a_plain_count():
    R = results(3)
    R = R[:, :, :3].astype(float)
    won, tied = np.zeros((5, 5)), np.zeros((5, 5))
    aligned = np.zeros((5, 5))
    for i in range(5):
        for j in range(5):
            if i != j:
                for a, b in zip(R[i], R[j], strict=True):
                    won[i, j] += sum(x > y for x in a for y in b) / 3
                    tied[i, j] += sum(x == y for x in a for y in b) / 3
                aligned[i, j] = (R[i] > R[j]).sum()
    wins, ties = data_of(R).pairs()
    np.testing.assert_allclose(wins, won, atol=1e-12)
    np.testing.assert_allclose(ties, tied, atol=1e-12)
    np.testing.assert_array_equal(data_of(R, pairing="aligned").pairs()[0], aligned)


def test_missing_trials_have_the_harmonic_mean_of_pairs():
    R = results(4, models=2, questions=1, trials=4).astype(float)
    R[0, 0], R[1, 0] = [1, 1, 0, np.nan], [1, 0, 0, 0]
    wins, ties = data_of(R, missing="drop").pairs()
    pairs = 2 / (1 / 3 + 1 / 4)
    assert wins[0, 1] == pytest.approx(pairs * 2 / 3 * 3 / 4, abs=1e-15)
    assert wins[1, 0] == pytest.approx(pairs * 1 / 3 * 1 / 4, abs=1e-15)
    assert wins[0, 1] + wins[1, 0] + ties[0, 1] == pytest.approx(pairs, abs=1e-14)


def test_score_equations_hold():
    R = results(5)
    wins, ties = data_of(R).pairs()
    theta = scores("bradley_terry", R)
    chance = 1 / (1 + np.exp(theta[None] - theta[:, None]))
    assert abs((wins - (wins + wins.T) * chance).sum(axis=1)).max() < 1e-11
    theta = scores("rao_kupper", R, tie_strength=1.5)
    chance = 1 / (1 + 1.5 * np.exp(theta[None] - theta[:, None]))
    own = wins + ties
    residual = own * (1 - chance) - (own * (1 - chance)).T
    assert abs(residual.sum(axis=1)).max() < 1e-11


def test_a_tight_prior_shrinks_and_a_wide_one_does_not():
    R = results(6)
    free = scores("bradley_terry", R)
    wide = scores("bradley_terry_map", R, prior_variance=1e12)
    np.testing.assert_allclose(wide, free, atol=1e-9)
    tight = scores("bradley_terry_map", R, prior_variance=1e-6)
    assert abs(tight).max() < 1e-3
    _, named = rank.bradley_terry_map(R, prior=rank.UniformPrior(), return_scores=True)
    np.testing.assert_array_equal(named, free)
    _, given = rank.bradley_terry_map(R, prior=rank.GaussianPrior(3, 0.5), return_scores=True)
    np.testing.assert_array_equal(given, scores("bradley_terry_map", R, prior_variance=0.5))


def counts_of(R, questions):
    """Counts of some questions."""
    rows = [
        {"model": f"m{i}", "question": str(j), "outcome": int(x)}
        for i, model in enumerate(R) for j in questions for x in model[j]
    ]  # fmt: skip
    return scorio.count(polars.DataFrame(rows))


def test_merged_counts_rank_as_one_log():
    R = results(7)
    both = counts_of(R, range(5)).merge(counts_of(R, range(5, 12)))
    for name in NAMES:
        expected = scores(name, R)
        np.testing.assert_allclose(scores(name, both), expected, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_intervals_hold_their_scores(name):
    R = results(8, questions=30)
    options = NEEDED.get(name, {})
    found = rank.fit(name, R, replicates=50, seed=3, **options)
    assert found == rank.fit(name, R, replicates=50, seed=3, **options)
    assert sum(row.p_best for row in found) == pytest.approx(1)
    for row in found:
        assert row.lo <= row.score + 1e-9
        assert row.score <= row.hi + 1e-9
        assert row.rank_lo <= row.rank <= row.rank_hi
        assert row.sigma > 0


def test_the_bootstrap_and_the_sandwich_agree_and_the_naive_error_is_too_small():
    R = results(9, models=4, questions=400, trials=16)
    draws = {row.model: row.sigma for row in rank.fit("bradley_terry", R)}
    sandwich = {row.model: row.sigma for row in rank.fit("bradley_terry", R, interval="sandwich")}
    for model, naive in enumerate(data_of(R).naive("bradley_terry", {})):
        assert draws[str(model)] == pytest.approx(sandwich[str(model)], rel=0.15)
        assert naive < sandwich[str(model)]


@pytest.mark.parametrize("questions", [2, 20])
def test_intervals_allow_for_few_questions(questions):
    R = results(11, models=4, questions=questions, trials=30)
    t = stats.t.ppf(0.975, questions - 1)
    for row in rank.fit("bradley_terry_davidson", R, interval="sandwich"):
        assert (row.hi - row.lo) / (2 * row.sigma) == pytest.approx(t, rel=1e-10)
    # The mean over questions: the draws have the variance of its error but for (M - 1) / M.
    shares = R.mean(axis=2)
    error = shares.std(axis=1, ddof=1) / np.sqrt(questions)
    for row in rank.fit("avg", R, replicates=20_000):
        own = int(row.model)
        assert row.sigma == pytest.approx(error[own], rel=0.02)
        if questions == 20:
            assert (row.hi - row.lo) / (2 * t * error[own]) == pytest.approx(1, abs=0.08)
        else:
            # Two questions say nearly nothing: the ends are those of all draws.
            assert (row.lo, row.hi) == (shares[own].min(), shares[own].max())


def test_clusters_of_single_questions_are_questions():
    R = results(10)
    alone = rank.fit("bradley_terry", R, replicates=50)
    named = rank.fit("bradley_terry", R, replicates=50, cluster=list(range(12)))
    assert list(alone) == list(named)
    together = rank.fit("avg", R, replicates=50, cluster=[j // 4 for j in range(12)])
    assert "clusters like these 3" in together.notes[0]


@pytest.mark.parametrize("name", NAMES)
def test_other_orders_of_questions_and_trials_change_no_rank(name):
    generator = np.random.default_rng(12)
    for seed in range(20, 24):
        R = results(seed, questions=7, trials=3)
        options = NEEDED.get(name, {})
        expected = data_of(R).scores(name, options)[1]
        other = generator.permuted(R[:, generator.permutation(7)], axis=2)
        assert data_of(other).scores(name, options)[1] == expected
        models = generator.permutation(len(R))
        ranks = np.array(expected[0])[models]
        assert data_of(R[models]).scores(name, options)[1][0] == ranks.tolist()


@pytest.mark.parametrize("name", NAMES)
def test_another_order_of_trials_changes_no_bit(name):
    R = results(13)
    generator = np.random.default_rng(13)
    trials = generator.permuted(R, axis=2)
    np.testing.assert_array_equal(scores(name, trials), scores(name, R))


def circle_of_answers(pairs, models):
    """Results where the first of each pair always wins on a question of their own."""
    R = np.full((models, len(pairs), 1), np.nan)
    for question, (winner, loser) in enumerate(pairs):
        R[winner, question], R[loser, question] = 1, 0
    return R


def test_several_equilibria_do_not_depend_on_names():
    # Two circles of three, every other pair level on questions of its own.
    circles = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]
    level = [(i, j) for i in range(3) for j in range(3, 6)]
    R = circle_of_answers(circles + level + [(j, i) for i, j in level], 6)
    mixture = rank.nash(R, score_type="equilibrium", return_scores=True, missing="drop")[1]
    np.testing.assert_allclose(mixture, np.full(6, 1 / 6), atol=1e-12)
    generator = np.random.default_rng(0)
    R = circle_of_answers([*circles[:4], (4, 0), (0, 3), *circles, *level], 6)
    first = rank.nash(R, score_type="equilibrium", return_scores=True, missing="drop")[1]
    for _ in range(5):
        order = generator.permutation(6)
        again = rank.nash(R[order], score_type="equilibrium", return_scores=True, missing="drop")[1]
        np.testing.assert_allclose(again, first[order], atol=1e-10)
