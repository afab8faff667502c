"""The hierarchical prior against exact values, other tools' standard errors, and its laws."""

import json
import math

import numpy as np
import polars as pl
import pytest

import scorio
from scorio import eval as scorio_eval


def ragged(successes, trials):
    return [[1] * c + [0] * (n - c) for c, n in zip(successes, trials, strict=True)]


def counted(tmp_path, models, name="log.jsonl"):
    """Counts of the models' matrices, question by question."""
    path = tmp_path / name
    with path.open("w") as file:
        for model, rows in models.items():
            for question, row in enumerate(rows):
                for outcome in row:
                    line = {"model": model, "question": question, "outcome": int(outcome)}
                    file.write(json.dumps(line) + "\n")
    return scorio.count(path)


def test_moments_are_the_exact_ones(shared):
    cases = json.loads((shared / "reference" / "hierarchical.json").read_text())["vectors"]
    assert len(cases) > 30
    for case in cases:
        rows = ragged(case["successes"], case["trials"])
        for name, moments in case.items():
            # A metric of one trial has the plain average, and not the posterior mean.
            if name.startswith("pass@") and name != "pass@1":
                k = int(name.removeprefix("pass@"))
                mu, sigma, _, _ = scorio_eval.pass_at_k_ci(rows, k, prior="hierarchical")
                # The reference leaves e^-25 of the posterior out, which some tiny σ show.
                expected = pytest.approx((moments["mean"], moments["sd"]), rel=1e-9, abs=1e-9)
                assert (mu, sigma) == expected


def test_one_trial_has_the_binomial_error(tmp_path):
    """286 of 1,319 questions, one trial each."""
    right = [[int(i < 286)] for i in range(1319)]
    row = counted(tmp_path, {"m": right}).score()[0]
    p = 286 / 1319
    assert row.score == pytest.approx(p, abs=1e-15)
    assert row.sigma == pytest.approx(math.sqrt(p * (1 - p) / 1319), rel=1e-3)
    assert row.sem == pytest.approx(np.std(right, ddof=1) / math.sqrt(1319), rel=1e-14)
    assert (round(row.score, 4), round(row.sigma, 4)) == (0.2168, 0.0113)


def test_sem_is_that_of_numpy(coins):
    counts = scorio.count(coins, order=True)
    R, models, _ = counts.results()
    for row in counts.score():
        means = R[models.index(row.model)].mean(axis=1)
        expected = means.std(ddof=1) / math.sqrt(len(means))
        assert row.sem == pytest.approx(expected, rel=1e-14)


def test_a_sample_is_at_least_as_uncertain(coins):
    counts = scorio.count(coins)
    these, like = counts.score(), counts.score(sampled=True)
    for one, other in zip(these, like, strict=True):
        assert one.score == other.score
        assert one.sigma < other.sigma
        assert other.lo < one.lo < one.score < one.hi < other.hi
        assert one.rank_lo <= one.rank <= one.rank_hi
    assert sum(row.p_best for row in these) == pytest.approx(1, abs=1e-3)
    assert sum(row.p_best for row in like) == pytest.approx(1, abs=1e-9)
    assert "questions like these" in like.to_text()
    assert "these questions, hierarchical prior" in these.title


def test_questions_as_clusters_are_a_plain_sample(tmp_path):
    path = tmp_path / "log.jsonl"
    rng = np.random.default_rng(3)
    with path.open("w") as file:
        for question in range(40):
            p = rng.beta(2, 2)
            for outcome in rng.random(6) < p:
                line = {"model": "m", "question": question, "outcome": int(outcome), "c": question}
                file.write(json.dumps(line) + "\n")
    counts = scorio.count(path, cluster="c")
    row = counts.score(cluster="cluster")[0]
    assert row.sigma == pytest.approx(row.sem, rel=1e-12)
    assert counts.score(cluster="cluster").settings["sampled"]


def test_saturated_scores_keep_an_uncertainty(tmp_path):
    for value in (0, 1):
        row = counted(tmp_path, {"m": [[value] * 4] * 30}).score()[0]
        assert row.score == value
        assert 0 < row.sigma < 0.02
        assert (row.lo, row.hi)[1 - value] != value
        assert (row.lo, row.hi)[value] == value


def test_order_and_merging_change_no_bit(tmp_path):
    rng = np.random.default_rng(5)
    rows = (rng.random((30, 4)) < 0.6).astype(int).tolist()
    whole = counted(tmp_path, {"m": rows})
    turned = counted(tmp_path, {"m": rows}, "turned.jsonl")
    one = counted(tmp_path, {"m": [row[:2] for row in rows]}, "one.jsonl")
    other = counted(tmp_path, {"m": [row[2:] for row in rows]}, "other.jsonl")
    for sampled in (False, True):
        expected = whole.score(sampled=sampled)[0]
        assert turned.score(sampled=sampled)[0] == expected
        assert one.merge(other).score(sampled=sampled)[0] == expected


def test_extrapolation_is_marked(coins):
    text = scorio.count(coins).score("pass_at_k_ci", k=200).to_text()
    assert "leans on the shape of the prior" in text
    assert "leans" not in scorio.count(coins).score("pass_at_k_ci", k=8).to_text()


def test_a_budget_near_the_trials_is_marked(coins):
    counts = scorio.count(coins)
    assert "above half of the trials" in counts.score("pass_at_k", k=41).to_text()
    assert "above half of the trials" not in counts.score("pass_at_k", k=40).to_text()
    assert "above half of the trials" not in counts.score(["avg", "pass_at_k"], k=1).to_text()


