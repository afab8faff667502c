"""Counts and data frames, both ways."""

import io

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scorio

FRAMES = {
    "itself": lambda counts: counts,
    "pyarrow": pa.table,
    "reader": lambda counts: pa.table(counts).to_reader(),
    "polars": pl.DataFrame,
    "lazy": lambda counts: pl.DataFrame(counts).lazy(),
    "pandas": lambda counts: pa.table(counts).to_pandas(),
    "categories": lambda counts: pa.table(counts).to_pandas(strings_to_categorical=True),
    "duckdb": lambda counts: duckdb.connect().from_arrow(pa.table(counts)),
    "polars-csv": lambda counts: pl.read_csv(io.StringIO(pl.DataFrame(counts).write_csv())),
    "pandas-csv": lambda counts: pd.read_csv(io.StringIO(pl.DataFrame(counts).write_csv())),
}
of_each = pytest.mark.parametrize("frame", FRAMES)


def counts_of(rows, also):
    """Counts of trials, some of which have no task."""
    whole = None
    for tasked in (True, False):
        part = [row for row in rows if bool(row["task"]) == tasked]
        if not part:
            continue
        frame = pd.DataFrame(part).drop(columns=[] if tasked else ["task"])
        grades = {"0": 0, "0.5": 0.5, "1": 1}
        counts = scorio.count(frame, categories=grades, **(also if tasked else {}))
        whole = counts if whole is None else whole + counts
    return whole


trials = st.lists(
    st.tuples(
        st.sampled_from(["m", "n"]),
        st.sampled_from(["", "s", "t"]),
        st.sampled_from(["q", "é", "r r"]),
        st.sampled_from([0, 0.5, 1]),
    ),
    min_size=1,
    max_size=12,
)


@of_each
@settings(deadline=None, max_examples=20)
@given(rows=trials, described=st.booleans())
def test_counts_come_back(frame, rows, described):
    clusters = {"q": ("one", 0.5), "é": ("two", 0.0), "r r": ("two", 2.0)}
    names = ("model", "task", "question", "outcome", "cluster", "weight")
    rows = [dict(zip(names, (*row, *clusters[row[2]]), strict=True)) for row in rows]
    # Questions without a task have neither cluster nor weight.
    counts = counts_of(rows, {"cluster": "cluster", "weight": "weight"} if described else {})
    assert scorio.count(FRAMES[frame](counts)) == counts


@of_each
def test_counts_without_a_task_come_back(frame):
    counts = scorio.count("examples/coins.jsonl").select(model=["coin-01", "coin-02"])
    assert counts.tasks == [""]
    again = scorio.count(FRAMES[frame](counts))
    assert again == counts
    assert again.score()[0].score == counts.score()[0].score


def test_what_was_reported_comes_back_where_the_frame_keeps_it():
    counts = scorio.count("examples/coins.jsonl")
    again = scorio.count(pa.table(counts))
    assert again.report == counts.report
    assert again.sources == ["pyarrow Table"]
    assert scorio.count(pl.DataFrame(counts)).report["records"] == 0


def test_rows_may_be_changed_on_the_way():
    counts = scorio.count("examples/coins.jsonl")
    frame = pl.DataFrame(counts).filter(pl.col("model") != "coin-01").drop("task", "missing")
    assert scorio.count(frame) == counts.select(model=counts.models[1:])


@pytest.mark.parametrize("frame", [pa.table, pl.DataFrame, lambda sums: sums])
@pytest.mark.parametrize("kept", [False, True])
def test_sums_come_back(frame, kept):
    sums = scorio.count("examples/coins.jsonl", numeric=True, keep_values=kept)
    again = scorio.count(frame(sums), numeric=True)
    assert again == sums


@pytest.mark.parametrize(
    ("options", "option"),
    [
        ({"threshold": 0.5}, "threshold"),
        ({"outcome": "passed"}, "outcome"),
        ({"question": "id"}, "question"),
        ({"constants": {"model": "m"}}, "model"),
        ({"on_missing": "drop"}, "on_missing"),
        ({"order": True}, "order"),
        ({"times": "n"}, "times"),
    ],
)
def test_options_for_trials_are_refused(options, option):
    frame = pa.table(scorio.count("examples/coins.jsonl"))
    with pytest.raises(ValueError, match=f"holds counts, but .*{option}.* says how to read"):
        scorio.count(frame, **options)


@pytest.mark.parametrize(
    ("column", "values", "what"),
    [
        ("count_1", [-1], "whole numbers"),
        ("count_1", [0.5], "whole numbers"),
        ("count_1", [None], "whole numbers"),
        ("model", [5.5], "not text"),
        ("weight", ["x"], "not numbers"),
    ],
)
def test_what_is_no_count_is_refused(column, values, what):
    table = {"model": ["m"], "question": ["q"], "count_0": [1], "count_1": [2], column: values}
    with pytest.raises(ValueError, match=f"pyarrow Table holds no counts: .*{column}.* {what}"):
        scorio.count(pa.table(table))


def test_a_log_with_an_outcome_is_no_table_of_counts():
    log = {"model": ["m"], "question": ["q"], "outcome": [1], "count_0": [3], "count_1": [4]}
    assert scorio.count(pa.table(log)).trials == 1
