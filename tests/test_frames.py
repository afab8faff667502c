"""Data frames to counts: every library gives the counts of a log with the same rows."""

import subprocess
import sys

import dask.dataframe as dd
import duckdb
import ibis
import narwhals
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from frames import OUTCOMES, RULES, log_of, outcome_of, rows, travelling
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import scorio


class Stream:
    """A frame of an unknown library that supports Arrow."""

    def __init__(self, table):
        self._table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self._table.__arrow_c_stream__(requested_schema)


def arrow_typed(table):
    return table.to_pandas(types_mapper=pd.ArrowDtype)


EAGER = {
    "pyarrow": lambda table: table,
    "reader": lambda table: table.to_reader(max_chunksize=7),
    "stream": Stream,
    "pandas": lambda table: table.to_pandas(),
    "pandas-arrow": arrow_typed,
    "polars": pl.DataFrame,
    "narwhals": narwhals.from_native,
}
LAZY = {
    "polars-lazy": lambda table: pl.DataFrame(table).lazy(),
    "duckdb": lambda table: duckdb.connect().from_arrow(table),
    "ibis": ibis.memtable,
    "dask": lambda table: dd.from_pandas(arrow_typed(table), npartitions=3),
}
ENGINES = EAGER | LAZY
of_each = pytest.mark.parametrize("engine", ENGINES)
of_lazy = pytest.mark.parametrize("engine", LAZY)


@st.composite
def tables(draw):
    size = draw(st.integers(1, 25))

    def column(values):
        return draw(st.lists(st.sampled_from(values), min_size=size, max_size=size))

    kind = draw(st.sampled_from(list(OUTCOMES)))
    values = draw(st.lists(st.sampled_from(OUTCOMES[kind]), min_size=1, max_size=4))
    columns = {
        "model": column(["a", "b"]),
        "question": column(draw(st.sampled_from([["q", "é"], [1, 2]]))),
        "outcome": pa.array(column([*values, *draw(st.sampled_from([[], [None]]))]), kind),
        "notes": column(["long", "text"]),
    }
    if draw(st.booleans()):
        columns["task"] = column(["s", "t"])
    if draw(st.booleans()):
        columns["trial"] = draw(st.sampled_from([column([1, 2, 3]), list(range(size))]))
    return pa.table(columns)


def counted_alike(make, table, options, folder):
    expected = outcome_of(log_of(table, folder / "log.jsonl"), options)
    assert outcome_of(make(table), options) == expected


anything = given(
    table=tables(),
    rule=st.sampled_from(RULES),
    missing=st.sampled_from(["error", "drop", "fail"]),
)
# Some engines return a number as the maximum of nothing but NaN.
nothing = example(
    table=pa.table({"model": ["a", "a"], "question": [1, 1], "outcome": [0.0, float("nan")]}),
    rule={},
    missing="drop",
)
# In single precision 0.7 is below 0.7, but prints as 0.7.
single = example(
    table=pa.table({
        "model": ["a", "a"],
        "question": [1, 1],
        "outcome": pa.array([0.7, 0.5], pa.float32()),
    }),
    rule={"threshold": 0.7},
    missing="drop",
)  # fmt: skip
patient = {"deadline": None, "suppress_health_check": [HealthCheck.function_scoped_fixture]}


@pytest.mark.parametrize("engine", [*EAGER, "polars-lazy"])
@settings(**patient)
@nothing
@single
@anything
def test_a_frame_counts_as_its_rows(engine, tmp_path, table, rule, missing):
    counted_alike(ENGINES[engine], table, {"on_missing": missing} | rule, tmp_path)


@pytest.mark.parametrize("engine", ["duckdb", "ibis", "dask"])
@settings(max_examples=25, **patient)
@nothing
@single
@anything
def test_an_engine_counts_as_its_rows(engine, tmp_path, table, rule, missing):
    counted_alike(LAZY[engine], table, {"on_missing": missing} | rule, tmp_path)


RUN = pa.table({
    "model": ["a", "a", "a", "b"],
    "task": ["t", "t", "t", "t"],
    "question": [1, 1, 2, 1],
    "trial": [0, 1, 0, 0],
    "outcome": [1.0, 0.0, 1.0, None],
})  # fmt: skip
AGAIN = pa.concat_tables([RUN, RUN.slice(1, 1).set_column(4, "outcome", [[1.0]])])


