"""`python -m parity` as its user runs it."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from parity.needs import without_julia
from parity.sides import julia

TESTS = Path(__file__).parents[1]


def run(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "-m", "parity", *map(str, arguments)],
        cwd=TESTS,
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )


def test_report(tmp_path, process):
    files = {"--json": tmp_path / "report.json", "--markdown": tmp_path / "report.md"}
    page = "# Title\n\n<!-- report -->\n(earlier report)\n<!-- end of the report -->\n\nMore.\n"
    files["--markdown"].write_text(page)
    try:
        julia.answers([])
    except julia.NoJuliaError as reason:
        without_julia(str(reason))
    done = run("pass_at_k", "--no-live", *(word for pair in files.items() for word in pair))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "calls compared between Python and Julia" in done.stdout
    assert "--no-live" in done.stdout
    report = json.loads(files["--json"].read_text())
    assert report["julia_version"] == process.julia.version
    (row,) = report["functions"]
    assert row["worst"].keys() == {"kind", "julia_source", "options", "R"}
    assert row["worst"]["julia_source"].startswith("S.pass_at_k(")
    assert row["function"] == "pass_at_k"
    assert row["cases"] == row["compared"] == row["equal"] >= 200
    assert row["exact"] <= 1e-13
    assert report["unequal"] == []
    page = files["--markdown"].read_text()
    assert "| `pass_at_k` | " in page
    assert "(earlier report)" not in page
    assert page.startswith("# Title\n\n<!-- report -->\n\n")
    assert page.endswith("\n<!-- end of the report -->\n\nMore.\n")


def test_without_julia(tmp_path):
    done = run("avg", "--no-live", PATH=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert (
        "Julia was not asked: there is no julia: put Julia 1.5 or later on the PATH" in done.stdout
    )
    assert (done.stdout + done.stderr).count("Julia was not asked:") == 1
    assert "calls compared between Python and Julia" not in done.stdout


@pytest.mark.parametrize("option", ["--json", "--markdown"])
def test_files_that_could_not_be_written(tmp_path, option):
    file = tmp_path / "nope" / "report"
    done = run("pass_at_k", "--no-live", option, file)
    assert done.returncode == 2
    assert done.stdout == ""
    assert f"Invalid value for '{option}': the folder '{file.parent}' does not exist" in done.stderr
    assert "cases, answered by Python" not in done.stderr


def test_report_is_printed_before_files_are_written(tmp_path):
    # What is no text fails at the end.
    (tmp_path / "page.md").write_bytes(b"\xff")
    done = run("avg", "--no-live", "--markdown", tmp_path / "page.md", PATH=str(tmp_path))
    assert "measured against exact values" in done.stdout
    assert done.returncode == 1


def test_named_folder_without_values(tmp_path):
    done = run("avg", "--no-live", "--reference", tmp_path)
    assert done.returncode == 2
    missing = "has no eval_golden.jsonl.gz and no eval_large.jsonl.gz"
    assert f"the folder '{tmp_path}' {missing}" in done.stderr


@pytest.mark.parametrize(
    ("folder", "said"),
    [
        (
            "/nope",
            "SCORIO_SHARED is '/nope', but the folder '/nope/reference' has no eval_golden",
        ),
        ("", "neither --reference nor SCORIO_SHARED names a folder of them."),
    ],
)
def test_no_recorded_values(tmp_path, folder, said):
    done = run("avg", "--no-live", PATH=str(tmp_path), SCORIO_SHARED=folder)
    assert done.returncode == 0, done.stderr
    assert f"No recorded values: {said}" in done.stdout


def test_part_of_the_recorded_values(tmp_path):
    (tmp_path / "eval_golden.jsonl.gz").write_bytes(gzip.compress(b""))
    done = run("avg", "--no-live", "--reference", tmp_path, PATH=str(tmp_path))
    assert done.returncode == 0, done.stderr
    said = f"No recorded values of eval_large.jsonl.gz: '{tmp_path}' does not have it."
    assert said in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["no_such_function"], "'no_such_function' is not one of"),
        (["--reference", "no/such/folder"], "does not exist"),
    ],
)
def test_wrong_arguments(arguments, said):
    done = run(*arguments)
    assert done.returncode == 2
    assert said in done.stderr


def test_help():
    done = run("--help")
    assert done.returncode == 0
    for option in ("--json", "--markdown", "--reference", "--no-live"):
        assert option in done.stdout
