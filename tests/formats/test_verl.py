"""verl: the generations of a step."""

import hashlib
import json

import pytest

import scorio


def row(asked, score, **more):
    return {"input": asked, "output": "…", "gts": "4", "score": score, "step": 10} | more


ROWS = [
    row("user\n2+2?", 1.0, acc=True, pred="4"),
    row("user\n2+2?", 0.0, acc=False, pred="5"),
    row("user\né?", 1.0, acc=True, pred=None),
]


def questions(counts):
    table = pytest.importorskip("polars").DataFrame(counts)
    return {q: (n, c) for q, n, c in table["question", "count_0", "count_1"].iter_rows()}


def name(asked):
    return hashlib.sha256(asked.encode()).hexdigest()[:32]


@pytest.fixture
def write(tmp_path):
    def write(rows, step=10):
        path = tmp_path / f"{step}.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        return path

    return write


MODEL = {"model": "tiny"}


def test_equal_inputs_are_one_question(write):
    counts = scorio.count(write(ROWS), constants=MODEL)
    assert questions(counts) == {name("user\n2+2?"): (1, 1), name("user\né?"): (0, 1)}
    assert (counts.tasks, counts.notes) == ([""], ["verl score: score; also there: acc"])


def test_steps_are_models_by_their_path(write):
    paths = [write(ROWS, 0), write(ROWS[:1], 10)]
    with pytest.raises(ValueError, match=r"0\.jsonl names no model \(verl writes none; the step"):
        scorio.count(paths)
    counts = scorio.count(paths, path=r"(?P<model>[0-9]+)\.jsonl")
    assert counts.models == ["0", "10"]


def test_other_scores(write):
    path = write(ROWS)
    assert scorio.count(path, constants=MODEL, score="acc").trials == 3
    assert scorio.count(path, constants=MODEL, score="all").scores == ["acc", "score"]
    with pytest.raises(ValueError, match='has no score "pred"; its scores are acc, score'):
        scorio.count(path, constants=MODEL, score="pred")


def test_a_fractional_score_needs_a_threshold(write):
    path = write([row("a", -0.5), row("a", 0.75)])
    with pytest.raises(ValueError, match="the outcome -0.5 .* threshold"):
        scorio.count(path, constants=MODEL)
    counts = scorio.count(path, constants=MODEL, threshold=0)
    assert questions(counts) == {name("a"): (1, 1)}


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"input": 1}, 'the field "input" is not the text that was asked: 1'),
        ({"input": None}, 'the field "input" is not the text that was asked: null'),
        ({"score": None}, 'the outcome is missing: the field "score" is null'),
        ({"score": float("nan")}, 'the outcome is missing: the field "score" is NaN'),
        ({"score": "1"}, 'the outcome "1"'),
    ],
)
def test_wrong_types(write, bad, message):
    path = write([ROWS[0], ROWS[1] | bad])
    with pytest.raises(ValueError, match=f"line 2 .*{message}"):
        scorio.count(path, constants=MODEL)


def test_missing_scores_have_policies(write):
    path = write([ROWS[0], row("user\n2+2?", None)])
    dropped = scorio.count(path, constants=MODEL, on_missing="drop")
    assert (dropped.trials, dropped.missing) == (1, 1)
    failed = scorio.count(path, constants=MODEL, on_missing="fail")
    assert questions(failed) == {name("user\n2+2?"): (1, 1)}


def test_steps_by_the_path_are_numbered_within(tmp_path):
    for step, scores in [(1, [1, 0]), (2, [1, 1])]:
        lines = [
            {"input": "i", "output": "", "gts": None, "score": s, "step": step} for s in scores
        ]
        text = "".join(json.dumps(line) + "\n" for line in lines)
        (tmp_path / f"{step}.jsonl").write_text(text)
    counts = scorio.count(tmp_path, constants=MODEL, path=r"(?P<trial>\d)\.jsonl")
    assert (counts.trials, counts.score("avg")[0].score) == (4, 3 / 4)
