"""Compare counting a Parquet log with PyArrow, DuckDB, Polars and a plain read of the bytes.

    make bench
    .venv/bin/python benches/tables.py 0.1     # a tenth of the rows, for a quick look

Two logs of 10 million trials are made in a temporary folder: one in the order of the trials, one
shuffled. Each has 3 GB, mostly transcripts. Each reader gets the names of the columns and counts
outcomes by model, task and question. scorio also checks for duplicate trials. All take turns, as in
logs.py. The plain read takes the column chunks that are needed.
"""

import random
import sys
import tempfile
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from logs import compare

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


def main():
    """Make the logs and compare."""
    share = float(sys.argv[1]) if sys.argv[1:] else 1.0
    with tempfile.TemporaryDirectory() as folder:
        for name in ("ordered", "shuffled"):
            log = Path(folder, f"{name}.parquet")
            write(log, max(1, int(PARTS * share)), shuffled=name == "shuffled")
            compare(name, log, ("scorio", "PyArrow", "DuckDB", "Polars", "plain read"))
            log.unlink()


if __name__ == "__main__":
    main()
