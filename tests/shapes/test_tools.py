"""The commands of docs/shapes.md for tools without a format of their own."""

import json
import re
import shlex
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

import scorio
from scorio.cli.main import main

PAGE = (Path(__file__).parents[2] / "docs" / "shapes.md").read_text()


def command(tool):
    """Give the command of a tool, as its page has it."""
    (line,) = [line for line in PAGE.splitlines() if line.startswith(f"| {tool}")]
    return shlex.split(re.search(r"`(scorio score .*)`", line)[1])[2:]


def rows(arguments):
    result = CliRunner().invoke(main, ["score", *arguments, "--json"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)["rows"]
    return {(row["model"], row["task"]): (row["score"], row["questions"]) for row in found}


def test_lighteval(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for model, right in (("tiny-7b", 2), ("big-70b", 3)):
        stamp = "2026-06-01T12-00-00.000000"
        log = Path("details/org", model, stamp, f"details_lighteval|aime24|0_{stamp}.parquet")
        log.parent.mkdir(parents=True)
        doc = [{"id": str(n), "query": "?", "choices": ["4"]} for n in range(4)]
        metric = [{"extractive_match": float(n < right)} for n in range(4)]
        answers = [{"text": ["It is 4"]}] * 4
        pl.DataFrame({"doc": doc, "metric": metric, "model_response": answers}).write_parquet(log)
    found = rows(command("lighteval, "))
    task = "lighteval|aime24|0"
    assert found["tiny-7b", task][1] == 4
    assert {model: score for (model, _), (score, _) in found.items()} == {
        "tiny-7b": 0.5, "big-70b": 0.75,
    }  # fmt: skip


def test_lighteval_with_samples(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    stamp = "2026-06-01T12-00-00.000000"
    log = Path("details/org/tiny-7b", stamp, f"details_aime24|0_{stamp}.parquet")
    log.parent.mkdir(parents=True)
    doc = [{"id": str(n), "query": "?", "choices": ["4"]} for n in range(4)]
    metric = [{"avg@n:n=16": n / 16} for n in range(4)]
    pl.DataFrame({"doc": doc, "metric": metric}).write_parquet(log)
    ((score, questions),) = rows(command("lighteval with")).values()
    assert (score, questions) == (6 / 64, 4)


def test_livecodebench(tmp_path):
    log = tmp_path / "performances_generation.json"
    shares = [
        {"question_id": f"q{n}", "model": "m", "date": 1, "difficulty": "easy", "pass@1": 10.0 * n}
        for n in range(11)
    ]
    log.write_text(json.dumps({"performances": shares, "models": [{"model_name": "m"}]}))
    arguments = [str(log) if one == "FILE" else one for one in command("LiveCodeBench")]
    assert rows(arguments) == {("m", None): (0.5, 11)}


def test_wildbench(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    log = Path("eval_results/judge/m.json")
    log.parent.mkdir(parents=True)
    scores = [{"session_id": f"s{n}", "model_test": "m", "score": str(n)} for n in (4, 6, 8)]
    log.write_text(json.dumps(scores))
    assert rows(command("WildBench")) == {("m", None): (6.0, 3)}


@pytest.mark.parametrize("rate", ["pass@1 / 100", "pass@1/100"])
def test_shares_of_a_hundred(tmp_path, rate):
    log = tmp_path / "log.csv"
    log.write_text("model,question,pass@1\nm,a,70.0\nm,b,30%\n")
    counts = scorio.count(log, total=10, rate=rate)
    assert [row[3:5] for row in pl.DataFrame(counts).rows()] == [(3, 7), (7, 3)]
    log.write_text("model,question,pass@1\nm,a,101\n")
    with pytest.raises(ValueError, match="is not a percentage from 0 to 100"):
        scorio.count(log, total=10, rate=rate)
