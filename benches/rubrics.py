"""Compare grading a log by a rubric with DuckDB: medians of processor time, and ratios.

    make bench
    .venv/bin/python benches/rubrics.py 0.1    # a tenth of the trials, for a quick look

The log has 2 million short records with four signals. A rubric of five categories grades them, once
with thresholds that are numbers and once with a quantile. DuckDB does the same in SQL, and is given
the columns and their types. scorio also checks for duplicate trials. Both take turns, each in a
fresh process on one thread that warms its imports before the clock runs.
"""

import json
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from page import begin, duration, figure, table
from peer import interpreter

TITLE = "Rubrics"
ROUNDS = 3
TRIALS = 2_000_000
PACKAGES = ("duckdb==2.0.0",)
RUBRIC = """
[signals]
correct = "@outcome"
boxed = "boxed"
tokens = "tokens"
bits = "bits"
[thresholds]
high = {high}
[[rubric]]
name = "r"
category = [
  {{ name = "wrong and sure", weight = -0.5, when = "correct < 0.5 and bits <= high" }},
  {{ name = "wrong", weight = 0, when = "correct < 0.5" }},
  {{ name = "long", weight = 0.5, when = "tokens > 4000" }},
  {{ name = "not boxed", weight = 0.7, when = "not boxed" }},
  {{ name = "right", weight = 1, otherwise = true }},
]
"""
HIGH = {"a number": "0.4", "a quantile": '{ signal = "bits", quantile = 0.4 }'}

SCORIO = """
import sys, time
import scorio
from scorio import rubric
log, text, trials = sys.argv[1:]
rubrics = rubric.load(open(text).read())
start, cpu = time.perf_counter(), time.process_time()
counts = rubric.count(log, rubrics)["r"]
assert counts.trials == int(trials)
print(time.perf_counter() - start, time.process_time() - cpu)
"""

DUCKDB = """
import sys, time
import duckdb
log, text, trials = sys.argv[1:]
types = "{model: 'VARCHAR', question: 'VARCHAR', trial: 'BIGINT', outcome: 'BIGINT', "
types += "boxed: 'BOOLEAN', tokens: 'BIGINT', bits: 'DOUBLE'}"
source = f"read_json('{log}', format = 'newline_delimited', columns = {types})"
high = "0.4"
if "quantile" in open(text).read():
    high = f"(SELECT quantile_disc(bits, 0.4) FROM t)"
connection = duckdb.connect()
connection.execute("SET threads = 1")
start, cpu = time.perf_counter(), time.process_time()
connection.execute(f"CREATE TEMP TABLE t AS SELECT * FROM {source}")
rows = connection.execute(f'''
SELECT model, question, CASE
  WHEN outcome = 0 AND bits <= {high} THEN 0 WHEN outcome = 0 THEN 1
  WHEN tokens > 4000 THEN 2 WHEN NOT boxed THEN 3 ELSE 4 END AS category, count(*)
FROM t GROUP BY ALL''').fetchall()
assert sum(row[3] for row in rows) == int(trials)
print(time.perf_counter() - start, time.process_time() - cpu)
"""


def write(path, trials):
    """Write the log."""
    chance = random.Random(1)
    with path.open("w") as file:
        for place in range(trials):
            record = {
                "model": f"model-{place % 8}",
                "question": f"q{place // 8 % 5000:04}",
                "trial": place // 40_000,
                "outcome": chance.randrange(2),
                "boxed": chance.random() < 0.8,
                "tokens": chance.randrange(10, 9000),
                "bits": round(chance.random(), 4),
            }
            file.write(json.dumps(record) + "\n")


def main(share):
    """Write the log, compare, and print the section."""
    trials = int(TRIALS * share)
    begin(
        TITLE,
        f"""A rubric of five categories grades {trials:,} short records with four signals. Its
        threshold is a number, or a quantile. DuckDB does the same in SQL, and gets columns and
        types. scorio also looks for duplicate trials. Figures are processor time on one thread.""",
    )
    readers = {"scorio": (sys.executable, SCORIO)}
    readers["DuckDB"] = (interpreter("logs-duckdb", PACKAGES), DUCKDB)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log.jsonl")
        write(log, trials)
        for kind, high in HIGH.items():
            text = Path(folder, f"{kind}.toml")
            text.write_text(RUBRIC.format(high=high))
            taken = {name: [] for name in readers}
            for _ in range(ROUNDS):
                for name, (python, code) in readers.items():
                    command = [python, "-c", code, log, text, str(trials)]
                    done = subprocess.run(command, check=True, capture_output=True, text=True)
                    taken[name].append(float(done.stdout.split()[1]))
            own, other = map(statistics.median, taken.values())
            rate = f"{figure(trials / own / 1e6)} million"
            rows.append([kind, duration(own), duration(other), figure(other / own), rate])
    print(
        table(["threshold", "scorio", "DuckDB", "DuckDB / scorio", "trials a second, scorio"], rows)
    )


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)
