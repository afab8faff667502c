"""mG-Pass@k with k = 1, whose published sum is empty: it is 0, and every result says why."""

import pytest

import scorio
from scorio import eval as scorio_eval
from scorio import rank

COINS = "examples/coins.jsonl"
NOTE = "with k = 1 is 0 for any trials, because it counts from two successes on: take k ≥ 2"


@pytest.fixture(scope="module")
def counts():
    return scorio.count(COINS).select(model=["coin-01", "coin-11"])


def test_the_formula_is_that_of_the_source():
    assert scorio_eval.mg_pass_at_k([[1, 1, 0], [1, 1, 1]], 1) == 0


@pytest.mark.parametrize(
    "metric", ["mg_pass_at_k", "mg_pass_at_k_ci", "geo_spectrum_at_k", "geo_spectrum_star_at_k"]
)
def test_a_leaderboard_says_why(counts, metric):
    board = counts.score(metric, k=[1, 2])
    assert {row.score for row in board if row.k == 1} == {0.0}
    assert board.notes.count(f"{metric} {NOTE}.") == 1
    assert not [note for note in counts.score(metric, k=2).notes if NOTE in note]


def test_other_results_say_it(counts):
    options = {"metric": "mg_pass_at_k", "k": 1}
    note = f"mg_pass_at_k {NOTE}."
    assert note in scorio.compare(counts, baseline="coin-01", **options).notes
    assert note in scorio.compare_pairs(counts, **options).notes
    assert note in scorio.gate(counts, 0.5, **options).notes
    assert note in rank.fit("mg_pass_at_k", counts, k=1, replicates=3).notes
    study = scorio.convergence(scorio.count(COINS, order=True), "mg_pass_at_k", 1, replicates=2)
    assert note.removesuffix(".") in study.notes


def test_scores_above_zero_need_no_note(counts):
    own = counts.score("geo_spectrum_at_k", 1, spectrum=[1.0])
    for board in (own, counts.score("geo_spectrum_at_k", 1, lam=1.0), counts.score("pass_at_k", 1)):
        assert min(row.score for row in board) > 0
        assert not [note for note in board.notes if NOTE in note]
