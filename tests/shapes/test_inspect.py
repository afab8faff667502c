"""`scorio inspect` prints a command that scores any log, without a person in between."""

import json
import shlex
import subprocess
import sys

import pytest
from shapes.samples import SAMPLES, Sample, lines
from shapes.test_shapes import table

import scorio

FOUND = [
    *(one for one in SAMPLES if one.name not in ("rates.csv", "performances.json")),
    Sample(
        "words.jsonl",
        lines(
            {"llm": "a", "prompt_id": 1, "verdict": "pass"},
            {"llm": "a", "prompt_id": 2, "verdict": "fail"},
            {"llm": "a", "prompt_id": 2, "verdict": "timeout"},
        ),
        {},
        {("a", "", "1"): (0, 1, 0), ("a", "", "2"): (2, 0, 0)},
    ),
    Sample(
        "sentinels.csv",
        "model,qid,attempt,correct\nm,x,0,1\nm,x,1,-1\nm,y,0,NA\nm,y,1,0\n",
        {},
        {("m", "", "x"): (0, 1, 1), ("m", "", "y"): (1, 0, 1)},
    ),
    Sample(
        "nested.json",
        json.dumps(
            [{"meta": {"model": "m"}, "id": n, "eval": {"isCorrect": n > 1}} for n in (1, 2)]
        ),
        {},
        {("m", "", "1"): (1, 0, 0), ("m", "", "2"): (0, 1, 0)},
    ),
    Sample(
        "successes.csv",
        "model_name,problem,n,c\nm,x,4,3\nm,y,4,0\n",
        {},
        {("m", "", "x"): (1, 3, 0), ("m", "", "y"): (4, 0, 0)},
    ),
    Sample(
        "repeats.csv",
        "model,question,run_1,run_2\nm,x,1,0\nm,y,1,1\n",
        {},
        {("m", "", "x"): (1, 1, 0), ("m", "", "y"): (0, 2, 0)},
    ),
    Sample(
        "broken.jsonl",
        '{"model": "m", "id": "x", "correct": true}\nnot a record\n{"model": "m", "id": "y", '
        '"correct": false}\n',
        {},
        {("m", "", "x"): (0, 1, 0), ("m", "", "y"): (1, 0, 0)},
    ),
    Sample(
        "again.jsonl",
        lines(*({"model": "m", "id": "x", "seed": 7, "correct": one} for one in (1, 0, 1))),
        {},
        {("m", "", "x"): (1, 2, 0)},
    ),
]
JUDGED = [
    {"session_id": f"s{n}", "model_test": "m", "score": str(n), "judge": {"prompt": "x"}}
    for n in (5, 7, 9)
]
NUMERIC = [
    ("wildbench.json", json.dumps(JUDGED), 7.0),
    (
        "performances.json",
        next(one.text for one in SAMPLES if one.name == "performances.json"),
        130 / 3,
    ),
    ("judge.csv", "model,item,rating\nm,x,7.5\nm,x,8\nm,y,3\n", 5.375),
    ("percent.jsonl", lines(*({"model": "m", "id": i, "acc": f"{i}0%"} for i in (2, 7))), 0.45),
    ("rates.csv", next(one.text for one in SAMPLES if one.name == "rates.csv"), 0.4333333),
]


def typed(command):
    """Run a command as it is printed."""
    parts = shlex.split(command)
    assert parts[0] == "scorio"
    run = [sys.executable, "-m", "scorio", *parts[1:]]
    return subprocess.run(run, check=False, capture_output=True, text=True)


def inspected(log):
    result = typed(f"scorio inspect {shlex.quote(str(log))}")
    assert result.returncode == 0, result.stderr
    (command,) = [line for line in result.stdout.splitlines() if line.startswith("  score by")]
    return result.stdout, command.removeprefix("  score by").strip()


@pytest.mark.parametrize("sample", FOUND, ids=lambda sample: sample.name)
def test_the_printed_command_scores_the_log(write, tmp_path, sample):
    log = write(sample.text, sample.name)
    shown, command = inspected(log)
    assert "this command stops" not in shown
    counted = command.replace("scorio score", "scorio count") + f" --out {tmp_path}/c.parquet"
    assert typed(counted).returncode == 0
    found = table(scorio.Counts.load(tmp_path / "c.parquet"))
    models = {model for model, *_ in sample.rows}
    if "constants" in sample.options:
        # A log that names no model has that of its file.
        found = {(*models, task, question): row for (_, task, question), row in found.items()}
    assert found == sample.rows
    scored = typed(command)
    assert scored.returncode == 0, scored.stderr


@pytest.mark.parametrize(("name", "text", "mean"), NUMERIC)
def test_numeric_scores(write, name, text, mean):
    _, command = inspected(write(text, name))
    (row,) = json.loads(typed(command + " --json").stdout)["rows"]
    assert row["score"] == pytest.approx(mean, abs=1e-6)


def test_fields_are_shown_with_types_and_examples(write):
    log = write(
        lines(
            {"id": 1, "info": {"ok": True}},
            {"id": "b", "info": {"ok": False}, "x": [1, 2]},
            {"id": 3, "info": {}},
            {"id": 4, "info": {"ok": True}},
        )
    )
    shown, _ = inspected(log)
    assert "id (number, text): 1, b, 3, …" in shown
    assert "info.ok (boolean in 75 % of records): true, false" in shown
    assert "x[] (number in 25 % of records): 1, 2" in shown
    document = json.loads(typed(f"scorio inspect {log} --json").stdout)
    assert document["command"].startswith("scorio score ")
    assert {
        "name": "info.ok",
        "records": 3,
        "types": {"boolean": 3},
        "examples": ["true", "false"],
    } in document["fields"]
    assert scorio.inspect(log).profile.records == 4


NOTHING = {
    "text.csv": "a,b\nhello,world\n",
    "one.json": '{"a": {"b": [1, 2, {"c": "x"}]}}',
    "numbers.json": "[1, 2, 3]",
    "single.json": '{"info": {"n": 1, "who": "x"}, "time": "now"}',
    "words.jsonl": '{"text": "x"}\n{"text": "y"}\n',
}


@pytest.mark.parametrize("name", NOTHING)
def test_there_is_something_to_show_of_any_log(write, name):
    result = typed(f"scorio inspect {write(NOTHING[name], name)}")
    if name == "numbers.json":
        assert result.returncode in (0, 2)
        return
    assert result.returncode == 0, result.stderr
    assert "field" in result.stdout
    assert "no outcome here" in result.stdout
    assert "score by" not in result.stdout


def test_a_tools_log_needs_no_fields(write):
    trials = [
        {"task_id": q, "trial": t, "reward": 1.0, "traj": []} for q in range(2) for t in range(3)
    ]
    shown, command = inspected(write(json.dumps(trials), "gpt-4o-retail.json"))
    assert command.endswith("gpt-4o-retail.json")
    assert "tau-bench" in shown
    assert typed(command).returncode == 0


def test_numbers_beside_the_outcome_are_named_for_a_rubric(tmp_path):
    path = tmp_path / "log.jsonl"
    record = '{{"model": "m", "question": "{0}", "outcome": {1}, "tokens": {0}1, "boxed": {1}}}\n'
    path.write_text("".join(record.format(place, place % 2) for place in range(1, 5)))
    assert ("rubric", "--rubric grades by tokens, boxed, too (docs/rubrics.md)") in scorio.inspect(
        path
    ).rows
    path.write_text(path.read_text().replace("boxed", "sample_id"))
    assert not [row for row in scorio.inspect(path).rows if row.name == "rubric"]