@of_each
def test_repeated_trials(engine, tmp_path):
    def frame():
        return ENGINES[engine](AGAIN)

    log = log_of(AGAIN, tmp_path / "log.jsonl")
    with pytest.raises(
        ValueError, match=r"model \W?a\W?, task \W?t\W?, question 1, trial 1 .*keep"
    ):
        scorio.count(frame(), on_missing="drop")
    kept = scorio.count(frame(), on_missing="drop", on_repeat="keep")
    assert rows(kept) == [
        ("a", "t", "1", 1, 2, 0),
        ("a", "t", "2", 0, 1, 0),
        ("b", "t", "1", 0, 0, 1),
    ]
    for policy in ["first", "last"]:
        options = {"on_missing": "drop", "on_repeat": policy}
        if engine in ("duckdb", "ibis", "dask"):
            with pytest.raises(ValueError, match=f"'{policy}' asks for the order .* has none"):
                scorio.count(frame(), **options)
        else:
            assert scorio.count(frame(), **options) == scorio.count(log, **options)


@of_each
@pytest.mark.parametrize("policy", ["error", "keep"])
@pytest.mark.parametrize(
    "trials", [[0, 1, None, 0], [0.0, 1.0, float("nan"), 0.0], ["x", "y", "", "x"]]
)
def test_a_trial_without_a_name(engine, trials, policy):
    table = RUN.set_column(3, "trial", [trials])
    said = 'the trial .*"trial".* (null|empty), which names nothing'
    for options in [{}, {"threshold": 0.5}]:
        with pytest.raises(ValueError, match=said):
            scorio.count(ENGINES[engine](table), on_missing="drop", on_repeat=policy, **options)


@of_each
def test_columns_of_nothing_but_nulls(engine):
    table = RUN.set_column(4, "outcome", [pa.nulls(4)])
    counts = scorio.count(ENGINES[engine](table), on_missing="drop")
    assert (counts.trials, counts.missing) == (0, 4)
    assert scorio.count(ENGINES[engine](table), on_missing="fail").trials == 4
    with pytest.raises(ValueError, match='the outcome is missing: the field "outcome" is null'):
        scorio.count(ENGINES[engine](table))
    table = RUN.set_column(3, "trial", [pa.nulls(4)])
    with pytest.raises(ValueError, match="the trial .* null, which names nothing"):
        scorio.count(ENGINES[engine](table), on_missing="drop")


@pytest.mark.parametrize("engine", ["polars", "polars-lazy"])
def test_nulls_inside_of_structs(engine):
    inside = pa.array([{"grade": None, "also": []}] * 4)
    table = RUN.set_column(4, "info", inside)
    counts = scorio.count(ENGINES[engine](table), outcome="info.grade", on_missing="drop")
    assert (counts.trials, counts.missing) == (0, 4)
    with pytest.raises(ValueError, match='the column "info.also" has the type list<bool>'):
        scorio.count(ENGINES[engine](table), outcome="info.also")


@of_each
def test_the_report_counts_rows(engine):
    table = pa.concat_tables([RUN, RUN.set_column(3, "trial", [[5, 6, 7, 8]])])
    for options in [{}, {"threshold": 0.5}, {"on_repeat": "keep"}]:
        counts = scorio.count(ENGINES[engine](table), on_missing="drop", **options)
        assert counts.report["records"] == 8
        assert counts.report["missing_dropped"] == 2


@of_each
def test_wrong_categories_are_a_sentence(engine):
    with pytest.raises(ValueError, match=r"^the value 1 is in the categories no and yes"):
        scorio.count(ENGINES[engine](RUN), categories={"no": [0, 1], "yes": [1]})


@of_each
def test_whole_questions(engine):
    table = pa.table({"model": ["m", "m"], "id": ["a", "b"], "n": [10, 5], "c": [7.0, 5.0]})
    options = {"question": "id", "total": "n", "correct": "c"}
    counts = scorio.count(ENGINES[engine](table), **options)
    assert rows(counts) == [("m", "", "a", 3, 7, 0), ("m", "", "b", 0, 5, 0)]
    with pytest.raises(ValueError, match='no (column|field) "k" for the number of correct trials'):
        scorio.count(ENGINES[engine](table), **options | {"correct": "k"})
    twice = pa.concat_tables([table, table])
    with pytest.raises(ValueError, match=r"question \W?a\W? was counted before"):
        scorio.count(ENGINES[engine](twice), **options)
    kept = scorio.count(ENGINES[engine](twice), on_repeat="keep", **options)
    assert rows(kept) == [("m", "", "a", 6, 14, 0), ("m", "", "b", 0, 10, 0)]


