"""Comparisons by the hierarchical prior: plain formulas, McNemar's tests, and the notes."""

import math
from fractions import Fraction
from statistics import NormalDist

import numpy as np
import polars as pl
import pytest
from commands import run

import scorio


def frame(matrices):
    """One log of two models."""
    return [
        {"model": name, "question": str(i), "outcome": int(outcome)}
        for name, R in zip("ab", matrices, strict=True)
        for i, trials in enumerate(R)
        for outcome in trials
    ]


def counted(tmp_path, matrices):
    lines = [",".join(map(str, row.values())) for row in frame(matrices)]
    path = tmp_path / "log.csv"
    path.write_text("\n".join(["model,question,outcome", *lines, ""]))
    return scorio.count(path)


@pytest.mark.parametrize("sampled", [False, True])
def test_unpaired_differences_are_those_of_the_leaderboard(matrices, tmp_path, sampled):
    counts = counted(tmp_path, matrices)
    a, b = sorted(counts.score("avg", sampled=sampled), key=lambda row: row.model)
    row = scorio.compare(counts, baseline="b", sampled=sampled, paired=False)[0]
    assert (row.score, row.baseline_score) == pytest.approx((a.score, b.score), rel=1e-14)
    assert row.sigma == pytest.approx(math.hypot(a.sigma, b.sigma), rel=1e-12)
    if sampled:
        squares = a.sigma**4 + b.sigma**4
        assert row.degrees == pytest.approx(row.sigma**4 * 39 / squares, rel=1e-10)
        return
    assert row.degrees is None
    # About these questions, pairing only chooses the questions.
    paired = scorio.compare(counts, baseline="b")[0]
    assert paired.sigma == pytest.approx(row.sigma, rel=1e-14)
    z = paired.difference / paired.sigma
    assert paired.probability == pytest.approx(NormalDist().cdf(z), rel=1e-12)


def test_questions_like_these_have_one_more_of_opposite_outcomes(matrices):
    d = np.subtract(*(R.mean(axis=1) for R in matrices))
    row = scorio.compare(*matrices, sampled=True)[0]
    squares = ((d - d.mean()) ** 2).sum() + 1 / 6**2
    assert row.sigma == pytest.approx(math.sqrt(squares / (40 * 39)), rel=1e-12)
    assert row.degrees == 39
    clusters = np.arange(40) // 7
    same = {
        prior: scorio.compare(*matrices, prior=prior, cluster=clusters)[0].sigma
        for prior in ("hierarchical", "uniform")
    }
    assert same["hierarchical"] == same["uniform"]


def discordant(questions, own, other):
    """One trial each, with some questions that only one of the two models has right."""
    a, b = np.zeros((2, questions, 1), int)
    a[:own], b[own : own + other] = 1, 1
    return a, b


def exact(own, other):
    """McNemar's exact p: twice the tail of a binomial."""
    tail = sum(math.comb(own + other, i) for i in range(min(own, other) + 1))
    return float(min(1, Fraction(2 * tail, 2 ** (own + other))))


@pytest.mark.parametrize(
    ("questions", "own", "other"),
    [(1319, 152, 209), (300, 100, 60), (500, 30, 20), (200, 40, 10), (100, 10, 3), (50, 8, 1)],
)
def test_single_trials_are_near_mcnemars_tests(questions, own, other):
    """The p-value lies near that of the normal test, and below the exact one."""
    row = scorio.compare(*discordant(questions, own, other))[0]
    z = (own - other) / math.sqrt(own + other)
    normal = 2 * NormalDist().cdf(-abs(z))
    assert 0.8 * normal < row.pvalue < 1.3 * normal
    assert exact(own, other) / 1.65 < row.pvalue < exact(own, other)
    assert row.degrees == questions - 1
    # The sum of squared differences is b + c, and their mean is (b - c) / M.
    squares = own + other + 1 - Fraction((own - other) ** 2, questions)
    variance = squares / (questions * (questions - 1))
    assert row.sigma**2 == pytest.approx(float(variance), rel=1e-12)


