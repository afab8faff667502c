"""Compare reading logs with DuckDB, Polars and a plain read of the bytes: medians and ratios.

    make bench
    .venv/bin/python benches/logs.py 0.1       # a tenth of the bytes, for a quick look
    .venv/bin/python benches/logs.py 1 thin    # one of the logs only

Four logs are made in a temporary folder: one of transcripts, 4.5 kB a record, and three of short
records, sorted, interleaved and shuffled. Each reader gets the names of the fields and counts
outcomes by model, task and question. scorio also checks for duplicate trials. All take turns, each
in a fresh process that warms its imports before the clock runs. A machine that is slow for a while
is slow for all. Processor time is the least of all rounds.
"""

import json
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from peer import interpreter

HERE = Path(__file__).parent
ROUNDS = 5
PACKAGES = ("duckdb==2.0.0", "polars==2.1.0", "pyarrow==26.0.1")
SENTENCE = (
    "the answer is therefore we compute sum of so that let equals number step check result prove "
    "assume because first then finally square root divides remainder Größe naïve ≤ → π"
)
WORDS = SENTENCE.split()
ENDS = (". ", ".\\n", ".\\n\\n", ', \\"so\\" ', " \\\\frac{1}{2} ", "; ", ", ", ": ")


def text(chance, length):
    """Give a transcript as it stands in JSON: sentences, line ends, quotes, some other letters."""
    parts, size = [], 0
    while size < length:
        parts.append(" ".join(chance.choices(WORDS, k=chance.randint(8, 24))))
        parts.append(chance.choice(ENDS))
        size += len(parts[-2]) + len(parts[-1])
    return "".join(parts)


def transcripts(share):
    """Give the records of 8 models, 4 trials a question: 900 MB."""
    chance = random.Random(1)
    texts = [text(chance, 4300) for _ in range(500)]
    for question in range(int(6250 * share)):
        for model in range(8):
            for trial in range(4):
                yield (
                    f'{{"model": "model-{model}", "task": "math", "question": "q{question:05}", '
                    f'"trial": {trial}, "transcript": "{chance.choice(texts)}", '
                    f'"outcome": {chance.choice(("true", "false"))}}}\n'
                )


def short(model, question, trial, outcome):
    """Give a short record."""
    return (
        f'{{"model": "model-{model}", "task": "math", "question": "q{question:04}", '
        f'"trial": {trial}, "outcome": {outcome}}}\n'
    )


def thin(share):
    """Give 5 million records of 20 models, 50 trials a question, sorted by question."""
    chance = random.Random(2)
    for question in range(int(5000 * share)):
        for model in range(20):
            for trial in range(50):
                yield short(model, question, trial, chance.choice(("true", "false")))


def interleaved(share):
    """Give the same trial after trial: all questions and models once, then again."""
    chance = random.Random(2)
    for trial in range(50):
        for question in range(int(5000 * share)):
            for model in range(20):
                yield short(model, question, trial, chance.choice(("true", "false")))


def shuffled(share):
    """Give the same in random order, as concurrent trials end."""
    chance = random.Random(2)
    keys = list(range(int(5000 * share) * 1000))
    chance.shuffle(keys)
    for key in keys:
        (question, rest), outcome = divmod(key, 1000), chance.choice(("true", "false"))
        yield short(rest // 50, question, rest % 50, outcome)


LOGS = {
    "transcripts": transcripts,
    "thin": thin,
    "interleaved": interleaved,
    "shuffled": shuffled,
}

READERS = ("scorio", "DuckDB", "Polars", "plain read")


def measure(python, who, log):
    """Run one of them once: seconds, megabytes, trials, processor seconds of all threads."""
    command = [python, HERE / "reader.py", who, log]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def compare(name, log, readers=READERS):
    """Print a line for each of them."""
    size = log.stat().st_size / 1e6
    runs = {who: [] for who in readers}
    for _ in range(ROUNDS):
        for who in readers:
            python = (
                sys.executable if who in {"scorio", "plain read"} else interpreter("logs", PACKAGES)
            )
            runs[who].append(measure(python, who, log))
    trials = {run[2] for done in runs.values() for run in done} - {None}
    if len(trials) > 1:
        raise SystemExit(f"they disagree: {trials}")
    speed = {who: size / statistics.median(run[0] for run in done) for who, done in runs.items()}
    print(f"{name}: {size:.0f} MB, {trials.pop():,} records")
    for who, done in runs.items():
        ratio = speed["scorio"] / speed[who]
        memory = max(run[1] for run in done)
        # Less than the clock does it depend on what else the machine does.
        work = min(run[3] for run in done) / min(run[3] for run in runs["scorio"])
        print(
            f"  {who:12} {speed[who]:7.0f} MB/s   scorio/this {ratio:6.2f}   "
            f"processor time this/scorio {work:6.2f}   {memory:6.0f} MB"
        )


def main():
    """Make the logs and compare."""
    share = float(sys.argv[1]) if sys.argv[1:] else 1.0
    with tempfile.TemporaryDirectory() as folder:
        for name in sys.argv[2:] or LOGS:
            log = Path(folder, f"{name}.jsonl")
            with log.open("w", encoding="utf-8") as file:
                file.writelines(LOGS[name](share))
            compare(name, log)
            log.unlink()


if __name__ == "__main__":
    main()
