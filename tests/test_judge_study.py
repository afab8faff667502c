"""Judges side by side, in Python and by `scorio judge`."""

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner

import scorio
from scorio import judge
from scorio.cli.main import main

LABELLED = "examples/labelled.jsonl"


def run(*words):
    return CliRunner().invoke(main, ["--no-config", *map(str, words)])


def document(*words):
    ended = run("judge", *words, "--json")
    assert ended.exit_code == 0, ended.stderr
    return json.loads(ended.stdout)


def records():
    return [json.loads(line) for line in Path(LABELLED).read_text().splitlines()]


def test_the_command_prints_the_quality():
    found = document(LABELLED, "--label", "human")
    known = judge.quality(judge.read(LABELLED, "human"))
    assert [tuple(row.values()) for row in found["rows"]] == [tuple(row) for row in known]
    shown = run("judge", LABELLED, "--label", "human").stdout
    assert shown.startswith("The judge, by the labels\n")
    assert "judge  model" not in shown
    assert max(map(len, known.to_text(80).splitlines())) <= 80


def test_several_judges_stand_side_by_side():
    found = judge.study(LABELLED, judges=["outcome", "regex"], label="human")
    for name in ("outcome", "regex"):
        own = judge.quality(judge.read(LABELLED, "human", judge=name))
        assert [row._replace(judge="") for row in found if row.judge == name] == list(own)
    ratings = [[row["outcome"], row["regex"]] for row in records()]
    questions = [row["question"] for row in records()]
    known = judge.agreement(ratings, questions=questions, raters=["outcome", "regex"])
    assert list(found.judges) == list(known)
    assert found.people is None
    shown = found.to_text()
    assert "The judges, by the labels" in shown
    assert "Agreement of 2 judges" in shown
    printed = document(LABELLED, "--judge", "outcome,regex", "--label", "human")
    assert [row["judge"] for row in printed["rows"]] == [row.judge for row in found]
    assert printed["agreement_of_judges"][0]["alpha"] == found.judges[0].alpha
    assert "agreement_of_people" not in printed


def test_several_people_agree_and_the_first_measures():
    found = judge.study(LABELLED, label=["human", "second"])
    assert list(found) == list(judge.quality(judge.read(LABELLED, "human")))
    both = [row for row in records() if "second" in row]
    assert found.people[0].trials == len(both)
    ratings = [[row["human"], row["second"]] for row in both]
    questions = [row["question"] for row in both]
    known = judge.agreement(ratings, questions=questions)[0]
    assert found.people[0][3:] == pytest.approx(known[3:])
    assert "by the labels human" in found.title
    printed = document(LABELLED, "--label", "human,second", "--level", "ordinal")
    assert printed["agreement_of_people"][0]["level"] == "ordinal"
    assert printed["settings"]["labels"] == ["human", "second"]


def test_judges_agree_without_labels(tmp_path):
    found = judge.study(LABELLED, judges=["outcome", "regex"])
    assert list(found) == []
    assert found.judges[0].trials == 800
    path = tmp_path / "agreement.csv"
    ended = run("judge", LABELLED, "--judge", "outcome,regex", "--out", path)
    assert ended.exit_code == 0, ended.stderr
    assert path.read_text().startswith("rater,other,level,trials,ratings,questions,equal,alpha")


