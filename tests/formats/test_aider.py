"""Results of Aider's benchmark: a file for each exercise."""

import json

import polars as pl
import pytest

import scorio


@pytest.fixture
def write(tmp_path):
    def write(outcomes, folder="bench/first/python/exercises/practice/wordy", **more):
        path = tmp_path / folder / ".aider.results.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        result = {
            "testdir": folder,
            "testcase": path.parent.name,
            "model": "gpt-4o",
            "edit_format": "diff",
            "tests_outcomes": outcomes,
            "cost": 0.1,
            "chat_hashes": [["a", "b"]],
        }
        path.write_text(json.dumps(result | more, indent=4))
        return path

    return write


def outcomes(counts):
    return {row[2]: row[3:] for row in pl.DataFrame(counts).rows()}


def test_the_last_try_counts(write):
    paths = [
        write([False, True]),
        write([True], "bench/first/go/exercises/practice/wordy"),
        write([False, False], "bench/first/go/exercises/practice/bowling"),
    ]
    counts = scorio.count(paths)
    assert (counts.models, counts.tasks) == (["gpt-4o"], [""])
    assert counts.notes == ["Aider score: passed; also there: first_try"]
    solved, failed = (0, 1, 0), (1, 0, 0)
    assert outcomes(counts) == {"go/bowling": failed, "go/wordy": solved, "python/wordy": solved}
    first = outcomes(scorio.count(paths, score="first_try"))
    assert first == {"go/bowling": failed, "go/wordy": solved, "python/wordy": failed}


def test_runs_are_trials(write):
    paths = [write([True]), write([False], "bench/second/python/exercises/practice/wordy")]
    assert outcomes(scorio.count(paths)) == {"python/wordy": (1, 1, 0)}
    copy = write([True], "copy/wordy", testdir="bench/first/python/exercises/practice/wordy")
    with pytest.raises(ValueError, match="question python/wordy, trial first was counted before"):
        scorio.count([*paths, copy])


def test_an_exercise_of_the_older_benchmark(write):
    assert outcomes(scorio.count(write([True], "bench/first/wordy"))) == {"wordy": (0, 1, 0)}


def test_tests_that_were_not_run(write):
    path = write([])
    with pytest.raises(ValueError, match='"passed" is null'):
        scorio.count(path)
    assert outcomes(scorio.count(path, on_missing="drop")) == {"python/wordy": (0, 0, 1)}


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"tests_outcomes": True}, '"tests_outcomes" is not a list'),
        ({"tests_outcomes": ["yes"]}, 'the outcome "yes"'),
        ({"testcase": 1}, '"testcase" is not a text'),
        ({"model": None}, '"model" is not a text'),
    ],
)
def test_wrong_results(write, wrong, message):
    with pytest.raises(ValueError, match=message):
        scorio.count(write([True], **wrong))
