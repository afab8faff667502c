"""Small Arrow files that hold very many rows, or more than there is memory."""

import os
import subprocess
import sys

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import ipc

import scorio

READ = """
import resource, sys, scorio
limit = int(sys.argv[2]) << 20
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
try:
    print(scorio.count(sys.argv[1]).trials)
except ValueError as error:
    print(error)
"""


def read(path, megabytes):
    """What a process with so much memory reads."""
    child = [sys.executable, "-c", READ, path, str(megabytes)]
    # Each reader takes room of its own.
    result = subprocess.run(child, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr[-1000:]
    return result.stdout.strip()


def write(path, columns, **options):
    batch = pa.record_batch(columns)
    with ipc.new_stream(path, batch.schema, options=ipc.IpcWriteOptions(**options)) as out:
        out.write_batch(batch)
    return path


def run(rows, value, kind):
    return pa.RunEndEncodedArray.from_arrays(pa.array([rows], pa.int32()), pa.array([value], kind))


pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits memory as Linux does"),
    pytest.mark.skipif((os.cpu_count() or 1) > 16, reason="memory grows with the readers"),
]


def test_rows_of_long_runs_take_little_memory(tmp_path):
    rows = 60_000_000
    kinds = {
        "model": ("m", pa.string()),
        "question": ("q", pa.string()),
        "outcome": (1, pa.int64()),
    }
    path = write(tmp_path / "runs.arrows", {name: run(rows, *of) for name, of in kinds.items()})
    assert path.stat().st_size < 2000
    assert read(path, 1500) == str(rows)


def test_rows_of_packed_zeros_take_little_memory(tmp_path):
    rows = 30_000_000
    zeros = pa.array(np.zeros(rows, np.int8))
    columns = dict.fromkeys(("model", "question", "outcome"), zeros)
    path = write(tmp_path / "zeros.arrows", columns, compression="zstd")
    assert path.stat().st_size < 100_000
    assert read(path, 1500) == str(rows)


def test_a_message_that_unpacks_to_more_than_memory_is_one_sentence(tmp_path):
    zeros = pa.array(np.zeros(50_000_000, np.int8))
    columns = dict.fromkeys(("model", "question", "outcome", *map(str, range(57))), zeros)
    path = write(tmp_path / "wide.arrows", columns, compression="zstd")
    said = read(path, 2500)
    assert "bytes claims to unpack to 3000000000, more than there is memory" in said
    assert "\n" not in said


def test_runs_count_as_rows_do(tmp_path):
    """Runs of nulls, sliced runs and runs of several lengths."""
    ends = pa.array([3, 4, 9, 10], pa.int16())
    columns = {
        "model": run(10, "m", pa.string()),
        "question": pa.RunEndEncodedArray.from_arrays(ends, pa.array(["q", "r", "s", "q"])),
        "outcome": pa.RunEndEncodedArray.from_arrays(ends, pa.array([1, None, 0, 1])),
    }
    table = pa.table(columns)
    plain = {
        "model": ["m"] * 10,
        "question": list("qqqrsssssq"),
        "outcome": [1, 1, 1, None, 0, 0, 0, 0, 0, 1],
    }
    for part in (slice(0, 10), slice(2, 7), slice(4, 10), slice(9, 10)):
        rows = {name: values[part] for name, values in plain.items()}
        expected = scorio.count(pa.table(rows), on_missing="drop", on_repeat="keep")
        runs = table.slice(part.start, part.stop - part.start)
        assert scorio.count(runs, on_missing="drop", on_repeat="keep") == expected
        path = write(tmp_path / "runs.arrows", {n: runs[n].chunk(0) for n in columns})
        assert scorio.count(path, on_missing="drop", on_repeat="keep") == expected