def test_three_judges_have_a_row_for_each_two():
    rng = np.random.default_rng(1)
    frame = pl.DataFrame({
        "model": ["m"] * 60, "question": [place // 3 for place in range(60)],
        **{name: rng.integers(0, 4, 60) for name in "abc"},
    })  # fmt: skip
    found = judge.study(frame, judges=list("abc"))
    assert [(row.rater, row.other) for row in found.judges] == [
        (None, None), ("a", "b"), ("a", "c"), ("b", "c"),
    ]  # fmt: skip
    assert found.judges[0].level == "interval"
    assert found.judges[0].questions == 20


def inspect_log(path, scores=("match", "gpt")):
    """A log of inspect_ai with two scores of each sample, and labels in its metadata."""
    samples = [
        {"id": f"q{q}", "epoch": e, "input": "x",
         "scores": {"match": {"value": "C" if (q + e) % 3 else "I", "answer": "x"},
                    "gpt": {"value": "I" if (q + e) % 4 == 1 else "C"}},
         "metadata": {"human": int((q + e) % 3 > 0)} if q % 2 else {}}
        for q in range(20) for e in (1, 2)
    ]  # fmt: skip
    head = {"model": "org/m", "task": "t", "scorers": [{"name": name} for name in scores]}
    log = {"version": 2, "status": "success", "eval": head, "samples": samples}
    path.write_text(json.dumps(log))
    return path


def test_each_score_of_a_tool_is_a_judge(tmp_path):
    log = inspect_log(tmp_path / "log.json")
    found = document(log, "--score", "all", "--label", "metadata.human")
    rows = {row["judge"]: row for row in found["rows"]}
    assert rows["match"]["agreement"] == pytest.approx(1)
    assert rows["gpt"]["agreement"] < 0.8
    for name, row in rows.items():
        (own,) = document(log, "--score", name, "--label", "metadata.human")["rows"]
        assert own == row | {"judge": ""}
    ratings = [
        [(q + e) % 4 != 1, (q + e) % 3 > 0] for q in range(20) for e in (1, 2)
    ]  # fmt: skip
    questions = [place // 2 for place in range(40)]
    known = judge.agreement(np.array(ratings, float), questions=questions)[0]
    (agreed,) = found["agreement_of_judges"]
    assert agreed["alpha"] == pytest.approx(known.alpha)
    assert agreed["lo"] == pytest.approx(known.lo)
    alone = document(log, "--score", "all")
    assert alone["rows"][0]["alpha"] == agreed["alpha"]


def test_judges_of_words_are_names():
    rows = [
        {"model": "m", "question": q, "human": q % 2, "a": ["right", "wrong", "refused"][q % 3],
         "b": ["right", "wrong"][q % 2], "c": q % 2}
        for q in range(12)
    ]  # fmt: skip
    found = judge.study(rows, judges=["a", "b"], label="human")
    assert found.judges[0].level == "nominal"
    ratings = [[row["a"], row["b"]] for row in rows]
    assert found.judges[0].alpha == judge.agreement(ratings)[0].alpha
    assert [row.agreement for row in found] == [None, None]
    mixed = judge.study(rows, judges=["a", "c"]).judges[0]
    ratings = [[row["a"], str(row["c"])] for row in rows]
    assert mixed.alpha == judge.agreement(ratings)[0].alpha


def test_labels_of_a_file_measure_several_judges(tmp_path):
    path = tmp_path / "labels.csv"
    lines = [
        f"{row['model']},{row['question']},{row['trial']},{row['human']}"
        for row in records() if "human" in row
    ]  # fmt: skip
    path.write_text("\n".join(["model,question,trial,label", *lines]) + "\n")
    found = judge.study(LABELLED, judges=["outcome", "regex"], labels=path)
    assert list(found) == list(judge.study(LABELLED, judges=["outcome", "regex"], label="human"))
    printed = document(LABELLED, "--judge", "outcome,regex", "--labels", path)
    assert [tuple(row.values()) for row in printed["rows"]] == [tuple(row) for row in found]
    alone = document(LABELLED, "--labels", path)
    assert alone["rows"] == document(LABELLED, "--label", "human")["rows"]


def test_counts_that_were_kept_are_measured(tmp_path):
    path = tmp_path / "counts.parquet"
    scorio.judge.read(LABELLED, "human").save(path)
    rows = document(path)["rows"]
    assert rows == document(LABELLED, "--label", "human")["rows"]


def test_clusters_and_questions_like_these():
    one = document(LABELLED, "--label", "human", "--sampled")["rows"]
    known = judge.quality(judge.read(LABELLED, "human"), sampled=True)
    assert [tuple(row.values()) for row in one] == [tuple(row) for row in known]
    clustered = document(LABELLED, "--label", "human", "--cluster", "question")
    assert clustered["settings"]["cluster"] == "cluster"
    several = document(LABELLED, "--label", "human,second", "--sampled")
    assert several["rows"] == one


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "--label FIELD, or two judges, as --judge a,b"),
        (["--judge", "outcome"], "--label FIELD, or two judges"),
        (["--label", "human", "--level", "nominal"], "--level is about several raters"),
        (["--judge", "regex,regex"], "name the field 'regex' twice"),
        (["--judge", "regex,human", "--label", "human"], "name the field 'human' twice"),
        (["--label", "outcome,human"], "judges and labels name the same field, 'outcome'"),
        (["--score", "all", "--judge", "regex,outcome"], "leave out judges"),
        (["--judge", "outcome,regex", "--only", "large"], "--only is about models"),
        (["--label", "human,question"], "is no number"),
        (["--label", "human,second", "--numeric"], "--numeric averages outcomes"),
        (["--label", "human,second", "--label-range", "0,1,2"], "--label-range takes two numbers"),
        (["--label", "human,nobody"], "nobody"),
        (["--label", "human", "--only", "nobody"], "there is no model 'nobody'"),
    ],
)
def test_bad_questions_get_a_sentence(words, said):
    ended = run("judge", LABELLED, *words)
    assert ended.exit_code == 2, ended.output
    assert said in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_bad_studies_get_a_sentence():
    with pytest.raises(ValueError, match="name the labels, or two or more judges"):
        judge.study(LABELLED, judges="outcome")
    rows = [{"model": "m", "question": q, "a": q % 2, "b": None} for q in range(4)]
    rows += [{"model": "m", "question": 9, "a": None, "b": 1}]
    with pytest.raises(ValueError, match="no trial has two ratings"):
        judge.study(rows, judges=["a", "b"])
