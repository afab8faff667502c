"""Count, score and merge what a large evaluation has: time, memory and sizes of count files.

    make bench
    .venv/bin/python benches/scale.py 0.01           # a hundredth, for a quick look
    .venv/bin/python benches/scale.py 0.01 pipe      # or parquet, merge, board, engine

The records of the pipe are made while they are read. The parts run one after the other, each
command in a process of its own.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from logs import PACKAGES
from page import begin, duration, figure, table
from peer import interpreter
from process import Run, measure

import scorio

TITLE = "Large evaluations"
MODELS, QUESTIONS, TRIALS = 100, 100_000, 100
SINGLE_MODELS, SINGLE_QUESTIONS = 20, 1_000_000
SHARDS = 1000
BOARD_MODELS, BOARD_QUESTIONS = 20, 50_000
ENGINE_TRIALS = 10
# Partial counts are a table that scorio reads as a count file.
COUNTS = """
    COPY (SELECT model, question, count(*) FILTER (NOT outcome) AS count_0,
                 count(*) FILTER (outcome) AS count_1
          FROM read_parquet('{log}') GROUP BY ALL) TO '{out}'
"""
ABOUT = """Each line is one process. The records of the pipe are made while they are read, on the
same cores.
"""
ON_PAPER = f"""What would 10¹² trials take, of {10 * MODELS:,} models, {QUESTIONS:,} questions,
10,000 times each? The engine groups them where they lie
([how](beyond-one-machine.md#partial-counts)).
These are the last two lines above, in proportion to the numbers of trials and of partial counts.
The trials above are in order and compress well, so trials of a real log take longer to read.
"""
# DuckDB, which draws no bar on the page.
ENGINE = """
import duckdb, sys
duckdb.sql("SET enable_progress_bar = false")
duckdb.sql(sys.argv[1])
"""
PAPER = []
SCORIO = [Path(sys.executable).with_name("scorio"), "--no-config"]
LINE = '{{"model": "model-{}", "question": "q000000", "trial": {}, "outcome": 0}}\n'


def records(questions):
    """Give the records question after question, all trials of all models as one block of bytes."""
    lines = [LINE.format(model, trial) for model in range(MODELS) for trial in range(TRIALS)]
    block = np.frombuffer("".join(lines).encode(), dtype=np.uint8).copy()
    ends = np.cumsum([len(line) for line in lines])
    digits = (
        ends[:, None] - np.array([len(line) - line.index('000000"') for line in lines])[:, None]
    )
    digits = digits + np.arange(6)
    chance = np.random.default_rng(1)
    abilities = np.repeat(np.linspace(0.2, 0.8, MODELS), TRIALS)
    for question in range(questions):
        block[digits] = np.frombuffer(f"{question:06}".encode(), dtype=np.uint8)
        ease = chance.random() - 0.5
        block[ends - 3] = ord("0") + (chance.random(len(lines), np.float32) < abilities + ease)
        yield block


def single_trials(path, questions):
    """Write one trial of each question and model as Parquet, the models of a question together."""
    models = pa.array([f"model-{number}" for number in range(SINGLE_MODELS)])
    chance, step = np.random.default_rng(2), 50_000
    writer = None
    for first in range(0, questions, step):
        numbers = np.arange(first, min(first + step, questions))
        names = pa.array([f"q{number:07}" for number in numbers])
        rows = pa.table({
            "model": models.take(pa.array(np.tile(np.arange(SINGLE_MODELS), len(numbers)))),
            "question": names.take(pa.array(np.repeat(np.arange(len(numbers)), SINGLE_MODELS))),
            "outcome": pa.array(chance.random(len(numbers) * SINGLE_MODELS) < 0.6),
        })  # fmt: skip
        writer = writer or pq.ParquetWriter(path, rows.schema)
        writer.write_table(rows)
    writer.close()


def count_file(out, chance, models, questions, trials):
    """Write a count file with as many successes as chance has it."""
    names = [f"q{number:06}" for number in questions] * models
    rows = pa.table({
        "model": np.repeat([f"model-{number}" for number in range(models)], len(questions)),
        "question": names,
        "total": np.full(len(names), trials),
        "correct": chance.integers(0, trials, len(names), endpoint=True),
    })  # fmt: skip
    scorio.count(rows, total="total", correct="correct").save(out)
    return out


def shards(folder, number, questions):
    """Write count files, each of some questions of all models."""
    chance = np.random.default_rng(3)
    parts = (range(first, first + questions) for first in range(0, number * questions, questions))
    return [
        count_file(folder / f"shard-{part[0]}.parquet", chance, MODELS, part, TRIALS)
        for part in parts
    ]


class Took(NamedTuple):
    """A command in words, and what it took."""

    what: str
    run: Run

    def cells(self):
        """Give the cells of its line."""
        seconds, used, peak = self.run
        return [self.what, duration(seconds), duration(used), f"{figure(peak)} MB"]


def run(what, *words, given=None, program=SCORIO):
    """Run a command once. Blocks of bytes go to its standard input."""
    took = Took(what, measure([*program, *words], given))
    print(*took.cells(), file=sys.stderr)
    return took


def size(path):
    """Give the size of a file in words."""
    return f"{figure(path.stat().st_size / 1e6)} MB"


def by_pipe(folder, share):
    """Count 10⁹ trials that are made on the fly, and score them."""
    questions, out = max(1, int(QUESTIONS * share)), folder / "pipe.parquet"
    trials = f"{MODELS * questions * TRIALS:,} trials ({MODELS} × {questions:,} × {TRIALS})"
    counted = run(f"count {trials} by a pipe", "count", "-", "--out", out, given=records(questions))
    return [
        [*counted.cells(), size(out)],
        [*run(f"score {trials} of the count file", "score", out).cells(), ""],
    ]


def by_parquet(folder, share):
    """Count single trials of many questions, and score them."""
    questions = max(1, int(SINGLE_QUESTIONS * share))
    log, out = folder / "single.parquet", folder / "counts.parquet"
    single_trials(log, questions)
    trials = f"single trials of {SINGLE_MODELS} models × {questions:,} questions"
    return [
        [
            *run(f"count {trials} (Parquet, {size(log)})", "count", log, "--out", out).cells(),
            size(out),
        ],
        [*run(f"score {trials}", "score", log).cells(), ""],
    ]


def by_merging(folder, share):
    """Merge count files."""
    questions = max(1, int(QUESTIONS / SHARDS * min(1, 100 * share)))
    files, out = (
        shards(folder, max(2, int(SHARDS * min(1, 10 * share))), questions),
        folder / "all.parquet",
    )
    rows = f"{len(files):,} count files of {MODELS} models × {questions} questions"
    return [[*run(f"merge {rows}", "merge", *files, "--out", out).cells(), size(out)]]


def by_board(folder, share):
    """Score counts of three trials of a question, and of one."""
    questions, rows = range(max(1, int(BOARD_QUESTIONS * share))), []
    for trials in (3, 1):
        out = folder / "counts.parquet"
        count_file(out, np.random.default_rng(4), BOARD_MODELS, questions, trials)
        cells = f"{BOARD_MODELS} models × {len(questions):,} questions"
        each = "1 trial" if trials == 1 else f"{trials} trials"
        took = run(f"score {cells}, {each} of each (count file)", "score", out)
        rows.append([*took.cells(), size(out)])
    return rows


def by_engine(folder, share):
    """Let DuckDB make partial counts, score them, and say what 10¹² trials would take."""
    questions = max(1, int(QUESTIONS * share))
    log, out = folder / "trials.parquet", folder / "counts.parquet"
    python, rows = interpreter("logs", PACKAGES), MODELS * questions * ENGINE_TRIALS
    made = f"range({rows}) r(i)"
    by_engine = [python, "-c", ENGINE]
    subprocess.run([*by_engine, f"""
        COPY (SELECT 'model-' || i // {ENGINE_TRIALS} % {MODELS} AS model,
                     'q' || i // {MODELS * ENGINE_TRIALS} AS question, hash(i) % 5 < 3 AS outcome
              FROM {made}) TO '{log}'
    """], check=True)  # fmt: skip
    what = f"group {rows:,} trials (Parquet, {size(log)}) by DuckDB"
    grouped = run(what, *by_engine, COUNTS.format(log=log, out=out), program=())
    scored = run(f"score its {MODELS * questions:,} partial counts", "score", out)
    rate, cells = rows / grouped.run.used, MODELS * questions
    large = MODELS * 10 * QUESTIONS
    times = large / cells
    PAPER.extend([
        ["grouping them", f"{figure(1e12 / rate / 3600)} hours of one core"],
        [f"{figure(large, 1)} partial counts", f"{figure(out.stat().st_size * times / 1e9)} GB"],
        ["scoring them on one machine", duration(scored.run.seconds * times)],
        ["its memory", f"{figure(scored.run.peak * times / 1e3)} GB"],
    ])  # fmt: skip
    return [[*grouped.cells(), size(out)], [*scored.cells(), ""]]


PARTS = {
    "pipe": by_pipe, "parquet": by_parquet, "merge": by_merging, "board": by_board,
    "engine": by_engine,
}  # fmt: skip


def main():
    """Print the section."""
    share = float(sys.argv[1]) if sys.argv[1:] else 1.0
    rows = []
    for name in sys.argv[2:] or PARTS:
        with tempfile.TemporaryDirectory() as folder:
            rows += PARTS[name](Path(folder), share)
    begin(TITLE, ABOUT)
    print(table(["", "time", "processor time", "peak", "count file"], rows))
    if PAPER:
        print(ON_PAPER)
        print(table(["10¹² trials", ""], PAPER))


if __name__ == "__main__":
    main()
