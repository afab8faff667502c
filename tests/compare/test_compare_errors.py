"""Forms of a comparison, bad input one by one, and clusters."""

import json
import math
from itertools import pairwise

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import scorio


def test_forms(board, tmp_path):
    frames = [pd.DataFrame.from_arrow(board), pl.DataFrame(board), pa.table(board)]
    names = list(scorio.Comparison._fields)
    assert [list(frames[0].columns), frames[1].columns, frames[2].column_names] == [names] * 3
    assert [tuple(row) for row in frames[1].iter_rows()] == list(board)
    for ending in ("csv", "json", "parquet", "md"):
        board.save(tmp_path / f"c.{ending}")
    assert json.loads((tmp_path / "c.json").read_text())["rows"] == [row._asdict() for row in board]
    assert pl.read_parquet(tmp_path / "c.parquet").equals(frames[1])
    assert pd.read_csv(tmp_path / "c.csv").difference.tolist() == [row.difference for row in board]
    markdown = (tmp_path / "c.md").read_text()
    assert markdown.startswith("**avg, paired · difference from coin-04**\n\n| model | score |")
    assert markdown.count("\n| coin-") == 10
    assert "<td>coin-11</td>" in board._repr_html_()
    assert "P(A &gt; B)" in board._repr_html_()
    narrow = board.to_text(width=80)
    assert max(map(len, narrow.split("\n\nσ")[0].splitlines())) <= 80
    assert board[0].model == "coin-11"
    assert len(board[1:3]) == 2


def compare_log(**options):
    return lambda counts: scorio.compare(counts, **options)


