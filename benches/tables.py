"""Compare counting a Parquet log with PyArrow, DuckDB, Polars and a plain read of the bytes.

    make bench
    .venv/bin/python benches/tables.py 0.1     # a tenth of the rows, for a quick look

Two logs of 10 million trials are made in a temporary folder: one in the order of the trials, one
shuffled. Each has 3 GB, mostly transcripts. Each reader gets the names of the columns and counts
outcomes by model, task and question. scorio also checks for duplicate trials. All take turns, each
in a fresh process that warms its imports before the clock runs. The plain read takes the column
chunks that are needed.
"""

import json
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from page import begin, duration, figure
from page import table as printed
from peer import interpreter

TITLE = "Reading Parquet"
ROUNDS = 3
PACKAGES = ("duckdb==2.0.0", "polars==2.1.0", "pyarrow==26.0.1")
READERS = ("scorio", "DuckDB", "Polars", "PyArrow", "plain read")
MODELS, QUESTIONS, TRIALS, PARTS = 20, 1000, 50, 10
LABELS = ("model", "task", "question")


def table(part, *, shuffled, texts):
    """Give a million rows: models, questions of their own, trials."""
    chance = np.random.default_rng(part)
    count = MODELS * QUESTIONS * TRIALS
    place = chance.permutation(count) if shuffled else np.arange(count)
    questions = pa.array([f"q{number:06}" for number in range((part + 1) * QUESTIONS)])
    models = pa.array([f"model-{number}" for number in range(MODELS)])
    number = place // (MODELS * TRIALS) + part * QUESTIONS
    return pa.table(
        {
            "model": models.take(pa.array(place // TRIALS % MODELS)),
            "task": pa.array(["math"]).take(pa.array(np.zeros(count, int))),
            "question": questions.take(pa.array(number)),
            "trial": pa.array(place % TRIALS),
            "transcript": texts.take(pa.array(chance.integers(0, len(texts), count))),
            "outcome": pa.array(chance.random(count) < 0.5),
        }
    )


def write(path, parts, *, shuffled):
    """Write a log with a row group for each part."""
    chance = random.Random(1)
    texts = pa.array(["".join(chance.choices("abcdefgh ", k=400)) for _ in range(2000)])
    writer = None
    for part in range(parts):
        rows = table(part, shuffled=shuffled, texts=texts)
        writer = writer or pq.ParquetWriter(path, rows.schema, use_dictionary=list(LABELS))
        writer.write_table(rows)
    writer.close()


def measure(who, log):
    """Read a log once in a process: seconds, megabytes, trials."""
    own = who in {"scorio", "plain read"}
    python = sys.executable if own else interpreter("logs", PACKAGES)
    command = [python, Path(__file__).with_name("reader.py"), who, log]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def compare(name, log):
    """Give the line of a log: the time and the peak memory of scorio, and ratios of the others."""
    runs = {who: [] for who in READERS}
    for _ in range(ROUNDS):
        for who, done in runs.items():
            done.append(measure(who, log))
    trials = {run[2] for done in runs.values() for run in done} - {None}
    if len(trials) > 1:
        raise SystemExit(f"they disagree: {trials}")
    own, *others = (statistics.median(run[0] for run in done) for done in runs.values())
    peak = statistics.median(run[1] for run in runs["scorio"])
    return [name, duration(own), *(figure(other / own) for other in others), f"{figure(peak)} MB"]


def main():
    """Make the logs, compare, and print the section."""
    share = float(sys.argv[1]) if sys.argv[1:] else 1.0
    parts = max(1, int(PARTS * share))
    begin(
        TITLE,
        f"""Logs of {parts} million trials have {0.3 * parts:g} GB each, mostly transcripts. Readers
        get the names of the columns, and count outcomes by model, task and question. scorio also
        looks for duplicate trials. The plain read takes the bytes of the needed columns. The
        peak is that of scorio. Each reads {ROUNDS} times.""",
    )
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name in ("of a question together", "shuffled"):
            log = Path(folder, "log.parquet")
            write(log, parts, shuffled=name == "shuffled")
            rows.append(compare(name, log))
            log.unlink()
    print(printed(["trials", "scorio", *(f"{who} / scorio" for who in READERS[1:]), "peak"], rows))


if __name__ == "__main__":
    main()
