"""Logs of EvalPlus and BigCodeBench: lists of solutions for each question."""

import json

import polars as pl
import pytest

import scorio


def plus(task, base, plus):
    return {
        "task_id": task,
        "solution": "def f():\n    return 1",
        "base_status": base,
        "plus_status": plus,
        "base_fail_tests": [],
        "plus_fail_tests": [],
    }


def big(task, status):
    return {"task_id": task, "solution": "import os", "status": status, "details": {}}


@pytest.fixture
def write(tmp_path):
    def write(entries, name="m--7b_vllm_temp_0.8_eval_results.json", **more):
        document = {"date": "2026-11-20 10:00", "hash": "fe585eb4"}
        document |= {"eval": entries, "pass_at_k": {"base": {"pass@1": 0.5}}} | more
        path = tmp_path / name
        path.write_text(json.dumps(document))
        return path

    return write


PLUS = {
    "HumanEval/0": [
        plus("HumanEval/0", "pass", "pass"), plus("HumanEval/0", "pass", "fail"),
        plus("HumanEval/0", "timeout", "pass"),
    ],
    "HumanEval/1": [
        plus("HumanEval/1", "fail", "fail"), plus("HumanEval/1", "pass", "timeout"),
        plus("HumanEval/1", "pass", "pass"),
    ],
}  # fmt: skip


def outcomes(counts):
    return {row[2]: row[3:] for row in pl.DataFrame(counts).rows()}


def test_base_and_plus(write):
    path = write(PLUS)
    counts = scorio.count(path)
    assert (counts.models, counts.tasks) == (["m--7b_vllm_temp_0.8"], [""])
    assert counts.notes == ["EvalPlus score: base; also there: plus"]
    assert outcomes(counts) == {"HumanEval/0": (1, 2, 0), "HumanEval/1": (1, 2, 0)}
    strict = scorio.count(path, score="plus")
    assert outcomes(strict) == {"HumanEval/0": (2, 1, 0), "HumanEval/1": (2, 1, 0)}
    assert scorio.count(path, score="all").scores == ["base", "plus"]
    kinds = {"bad": ["fail"], "slow": ["timeout"], "good": ["pass"]}
    named = scorio.count(path, score="plus", categories=kinds)
    assert outcomes(named) == {"HumanEval/0": (1, 1, 1, 0), "HumanEval/1": (1, 1, 1, 0)}


def test_names(write):
    for name in ("m_eval_results.json", "m.eval_results.json", "m.json"):
        assert scorio.count(write(PLUS, name)).models == ["m"]
    for name in ("samples_eval_results.json", "eval_results.json"):
        with pytest.raises(ValueError, match="names no model .nor does its name."):
            scorio.count(write(PLUS, name))
        assert scorio.count(write(PLUS, name), constants={"model": "m"}).models == ["m"]


def test_without_the_plus_tests(write):
    path = write({"a": [plus("a", "pass", None), plus("a", "fail", None)]})
    assert outcomes(scorio.count(path)) == {"a": (1, 1, 0)}
    with pytest.raises(ValueError, match=r'entry 1 .*the field "plus" is null'):
        scorio.count(path, score="plus")
    assert outcomes(scorio.count(path, score="plus", on_missing="drop")) == {"a": (0, 0, 2)}


def test_repeated_trials(write, tmp_path):
    path = write(PLUS)
    other = tmp_path / "again"
    other.mkdir()
    (other / path.name).write_text(path.read_text())
    with pytest.raises(ValueError, match="question HumanEval/0, trial 0 was counted before"):
        scorio.count([path, other / path.name])
    assert scorio.count([path, other / path.name], on_repeat="keep").trials == 12


@pytest.mark.parametrize(
    ("status", "message"),
    [("weird", 'the outcome "weird"'), (3, "the outcome 3"), (None, '"base" is null')],
)
def test_unknown_statuses(write, status, message):
    entries = {"a": [plus("a", "pass", "pass")], "b": [plus("b", status, "pass")]}
    with pytest.raises(ValueError, match=f"entry 2 .*{message}"):
        scorio.count(write(entries))


def test_wrong_entries(write):
    with pytest.raises(ValueError, match="expected a list at eval.b"):
        scorio.count(write({"a": [plus("a", "pass", "pass")], "b": {"base_status": "pass"}}))
    with pytest.raises(ValueError, match="entry 2 .*not an object with named fields"):
        scorio.count(write({"a": [plus("a", "pass", "pass"), "pass"]}))
    # Its first versions wrote other lists.
    with pytest.raises(ValueError, match="is of no kind that is known"):
        scorio.count(write({"a": {"nfiles": 1, "base": [["pass", []]], "plus": []}}))


def test_bigcodebench(write):
    tasks = {
        "BigCodeBench/0": [big("BigCodeBench/0", "pass"), big("BigCodeBench/0", "timeout")],
        "BigCodeBench/1": [big("BigCodeBench/1", "fail"), big("BigCodeBench/1", "pass")],
    }
    path = write(tasks, "org--m--main--bigcodebench-instruct--vllm-0.8-2_eval_results.json")
    counts = scorio.count(path)
    assert counts.models == ["org--m--main--bigcodebench-instruct--vllm-0.8-2"]
    assert counts.notes == ["BigCodeBench score: status"]
    assert outcomes(counts) == {"BigCodeBench/0": (1, 1, 0), "BigCodeBench/1": (1, 1, 0)}
    with pytest.raises(ValueError, match='has no score "plus"; its scores are status'):
        scorio.count(path, score="plus")
    for status, message in [(None, '"status" is null'), ("", 'the outcome ""'), ([], "a list")]:
        with pytest.raises(ValueError, match=f"entry 5 .*{message}"):
            scorio.count(write({**tasks, "x": [big("x", status)]}))
