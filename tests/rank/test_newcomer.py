"""What a newcomer meets: skipped questions, ties everywhere, options, budgets and wrong entries."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest
from click.testing import CliRunner

import scorio
from scorio import eval as scorio_eval
from scorio import rank
from scorio.cli.main import main

R = np.random.default_rng(3).integers(0, 2, (3, 40, 4))


@pytest.fixture
def skipping(tmp_path):
    """A log in which a and b solve q0 to q4, and only b was asked the hard q5 to q9."""
    path = tmp_path / "skip.jsonl"
    with path.open("w") as log:
        for model in "ab":
            for question in range(5 if model == "a" else 10):
                for trial in range(10):
                    solved = int(question < 5 or trial == 0)
                    row = {"model": model, "question": f"q{question}", "outcome": solved}
                    log.write(json.dumps(row) + "\n")
    return str(path)


def test_a_ranking_says_which_models_skip_questions(skipping):
    found = rank.fit("avg", scorio.count(skipping))
    asked = {row.model: (row.questions, row.questions_asked, row.trials) for row in found}
    assert asked == {"a": (5, 10, 50), "b": (10, 10, 100)}
    text = found.to_text()
    assert "Some scores are not of every question that was asked: see questions." in text
    assert "5/10" in text
    assert "questions" not in rank.fit("avg", R).to_text().split("\n\n")[0]


def test_a_score_without_the_questions_of_others_does_not_pass(skipping):
    counts = scorio.count(skipping)
    found = scorio.gate(counts, 0.8)
    verdicts = {row.model: (row.verdict, row.questions, row.questions_asked) for row in found}
    assert verdicts == {"a": ("undecided", 5, 10), "b": ("fail", 10, 10)}
    assert "Some scores are not of every question that was asked" in found.to_text()
    assert "5/10" in found.to_text()
    assert scorio.gate(counts.select(model="a"), 0.8).verdict == "pass"


@pytest.mark.parametrize(
    ("method", "options"),
    [
        ("nash", {"score_type": "equilibrium"}),
        ("pagerank", {"teleport": [0.7, 0.2, 0.1]}),
        ("alpharank", {"alpha": 100, "population_size": 500}),
        ("rank_centrality", {"tie_handling": "ignore"}),
        ("hodge_rank", {"pairwise_stat": "log_odds"}),
        ("bayes", {"quantile": 0.05}),
        ("bradley_terry_davidson_map", {"prior": rank.LaplacePrior()}),
    ],
)
def test_an_order_is_that_of_the_average_only_with_options_that_keep_it(method, options):
    def says(**given):
        notes = rank.fit(["avg", method], R, interval=None, **given).notes
        return any("the same order" in note for note in notes)

    assert says()
    assert not says(**options)


@pytest.mark.parametrize(
    ("method", "options"),
    [
        ("thompson", {"prior_alpha": 3.0, "prior_beta": 0.5}),
        ("pagerank", {"damping": 0.3}),
        ("rank_centrality", {"smoothing": 2.0, "teleport": 0.3}),
        ("rasch_map", {"prior_variance": 0.2, "prior_mean": 1.0}),
        ("rasch_mml_credible", {"quantile": 0.1}),
    ],
)
def test_options_that_keep_the_order_of_the_average_do(method, options):
    for seed in range(20):
        data = np.random.default_rng(seed).integers(0, 2, (6, 12, 3))
        found = rank.fit(["avg", method], data, interval=None, **options)
        ranks = {name: {r.model: r.rank for r in found if r.method == name} for name in
                 ("avg", method)}  # fmt: skip
        assert ranks["avg"] == ranks[method], seed
        assert any("the same order" in note for note in found.notes)


def test_a_quantile_has_no_interval_of_the_mean():
    with pytest.raises(ValueError, match="ranks by a quantile") as raised:
        rank.fit("bayes", R, quantile=0.05, interval="posterior")
    assert raised.value.remedy == ("draw_questions", {})
    (first, *_) = rank.fit("bayes", R, quantile=0.05)
    assert first.lo < first.score < first.hi


@pytest.mark.parametrize("method", ["bradley_terry", "davidson_luce", "thurstone"])
def test_ties_alone_are_no_lack_of_questions(method):
    with pytest.raises(ValueError, match="all pairs of 1, 2 with 0 are ties") as raised:
        rank.fit(method, np.ones((3, 4, 2), int), interval=None)
    name, values = raised.value.remedy
    assert name == "take_prior"
    found = rank.fit(values["method"], np.ones((3, 4, 2), int), interval=None)
    assert [row.rank for row in found] == [1, 1, 1]
    apart = np.full((2, 2, 1), np.nan)
    apart[0, 0], apart[1, 1] = 1, 0
    with pytest.raises(ValueError, match="no question compares 1 with 0"):
        rank.fit(method, apart, interval=None, missing="drop")


def test_a_method_without_scores_leaves_the_others(skipping):
    arguments = ["rank", skipping, "--method", "avg", "--method", "bradley_terry"]
    found = CliRunner().invoke(main, [*arguments, "--method", "borda"])
    assert found.exit_code == 2
    assert "avg" in found.stdout
    assert "borda" in found.stdout
    assert (
        "all pairs of b with a are ties; take a method with a prior, such as bradley_terry_map"
        in found.stderr
    )


def test_a_method_that_is_named_twice_is_run_once():
    assert len(rank.fit(["avg", "borda", "avg"], R, interval=None)) == 6


def test_ways_out_of_budgets_exist():
    with pytest.raises(ValueError, match=r"question 0 of model 0; take k ≤ 4$"):
        rank.pass_at_k(R, 9)
    answers, right = [["a", "b"], ["a", "a"]], ["a", "a"]
    with pytest.raises(ValueError, match='take k ≤ 2, or pass ragged="drop" to leave such'):
        scorio_eval.vote_at_k(answers, right, 3)
    with pytest.raises(ValueError, match="take k ≤ 2$"):
        scorio_eval.vote_at_k_ci(answers, right, 3)


def test_a_wrong_entry_has_its_place_in_the_array():
    for place, value, said in (
        ((1, 2, 3), 2.0, "R[1, 2, 3] = 2 is not an outcome: rankings take 0 and 1"),
        ((0, 6, 0), np.nan, "R[0, 6, 0] is missing; pass missing="),
    ):
        wrong = R.astype(float)
        wrong[place] = value
        with pytest.raises(ValueError, match=f"^{re.escape(said)}"):
            rank.bradley_terry(wrong)
    flat = R[:, :, 0].copy()
    flat[1, 2] = 7
    with pytest.raises(ValueError, match=re.escape("R[1, 2] = 7 is not an outcome")):
        rank.avg(flat)


def test_few_questions_are_named():
    few = "With fewer than 30 questions"
    assert any(few in note for note in rank.fit("avg", R[:, :8], replicates=50).notes)
    assert not any(few in note for note in rank.fit("avg", R, replicates=50).notes)
    assert not any(few in note for note in rank.fit("avg", R[:, :8], interval=None).notes)


def test_one_question_is_no_sample():
    with pytest.raises(ValueError, match="there is one question: an interval for questions like"):
        scorio_eval.vote_at_k_ci([["a", "b"]], ["a"], 1)
    with pytest.raises(ValueError, match="there is one cluster"):
        scorio_eval.vote_at_k_ci([["a"], ["b"]], ["a", "a"], 1, cluster=[5, 5])


def test_kemeny_ties_any_number_of_equal_models():
    ranks, scores = rank.kemeny_young(np.ones((90, 3, 2), int), return_scores=True)
    assert set(ranks) == {1}
    assert set(scores) == {90.0}
    # Two groups of equal models: each of one is above each of the other.
    half = np.ones((50, 3, 2), int)
    half[25:] = 0
    assert list(rank.kemeny_young(half)) == [1] * 25 + [26] * 25
