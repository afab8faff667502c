"""Time one case in this interpreter's scorio: `python worker.py CASE` prints JSON.

Run by `compare.py` in turn with this project's environment and with the earlier package's.
"""

import json
import sys
import time
from pathlib import Path

import numpy as np

from scorio import eval as scorio_eval

BUDGET_SECONDS = 0.5
# A call that takes this long is timed once.
SLOW = 10.0


def binary(questions, trials):
    """Make a seeded 0/1 matrix whose questions differ in difficulty."""
    rng = np.random.default_rng(7)
    rates = rng.beta(0.6, 0.6, size=(questions, 1))
    return (rng.random((questions, trials)) < rates).astype(np.int8)


def graded(questions, trials):
    """Make a seeded matrix of three categories."""
    rng = np.random.default_rng(7)
    return rng.integers(0, 3, size=(questions, trials), dtype=np.int8)


WIDE = (binary, (10_000, 256))
SMALL = (binary, (30, 80))
W = {"w": np.array([0.0, 0.5, 1.0])}
SPECTRUM = {"weights": np.arange(1, 65) / 2080}
POINTS = ["pass_at_k", "maj_at_k", "mg_pass_at_k", "auc_at_k", "geom_at_k", "geom_ds_at_k",
          "geo_spectrum_at_k", "max_at_k"]  # fmt: skip
POSTERIORS = ["pass_at_k_ci", "pass_hat_k_ci", "maj_at_k_ci", "mg_pass_at_k_ci", "auc_at_k_ci",
              "geom_at_k_ci", "geom_ds_at_k_ci", "geo_spectrum_at_k_ci", "max_at_k_ci"]  # fmt: skip
CASES = {
    "bayes, 1,000,000 x 16": (binary, (1_000_000, 16), "bayes", {}),
    "bayes, 1,000,000 x 16, 3 categories": (graded, (1_000_000, 16), "bayes", W),
    "max_at_k_ci, 1,000,000 x 16, 3 categories, k = 4": (
        graded, (1_000_000, 16), "max_at_k_ci", {"k": 4, **W}
    ),
    **{f"{name}, 30 x 80": (*SMALL, name, {}) for name in ("bayes", "avg", "bayes_ci")},
    **{
        f"{name}, 30 x 80, k = {k}": (*SMALL, name, {"k": k}) for name in POINTS for k in (8, 40)
    },
    "g_pass_at_k_tau, 30 x 80, k = 40": (*SMALL, "g_pass_at_k_tau", {"k": 40, "tau": 0.6}),
    "threshold_spectrum_at_k, 30 x 80, k = 64": (
        *SMALL, "threshold_spectrum_at_k", {"k": 64, **SPECTRUM}
    ),
    **{f"{name}, 10,000 x 256, k = 64": (*WIDE, name, {"k": 64}) for name in POINTS + POSTERIORS},
    "g_pass_at_k_tau_ci, 10,000 x 256, k = 64": (
        *WIDE, "g_pass_at_k_tau_ci", {"k": 64, "tau": 0.6}
    ),
    "threshold_spectrum_at_k_ci, 10,000 x 256, k = 64": (
        *WIDE, "threshold_spectrum_at_k_ci", {"k": 64, **SPECTRUM}
    ),
}  # fmt: skip


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
    """Time the case for about half a second."""
    make, shape, function, options = CASES[sys.argv[1]]
    matrix = make(*shape)
    scorio_eval.bayes(np.array([[0, 1]]))  # whatever is loaded on first use, is loaded

    def call():
        return getattr(scorio_eval, function)(matrix, **options)

    begin = time.perf_counter()
    memory = peak_above(call)
    first, started = time.perf_counter() - begin, time.perf_counter()
    seconds = [first] if first > SLOW else []
    while first <= SLOW and (time.perf_counter() - started < BUDGET_SECONDS or len(seconds) < 3):
        begin = time.perf_counter()
        call()
        seconds.append(time.perf_counter() - begin)
    print(json.dumps({"seconds": sorted(seconds)[len(seconds) // 2], "megabytes": memory}))


if __name__ == "__main__":
    main()
