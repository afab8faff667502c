"""Read one log once, in a process of its own: seconds, megabytes, records. Used by logs.py."""

import json
import sys
import time
from pathlib import Path

FIELDS = ("model", "task", "question", "outcome")


def scorio(path):
    import scorio

    yield
    yield scorio.count(path).trials


def duckdb(path):
    import duckdb

    yield
    types = ", ".join(
        f"{name}: '{'BOOLEAN' if name == 'outcome' else 'VARCHAR'}'" for name in FIELDS
    )
    log = f"read_ndjson('{path}', columns = {{{types}}})"
    groups = f"SELECT {', '.join(FIELDS)}, count(*) AS n FROM {log} GROUP BY ALL"
    yield int(duckdb.sql(f"SELECT sum(n) FROM ({groups})").fetchall()[0][0])


def polars(path):
    import polars

    yield
    types = {name: polars.Boolean if name == "outcome" else polars.String for name in FIELDS}
    groups = polars.scan_ndjson(path, schema=types).group_by(FIELDS).len()
    yield int(groups.collect()["len"].sum())


def plain(path):
    buffer = bytearray(1 << 18)
    yield
    with open(path, "rb", buffering=0) as log:  # noqa: PTH123
        while log.readinto(buffer):
            pass
    yield None


def peak():
    """Give the most memory that this process held, in MB; ru_maxrss is also that of its parent."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)


def main():
    """Import first, then read against the clock."""
    steps = {"scorio": scorio, "DuckDB": duckdb, "Polars": polars, "plain read": plain}
    read = steps[sys.argv[1]](sys.argv[2])
    next(read)
    start = time.perf_counter()
    records = next(read)
    seconds = time.perf_counter() - start
    print(json.dumps([seconds, peak(), records]))


if __name__ == "__main__":
    main()
