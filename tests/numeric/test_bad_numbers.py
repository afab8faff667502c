"""Numeric scores: what is wrong, one by one, with its place and its way out."""

import re

import pytest
from numeric.conftest import log

import scorio
from scorio import Sums

OUTCOMES = [
    ("C", 'line 2 .*the outcome "C" .*is not a finite number; leave numeric out'),
    ("0.5 of 1", 'line 2 .*the outcome "0.5 of 1" .*is not a finite number'),
    ([1], "line 2 .*is not a finite number"),
    (None, 'line 2 .*the outcome is missing: the field "outcome" is null'),
]


@pytest.mark.parametrize(("value", "sentence"), OUTCOMES)
def test_an_outcome_that_is_no_number(write, value, sentence):
    with pytest.raises(ValueError, match=sentence):
        scorio.count(write(log(("p", 0.5), ("q", value))), numeric=True)


@pytest.mark.parametrize("value", ["1e400", "-1e999"])
def test_infinity_is_refused(write, value):
    record = '{"model": "m", "question": "q", "outcome": ' + value + "}"
    with pytest.raises(ValueError, match=f"line 1 .*the outcome {value} .*not a finite number"):
        scorio.count(write([record]), numeric=True)


@pytest.mark.parametrize("value", ["NaN", "inf", "-Infinity"])
def test_cells_that_are_not_finite(tmp_path, value):
    path = tmp_path / "log.csv"
    path.write_text(f"model,question,outcome\nm,p,0.5\nm,q,{value}\n")
    what = "is missing: .* is NaN" if value == "NaN" else f"{value} .*is not a finite number"
    with pytest.raises(ValueError, match=f"line 3.*{what}"):
        scorio.count(path, numeric=True)


OPTIONS = [
    ({"order": True}, "the order of trials is kept for categories, not for numbers"),
    ({"on_missing": "fail"}, "a missing outcome cannot count as a failure.*; drop missing"),
    ({"threshold": 1.0}, "numeric takes outcomes as they are"),
    ({"categories": {"a": 0, "b": 1}}, "numeric takes outcomes as they are"),
    ({"total": "n", "correct": "c"}, "numeric takes outcomes as they are"),
]


