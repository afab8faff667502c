"""Comparisons by a metric with a budget, beside leaderboards, means, and simulated truths."""

import json
import math
import pickle
import statistics

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner
from metric_pairs_study import covered

import scorio
from scorio import eval as scorio_eval
from scorio._compare.questions import questions_table
from scorio.cli.main import main
from scorio.show.words import signed

COINS = "examples/coins.jsonl"


@pytest.fixture(scope="module")
def counts():
    return scorio.count(COINS)


@pytest.mark.parametrize(
    ("metric", "options"),
    [
        ("pass_at_k", {"k": 4}),
        ("pass_hat_k", {"k": 4}),
        ("g_pass_at_k_tau", {"k": 4, "tau": 0.75}),
        ("maj_at_k", {"k": 5}),
        ("pass_at_k_ci", {"k": 200}),
        ("geom_at_k", {"k": 3, "pass_power": 0.25}),
        ("max_at_k", {"k": 3, "weights": [0, 2]}),
        ("threshold_spectrum_at_k", {"k": 2, "spectrum": [0.5, 0.25]}),
    ],
)
@pytest.mark.parametrize("prior", ["hierarchical", "uniform"])
def test_the_difference_is_that_of_the_leaderboard(counts, metric, options, prior):
    own = {row.model: row for row in counts.score(metric, prior=prior, **options)}
    found = scorio.compare(counts, baseline="coin-04", metric=metric, prior=prior, **options)
    assert len(found) == 10
    for row in found:
        first, second = own[row.model], own["coin-04"]
        assert row.difference == pytest.approx(first.score - second.score, abs=1e-13)
        assert row.sigma == pytest.approx(math.hypot(first.sigma, second.sigma), rel=1e-12)
    pairs = scorio.compare_pairs(counts, metric=metric, prior=prior, **options)
    assert pairs.letters == {model: row.letters for model, row in own.items()}
    beside = {row.model: row.probability for row in pairs if row.other == "coin-04"}
    assert beside
    for row in found:
        if row.model in beside:
            assert row.probability == pytest.approx(beside[row.model], rel=1e-12)


def test_questions_like_these(counts):
    """σ is the scatter of the questions' differences, and one more with the opposite outcome."""
    names = counts.models[:2]
    row = scorio.compare(
        counts, baseline=names[0], models=names[1], metric="pass_at_k", k=2, sampled=True
    )[0]
    found = scorio.compare(
        counts, baseline=names[0], models=names[1], metric="pass_at_k", k=2
    ).questions()
    d = np.array([one.difference for one in found])
    trials = row.trials / row.questions
    squares = ((d - d.mean()) ** 2).sum() + 1 / trials**2
    assert row.sigma == pytest.approx(math.sqrt(squares / (len(d) * (len(d) - 1))), rel=1e-12)
    assert row.degrees == len(d) - 1
    assert row.difference == pytest.approx(d.mean(), rel=1e-12)


def test_matrices_have_the_difference_of_the_functions():
    rng = np.random.default_rng(4)
    a, b = rng.random((2, 30, 6)) < 0.5
    for k in (1, 2, 5):
        row = scorio.compare(a, b, metric="pass_at_k", k=k)[0]
        both = [scorio_eval.pass_at_k(R, k) for R in (a, b)]
        assert row.difference == pytest.approx(float(both[0]) - float(both[1]), abs=1e-14)
    mean = scorio.compare(a, b)[0]
    one = scorio.compare(a, b, metric="pass_at_k", k=1)[0]
    assert one.difference == pytest.approx(mean.difference, abs=1e-15)
    assert one.probability == pytest.approx(mean.probability, rel=1e-7)


@pytest.mark.parametrize("sampled", [False, True])
@pytest.mark.parametrize("metric", ["pass_at_k", "pass_hat_k"])
def test_intervals_contain_the_true_difference(metric, sampled):
    share = covered(metric, k=4, questions=40, trials=8, sampled=sampled, studies=60, seed=1)
    # Four standard errors of 60 studies below the nominal coverage.
    assert share >= 0.95 - 4 * (0.95 * 0.05 / 60) ** 0.5


def test_titles_notes_and_what_only_a_data_set_has(counts):
    options = {"baseline": "coin-04", "models": "coin-05"}
    found = scorio.compare(counts, metric="g_pass_at_k_tau", k=4, tau=0.5, **options)
    assert found.title == "g_pass_at_k_tau, k = 4, tau = 0.5, paired · difference from coin-04"
    assert "by the hierarchical prior of each model" in found.notes[0]
    assert "decisive" in str(found)
    assert pickle.loads(pickle.dumps(found)).questions() == found.questions()
    whole = scorio.compare(counts, metric="geom_at_k", k=4, **options)
    assert whole[0].decisive is None
    assert whole.questions() == []
    assert "decisive" not in str(whole)
    unpaired = scorio.compare(counts, metric="geom_at_k", k=4, paired=False, **options)
    assert unpaired[0].difference == whole[0].difference
    bayes = scorio.compare(counts, metric="bayes_ci", **options)
    assert bayes[0] == scorio.compare(counts, metric="bayes", **options)[0]


