"""Labels of counts: score, cluster and weight, from the log to the leaderboard."""

import json
from fractions import Fraction
from math import comb

import polars
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest

import scorio

WEIGHTS = {"q0": 1, "q1": 2.5, "q2": 0.5, "q3": 0, "q4": 3}
RIGHT = {"a": [3, 1, 0, 2, 4], "b": [2, 2, 0, 1, 1]}


def records():
    return [
        {
            "model": model,
            "task": f"t{number % 2}",
            "question": f"q{number}",
            "trial": trial,
            "outcome": int(trial < right),
            "user": f"u{number % 3}",
            "w": WEIGHTS[f"q{number}"],
        }
        for model, rights in RIGHT.items()
        for number, right in enumerate(rights)
        for trial in range(4)
    ]


@pytest.fixture
def log(tmp_path):
    return written(tmp_path / "log.jsonl", records())


def written(path, rows):
    path.write_text("\n".join(map(json.dumps, rows)))
    return path


def labelled(log):
    return scorio.count(log, cluster="user", weight="w")


def power(a, b, k):
    """The mean of p^k under Beta(a, b)."""
    product = Fraction(1)
    for i in range(k):
        product *= Fraction(a + i) / (a + b + i)
    return product


def pass_at_2(name, right, trials=4):
    """Mean and variance of Pass@2 of one question, from the moments of q = 1 − p."""
    a, b = right + 1, trials - right + 1
    moments = [power(b, a, k) for k in range(5)]
    if name == "pass_at_k_ci":
        return 1 - moments[2], moments[4] - moments[2] ** 2
    # E[Var(estimate | p)]: E of the estimate's square over beta-binomial counts, less that of
    # (1 − q²)².
    estimate = [1 - Fraction(comb(trials - c, 2), comb(trials, 2)) for c in range(trials + 1)]
    square = Fraction(0)
    for c, value in enumerate(estimate):
        chance = comb(trials, c) * power(a, b, c) * power(b, a + c, trials - c)
        square += chance * value**2
    return estimate[right], square - (1 - 2 * moments[2] + moments[4])


def mean_and_variance(name, right, trials=4):
    """Mean and variance of one question by its formula."""
    if name.startswith("pass_at_k"):
        return pass_at_2(name, right, trials)
    a, b = Fraction(right + 1), Fraction(trials - right + 1)
    mean, variance = a / (a + b), a * b / ((a + b) ** 2 * (a + b + 1))
    if name == "bayes":
        return mean, variance
    scale = Fraction(trials + 2, trials)
    return Fraction(right, trials), variance * scale**2 if name == "avg" else None


@pytest.mark.parametrize("name", ["bayes", "avg", "pass_at_k", "pass_at_k_ci"])
def test_weighted_means_are_those_of_rational_arithmetic(log, name):
    budget = 2 if name.startswith("pass") else None
    for row in labelled(log).score(name, budget, by_task=False, prior="uniform"):
        parts = [
            (Fraction(WEIGHTS[f"q{number}"]), *mean_and_variance(name, right))
            for number, right in enumerate(RIGHT[row.model])
        ]
        total = sum(w for w, _, _ in parts)
        mean = sum(w * m for w, m, _ in parts) / total
        variance = sum(w * w * v for w, _, v in parts) / total**2
        assert row.score == pytest.approx(float(mean), rel=1e-13)
        assert row.sigma**2 == pytest.approx(float(variance), rel=1e-13)
        assert (row.questions, row.questions_asked, row.coverage) == (4, 4, 1.0)


