"""Mistakes with ranking methods, one by one."""

from __future__ import annotations

import numpy as np
import polars
import pytest

import scorio
from scorio import rank

R = np.array([[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]])
BEST = np.array([[[1, 1], [1, 1]], [[1, 0], [0, 0]], [[0, 1], [1, 0]]])
COUNTS = scorio.count(
    polars.DataFrame({"model": ["a", "b"], "question": ["1", "1"], "outcome": [1, 0]})
)


@pytest.mark.parametrize(
    ("call", "kind", "words"),
    [
        (lambda: rank.avg(R[:1]), "rankers.too_few_models", "1 model to rank"),
        (lambda: rank.avg(R[:, :0]), "rankers.empty", "0 questions"),
        (lambda: rank.avg([0, 1]), "argument.axes", "R has 1 axis"),
        (lambda: rank.avg(R + 1), "tally.category", r"R\[0, 0, 0\] = 2 is not an out"),
        (lambda: rank.avg(np.where(R, np.nan, 0)), "tally.missing", r'pass missing="drop"'),
        (lambda: rank.avg(R, method="best"), "argument.choice", "method = 'best' is not one of"),
        (lambda: rank.bradley_terry(R, pairing="x"), "argument.choice", "pairing = 'x'"),
        (lambda: rank.bradley_terry(BEST), "rankers.apart", "speaks for 1, 2 against 0; .*_map"),
        (lambda: rank.thurstone(BEST), "rankers.apart", "take .*bradley_terry_map"),
        (
            lambda: rank.bradley_terry_davidson([[1, 1], [0, 1]]),
            "rankers.ties",
            "infinite tie strength",
        ),
        (lambda: rank.rao_kupper(R, tie_strength=1), "rankers.no_ties", "some trials tie"),
        (lambda: rank.rao_kupper(R, tie_strength=0.5), "check.range", "tie_strength = 0.5"),
        (lambda: rank.bradley_terry_map(R, prior=0), "check.positive", "^prior = 0 is not"),
        (lambda: rank.pagerank(R, damping=1), "check.level", "damping = 1"),
        (lambda: rank.pagerank(R, teleport=[1, 1]), "rankers.option_length", "2 numbers"),
        (lambda: rank.pagerank(R, teleport=[1, 1, -1]), "check.not_negative", r"teleport\[2\]"),
        (lambda: rank.alpharank(R, population_size=1), "check.range", "population_size"),
        (lambda: rank.alpharank(R, alpha=-1), "check.positive", "alpha = -1"),
        (lambda: rank.nash(R, score_type="x"), "argument.choice", "score_type"),
        (lambda: rank.hodge_rank(R, pairwise_stat="x"), "argument.choice", "'binary', 'log_odds'"),
        (lambda: rank.rank_centrality(R, teleport=1), "check.range", "teleport = 1"),
        (
            lambda: rank.rank_centrality(BEST, tie_handling="ignore"),
            "rankers.apart",
            "nothing speaks for 1, 2",
        ),
        (lambda: rank.inverse_difficulty(R, clip_range=(0.9, 0.1)), "check.range", "clip_range"),
        (lambda: rank.thompson(R, prior_alpha=0), "check.positive", "prior_alpha = 0"),
        (lambda: rank.fit("pass_at_k", R), "rankers.option_missing", "pass_at_k needs .* k"),
        (lambda: rank.fit("pass_at_k", R, k=1.5), "check.range", "k = 1.5"),
        (lambda: rank.pass_at_k(R, 3), "rankers.budget", "question 0 of model 0"),
        (lambda: rank.pass_hat_k(R, 0), "check.budget", "k = 0"),
        (lambda: rank.g_pass_at_k_tau(R, 2, 2), "check.share", "tau = 2"),
        (lambda: rank.bayes(R, quantile=1), "check.level", "quantile = 1"),
        (lambda: rank.bayes(R, w=[0, 1], quantile=0), "check.level", "quantile = 0"),
        (lambda: rank.bayes(R, R0=R[:2]), "check.shape", "R0 has 2 models, but R has 3"),
        (lambda: rank.bayes(R[:1], w=[0, 1]), "argument.axes", "at least two models"),
        (lambda: rank.bayes(R, w=[0, 1], method="x"), "argument.choice", "method = 'x'"),
        (lambda: rank.bayes(COUNTS, w=[0, 1]), "argument.known", "w and R0 are for arrays"),
        (lambda: rank.bayesian_mcmc(R, prior_var=0), "check.positive", "prior_var = 0"),
        (
            lambda: rank.fit("borda", R, interval="posterior"),
            "rankers.no_posterior",
            "borda has no posterior.*questions",
        ),
        (lambda: rank.fit("bayes", COUNTS, weights=[0, 0.5]), "rankers.parts", "take .*avg"),
        (lambda: rank.elo(R, K=0), "check.positive", "K = 0"),
        (lambda: rank.elo(R, orders=0), "argument.whole_number", "orders = 0"),
        (lambda: rank.elo(R, tie_handling="x"), "argument.choice", "tie_handling = 'x'"),
        (lambda: rank.elo(R, K=1e308), "numeric.not_finite", "the rating"),
        (lambda: rank.elo(COUNTS, orders=None), "rankers.not_aligned", "orders=64"),
        (lambda: rank.glicko(R, c=-1), "check.not_negative", "c = -1"),
        (lambda: rank.trueskill(R, beta=0), "check.positive", "beta = 0"),
        (lambda: rank.bradley_terry_luce(COUNTS), "rankers.needs_order", 'pairing="aligned"'),
        (lambda: rank.bradley_terry_luce(BEST), "rankers.apart", "bradley_terry_luce_map"),
        (
            lambda: rank.fit("elo", R, pairing="aligned", orders=2),
            "rankers.ordered_already",
            'pairing="expected"',
        ),
        (lambda: rank.fit("elo", COUNTS, weights=[0, 0.5]), "rankers.parts", "take avg"),
        (lambda: rank.fit("bradly", R), "rankers.unknown", "no ranking method .bradly"),
        (lambda: rank.fit("avg", R, tie_strength=2), "rankers.unknown_option", "avg has no option"),
        (lambda: rank.fit("avg", R, interval="x"), "argument.choice", "interval = 'x'"),
        (lambda: rank.fit("avg", R, interval="sandwich"), "rankers.no_sandwich", "questions"),
        (lambda: rank.fit("avg", R, confidence=1), "check.level", "confidence = 1"),
        (lambda: rank.fit("avg", R, replicates=0), "argument.whole_number", "replicates = 0"),
        (lambda: rank.fit("avg", R[:, :1]), "rankers.one_unit", "interval=None"),
        (lambda: rank.fit("avg", R, pairing="aligned"), "rankers.no_pairing", "no pairs"),
        (lambda: rank.fit("avg", R, cluster=["a"]), "check.shape", "cluster has 1"),
        (lambda: rank.fit("avg", COUNTS, cluster="x"), "argument.choice", "'cluster' or 'task'"),
        (lambda: rank.fit("avg", COUNTS, cluster="cluster"), "rankers.unclustered", "cluster"),
        (lambda: rank.fit("avg", COUNTS, pairing="aligned"), "rankers.not_aligned", "expected"),
        (lambda: rank.fit("avg", COUNTS, weights=[0, 2]), "rankers.category_weight", "weight 2"),
    ],
)
def test_a_mistake_is_named(call, kind, words):
    with pytest.raises(ValueError, match=words) as raised:
        call()
    assert raised.value.code == kind


def test_models_without_a_common_question_are_named():
    log = polars.DataFrame(
        {"model": ["a", "a", "b", "b"], "question": ["1", "2", "3", "4"], "outcome": [1, 0, 1, 0]}
    )
    with pytest.raises(ValueError, match="no question compares a with b|b with a"):
        rank.hodge_rank(scorio.count(log))
    with pytest.raises(ValueError, match="no question compares"):
        rank.bradley_terry(scorio.count(log))


def test_draws_without_scores_are_left_out_and_said():
    found = rank.fit("bradley_terry", R, replicates=100)
    assert any("no scores of" in note for note in found.notes)


def test_a_prior_ranks_what_has_no_finite_strengths():
    assert rank.bradley_terry_map(BEST).tolist()[0] == 1
    assert np.isfinite(rank.bradley_terry_map(BEST, return_scores=True)[1]).all()