def test_mistakes(counts):
    def said(**options):
        with pytest.raises(ValueError, match=".") as caught:
            scorio.compare(counts, **{"baseline": "coin-04"} | options)
        return str(caught.value)

    with pytest.raises(
        ValueError, match="k = 81 is more than the 80 trials of question q01"
    ) as caught:
        counts.score("pass_at_k", k=81)
    assert said(metric="pass_at_k", k=81) == str(caught.value)
    assert "pass_at_k needs a budget" in said(metric="pass_at_k")
    assert "avg has no budget" in said(k=3)
    assert said(metric="pass_at_k", k=[1, 2]) == "k = [1, 2] is several budgets: give one"
    assert "there is no metric pass" in said(metric="pass")
    assert "takes none" in said(metric="pass_at_k", k=2, weights=[0, 1])
    assert "takes none" in said(metric="pass_at_k", k=2, tau=0.5)
    assert "g_pass_at_k_tau needs tau" in said(metric="g_pass_at_k_tau", k=2)
    for metric in ("geom_at_k", "pass_at_k_ci"):
        sentence = "has no score of one question, so it says nothing about questions like these"
        assert sentence in said(metric=metric, k=2, sampled=True)
    assert "ragged" in said(metric="pass_at_k", k=2, ragged="keep")
    numbers = scorio.count(
        pl.DataFrame({"model": ["a", "b"] * 4, "question": [1, 1, 2, 2] * 2,
                      "outcome": [0.1, 0.2, 0.5, 0.9, 0.3, 0.2, 0.4, 0.8]}),
        numeric=True, on_repeat="keep",
    )  # fmt: skip
    with pytest.raises(ValueError, match="numeric scores are compared by avg, not by max_at_k"):
        scorio.compare(numbers, baseline="a", metric="max_at_k", k=2)
    with pytest.raises(ValueError, match="numeric scores are compared by avg, not by max_at_k"):
        scorio.compare_pairs(numbers, metric="max_at_k", k=2)


def test_short_questions_are_left_out_of_both(tmp_path):
    rows = [
        {"model": model, "question": f"q{q}", "outcome": (q + t + (model == "b")) % 2}
        for model in "ab"
        for q in range(6)
        for t in range(2 if (model, q) == ("b", 0) else 4)
    ]
    log = tmp_path / "log.jsonl"
    log.write_text("\n".join(map(json.dumps, rows)))
    with pytest.raises(ValueError, match="more than the 2 trials of question q0"):
        scorio.compare(log, baseline="a", metric="pass_at_k", k=3)
    found = scorio.compare(log, baseline="a", metric="pass_at_k", k=3, ragged="drop")
    assert (found[0].questions, found[0].baseline_unmatched) == (5, 1)
    assert [one.question for one in found.unmatched] == ["q0"]
    with pytest.raises(ValueError, match="no question of b has 5 trials"):
        scorio.compare(log, baseline="a", metric="pass_at_k", k=5, ragged="drop")


def test_the_command_line(counts):
    def run(*arguments):
        return CliRunner().invoke(main, ["compare", COINS, *arguments])

    found = run("--baseline", "coin-04", "--metric", "pass_at_k", "-k", "4", "--json")
    assert found.exit_code == 0, found.output
    rows = {row.model: row for row in
            scorio.compare(counts, baseline="coin-04", metric="pass_at_k", k=4)}  # fmt: skip
    for row in json.loads(found.stdout)["rows"]:
        assert row["difference"] == rows[row["model"]].difference
    shown = run("--pairs", "--metric", "pass_hat_k", "-k", "2")
    assert "pass_hat_k, k = 2, paired · P(row > column)" in shown.stdout
    one = ["--baseline", "coin-11", "--only", "coin-01", "--metric", "pass_at_k", "-k", "2"]
    worse = run(*one, "--fail-if-worse", "0.1")
    assert worse.exit_code == 1
    assert "Questions that decide coin-01" in worse.output
    assert run(*one, "--fail-if-worse", "1.5").exit_code == 2
    assert run("--baseline", "coin-04", "-k", "2").exit_code == 2
    assert run("--baseline", "coin-04", "--metric", "pass_at_k", "-k", "1,2").exit_code == 2


@pytest.mark.parametrize("metric", ["avg", "bayes", "pass_at_k"])
@pytest.mark.parametrize("prior", ["hierarchical", "uniform"])
def test_expected_sigma_and_probability_of_a_question_are_of_one_posterior(metric, prior):
    coins = scorio.count("examples/coins.jsonl")
    options = {"metric": metric, "prior": prior, "k": 2 if metric == "pass_at_k" else None}
    found = scorio.compare(coins, baseline="coin-04", **options).questions("coin-05")
    raw = 0.0
    for one in found:
        assert one.difference == pytest.approx(one.score - one.baseline_score, abs=1e-12)
        normal = statistics.NormalDist(one.expected, one.sigma)
        assert one.probability == pytest.approx(1 - normal.cdf(0), rel=1e-9)
        raw += one.part
    (row,) = scorio.compare(coins, baseline="coin-04", models="coin-05", **options)
    assert raw == pytest.approx(row.difference, abs=1e-12)
    pulled = [abs(one.expected) < abs(one.difference) for one in found[:3]]
    # A uniform prior moves the scores of avg and bayes alike, and these are of its posterior.
    assert all(pulled) == (metric == "pass_at_k" or (metric, prior) == ("avg", "hierarchical"))


def test_the_table_of_questions_has_the_columns_of_one_posterior():
    coins = scorio.count("examples/coins.jsonl")
    own = scorio.compare(coins, baseline="coin-04").questions("coin-05", 2)
    shown = questions_table("", own)
    assert [column.name for column in shown.columns] == [
        "question", "score", "baseline", "part", "expected", "±", "P(A > B)",
    ]  # fmt: skip
    assert [line[4] for line in shown.lines] == [signed(one.expected) for one in own]
