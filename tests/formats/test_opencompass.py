"""Results of OpenCompass: a file for each model and data set."""

import json

import polars as pl
import pytest

import scorio


@pytest.fixture
def write(tmp_path):
    def write(details, name="results/qwen-7b/gsm8k.json", **more):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"accuracy": 50.0, "details": details, **more}, indent=4))
        return path

    return write


def detail(correct, **more):
    texts = {"prompt": "2 + 2?", "origin_prediction": "It is 4", "references": "4"}
    return texts | {"predictions": "4", "correct": correct} | more


def outcomes(counts):
    return {row[2]: row[3:] for row in pl.DataFrame(counts).rows()}


def test_details_by_number(write):
    path = write({str(i): detail(i > 0) for i in range(3)}, type="GEN")
    counts = scorio.count(path)
    assert (counts.models, counts.tasks) == (["qwen-7b"], ["gsm8k"])
    assert outcomes(counts) == {"0": (1, 0, 0), "1": (0, 1, 0), "2": (0, 1, 0)}
    assert counts.notes == ["OpenCompass score: correct"]


def test_repeats_are_a_list(write):
    texts = {"pred": ["4", "5", "4"], "answer": ["4"] * 3}
    path = write(
        [
            {
                "example_abbr": f"aime_{i}",
                "G-Pass@2_0.5": 0.5,
                **texts,
                "correct": [True, i > 0, False],
            }
            for i in range(2)
        ]
    )
    counts = scorio.count(path)
    assert outcomes(counts) == {"aime_0": (2, 1, 0), "aime_1": (1, 2, 0)}
    assert counts.score("g_pass_at_k_tau", k=2, tau=0.5)
    with pytest.raises(ValueError, match="question aime_0, trial 0 was counted before"):
        scorio.count(
            [
                path,
                write(
                    [{"example_abbr": "aime_0", **texts, "correct": [True] * 3}],
                    "again/qwen-7b/gsm8k.json",
                ),
            ]
        )


def test_runs_by_their_folder(write):
    details = {"0": detail(1)}
    paths = [write(details, f"2026060{i}_120000/results/qwen-7b/gsm8k.json") for i in (1, 2)]
    options = {"path": r"(?P<trial>\d+_\d+)/results", "allow_copies": True}
    assert outcomes(scorio.count(paths, **options)) == {"0": (0, 2, 0)}


def test_other_names_of_the_score(write):
    judged = write([{"pred": "A", "is_correct": i > 0} for i in range(2)])
    assert scorio.count(judged).notes == ["OpenCompass score: is_correct"]
    both = write([{"pred": ["A"], "correct": [False], "cascade_correct": [True]}])
    counts = scorio.count(both)
    assert counts.notes == ["OpenCompass score: correct; also there: cascade_correct"]
    assert outcomes(scorio.count(both, score="cascade_correct")) == {"0": (0, 1, 0)}


def test_a_folder_with_predictions_and_summaries(write, tmp_path):
    write({"0": detail(1)})
    predictions = tmp_path / "predictions/qwen-7b/gsm8k.json"
    predictions.parent.mkdir(parents=True)
    answers = {"0": {"origin_prompt": "2 + 2?", "prediction": "4", "gold": "4"}}
    predictions.write_text(json.dumps(answers))
    counts = scorio.count(tmp_path)
    assert counts.trials == 1
    assert "predictions/qwen-7b/gsm8k.json" in counts.notes[-1]
    options = {"records": ".", "outcome": "prediction == gold", "constants": {"model": "m"}}
    assert outcomes(scorio.count(predictions, **options)) == {"0": (0, 1, 0)}


@pytest.mark.parametrize(
    ("details", "message"),
    [
        ({"0": detail(1), "1": detail("maybe")}, 'the outcome "maybe" .*field "correct"'),
        ({"0": detail(1), "1": detail(None)}, '"correct" is null'),
        ([{"pred": ["a"], "correct": [1, 0], "is_correct": [1]}], '"is_correct" has 1 of 2 trials'),
    ],
)
def test_wrong_details(write, details, message):
    with pytest.raises(ValueError, match=message):
        scorio.count(write(details))
