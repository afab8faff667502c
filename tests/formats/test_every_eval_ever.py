"""Every Eval Ever: samples in, and counts out as samples."""

import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as some

import scorio


def sample(question, correct, score=None, **more):
    return {
        "schema_version": "0.3.0",
        "evaluation_id": "gsm8k/org_tiny/1750000000",
        "model_id": "org/tiny",
        "evaluation_name": "gsm8k",
        "sample_id": question,
        "interaction_type": "single_turn",
        "input": {"raw": "2+2?", "reference": ["4"]},
        "output": {"raw": ["4"]},
        "answer_attribution": [],
        "evaluation": {"score": float(correct or 0) if score is None else score,
                       "is_correct": correct},
    } | more  # fmt: skip


NOTHING = {"evaluation": {"score": None, "is_correct": None}}
SAMPLES = [
    sample("q1", correct=True),
    sample("q1", correct=False, score=0.5),
    sample("7", correct=True, error="a warning"),
]


def found(counts):
    table = pytest.importorskip("polars").DataFrame(counts)
    return sorted(table.select("question", "count_0", "count_1", "missing").rows())


@pytest.fixture
def write(tmp_path):
    def write(rows):
        path = tmp_path / "0b1c_samples.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        return path

    return write


def test_samples(write):
    counts = scorio.count(write(SAMPLES))
    assert (counts.models, counts.tasks) == (["org/tiny"], ["gsm8k"])
    assert found(counts) == [("7", 0, 1, 0), ("q1", 1, 1, 0)]
    assert counts.notes == ["Every Eval Ever score: is_correct; also there: score"]


def test_the_score_itself(write):
    path = write(SAMPLES)
    assert scorio.count(path, score="score").categories == ["0", "0.5", "1"]
    assert found(scorio.count(path, score="score", threshold=0.5))[1] == ("q1", 0, 2, 0)
    with pytest.raises(ValueError, match='has no score "right"; its scores are is_correct, score'):
        scorio.count(path, score="right")


def test_numbers_and_texts_of_numbers_are_one_sample(write):
    assert found(scorio.count(write([sample(7, correct=True), SAMPLES[2]]))) == [("7", 0, 2, 0)]


def test_an_error_without_a_score(write):
    path = write([*SAMPLES, sample("q1", correct=None, error="timeout", **NOTHING)])
    with pytest.raises(ValueError, match="line 4 .*ended in an error and has no score"):
        scorio.count(path)
    dropped = scorio.count(path, on_error="drop")
    assert (found(dropped)[1], dropped.report["errored"]) == (("q1", 1, 1, 1), 1)
    assert found(scorio.count(path, on_error="fail"))[1] == ("q1", 2, 1, 0)


def test_two_results_of_an_evaluation_are_not_trials(write):
    rows = [sample("q1", correct=True, evaluation_result_id=name) for name in ("exact", "f1")]
    path = write(rows)
    with pytest.raises(ValueError, match="line 2 .*gsm8k has the results exact and f1"):
        scorio.count(path)
    apart = scorio.count(path, model="model_id", task="evaluation_result_id",
                         question="sample_id", outcome="evaluation.is_correct")  # fmt: skip
    assert apart.tasks == ["exact", "f1"]


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"model_id": 1}, 'the field "model_id" is not a text'),
        ({"evaluation_name": None}, 'the field "evaluation_name" is not a text'),
        ({"sample_id": None}, "the question is null"),
        ({"sample_id": ""}, "the question is"),
        ({"evaluation": {"score": 1}}, 'the field "is_correct" is absent'),
        ({"evaluation": {"score": 1, "is_correct": "yes"}}, 'the outcome "yes"'),
        ({"evaluation": None}, 'the field "is_correct" is absent'),
    ],
)
def test_wrong_types(write, bad, message):
    path = write([SAMPLES[0], SAMPLES[1] | bad])
    with pytest.raises(ValueError, match=f"line 2 .*{message}"):
        scorio.count(path)


@pytest.mark.parametrize("lacking", ["model_id", "evaluation_name", "sample_id"])
def test_missing_fields(write, lacking):
    second = {key: value for key, value in SAMPLES[1].items() if key != lacking}
    with pytest.raises(ValueError, match=f'line 2 .*there is no field "{lacking}"'):
        scorio.count(write([SAMPLES[0], second]))


