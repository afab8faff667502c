"""Comparisons against rational arithmetic, twins and laws."""

import math
from fractions import Fraction
from statistics import NormalDist

import numpy as np
import polars as pl
import pytest

import scorio
from scorio import eval as scorio_eval


def test_two_matrices_are_the_difference_of_their_scores(matrices):
    """The paper's z and ρ (section 2.5), of either scale (section 2.6)."""
    found = {}
    for metric in ("bayes", "avg"):
        a, b = (getattr(scorio_eval, metric)(R) for R in matrices)
        row = scorio.compare(*matrices, metric=metric, prior="uniform")[0]
        assert row.difference == pytest.approx(a.mu - b.mu, rel=1e-13)
        assert row.sigma == pytest.approx(math.hypot(a.sigma, b.sigma), rel=1e-14)
        assert (row.score, row.baseline_score) == (a.mu, b.mu)
        z = (a.mu - b.mu) / math.hypot(a.sigma, b.sigma)
        assert row.probability == pytest.approx(NormalDist().cdf(z), rel=1e-12)
        assert row.ranking == max(row.probability, 1 - row.probability)
        assert row.pvalue == pytest.approx(2 * NormalDist().cdf(-abs(z)), rel=1e-12)
        half = NormalDist().inv_cdf(0.975) * row.sigma
        assert (row.lo, row.hi) == pytest.approx((row.difference - half, row.difference + half))
        assert row.holm == row.bh == row.pvalue
        found[metric] = row
    assert found["avg"].z == pytest.approx(found["bayes"].z, rel=1e-13)
    assert found["avg"].difference == pytest.approx(found["bayes"].difference * 8 / 6, rel=1e-13)
    mirrored = scorio.compare(*reversed(matrices), metric="bayes")[0]
    assert mirrored.difference == -found["bayes"].difference
    assert mirrored.probability == pytest.approx(1 - found["bayes"].probability, rel=1e-12)


def test_the_order_of_questions_and_trials_changes_nothing(matrices):
    a, b = matrices
    order = np.random.default_rng(3).permutation(len(a))
    mixed = scorio.compare(a[order][:, ::-1], b[order])
    assert mixed[0] == scorio.compare(a, b)[0]


def robust(d, labels):
    """Cluster-robust variance of the mean of d, as NumPy writes it."""
    distances = d - d.mean()
    sums = np.array([distances[labels == label].sum() for label in np.unique(labels)])
    return len(sums) / (len(sums) - 1) * (sums**2).sum() / len(d) ** 2


@pytest.mark.parametrize("metric", ["bayes", "avg"])
def test_questions_as_a_sample(matrices, metric):
    labels = np.arange(40) // 7
    means = [np.array([getattr(scorio_eval, metric)(r).mu for r in R]) for R in matrices]
    d = means[0] - means[1]
    row = scorio.compare(*matrices, metric=metric, prior="uniform", sampled=True)[0]
    assert row.sigma == pytest.approx(d.std(ddof=1) / math.sqrt(40), rel=1e-12)
    assert (row.degrees, row.clusters) == (39, None)
    row = scorio.compare(*matrices, metric=metric, prior="uniform", cluster=labels)[0]
    assert row.sigma == pytest.approx(math.sqrt(robust(d, labels)), rel=1e-12)
    assert (row.degrees, row.clusters) == (5, 6)
    alone = {"metric": metric, "prior": "uniform", "paired": False}
    row = scorio.compare(*matrices, sampled=True, **alone)[0]
    parts = [m.var(ddof=1) / 40 for m in means]
    assert row.sigma == pytest.approx(math.sqrt(sum(parts)), rel=1e-12)
    assert row.degrees == pytest.approx(sum(parts) ** 2 / sum(p**2 / 39 for p in parts))
    # Unpaired, the common effect of a cluster counts once, even with other questions in it.
    own, base = (m[s] for m, s in zip(means, (slice(0, 31), slice(4, 40)), strict=True))
    row = scorio.compare(
        [*matrices[0][:31], *[[]] * 9],
        [*[[]] * 4, *matrices[1][4:]],
        cluster=labels,
        **alone,
    )[0]
    parts = np.zeros(6)
    np.add.at(parts, labels[:31], (own - own.mean()) / 31)
    np.add.at(parts, labels[4:], -(base - base.mean()) / 36)
    assert row.sigma == pytest.approx(math.sqrt(6 / 5 * (parts**2).sum()), rel=1e-12)
    assert (row.degrees, row.clusters) == (5, 6)
    # The same questions give the paired figure. Separate clusters give that of two samples.
    same = [
        scorio.compare(*matrices, metric=metric, cluster=labels, paired=p)[0] for p in (False, True)
    ]
    assert same[0].sigma == pytest.approx(same[1].sigma, rel=1e-12)
    # Two questions: one degree of freedom, so a Cauchy distribution.
    two = [[1, 1], [1, 0]], [[0, 1], [1, 0]]
    lone = scorio.compare(*two, metric="avg", prior="uniform", sampled=True)[0]
    assert (lone.degrees, lone.z) == (1, pytest.approx(1))
    assert lone.probability == pytest.approx(0.5 + math.atan(1) / math.pi)


