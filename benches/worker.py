"""Time one case in this interpreter's scorio: `python worker.py CASE` prints JSON.

Run by `compare.py` in turn with this project's environment and with the earlier package's.
"""

import json
import sys
import time
from pathlib import Path

import numpy as np

from scorio import eval as scorio_eval

BUDGET_SECONDS = 1.0


def binary(questions, trials):
    """Make a seeded 0/1 matrix whose questions differ in difficulty."""
    rng = np.random.default_rng(7)
    rates = rng.beta(0.6, 0.6, size=(questions, 1))
    return (rng.random((questions, trials)) < rates).astype(np.int8)


CASES = {
    "bayes, 1,000,000 x 16": (binary, (1_000_000, 16), "bayes", {}),
    "bayes, 30 x 80": (binary, (30, 80), "bayes", {}),
    "avg, 30 x 80": (binary, (30, 80), "avg", {}),
    "bayes_ci, 30 x 80": (binary, (30, 80), "bayes_ci", {}),
    "pass_at_k, 30 x 80, k = 8": (binary, (30, 80), "pass_at_k", {"k": 8}),
    "pass_at_k, 10,000 x 256, k = 64": (binary, (10_000, 256), "pass_at_k", {"k": 64}),
    "pass_at_k_ci, 10,000 x 256, k = 64": (binary, (10_000, 256), "pass_at_k_ci", {"k": 64}),
    "pass_hat_k_ci, 10,000 x 256, k = 64": (binary, (10_000, 256), "pass_hat_k_ci", {"k": 64}),
}


def peak_above(call):
    """Give the peak resident memory of a call above what was resident before, in MB."""
    status = Path("/proc/self/status")
    if not status.exists():
        call()
        return None

    def read(field):
        line = next(line for line in status.read_text().splitlines() if line.startswith(field))
        return int(line.split()[1]) / 1000

    Path("/proc/self/clear_refs").write_text("5")
    before = read("VmRSS")
    call()
    return read("VmHWM") - before


def main():
    """Time the case for about a second."""
    make, shape, function, options = CASES[sys.argv[1]]
    matrix = make(*shape)
    scorio_eval.bayes(np.array([[0, 1]]))  # whatever is loaded on first use, is loaded

    def call():
        return getattr(scorio_eval, function)(matrix, **options)

    memory = peak_above(call)
    seconds, started = [], time.perf_counter()
    while time.perf_counter() - started < BUDGET_SECONDS or len(seconds) < 3:
        begin = time.perf_counter()
        call()
        seconds.append(time.perf_counter() - begin)
    print(json.dumps({"seconds": sorted(seconds)[len(seconds) // 2], "megabytes": memory}))


if __name__ == "__main__":
    main()