@pytest.mark.parametrize(
    "name", ["pass_at_k", "pass_at_k_ci", "geom_at_k", "max_at_k", "geom_ds_at_k_ci"]
)
def test_whole_weights_are_repeated_questions(tmp_path, name):
    # A weight of 2 is a question that is there twice, but for σ: Σ w² and not Σ w.
    rows = [
        row | {"w": {"q0": 1, "q1": 2, "q2": 1, "q3": 0, "q4": 3}[row["question"]]}
        for row in records()
    ]
    weighted = scorio.count(written(tmp_path / "w.jsonl", rows), weight="w")
    copies = [
        row | {"question": f"{row['question']}.{copy}"} for row in rows for copy in range(row["w"])
    ]
    repeated = scorio.count(written(tmp_path / "r.jsonl", copies))
    pairs = zip(
        weighted.score(name, 2, prior="uniform"),
        repeated.score(name, 2, prior="uniform"),
        strict=True,
    )
    for one, other in pairs:
        assert (one.model, one.task) == (other.model, other.task)
        assert one.score == pytest.approx(other.score, rel=1e-13)


@pytest.mark.parametrize("name", ["pass_at_k", "pass_at_k_ci"])
def test_equal_weights_are_none(log, tmp_path, name):
    rows = [row | {"w": 7} for row in records()]
    weighted = scorio.count(written(tmp_path / "w.jsonl", rows), weight="w").score(name, 2)
    for one, other in zip(weighted, scorio.count(log).score(name, 2), strict=True):
        assert (one.score, one.sigma) == pytest.approx((other.score, other.sigma), rel=1e-14)
        assert one.rank == other.rank


def test_bounds_and_coverage_are_weighted(tmp_path):
    rows = [row for row in records() if (row["model"], row["question"]) != ("b", "q4")]
    counts = scorio.count(written(tmp_path / "log.jsonl", rows), weight="w")
    row = next(row for row in counts.score("avg", by_task=False) if row.model == "b")
    known = sum(Fraction(WEIGHTS[f"q{n}"]) * Fraction(RIGHT["b"][n], 4) for n in range(3))
    assert row.coverage == pytest.approx(4 / 7)
    assert (row.worst, row.best) == pytest.approx((float(known / 7), float((known + 3) / 7)))


@pytest.mark.parametrize("clustered", [False, True])
def test_weighted_comparisons_are_those_of_rational_arithmetic(log, clustered):
    asked = {"baseline": "b", "weight": "w", "metric": "bayes"}
    row = scorio.compare(log, **asked, sampled=True, cluster="user" if clustered else None)[0]
    parts = [
        (number % 3 if clustered else number, Fraction(WEIGHTS[f"q{number}"]), a - b)
        for number in range(5)
        for a in [mean_and_variance("bayes", RIGHT["a"][number])[0]]
        for b in [mean_and_variance("bayes", RIGHT["b"][number])[0]]
        if WEIGHTS[f"q{number}"]
    ]
    total = sum(w for _, w, _ in parts)
    mean = sum(w * d for _, w, d in parts) / total
    sums = {}
    for cluster, w, d in parts:
        sums[cluster] = sums.get(cluster, 0) + w * (d - mean)
    groups = len(sums)
    variance = Fraction(groups, groups - 1) * sum(s * s for s in sums.values()) / total**2
    assert row.difference == pytest.approx(float(mean), rel=1e-13)
    assert row.sigma**2 == pytest.approx(float(variance), rel=1e-13)
    assert row.degrees == groups - 1
    found = scorio.compare(log, **asked).questions()
    assert sum(one.part for one in found) == pytest.approx(row.difference, rel=1e-13)