def test_adjusted_values_have_plain_twins(board):
    p = [row.pvalue for row in board]
    order = sorted(range(len(p)), key=p.__getitem__)
    holm, bh = [0.0] * len(p), [0.0] * len(p)
    for place, i in enumerate(order):
        holm[i] = max(min(1, (len(p) - j) * p[order[j]]) for j in range(place + 1))
        bh[i] = min(min(1, len(p) / (j + 1) * p[order[j]]) for j in range(place, len(p)))
    assert [row.holm for row in board] == pytest.approx(holm, rel=1e-14)
    assert [row.bh for row in board] == pytest.approx(bh, rel=1e-14)
    assert holm != bh


def test_questions_are_matched_by_task_and_name(counts):
    found = scorio.compare(counts, baseline="old", metric="avg")
    rows = {row.model: row for row in found}
    # t/q1: 1 − 1/2, t/q2: 1/2 − 0, u/q1: 1/2 − 1; u/q9 and u/q8 have no partner.
    assert rows["new"].difference == pytest.approx(1 / 6)
    assert (rows["new"].questions, rows["new"].unmatched, rows["new"].baseline_unmatched) == (
        3,
        1,
        1,
    )
    assert (rows["other"].questions, rows["other"].baseline_unmatched) == (2, 2)
    left_out = [one[1:4] for one in found.unmatched if one.model == "new"]
    assert left_out == [("new", "u", "q9"), ("old", "u", "q8")]
    text = found.to_text()
    assert (
        "Left out of new and old: 1 question of new alone (q9 (u)) and 1 question of old alone "
        "(q8 (u))." in text
    )
    assert "Left out of other and old: 2 questions of old alone (q1 (u), q8 (u))." in text
    assert rows["other"].uneven
    assert "differ in trials" not in text
    assert "other and old differ in trials a question (2 and 4 in all)" in repr(
        scorio.compare(counts, baseline="old", metric="bayes")
    )
    unpaired = scorio.compare(counts, baseline="old", models="new", metric="avg", paired=False)[0]
    scores = {row.model: row.score for row in counts.score("avg", by_task=False)}
    assert unpaired.difference == pytest.approx(scores["new"] - scores["old"])
    assert (unpaired.questions, unpaired.baseline_questions, unpaired.decisive) == (4, 4, None)


def test_tables_by_task(counts):
    found = scorio.compare(counts, baseline="old", metric="avg", by_task=True)
    assert {(row.task, row.model) for row in found} == {
        ("t", "new"), ("t", "other"), ("u", "new"), (None, "new"), (None, "other"),
    }  # fmt: skip
    rows = {(row.task, row.model): row for row in found}
    assert rows["t", "new"].difference == pytest.approx(1 / 2)
    assert rows["u", "new"].difference == pytest.approx(-1 / 2)
    alone = counts.select(task="t")
    assert rows["t", "new"][3:11] == scorio.compare(alone, baseline="old", metric="avg")[0][3:11]
    assert "other is not compared in u: other and old have no question in common" in repr(found)
    # The rows by task are adjusted together, the overall ones too.
    p = sorted(row.pvalue for row in found if row.task is not None)
    assert min(row.holm for row in found if row.task is not None) == pytest.approx(min(1, 3 * p[0]))


def test_decisive_questions(coins):
    board = scorio.compare(coins, baseline="coin-04", metric="bayes")
    row = next(row for row in board if row.model == "coin-06")
    every = board.questions("coin-06")
    assert len(every) == row.questions == 30
    assert sum(one.part for one in every) == pytest.approx(row.difference, rel=1e-13)
    sizes = [abs(one.difference) for one in every]
    assert sizes == sorted(sizes, reverse=True)
    assert board.questions("coin-06", 3) == every[:3]
    # Without the decisive questions the difference vanishes. With one of them it does not.
    parts = sorted((one.part for one in every), reverse=True)
    assert sum(parts[row.decisive :]) <= 1e-12 < sum(parts[row.decisive - 1 :])
    first = every[0]
    states = scorio.count(coins)
    table = pl.DataFrame(states).filter(pl.col("question") == first.question)
    right, other = (
        table.filter(pl.col("model") == name)["count_1"][0] for name in ("coin-06", "coin-04")
    )
    assert first.difference == float(Fraction(right - other, 82))
    variance = sum(Fraction((n + 1) * (81 - n), 82**2 * 83) for n in (right, other))
    assert first.sigma == pytest.approx(math.sqrt(variance), rel=1e-14)


