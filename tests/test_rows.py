"""The rows of results match the declarations of the core."""

import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest

import scorio
from scorio import _core

ROOT = Path(__file__).parent.parent


def test_the_rows_of_python_are_current(tmp_path):
    subprocess.run([sys.executable, ROOT / "tools/rows.py", tmp_path], check=True)
    own, new = (
        {path.name: path.read_text("utf-8") for path in folder.glob("*.py")}
        for folder in (ROOT / "python/scorio/_rows", tmp_path)
    )
    assert own == new, "run make rows"


def test_the_rows_of_typescript_are_current():
    command = [sys.executable, ROOT / "tools/js_rows.py"]
    text = subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout
    assert (ROOT / "js/rows.d.ts").read_text("utf-8") == text, "run make rows"


def test_the_functions_of_calls_are_current():
    command = [sys.executable, ROOT / "tools" / "calls.py", "--check"]
    subprocess.run(command, check=True)


@pytest.mark.parametrize("result", ["scores", "comparisons"])
def test_declared_fields_reach_python_and_arrow(coins, result):
    counts = scorio.count(coins)
    rows = counts.score() if result == "scores" else scorio.compare(counts, baseline="coin-01")
    declared = {name: [field for field, *_ in fields] for name, _, fields in _core.row_types()}
    names = declared[type(rows[0]).__name__]
    assert list(rows[0]._fields) == names
    assert pa.table(rows).schema.names == names
