"""Trials that are drawn to be labelled: their order, their numbers, and the file to fill in."""

import csv
import hashlib
import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner
from test_judges import simulated, vectors

import scorio
from scorio import judge
from scorio.cli.main import main
from scorio.judge.drawing import order_of

LABELLED = "examples/labelled.jsonl"


def run(*words):
    return CliRunner().invoke(main, ["--no-config", *map(str, words)])


def read(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_the_order_has_exact_values(shared):
    for case in vectors(shared, "order"):
        digests = [order_of(case["seed"], tuple(names)) for names in case["names"]]
        assert sorted(range(len(digests)), key=digests.__getitem__) == case["expected"]


def test_the_order_is_the_digest_of_seed_and_names():
    text = b"7\x1fm\x1f\x1fq\xc3\xa9\x1f0"
    assert order_of(7, ("m", "", "qé", "0")) == hashlib.sha256(text).hexdigest()


def test_draws_are_as_many_as_the_plan_says_and_have_no_label():
    outcomes, labels = simulated(models=2, questions=30, share=0.2)
    data = judge.from_arrays(outcomes, labels, models=["a", "b"])
    drawn = data.draw(budget=40, seed=3)
    assert len(drawn) == sum(row.add for row in drawn.plan) == 40
    assert list(drawn.plan) == list(data.plan(budget=40))
    for row in drawn.plan:
        model = "ab".index(row.model)
        own = [one for one in drawn if one.model == row.model]
        places = [(model, int(one.question) - 1, int(one.trial)) for one in own]
        assert all(np.isnan(labels[place]) for place in places)
        assert sum(f"{outcomes[place]:g}" == row.outcome for place in places) == row.add
    # Others are not sorted before those that are drawn.
    digests = [order_of(3, tuple(one[:4])) for one in drawn]
    assert digests == sorted(digests)


def test_more_labels_hold_those_of_fewer_and_seeds_differ():
    data = judge.from_arrays(*simulated(models=1))
    few, many = ({row[:4] for row in data.draw(budget=budget)} for budget in (10, 30))
    assert few < many
    assert {row[:4] for row in data.draw(budget=30, seed=1)} != many


def test_draws_end_where_no_trial_is_left():
    outcomes, labels = simulated(models=1, questions=10)
    data = judge.from_arrays(outcomes, labels)
    drawn = data.draw(half_width=1e-6)
    assert len(drawn) == np.isnan(labels).sum()


def test_numbers_of_a_judge_are_drawn_by_their_bins():
    outcomes, labels = simulated(models=1, questions=40)
    noisy = outcomes + 0.001 * simulated(seed=9, models=1, questions=40)[0].cumsum(axis=1)
    data = judge.from_arrays(noisy, labels)
    drawn = data.draw(budget=25)
    assert len(drawn) == sum(row.add for row in drawn.plan) == 25


def test_a_log_is_drawn_by_the_names_of_its_trials(tmp_path):
    log = tmp_path / "log.jsonl"
    rows = [
        {"model": "m", "task": "t", "question": q, "trial": f"run {n}", "outcome": q % 2,
         "human": q % 2 if n == 0 else None}
        for q in range(6) for n in range(3)
    ]  # fmt: skip
    log.write_text("".join(json.dumps(row) + "\n" for row in rows))
    drawn = judge.read(log, "human").draw(budget=5)
    assert {(row.model, row.task) for row in drawn} == {("m", "t")}
    assert {row.trial for row in drawn} <= {"run 1", "run 2"}
    assert {row.question for row in drawn} <= {*"012345"}
    drawn.save(tmp_path / "to-label.csv")
    assert (tmp_path / "to-label.csv").read_text().startswith("model,task,question,trial,label\n")


def test_labels_of_a_file_are_known_and_a_filled_in_file_is_read(tmp_path):
    log = tmp_path / "log.jsonl"
    rows = [json.loads(line) for line in Path(LABELLED).read_text().splitlines()]
    truth = {(row["model"], row["question"], str(row["trial"])): row["outcome"] for row in rows}
    log.write_text("".join(json.dumps(row) + "\n" for row in rows))
    first = judge.read(log, "human").draw(budget=40)
    path = tmp_path / "to-label.csv"
    first.save(path)
    filled = [
        {**row, "label": truth[row["model"], row["question"], row["trial"]]} for row in read(path)
    ]
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(filled[0]))
        writer.writeheader()
        writer.writerows(filled)
    again = judge.read(log, labels=path)
    assert sum(row.labels for row in again.quality()) == 40
    more = again.draw(budget=500)
    assert not {row[:4] for row in more} & {row[:4] for row in first}


