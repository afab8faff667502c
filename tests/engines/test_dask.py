"""Dask counts where its partitions are, and only the counts travel."""

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from frames import log_of, some_rows

import scorio

pytestmark = pytest.mark.filterwarnings(
    "ignore:The inplace keyword in DataFrame.reset_index:DeprecationWarning"  # Dask's own
)
dask = pytest.importorskip("dask", reason="Dask is not here: `make engines` has it")


@pytest.fixture
def partitions(tmp_path):
    """Several thousand rows in five files."""
    import dask.dataframe as dd

    table = some_rows(7000, pa.float64(), [i / 7000 for i in range(7000)])
    for part in range(5):
        pq.write_table(table.slice(1400 * part, 1400), tmp_path / f"{part}.parquet")
    return table, dd.read_parquet(tmp_path)


@pytest.mark.parametrize("scheduler", ["threads", "processes"])
def test_only_counts_travel(partitions, tmp_path, monkeypatch, scheduler):
    table, frame = partitions
    assert frame.npartitions > 1
    computed = []
    inner = type(frame).compute

    def spy(frame, **options):
        result = inner(frame, **options)
        computed.append((len(result), frame.optimize(fuse=False).expr.tree_repr()))
        return result

    monkeypatch.setattr(type(frame), "compute", spy)
    options = {"threshold": 0.25, "on_missing": "drop"}
    with dask.config.set(scheduler=scheduler):
        counts = scorio.count(frame, **options)
    assert counts == scorio.count(log_of(table, tmp_path / "log.jsonl"), **options)
    assert counts.trials == 6000
    (size, plan), (twice, _) = computed
    # Below the threshold, above it, at it or missing. No trial is a duplicate.
    assert 3 * len(counts) <= size <= 4 * len(counts)
    assert twice == 0
    assert "outcome" in plan
    assert "transcript" not in plan


def test_repeated_trials(partitions):
    import dask.dataframe as dd

    table, frame = partitions
    again = dd.concat([frame, dd.from_pandas(table.slice(1234, 1).to_pandas(), npartitions=1)])
    options = {"threshold": 0.25, "on_missing": "drop"}
    with pytest.raises(ValueError, match="model m1, task t, question 2, trial 1234 is there 2 tim"):
        scorio.count(again, **options)
    kept = scorio.count(again, on_repeat="keep", **options)
    assert kept.trials == 6001
    with pytest.raises(ValueError, match="'first' asks for the order of the rows, .* has none"):
        scorio.count(again, on_repeat="first", **options)


def test_partitions_of_different_types():
    import dask.dataframe as dd

    frame = pd.DataFrame({
        "model": pd.Categorical(["a", "a", "b", "b"]),
        "question": ["q"] * 4,
        "outcome": [True, False, None, True],
    }).astype({"outcome": "boolean"})  # fmt: skip
    counts = scorio.count(dd.from_pandas(frame, npartitions=4), on_missing="fail")
    assert counts == scorio.count(frame, on_missing="fail")