@pytest.mark.parametrize(("options", "sentence"), OPTIONS)
def test_options_that_need_categories(write, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        scorio.count(write(log(("p", 0.5))), numeric=True, **options)


def test_values_are_kept_of_numbers_alone(write):
    with pytest.raises(ValueError, match="keep_values is for numeric outcomes"):
        scorio.count(write(log(("p", 1))), keep_values=True)


@pytest.fixture
def sums(write):
    return scorio.count(write(log(("p", 1.5), ("q", 2.5))), numeric=True)


def test_sums_and_counts_are_never_mixed(write, sums):
    counts = scorio.count(write(log(("p", 1), ("q", 0))))
    with pytest.raises(TypeError, match="is not Sums: count its log with numeric=True"):
        sums.merge(counts)
    with pytest.raises(TypeError, match="is not Counts: count its log without numeric"):
        counts.merge(sums)
    with pytest.raises(TypeError):
        sums + counts
    with pytest.raises(TypeError, match="numeric scores, but .* holds categories; read both with"):
        scorio.compare(sums, counts)


def test_metrics_of_categories_have_no_numbers(sums):
    for call, sentence in [
        (lambda: sums.score("pass_at_k", 1), "numeric scores have the metrics avg and max_at_k"),
        (lambda: sums.score("max_at_k"), "max_at_k needs a budget"),
        (lambda: sums.score("avg", 2), "k is given, but avg has no budget"),
        (lambda: sums.score([]), "metrics is empty"),
        (lambda: sums.score(cluster="group"), "cluster = 'group' is not one of"),
        (lambda: sums.score(confidence=1), "confidence = 1 is not between 0 and 1"),
        (
            lambda: sums.score("max_at_k", 1),
            "only sums were kept; count the log with keep_values=True",
        ),
        (
            lambda: sums.score(cluster="cluster"),
            "question p has no cluster, but others have one; read the field of the clusters",
        ),
    ]:
        with pytest.raises(ValueError, match=re.escape(sentence)):
            call()


def test_the_largest_of_more_than_there_are(write):
    path = write(log(("p", 1), ("p", 3), ("q", 2)))
    sums = scorio.count(path, numeric=True, keep_values=True)
    with pytest.raises(ValueError, match="k = 2 is more than the 1 trial of question q"):
        sums.score("max_at_k", 2)
    with pytest.raises(ValueError, match="one question"):
        sums.score("max_at_k", 2, ragged="drop")
    assert sums.score("max_at_k", 1)[0].score == 2.0


def test_one_question_has_no_scatter(write):
    one = scorio.count(write(log(("p", 1.5))), numeric=True)
    sentence = (
        "m has one question, and one question has no scatter unless it has two trials; "
        "add a trial or a question"
    )
    with pytest.raises(ValueError, match=re.escape(sentence)):
        one.score()
    twice = scorio.count(write(log(("p", 1.5), ("p", 2.5))), numeric=True)
    assert twice.score()[0].sigma == 0.5
    sentence = "score these questions alone (sampled=False, without clusters), or add a question"
    with pytest.raises(ValueError, match=re.escape(sentence)):
        twice.score(sampled=True)


def test_one_cluster_has_no_scatter(write):
    records = [one | {"group": "g"} for one in log(("p", 1.5), ("q", 2.5))]
    sums = scorio.count(write(records), numeric=True, cluster="group")
    with pytest.raises(ValueError, match="m has one cluster, and one cluster has no scatter"):
        sums.score(cluster="cluster")


WEIGHTS = [
    ((-1, 1), "weight -1 .*neither 0 nor a number"),
    ((0, 0), "all questions with an outcome have weight 0"),
    ((1, None), "weight null|no weight"),
]


@pytest.mark.parametrize(("weights", "sentence"), WEIGHTS)
def test_weights_that_give_no_mean(write, weights, sentence):
    trials = zip(log(("p", 1.5), ("q", 2.5)), weights, strict=True)
    path = write([one | {"w": weight} for one, weight in trials])
    with pytest.raises(ValueError, match=sentence):
        scorio.count(path, numeric=True, weight="w").score()


def test_models_without_a_common_question(write):
    path = write(log(("p", 1.5), model="a") + log(("q", 2.5), model="b"))
    with pytest.raises(ValueError, match="a and b have no question in common"):
        scorio.compare(path, baseline="b", numeric=True)


def test_equal_scores_say_nothing_of_others(write):
    apart = log(("p", 1.5), ("q", 1.5), model="a") + log(("p", 1), ("q", 1), model="b")
    with pytest.raises(ValueError, match="without scatter that says nothing about others"):
        scorio.compare(write(apart), baseline="b", numeric=True, sampled=True)
    sentence = "the trials of each question agree, .*; compare on questions like these"
    with pytest.raises(ValueError, match=sentence):
        scorio.compare(write(apart * 2), baseline="b", numeric=True)
    single = log(("p", 1.5), model="a") + log(("p", 1), model="b")
    with pytest.raises(ValueError, match="single trials, which have no scatter; add a trial"):
        scorio.compare(write(single), baseline="b", numeric=True)


def test_a_difference_beyond_doubles(write):
    far = log(("p", 1.7e308), ("q", 1.6e308), model="a")
    near = log(("p", -1.7e308), ("q", -1.5e308), model="b")
    with pytest.raises(ValueError, match="not representable"):
        scorio.compare(write(far + near), baseline="b", numeric=True)


def test_a_log_of_categories_is_no_file_of_sums(coins, tmp_path):
    path = tmp_path / "counts.parquet"
    scorio.count(coins).save(path)
    with pytest.raises(ValueError, match='it has no columns "trials", "exact_sum"'):
        Sums.load(path)


def test_scores_beyond_doubles(write):
    huge = log(("p", 1.7e308), ("p", 1.7e308), ("q", -1.7e308), ("q", 1.7e308))
    sums = scorio.count(write(huge), numeric=True)
    for sampled in (False, True):
        with pytest.raises(ValueError, match="interval of m is beyond the largest number: divide"):
            sums.score(sampled=sampled)