def test_matrices_have_a_weight_for_each_row():
    a, b = [[1, 1, 0], [1, 0, 0]], [[0, 1, 0], [0, 0, 0]]
    row = scorio.compare(a, b, metric="avg", weight=[1, 3])[0]
    assert row.difference == pytest.approx(1 / 3, rel=1e-13)
    for weight, sentence in [
        ([1, 2, 3], "weight has 3 entries, one for each row"),
        ([1, -1], "the weight -1"),
        ([1, float("nan")], "the weight NaN"),
        ([], "weight is empty"),
        ([[1], [2]], "weight has 2 axes"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            scorio.compare(a, b, weight=weight)
    for weight in ("w", ["x", "y"]):
        with pytest.raises(TypeError, match="give"):
            scorio.compare(a, b, weight=weight)


def test_every_form_gives_the_same_labels(log, tmp_path):
    counts = labelled(log)
    table = pa.Table.from_pylist(records())
    pyarrow.parquet.write_table(table, tmp_path / "log.parquet")
    pyarrow.csv.write_csv(table, tmp_path / "log.csv")
    (tmp_path / "log.json").write_text(json.dumps(records()))
    for name in ("log.parquet", "log.csv", "log.json"):
        assert labelled(tmp_path / name) == counts
    assert labelled(table) == counts
    assert labelled(polars.from_arrow(table).lazy()) == counts
    assert scorio.count(log) != counts


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"user": "u9"}, "question q4 of task t0 has the cluster u1 and the cluster u9"),
        ({"w": 9}, "a run of question q4 weighs 9, another run of the same model 3"),
        ({"w": -1}, 'the weight -1 .field "w". is neither 0 nor a number from 1e-100 to 1e100'),
        ({"w": 1e999}, "is neither 0 nor a number from 1e-100 to 1e100"),
        ({"w": "3"}, "is neither 0 nor a number from 1e-100 to 1e100"),
        ({"w": 1e200}, "is neither 0 nor a number from 1e-100 to 1e100"),
        ({"user": ""}, 'the cluster .field "user". is empty'),
        ({"user": None}, 'the cluster .field "user". is null'),
    ],
)
def test_labels_that_cannot_be(tmp_path, change, sentence):
    rows = records()
    rows.append(rows[-1] | {"trial": 9, "question": "q4" if "q4" in sentence else "new"} | change)
    with pytest.raises(ValueError, match=f"line {len(rows)} .*{sentence}"):
        labelled(written(tmp_path / "log.jsonl", rows))


def test_missing_fields_are_named(log):
    for name in ("cluster", "weight"):
        with pytest.raises(ValueError, match=f'there is no field "gone" for the {name}'):
            scorio.count(log, **{name: "gone"})


def test_counts_keep_their_labels(log, tmp_path):
    counts = labelled(log)
    parts = [counts.select(model=model) for model in "ab"]
    assert parts[0].merge(parts[1]) == counts
    counts.save(tmp_path / "counts.parquet")
    assert scorio.Counts.load(tmp_path / "counts.parquet") == counts
    names = pyarrow.parquet.read_schema(tmp_path / "counts.parquet").names
    assert {"cluster", "weight"} < set(names)
    assert "score" not in names
    scorio.count(log).save(tmp_path / "plain.parquet")
    assert not {"score", "cluster", "weight"} & set(
        pyarrow.parquet.read_schema(tmp_path / "plain.parquet").names
    )
    same = scorio.compare(counts, baseline="b", cluster="cluster")[0]
    assert same == scorio.compare(log, baseline="b", cluster="user", weight="w")[0]
    with pytest.raises(ValueError, match="is a field of logs, but counts are given"):
        scorio.compare(counts, baseline="b", cluster="user")
    with pytest.raises(TypeError, match="weight says how to read logs"):
        scorio.compare(counts, baseline="b", weight="w")
    with pytest.raises(ValueError, match="has no cluster"):
        scorio.compare(scorio.count(log), baseline="b", cluster="cluster")


def test_merged_counts_agree(log, tmp_path):
    rows = [row | {"model": "c", "user": "other"} for row in records() if row["model"] == "a"]
    other = labelled(written(tmp_path / "other.jsonl", rows))
    with pytest.raises(
        ValueError, match="question q0 of task t0 has the cluster u0 and the cluster"
    ):
        labelled(log).merge(other)
    rows = [row | {"model": "c", "w": 2} for row in records() if row["model"] == "a"]
    other = labelled(written(tmp_path / "other.jsonl", rows))
    with pytest.raises(ValueError, match="has the weight 1 and the weight 2"):
        labelled(log).merge(other)
    new = [row | {"question": f"new {row['question']}"} for row in records()]
    plain = scorio.count(written(tmp_path / "plain.jsonl", new))
    with pytest.raises(ValueError, match="has no weight, but other questions have one"):
        labelled(log).merge(plain).score()