REFUSALS = [
    (
        compare_log(),
        "there is no baseline: give baseline=NAME, one of new, old, other, or a second",
    ),
    (compare_log(baseline="gone"), "there is no model gone: name one of new, old, other"),
    (compare_log(baseline="old", models="gone"), "there is no model gone: name one of"),
    (
        compare_log(baseline="old", models="old"),
        "there is no model to compare with old: name or add",
    ),
    (
        lambda counts: scorio.compare(
            counts.select(model="other").merge(counts.select(model="old", task="u")), baseline="old"
        ),
        r"other and old have no question in common \(they have 2 and 2\); name the questions alike",
    ),
    (
        compare_log(baseline="old", metric="pass_at_k"),
        "pass_at_k needs a budget; give k",
    ),
    (
        compare_log(baseline="old", prior="flat"),
        "prior = 'flat' is not one of 'hierarchical', 'uniform'",
    ),
    (
        lambda _: scorio.compare([[1, 1]], [[0, 1]], sampled=True),
        "a sample of one question has no scatter, and that is what a and b have; compare on these",
    ),
    (
        lambda _: scorio.compare([[1, 1]], [[0, 1]], sampled=True, paired=False),
        "a sample of one question has no scatter, and that is what a and b have; compare on these",
    ),
    (compare_log(baseline="old", confidence=95), "confidence = 95 is not between 0 and 1"),
    (compare_log(baseline="old", weights=[0, 1, 2]), r"w has 3 weights but the counts have 2"),
    (
        compare_log(baseline="old", cluster=[1, 2]),
        "cluster has an entry for each row of matrices: of a log, name a field",
    ),
    (compare_log(baseline=3), "baseline = 3 is not the name of a model"),
    (lambda _: scorio.compare([[1, 0]]), "a is a matrix: give another one, b, to compare it with"),
    (lambda _: scorio.compare(np.eye(2)), "a is a matrix: give another one, b, to compare it with"),
    (
        lambda _: scorio.compare(np.ones((2, 3, 4))),
        r"a has 3 axes and is not a matrix: give two, as compare\(a\[0\], a\[1\]\)",
    ),
    (
        compare_log(baseline="old", models=[]),
        "models is empty: name a model, or leave it out for all",
    ),
    (compare_log(baseline="old", missing="drop"), "missing is for matrices: of a log, say on_"),
    (compare_log(baseline="old", question="id"), "question says how to read logs, but counts are"),
    (
        lambda _: scorio.compare(
            pl.DataFrame({"model": ["a", "b"], "question": 1, "outcome": 1}),
            baseline="a",
            by_task=True,
        ),
        r"there are no tasks to compare by; name the field that they are in \(task=FIELD\)",
    ),
    (
        lambda _: scorio.compare(np.ones((3, 0), int), np.ones((3, 2), int)),
        "a has no observed trial: give it some, or leave it out",
    ),
    (
        lambda counts: scorio.compare(counts, baseline="old").questions("new", -1),
        "n = -1 is not a number of questions: give 0 or more",
    ),
    (
        lambda counts: scorio.compare(counts, baseline="old", models="new").questions("x"),
        "1 model is compared: there is no model 'x' among them: new",
    ),
    (
        lambda _: scorio.compare([[1], [0]], [[1], [1]], cluster=[math.nan, "x"]),
        r"cluster\[0\] is missing: give every row a label",
    ),
    (
        lambda _: scorio.compare([[1], [0]], [[1], [1]], cluster=["x", None]),
        r"cluster\[1\] is missing",
    ),
    (
        lambda _: scorio.compare([[1], [0]], [[1], [1]], cluster=pd.Series(["x", pd.NA])),
        r"cluster\[1\] is missing",
    ),
    (
        lambda _: scorio.compare([[1], [0]], [[1], [1]], cluster=[1, "1"]),
        "cluster has the labels 1 and '1', which look alike: give both one type",
    ),
    (
        lambda _: scorio.compare([[1], [0]], [[1], [1]], cluster=[["x"], "y"]),
        r"cluster\[0\] = \['x'\] is not a name or a number",
    ),
    (
        lambda _: scorio.compare([[1], [0]], [[1], [1]], cluster=np.eye(2)),
        "cluster has more axes than one",
    ),
    (
        compare_log(baseline="old", cluster="task", by_task=True),
        "the tasks are clusters, so there is no table for each",
    ),
    (
        compare_log(baseline="old", models="other", cluster="task"),
        "a sample of one cluster has no scatter, and that is what other and old have",
    ),
    (
        lambda _: scorio.compare([[1], [1]], [[0], [0]], prior="uniform", sampled=True),
        "the difference of a and b is 1 in every question, and without scatter",
    ),
    (
        lambda counts: scorio.compare(counts, counts),
        r"there are 3 models \(new, old, other\) where one is meant; choose one with counts\.",
    ),
    (lambda counts: scorio.compare(counts, [[1]]), "one of a and b is a matrix, whose questions"),
    (
        lambda _: scorio.compare([[1]], [[1]], baseline="b"),
        "baseline and models name models of one log, but two are given",
    ),
    (
        lambda _: scorio.compare([[1], [0]], [[1]]),
        r"a has 2 rows \(questions\) but b has 1: give",
    ),
    (lambda _: scorio.compare([[1, 2]], [[1, 0]]), r"a\[0, 1\] = 2 is not a category"),
    (lambda _: scorio.compare([[1]], [[np.nan]]), r"b\[0, 0\] is missing"),
    (lambda _: scorio.compare([[[1]]], [[1]]), "a has 3 axes: a matrix has rows and columns"),
    (lambda _: scorio.compare([[1]], [[1]], question="id"), "question says how to read logs"),
    (lambda _: scorio.compare([[1]], [[1]], cluster="x"), "cluster = 'x': of matrices, give"),
    (
        lambda _: scorio.compare([[1], [0]], [[1], [0]], cluster=[1]),
        "cluster has 1 entries, one for each row but a has 2",
    ),
    (lambda _: scorio.compare([[1]], [[1]], by_task=True), "by_task is for logs"),
    (lambda _: scorio.compare([[1]], [[1]], sampled=2), "sampled = 2 is not True or False"),
    (lambda _: scorio.compare([[1]], [[1]], paired="no"), "paired = 'no' is not True or False"),
    (
        lambda counts: scorio.compare(counts, baseline="old", paired=False).questions("new"),
        "an unpaired comparison has no differences by question",
    ),
    (
        lambda counts: scorio.compare(counts, baseline="old").questions(),
        "2 models are compared: name one: other, new",
    ),
]


