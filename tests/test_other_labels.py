"""Labels of another file, texts of a judge, and whether chance chose the labels."""

import json
import subprocess
import sys
import zipfile

import numpy as np
import pandas as pd
import polars as pl
import pytest
from click.testing import CliRunner

import scorio
from scorio import judge
from scorio.cli import main

ROWS = [
    {"model": model, "question": f"q{question}", "trial": trial,
     "outcome": (question * 7 + trial * 3 + len(model)) % 5 % 2,
     "human": (question * 5 + trial) % 3 % 2 if (question + trial) % 2 else None}
    for model in ("small", "large")
    for question in range(20)
    for trial in range(4)
]  # fmt: skip
LABELS = [
    {name: row[name] for name in ("model", "question", "trial")} | {"label": row["human"]}
    for row in ROWS
]
LOG = [{name: value for name, value in row.items() if name != "human"} for row in ROWS]


def lines(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def table(path, rows):
    pd.DataFrame(rows).convert_dtypes().to_csv(path, index=False)
    return path


@pytest.fixture
def log(tmp_path):
    return lines(tmp_path / "log.jsonl", LOG)


def same(counts):
    """Whether counts are those of labels that stand in the log."""
    own = judge.read(pl.DataFrame(ROWS), "human")
    return counts.categories == own.categories and list(counts.score()) == list(own.score())


def command(*words):
    found = CliRunner().invoke(main, ["score", *map(str, words)])
    return found.exit_code, found.output


def problem(*words):
    """The sentence that a command ends with."""
    code, output = command(*words)
    assert code == 2, output
    return output.strip().splitlines()[-1].removeprefix("scorio: ")


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


def worded(rows, words):
    """Records whose judge says one of these words."""
    return [row | {"verdict": words[row["outcome"]]} for row in rows]


def test_texts_of_a_judge_are_outcomes(tmp_path):
    rows = worded(ROWS, ["wrong, label 1", "correct"])
    for place in (3, 50):
        rows[place] = rows[place] | {"verdict": None}
    for source in (lines(tmp_path / "log.jsonl", rows), pl.DataFrame(rows)):
        counts = judge.read(source, "human", judge="verdict")
        outcomes = {name.partition(", label ")[0] for name in counts.categories}
        assert outcomes == {"judge correct", "judge wrong, label\u00a01", "judge no outcome"}
        board = counts.score()
        assert [row.trials for row in board] == [80, 80]
        assert [(row.judge, row.bias) for row in board.judged] == [(None, None)] * 2
        quality = judge.quality(counts)
        assert all(row.agreement is None and row.bias is None for row in quality)
        assert all(row.favours is None and row.kappa is None for row in quality)
        assert str(quality)
        assert str(board)
        assert {row.outcome for row in judge.plan(counts, budget=5)} >= {"correct", "no outcome"}
        assert len(scorio.compare(counts, baseline="small")) == 1
        assert len(scorio.gate(counts, 0.5)) == 2
        counts.save(tmp_path / "counts.parquet")
        assert list(scorio.Counts.load(tmp_path / "counts.parquet").score()) == list(board)


def test_texts_score_as_numbers_do():
    words = judge.read(pl.DataFrame(worded(ROWS, ["no", "yes"])), "human", judge="verdict")
    plain = judge.read(pl.DataFrame(ROWS), "human")
    for one, other in zip(words.score(), plain.score(), strict=True):
        assert one.score == pytest.approx(other.score, abs=1e-12)
        assert (one.lo, one.hi) == pytest.approx((other.lo, other.hi), abs=1e-12)


def test_a_text_that_reads_as_a_number_is_one():
    counts = judge.read(pl.DataFrame(worded(ROWS, ["0", "100%"])), "human", judge="verdict")
    assert list(counts.score()) == list(judge.read(pl.DataFrame(ROWS), "human").score())


def test_letters_of_graders_are_numbers_unless_there_are_other_texts():
    def outcomes(words):
        rows = worded(ROWS, words)
        rows[5]["verdict"] = words[-1]
        counts = judge.read(pl.DataFrame(rows), "human", judge="verdict")
        return {name.removeprefix("judge ").partition(",")[0] for name in counts.categories}

    assert outcomes(["I", "C", "P"]) == {"0", "0.5", "1"}
    assert outcomes(["A", "C", "B"]) == {"A", "B", "C"}


def test_free_text_gets_a_sentence(tmp_path):
    rows = [row | {"verdict": f"because {place}"} for place, row in enumerate(ROWS)]
    rows = [row | {"verdict": f"because {place % 57}"} for place, row in enumerate(rows)]
    path = lines(tmp_path / "log.jsonl", rows)
    assert problem(path, "--label", "human", "--judge", "verdict") == (
        "the judge has 57 different outcomes, 20 at most; --judge names its field"
    )
    with pytest.raises(ValueError, match="57") as raised:
        judge.read(path, "human", outcome="verdict")
    assert str(raised.value) == (
        "the judge has 57 different outcomes, 20 at most; judge names its field"
    )
    many = [row | {"verdict": f"{place} " + "x" * 2000} for place, row in enumerate(ROWS * 20)]
    frame = pl.DataFrame(many).with_columns(trial=pl.int_range(len(many)))
    with pytest.raises(ValueError, match="3200 different outcomes"):
        judge.read(frame, "human", judge="verdict")


def test_lists_are_no_outcomes(tmp_path):
    path = lines(tmp_path / "log.jsonl", [row | {"verdict": ["yes"]} for row in ROWS])
    with pytest.raises(ValueError, match="no number"):
        judge.read(path, "human", judge="verdict")


def chosen(seed, choose, questions=150, trials=4):
    """A log whose labels a rule chose."""
    rng = np.random.default_rng(seed)
    chances = rng.beta(1, 1, questions)
    rows = []
    for question, chance in enumerate(chances):
        for trial in range(trials):
            length = int(rng.exponential(100))
            right = int(rng.random() < chance)
            said = right if rng.random() < 0.85 else 1 - right
            asked = choose(rng, trial, length)
            rows.append({
                "model": "m", "question": question, "trial": trial, "outcome": said,
                "length": length, "human": right if asked else None,
            })  # fmt: skip
    return pl.DataFrame(rows)


def unlike(counts):
    return [note for note in counts.notes if "chance did not choose" in note]


def test_labels_of_first_trials_are_named():
    frame = chosen(1, lambda rng, trial, _: trial == 0 and rng.random() < 0.6)
    (note,) = unlike(judge.read(frame, "human"))
    assert note.startswith("Labelled trials of m differ from others with the same outcome in the")
    assert "in the trial's number (z -" in note
    matrix = frame.sort("question", "trial")
    outcomes, labels = (
        matrix[name].to_numpy().astype(float).reshape(1, -1, 4) for name in ("outcome", "human")
    )
    (again,) = unlike(judge.from_arrays(outcomes, labels, models=["m"]))
    assert again == note


def test_labels_of_long_answers_are_named_by_a_check(tmp_path):
    frame = chosen(2, lambda rng, _, length: rng.random() < (0.3 if length > 100 else 0.1))
    assert not unlike(judge.read(frame, "human"))
    (note,) = unlike(judge.read(frame, "human", check="length"))
    assert "with the same outcome in length (z " in note
    frame.write_ndjson(tmp_path / "log.jsonl")
    _, output = command(tmp_path / "log.jsonl", "--label", "human", "--check", "length")
    assert note in " ".join(output.split())


def test_fair_labels_are_seldom_named():
    notes = [
        unlike(judge.read(chosen(seed, lambda rng, *_: rng.random() < 0.15, 60), "human",
                           check="length"))
        for seed in range(100)
    ]  # fmt: skip
    assert sum(map(bool, notes)) <= 6


def test_a_check_of_a_field_that_no_trial_has_gets_a_sentence(tmp_path, log):
    labels = table(tmp_path / "labels.csv", LABELS)
    assert 'no field "tokens"' in problem(log, "--labels", labels, "--check", "tokens")


def test_notes_tell_of_constant_labels_and_of_outcomes_without_one():
    rows = [
        row | {"human": 1 if row["human"] is not None and row["outcome"] else None} for row in ROWS
    ]
    notes = judge.read(pl.DataFrame(rows), "human").score().notes
    assert any(note.startswith("All ") and " labels of small are 1" in note for note in notes)
    assert any(note.startswith("small has no label where the judge says 0 (") for note in notes)
    rows = [row | {"human": None} if row["model"] == "large" else row for row in ROWS]
    notes = judge.read(pl.DataFrame(rows), "human").score().notes
    assert any(note.startswith("large has no label: no score, no rank") for note in notes)
