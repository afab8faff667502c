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

from peer import interpreter
from worker import CASES, SLOW

HERE = Path(__file__).parent
ROUNDS = 5


def measure(python, case):
    """Run the worker once."""
    command = [python, HERE / "worker.py", case]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def main():
    """Print a line for each case."""
    peer = interpreter("earlier", ["scorio==0.2.3"])
    print(f"{'':50} {'this':>10} {'0.2.3':>10} {'ratio':>7} {'this MB':>8} {'0.2.3 MB':>8}")
    for case in CASES:
        if sys.argv[1:] and not case.startswith(tuple(sys.argv[1:])):
            continue
        ours, theirs = [], []
        for _ in range(ROUNDS):
            ours.append(measure(sys.executable, case))
            theirs.append(measure(peer, case))
            if theirs[-1]["seconds"] > SLOW:
                break  # one round of minutes tells enough
        mine, old = (statistics.median(r["seconds"] for r in runs) for runs in (ours, theirs))
        memory = [max(r["megabytes"] or 0.0 for r in runs) for runs in (ours, theirs)]
        print(
            f"{case:50} {mine * 1e3:8.3f}ms {old * 1e3:8.2f}ms {old / mine:6.0f}x "
            f"{memory[0]:8.1f} {memory[1]:8.1f}"
        )


if __name__ == "__main__":
    main()
