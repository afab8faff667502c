"""Test runs of deepeval."""

import json

import polars as pl
import pytest

import scorio

MODEL = {"constants": {"model": "m"}}


def metric(name, score, *, error=None):
    success = score is not None and score >= 0.5
    return {"name": name, "threshold": 0.5, "success": success, "score": score, "error": error}


def case(number, *metrics, success=None, **more):
    success = all(one["success"] for one in metrics) if success is None else success
    texts = {"name": f"test_case_{number}", "input": "?", "actualOutput": "!"}
    return texts | {"success": success, "metricsData": list(metrics), "runDuration": 1.0} | more


@pytest.fixture
def write(tmp_path):
    def write(cases, talks=(), *, wrapped=False):
        run = {"testCases": cases, "conversationalTestCases": list(talks), "metricsScores": [],
               "testPassed": 1, "testFailed": 1, "runDuration": 2.0}  # fmt: skip
        path = tmp_path / "20260601_120000.json"
        path.write_text(json.dumps({"testRunData": run} if wrapped else run))
        return path

    return write


def outcomes(counts):
    return {row[2]: row[3:] for row in pl.DataFrame(counts).rows()}


CASES = [
    case(0, metric("Answer Relevancy", 0.9), metric("Bias", 0.25)),
    case(1, metric("Answer Relevancy", 0.5), metric("Bias", 0.75)),
]


@pytest.mark.parametrize("wrapped", [False, True])
def test_success_counts_first(write, wrapped):
    path = write(CASES, wrapped=wrapped)
    with pytest.raises(ValueError, match="names no model"):
        scorio.count(path)
    counts = scorio.count(path, **MODEL)
    assert outcomes(counts) == {"test_case_0": (1, 0, 0), "test_case_1": (0, 1, 0)}
    relevancy = scorio.count(path, score="Answer Relevancy", **MODEL)
    assert relevancy.score("avg")[0].score == 1
    (row,) = scorio.count(path, score="Bias.score", numeric=True, **MODEL).score()
    assert row.score == 0.5


def test_conversations_count_too(write):
    talk = case(0, metric("Knowledge Retention", 1), name="conversational_test_case_0")
    counts = scorio.count(write(CASES, [talk]), **MODEL)
    assert (len(counts), counts.trials) == (3, 3)


def test_cases_of_one_name_are_trials(write):
    cases = [case(0, metric("Bias", score)) for score in (0.2, 0.7, 0.9)]
    assert outcomes(scorio.count(write(cases), **MODEL)) == {"test_case_0": (1, 2, 0)}


def test_a_metric_that_went_wrong(write):
    failed = case(2, metric("Bias", None, error="judge timed out"))
    path = write([*CASES, failed])
    with pytest.raises(ValueError, match="ended in an error"):
        scorio.count(path, **MODEL)
    assert outcomes(scorio.count(path, on_error="drop", **MODEL))["test_case_2"] == (0, 0, 1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"metricsData": 3}, "metricsData that are not a list"),
        ({"metricsData": ["x"]}, "a metric that is not an object"),
        ({"metricsData": [{"success": True}]}, "a metric without a name"),
    ],
)
def test_wrong_cases(write, change, message):
    with pytest.raises(ValueError, match=f'entry 1 of "testCases" has {message}'):
        scorio.count(write([CASES[0], case(1, success=True) | change]), **MODEL)
