"""Read a Parquet log once, in a process of its own, for tables.py: seconds, megabytes, records."""

import json
import sys
import time
from pathlib import Path

FIELDS = ("model", "task", "question", "outcome")


def scorio(path):
    from scorio import count

    yield
    yield count(path).trials


def duckdb(path):
    import duckdb

    yield
    groups = f"SELECT {', '.join(FIELDS)}, count(*) AS n FROM read_parquet('{path}') GROUP BY ALL"
    yield int(duckdb.sql(f"SELECT sum(n) FROM ({groups})").fetchall()[0][0])


def polars(path):
    import polars

    yield
    groups = polars.scan_parquet(path).group_by(FIELDS).len()
    yield int(groups.collect()["len"].sum())


def pyarrow(path):
    from pyarrow import parquet

    yield
    # Read as dictionaries, the fastest of its ways.
    log = parquet.read_table(path, columns=list(FIELDS), read_dictionary=list(FIELDS[:3]))
    groups = log.unify_dictionaries().group_by(list(FIELDS)).aggregate([([], "count_all")])
    yield sum(groups["count_all"].to_pylist())


def plain(path):
    from pyarrow import parquet

    metadata = parquet.read_metadata(path)
    chunks = []
    for group in map(metadata.row_group, range(metadata.num_row_groups)):
        for column in map(group.column, range(group.num_columns)):
            if column.path_in_schema in {*FIELDS, "trial"}:
                start = column.dictionary_page_offset or column.data_page_offset
                chunks.append((start, column.total_compressed_size))
    yield
    with open(path, "rb", buffering=0) as log:  # noqa: PTH123
        for start, size in chunks:
            log.seek(start)
            log.read(size)
    yield None


def peak():
    """Give this process's peak memory in MB. Its ru_maxrss would include its parent's."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next(
        (int(line.split()[1]) * 1024 / 1e6 for line in lines if line.startswith("VmHWM")), 0.0
    )


def main():
    """Import first, then read against the clock."""
    steps = {
        "scorio": scorio,
        "DuckDB": duckdb,
        "Polars": polars,
        "PyArrow": pyarrow,
        "plain read": plain,
    }
    read = steps[sys.argv[1]](sys.argv[2])
    next(read)
    start = time.perf_counter()
    records = next(read)
    print(json.dumps([time.perf_counter() - start, peak(), records]))


if __name__ == "__main__":
    main()
