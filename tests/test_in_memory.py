"""Trials that are in memory: lists of dicts, dicts and stacks of matrices."""

import json
import math

import numpy as np
import pandas as pd
import pytest

import scorio

RUNS = [
    {"who": {"name": "a"}, "id": "q1", "ok": True, "epoch": 0},
    {"who": {"name": "a"}, "id": "q1", "ok": False, "epoch": 1},
    {"who": {"name": "a"}, "id": 2, "ok": 1, "epoch": 0},
    {"who": {"name": "b"}, "id": "q1", "ok": 0, "epoch": 0},
]
READ = {"model": "who.name", "question": "id", "outcome": "ok"}


def test_a_list_of_dicts_is_read_as_its_log(tmp_path):
    log = tmp_path / "log.jsonl"
    log.write_text("".join(json.dumps(one) + "\n" for one in RUNS))
    of_log, of_list = scorio.count(log, **READ), scorio.count(RUNS, **READ)
    assert of_list == of_log
    assert of_list.sources == ["the list of dicts"]
    assert of_list.report == of_log.report
    # A field that looks like the number of a trial is noted, as of a log.
    assert of_list.notes == of_log.notes
    assert any("epoch" in note for note in of_list.notes)
    assert scorio.count(tuple(RUNS), **READ, trial="epoch", order=True) == scorio.count(
        log, **READ, trial="epoch", order=True
    )


def test_values_that_json_lacks():
    runs = [
        {"model": "m", "question": np.int64(3), "outcome": np.float32(1)},
        {"model": "m", "question": np.int64(3), "outcome": math.nan},
        {"model": "m", "question": np.int64(3), "outcome": pd.NA},
        {"model": "m", "question": np.int64(3), "outcome": np.bool_(0), "other": {1: math.nan}},
        {"model": "m", "question": 4, "infos": np.array([1, 0]), "outcome": None},
    ]
    with pytest.raises(ValueError, match="^the list of dicts, line 2"):
        scorio.count(runs)
    counts = scorio.count(runs, on_missing="drop")
    assert (counts.trials, counts.missing) == (2, 3)
    assert scorio.count(runs[4:], outcome="infos[]").trials == 2
    # What is not finite is no missing value.
    with pytest.raises(ValueError, match="the list of dicts"):
        scorio.count([{"model": "m", "question": "q", "outcome": math.inf}], on_missing="drop")


def test_mistakes_in_a_list_name_the_entry():
    with pytest.raises(TypeError, match="entry 1 of the list is no dict, as the first is"):
        scorio.count([{"model": "m"}, "log.jsonl"])
    with pytest.raises(ValueError, match=r"the list of dicts.*\"answer\"") as raised:
        scorio.count(RUNS, **(READ | {"outcome": "answer"}))
    assert "/tmp" not in str(raised.value)
    assert "records.jsonl" not in str(raised.value)


def test_lists_of_dicts_are_compared_and_graded():
    more = [one | {"who": {"name": "c"}} for one in RUNS[:3]]
    found = scorio.compare(RUNS, baseline="b", **READ)
    assert [row.model for row in found] == ["a"]
    both = scorio.compare(RUNS[:3], more, **READ)
    assert (both[0].model, both[0].baseline, both[0].difference) == ("a", "c", 0)
    rubric = (
        'rubric = [{name = "r", category = [{name = "no", weight = 0, when = "x < 0.5"}, '
        '{name = "yes", weight = 1, otherwise = true}]}]\n[signals]\nx = "ok"\n'
    )
    assert len(scorio.rubric.study(RUNS, rubric, model="who.name", question="id").rows) == 2


def long(stack, models, questions):
    return pd.DataFrame([
        {"model": model, "question": question, "trial": trial, "outcome": outcome}
        for model, matrix in zip(models, stack, strict=True)
        for question, row in zip(questions, matrix, strict=True)
        for trial, outcome in enumerate(row, 1)
    ])  # fmt: skip


