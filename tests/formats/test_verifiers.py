"""verifiers: results.jsonl with metadata.json, and the traces of version 1."""

import json
import subprocess
import sys

import pytest

import scorio


def row(example, reward, error=None, **metrics):
    return {
        "example_id": example,
        "prompt": [{"role": "user", "content": "2+2?"}],
        "completion": [{"role": "assistant", "content": "4"}],
        "reward": reward,
        "error": error,
        "metrics": metrics,
    }


def trace(key, rewards, *, ok=True, model="org/tiny-7b", **more):
    return {
        "version": 1,
        "task": {"type": "Sums", "data": {"idx": 0}, "key": key},
        "agent": {"config": {"model": model}},
        "nodes": [],
        "rewards": rewards,
        "metrics": {"turns": 3.0},
        "is_completed": True,
        "ok": ok,
    } | more


ERROR = {"error": "Timeout", "error_chain_repr": "Timeout()", "error_chain_str": "Timeout"}
ROWS = [row(0, 1.0, correct=1.0, length=0.5), row(0, 0.0, correct=0.0), row("0", 1.0, correct=1.0)]


@pytest.fixture
def write(tmp_path):
    def write(rows, metadata=None, folder="gsm8k--org--tiny-7b", name="results.jsonl"):
        run = tmp_path / "outputs" / "evals" / folder / "1a2b3c4d"
        run.mkdir(parents=True, exist_ok=True)
        if metadata is not None:
            (run / "metadata.json").write_text(json.dumps(metadata))
        (run / name).write_text("".join(json.dumps(row) + "\n" for row in rows))
        return run / name

    return write


def found(counts):
    return sorted(zip(*(counts_column(counts, name) for name in ("model", "task", "question",
                  "count_0", "count_1", "missing")), strict=True))  # fmt: skip


def counts_column(counts, name):
    polars = pytest.importorskip("polars")
    return polars.DataFrame(counts)[name].to_list()


EXPECTED = [
    ("org/tiny-7b", "gsm8k", '"0"', 0, 1, 0),
    ("org/tiny-7b", "gsm8k", "0", 1, 1, 0),
]


@pytest.mark.parametrize("metadata", [{"model": "org/tiny-7b", "env_id": "gsm8k"}, None])
def test_the_model_is_in_the_metadata_or_the_folder(write, metadata):
    counts = scorio.count(write(ROWS, metadata))
    assert found(counts) == EXPECTED
    score, alike = counts.notes
    assert score == "verifiers score: reward; also there: correct, length"
    assert '0 and "0"' in alike


def test_the_metadata_go_before_the_folder_of_another_name(write):
    metadata = {"model": "org/tiny-7b", "env_id": "org/gsm8k"}
    assert scorio.count(write(ROWS, metadata, "name--org--tiny-7b")).tasks == ["org/gsm8k"]


def test_without_a_model_the_user_sets_it(write):
    path = write(ROWS, folder="runs")
    with pytest.raises(
        ValueError, match=r"names no model \(neither in metadata.json beside it nor"
    ):
        scorio.count(path)
    counts = scorio.count(path, constants={"model": "m"})
    assert (counts.models, counts.tasks) == (["m"], [""])


def test_standard_input_has_no_folder(write):
    path = write(ROWS, {"model": "org/tiny-7b", "env_id": "gsm8k"})
    command = [sys.executable, "-m", "scorio", "score", "-"]
    with path.open() as log:
        result = subprocess.run(
            command, stdin=log, cwd=path.parent, capture_output=True, text=True, check=False
        )
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("scorio: - names no model")


def test_disagreement_is_settled_by_the_user(write):
    path = write(ROWS, {"model": "org/other", "env_id": "gsm8k"})
    with pytest.raises(
        ValueError, match=r"disagree about the model: \"org/tiny-7b\" and \"org/other\""
    ):
        scorio.count(path)
    assert scorio.count(path, constants={"model": "m"}).models == ["m"]


def test_metadata_other_than_json(write):
    path = write(ROWS, {})
    (path.parent / "metadata.json").write_text("{")
    with pytest.raises(ValueError, match=r"metadata\.json cannot be read as JSON"):
        scorio.count(path)


def test_another_score(write):
    path = write(ROWS)
    assert scorio.count(path, score="correct").trials == 3
    with pytest.raises(ValueError, match='has no score "right"; its scores are correct, length'):
        scorio.count(path, score="right")
    with pytest.raises(ValueError, match=r'line 2 .*the field "length" is absent'):
        scorio.count(path, score="length", threshold=0.5)


def test_a_full_name_wins_over_a_part(write):
    part, whole = {"match,strict": 1.0}, {"strict": 0.0, "match,strict": 1.0}
    for order in ([part, whole], [whole, part]):
        path = write([row(i, 1.0, **metrics) for i, metrics in enumerate(order)])
        counts = scorio.count(path, score="strict", on_missing="drop")
        assert (counts.trials, counts.missing, counts.score("avg")[0].score) == (1, 1, 0)
        assert scorio.count(path, score="match,strict").score("avg")[0].score == 1


def test_a_fractional_reward_needs_a_threshold(write):
    path = write([row(0, 0.25)])
    with pytest.raises(ValueError, match="the outcome 0.25 .* name categories or a threshold"):
        scorio.count(path)
    assert found(scorio.count(path, threshold=0.2))[0][3:] == (0, 1, 0)


