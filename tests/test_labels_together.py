"""Labels of a field and of files together, and what errors say of their fields."""

import json

import pandas as pd
import polars as pl
import pytest
from labelled import LABELS, LOG, ROWS, WORDS, command, lines, problem, same, table

from scorio import judge


@pytest.fixture
def log(tmp_path):
    return lines(tmp_path / "log.jsonl", LOG)


def test_several_files_of_labels_add_up(tmp_path, log):
    given = [row for row in LABELS if row["label"] is not None]
    first, second = lines(tmp_path / "a.jsonl", given[:30]), table(tmp_path / "b.csv", given[30:])
    assert same(judge.read(log, labels=[first, second]))
    assert same(judge.read(log, labels=iter([str(first), str(second)])))
    code, output = command(log, "--labels", first, "--labels", second, "--json")
    assert code == 0, output
    told = json.loads(output[output.index("{\n") :])["rows"]
    own = judge.read(pl.DataFrame(ROWS), "human").score()
    assert [row["score"] for row in told] == [row.score for row in own]
    other = table(tmp_path / "c.csv", [given[3] | {"label": 0.25}])
    names = ", ".join(f'{name} "{given[3][name]}"' for name in ("model", "question", "trial"))
    assert problem(log, "--labels", first, "--labels", other) == (
        f"{other}, line 2: {names} is labelled 0.25, but {given[3]['label']} in {first}, line 4"
    )
    outcome = table(tmp_path / "d.csv", [{"model": "m", "question": "q", "outcome": 1}])
    assert problem(log, "--labels", first, "--labels", outcome) == (
        f'{outcome} has no field "label", but other files of labels have: rename its field'
    )


def halves(tmp_path):
    """A log with half of the labels, and the rows of the others."""
    given = [place for place, row in enumerate(ROWS) if row["human"] is not None]
    kept = set(given[::2])
    rows = [
        row if place in kept else row | {"human": None} for place, row in enumerate(ROWS)
    ]  # fmt: skip
    return lines(tmp_path / "half.jsonl", rows), [LABELS[place] for place in given[1::2]]


@pytest.mark.parametrize("form", ["csv", "jsonl", "frame", "polars", "dicts", "two"])
def test_labels_of_a_file_add_to_those_of_the_field(tmp_path, form):
    log, rest = halves(tmp_path)
    source = {
        "csv": lambda: table(tmp_path / "l.csv", rest),
        "jsonl": lambda: lines(tmp_path / "l.jsonl", rest),
        "frame": lambda: pd.DataFrame(rest),
        "polars": lambda: pl.DataFrame(rest),
        "dicts": lambda: rest,
        "two": lambda: [table(tmp_path / "1.csv", rest[:9]), lines(tmp_path / "2.jl", rest[9:])],
    }[form]()
    counts = judge.read(log, "human", labels=source)
    assert same(counts)
    assert not any("repeat" in note for note in counts.notes)
    drawn = counts.draw(budget=10)
    known = {(r["model"], r["question"], str(r["trial"])) for r in ROWS if r["human"] is not None}
    assert len(drawn) == 10
    assert not known & {(one.model, one.question, one.trial) for one in drawn}


def test_logs_without_trials_or_models_have_labels_of_both(tmp_path):
    rows = [
        {name: value for name, value in row.items() if name not in ("trial", "model")}
        for row in ROWS
        if row["model"] == "small"
    ]
    log = lines(tmp_path / "small.jsonl", rows)
    lacking = next(row for row in ROWS if row["human"] is None)
    given = {"question": lacking["question"], "trial": lacking["trial"], "label": 1}
    before = judge.read(log, "human").score().judged[0].labels
    for source in (table(tmp_path / "l.csv", [given]), [given], pd.DataFrame([given])):
        counts = judge.read(log, "human", labels=source)
        assert counts.score().judged[0].labels == before + 1


def test_the_command_line_takes_a_field_and_files(tmp_path):
    log, rest = halves(tmp_path)
    labels = table(tmp_path / "l.csv", rest)
    code, output = command(log, "--label", "human", "--labels", labels, "--json")
    assert code == 0, output
    told = json.loads(output[output.index("{\n") :])["rows"]
    assert sum(row["labels"] for row in told) == 80
    found = judge.study(log, label=["human"], labels=str(labels))
    assert [row.labels for row in found] == [40, 40]


