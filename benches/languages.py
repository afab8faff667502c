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
from page import begin, duration, figure, table
from worker import binary

TITLE = "Python and Julia"
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


def row(folder, rows, columns):
    """Give the line of a shape: times of both, their ratio, and what a call of Julia allocates."""
    file = folder / f"{rows}x{columns}"
    file.write_bytes(np.asfortranarray(binary(rows, columns)).tobytes("F"))
    arguments = [file, str(rows), str(columns)]
    julia = ["julia", "--startup-file=no", f"--project={HERE.parent / 'julia'}", HERE / "worker.jl"]
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(run([sys.executable, "-c", PYTHON, *arguments]))
        theirs.append(run([*julia, *arguments]))
    python, other = (statistics.median(one["seconds"] for one in runs) for runs in (ours, theirs))
    allocated = max(one["allocated"] for one in theirs)
    return [f"{rows:,} × {columns}", duration(python), duration(other), figure(other / python),
            f"{allocated} bytes"]  # fmt: skip


def main():
    """Print the section."""
    if not os.environ.get("SCORIO_LIB"):
        begin(TITLE, "`SCORIO_LIB` names no library, which `make bench` builds.")
        return
    ready = subprocess.run([HERE.parent / "tools/install-julia.sh", "--check"], check=False)
    if ready.returncode != 0:
        begin(TITLE, "Julia is missing.")
        return
    begin(
        TITLE,
        """`bayes` on questions × trials of `int8`: Python has them by rows, Julia by columns. The
        last column is what a call of Julia allocates.""",
    )
    with tempfile.TemporaryDirectory() as folder:
        rows = [row(Path(folder), *shape) for shape in SHAPES]
    print(table(["shape", "Python", "Julia", "Julia / Python", "allocated"], rows))


if __name__ == "__main__":
    main()
