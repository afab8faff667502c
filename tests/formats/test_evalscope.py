"""Reviews of EvalScope: a line for each answer."""

import json

import polars as pl
import pytest

import scorio


def review(sample, value, group=None, **score):
    scored = {
        "value": value,
        "extracted_prediction": "4",
        "explanation": None,
        "metadata": {},
        "main_score_name": None,
    }
    return {
        "index": sample,
        "input": "2 + 2?",
        "target": "4",
        "sample_score": {
            "score": scored | score,
            "sample_id": sample,
            "group_id": sample if group is None else group,
            "sample_metadata": {"sample_id": "another"},
        },
    }


@pytest.fixture
def write(tmp_path):
    def write(lines, name="qwen3-4b/aime24_default.jsonl"):
        path = tmp_path / "reviews" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return path

    return write


def outcomes(counts):
    return {row[2]: row[3:] for row in pl.DataFrame(counts).rows()}


def test_repeats_are_trials_of_a_group(write):
    lines = [review(i, {"acc": float(i % 4 > 0)}, group=i // 4) for i in range(8)]
    counts = scorio.count(write(lines))
    assert (counts.models, counts.tasks) == (["qwen3-4b"], ["aime24_default"])
    assert outcomes(counts) == {"0": (1, 3, 0), "1": (1, 3, 0)}
    with pytest.raises(ValueError, match="line 9 .*question 0, trial 3 was counted before"):
        scorio.count(write([*lines, lines[3]]))


def test_a_review_without_groups(write):
    lines = [review(i, {"acc": i % 2 == 0}) for i in range(2)]
    for line in lines:
        del line["sample_score"]["group_id"]
    assert outcomes(scorio.count(write(lines))) == {"0": (0, 1, 0), "1": (1, 0, 0)}
    for line in lines:
        line["sample_score"]["sample_id"] = None
    assert outcomes(scorio.count(write(lines))) == {"0": (0, 1, 0), "1": (1, 0, 0)}


def test_the_main_score_counts(write):
    lines = [review(i, {"loose": 1, "strict": i}, main_score_name="strict") for i in range(2)]
    path = write(lines)
    counts = scorio.count(path)
    assert counts.notes == ["EvalScope score: strict; also there: loose"]
    assert outcomes(counts)["0"] == (1, 0, 0)
    assert outcomes(scorio.count(path, score="loose"))["0"] == (0, 1, 0)
    first = [review(i, {"loose": 1, "strict": i}) for i in range(2)]
    assert scorio.count(write(first)).notes == ["EvalScope score: loose; also there: strict"]


def test_what_could_not_be_judged_is_an_error_of_the_tool(write):
    path = write(
        [
            review(0, {"acc": 1.0}, status="success"),
            review(1, {"acc": 1.0}, status="degraded"),
            review(2, {"acc": 0.0}, status="judge_failure"),
        ]
    )
    with pytest.raises(ValueError, match="line 3 .*ended in an error"):
        scorio.count(path)
    assert outcomes(scorio.count(path, on_error="drop"))["2"] == (0, 0, 1)


@pytest.mark.parametrize(
    ("value", "more", "message"),
    [
        ({}, {}, "outcome|missing|absent"),
        ({"acc": 0.4}, {}, "the outcome 0.4 .*threshold"),
        ([1.0], {}, "score's value is not an object of scores"),
        ({"acc": 1}, {"status": 3}, "status of the score is not a text"),
    ],
)
def test_wrong_reviews(write, value, more, message):
    with pytest.raises(ValueError, match=f"line 2 .*({message})"):
        scorio.count(write([review(0, {"acc": 1.0}), review(1, value, **more)]))
