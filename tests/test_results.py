"""Counts that keep the order of trials, and their results arrays."""

import json

import numpy as np
import pandas as pd
import pytest

import scorio
from scorio import simulate


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def rows_of(R, *, trial=True, task=None):
    for place in np.argwhere(R >= 0):
        model, question, number = map(int, place)
        row = {"model": f"m{model}", "question": f"q{question}", "outcome": int(R[tuple(place)])}
        yield row | ({"trial": number} if trial else {}) | ({"task": task} if task else {})


@pytest.fixture
def R():  # noqa: N802
    return simulate.trials(simulate.coins([0.3, 0.6, 0.8], 7, seed=1), 20, seed=2)


@pytest.mark.parametrize("numbered", [True, False])
@pytest.mark.parametrize("many", [False, True])
def test_results_equal_the_written_ones(tmp_path, R, numbered, many):
    rows = list(rows_of(R, trial=numbered))
    if numbered:
        rng = np.random.default_rng(1)
        rows = [rows[i] for i in rng.permutation(len(rows))]
    if many:  # beyond what one reader does alone
        rows = [row | {"text": "x" * 20_000} for row in rows]
    log = write(tmp_path / "log.jsonl", rows)
    counts = scorio.count(log, order=True)
    assert counts == scorio.count(log)
    found, models, questions = counts.results()
    order = [
        [questions.index(("", f"q{q}")) for q in range(7)],
        [models.index(f"m{m}") for m in range(3)],
    ]
    assert (found[order[1]][:, order[0]] == R).all()


@pytest.mark.parametrize("package", ["pandas", "parquet", "csv"])
def test_tables_in_order(tmp_path, R, package):
    frame = pd.DataFrame(list(rows_of(R)))
    source = frame
    if package == "parquet":
        source = tmp_path / "log.parquet"
        frame.to_parquet(source)
    if package == "csv":
        source = tmp_path / "log.csv"
        frame.to_csv(source, index=False)
    assert (scorio.count(source, order=True).results().R == R).all()


def test_a_last_trial_takes_the_place_of_the_first(tmp_path):
    rows = [{"model": m, "question": "q", "trial": t, "outcome": o}
            for m in "ab" for t, o in [(0, 1), (1, 1), (0, 0)]]  # fmt: skip
    log = write(tmp_path / "log.jsonl", rows)
    last = scorio.count(log, order=True, on_repeat="last").results()
    assert last.R.tolist() == [[[0, 1]], [[0, 1]]]
    first = scorio.count(log, order=True, on_repeat="first").results()
    assert first.R.tolist() == [[[1, 1]], [[1, 1]]]


def test_a_tools_log_in_order(tmp_path):
    for model, passed in (("a", [True, False, True]), ("b", [False, False, True])):
        rows = [{"task_id": f"HumanEval/{q}", "completion": "x", "result": "", "passed": p}
                for p in passed for q in range(2)]  # fmt: skip
        write(tmp_path / f"{model}.jsonl", rows)
    found = scorio.count(tmp_path, path=r"(?P<model>[ab])\.jsonl", order=True).results()
    assert found.models == ["a", "b"]
    assert found.R[:, 0].tolist() == [[1, 0, 1], [0, 0, 1]]
    assert found.R[:, 1].tolist() == [[1, 0, 1], [0, 0, 1]]


def test_files_are_merged_and_selected_in_order(tmp_path, R):
    logs = [write(tmp_path / f"{m}.jsonl", [row for row in rows_of(R) if row["model"] == f"m{m}"])
            for m in range(3)]  # fmt: skip
    apart = [scorio.count(log, order=True) for log in logs]
    assert (apart[0].merge(*apart[1:]).results().R == R).all()
    assert (scorio.count(logs, order=True).results().R == R).all()
    assert (
        R[[0, 2]] == scorio.count(logs, order=True).select(model=["m2", "m0"]).results().R
    ).all()
    with pytest.raises(ValueError, match="do not keep the order"):
        apart[0].merge(apart[0], allow_copies=True).results()
    with pytest.raises(ValueError, match="do not keep the order"):
        apart[0].merge(scorio.count(logs[1])).results()


def test_three_categories_keep_their_places(tmp_path):
    rows = [{"model": m, "question": "q", "trial": t, "outcome": o}
            for m in "ab" for t, o in enumerate([0, 0.5, 1, 0])]  # fmt: skip
    log = write(tmp_path / "log.jsonl", rows)
    named = {"wrong": 0, "half": 0.5, "right": 1}
    found = scorio.count(log, order=True, categories=named).results()
    assert found.R[0].tolist() == [[0, 1, 2, 0]]