def test_matrices_are_the_long_table_that_they_stand_for():
    stack = np.random.default_rng(1).integers(0, 2, (3, 5, 4))
    models, questions = ["a", "b", "c"], ["one", "two", "three", "four", "five"]
    table = scorio.count(long(stack, models, questions), order=True)
    by_name = dict(zip(models, stack, strict=True))
    kept = {"questions": questions, "order": True}
    for form in (np.asarray, np.ndarray.tolist, pd.DataFrame, np.bool_, np.float64, np.int8):
        counts = scorio.count({name: form(one) for name, one in by_name.items()}, **kept)
        assert counts == table, form
        assert counts.sources == ["the matrices"]
    assert scorio.count(stack, model=models, **kept) == table
    assert scorio.count(list(stack), model=models, **kept) == table
    assert scorio.count(stack.tolist(), model=models, **kept) == table
    assert scorio.count(stack[0], model="a", **kept) == table.select(model="a")
    found = scorio.count(by_name, order=True).results()
    assert found.models == models
    assert found.questions == [("", str(row)) for row in range(5)]
    assert np.array_equal(found.R, stack)


def test_outcomes_of_matrices_follow_the_options():
    ragged = {"a": [[1, 0, None], [1]], "b": [[0.5, math.nan], [1]]}
    with pytest.raises(ValueError, match="^the trials of the matrices, one after another, row"):
        scorio.count(ragged)
    numbers = scorio.count(ragged, numeric=True, on_missing="drop")
    assert {row.model: row.score for row in numbers.score()} == {"a": 0.75, "b": 0.75}
    graded = scorio.count(
        {"a": [[0, 1, 2]]}, categories={"0": 0, "0.5": 1, "1": 2}, constants={"task": "math"}
    )
    assert (graded.score()[0].score, graded.tasks) == (0.5, ["math"])
    over = scorio.count({"a": [[3, 8]], "b": [[9, 8]]}, threshold=7)
    assert [row.score for row in over.score()] == [1, 0.5]
    found = scorio.compare({"a": [[1, 1], [0, 1]], "b": [[0, 0], [0, 1]]}, baseline="b")
    assert found[0].difference == 0.5


@pytest.mark.parametrize(
    ("source", "options", "message"),
    [
        ({}, {}, "the dict has no matrix"),
        ([], {}, "no file is given"),
        ({1: [[1]], "1": [[1]]}, {}, "model has '1' and 1, which are one name"),
        ({None: [[1]]}, {}, "None is no name of a model: give a text or a number"),
        ({("t", "a"): [[1]]}, {}, "is no name of a model"),
        ({"": [[1]]}, {}, "the name of a model is empty"),
        ({"model": ["m"], "outcome": [1]}, {}, "has not two axes, questions and trials: columns"),
        ({"a": np.zeros((2, 2, 2))}, {}, "has not two axes"),
        ({"a": "x"}, {}, "the matrix of 'a' has not two axes"),
        ({"a": [[1]]}, {"model": ["a"]}, "a dict has names: leave it out"),
        (np.zeros((1, 2, 2)), {}, "have no names: give model="),
        (np.zeros((2, 2, 2)), {"model": ["a"]}, "model has 1 names, but there are 2 matrices"),
        (np.zeros((2, 2, 2)), {"model": ["a", "a"]}, "model has 'a' twice"),
        ({"a": [[1], [0]]}, {"questions": ["q"]}, "questions has 1 names, but .* has 2 rows"),
        ({"a": [[1], [0]]}, {"questions": 2}, "give the name of each row"),
        ({"a": [[1]]}, {"outcome": "ok"}, "outcome says how to read logs, but the matrices have"),
        ({"a": [["x"]]}, {}, "the matrix of 'a'"),
    ],
)  # fmt: skip
def test_mistakes_of_matrices(source, options, message):
    with pytest.raises((TypeError, ValueError), match=message) as raised:
        scorio.count(source, **options)
    assert raised.value.code


def test_names_of_models_are_for_matrices(coins):
    with pytest.raises(TypeError, match="is not the name of a field"):
        scorio.count(coins, model=["a"])