def test_a_published_comparison():
    found = scorio.compare(*discordant(1319, 152, 209))
    assert (round(found[0].sigma, 4), round(found[0].pvalue, 3)) == (0.0144, 0.003)
    assert (
        "σ and P are from the scatter of the differences, as for questions like these. One trial "
        "of each does not tell how far others would differ. Student's t, 1318 degrees of freedom."
    ) in found.notes


def test_one_model_with_single_trials_is_enough(matrices):
    once = matrices[1][:, :1]
    for pair in ((matrices[0], once), (once, matrices[0])):
        row = scorio.compare(*pair)[0]
        d = np.subtract(*(R.mean(axis=1) for R in pair))
        squares = ((d - d.mean()) ** 2).sum() + 1
        assert row.sigma == pytest.approx(math.sqrt(squares / (40 * 39)), rel=1e-12)
        assert (row.degrees, row.uneven) == (39, True)


def test_models_with_few_and_with_many_trials_in_one_table(tmp_path):
    rows = ["model,question,outcome"]
    for name, trials in (("base", 4), ("often", 4), ("once", 1)):
        rows += [f"{name},{i},{(i + j) % 3 % 2}" for i in range(9) for j in range(trials)]
    (tmp_path / "log.csv").write_text("\n".join([*rows, ""]))
    found = scorio.compare(tmp_path / "log.csv", baseline="base")
    assert {row.model: row.degrees for row in found} == {"often": None, "once": 8}
    notes = "\n".join(found.notes)
    assert "σ and P of often are about these questions" in notes
    assert "σ and P of once are from the scatter of the differences" in notes
    uniform = scorio.compare(tmp_path / "log.csv", baseline="base", prior="uniform")
    assert [row.degrees for row in uniform] == [None, None]
    assert "by a uniform prior of each question; normal." in uniform.notes[0]


def test_a_prior_that_outweighs_the_trials_is_named(tmp_path):
    once = [[int(i < 286)] for i in range(1319)]
    often = [[1] * 40 + [0] * 40] * 1319
    note = (
        "The uniform prior of bayes moves the score of a by more than one σ from the plain "
        "average, which avg shows."
    )
    found = scorio.compare(once, often, metric="bayes")
    assert note in found.notes
    assert (found[0].pulled, found[0].baseline_pulled) == (True, False)
    counts = counted(tmp_path, [once, often])
    scores = counts.score("bayes")
    assert note in scores.notes
    assert {row.model: row.pulled for row in scores} == {"a": True, "b": False}
    for shown in (scorio.compare(once, often), counts.score()):
        assert not any(row.pulled for row in shown)
        assert "prior of bayes" not in repr(shown)
    many = counts.score(["bayes", "avg"])
    assert sum(note == one for one in many.notes) == 1


def test_settings_name_the_prior(matrices):
    assert scorio.compare(*matrices).settings["prior"] == "hierarchical"
    assert scorio.compare(*matrices, prior="uniform").settings["prior"] == "uniform"
    assert scorio.compare(*matrices, metric="bayes").settings["prior"] == "uniform"


def test_the_command_line_chooses_a_prior(coins):
    shown = {
        prior: run("compare", coins, "--baseline", "coin-04", "--prior", prior).stdout
        for prior in ("hierarchical", "uniform")
    }
    assert run("compare", coins, "--baseline", "coin-04").stdout == shown["hierarchical"]
    assert "by the hierarchical prior of each model; normal." in shown["hierarchical"]
    assert "by a uniform prior of each question; normal." in shown["uniform"]


def test_one_trial_of_one_question_says_little():
    frame = pl.DataFrame({"model": ["a", "b"], "question": 1, "outcome": [1, 0]})
    counts = scorio.count(frame)
    assert [(row.rank_lo, row.rank_hi) for row in counts.score()] == [(1, 2), (1, 2)]
    row = scorio.compare(counts, baseline="b")[0]
    assert (row.difference, row.sigma) == (1, 1)
    assert row.probability == pytest.approx(0.8413, abs=1e-4)
