"""EvalPerf's counts: a row for each model and question."""

import polars as pl
import pytest

import scorio


@pytest.fixture
def write(tmp_path):
    def write(*rows, header="model,task_id,n,correct"):
        path = tmp_path / "counts.csv"
        path.write_text("\n".join((header, *rows)) + "\n")
        return path

    return write


def test_counts(write):
    counts = scorio.count(write("a,HumanEval/0,10,7", "a,HumanEval/1,5,0", "b,HumanEval/0,10,10"))
    assert sorted(pl.DataFrame(counts).rows()) == [
        ("a", "", "HumanEval/0", 3, 7, 0),
        ("a", "", "HumanEval/1", 5, 0, 0),
        ("b", "", "HumanEval/0", 0, 10, 0),
    ]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("a,q,5,6", "6 correct trials are more than the 5 trials there are"),
        ("a,q,5,", 'the field "correct" is empty, not a whole number'),
        ("a,q,5.5,1", 'the field "n" is 5.5, not a whole number'),
        ("a,q,-5,1", 'the field "n" is -5, not a whole number'),
        ("a,,5,1", 'the question .field "task_id". is empty'),
        (",q,5,1", 'the model .field "model". is empty'),
        ("a,q,5", "the row has 3 cells but the header has 4"),
        ("a,p,5,1", "model a, question p was counted before"),
    ],
)
def test_wrong_rows(write, row, message):
    with pytest.raises(ValueError, match=f"line 3 .*{message}"):
        scorio.count(write("a,p,5,5", row))


def test_options_without_effect(write):
    path = write("a,p,5,5")
    with pytest.raises(ValueError, match="leaves nothing to a threshold or to categories"):
        scorio.count(path, threshold=0.5)
    with pytest.raises(ValueError, match='has no score "plus"'):
        scorio.count(path, score="plus")


def test_other_tables_are_not_taken_for_it(write):
    with pytest.raises(ValueError, match="is of no kind that is known"):
        scorio.count(write("a,p,5,5,t", header="model,task_id,n,correct,task"))


def test_runs_by_the_path_add_up(tmp_path):
    paths = []
    for number, correct in [(1, 2), (2, 3)]:
        paths.append(tmp_path / f"run{number}.csv")
        paths[-1].write_text(f"model,task_id,n,correct\nm,q1,4,{correct}\n")
    runs = r"(?P<trial>run\d)\.csv"
    counts = scorio.count(paths, path=runs)
    assert (counts.trials, counts.score("avg")[0].score) == (8, 5 / 8)
    same = {"trial": "run"}
    with pytest.raises(ValueError, match="question q1, trial run was counted before"):
        scorio.count(paths, constants=same)
    assert scorio.count(paths, constants=same, on_repeat="first").trials == 4
    with pytest.raises(ValueError, match="nothing tells what they were beside"):
        scorio.count(paths, constants=same, on_repeat="last")
    with pytest.raises(ValueError, match="does not tell their order"):
        scorio.count(paths[0], order=True)
