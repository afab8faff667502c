"""Results of ARC-AGI's benchmarking: an object with the score of each task."""

import json

import polars as pl
import pytest

import scorio


@pytest.fixture
def write(tmp_path):
    def write(scores, name="gpt-5-high/results.json"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        tasks = {
            name: {"score": score, "cost": 0.1, "attempts": 2} for name, score in scores.items()
        }
        document = {"score": sum(scores.values()), "total_tasks": len(tasks), "total_cost": 0.2,
                    "total_attempts": 2 * len(tasks), "task_results": tasks}  # fmt: skip
        path.write_text(json.dumps(document, indent=4))
        return path

    return write


def outcomes(counts):
    return {row[2]: row[3:] for row in pl.DataFrame(counts).rows()}


def test_tasks_are_questions(write):
    counts = scorio.count(write({"66e6c45b": 1.0, "0ca9ddb6": 0.0}))
    assert (counts.models, counts.tasks) == (["gpt-5-high"], [""])
    assert outcomes(counts) == {"0ca9ddb6": (1, 0, 0), "66e6c45b": (0, 1, 0)}


def test_a_share_of_the_pairs(write):
    path = write({"a": 1.0, "b": 0.5, "c": 2 / 3})
    with pytest.raises(ValueError, match="entry 3 .*the outcome 0.66"):
        scorio.count(path)
    assert outcomes(scorio.count(path, threshold=1)) == {
        "a": (0, 1, 0), "b": (1, 0, 0), "c": (1, 0, 0),
    }  # fmt: skip
    (row,) = scorio.count(path, numeric=True).score()
    assert row.score == pytest.approx((1 + 0.5 + 2 / 3) / 3)


def test_runs_of_a_model_are_trials(write):
    paths = [write({"a": 1.0}, "first/results.json"), write({"a": 0.0}, "second/results.json")]
    assert outcomes(scorio.count(paths, constants={"model": "m"})) == {"a": (1, 1, 0)}


def test_a_task_without_a_score(write):
    path = write({"a": 1.0})
    path.write_text(path.read_text().replace('"score": 1.0,\n            "cost"', '"cost"'))
    with pytest.raises(ValueError, match='entry 1 .*there is no field "score"'):
        scorio.count(path)