def test_several_categories(tmp_path):
    path = tmp_path / "log.jsonl"
    rng = np.random.default_rng(7)
    with path.open("w") as file:
        for question in range(60):
            p = rng.dirichlet([1, 1, 1])
            for outcome in rng.choice(3, 5, p=p):
                line = {"model": "m", "question": question, "outcome": int(outcome)}
                file.write(json.dumps(line) + "\n")
    counts = scorio.count(path, categories={"0": "0", "0.5": "1", "1": "2"})
    row = counts.score()[0]
    wide = counts.score(sampled=True)[0]
    assert 0 < row.sigma < wide.sigma
    # The variance of the mean of five trials, averaged over 60 questions, is near 1/6 / 2 / 5.
    assert row.sigma == pytest.approx(math.sqrt(1 / 6 / 2 / 5 / 60), rel=0.3)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"prior": "flat"}, "prior = 'flat' is not one of 'hierarchical', 'uniform'"),
        ({"cluster": "c"}, "cluster = 'c' is not one of 'task', 'cluster'"),
        ({"cluster": "cluster"}, "question 0 has no cluster"),
        ({"cluster": "task"}, "a sample of one cluster has no scatter"),
        (
            {"metrics": "geom_at_k", "k": 1, "sampled": True},
            r"Geom@k has no score of one question, so it says nothing about questions like these",
        ),
        (
            {"metrics": "pass_at_k_ci", "k": 2, "cluster": "task"},
            "pass_at_k_ci has no score of one question",
        ),
    ],
)
def test_mistakes(tmp_path, options, message):
    counts = counted(tmp_path, {"m": [[0, 1], [1, 1]]})
    with pytest.raises(ValueError, match=message):
        counts.score(**options)


def test_one_question_is_no_sample(tmp_path):
    counts = counted(tmp_path, {"m": [[0, 1, 1]]})
    assert counts.score()[0].sem is None
    with pytest.raises(
        ValueError, match="a sample of one question has no scatter; infer about these"
    ):
        counts.score(sampled=True)
    with pytest.raises(ValueError, match="a sample of one question has no scatter; "):
        scorio_eval.pass_at_k_ci([[0, 1, 1]], 2, prior="hierarchical", target="like")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"prior": "flat"}, "prior = 'flat' is not None or 'hierarchical'"),
        ({"target": "like"}, "needs the hierarchical prior"),
        ({"target": "all"}, "target = 'all' is not one of 'these', 'like'"),
        ({"prior": "hierarchical", "alpha0": 2}, "alpha0 and beta0 are the shapes of a Beta prior"),
    ],
)
def test_mistakes_of_functions(options, message):
    with pytest.raises(ValueError, match=message):
        scorio_eval.pass_at_k_ci([[0, 1], [1, 1]], 2, **options)


def test_prior_outcomes_are_another_prior():
    with pytest.raises(ValueError, match="R0 is a prior of its own"):
        scorio_eval.bayes_ci([[0, 1]], R0=[[1]], prior="hierarchical")


def test_fewer_trials_do_not_change_the_order(tmp_path):
    """Hard and easy questions: a model with one trial has no advantage over those with 10."""
    lines = ["model,question,outcome"]
    for model, trials, solved in (("once", 1, 118), ("often", 10, 153), ("more", 10, 155)):
        for question in range(400):
            lines += [f"{model},{question},{int(question < solved)}"] * trials
    log = tmp_path / "log.csv"
    log.write_text("\n".join([*lines, ""]))
    counts = scorio.count(log)
    assert [row.model for row in counts.score()] == ["more", "often", "once"]
    # A uniform prior of every question pulls the one with fewer trials to the middle.
    assert counts.score("bayes")[0].model == "once"
    row = scorio.compare(counts, baseline="often", models="once")[0]
    assert row.difference == pytest.approx((118 - 153) / 400)
    assert row.probability < 0.01


def test_few_questions_are_noted():
    note = (
        "With fewer than 30 questions, an interval may contain the truth less often than it says."
    )
    for questions, noted in ((29, True), (30, False)):
        frame = pl.DataFrame({"question": range(questions)})
        frame = frame.with_columns(model=pl.lit("m"), total=pl.lit(2), correct=pl.lit(1))
        counts = scorio.count(frame, total="total", correct="correct")
        assert (note in counts.score().notes) is noted
        assert note not in counts.score(prior="uniform").notes


def test_the_interval_of_nearly_certain_questions_contains_the_score():
    R = [[1] * 15 + [0]] * 12 + [[1] * 16] * 18
    found = scorio.eval.pass_at_k_ci(R, 8, prior="hierarchical")
    assert found.lo < found.mu <= found.hi


def test_sigma_of_pass_at_k_is_at_least_the_unbiased_one():
    # Half of the questions always succeed, half in 3 of 10 trials. No Beta prior describes that.
    rng = np.random.default_rng(3)
    c = np.where(np.arange(200) < 100, 4, rng.binomial(4, 0.3, 200))
    frame = pl.DataFrame({"model": "m", "question": np.arange(200), "total": 4, "correct": c})
    row = scorio.count(frame, total="total", correct="correct").score("pass_at_k", k=2)[0]
    pairs = (4 - c) * (3 - c) / 12
    # C(N − c, 4) / C(N, 4) is 1 for c = 0.
    unbiased = (pairs**2 - (c == 0)).sum() / 200**2
    assert row.sigma == pytest.approx(unbiased**0.5, rel=1e-12)
