"""Labels of another file, joined by model, task, question and trial."""

import json
import subprocess
import sys
import zipfile

import numpy as np
import pandas as pd
import polars as pl
import pytest
from labelled import LABELS, LOG, ROWS, command, lines, problem, table

from scorio import judge


@pytest.fixture
def log(tmp_path):
    return lines(tmp_path / "log.jsonl", LOG)


def same(counts):
    """Whether counts are those of labels that stand in the log."""
    own = judge.read(pl.DataFrame(ROWS), "human")
    return counts.categories == own.categories and list(counts.score()) == list(own.score())


@pytest.mark.parametrize("form", ["csv", "tsv", "jsonl", "parquet", "frame", "dicts", "zip", "gz"])
def test_labels_of_another_file_are_as_those_of_the_log(tmp_path, log, form):
    path = tmp_path / f"labels.{form}"
    frame = pd.DataFrame(LABELS).convert_dtypes()
    source = path
    if form == "csv":
        frame.to_csv(path, index=False)
    elif form == "tsv":
        frame.to_csv(path, index=False, sep="\t")
    elif form == "jsonl":
        lines(path, LABELS)
    elif form == "parquet":
        frame.to_parquet(path)
    elif form == "frame":
        source = frame
    elif form == "dicts":
        source = LABELS
    elif form == "zip":
        source = tmp_path / "labels.zip"
        with zipfile.ZipFile(source, "w") as archive:
            archive.writestr("labels.csv", frame.to_csv(index=False))
    else:
        source = tmp_path / "labels.csv.gz"
        frame.to_csv(source, index=False)
    assert same(judge.read(log, labels=source))


def test_labels_need_no_order(tmp_path, log):
    order = np.random.default_rng(1).permutation(len(LABELS))
    path = table(tmp_path / "labels.csv", [LABELS[place] for place in order])
    assert same(judge.read(log, labels=path))


def test_the_command_line_reads_as_python_does(tmp_path, log):
    path = table(tmp_path / "labels.csv", LABELS)
    code, output = command(log, "--labels", path, "--json")
    assert code == 0, output
    found = json.loads(output[output.index("{") :])
    rows = found["rows"] if "rows" in found else found["scores"]
    expected = judge.read(log, labels=path).score()
    assert [row["score"] for row in rows] == [row.score for row in expected]


