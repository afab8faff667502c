"""Compare the convergence study with the same study in NumPy: seconds and ratios.

    make bench
    .venv/bin/python benches/convergence.py [REPLICATES]

20 models, 30 questions, 80 trials, column-wise replicates, as in the showcase figure of Don't
Pass@k. Both take turns. NumPy does a hundredth of the replicates, one by one, and its time is
multiplied. The figures are medians of five rounds. Processor time is that of all threads together.
"""

import statistics
import sys
import time
from pathlib import Path

import numpy as np

import scorio
from scorio import simulate

sys.path.append(str(Path(__file__).parent.parent / "tests"))
from convergence_twin import numpy_study

ROUNDS = 5
SHARE = 100


def main() -> None:
    """Print the table."""
    replicates = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    p = simulate.coins(np.linspace(0.2, 0.75, 20), seed=1)
    R = simulate.trials(p, 80, seed=2)
    print(f"{replicates:,} replicates of {'x'.join(map(str, R.shape))}")
    print("metric     scorio s  processor s  NumPy s  ratio")
    for k in (None, 2, 4, 8):
        metric = "bayes" if k is None else "pass_at_k"
        times = {"scorio": [], "processor": [], "numpy": []}
        for _ in range(ROUNDS):
            start, used = time.perf_counter(), time.process_time()
            course = scorio.convergence(R, metric, k, replicates=replicates)[0]
            times["scorio"].append(time.perf_counter() - start)
            times["processor"].append(time.process_time() - used)
            start = time.perf_counter()
            tau, _ = numpy_study(R, k, replicates // SHARE, seed=1)
            times["numpy"].append((time.perf_counter() - start) * SHARE)
            # The same study: other replicates, so within the errors of the smaller one.
            assert abs(course.tau - tau).max() < 6 * SHARE**0.5 * max(course.tau_error.max(), 1e-4)
        ours, used, theirs = (statistics.median(measured) for measured in times.values())
        label = "Bayes/avg" if k is None else f"Pass@{k}"
        print(f"{label:9} {ours:9.2f} {used:12.2f} {theirs:8.1f} {theirs / ours:6.0f}")


if __name__ == "__main__":
    main()