def test_uneven_questions_are_errors_or_dropped(tmp_path, R):
    rows = [row for row in rows_of(R) if (row["model"], row["question"]) != ("m1", "q3")]
    counts = scorio.count(write(tmp_path / "log.jsonl", rows), order=True)
    with pytest.raises(ValueError, match="m1 has no observed trial of question q3"):
        counts.results()
    with pytest.warns(scorio.ShortQuestionsWarning, match="1 question that not all"):
        found = counts.results(ragged="drop")
    assert (R[:, [0, 1, 2, 4, 5, 6]] == found.R).all()
    rows = [row for row in rows_of(R) if row["trial"] < 15 or row["model"] != "m0"]
    counts = scorio.count(write(tmp_path / "log.jsonl", rows), order=True)
    with pytest.raises(ValueError, match=r"q0 \(model m0\) has 15 observed trials"):
        counts.results()
    with pytest.warns(scorio.ShortQuestionsWarning, match="70 trials beyond the 15"):
        found = counts.results(ragged="drop")
    assert (R[:, :, :15] == found.R).all()
    with pytest.raises(ValueError, match="ragged = 'cut'"):
        counts.results(ragged="cut")


def test_trials_of_other_numbers_are_not_the_same_trials(tmp_path):
    numbers = {("a", "q"): (0, 1, 2, 3), ("b", "q"): (0, 2, 3, 4)}
    rows = [{"model": m, "question": q, "trial": t, "outcome": t % 2}
            for (m, q), trials in numbers.items() for t in trials]  # fmt: skip
    counts = scorio.count(write(tmp_path / "log.jsonl", rows), order=True)
    with pytest.raises(ValueError, match="question q have other numbers with one model"):
        counts.results()
    with pytest.warns(scorio.ShortQuestionsWarning, match="2 trials"):
        assert counts.results(ragged="drop").R.tolist() == [[[0, 0, 1]], [[0, 0, 1]]]


def test_trials_without_numbers_are_reported(tmp_path, R):
    counts = scorio.count(write(tmp_path / "l.jsonl", rows_of(R, trial=False)), order=True)
    first, *others = counts.models
    merged = counts.select(model=first).merge(counts.select(model=others))
    for one in (
        counts,
        counts.select(model=counts.models),
        merged,
        counts.rename(model={first: "new"}),
    ):
        assert "the trials have no numbers" in scorio.convergence(one, replicates=10).notes[0]
    assert scorio.convergence(counts, scheme="row", replicates=10).notes == []
    counts = scorio.count(write(tmp_path / "l.jsonl", rows_of(R)), order=True)
    assert scorio.convergence(counts, replicates=10).notes == []


def test_categories_named_by_numbers_are_their_weights(tmp_path):
    R = np.array([[[t < n for t in range(6)]] * 3 for n in (1, 5, 3)])
    rows = list(rows_of(R.astype(int)))
    log = write(tmp_path / "log.jsonl", rows)
    for named in ({"0": 0, "1": 1}, {"1": 1, "0": 0}):
        counts = scorio.count(log, order=True, categories=named)
        study = scorio.convergence(counts, scheme="given")
        assert study.trajectory()[-1].tolist() == [3, 1, 2]
    assert scorio.convergence(counts.results(), scheme="given").models == ["m0", "m1", "m2"]


def test_counts_without_order_have_no_results(coins, tmp_path):
    with pytest.raises(ValueError, match="count the log with order=True"):
        scorio.count(coins).results()
    table = write(tmp_path / "t.jsonl", [{"model": "m", "question": "q", "n": 3, "c": 1}])
    with pytest.raises(ValueError, match="does not tell their order"):
        scorio.count(table, total="n", correct="c", order=True)
    log = write(tmp_path / "l.jsonl", [{"model": m, "question": m, "outcome": 1} for m in "ab"])
    with pytest.raises(ValueError, match="no question has an observed trial of each of the 2"):
        scorio.count(log, order=True).results(ragged="drop")


def test_convergence_of_a_log(coins):
    study = scorio.convergence(scorio.count(coins, order=True), replicates=100)
    assert study.models[0] == "coin-01"
    assert study.subset(["coin-01", "coin-11"])["bayes"].never == 0
    with pytest.raises(ValueError, match="order=True"):
        scorio.convergence(scorio.count(coins))
