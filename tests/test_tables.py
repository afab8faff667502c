"""Logs in columns: Parquet, Arrow files and streams, and the tables of other packages."""

import os
import signal
import subprocess
import sys
import threading
import time

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyarrow import feather
from waiting import interrupted

import scorio
from scorio import Counts, _core

COLUMNS = {
    "model": ["a", "a", "a", "b", "b"],
    "task": ["t"] * 5,
    "question": ["q1", "q1", "q2", "q1", "q1"],
    "trial": [0, 1, 0, 0, 1],
    "outcome": [True, False, True, False, None],
    "transcript": ["x" * 10_000] * 5,
}
ROWS = [("a", "t", "q1", 1, 1, 0), ("a", "t", "q2", 0, 1, 0), ("b", "t", "q1", 1, 0, 1)]

OPTIONS = {
    "rubric": None,
    "cost": None,
    "model": ("field", "model"),
    "task": ("optional", "task"),
    "question": ("field", "question"),
    "trial": ("optional", "trial"),
    "outcome": "outcome",
    "fields": [],
    "series": None,
    "cluster": None,
    "weight": None,
    "weight_of": None,
    "times": None,
    "grouped": False,
    "ordered": False,
    "aggregate": None,
    "categories": None,
    "threshold": None,
    "missing": [],
    "rates": None,
    "records": None,
    "on_missing": "error",
    "on_repeat": "error",
    "on_bad_line": "error",
    "format": None,
    "own_fields": True,
    "allow_copies": False,
    "on_error": None,
    "score": None,
    "ids": "distinct",
    "regrade": None,
    "asked": None,
    "asked_number": None,
    "numeric": False,
    "keep_values": False,
}


def rows(counts):
    return sorted(pl.DataFrame(counts).rows())


def stream(table, path):
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_stream(file, table.schema) as writer:
        writer.write_table(table, max_chunksize=2)


WRITERS = {
    "log.parquet": lambda table, path: pq.write_table(table, path, row_group_size=2),
    "plain.parquet": lambda table, path: pq.write_table(table, path, use_dictionary=False),
    "polars.parquet": lambda table, path: pl.DataFrame(table).write_parquet(path),
    "pandas.parquet": lambda table, path: table.to_pandas().to_parquet(path),
    "log.feather": lambda table, path: feather.write_feather(table, path, compression="zstd"),
    "lz4.arrow": lambda table, path: feather.write_feather(table, path, compression="lz4"),
    "log.ipc": stream,
    "polars.arrow": lambda table, path: pl.DataFrame(table).write_ipc(path),
}


@pytest.mark.parametrize("name", WRITERS)
def test_every_form_gives_the_same_counts(tmp_path, name):
    WRITERS[name](pa.table(COLUMNS), tmp_path / name)
    counts = scorio.count(tmp_path, on_missing="drop")
    assert rows(counts) == ROWS
    assert counts.report["records"] == 5
    with pytest.raises(ValueError, match=rf"{name}, row 5: the outcome is missing: .* is null"):
        scorio.count(tmp_path)


def test_only_needed_columns_are_read(tmp_path):
    path = tmp_path / "log.parquet"
    wide = pa.table(COLUMNS | {"transcript": [os.urandom(100_000).hex() for _ in range(5)]})
    pq.write_table(wide, path)
    assert path.stat().st_size > 500_000
    assert scorio.count(path, on_missing="drop").report["bytes"] < 20_000


@pytest.mark.parametrize(
    "convert",
    [
        lambda table: table,
        lambda table: table.to_batches()[0],
        lambda table: table.to_reader(),
        pl.DataFrame,
        pa.Table.to_pandas,
        lambda table: pl.DataFrame(table).with_columns(pl.col("model").cast(pl.Categorical)),
        lambda table: table.to_pandas().astype({"question": "category", "trial": "float64"}),
    ],
)
def test_tables_of_other_packages(convert):
    counts = Counts(
        _core.count_arrow(convert(pa.table(COLUMNS)), "df", OPTIONS | {"on_missing": "drop"})
    )
    assert rows(counts) == ROWS
    with pytest.raises(ValueError, match=r"^df, row 5: the outcome is missing"):
        _core.count_arrow(convert(pa.table(COLUMNS)), "df", OPTIONS)