def scored_file(path, rows, apart=0):
    """A count file as other tools write them, and as scorio did before scores were labels."""
    table = pa.Table.from_pylist(rows)
    metadata = {"scorio.report.scores_apart": str(apart)} if apart else None
    pyarrow.parquet.write_table(table.replace_schema_metadata(metadata), path)
    return scorio.Counts.load(path)


def test_scores_are_never_pooled(tmp_path):
    rows = [
        {"model": m, "task": t, "score": s, "question": q, "count_0": 1, "count_1": n}
        for m in "ab"
        for t in "tu"
        for n, s in enumerate(("exact", "loose"))
        for q in "pqr"
    ]
    counts = scored_file(tmp_path / "c.parquet", rows)
    assert counts.scores == ["exact", "loose"]
    found = counts.score("avg")
    tables = list(dict.fromkeys((row.score_name, row.task) for row in found))
    assert tables == [(s, t) for s in ("exact", "loose") for t in ("t", "u", None)]
    assert {row.score for row in found if row.score_name == "exact"} == {0.0}
    assert {row.score for row in found if row.score_name == "loose"} == {0.5}
    assert "avg, score = exact · t" in found.to_text()
    assert counts.select(score="loose").scores == ["loose"]
    with pytest.raises(ValueError, match="there is no score 'other'"):
        counts.select(score="other")
    compared = scorio.compare(counts, baseline="b", by_task=True)
    tables = list(dict.fromkeys((row.score_name, row.task) for row in compared))
    assert tables == [(s, t) for s in ("exact", "loose") for t in ("t", "u", None)]
    from scorio import eval as metrics

    with pytest.raises(ValueError, match="2 scores of the same trials .exact, loose."):
        metrics.bayes(counts.select(model="a"))
    counts.save(tmp_path / "again.parquet")
    assert scorio.Counts.load(tmp_path / "again.parquet") == counts


def test_old_files_of_scores_as_tasks_keep_them_apart(tmp_path):
    rows = [
        {"model": "m", "task": t, "question": "q", "count_0": 1, "count_1": 2}
        for t in ("arith: exact", "arith: loose")
    ]
    counts = scored_file(tmp_path / "old.parquet", rows, apart=1)
    assert (counts.tasks, counts.scores) == ([""], ["arith: exact", "arith: loose"])
    assert [row.task for row in counts.score()] == [None, None]


def test_count_files_of_earlier_versions_load():
    """Both were saved by version 0.4.0, with its checksum."""
    counts = scorio.Counts.load("tests/data/counts-0.4.0.parquet")
    assert (len(counts), counts.trials, counts.scores) == (8, 32, [""])
    several = scorio.Counts.load("tests/data/scores-as-tasks-0.4.0.parquet")
    assert several.scores == ["arith: graded.format", "arith: match"]
    rows = several.score("avg", by_task=False)
    assert [(row.score_name, row.score) for row in rows] == [
        ("arith: graded.format", 0.875),
        ("arith: match", 0.125),
    ]


def test_weights_of_zero_are_reported(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text(
        "model,question,outcome,w\na,q1,1,0\na,q2,0,2\na,q3,1,1\nb,q1,1,0\nb,q2,1,2\nb,q3,1,1\n"
    )
    counts = scorio.count(path, weight="w")
    note = "1 question has weight 0 and is left out."
    assert note in counts.score().notes
    assert note in scorio.compare(counts, baseline="a").notes
    path.write_text("model,question,outcome,w\na,q1,1,0\nb,q1,0,0\n")
    counts = scorio.count(path, weight="w")
    for call in (counts.score, lambda: scorio.compare(counts, baseline="a")):
        with pytest.raises(ValueError, match="all questions with an outcome have weight 0"):
            call()