def test_a_trial_that_both_label_counts_once_or_gets_a_sentence(tmp_path):
    log, rest = halves(tmp_path)
    row = next(row for row in ROWS if row["human"] is not None)
    again = {name: row[name] for name in ("model", "question", "trial")} | {"label": row["human"]}
    labels = table(tmp_path / "l.csv", [*rest, again])
    counts = judge.read(log, "human", labels=labels)
    assert same(counts)
    assert any(
        note == f'the field "human" and {labels}: 1 label repeats an earlier one of the same '
        "trial, and counts once"
        for note in counts.notes
    ), counts.notes
    names = ", ".join(f'{name} "{row[name]}"' for name in ("model", "question", "trial"))
    labels = table(tmp_path / "l.csv", [*rest, again | {"label": 0.25}])
    assert problem(log, "--label", "human", "--labels", labels) == (
        f'{labels}, line 42: {names} is labelled 0.25, but {row["human"]} in the field "human"'
    )
    frame = pd.DataFrame([*rest, again | {"label": 0.25}])
    with pytest.raises(ValueError, match="0.25") as raised:
        judge.read(log, "human", labels=frame)
    assert str(raised.value) == (
        f"pandas DataFrame, row 41: {names} is labelled 0.25, but {row['human']} in the field "
        '"human"'
    )


def test_what_is_wrong_with_a_file_beside_a_field_is_said_of_the_file(tmp_path):
    log, rest = halves(tmp_path)
    empty = table(tmp_path / "e.csv", [row | {"label": None} for row in rest])
    assert problem(log, "--label", "human", "--labels", empty) == (
        f'{empty} has no label: its field "label" is lacking, or empty everywhere'
    )
    other = table(tmp_path / "o.csv", [row | {"model": "x"} for row in rest])
    found = problem(log, "--label", "human", "--labels", other, "--on-unmatched", "drop")
    assert found.startswith("no label names a trial of the log")
    some = table(tmp_path / "s.csv", [*rest, rest[0] | {"question": "z"}])
    found = problem(log, "--label", "human", "--labels", some)
    assert found.endswith("leaves out such labels (1 of 41)")
    counts = judge.read(log, "human", labels=some, on_unmatched="drop")
    assert sum(one.labels for one in counts.score().judged) == 80


@pytest.mark.parametrize(("right", "wrong"), [("yes", "no"), ("pass", "fail"), ("good", "bad")])
def test_words_for_labels_get_a_sentence_with_those_that_are_read(tmp_path, right, wrong):
    rows = [
        row | {"human": {1: right, 0: wrong, None: None}[row["human"]]} for row in ROWS
    ]  # fmt: skip
    for source in (lines(tmp_path / "l.jsonl", rows), table(tmp_path / "l.csv", rows), rows):
        with pytest.raises(ValueError, match="the label is") as raised:
            judge.read(source, "human")
        assert str(raised.value).endswith(" in human, which is no number" + WORDS)


def test_only_fields_that_no_record_has_are_named(tmp_path):
    rows = [{name: own for name, own in row.items() if own is not None} for row in ROWS]
    log = lines(tmp_path / "log.jsonl", rows)
    here = "fields here: model, question, trial, outcome"
    start = f"{log}, line 1 (byte 0): there is no field"
    for words, said in (
        (["--label", "human", "--judge", "nope"], f'{start} "nope" for the outcome; {here}'),
        (
            ["--label", "human", "--judge", "outcom"],
            f'{start} "outcom" for the outcome, perhaps "outcome" is meant; {here}',
        ),
        (["--label", "humna"], f'{start} "humna" for the label, perhaps "human" is meant; {here}'),
        (
            ["--label", "humna", "--judge", "nope"],
            f'{start} "nope" for the outcome, "humna" for the label, perhaps "human" is meant; '
            + here,
        ),
        (
            ["--label", "human", "--check", "trail"],
            'no trial has a field "trail" for the check, perhaps "trial" is meant',
        ),
        (["--label", "human", "--check", "x"], 'no trial has a field "x" for the check'),
    ):
        assert problem(log, *words) == said
    for source in (rows, pd.DataFrame(rows), pl.DataFrame(ROWS)):
        with pytest.raises(ValueError, match='"humna" for the label, perhaps "human" is meant'):
            judge.read(source, "humna")


@pytest.mark.parametrize(
    ("words", "option"),
    [(["--on-missing", "fail"], "--on-missing"), (["--on-error", "fail"], "--on-error")],
)
def test_policies_of_outcomes_are_refused_in_words_of_labels(log, words, option):
    assert problem(log, "--label", "human", *words) == f"{option} is not supported with labels"
