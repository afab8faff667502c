"""`scorio compare` as a person or a CI job runs it."""

import csv
import json
import re
from pathlib import Path

import polars as pl
import pytest
from commands import run

PAGE = Path(__file__).parents[2] / "docs" / "comparing.md"


def log(path, *models, field="topic"):
    """Six questions of two trials each. `models` have a name and outcomes."""
    rows = [
        {"model": name, "question": f"q{i // 2}", field: f"t{i // 4}", "outcome": int(outcome)}
        for name, outcomes in models
        for i, outcome in enumerate(outcomes)
    ]
    path.write_text("\n".join(map(json.dumps, rows)))


@pytest.fixture
def folder(tmp_path):
    log(tmp_path / "log.jsonl", ("old", "111011110111"), ("new", "001010110111"))
    log(tmp_path / "main.jsonl", ("m", "1" * 12))
    log(tmp_path / "branch.jsonl", ("m", "0" * 12))
    log(tmp_path / "other.jsonl", ("m", "1" * 12))
    return tmp_path


def test_a_baseline_and_files(coins, tmp_path):
    outs = [tmp_path / f"c.{ending}" for ending in ("csv", "json", "parquet", "md")]
    result = run(
        "compare", coins, "--baseline", "coin-04", *[x for out in outs for x in ("--out", out)]
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("avg, paired · difference from coin-04\n")
    assert "Read 26,400 records" in result.stdout
    assert "Questions that decide" not in result.stdout
    assert len(list(csv.DictReader(outs[0].read_text().splitlines()))) == 10
    assert all(out.exists() for out in outs)
    only = run("compare", coins, "--baseline", "coin-04", "--only", "coin-05", "--deciding", "2")
    assert "Holm" not in only.stdout
    assert len(re.findall(r"^q\d\d ", only.stdout, flags=re.MULTILINE)) == 2


@pytest.mark.parametrize(
    ("options", "title"),
    [
        (["--unpaired"], "avg, unpaired"),
        (["--metric", "bayes", "--sampled"], "bayes, paired"),
        (["--prior", "uniform"], "avg, paired"),
        (["--weights", "0,2"], "avg, weights = 0,2, paired"),
    ],
)
def test_options(folder, options, title):
    result = run("compare", folder / "log.jsonl", "--baseline", "old", *options)
    assert result.returncode == 0
    assert result.stdout.startswith(f"{title} · difference from old\n")


def test_exit_codes(folder):
    worse = run(
        "compare", "branch.jsonl", "--against", "main.jsonl", "--fail-if-worse", "0.02", cwd=folder
    )
    assert worse.returncode == 1
    assert "\nm (a) is worse than m (b) by more than 0.02. A model" in worse.stdout
    assert worse.stderr == "scorio: 1 of 1 model is worse than m (b) by more than 0.02: m (a)\n"
    assert worse.stdout.startswith("avg, paired")
    same = run(
        "compare", "other.jsonl", "--against", "main.jsonl", "--fail-if-worse", "0.02", cwd=folder
    )
    assert (same.returncode, same.stderr) == (0, "")
    assert re.search(
        r"m \(a\) is not found worse than m \(b\) by more than 0.02\. A model "
        r"worse by \d\.\d{4} would be found so in 80% of such comparisons.", same.stdout
    )  # fmt: skip
    own = ["compare", "branch.jsonl", "--against", "main.jsonl", "--metric", "bayes"]
    assert run(*own, cwd=folder).returncode == 0
    assert run(*own, "--fail-if-worse", "0.9", cwd=folder).returncode == 0
    assert run(*own, "--fail-if-worse", "0.02", cwd=folder).stdout.startswith("bayes")


def test_clusters_are_read_from_a_field(folder):
    result = run("compare", "log.jsonl", "--baseline", "old", "--cluster", "topic", cwd=folder)
    assert result.returncode == 0
    assert "clusters like these (3 clusters); Student's t, 2 degrees of freedom" in result.stdout
    assert "\nq2 " in result.stdout
    assert re.search(r"^question +cluster +score", result.stdout, flags=re.MULTILINE)
    assert "t0" in result.stdout
    log(folder / "task.jsonl", ("old", "10010110"), ("new", "11110000"), field="task")
    named = run("compare", "task.jsonl", "--baseline", "old", "--cluster", "task", cwd=folder)
    assert "clusters like these (2 clusters);" in named.stdout
    # Questions of one name in two tasks, and in one cluster, are not one question.
    rows = [
        {"model": m, "task": t, "question": "q", "topic": "x", "outcome": 1}
        for m in "ab"
        for t in "tu"
    ]
    (folder / "mixed.jsonl").write_text("\n".join(map(json.dumps, rows)))
    mixed = run("compare", "mixed.jsonl", "--baseline", "a", "--cluster", "topic", cwd=folder)
    assert mixed.returncode == 2
    assert "a sample of one cluster has no scatter" in mixed.stderr
    rows[-1]["topic"] = "y"
    (folder / "mixed.jsonl").write_text("\n".join(map(json.dumps, rows)))
    mixed = run("compare", "mixed.jsonl", "--baseline", "a", "--cluster", "topic", cwd=folder)
    assert mixed.returncode == 2
    assert "question q of task u has the cluster x and the cluster y" in mixed.stderr


MISTAKES = [
    (["log.jsonl"], "say what to compare with: --baseline NAME, or --against FILE"),
    (
        ["log.jsonl", "--baseline", "old", "--against", "main.jsonl"],
        "say --baseline NAME or --against FILE, not both",
    ),
    (
        ["log.jsonl", "--baseline", "old", "--unpaired", "--deciding", "3"],
        "--deciding shows the questions that both models have, --unpaired compares all of each",
    ),
    (
        ["log.jsonl", "--baseline", "old", "--by-task"],
        "there are no tasks to compare by; name the field that they are in (--task FIELD)",
    ),
    (
        ["log.jsonl", "--baseline", "old", "--fail-if-worse", "5"],
        "the margin 5 finds no model worse, as scores differ by at most 1: for 5% of that say 0.05",
    ),
    (
        ["log.jsonl", "--baseline", "old", "--fail-if-worse", "0", "--confidence", "0.4"],
        "--confidence 0.4 is below 0.5",
    ),
    (["log.jsonl", "--baseline", "gone"], "there is no model gone: name one of old, new"),
    (["main.jsonl", "--baseline", "m"], "there is no model to compare with m: name or add another"),
    (
        ["log.jsonl", "--against", "main.jsonl"],
        (
            "there are 2 models (old, new) where one is meant; give counts or "
            "files of one model, or name one of them as the --baseline of the others"
        ),
    ),
    (["main.jsonl", "--against", "absent.jsonl"], "cannot open absent.jsonl"),
    (
        ["apart.jsonl", "--baseline", "a"],
        "name the questions alike, leave b out, or say --unpaired, which needs none in common",
    ),
    (
        ["apart.jsonl", "--baseline", "a", "--unpaired", "--sampled"],
        "compare on these questions alone (without --sampled, without clusters)",
    ),
    (["log.jsonl", "--baseline", "old", "--metric", "pass_at_k"], "pass_at_k needs a budget"),
    (["log.jsonl", "--baseline", "old", "--prior", "flat"], "'flat' is not one of"),
    (
        ["log.jsonl", "--baseline", "old", "--fail-if-worse", "-1"],
        "--fail-if-worse -1 is not a finite number from 0",
    ),
    (
        ["log.jsonl", "--baseline", "old", "--fail-if-worse", "nan"],
        "--fail-if-worse nan is not finite",
    ),
    (
        ["log.jsonl", "--baseline", "old", "--confidence", "95"],
        "--confidence 95 is not between 0 and 1",
    ),
    (["log.jsonl", "--baseline", "old", "--cluster", "gone"], 'no field "gone" for the cluster'),
    (["log.jsonl", "--baseline", "old", "--weight", "gone"], 'no field "gone" for the weight'),
    (
        ["log.jsonl", "--baseline", "old", "--weight", "model"],
        "is neither 0 nor a number",
    ),
    (["log.jsonl", "--baseline", "old", "--out", "c.xls"], "cannot write c.xls"),
    (["main.jsonl", "--against", "other.jsonl", "--only", "m"], "--only chooses among the models"),
]


@pytest.mark.parametrize(("arguments", "sentence"), MISTAKES)
def test_mistakes(folder, arguments, sentence):
    rows = [{"model": name, "question": name, "outcome": 1} for name in "ab"]
    (folder / "apart.jsonl").write_text("\n".join(map(json.dumps, rows)))
    result = run("compare", *arguments, cwd=folder)
    assert result.returncode == 2
    assert sentence in result.stderr
    assert "Traceback" not in result.stderr


def test_count_files_have_their_tasks_as_clusters(folder):
    run("count", "log.jsonl", "--task", "topic", "--out", "log.parquet", cwd=folder)
    result = run("compare", "log.parquet", "--baseline", "old", "--cluster", "task", cwd=folder)
    assert "clusters like these (3 clusters);" in result.stdout
    refused = run("compare", "log.parquet", "--baseline", "old", "--cluster", "topic", cwd=folder)
    assert refused.returncode == 2
    assert "--cluster topic is a field of logs, but log.parquet holds counts" in refused.stderr
    run("count", "log.jsonl", "--cluster", "topic", "--out", "log.parquet", cwd=folder)
    result = run("compare", "log.parquet", "--baseline", "old", "--cluster", "cluster", cwd=folder)
    assert "clusters like these (3 clusters);" in result.stdout


def test_the_verdict_is_kept(folder):
    log(
        folder / "three.jsonl",
        ("old", "1" * 12), ("new", "0" * 12), ("same", "1" * 12),
    )  # fmt: skip
    outs = [folder / f"c.{ending}" for ending in ("csv", "json", "parquet", "md")]
    gate = ["compare", "three.jsonl", "--baseline", "old", "--fail-if-worse", "0.02"]
    result = run(*gate, *[x for out in outs for x in ("--out", out)], cwd=folder)
    assert result.returncode == 1
    assert result.stderr == "scorio: 1 of 2 models is worse than old by more than 0.02: new\n"
    verdicts = re.findall(r"^(?:new|same) is .*", result.stdout, flags=re.MULTILINE)
    # One after another, without a line between them.
    assert len(verdicts) == 2
    assert "\n".join(verdicts) in result.stdout
    assert all(f"- {verdict}" in outs[3].read_text() for verdict in verdicts)
    tables = [json.loads(outs[1].read_text())["rows"], pl.read_parquet(outs[2]).to_dicts()]
    for rows in tables:
        by_model = {row["model"]: row for row in rows}
        assert [by_model[name]["worse"] for name in ("new", "same")] == [True, False]
        assert {(row["margin"], row["level"]) for row in rows} == {(0.02, 0.95)}
        assert by_model["new"]["worse_probability"] > 0.95 > by_model["same"]["worse_probability"]
        assert by_model["new"]["detectable"] > 0.02
    assert tables[0] == tables[1]
    rows = list(csv.DictReader(outs[0].read_text().splitlines()))
    assert {row["model"]: row["worse"] for row in rows} == {"new": "True", "same": "False"}
    run("compare", "three.jsonl", "--baseline", "old", "--out", "c.csv", cwd=folder)
    for row in csv.DictReader(outs[0].read_text().splitlines()):
        assert [row[name] for name in ("margin", "worse_probability", "worse", "detectable")] == [
            "", "", "", "",
        ]  # fmt: skip


def test_equal_models_have_no_decisive_question(folder):
    same = run("compare", "other.jsonl", "--against", "main.jsonl", cwd=folder)
    assert same.stdout.endswith("\nNo question tells m (a) from m (b).\n")
    assert "Questions that decide" not in same.stdout


def test_the_page(shared, monkeypatch):
    """Commands of the page that need the real logs print what it shows, in a terminal."""
    monkeypatch.setenv("COLUMNS", "92")
    blocks = re.findall(r"```console\n(.*?)```", PAGE.read_text(), flags=re.DOTALL)
    assert len(blocks) == 2
    for block in blocks:
        command, expected = re.fullmatch(r"((?:.*\\\n)*.*\n)((?s:.*))", block).groups()
        folder, line = command.replace("\\\n", " ").split("$ scorio ")
        words = line.split()
        result = run(*words, "--color", "always", cwd=shared / "data" / folder)
        assert re.sub(r"\x1b\[[0-9;]*m", "", result.stdout) == expected
        assert result.stderr.startswith("scorio: 1 of 1 model is worse than ") == (
            "--fail-if-worse" in words
        )
        assert result.returncode == ("--fail-if-worse" in words)