@of_each
def test_several_trials_a_row(engine):
    table = RUN.drop_columns(["trial"]).append_column("n", [[3, 2, 0, 4]])
    counts = scorio.count(ENGINES[engine](table), times="n", on_missing="drop")
    assert rows(counts) == [
        ("a", "t", "1", 2, 3, 0),
        ("a", "t", "2", 0, 0, 0),
        ("b", "t", "1", 0, 0, 4),
    ]
    with pytest.raises(ValueError, match='no (column|field) "k" for the number of trials'):
        scorio.count(ENGINES[engine](table), times="k")


@of_lazy
def test_an_error_says_no_row_of_the_counts(engine):
    with pytest.raises(
        ValueError, match=r"^\w+ \w+: the outcome is missing: .*\"outcome\" is null"
    ):
        scorio.count(LAZY[engine](RUN))


WRONG = [
    ({"path": "(?P<model>x)"}, r"path = '\(\?P<model>x\)' is for files"),
    ({"format": "csv"}, "format = 'csv' is for files"),
    ({"on_bad_line": "skip"}, "on_bad_line = 'skip' is for files"),
    (
        {"model": "llm"},
        r'no (column|field) "llm" for the model; (columns|fields) here: .*trial, outcome.*constant',
    ),
    (
        {"question": "id"},
        r'no (column|field) "id" for the question; (columns|fields) here: model, task, question',
    ),
    ({"outcome": "score"}, r'no (column|field) "score" for the outcome'),
    ({"trial": "run"}, r'no (column|field) "run" for the trial'),
    (
        {"constants": {"model": "m"}, "model": "model"},
        "model names a field, but constants or path gives the model, too",
    ),
    ({"constants": {"model": ""}}, "the model of the data frame is empty"),
    ({"outcome": "question"}, 'the outcome 2 .*"question".* matches no category'),
    (
        {"question": "outcome", "outcome": "trial", "on_repeat": "keep"},
        'the question .*"outcome".* null',
    ),
    ({"on_missing": "error"}, 'the outcome is missing: the field "outcome" is null'),
    ({"on_missing": "guess"}, "on_missing = guess is not one of"),
    ({"on_repeat": "x"}, "on_repeat = x is not one of"),
    ({"threshold": float("nan")}, "threshold = NaN is not a number"),
]


