"""Compare this project with the earlier Python package, scorio 0.2.3: medians and ratios.

    make bench

The earlier package is installed from the package index into an environment of its own. The two
take turns, each time in a fresh process, so that a machine that is slow for a while is slow for
both.
"""

import json
import statistics
import subprocess
import sys
import venv
from pathlib import Path

from worker import CASES

HERE = Path(__file__).parent
PEER = HERE.parent / "target" / "peer"
ROUNDS = 5


def peer_python():
    """Give the interpreter of an environment with the earlier package."""
    python = PEER / "bin" / "python"
    if not (PEER / "ready").exists():
        venv.create(PEER, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "scorio==0.2.3"], check=True)
        (PEER / "ready").touch()
    return python


def measure(python, case):
    """Run the worker once."""
    command = [python, HERE / "worker.py", case]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def main():
    """Print a line for each case."""
    peer = peer_python()
    print(f"{'':38} {'this':>10} {'0.2.3':>10} {'ratio':>7} {'this MB':>8} {'0.2.3 MB':>8}")
    for case in CASES:
        ours, theirs = [], []
        for _ in range(ROUNDS):
            ours.append(measure(sys.executable, case))
            theirs.append(measure(peer, case))
        mine, old = (statistics.median(r["seconds"] for r in runs) for runs in (ours, theirs))
        memory = [max(r["megabytes"] or 0.0 for r in runs) for runs in (ours, theirs)]
        print(
            f"{case:38} {mine * 1e3:8.3f}ms {old * 1e3:8.2f}ms {old / mine:6.0f}x "
            f"{memory[0]:8.1f} {memory[1]:8.1f}"
        )


if __name__ == "__main__":
    main()