def outcome_of(**columns):
    return pa.table({"model": ["m"] * 2, "question": [1, 2], **columns})


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"outcome": [[0.5], None]}, r'row 1: the column "outcome" has the type list<double>'),
        ({"outcome": [{"x": 1}, {"x": 0}]}, r'as in "outcome\.x"$'),
        ({"outcome": [1.0, 0.5]}, r"row 2: the outcome 0\.5 .* matches no category"),
        ({"outcome": ["1", "0"]}, r'row 1: the outcome "1" .* matches no category'),
        ({"outcome": [1.0, float("nan")]}, r"row 2: the outcome is missing: .* is NaN"),
        ({"outcome": pa.nulls(2)}, r"row 1: the outcome is missing: .* is null"),
        (
            {"Outcome": [1, 0]},
            r'row 1: there is no field "outcome" .*, perhaps "Outcome" is meant; fields here: ',
        ),
        ({"outcome": [1, 0], "task": ["", ""]}, r'the task \(field "task"\) is empty'),
        ({"outcome": [1, 0], "trial": [1.0, float("nan")]}, r"row 2: the trial .* names nothing"),
        (
            {"outcome": [1, 0], "trial": [b"", b""]},
            r'"trial" has the type binary, which .* trial; ',
        ),
    ],
)
def test_bad_columns(columns, message):
    with pytest.raises(ValueError, match=message):
        _core.count_arrow(outcome_of(**columns), "df", OPTIONS)


def test_two_columns_of_one_name():
    twice = pa.Table.from_arrays([pa.array([1]), pa.array([1])], names=["model", "model"])
    with pytest.raises(ValueError, match='df has two columns "model"; rename one of them'):
        _core.count_arrow(twice, "df", OPTIONS)


def test_fields_of_structs(tmp_path):
    info = [{"who": {"name": "m"}, "x": 1}, {"who": {"name": "m"}, "x": 0}, None]
    table = pa.table({"info": info, "flat.id": [1, 2, 3], "a.b": [{"c": 1}, {"c": 1}, {"c": 1}]})
    pq.write_table(table, tmp_path / "log.parquet")
    feather.write_feather(table, tmp_path / "log.feather")
    for path in tmp_path.iterdir():
        counts = scorio.count(
            path,
            constants={"model": "m"},
            question="flat.id",
            trial=r"a\.b.c",
            outcome="info.x",
            on_missing="drop",
        )
        assert rows(counts) == [
            ("m", "", "1", 0, 1, 0),
            ("m", "", "2", 1, 0, 0),
            ("m", "", "3", 0, 0, 1),
        ]
        with pytest.raises(ValueError, match=r"row 3: the model \(field .info.who.name.\) is null"):
            scorio.count(path, model="info.who.name", question="flat.id", outcome=r"a\.b.c")


def test_records_that_stand_for_several_trials(tmp_path):
    long = pa.table(COLUMNS).drop(["trial", "transcript"])
    grouped = pd.DataFrame(long.to_pandas().groupby(long.column_names, dropna=False).size())
    pq.write_table(
        pa.Table.from_pandas(grouped.reset_index().rename(columns={0: "n"})),
        tmp_path / "log.parquet",
    )
    grouped.reset_index().rename(columns={0: "n"}).to_csv(tmp_path / "log.csv", index=False)
    for path in tmp_path.iterdir():
        counts = scorio.count(path, times="n", on_missing="drop")
        assert rows(counts) == ROWS
        assert counts.report["missing_dropped"] == 1
    failed = scorio.count(tmp_path / "log.csv", times="n", on_missing="fail")
    assert (failed.trials, failed.report["missing_failed"]) == (5, 1)
    weighted = OPTIONS | {"times": "n"}
    for n, message in [
        ([2, -1], 'row 2: the field "n" is -1, not a whole number from 0'),
        ([None, 1], 'row 1: the field "n" is null, not a whole number'),
    ]:
        with pytest.raises(ValueError, match=message):
            _core.count_arrow(outcome_of(outcome=[1, 0], n=n), "df", weighted)
    with pytest.raises(ValueError, match="row 1: the record stands for 2 trials and names one"):
        _core.count_arrow(outcome_of(outcome=[1, 0], n=[2, 2], trial=[0, 1]), "df", weighted)
    with pytest.raises(ValueError, match='"n" for the number of trials of the record'):
        _core.count_arrow(outcome_of(outcome=[1, 0]), "df", weighted)
    with pytest.raises(ValueError, match="times counts trials of one outcome: no trial"):
        scorio.count(tmp_path, times="n", trial="trial")


