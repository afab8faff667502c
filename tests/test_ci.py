"""Continuous integration: workflows of the page as they run, JUnit XML, Markdown, and --json."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pandas as pd
import pytest
import yaml
from click.testing import CliRunner

import scorio
from scorio.cli.main import main

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "continuous-integration.md").read_text(encoding="utf-8")
WORKFLOWS = [
    yaml.safe_load(block)
    for block in re.findall(r"^```yaml\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
]
ODD = ["<b>&\"'</b>", "a\nb\x1b[31m\x00", "]]>", "דגם", "🦙", "x" * 300]
NUMBERS = ("tests", "failures", "errors", "skipped")


def run(*arguments):
    return CliRunner().invoke(main, list(map(str, arguments)))


def checked(text):
    """The cases of a JUnit document whose structure is as consumers expect it."""
    root = ET.fromstring(text)
    assert root.tag == "testsuites"
    assert root.get("name")
    cases = []
    for suite in root:
        assert suite.tag == "testsuite"
        assert suite.get("name")
        own = []
        properties, *cases_here = suite
        assert properties.tag == "properties"
        assert all(one.tag == "property" and one.get("name") == "note" for one in properties)
        assert all(one.get("value") for one in properties)
        for case in cases_here:
            assert case.tag == "testcase"
            assert case.get("name")
            assert case.get("classname") == suite.get("name")
            assert float(case.get("time")) >= 0
            [said] = case
            assert said.tag in ("failure", "skipped", "system-out")
            assert said.get("message") or said.text
            own.append((case.get("classname"), case.get("name"), said.tag))
        kinds = [tag for *_, tag in own]
        found = [len(own), kinds.count("failure"), 0, kinds.count("skipped")]
        assert [int(suite.get(name)) for name in NUMBERS] == found
        cases += own
    sums = [sum(int(suite.get(name)) for suite in root) for name in NUMBERS]
    assert [int(root.get(name)) for name in NUMBERS] == sums
    return cases


def test_the_page_has_workflows_of_their_structure():
    github, gitlab = WORKFLOWS
    # YAML 1.1 reads the key `on` as true.
    assert {"name", True, "permissions", "concurrency", "jobs"} == set(github)
    for job in github["jobs"].values():
        assert job["runs-on"]
        assert all(("run" in step) != ("uses" in step) for step in job["steps"])
    assert gitlab["evaluation"]["artifacts"]["reports"]["junit"] == "compare.xml"


def scripts():
    github, gitlab = WORKFLOWS
    for step in github["jobs"]["evaluation"]["steps"]:
        if "run" in step:
            yield step["run"]
    yield from gitlab["evaluation"]["script"]


@pytest.mark.skipif(sys.platform == "win32", reason="workflows run in bash")
@pytest.mark.parametrize("script", [one for one in scripts() if "scorio" in one.split()[0]])
def test_a_step_runs_as_it_stands(script, tmp_path):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    folder = tmp_path / "bin"
    folder.mkdir()
    command = folder / "scorio"
    command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m scorio "$@"\n')
    command.chmod(0o755)
    summary = tmp_path / "summary_1234"
    environment = os.environ | {
        "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
        "GITHUB_STEP_SUMMARY": str(summary),
    }
    ended = subprocess.run(
        ["bash", "-e", "-c", script], capture_output=True, text=True, check=False, cwd=tmp_path,
        env=environment,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    [path] = tmp_path.glob("*.xml")
    assert all(tag == "system-out" for *_, tag in checked(path.read_text()))
    if "SUMMARY" in script:
        assert summary.read_text().startswith("**")
        assert "| model |" in summary.read_text()


def test_a_step_fails_if_a_model_is_worse(coins, tmp_path):
    path = tmp_path / "compare.xml"
    ended = run(
        "compare", coins, "--baseline", "coin-09", "--only", "coin-10", "--only", "coin-01",
        "--fail-if-worse", "0.02", "--junit", path,
    )  # fmt: skip
    assert ended.exit_code == 1
    assert f"Wrote {path}." in ended.stdout
    name = "not worse than coin-09 by more than 0.02"
    cases = [("coin-10", name, "system-out"), ("coin-01", name, "failure")]
    assert checked(path.read_text()) == cases


def test_a_gate_as_tests(coins, tmp_path):
    path = tmp_path / "gate.xml"
    ended = run("gate", coins, "--at-least", "0.37", "--junit", path, "--json")
    assert ended.exit_code == 1
    assert ended.stderr.startswith(f"Wrote {path}.\n")
    tags = {"pass": "system-out", "fail": "failure", "undecided": "skipped"}
    rows = json.loads(ended.stdout)["rows"]
    assert {row["verdict"] for row in rows} == set(tags)
    expected = [(row["model"], "avg of all tasks", tags[row["verdict"]]) for row in rows]
    assert checked(path.read_text()) == expected


def test_odd_names_stay_in_their_places():
    rows = [
        {"model": name, "task": name, "question": name, "outcome": outcome}
        for name in ODD
        for outcome in (0, 1, 1)
    ]
    counts = scorio.count(pd.DataFrame(rows), on_repeat="keep")
    for found in (
        scorio.gate(counts, 0.5, by_task=True),
        scorio.gate(counts, 0.5, per_question=True),
    ):
        cases = checked(found.to_junit())
        assert len(cases) == len(found)
        assert "a\\nb\\x1b[31m\\x00" in {suite for suite, *_ in cases}
    found = scorio.compare(counts, baseline=ODD[0], margin=0.1, paired=False)
    assert len(checked(found.to_junit())) == len(ODD) - 1


def test_what_junit_refuses(coins, tmp_path):
    own = ("compare", coins, "--baseline", "coin-01", "--junit")
    assert "say --fail-if-worse X" in run(*own, tmp_path / "a.xml").stderr
    margin = ("--fail-if-worse", "0.1")
    assert "its ending is not .xml" in run(*own, tmp_path / "a.txt", *margin).stderr
    assert "without --junit" in run("compare", coins, "--pairs", "--junit", "a.xml").stderr
    with pytest.raises(ValueError, match="there are no verdicts"):
        scorio.compare(coins, baseline="coin-01").to_junit()


def test_a_gate_decides_about_some_models_and_shows_some_lines(coins):
    good = run("gate", coins, "--at-least", "0.4", "--only", "coin-11", "--percent")
    assert (good.exit_code, good.stderr) == (0, "")
    assert "72.46%" in good.stdout
    assert "coin-01" not in good.stdout
    some = run("gate", coins, "--at-least", "0.4", "--top", "2", "--digits", "1", "--sort", "model")
    assert some.exit_code == 1
    assert "Shown: 2 of 11 models." in some.stdout
    assert [line.split()[0] for line in some.stdout.splitlines()[3:5]] == ["coin-01", "coin-02"]
    unknown = run("gate", coins, "--at-least", "0.4", "--only", "coin-12")
    assert "there is no model 'coin-12'" in unknown.stderr
    single = run(
        "gate", coins, "--at-least", "0.4", "--per-question", "--only", "coin-01", "--top", "3"
    )
    assert ", of which 3 are here" in single.stdout
    assert "coin-02" not in single.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["score"],
        ["compare", "--baseline", "coin-01"],
        ["compare", "--pairs"],
        ["gate", "--at-least", "0.1"],
        ["rank", "--method", "borda", "--interval", "none"],
        ["converge", "--replicates", "20"],
        ["plan", "trials", "--half-width", "0.1"],
    ],
)
def test_results_as_markdown(arguments, coins, tmp_path):
    ended = run(*arguments, coins, "--markdown", "--out", tmp_path / "a.md")
    assert ended.exit_code == 0, ended.stderr
    assert ended.stdout == (tmp_path / "a.md").read_text()
    assert ended.stderr == f"Wrote {tmp_path / 'a.md'}.\n"
    both = run(*arguments, coins, "--markdown", "--json")
    assert "--json and --markdown both write" in both.stderr
    both = run(*arguments, coins, "--markdown", "--out", "-")
    assert "--out - and --markdown both write" in both.stderr


def test_what_is_kept_as_json(coins, tmp_path):
    day = tmp_path / "day.parquet"
    first = json.loads(run("count", coins, "--out", day, "--json").stdout)
    assert (first["trials"], first["questions"], len(first["models"])) == (26400, 330, 11)
    assert first["report"]["records"] == 26400
    merged = json.loads(run("merge", day, "--out", tmp_path / "week.parquet", "--json").stdout)
    assert merged["trials"] == first["trials"]
    assert run("count", coins, "--out", "-", "--json").exit_code == 2


def test_rubrics_as_json():
    shown = json.loads(run("rubric", "show", "paper:exact-match", "--json").stdout)
    assert list(shown["rubrics"]) == ["exact-match"]
    assert {"name", "weight", "when"} <= set(shown["rubrics"]["exact-match"]["categories"][0])
    checked = run(
        "rubric", "check", ROOT / "examples" / "rubric.toml", ROOT / "examples" / "graded.jsonl",
        "-n", "2", "--json",
    )  # fmt: skip
    assert checked.exit_code == 0, checked.stderr
    trials = [json.loads(line) for line in checked.stdout.splitlines()]
    assert len(trials) == 2
    assert {"model", "question", "signals", "categories"} <= set(trials[0])
