"""Compare this project with the earlier Python package, scorio 0.2.3: medians and ratios.

    make bench
    .venv/bin/python benches/compare.py auc_at_k_ci max_at_k_ci     # cases by their beginnings

The earlier package is installed from the package index into an environment of its own. The two
take turns, each in a fresh process: a machine that is slow for a while is slow for both.
"""

import json
import statistics
import subprocess
import sys
from pathlib import Path

from page import begin, duration, figure, table
from peer import ENVIRONMENT, interpreter
from worker import CASES

TITLE = "The earlier package"
HERE = Path(__file__).parent
ROUNDS = 3
# Rounds of minutes tell enough after one.
SLOW = 60.0
# Megabytes from here on have no digit behind the point.
LARGE = 10
WIDE = ", 10,000 x 256, k = 64"
# What the first table shows.
FIRST = (
    "bayes, 1,000,000 x 16",
    "bayes, 1,000,000 x 16, 3 categories",
    "max_at_k_ci, 1,000,000 x 16, 3 categories, k = 4",
    "bayes, 30 x 80",
    *(f"{name}{WIDE}" for name in (
        "pass_at_k_ci", "maj_at_k_ci", "mg_pass_at_k_ci", "auc_at_k_ci",
        "threshold_spectrum_at_k_ci", "geom_at_k_ci", "geo_spectrum_at_k_ci",
    )),
)  # fmt: skip


def measure(python, case):
    """Run the worker once."""
    command = [python, HERE / "worker.py", case]
    environment = None if python == sys.executable else ENVIRONMENT
    done = subprocess.run(command, check=True, capture_output=True, env=environment)
    return json.loads(done.stdout)


def row(case, peer):
    """Give the line of a case: times, ratio, and the memory of each besides its input."""
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(measure(sys.executable, case))
        theirs.append(measure(peer, case))
        if theirs[-1]["seconds"] > SLOW:
            break
    own, old = (statistics.median(run["seconds"] for run in runs) for runs in (ours, theirs))
    memory = [max(run["megabytes"] or 0.0 for run in runs) for runs in (ours, theirs)]
    name, _, shape = case.partition(", ")
    label = f"`{name}`, {shape.replace(' x ', ' × ')}"
    return [
        label,
        duration(own),
        duration(old),
        figure(old / own),
        *(f"{m:.1f} MB" if m < LARGE else f"{figure(m)} MB" for m in memory),
    ]


def main():
    """Print the tables: the first cases with the memory that they take, then all others."""
    peer = interpreter("earlier", ["scorio==0.2.3"])
    begins = tuple(sys.argv[1:]) or ("",)
    begin(
        TITLE,
        f"""scorio 0.2.3 computes the same on matrices of questions × trials, each time in a process
        of its own. Each case has {ROUNDS} processes. Memory is the peak of a call besides its
        input.""",
    )
    head = ["", "this", "0.2.3", "0.2.3 / this", "memory, this", "memory, 0.2.3"]
    print(table(head, [row(case, peer) for case in FIRST if case.startswith(begins)]))
    print("The same for all other cases:\n")
    others = [case for case in CASES if case not in FIRST and case.startswith(begins)]
    print(table(head[:4], [row(case, peer)[:4] for case in others]))


if __name__ == "__main__":
    main()
