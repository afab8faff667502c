"""Compare the convergence study with the same study in NumPy: seconds and ratios.

    make bench
    .venv/bin/python benches/convergence.py [REPLICATES]

20 models, 30 questions, 80 trials, column-wise replicates, as in the showcase figure of Don't
Pass@k. Both take turns. NumPy does a hundredth of the replicates, one by one, and its time is
multiplied. Processor time is that of all threads together.
"""

import statistics
import sys
import time
from pathlib import Path

import numpy as np
from page import begin, duration, figure, table

import scorio
from scorio import simulate

sys.path.append(str(Path(__file__).parent.parent / "tests"))
from convergence_twin import numpy_study

TITLE = "Convergence"
ROUNDS = 3
SHARE = 100


def row(R, k, replicates):
    """Give the line of a metric: seconds, processor seconds, those of NumPy, and a ratio."""
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
    name = f"`{metric}`" if k is None else f"`{metric}`, k = {k}"
    return [name, duration(ours), duration(used), duration(theirs), figure(theirs / ours)]


def main() -> None:
    """Print the section."""
    replicates = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    p = simulate.coins(np.linspace(0.2, 0.75, 20), seed=1)
    R = simulate.trials(p, 80, seed=2)
    begin(
        TITLE,
        f"""`scorio.convergence` makes {replicates:,} replicates of {R.shape[0]} models ×
        {R.shape[1]} questions × {R.shape[2]} trials, on all cores. NumPy does the same study, one
        replicate after the other. Its time is {SHARE} times that of a hundredth of the
        replicates.""",
    )
    rows = [row(R, k, replicates) for k in (None, 2, 4, 8)]
    print(table(["metric", "scorio", "processor time", "NumPy", "NumPy / scorio"], rows))


if __name__ == "__main__":
    main()
