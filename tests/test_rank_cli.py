"""`scorio rank` as a person types it."""

from __future__ import annotations

import csv
import json
import sysconfig
from pathlib import Path

import commands
import pytest

import scorio
from scorio import rank

SCORIO = Path(sysconfig.get_path("scripts")) / "scorio"


def run(*arguments, stdin=None):
    """The command, and what it says."""
    return commands.run("rank", *arguments, stdin=stdin)


def log(tmp_path, outcomes):
    """A log of outcomes by model: a text of 0 and 1 for each question."""
    lines = [
        json.dumps({"model": model, "question": f"q{place}", "trial": trial, "outcome": int(x)})
        for model, questions in outcomes.items()
        for place, trials in enumerate(questions)
        for trial, x in enumerate(trials)
    ]
    file = tmp_path / "log.jsonl"
    file.write_text("\n".join(lines) + "\n")
    return file


MIXED = {"a": ["110", "101", "001"], "b": ["100", "110", "000"], "c": ["010", "000", "101"]}


def rows_of(*arguments):
    """The rows of the JSON that the command prints."""
    result = run(*arguments, "--json")
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)["rows"]


def test_a_table_with_intervals(coins):
    result = run(coins, "--method", "bradley_terry", "--method", "hodge_rank", "--replicates", 50)
    assert (result.returncode, result.stderr) == (0, "")
    assert "coin-11" in result.stdout
    assert "P(best)" in result.stdout
    assert "these have the same order" not in result.stdout
    alike = run(coins, "--method", "avg", "--method", "hodge_rank", "--interval", "none")
    assert "these have the same order: avg, hodge_rank" in alike.stdout
    assert "P(best)" not in alike.stdout


@pytest.mark.parametrize("interval", ["questions", "sandwich", "posterior", "none"])
def test_rows_are_those_of_fit(coins, interval):
    options = ("--interval", interval, "--replicates", 40, "--seed", 7, "--confidence", 0.8)
    rows = rows_of(coins, "--method", "bradley_terry", *options)
    expected = rank.fit(
        "bradley_terry", scorio.count(coins), interval=None if interval == "none" else interval,
        replicates=40, seed=7, confidence=0.8,
    )  # fmt: skip
    assert [row["model"] for row in rows] == [row.model for row in expected]
    assert [row["score"] for row in rows] == [row.score for row in expected]
    assert [row["sigma"] for row in rows] == [row.sigma for row in expected]


def test_options_of_methods(tmp_path):
    file = log(tmp_path, MIXED)
    counts = scorio.count(file)
    rows = rows_of(file, "--method", "pass_at_k", "--option", "k=2", "--interval", "none")
    expected = rank.pass_at_k(counts, 2, return_scores=True)[1]
    assert sorted(row["score"] for row in rows) == sorted(expected)
    named = ("--method", "bradley_terry_map", "--interval", "none")
    rows = rows_of(file, *named, "--option", "prior=laplace", "--option", "prior_scale=0.7")
    prior = rank.LaplacePrior(scale=0.7)
    expected = rank.bradley_terry_map(counts, prior=prior, return_scores=True)[1]
    assert sorted(row["score"] for row in rows) == sorted(expected)
    rows = rows_of(
        file, "--method", "inverse_difficulty", "--option", "clip_range=0.2,0.8",
        "--interval", "none",
    )  # fmt: skip
    assert len(rows) == 3


def test_files(tmp_path):
    file = log(tmp_path, MIXED)
    outs = [tmp_path / f"ranks.{ending}" for ending in ("csv", "json", "md", "parquet")]
    result = run(
        file, "--method", "borda", "--replicates", 20,
        *[part for out in outs for part in ("--out", out)],
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    assert all(out.stat().st_size for out in outs)
    lines = list(csv.DictReader(outs[0].read_text().splitlines()))
    assert [line["method"] for line in lines] == ["borda"] * 3
    assert json.loads(outs[1].read_text())["rows"][0]["model"] == "a"


def test_standard_input_and_weights(tmp_path):
    file = log(tmp_path, MIXED)
    piped = run("-", "--method", "avg", "--interval", "none", "--json", stdin=file.read_text())
    rows = rows_of(file, "--method", "avg", "--interval", "none")
    assert json.loads(piped.stdout)["rows"] == rows
    halved = rows_of(file, "--method", "avg", "--interval", "none", "--weights", "0,0.5")
    assert [row["score"] for row in halved] == [row["score"] / 2 for row in rows]


def test_ragged_logs_are_ranked(tmp_path):
    ragged = {"a": ["1101", "10"], "b": ["1", "010"], "c": ["00", "1"]}
    file = log(tmp_path, ragged)
    rows = rows_of(file, "--method", "bradley_terry_davidson", "--interval", "none")
    assert len(rows) == 3
    expected = rank.bradley_terry_davidson(scorio.count(file), return_scores=True)[1]
    assert sorted(row["score"] for row in rows) == sorted(expected)


@pytest.mark.parametrize(
    ("outcomes", "arguments", "code", "words"),
    [
        (MIXED, ("--method", "bradly"), 2, "no ranking method"),
        (MIXED, ("--method", "pass_at_k"), 2, "pass_at_k needs the option k"),
        (
            MIXED,
            ("--method", "pass_at_k", "--option", "k=4"),
            2,
            "more than the 3 trials of question 0 of model a",
        ),
        (MIXED, ("--method", "avg", "--option", "k"), 2, "k is not of the form NAME=VALUE"),
        (MIXED, ("--method", "avg", "--option", "k=2"), 2, "avg has no option"),
        (MIXED, ("--method", "avg", "--interval", "sandwich"), 2, "no sandwich interval"),
        (MIXED, ("--method", "borda", "--interval", "posterior"), 2, "no posterior"),
        (MIXED, ("--method", "avg", "--interval", "x"), 2, "is not one of"),
        (MIXED, ("--method", "avg", "--confidence", "1"), 2, "confidence"),
        (MIXED, ("--method", "avg", "--replicates", "0"), 2, "replicates"),
        (MIXED, ("--method", "avg", "--weights", "0,2"), 2, "weights from 0 to 1"),
        ({"a": ["10", "01"]}, ("--method", "avg"), 2, "1 model to rank"),
        ({"a": ["10"], "b": ["01"]}, ("--method", "avg"), 2, "needs at least two"),
        (
            {"best": ["11", "11"], "b": ["10", "01"], "c": ["01", "00"]},
            ("--method", "bradley_terry"),
            2,
            "nothing speaks for b, c against best",
        ),
        (
            {"a": ["10", "01", "", ""], "b": ["", "", "10", "11"]},
            ("--method", "bradley_terry"),
            2,
            "no question compares",
        ),
    ],
)
def test_a_mistake_is_told(tmp_path, outcomes, arguments, code, words):
    result = run(log(tmp_path, outcomes), *arguments)
    assert result.returncode == code
    assert words in " ".join(result.stderr.split())
    assert "Traceback" not in result.stderr