def again(counts, path, **reading):
    counts.save(path)
    return scorio.count(path, on_missing="drop", **reading)


def test_the_sample_there_and_back(shared, tmp_path):
    log = shared / "data" / "every-eval-ever" / "demo_samples.jsonl"
    counts = scorio.count(log)
    assert again(counts, tmp_path / "a_samples.jsonl") == counts
    (row,) = (tmp_path / "a_samples.jsonl").read_text().splitlines()
    original = json.loads(log.read_text())
    row = json.loads(row)
    assert row.pop("evaluation_id") == "demo-source.demo_bench/demo-org_demo-model"
    assert row == {name: original[name] for name in row}


# Quotes around a number are not written: see below.
name = some.text(min_size=1).filter(lambda text: '"' not in text)
label = name | some.sampled_from(["1", "true", "-0", 'a"\\\n'])
table = some.dictionaries(
    some.tuples(name, some.text(), label),
    some.lists(some.integers(0, 3), min_size=4, max_size=4).filter(any),
    min_size=1,
)


@given(table)
def test_counts_there_and_back(tmp_path_factory, rows):
    folder = tmp_path_factory.mktemp("samples")
    polars = pytest.importorskip("polars")
    names = ["count_0", "count_0.5", "count_1", "missing"]
    data = [
        dict(zip(["model", "task", "question"], key, strict=True))
        | dict(zip(names, n, strict=True))
        for key, n in rows.items()
    ]
    # Each category once: those that nothing fell into are not in a log.
    data.append({"model": "m", "task": "t", "question": "all"} | dict.fromkeys(names, 1))
    polars.DataFrame(data).write_parquet(folder / "counts.parquet")
    counts = scorio.Counts.load(folder / "counts.parquet")
    back = again(counts, folder / "a_samples.jsonl", score="score")
    assert back == counts
    # By default what is not the last category is not right.
    binary = scorio.count(folder / "a_samples.jsonl", on_missing="drop")
    assert (binary.trials, binary.missing) == (counts.trials, counts.missing)
    assert binary.categories == ["0", "1"]


def test_a_text_that_reads_as_a_number_is_written_without_quotes(tmp_path):
    log = tmp_path / "log.jsonl"
    for ids, written in [(["1"], ["1"]), (["1", 1], ['"1"', "1"])]:
        rows = [{"model": "m", "question": one, "outcome": 1} for one in ids]
        log.write_text("".join(json.dumps(row) + "\n" for row in rows))
        scorio.count(log).save(tmp_path / "a_samples.jsonl")
        lines = (tmp_path / "a_samples.jsonl").read_text().splitlines()
        assert [json.loads(line)["sample_id"] for line in lines] == written


def test_named_categories(tmp_path):
    log = tmp_path / "log.csv"
    log.write_text("model,question,grade\nm,a,I\nm,a,P\nm,b,C\n")
    three = {"wrong": "I", "partial": "P", "right": "C"}
    counts = scorio.count(log, outcome="grade", categories=three)
    with pytest.raises(ValueError, match="wrong, partial, right are no scores"):
        counts.save(tmp_path / "a_samples.jsonl")
    assert not (tmp_path / "a_samples.jsonl").exists()
    two = {"no": ["I", "P"], "yes": "C"}
    counts = scorio.count(log, outcome="grade", categories=two)
    truth = {"no": False, "yes": True}
    assert again(counts, tmp_path / "a_samples.jsonl", categories=truth) == counts


def test_from_the_command_line(tmp_path, coins):
    def run(*arguments):
        command = [sys.executable, "-m", "scorio", *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    stored, samples = tmp_path / "a.parquet", tmp_path / "a_samples.jsonl"
    for arguments in [("count", coins, "--out", stored), ("merge", stored, "--out", samples)]:
        assert run(*arguments).returncode == 0
    assert scorio.count(samples) == scorio.count(coins)
    wrong = run("count", coins, "--out", tmp_path / "samples.jsonl")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.endswith("is .parquet, or _samples.jsonl for samples of Every Eval Ever\n")
    own = run("merge", stored, samples, "--out", samples)
    assert "it is one of the files to read" in own.stderr