TEXTS = [
    {"model": "m", "question": q, "trial": n, "outcome": (q + n) % 2,
     "human": (q + n) % 2 if n == 0 else None, "answer": f'It is "{q}",\nline {n}',
     "text": None if q % 3 == 0 else f"=what is {q}?", "more": {"tokens": q * n, "cut": n > 1}}
    for q in range(9) for n in range(3)
]  # fmt: skip


@pytest.mark.parametrize("kind", ["jsonl", "csv", "frame"])
def test_other_fields_stand_beside_the_names(tmp_path, kind):
    source = tmp_path / f"log.{kind}"
    if kind == "frame":
        source = pl.DataFrame(TEXTS)
    elif kind == "csv":
        flat = [{name: one for name, one in row.items() if name != "more"} for row in TEXTS]
        pl.DataFrame(flat).write_csv(source)
    else:
        source.write_text("".join(json.dumps(row) + "\n" for row in TEXTS))
    drawn = judge.read(source, "human").draw(budget=12, fields=["answer", "text"])
    known = {(str(row["question"]), str(row["trial"])): row for row in TEXTS}
    assert len(drawn) == 12
    for place, row in enumerate(drawn):
        own = known[row.question, row.trial]
        assert drawn.fields["answer"][place] == own["answer"]
        assert drawn.fields["text"][place] == own["text"]
    path = tmp_path / "to-label.csv"
    drawn.save(path)
    rows = read(path)
    assert list(rows[0]) == ["model", "question", "trial", "label", "answer", "text"]
    assert {row["text"][:2] for row in rows} <= {"", "'="}
    assert [row["answer"] for row in rows] == drawn.fields["answer"]


def test_nested_fields_and_those_of_a_tool(tmp_path):
    source = tmp_path / "log.jsonl"
    source.write_text("".join(json.dumps(row) + "\n" for row in TEXTS))
    drawn = judge.read(source, "human").draw(budget=9, fields=["more.tokens", "more.cut"])
    known = {(str(row["question"]), str(row["trial"])): row["more"] for row in TEXTS}
    for place, row in enumerate(drawn):
        own = known[row.question, row.trial]
        assert drawn.fields["more.tokens"][place] == str(own["tokens"])
        assert drawn.fields["more.cut"][place] == str(own["cut"]).lower()
    samples = [
        {"id": f"q{q}", "epoch": e, "input": f"Question {q}?", "output": {"completion": f"A{q}{e}"},
         "scores": {"gpt": {"value": "C" if q % 2 else "I"}},
         "metadata": {"human": q % 2} if e == 1 else {}}
        for q in range(8) for e in (1, 2)
    ]  # fmt: skip
    head = {"model": "m", "task": "t", "scorers": [{"name": "gpt"}]}
    log = tmp_path / "log.json"
    log.write_text(
        json.dumps({"version": 2, "status": "success", "eval": head, "samples": samples})
    )
    path = tmp_path / "to-label.csv"
    words = ["plan", "labels", log, "--label", "metadata.human", "--budget", "5", "--out", path]
    ended = run(*words, "--with", "input", "--with", "output.completion")
    assert ended.exit_code == 0, ended.output
    for row in read(path):
        assert row["trial"] == "2"
        assert row["input"] == f"Question {row['question'][1:]}?"
        assert row["output.completion"] == f"A{row['question'][1:]}2"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--with", "regex"], "--with is for the file of --out"),
        (["--with", "question", "--out", "FILE"], "has a column 'question' already"),
        (["--with", "regex", "--with", "regex", "--out", "FILE"], "has a column 'regex' already"),
        (["--with", "nobody", "--out", "FILE"], "nobody"),
    ],
)
def test_bad_fields_get_a_sentence(tmp_path, words, said):
    path = str(tmp_path / "to-label.csv")
    words = [path if word == "FILE" else word for word in words]
    ended = run("plan", "labels", LABELLED, "--label", "human", "--budget", "3", *words)
    assert ended.exit_code == 2, ended.output
    assert said in ended.stderr
    assert not Path(path).exists()
    data = judge.from_arrays(*simulated(models=1))
    with pytest.raises(ValueError, match="arrays have no field 'answer'"):
        data.draw(budget=3, fields="answer")


