"""Lists in columns of Parquet, Arrow and data frames are trials, as those of JSON Lines."""

import json

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyarrow import feather

import scorio


def parquet(table, folder):
    pq.write_table(table, folder / "log.parquet", row_group_size=3)
    return folder / "log.parquet"


def arrow(table, folder):
    feather.write_feather(table, folder / "log.arrow", compression="uncompressed")
    return folder / "log.arrow"


def stream(table, folder):
    with pa.ipc.new_stream(folder / "log.arrows", table.schema) as out:
        out.write_table(table, max_chunksize=2)
    return folder / "log.arrows"


SOURCES = {
    "parquet": parquet,
    "arrow": arrow,
    "stream": stream,
    "pyarrow": lambda table, _: table,
    "polars": lambda table, _: pl.DataFrame(table),
    "pandas": lambda table, _: table.to_pandas(types_mapper=pd.ArrowDtype),
}
of_each = pytest.mark.parametrize("source", SOURCES)
GRADES = {"no": [0, "I"], "half": 0.5, "yes": [1, "C"]}


def told(source, options):
    """The counts, or what is wrong without its place."""
    try:
        counts = scorio.count(source, **options)
    except ValueError as error:
        return str(error).partition(": ")[2].partition(";")[0]
    return sorted(pl.DataFrame(counts).rows()), counts.missing


outcomes = st.sampled_from([0, 1, 0.5, None])
lists = st.one_of(st.none(), st.lists(outcomes, max_size=3))
kinds = [pa.list_(pa.float64()), pa.large_list(pa.float32())]


@st.composite
def tables(draw):
    size = draw(st.integers(1, 6))
    column = st.lists(lists, min_size=size, max_size=size)
    plain, inside = draw(column), draw(column)
    infos = [None if one is None else [{"r": {"ok": r}, "t": 'é"'} for r in one] for one in inside]
    info = pa.struct([("r", pa.struct([("ok", pa.float64())])), ("t", pa.string())])
    return pa.table({
        "model": draw(st.lists(st.sampled_from("mn"), min_size=size, max_size=size)),
        "question": [f"q{i}" for i in range(size)],
        "accs": pa.array(plain, draw(st.sampled_from(kinds))),
        "deep": pa.array([{"accs": one} for one in plain]),
        "infos": pa.array(infos, pa.list_(info)),
    })  # fmt: skip


@of_each
@pytest.mark.parametrize("outcome", ["accs[]", "infos[].r.ok", "deep.accs[]"])
@settings(
    deadline=None, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(table=tables(), missing=st.sampled_from(["drop", "fail", "error"]))
def test_lists_count_as_in_json_lines(source, outcome, table, missing, tmp_path):
    log = tmp_path / "log.jsonl"
    log.write_text("".join(f"{json.dumps(row)}\n" for row in table.to_pylist()))
    options = {"outcome": outcome, "categories": GRADES, "on_missing": missing}
    found = told(SOURCES[source](table, tmp_path), options)
    expected = told(log, options)
    assert found == expected or (isinstance(found, str) and isinstance(expected, str))


@of_each
def test_entries_are_trials(source, tmp_path):
    table = pa.table({
        "model": ["m", "m"],
        "question": ["q", "r"],
        "accs": [[True, False, True], [False, False, False]],
        "grades": [["C", "I", "C"], ["I", "I", "I"]],
        "pairs": [[1, 0, 1], [0, 0, 0]],
    })  # fmt: skip
    log = SOURCES[source](table, tmp_path)
    for options in (
        {"outcome": "accs[]"},
        {"outcome": "grades[]", "categories": {"no": "I", "yes": "C"}},
        {"outcome": "pairs[]"},
    ):
        counts = scorio.count(log, **options)
        assert [counts.trials, len(counts)] == [6, 2]
        assert counts.score()[0].score == pytest.approx(1 / 3)


def test_pandas_objects_hold_lists():
    runs = pd.DataFrame({"model": ["m"], "question": ["q"], "accs": [[1, 0, 1]]})
    assert scorio.count(runs, outcome="accs[]").trials == 3


@of_each
def test_a_list_without_its_sign_is_an_error(source, tmp_path):
    table = pa.table({"model": ["m"], "question": ["q"], "accs": [[1, 0]]})
    log = SOURCES[source](table, tmp_path)
    with pytest.raises(ValueError, match="row 1: the column .accs. has the type list<int64>"):
        scorio.count(log, outcome="accs")
    with pytest.raises(ValueError, match=r'the outcome "accs\[\]\[\]" is 1, where a list'):
        scorio.count(log, outcome="accs[][]")


def test_no_list_is_where_one_should_be(tmp_path):
    table = pa.table({"model": ["m"], "question": ["q"], "acc": [1]})
    with pytest.raises(ValueError, match="row 1: .* is 1, where a list should be"):
        scorio.count(parquet(table, tmp_path), outcome="acc[]")
