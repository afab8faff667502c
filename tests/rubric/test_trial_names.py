"""The names of graded trials: those of the log, or else their number in the question."""

import json

import pandas as pd
import pytest

from scorio import rubric

RUBRIC = """
[signals]
correct = "@outcome"
[[rubric]]
name = "r"
category = [
  { name = "wrong", weight = 0, when = "correct < 0.5" },
  { name = "right", weight = 1, otherwise = true },
]
"""
# Names that look like numbers are names all the same.
NAMES = ["0", "00", "1.0", "7", "4294967296", "left, right", "é", "-1"]


def names_of(source, **options):
    """The question and the name of each trial."""
    return [(one.question, one.trial) for one in rubric.check(source, RUBRIC, 10**6, **options)]


def records(names):
    return [
        {"model": "m", "question": f"q{place % 2}", "outcome": 1, "trial": name}
        for place, name in enumerate(names)
    ]


def test_a_trial_has_the_name_of_its_log(tmp_path):
    rows = records(NAMES)
    expected = [(row["question"], row["trial"]) for row in rows]
    log = tmp_path / "log.jsonl"
    log.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert names_of(log) == expected
    table = tmp_path / "log.csv"
    pd.DataFrame(rows).to_csv(table, index=False)
    assert names_of(table) == expected
    assert names_of(pd.DataFrame(rows)) == expected


def test_a_trial_without_a_name_has_its_number_in_the_question(tmp_path):
    rows = [{"model": "m", "question": name, "outcome": 0} for name in "abaab"]
    log = tmp_path / "log.jsonl"
    log.write_text("".join(json.dumps(row) + "\n" for row in rows))
    expected = [("a", "0"), ("b", "0"), ("a", "1"), ("a", "2"), ("b", "1")]
    assert names_of(log) == names_of(pd.DataFrame(rows)) == expected


def test_a_replaced_trial_has_no_name():
    rows = records(["0", "0", "1", "2", "0"])
    found = names_of(pd.DataFrame(rows), on_repeat="last")
    assert found == [("q1", "0"), ("q0", "1"), ("q1", "2"), ("q0", "0")]


@pytest.mark.parametrize("named", [True, False])
def test_large_logs_have_the_same_names(tmp_path, named):
    rows = [
        {"model": "m", "question": place % 500, "outcome": 1, "text": "x" * 200}
        | ({"trial": f"run {place // 500}" if place % 3 else place // 500} if named else {})
        for place in range(20_000)
    ]
    log = tmp_path / "log.jsonl"
    log.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert log.stat().st_size > 1 << 22
    name = (lambda row: str(row["trial"])) if named else None
    expected = [
        (str(place % 500), name(row) if name else str(place // 500))
        for place, row in enumerate(rows)
    ]
    assert names_of(log) == expected


def test_an_epoch_is_a_trial(tmp_path):
    header = {"status": "success", "eval": {"model": "m", "task": "t", "scorers": [{"name": "s"}]}}
    samples = [
        {"id": "q", "epoch": epoch, "scores": {"s": {"value": "C"}}, "error": None}
        for epoch in (1, 2)
    ]
    log = tmp_path / "log.json"
    log.write_text(json.dumps(header | {"samples": samples}))
    assert names_of(log) == [("q", "1"), ("q", "2")]