def test_a_count_file_is_no_log(tmp_path):
    pq.write_table(pa.table(COLUMNS), tmp_path / "log.parquet")
    scorio.count(tmp_path, on_missing="drop").save(tmp_path / "counts.parquet")
    with pytest.raises(ValueError, match=r"counts\.parquet is a count file, not a log; load it"):
        scorio.count(tmp_path / "counts.parquet")
    # A log may have columns that look like those of a count file.
    odd = pa.table(COLUMNS | {"count_tokens": [1] * 5, "count_words": [1] * 5})
    pq.write_table(odd, tmp_path / "log.parquet")
    command = [sys.executable, "-m", "scorio", "score", tmp_path, "--on-missing", "drop"]
    assert subprocess.run(command, check=False, capture_output=True).returncode == 2
    command.append("--allow-copies")
    result = subprocess.run(command, check=True, capture_output=True, text=True)
    assert "Read 10 records from 2 files" in result.stdout


def test_cut_files(tmp_path):
    for name, write in WRITERS.items():
        path = tmp_path / name
        write(pa.table(COLUMNS), path)
        whole = path.read_bytes()
        for length in [len(whole) - 3, len(whole) - 9, len(whole) // 2, 12]:
            path.write_bytes(whole[:length])
            with pytest.raises(ValueError, match="cannot be read as (Parquet|Arrow): .* damaged"):
                scorio.count(path, on_missing="drop")


def test_values_other_than_tables():
    with pytest.raises(TypeError, match="an object of type int is no table"):
        _core.count_arrow(3, "df", OPTIONS)  # type: ignore[arg-type]

    def broken():
        yield pa.table(COLUMNS).to_batches()[0]
        raise RuntimeError("no more")

    reader = pa.RecordBatchReader.from_batches(pa.table(COLUMNS).schema, broken())
    with pytest.raises(
        ValueError, match=r"^df cannot be read as a table: .*Unknown error: no more"
    ):
        _core.count_arrow(reader, "df", OPTIONS | {"on_missing": "drop"})
    with pytest.raises(ValueError, match="df is empty: it has no record"):
        _core.count_arrow(pa.table(COLUMNS).slice(0, 0), "df", OPTIONS)


def test_a_slow_stream_can_be_stopped():
    batches, some = [], threading.Event()

    def slow():
        for number in range(1000):
            batches.append(number)
            if number == 3:
                some.set()
            time.sleep(0.01)
            yield pa.table(COLUMNS).to_batches()[0]

    def interrupt():
        some.wait()
        os.kill(os.getpid(), signal.SIGINT)

    reader = pa.RecordBatchReader.from_batches(pa.table(COLUMNS).schema, slow())
    # A background job of a shell ignores Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Thread(target=interrupt).start()
    try:
        with pytest.raises(KeyboardInterrupt):
            _core.count_arrow(reader, "df", OPTIONS | {"on_missing": "drop", "on_repeat": "keep"})
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(batches) < 1000


def test_an_unsupported_compression(tmp_path):
    log = tmp_path / "log.parquet"
    pq.write_table(pa.table(COLUMNS), log, compression="brotli")
    with pytest.raises(
        ValueError, match="log.parquet .* packed by Brotli, .* write it again with zstd"
    ):
        scorio.count(log, on_missing="drop")
    others = dict.fromkeys(COLUMNS, "zstd") | {"notes": "brotli"}
    notes = pa.table(COLUMNS | {"notes": ["x"] * len(COLUMNS["outcome"])})
    pq.write_table(notes, log, compression=others)
    assert scorio.count(log, on_missing="drop") == scorio.count(
        pa.table(COLUMNS), on_missing="drop"
    )


@pytest.mark.parametrize("begun", [b"\xff\xff\xff\xff\x00\x01\x00\x00", b"ARROW1\x00\x00"])
def test_a_stream_without_a_schema_can_be_stopped(begun):
    reading, writing = os.pipe()
    os.write(writing, begun)
    try:
        program = "from scorio.cli import main; main(['score', '-'])"
        code, said, complaint = interrupted(program, stdin=reading)
    finally:
        os.close(reading)
        os.close(writing)
    assert code != 0
    assert said + complaint == ""


def test_standard_input(tmp_path):
    pq.write_table(pa.table(COLUMNS), tmp_path / "log.parquet")
    pl.DataFrame(COLUMNS).write_ipc(tmp_path / "log.arrow")
    feather.write_feather(pa.table(COLUMNS), tmp_path / "log.feather")
    command = [sys.executable, "-m", "scorio", "score", "-", "--on-missing", "drop"]
    for name, status, said in [
        ("log.feather", 0, b"Read 5 records from 1 file"),
        ("log.arrow", 2, b"its parts are found from its end alone"),
        ("log.parquet", 2, b"it is a stream, and Parquet is read from its end; give it as a file"),
    ]:
        with subprocess.Popen(["cat", tmp_path / name], stdout=subprocess.PIPE) as cat:
            result = subprocess.run(command, check=False, capture_output=True, stdin=cat.stdout)
        assert result.returncode == status
        assert said in result.stdout + result.stderr


LYING = """
import resource, sys
import scorio
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
for path in sys.argv[1:]:
    try:
        print(scorio.count(path, on_missing="drop"))
    except ValueError as error:
        print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of memory")
@pytest.mark.parametrize("codec", ["zstd", "lz4"])
@pytest.mark.parametrize("framed", [True, False])
def test_arrow_buffers_with_a_wrong_length(tmp_path, codec, framed):
    table = pa.table({
        "model": ["m"] * 1000,
        "question": [f"q{i % 7}" for i in range(1000)],
        "outcome": pa.array([i % 2 for i in range(1000)], pa.int64()),
    })  # fmt: skip
    options = pa.ipc.IpcWriteOptions(compression=codec)
    new = pa.ipc.new_file if framed else pa.ipc.new_stream
    sink = pa.BufferOutputStream()
    with new(sink, table.schema, options=options) as writer:
        writer.write_table(table)
    whole = sink.getvalue().to_pybytes()
    # A buffer stores its unpacked size in front of its packed bytes.
    at = whole.index((8000).to_bytes(8, "little"))
    paths = []
    for number, length in enumerate([8001, 2**33, 2**47, 2**63 - 1, 0, -2]):
        path = tmp_path / f"{number}.arrow"
        lie = length.to_bytes(8, "little", signed=True)
        path.write_bytes(whole[:at] + lie + whole[at + 8 :])
        paths.append(path)
    child = [sys.executable, "-c", LYING, *map(str, paths)]
    result = subprocess.run(child, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    said = result.stdout.splitlines()
    assert [line.startswith("Counts") for line in said] == [False] * 6
    assert "claims to unpack to 140737488355328; the file may be damaged" in said[2]


def test_an_arrow_file_whose_end_names_other_columns(tmp_path):
    path = tmp_path / "log.arrow"
    feather.write_feather(pa.table(COLUMNS), path, compression="uncompressed")
    whole = path.read_bytes()
    at = whole.rindex(b"task\0")
    path.write_bytes(whole[:at] + b"tusk" + whole[at + 4 :])
    with pytest.raises(ValueError, match="its end names other columns than its start"):
        scorio.count(path, on_missing="drop")
