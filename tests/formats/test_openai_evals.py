"""Event logs of OpenAI Evals."""

import json
import warnings

import polars as pl
import pytest

import scorio
from scorio import InterruptedLogWarning

SPEC = {
    "completion_fns": ["gpt-4"],
    "eval_name": "sums.dev.v0",
    "base_eval": "sums",
    "split": "dev",
    "run_config": {"seed": 1},
    "created_by": "",
    "run_id": "a",
    "created_at": "2026-11-20 09:00:00",
}
END = {"final_report": {"accuracy": 0.5}}


def event(sample, kind, data, run="a"):
    return {
        "run_id": run,
        "event_id": 0,
        "sample_id": sample,
        "type": kind,
        "data": data,
        "created_by": "",
        "created_at": "2026-11-20 09:00:00",
    }


def match(sample, correct, run="a"):
    return event(
        sample,
        "match",
        {
            "correct": bool(correct) if correct in (0, 1) else correct,
            "expected": "4",
            "picked": None,
        },
        run,
    )


@pytest.fixture
def write(tmp_path):
    def write(lines, name="run.jsonl"):
        path = tmp_path / name
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return path

    return write


def outcomes(counts):
    return {row[2]: row[3:] for row in pl.DataFrame(counts).rows()}


def log(*events, **spec):
    # The last events may be written behind the report.
    return [{"spec": SPEC | spec}, *events[:-1], END, *events[-1:]]


def sampled(sample):
    return event(sample, "sampling", {"prompt": "2 + 2?", "sampled": ["4"]})


def test_matches(write):
    path = write(log(sampled("d.0"), match("d.0", 1), sampled("d.1"), match("d.1", 0)))
    counts = scorio.count(path)
    assert (counts.models, counts.tasks) == (["gpt-4"], ["sums.dev.v0"])
    assert outcomes(counts) == {"d.0": (0, 1, 0), "d.1": (1, 0, 0)}
    assert counts.notes == ["OpenAI Evals score: correct"]


def test_runs_are_trials(write):
    first = write(log(match("d.0", 1)))
    second = write(log(match("d.0", 0, "b"), run_id="b"), "second.jsonl")
    assert outcomes(scorio.count([first, second])) == {"d.0": (1, 1, 0)}
    with pytest.raises(ValueError, match="question d.0, trial a was counted before"):
        scorio.count([first, write(log(match("d.0", 1)), "copy.jsonl")])


def test_metrics_of_graded_answers(write):
    def graded(sample, score):
        return event(sample, "metrics", {"choice": "Y", "score": score, "length": 7})

    path = write(log(sampled("d.0"), graded("d.0", 1.0), graded("d.1", 0.0)))
    counts = scorio.count(path)
    assert counts.notes == ["OpenAI Evals score: score; also there: length"]
    assert outcomes(counts) == {"d.0": (0, 1, 0), "d.1": (1, 0, 0)}
    assert outcomes(scorio.count(path, score="length", threshold=5))["d.1"] == (0, 1, 0)


def test_a_sample_without_a_score_is_missing(write):
    path = write(log(sampled("d.0"), match("d.0", 1), sampled("d.1")))
    with pytest.raises(ValueError, match='line 5.*"correct" is absent'):
        scorio.count(path)
    assert outcomes(scorio.count(path, on_missing="fail")) == {"d.0": (0, 1, 0), "d.1": (1, 0, 0)}


def test_a_run_without_a_report_is_interrupted(write):
    path = write([{"spec": SPEC}, match("d.0", 1)])
    with pytest.warns(InterruptedLogWarning, match="it has no final_report"):
        counts = scorio.count(path)
    assert counts.trials == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scorio.count(write(log(match("d.0", 1))))


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (event("d.1", "match", {}), 'has no field "data.correct"'),
        ({"sample_id": "d.1"}, 'there is no field "type"'),
        ({"type": 3, "sample_id": "d.1"}, "type of the event is not a text"),
        ({"type": "match", "data": {"correct": True}}, 'there is no field "sample_id"'),
        (match("d.1", "maybe"), 'the outcome "maybe"'),
    ],
)
def test_wrong_events(write, bad, message):
    with pytest.raises(ValueError, match=f"line 3 .*{message}"):
        scorio.count(write([{"spec": SPEC}, match("d.0", 1), bad, END]))
