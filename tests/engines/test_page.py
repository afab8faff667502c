"""Run what the page about engines shows."""

import contextlib
import io
import re
from pathlib import Path

import polars as pl
import pytest

PAGE = Path(__file__).parents[2] / "docs" / "beyond-one-machine.md"
pytestmark = [
    pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning"),
    pytest.mark.filterwarnings(
        "ignore:The inplace keyword in DataFrame.reset_index:DeprecationWarning"
    ),
]


@pytest.fixture
def runs(coins, tmp_path, monkeypatch):
    """Write the sample log as Parquet files, one for each model, where the page expects it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs").mkdir()
    for (model,), rows in pl.read_ndjson(coins).group_by("model"):
        rows.write_parquet(tmp_path / "runs" / f"{model}.parquet")


@pytest.mark.usefixtures("runs")
@pytest.mark.parametrize("engine", ["PySpark", "Dask"])
def test_the_page(engine, request):
    if engine == "PySpark":
        request.getfixturevalue("spark")
    else:
        pytest.importorskip("dask.dataframe", reason="Dask is not here: `make engines` has it")
    pattern = rf"### {engine}\n```python\n(.*?)```"
    (code,) = re.findall(pattern, PAGE.read_text(), flags=re.DOTALL)
    (said,) = re.findall(r"print\(counts\)  # (.*)\n", code)
    with contextlib.redirect_stdout(io.StringIO()) as shown:
        exec(code, {})
    assert shown.getvalue() == f"{said}\n"
