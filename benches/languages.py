"""Compare calls from Python and from Julia on the same core: medians of fresh processes in turn.

    make bench
    SCORIO_LIB=target/release/libscorio.so .venv/bin/python benches/languages.py

Both read the same outcomes in the memory order of their language: Python by rows, Julia by columns.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from worker import binary

HERE = Path(__file__).parent
ROUNDS = 5
SHAPES = [(2, 5), (30, 80), (10_000, 256), (1_000_000, 16)]
PYTHON = """
import json, sys, time
import numpy as np
from scorio import eval
rows, columns = map(int, sys.argv[2:])
R = np.fromfile(sys.argv[1], np.int8).reshape(columns, rows).T.copy()
times = []
begin = time.perf_counter()
while time.perf_counter() - begin < 1.0:
    repeats = max(1, 200_000 // R.size)
    start = time.perf_counter()
    for _ in range(repeats):
        eval.bayes(R)
    times.append((time.perf_counter() - start) / repeats)
print(json.dumps({"seconds": sorted(times)[len(times) // 2]}))
"""


def run(command):
    """Run one side, and read what it prints."""
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def main():
    """Print a line for each shape."""
    if not os.environ.get("SCORIO_LIB"):
        sys.exit("SCORIO_LIB names no library: build one with cargo build --release -p scorio-capi")
    julia = ["julia", "--startup-file=no", f"--project={HERE.parent / 'julia'}", HERE / "worker.jl"]
    print(f"{'bayes, Int8':>16} {'Python':>10} {'Julia':>10} {'ratio':>6} {'Julia allocates':>16}")
    with tempfile.TemporaryDirectory() as folder:
        for rows, columns in SHAPES:
            file = Path(folder) / f"{rows}x{columns}"
            file.write_bytes(np.asfortranarray(binary(rows, columns)).tobytes("F"))
            arguments = [file, str(rows), str(columns)]
            ours, theirs = [], []
            for _ in range(ROUNDS):
                ours.append(run([sys.executable, "-c", PYTHON, *arguments]))
                theirs.append(run([*julia, *arguments]))
            python, other = (
                1e6 * statistics.median(one["seconds"] for one in runs) for runs in (ours, theirs)
            )
            allocated = max(one["allocated"] for one in theirs)
            print(
                f"{f'{rows:,} x {columns}':>16} {python:8.2f}us {other:8.2f}us "
                f"{other / python:6.2f} {f'{allocated} bytes':>16}"
            )


if __name__ == "__main__":
    main()
