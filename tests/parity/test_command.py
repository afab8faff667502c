"""`python -m scorio.parity` as its user runs it."""

import json
import os
import subprocess
import sys

import pytest
from needs import refuse

from scorio.parity import julia


def run(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "-m", "scorio.parity", *map(str, arguments)],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )


def test_report(tmp_path, process):
    files = {"--json": tmp_path / "report.json", "--markdown": tmp_path / "report.md"}
    page = "# Title\n\n<!-- report -->\nold\n<!-- end of the report -->\n\nMore.\n"
    files["--markdown"].write_text(page)
    try:
        julia.answers([], process)
    except julia.NoJuliaError as reason:
        refuse(str(reason))
    done = run("pass_at_k", "--no-live", *(word for pair in files.items() for word in pair))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "calls compared between Python and Julia" in done.stdout
    assert "--no-live" in done.stdout
    report = json.loads(files["--json"].read_text())
    assert report["transport"].startswith("Julia ")
    (row,) = report["functions"]
    assert row["function"] == "pass_at_k"
    assert row["cases"] == row["compared"] == row["equal"] >= 200
    assert row["exact"] <= 1e-13
    assert report["unequal"] == []
    page = files["--markdown"].read_text()
    assert "| `pass_at_k` | " in page
    assert "old" not in page
    assert page.startswith("# Title\n\n<!-- report -->\n\n")
    assert page.endswith("\n<!-- end of the report -->\n\nMore.\n")


def test_without_julia(tmp_path):
    done = run("avg", "--no-live", PATH=str(tmp_path), PYTHON_JULIAPKG_EXE="")
    assert done.returncode == 0, done.stderr
    assert "Julia was not asked: there is no julia: install Julia 1.5 or later" in done.stdout
    assert "calls compared between Python and Julia" not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["no_such_function"], "'no_such_function' is not one of"),
        (["--reference", "no/such/folder"], "does not exist"),
        (["--julia", "no/such/folder"], "does not exist"),
    ],
)
def test_refused(arguments, said):
    done = run(*arguments)
    assert done.returncode == 2
    assert said in done.stderr


def test_help():
    done = run("--help")
    assert done.returncode == 0
    for option in ("--json", "--markdown", "--reference", "--julia", "--cache", "--no-live"):
        assert option in done.stdout
