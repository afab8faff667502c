"""Compare reading JSON Lines with DuckDB, Polars and a plain count of lines, as whole processes.

    make bench
    .venv/bin/python benches/logs.py 0.25                 # gigabytes, for a quick look
    .venv/bin/python benches/logs.py 0.25,3 shuffled      # some sizes of one log

Five logs are made in a temporary folder. Four have short records: sorted by question, trial after
trial, shuffled, and shuffled with many questions. One has transcripts of 5 kB. scorio prints its
leaderboard by `scorio score`. The others get the names and types of the fields, and count outcomes
by model, task and question. All take turns, each in a process of its own, whose start counts.
"""

import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from page import begin, figure, table
from peer import interpreter
from process import Run, measure

TITLE = "Reading JSON Lines"
SIZES = (0.25, 0.8, 3.0)
# Rounds of small logs, below half a gigabyte, and of others.
ROUNDS = (5, 3)
PACKAGES = ("duckdb==2.0.0", "polars==2.1.0", "pyarrow==26.0.1")
SENTENCE = (
    "the answer is therefore we compute sum of so that let equals number step check result prove "
    "assume because first then finally square root divides remainder Größe naïve ≤ → π"
)
WORDS = SENTENCE.split()
ENDS = (". ", ".\\n", ".\\n\\n", ', \\"so\\" ', " \\\\frac{1}{2} ", "; ", ", ", ": ")

# Bytes of a record, the models and the trials of a question.
LINE, MODELS, TRIALS = 90, 20, 50
# How the records of a log are numbered: question, model and trial of a row i, and their order.
SHORT = """
    COPY (SELECT printf('{{"model": "model-%d", "task": "math", "question": "q%05d", '
        || '"trial": %d, "outcome": %s}}', m, q, t, if(hash(i + 7) % 2 = 0, 'true', 'false'))
    FROM (SELECT i, {question} AS q, {model} AS m, {trial} AS t FROM range({rows}) r(i))
    {order}) TO '{file}' (FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER '\x01')
"""
PLACES = {
    "sorted": ("i // 1000", "i // 50 % 20", "i % 50", ""),
    "trial after trial": ("i // 20 % {questions}", "i % 20", "i // (20 * {questions})", ""),
    "shuffled": ("i // 1000", "i // 50 % 20", "i % 50", "ORDER BY hash(i)"),
    "shuffled, many questions": ("i // 50 % 100000", "i % 50", "i // 5000000", "ORDER BY hash(i)"),
}
LOGS = (*PLACES, "transcripts")

QUERY = """
import duckdb
log = "read_ndjson('{log}', columns = {{model: 'VARCHAR', task: 'VARCHAR', question: 'VARCHAR', " \
      "outcome: 'BOOLEAN'}})"
duckdb.sql(f"SELECT model, task, question, count(*), sum(outcome::INT) FROM {{log}} GROUP BY ALL")\
    .fetchall()
"""
FRAME = """
import polars as pl
types = {{"model": pl.String, "task": pl.String, "question": pl.String, "outcome": pl.Boolean}}
log = pl.scan_ndjson('{log}', schema=types).group_by("model", "task", "question")
log.agg(pl.len(), pl.col("outcome").sum()).collect()
"""


def command(who, log):
    """Give the command that reads a log."""
    if who == "scorio":
        return [Path(sys.executable).with_name("scorio"), "--no-config", "score", log]
    if who == "wc -l":
        return ["wc", "-l", log]
    code = {"DuckDB": QUERY, "Polars": FRAME}[who].format(log=log)
    return [interpreter("logs", PACKAGES), "-c", code]


def short(name, size, log):
    """Write short records by DuckDB, which is fast at it."""
    questions = max(1, int(size * 1e9 / LINE / MODELS / TRIALS))
    rows = questions * MODELS * TRIALS
    question, model, trial, order = (part.format(questions=questions) for part in PLACES[name])
    code = SHORT.format(
        question=question, model=model, trial=trial, rows=rows, order=order, file=log
    )
    program = f"import duckdb; duckdb.sql('SET enable_progress_bar = false'); duckdb.sql({code!r})"
    subprocess.run([interpreter("logs", PACKAGES), "-c", program], check=True)


