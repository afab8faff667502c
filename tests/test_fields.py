"""Values of fields of questions, such as their difficulty: noted, kept, merged."""

from __future__ import annotations

import math

import numpy as np
import pytest

import scorio

RESULTS = {"a": [[1, 0], [1, 1]], "b": [[0, 0], [1, 0]]}


def test_fields_are_of_questions() -> None:
    """Questions have values by their names, and counts list the fields."""
    counts = scorio.count(RESULTS)
    assert counts.fields == []
    levels = counts.with_field("level", {"0": 3, "1": True}).with_field("size", {"1": None})
    assert levels.fields == ["level", "size"]
    assert counts.fields == [], "counts never change"
    assert levels.with_field("level", {"0": "3", "1": "true"}) == levels
    assert levels.with_field("level", {"0": math.nan}) == levels
    assert levels.merge(counts.rename(model={"a": "c", "b": "d"})).fields == ["level", "size"]
    assert levels.select(model="a").fields == ["level", "size"]


def test_tasks_tell_questions_of_one_name_apart() -> None:
    """A pair names the task, and a name alone means all tasks."""
    rows = [("m", task, "q", 1, 1) for task in ("s", "t")]
    log = [
        dict(zip(("model", "task", "question", "trial", "outcome"), row, strict=True))
        for row in rows
    ]
    counts = scorio.count(log)
    apart = counts.with_field("level", {("s", "q"): "easy"}).with_field(
        "level", {("t", "q"): "hard"}
    )
    assert apart != counts.with_field("level", {"q": "easy"})
    with pytest.raises(ValueError, match="the level easy and the level hard"):
        apart.with_field("level", {("s", "q"): "hard"})


def test_an_unknown_question_is_named() -> None:
    """A value of no question is an error that names it."""
    counts = scorio.count(RESULTS)
    with pytest.raises(ValueError, match="question 7 has a level, but no trial") as found:
        counts.with_field("level", {"7": "easy"})
    assert getattr(found.value, "kind", "counts.no_question") == "counts.no_question"
    with pytest.raises(ValueError, match="question 0 of task x has a level"):
        counts.with_field("level", {("x", "0"): "easy"})


def test_numbers_and_costs_have_fields() -> None:
    """Sums and counts with costs take fields, too."""
    log = [
        {"model": "m", "question": question, "trial": 1, "outcome": 1, "dollars": 2}
        for question in ("p", "q")
    ]
    costs = scorio.count(log, cost="dollars").with_field("level", {"p": "easy"})
    assert costs.fields == ["level"]
    assert costs.costs.fields == ["level"]
    sums = scorio.count(log, numeric=True)
    assert sums.with_field("level", {"q": np.float64(0.5)}).fields == ["level"]