@of_each
@pytest.mark.parametrize(("options", "sentence"), WRONG)
def test_wrong_options(engine, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        scorio.count(ENGINES[engine](RUN), **{"on_missing": "drop"} | options)


@pytest.mark.parametrize("engine", EAGER)
def test_an_error_says_the_row(engine):
    with pytest.raises(ValueError, match=r"row 4: the outcome is missing"):
        scorio.count(ENGINES[engine](RUN))


@of_each
def test_constants(engine):
    frame = ENGINES[engine](RUN.drop_columns(["model"]))
    options = {"constants": {"model": "outcome", "task": "x"}, "on_repeat": "keep"}
    counts = scorio.count(frame, on_missing="drop", **options)
    assert rows(counts) == [("outcome", "x", "1", 1, 1, 1), ("outcome", "x", "2", 0, 1, 0)]


@of_lazy
def test_only_counts_travel(engine, monkeypatch):
    tables = travelling(monkeypatch)
    size = 6000
    table = pa.table({
        "model": [f"m{i % 3}" for i in range(size)],
        "question": [i % 10 for i in range(size)],
        "outcome": [i / size for i in range(size)],
        "transcript": ["long"] * size,
    })  # fmt: skip
    counts = scorio.count(LAZY[engine](table), threshold=0.5)
    assert counts.trials == size
    assert counts == scorio.count(table, threshold=0.5)
    with pytest.raises(ValueError, match="the outcome .* matches no category"):
        scorio.count(LAZY[engine](table))
    # At the threshold is a group of its own.
    assert [t.num_rows for t in tables] == [61, size, 31]


def test_other_columns_are_not_read():
    lazy = pl.DataFrame(RUN).lazy()
    unread = pl.col("model").map_batches(lambda _: 1 / 0, return_dtype=pl.Int64)
    assert scorio.count(lazy.with_columns(text=unread), on_missing="drop").trials == 3
    relation = duckdb.connect().from_arrow(RUN).project("*, error('read') AS text")
    assert scorio.count(relation, on_missing="drop").trials == 3
    frame = RUN.to_pandas().assign(text=[1, "x", object(), None])
    assert scorio.count(frame, on_missing="drop").trials == 3


def test_column_types():
    frame = pd.DataFrame({
        "model": pd.Categorical(["a", "b", "a"], categories=["b", "a", "unused"]),
        "question": [1, 1, 2],
        "outcome": pd.Series([True, None, False], dtype=object),
    })  # fmt: skip
    expected = [("a", "", "1", 0, 1, 0), ("a", "", "2", 1, 0, 0), ("b", "", "1", 0, 0, 1)]
    for source in [frame, frame.set_index("question", drop=False)]:
        assert rows(scorio.count(source, on_missing="drop")) == expected
    lazy = pl.DataFrame(frame).lazy().with_columns(pl.col("model").cast(pl.Enum(["b", "a"])))
    assert rows(scorio.count(lazy, on_missing="drop")) == expected
    parts = dd.from_pandas(frame.assign(outcome=frame.outcome.astype("boolean")), npartitions=2)
    assert rows(scorio.count(parts, on_missing="drop")) == expected
    mixed = frame.assign(outcome=["C", 1, 0])
    with pytest.raises(ValueError, match="pandas DataFrame: .*several types.*column outcome"):
        scorio.count(mixed)
    with pytest.raises(
        ValueError, match="pandas DataFrame has two columns of one name: .*'model' 2 times"
    ):
        scorio.count(pd.concat([frame, frame], axis=1))


@pytest.mark.parametrize(
    "engine", ["pyarrow", "stream", "pandas", "polars", "polars-lazy", "duckdb", "ibis"]
)
def test_columns_of_structs(engine):
    info = [{"name": "a", "inner": {"x.y": 1}}, {"name": "b", "inner": {"x.y": 0}}]
    table = pa.table({"info": info, "info.name": ["c", "d"], "question": [1, 1]})
    options = {"question": "question", "outcome": r"info.inner.x\.y"}
    counts = scorio.count(ENGINES[engine](table), model="info.name", **options)
    assert rows(counts) == [("c", "", "1", 0, 1, 0), ("d", "", "1", 1, 0, 0)]
    table = table.drop_columns(["info.name"])
    counts = scorio.count(ENGINES[engine](table), model="info.name", **options)
    assert rows(counts) == [("a", "", "1", 0, 1, 0), ("b", "", "1", 1, 0, 0)]
    for field in ["info.nam", "question.x", "inf.name"]:
        with pytest.raises(ValueError, match=f'no (column|field) "{field}" for the model'):
            scorio.count(ENGINES[engine](table), model=field, **options)


def test_without_pyarrow(monkeypatch):
    pandas, relation, polars = RUN.to_pandas(), LAZY["duckdb"](RUN), LAZY["polars-lazy"](RUN)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for source in [pandas, relation]:
        with pytest.raises(ModuleNotFoundError, match="read by way of PyArrow: install"):
            scorio.count(source, on_missing="drop")
    assert scorio.count(polars, on_missing="drop").trials == 3


def test_files_need_no_narwhals(coins):
    code = (
        f"import scorio, sys; scorio.count([{str(coins)!r}]); assert 'narwhals' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (None, "^the source is None: give paths of logs, a list of dicts, a dict of matrices"),
        (3, "^the source is an int: give paths"),
        ({"model": ["m"]}, "^the matrix of 'model' has not two axes, .*pandas.DataFrame"),
        (["log.jsonl", {"model": "m"}], "^one of the sources is a dict: give paths"),
        ([RUN, RUN], "^one of the sources is a pyarrow Table: .* merged"),
    ],
)
def test_no_frame_and_no_path(source, sentence):
    with pytest.raises(TypeError, match=sentence):
        scorio.count(source)


@of_each
def test_a_frame_is_not_inspected(engine):
    with pytest.raises(TypeError, match="inspect is for files: a data frame shows its columns"):
        scorio.inspect(ENGINES[engine](RUN))


def test_an_engine_keeps_no_order_of_trials():
    rows = pl.DataFrame({"model": "m", "question": "q", "trial": [0, 1], "outcome": [1, 0]})
    with pytest.raises(ValueError, match="does not keep: collect it"):
        scorio.count(rows.lazy(), order=True)
    assert scorio.count(rows, order=True).results().R.tolist() == [[[1, 0]]]
    with pytest.raises(ValueError, match="first, last, or keep"):
        scorio.count(pl.concat([rows, rows]).lazy())