def test_one_task_of_rational_arithmetic():
    """Weights beyond 0 and 1, ragged rows: Σ var / M² by hand."""
    w = [0, Fraction(1, 2), 2]
    a, b = [[0, 1, 2], [2]], [[1], [0, 2, 2, 1]]

    def moments(rows):
        found = []
        for row in rows:
            nu = [row.count(c) + 1 for c in range(3)]
            mean = sum(Fraction(n) * x for n, x in zip(nu, w, strict=True)) / sum(nu)
            square = sum(Fraction(n) * x * x for n, x in zip(nu, w, strict=True)) / sum(nu)
            found.append((mean, (square - mean**2) / (sum(nu) + 1)))
        return found

    pairs = list(zip(moments(a), moments(b), strict=True))
    difference = sum(x[0] - y[0] for x, y in pairs) / 2
    variance = sum(x[1] + y[1] for x, y in pairs) / 4
    row = scorio.compare(a, b, metric="bayes", weights=[0, 0.5, 2])[0]
    assert row.difference == pytest.approx(float(difference), rel=1e-14)
    assert row.sigma**2 == pytest.approx(float(variance), rel=1e-14)
    assert row.uneven
    assert -2 <= row.lo < row.hi <= 2


def test_logs_of_one_model_each(tmp_path):
    for name, outcomes in (("monday", "0110"), ("tuesday", "1111")):
        lines = [f"m,q{i // 2},{outcome}" for i, outcome in enumerate(outcomes)]
        (tmp_path / f"{name}.csv").write_text("\n".join(["model,question,outcome", *lines, ""]))
    days = [tmp_path / "tuesday.csv", tmp_path / "monday.csv"]
    row = scorio.compare(*days, metric="avg")[0]
    assert (row.model, row.baseline, row.difference) == ("m (a)", "m (b)", 0.5)
    matrix = scorio.compare([[1, 1], [1, 1]], [[0, 1], [1, 0]], metric="avg")[0]
    assert matrix[3:] == row[3:]
    assert scorio.compare(*map(scorio.count, days), metric="avg")[0] == row
    frame = pl.concat([pl.read_csv(day).with_columns(model=pl.lit(day.stem)) for day in days])
    assert scorio.compare(frame, baseline="monday", metric="avg")[0][3:] == row[3:]


def test_nothing_differs():
    same = [[1, 1], [0, 1]], [[1, 1], [0, 1]]
    row = scorio.compare(*same, metric="bayes", sampled=True)[0]
    assert row[3:12] == (0, 0, 0, 0, 0.95, 0.5, 0.5, 0, 1)
    assert row.decisive == 0
    for metric in ("avg", "bayes"):
        found = scorio.compare(*same, metric=metric, sampled=True)
        assert [verdict.worse for verdict in found.verdicts(0.0)] == [False]
    # By the hierarchical prior, one of two trials of a third question has the opposite outcome.
    row = scorio.compare(*same, sampled=True)[0]
    assert (row.difference, row.probability, row.pvalue) == (0, 0.5, 1)
    assert row.sigma == pytest.approx(math.sqrt(0.5**2 / 2), rel=1e-14)


def test_verdicts(matrices):
    better, worse = (scorio.compare(*pair, metric="avg") for pair in (matrices, matrices[::-1]))
    assert not better.verdicts(0.02)[0].worse
    row, verdict = worse[0], worse.verdicts(0.02)[0]
    below = NormalDist(row.difference, row.sigma).cdf(-0.02)
    assert verdict.probability == pytest.approx(below, rel=1e-12)
    z = NormalDist().inv_cdf
    assert verdict.worse == (row.difference + 0.02 <= -z(0.975) * row.sigma)
    assert verdict.detectable == pytest.approx(0.02 + (z(0.975) + z(0.8)) * row.sigma, rel=1e-12)
    for margin, sentence in (
        (-1, "margin = -1 is not a finite number from 0"),
        (math.inf, "margin = inf is not a finite number from 0"),
        (
            5,
            r"the margin 5 finds no model worse, as scores differ by at most 1: for 5% of that say",
        ),
        (1, "the margin 1 finds no model worse"),
    ):
        with pytest.raises(ValueError, match=sentence):
            worse.verdicts(margin)
    assert worse[0].margin is worse[0].worse is worse[0].detectable is None
    asked = scorio.compare(*matrices[::-1], metric="avg", margin=0.02)
    assert asked[0][-5:-1] == (0.02, verdict.probability, verdict.worse, verdict.detectable)
    assert asked[0][:-5] == row[:-5]
    assert str(verdict) in repr(asked)
    assert str(verdict) in asked.to_markdown()
    with pytest.raises(ValueError, match=r"confidence = 0\.4 is below 0\.5: a model that is more"):
        scorio.compare(*matrices, confidence=0.4, margin=0.02)
    sure = scorio.compare([[0] * 99] * 9, [[1] * 99] * 9, metric="avg", margin=0.02)
    assert "is worse than" in repr(sure)
    fine = str(scorio.compare([[1] * 99], [[0] * 99]).verdicts(0.02)[0])
    assert "is not found worse than" in fine
    assert "by more than 0.02. A" in fine