def test_counts_that_lost_their_trials_say_so(tmp_path):
    data = judge.read(LABELLED, "human")
    data.save(tmp_path / "counts.parquet")
    loaded = judge.LabelledCounts.load(tmp_path / "counts.parquet")
    assert list(loaded.plan(budget=9)) == list(data.plan(budget=9))
    for lost in (loaded, data.select(model="large"), data.merge(loaded, allow_copies=True)):
        with pytest.raises(ValueError, match="do not know their single trials"):
            lost.draw(budget=9)


def test_the_file_has_an_empty_column_and_no_outcome(tmp_path):
    path = tmp_path / "to-label.csv"
    ended = run("plan", "labels", LABELLED, "--label", "human", "--budget", "12", "--out", path)
    assert ended.exit_code == 0, ended.output
    rows = read(path)
    assert list(rows[0]) == ["model", "question", "trial", "label"]
    assert len(rows) == 12
    assert {row["label"] for row in rows} == {""}
    assert "Wrote" in ended.stdout
    assert "12 trials to label" in ended.stdout
    known = judge.read(LABELLED, "human").draw(budget=12)
    assert [tuple(row.values()) for row in rows] == [
        (row.model, row.question, row.trial, "") for row in known
    ]
    known.save(tmp_path / "python.csv")
    assert (tmp_path / "python.csv").read_text() == path.read_text()


def test_a_file_that_may_hold_labels_is_kept(tmp_path):
    path = tmp_path / "to-label.csv"
    path.write_text("model,question,trial,label\nm,q,0,1\n")
    words = ["plan", "labels", LABELLED, "--label", "human", "--budget", "3", "--out", path]
    ended = run(*words)
    assert ended.exit_code == 2
    assert "may hold labels: name another file, or say --force" in ended.stderr
    assert path.read_text().endswith("m,q,0,1\n")
    assert run(*words, "--force").exit_code == 0
    assert len(read(path)) == 3


def test_names_that_look_like_formulas_get_an_apostrophe(tmp_path):
    outcomes, labels = simulated(models=1, questions=4)
    data = judge.from_arrays(outcomes, labels, questions=["=1+1", "+b", "c", "d"])
    drawn = data.draw(half_width=1e-6)
    path = tmp_path / "to-label.csv"
    drawn.save(path)
    assert "'=1+1" in path.read_text()
    assert any("get an apostrophe" in note for note in drawn.notes)
    drawn.save(path, safe_csv=False)
    assert "'=1+1" not in path.read_text()


def test_the_plan_is_printed_or_a_document():
    words = ["plan", "labels", LABELLED, "--label", "human", "--half-width", "0.05"]
    rows = json.loads(run(*words, "--json").stdout)["rows"]
    known = judge.plan(judge.read(LABELLED, "human"), half_width=0.05)
    assert [tuple(row.values()) for row in rows] == [tuple(row) for row in known]
    shown = run(*words).stdout
    assert shown.startswith(f"{sum(row.add for row in known)} labels to add\n")
    assert "half_width is expected with the labels that are added" in shown
    assert max(map(len, known.to_text(80).splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--label", "human"], "--half-width X, or --budget N"),
        (["--label-range", "0,1", "--budget", "3"], "--label-range is about labels"),
        (["--label", "human", "--budget", "3", "--out", "to-label.txt"], "ending"),
        (["--label", "nobody", "--budget", "3"], "nobody"),
    ],
)
def test_bad_plans_get_a_sentence(words, said):
    ended = run("plan", "labels", LABELLED, *words)
    assert ended.exit_code == 2
    assert said in ended.stderr


def test_count_files_have_a_plan_and_no_draws(tmp_path):
    counts = tmp_path / "counts.parquet"
    assert run("count", LABELLED, "--label", "human", "--out", counts).exit_code == 0
    assert run("plan", "labels", counts, "--budget", "9").exit_code == 0
    ended = run("plan", "labels", counts, "--budget", "9", "--out", tmp_path / "to-label.csv")
    assert ended.exit_code == 2
    assert "which count files do not have: give logs" in ended.stderr


def test_labelled_counts_are_counts():
    data = judge.read(LABELLED, "human")
    assert isinstance(data, scorio.Counts)
    assert list(data.compare(baseline="large")) == list(scorio.compare(data, baseline="large"))
    assert list(data.gate(0.5)) == list(scorio.gate(data, 0.5))
    assert list(data.quality()) == list(judge.quality(data))
    plain = scorio.Counts(data._core, data.sources)
    assert data == plain
    assert plain == data
    small = data.select(model="small")
    assert type(data.select(model="large").merge(small)) is judge.LabelledCounts