def text(chance, length):
    """Give a transcript as it stands in JSON: sentences, line ends, quotes, some other letters."""
    parts, size = [], 0
    while size < length:
        parts.append(" ".join(chance.choices(WORDS, k=chance.randint(8, 24))))
        parts.append(chance.choice(ENDS))
        size += len(parts[-2]) + len(parts[-1])
    return "".join(parts)


def transcripts(size, log):
    """Write records with transcripts: 8 models, 4 trials a question."""
    chance = random.Random(1)
    texts = [text(chance, 4300) for _ in range(500)]
    with log.open("w", encoding="utf-8") as file:
        for row in range(int(size * 1e9 / 4530)):
            question, rest = divmod(row, 32)
            file.write(
                f'{{"model": "model-{rest // 4}", "task": "math", "question": "q{question:05}", '
                f'"trial": {rest % 4}, "transcript": "{chance.choice(texts)}", '
                f'"outcome": {chance.choice(("true", "false"))}}}\n'
            )


ABOUT = f"""Whole processes read logs of short records (90 bytes) and of transcripts (about 5 kB).
scorio prints a leaderboard, and looks for duplicate trials. DuckDB and Polars get names and types
of the fields, and count outcomes. `wc -l` counts lines: it is the floor. The log of many questions
has 50 models and up to 100,000 questions. The figures of the others say how many times as long as
scorio they take. Logs of 0.25 GB are read {ROUNDS[0]} times by each, larger ones {ROUNDS[1]} times.
"""


def compare(log):
    """Let all take turns: medians of the seconds, processor seconds and peak of each."""
    readers = [one for one in ("scorio", "DuckDB", "Polars", "wc -l")
               if one != "wc -l" or shutil.which("wc")]  # fmt: skip
    runs = {who: [] for who in readers}
    for _ in range(ROUNDS[log.stat().st_size > 5e8]):
        for who in readers:
            runs[who].append(measure(command(who, log)))
    return {
        who: Run(*map(statistics.median, zip(*done, strict=True))) for who, done in runs.items()
    }


def row(name, size, found):
    """Give the line of a log: seconds of scorio, and how many times as long others take."""
    own = found["scorio"]
    times = [figure(found[who].seconds / own.seconds) for who in found if who != "scorio"]
    used = [figure(found[who].used / own.used) for who in found if who != "scorio"]
    own = [f"{own.seconds:.2f} s", *times, f"{own.used:.2f} s", *used, f"{figure(own.peak)} MB"]
    return [f"{name}, {figure(size)} GB", *own]


def main():
    """Make the logs, compare, and print the section."""
    sizes = [float(one) for one in sys.argv[1].split(",")] if sys.argv[1:] else SIZES
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name in sys.argv[2:] or LOGS:
            for size in sizes:
                log = Path(folder, "log.jsonl")
                (transcripts if name == "transcripts" else lambda *a, n=name: short(n, *a))(
                    size, log
                )
                found = compare(log)
                rows.append(row(name, log.stat().st_size / 1e9, found))
                print(name, size, {who: tuple(map(figure, run)) for who, run in found.items()},
                      file=sys.stderr)  # fmt: skip
                log.unlink()
    others = [who for who in found if who != "scorio"]
    begin(TITLE, ABOUT)
    head = ["log", "scorio", *(f"{who} / scorio" for who in others)]
    # A page has no room for both side by side.
    width = len(head)
    print(table([*head, "peak"], [[*line[:width], line[-1]] for line in rows]))
    print("The processor time of all threads:\n")
    print(table(head, [[line[0], *line[width:-1]] for line in rows]))


if __name__ == "__main__":
    main()