@pytest.mark.parametrize(("call", "sentence"), REFUSALS)
def test_errors(counts, call, sentence):
    with pytest.raises((ValueError, TypeError), match=sentence) as error:
        call(counts)
    assert "\n" not in str(error.value)


def test_missing_entries_of_matrices():
    a = np.ma.masked_array([[1, 1], [0, 1], [0, 0]], mask=[[0, 1], [0, 0], [1, 1]])
    found = scorio.compare(a, [[1, 0], [0, 1], [1, 1]], metric="avg", missing="drop")
    assert (found[0].difference, found[0].questions) == (0.25, 2)
    assert [one[1:4] for one in found.unmatched] == [("b", "", "2")]


def test_many_models_with_questions_of_their_own():
    rows = [{"model": f"m{i}", "question": q, "outcome": 1} for i in range(7) for q in ("all", i)]
    frame = pl.DataFrame(rows, strict=False, schema_overrides={"question": pl.String})
    lines = repr(scorio.compare(frame, baseline="m0")).splitlines()
    assert sum(line.startswith("Left out of ") for line in lines) == 5
    # Six models have a question of their own, and so has the baseline.
    assert "In all, 6 models and the baseline have 7 questions not in common." in lines


def test_clusters_of_one_question_each(matrices):
    plain = scorio.compare(*matrices, prior="uniform", sampled=True)[0]
    found = scorio.compare(*matrices, cluster=range(40))
    assert (found[0].sigma, found[0].degrees) == (pytest.approx(plain.sigma, rel=1e-14), 39)
    assert "Each cluster has one question, as in a plain sample." in found.notes
    # Equal numbers of two types are one label.
    equal = scorio.compare(
        *matrices, cluster=[i // 7 if i % 2 else i // 7 * 1.0 for i in range(40)]
    )
    assert equal[0].clusters == 6


def test_a_single_task_is_reported(counts):
    found = scorio.compare(counts.select(task="t"), baseline="old", by_task=True)
    assert "There is one task, whose table is the overall one." in repr(found)


def test_clusters_of_a_log_are_those_of_a_matrix(matrices):
    labels = [f"c{i // 7}" for i in range(40)]
    rows = [
        {"model": name, "task": labels[i], "question": i, "outcome": int(outcome)}
        for name, R in zip("ab", matrices, strict=True)
        for i, trials in enumerate(R)
        for outcome in trials
    ]
    found = scorio.compare(pl.DataFrame(rows), baseline="b", cluster="task")
    assert found[0] == scorio.compare(*matrices, cluster=labels)[0]
    assert (
        "about questions of clusters like these (6 clusters); Student's t, 5 degrees of freedom"
        in repr(found)
    )


def test_stated_probabilities_are_reached():
    """If the prior is the truth, P(A > B) is how often A is better (within 4 standard errors)."""
    random = np.random.default_rng(11)
    comparisons, questions, trials = 4000, 20, 3
    p, q = random.random((2, comparisons, questions))
    task, question = np.divmod(np.arange(comparisons * questions), questions)
    sides = [
        pl.DataFrame({"model": name, "task": task, "question": question, "total": trials,
                      "correct": random.binomial(trials, chance).ravel()})
        for name, chance in (("a", p), ("b", q))
    ]  # fmt: skip
    counts = scorio.count(pl.concat(sides), total="total", correct="correct")
    compared = scorio.compare(counts, baseline="b", metric="bayes", by_task=True)
    rows = [row for row in compared if row.task is not None]
    stated = np.array([row.probability for row in rows])
    better = np.array([(p - q)[int(row.task)].mean() > 0 for row in rows])
    edges = [0, 0.01, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 0.99, 1]
    for low, high in pairwise(edges):
        inside = (stated >= low) & (stated < high)
        assert inside.sum() > 50
        mean = stated[inside].mean()
        error = math.sqrt(mean * (1 - mean) / inside.sum())
        assert abs(better[inside].mean() - mean) < 4 * error, (low, high)