def test_an_error_is_a_failure_only_on_request(write):
    path = write([*ROWS, row(0, 0.0, ERROR)])
    with pytest.raises(ValueError, match="line 4 .*ended in an error and has no score"):
        scorio.count(path)
    assert found(scorio.count(path, on_error="drop"))[1][3:] == (1, 1, 1)
    failed = scorio.count(path, on_error="fail")
    assert found(failed)[1][3:] == (2, 1, 0)
    assert failed.report["errored"] == 1


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"example_id": None}, "the question is null, which names nothing"),
        ({"example_id": [1]}, "the question is a list or an object"),
        ({"reward": None}, 'the field "reward" is null'),
        ({"reward": "high"}, 'the outcome "high"'),
        ({"reward": [1]}, 'the field "reward" is absent'),
        ({"metrics": 1}, None),
    ],
)
def test_wrong_types(write, bad, message):
    path = write([ROWS[0], ROWS[1] | bad])
    if message is None:
        assert scorio.count(path).trials == 2
        return
    with pytest.raises(ValueError, match=rf"line 2 .*{message}"):
        scorio.count(path)


def test_a_row_without_its_example(write):
    path = write([ROWS[0], {"prompt": "", "completion": "", "reward": 1}])
    with pytest.raises(ValueError, match='line 2 .*there is no field "example_id"'):
        scorio.count(path)


FOLDER = "sums--org--tiny-7b--bash"


def test_traces(write):
    both = {"right": {"score": 1.0, "weight": 0.5}, "format": {"score": 1, "weight": 0.5}}
    wrong = {"right": {"score": 0.0, "weight": 0.5}, "format": {"score": 0.0}}
    path = write([trace("a", both), trace("a", wrong)], None, FOLDER, "traces.jsonl")
    counts = scorio.count(path)
    assert found(counts) == [("org/tiny-7b", "sums", "a", 1, 1, 0)]
    assert counts.notes == ["verifiers score: reward; also there: format, right, turns"]
    assert found(scorio.count(path, score="format"))[0][3:] == (1, 1, 0)


def test_unscored_and_failed_traces(write):
    right = {"right": {"score": 1.0, "weight": 1.0}}
    rows = [
        trace("a", right),
        trace("a", {"right": None}),
        trace("a", {}),
        trace("a", right, ok=False, errors=[{"type": "Timeout", "message": ""}]),
    ]
    path = write(rows, None, FOLDER, "traces.jsonl")
    with pytest.raises(ValueError, match='line 2 .*the field "reward" is null'):
        scorio.count(path)
    with pytest.raises(ValueError, match="line 4 .*ended in an error"):
        scorio.count(path, on_missing="drop", on_error="error")
    dropped = scorio.count(path, on_missing="drop")
    assert found(dropped)[0][3:] == (0, 1, 3)
    assert dropped.report["errored"] == 1


def test_an_error_before_a_retry_is_none(write):
    right = {"right": {"score": 1.0}}
    retried = trace("a", right, errors=[{"type": "Timeout", "message": ""}])
    assert scorio.count(write([retried], None, FOLDER, "traces.jsonl")).missing == 0


def test_traces_without_a_model_or_with_another(write):
    right = {"right": {"score": 1.0}}
    path = write([trace("a", right, model=None)], None, FOLDER, "traces.jsonl")
    with pytest.raises(ValueError, match="names no model"):
        scorio.count(path)
    assert scorio.count(path, constants={"model": "m"}).models == ["m"]
    path.write_text(json.dumps(trace("a", right, model="org/other")) + "\n")
    with pytest.raises(ValueError, match="disagree about the model"):
        scorio.count(path)
    path.write_text(json.dumps(trace("a", right) | {"task": {"type": "Sums", "data": {}}}) + "\n")
    with pytest.raises(ValueError, match="line 1 .*the task has no key, idx or name"):
        scorio.count(path)


def test_coverage_is_of_the_plan(write):
    plan = {"model": "org/tiny-7b", "env_id": "gsm8k", "num_examples": 3, "rollouts_per_example": 2}
    counts = scorio.count(write(ROWS, plan))
    assert [one[2:] for one in found(counts)] == [
        ('"0"', 0, 1, 1), ("0", 1, 1, 0), ("unnamed 1", 0, 0, 2),
    ]  # fmt: skip
    assert any(
        "plans 3 questions x 2 trials, of which 1 trial is not" in note for note in counts.notes
    )
    assert any("1 of the questions is not in it" in note for note in counts.notes)
    (row,) = counts.score("avg")
    assert row.coverage == 3 / 6


def test_shares_of_a_reward_add_up(write):
    rewards = {name: {"score": 1.0, "weight": 0.1} for name in "abcdefghij"}
    path = write([trace("a", rewards)], None, FOLDER, "traces.jsonl")
    assert found(scorio.count(path))[0][3:] == (0, 1, 0)
    assert found(scorio.count(path, threshold=1))[0][3:] == (0, 1, 0)


def test_sidecars_of_a_log_are_not_skipped(write, tmp_path):
    write(ROWS, {"model": "org/tiny-7b", "env_id": "gsm8k"})
    assert list(tmp_path.rglob("metadata.json"))
    assert scorio.count(tmp_path).report["passed_over"] == 0
