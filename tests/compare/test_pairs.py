"""All pairs of models at once, against comparisons one by one."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

import scorio

FIELDS = ("difference", "sigma", "lo", "hi", "probability", "ranking", "pvalue", "questions")


def frame(*, single=False, full=False, tasks=3, models=6, questions=12):
    rng = np.random.default_rng(7)
    rows = [
        {
            "model": f"m{model}", "task": f"t{task}", "question": f"q{question}", "trial": trial,
            "cluster": f"c{question // 3}", "weight": 1 + question % 3,
            "outcome": int(rng.random() < (model + 2) / 10 + question % 2 / 5 + task / 20),
        }
        for model in range(models)
        for task in range(tasks)
        for question in range(questions)
        # Some questions are missing of some models.
        if full or (model * 5 + question) % 7
        for trial in range(1 if single else 1 + (model + question) % 4)
    ]  # fmt: skip
    return pd.DataFrame(rows)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"prior": "uniform"},
        {"metric": "bayes"},
        {"sampled": True},
        {"cluster": "cluster"},
        {"cluster": "task"},
        {"paired": False},
        {"paired": False, "sampled": True},
        {"paired": False, "cluster": "cluster"},
        {"confidence": 0.8},
        {"weights": [0.0, 2.5]},
        {"weight": "weight"},
    ],
)
@pytest.mark.parametrize("data", [{}, {"full": True}, {"single": True}])
def test_pairs_are_comparisons_one_by_one(options, data):
    reading = {key: options[key] for key in ("cluster", "weight") if key in options}
    if reading.get("cluster") == "task":
        del reading["cluster"]
    counts = scorio.count(frame(**data), **reading)
    own = {key: value for key, value in options.items() if key != "weight"}
    found = scorio.compare_pairs(counts, **own)
    assert len(found) == 15
    for row in found:
        [one] = scorio.compare(counts, baseline=row.other, models=row.model, **own)
        for field in FIELDS:
            there, here = getattr(one, field), getattr(row, field)
            assert math.isclose(there, here, rel_tol=1e-12, abs_tol=1e-15), (field, row)


def test_pairs_of_numbers_and_of_several_scores(tmp_path):
    numbers = frame(full=True).assign(outcome=lambda table: table.outcome * 0.7 + table.trial * 0.1)
    sums = scorio.count(numbers, numeric=True)
    for row in scorio.compare_pairs(sums):
        [one] = scorio.compare(sums, baseline=row.other, models=row.model)
        assert (one.difference, one.sigma, one.pvalue) == (row.difference, row.sigma, row.pvalue)
    with pytest.raises(ValueError, match="no categories, and so no weights"):
        scorio.compare_pairs(sums, weights=[0, 1])
    wide = frame(full=True).drop(columns="cluster")
    wide["scores"] = [{"one": int(x), "two": 1 - int(x)} for x in wide.pop("outcome")]
    path = tmp_path / "log.jsonl"
    wide.to_json(path, orient="records", lines=True)
    counts = scorio.count(path, outcome="scores.*", score="all")
    found = scorio.compare_pairs(counts)
    assert {row.score_name for row in found} == {"one", "two"}
    assert len(found) == 30
    for row in found:
        rows = scorio.compare(counts, baseline=row.other, models=row.model)
        [one] = [one for one in rows if one.score_name == row.score_name]
        assert math.isclose(one.difference, row.difference, rel_tol=1e-12)


def test_what_pairs_refuse():
    apart = pd.DataFrame({"model": ["a", "b"], "question": ["q1", "q2"], "outcome": [1, 0]})
    with pytest.raises(ValueError, match="no question in common"):
        scorio.compare_pairs(apart)
    assert len(scorio.compare_pairs(apart, paired=False)) == 1
    with pytest.raises(ValueError, match="there is one model"):
        scorio.compare_pairs(apart, models=["a"])