def test_labels_may_come_from_standard_input(log):
    words = [sys.executable, "-m", "scorio", "score", str(log), "--labels", "-"]
    text = pd.DataFrame(LABELS).to_csv(index=False)
    found = subprocess.run(words, input=text, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    assert "corrected by labels" in found.stdout
    assert problem("-", "--labels", "-") == (
        "--labels and the log both read standard input: give one as a file"
    )


def test_a_second_grader_is_a_file_of_labels(tmp_path):
    def written(name, values):
        header = {"status": "success",
                  "eval": {"model": "m", "task": "t", "scorers": [{"name": "s"}]}}  # fmt: skip
        samples = [
            {"id": place // 2, "epoch": 1 + place % 2, "scores": {"s": {"value": value}},
             "error": None}
            for place, value in enumerate(values)
        ]  # fmt: skip
        path = tmp_path / name
        path.write_text(json.dumps(header | {"samples": samples}))
        return path

    first = written("first.json", "CICICCII" * 5)
    second = written("second.json", "CIICCCII" * 5)
    counts = judge.read(first, labels=second)
    assert counts.score()[0].score == 0.5
    assert counts.score().judged[0].labels == 40
    assert counts.categories[1:3] == ["judge 0, label 0", "judge 0, label 1"]


def test_an_lm_eval_log_is_a_file_of_labels(tmp_path):
    def written(folder, values):
        path = tmp_path / folder / "org__m"
        path.mkdir(parents=True)
        rows = [
            {"doc_id": place, "target": "x", "filtered_resps": ["x"], "filter": "none",
             "metrics": ["acc"], "acc": value, "doc_hash": "h", "prompt_hash": "p",
             "target_hash": "t", "doc": {}, "arguments": {}, "resps": [["x"]]}
            for place, value in enumerate(values)
        ]  # fmt: skip
        return lines(path / "samples_t_2026-01-01T00-00-00.000000.jsonl", rows)

    values = [1.0, 0.0, 1.0, 1.0, 0.0] * 6
    counts = judge.read(written("a", values), labels=written("b", values[::-1]))
    assert sum(question.labels for question in counts.score().judged) == 30


def test_names_that_look_like_numbers_are_texts(tmp_path):
    names = ["1", "01", "1.0", "true", "1e3"]
    rows = [
        {"model": "7", "question": name, "trial": trial, "outcome": 1}
        for name in names
        for trial in ("0", "00")
    ]
    path = lines(tmp_path / "log.jsonl", rows)
    labels = [
        {"model": "7", "question": row["question"], "trial": row["trial"], "label": place % 2}
        for place, row in enumerate(rows)
    ]
    for source in (lines(tmp_path / "l.jsonl", labels), table(tmp_path / "l.csv", labels)):
        counts = judge.read(path, labels=source)
        assert counts.score().judged[0].labels == 10


def test_labels_without_a_model_are_of_the_only_one(tmp_path):
    path = lines(tmp_path / "log.jsonl", [row for row in LOG if row["model"] == "small"])
    labels = [
        {name: row[name] for name in ("question", "trial", "label")}
        for row in LABELS
        if row["model"] == "small"
    ]
    sources = table(tmp_path / "labels.csv", labels), pd.DataFrame(labels), labels
    scores = [judge.read(path, labels=source).score()[0] for source in sources]
    own = judge.read(pl.DataFrame(ROWS).filter(pl.col("model") == "small"), "human").score()[0]
    assert scores == [own] * 3


def test_labels_without_a_trial_are_of_single_trials(tmp_path):
    path = lines(tmp_path / "log.jsonl", [row for row in LOG if row["trial"] == 1])
    labels = [
        {name: row[name] for name in ("model", "question", "label")}
        for row in LABELS
        if row["trial"] == 1
    ]
    found = judge.read(path, labels=table(tmp_path / "labels.csv", labels))
    own = judge.read(pl.DataFrame(ROWS).filter(pl.col("trial") == 1), "human")
    assert list(found.score()) == list(own.score())


def test_a_task_is_needed_where_several_have_the_question(tmp_path):
    rows = [row | {"task": task} for row in LOG for task in ("x", "y")]
    path = lines(tmp_path / "log.jsonl", rows)
    labels = table(tmp_path / "labels.csv", LABELS)
    assert problem(path, "--labels", labels) == (
        f'{labels} has no field "task", but model "small" has question "q0" in the tasks "x", "y"'
    )
    one = lines(tmp_path / "one.jsonl", [row for row in rows if row["task"] == "x"])
    assert judge.read(one, labels=labels).score()[0].trials == 80


def changed(tmp_path, change):
    """A file of labels with a change."""
    rows = [dict(row) for row in LABELS if row["label"] is not None]
    change(rows)
    return table(tmp_path / "labels.csv", rows)


def test_labels_of_another_log_get_a_sentence(tmp_path, log):
    labels = changed(tmp_path, lambda rows: [row.update(model="a") for row in rows])
    assert problem(log, "--labels", labels) == (
        f'no label names a trial of the log: {labels}, line 2 is model "a", question "q0", '
        'trial "1"; the log has the models "small", "large"'
    )
    labels = changed(tmp_path, lambda rows: [row.update(question="x") for row in rows])
    assert problem(log, "--labels", labels, "--on-unmatched", "drop") == (
        f'no label names a trial of the log: {labels}, line 2 is model "small", question "x", '
        'trial "1"; the log has the questions "q0", "q1", "q2", "q3", "q4" and 15 more'
    )
    labels = changed(tmp_path, lambda rows: [row.update(trial=9) for row in rows])
    assert problem(log, "--labels", labels) == (
        f'no label names a trial of the log: {labels}, line 2 is model "small", question "q0", '
        'trial "9"; the log has the trials "0", "1", "2", "3"'
    )


def test_a_label_of_no_trial_gets_a_sentence(tmp_path, log):
    labels = changed(tmp_path, lambda rows: [row.update(question="z") for row in rows[7:10]])
    assert problem(log, "--labels", labels) == (
        f'{labels}, line 9: the log has no trial of model "small", question "z", trial "2"; '
        "--on-unmatched drop leaves out such labels (3 of 80)"
    )
    with pytest.raises(ValueError, match="line 9") as raised:
        judge.read(log, labels=labels)
    assert str(raised.value) == (
        f'{labels}, line 9: the log has no trial of model "small", question "z", trial "2"; '
        'on_unmatched="drop" leaves out such labels (3 of 80)'
    )
    counts = judge.read(log, labels=labels, on_unmatched="drop")
    assert sum(row.labels for row in counts.score().judged) == 77
    assert f"{labels}: 3 of 80 labels name no trial of the log, and are left out" in counts.notes


def test_labels_that_differ_get_a_sentence(tmp_path, log):
    labels = changed(tmp_path, lambda rows: rows.append(rows[2] | {"label": 0.25}))
    label = [row["label"] for row in LABELS if row["label"] is not None][2]
    assert problem(log, "--labels", labels) == (
        f'{labels}, line 82: model "small", question "q1", trial "0" is labelled 0.25, '
        f"but {label} in line 4"
    )


def test_equal_labels_count_once(tmp_path, log):
    labels = changed(tmp_path, lambda rows: rows.extend(rows[:2]))
    counts = judge.read(log, labels=labels)
    assert same(counts)
    note = f"{labels}: 2 labels repeat an earlier one of the same trial, and each counts once"
    assert note in counts.notes
    assert any(one.startswith(note) for one in counts.score().notes)


def test_a_file_without_trials_gets_a_sentence(tmp_path, log):
    labels = changed(tmp_path, lambda rows: [row.pop("trial") for row in rows])
    assert problem(log, "--labels", labels) == (
        f'{labels} has no field "trial", but model "small" has 4 trials of question "q0"'
    )


def test_a_file_without_models_gets_a_sentence(tmp_path, log):
    labels = changed(tmp_path, lambda rows: [row.pop("model") for row in rows])
    sentence = '{} has no field "model", but the log has the models "large", "small"'
    assert problem(log, "--labels", labels) == sentence.format(labels)
    with pytest.raises(ValueError, match="models") as raised:
        judge.read(log, labels=pd.read_csv(labels))
    assert str(raised.value) == sentence.format("pandas DataFrame")


def test_a_name_of_several_trials_gets_a_sentence(tmp_path):
    path = lines(tmp_path / "log.jsonl", [*LOG, LOG[1]])
    labels = table(tmp_path / "labels.csv", LABELS)
    assert problem(path, "--labels", labels, "--on-repeat", "keep") == (
        f'{labels}, line 3: the log has 2 trials of model "small", question "q0", trial "1", and '
        "a label is of one"
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["--judge", "human", "--label", "human"],
            '--judge and --label name the same field, "human"',
        ),
        (
            ["--check", "human", "--label", "human"],
            '--label and --check name the same field, "human"',
        ),
        (
            ["--label", "human", "--labels", "labels.csv"],
            "--label and --labels both say where the labels are: give one",
        ),
        (
            ["--label", "human", "--on-unmatched", "drop"],
            "--on-unmatched is for labels of another file: give --labels, too",
        ),
        (["--judge", "human"], "--judge is about labels: give them by --label or --labels"),
        (["--check", "human"], "--check is about labels: give them by --label or --labels"),
        (
            ["--on-unmatched", "drop"],
            "--on-unmatched is about labels: give them by --label or --labels",
        ),
        (
            ["--label", "human", "--metric", "pass_at_k", "-k", "2"],
            "a corrected score is an average: not with the metric pass_at_k",
        ),
    ],
)
def test_options_that_do_not_fit_get_a_sentence(tmp_path, words, sentence):
    assert problem(lines(tmp_path / "log.jsonl", ROWS), *words) == sentence


def test_an_empty_file_of_labels_gets_a_sentence(tmp_path, log):
    labels = changed(tmp_path, lambda rows: [row.update(label=None) for row in rows])
    assert problem(log, "--labels", labels) == (
        f'{labels} has no label: its field "label" is lacking, or empty everywhere'
    )


def test_a_label_that_is_no_number_gets_a_sentence(tmp_path, log):
    labels = changed(tmp_path, lambda rows: rows[3].update(label="good"))
    found = problem(log, "--labels", labels)
    assert found.startswith(f"{labels}, line 5 (byte ")
    assert found.endswith("): the label is good, which is no number")


def test_a_file_without_the_field_of_labels_gets_a_sentence(tmp_path, log):
    labels = changed(tmp_path, lambda rows: [row.update(human=row.pop("label")) for row in rows])
    assert problem(log, "--labels", labels) == (
        f'{labels} has no label: its field "label" is lacking, or empty everywhere'
    )
