"""Compare the start of commands with that of Python alone: medians of whole processes, and ratios.

    make bench
    .venv/bin/python benches/start.py 31    # rounds

All take turns. The log is the sample log, 2.5 MB: most of the time is Python's start and imports.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from page import begin, duration, figure, table

TITLE = "Start"
ABOUT = """Whole processes: the log is the sample log, 2.5 MB, so that most of the time is Python's
start and imports. Ratios are to Python alone."""
ROUNDS = 21
LOG = Path(__file__).parent.parent / "examples/coins.jsonl"
PYTHON = [sys.executable, "-c"]
SCORIO = [str(Path(sys.executable).with_name("scorio"))]
COMMANDS = {
    "python -c pass": [*PYTHON, "pass"],
    "import scorio": [*PYTHON, "import scorio"],
    "scorio --version": [*SCORIO, "--version"],
    "scorio score": [*SCORIO, "score", LOG],
    "scorio compare": [*SCORIO, "compare", LOG, "--baseline", "coin-01"],
    "scorio gate": [*SCORIO, "gate", LOG, "--at-least", "0.5"],
    "scorio rank": [*SCORIO, "rank", LOG],
    "scorio score --help": [*SCORIO, "score", "--help"],
}


def seconds(command, folder):
    """Run a command once in a folder without options, and give its seconds."""
    start = time.perf_counter()
    subprocess.run(command, cwd=folder, capture_output=True, check=False)
    return time.perf_counter() - start


def main():
    """Take turns, and print the median of each beside that of Python alone."""
    rounds = int(sys.argv[1]) if sys.argv[1:] else ROUNDS
    runs = {name: [] for name in COMMANDS}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(rounds):
            for name, command in COMMANDS.items():
                runs[name].append(seconds(command, folder))
    medians = {name: statistics.median(done) for name, done in runs.items()}
    alone = medians["python -c pass"]
    begin(TITLE, ABOUT)
    rows = [[f"`{name}`", duration(one), figure(one / alone)] for name, one in medians.items()]
    print(table(["command", "time", "times as long"], rows))


if __name__ == "__main__":
    main()
