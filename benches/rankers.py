"""Time the ranking methods beside plain Newton steps in NumPy, on one thread.

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 .venv/bin/python benches/rankers.py

20 models answer 500 questions, 16 trials each. The peer takes W by one matrix product and then
Newton's steps with the same start and end. Its bootstrap draws questions and takes the steps again.
"""

from __future__ import annotations

import statistics
import sys
import time

import numpy as np

from scorio import rank
from scorio.rank.source import data_of

MODELS, QUESTIONS, TRIALS, REPLICATES = 20, 500, 16, 1000


def results():
    """Results of models of evenly spaced skill."""
    generator = np.random.default_rng(1)
    logit = np.linspace(-1, 1, MODELS)[:, None] - generator.normal(0, 1.5, QUESTIONS)
    p = 1 / (1 + np.exp(-logit))
    return generator.binomial(1, p[:, :, None], (MODELS, QUESTIONS, TRIALS)).astype(np.uint8)


def wins(p, times):
    """Expected wins: one product."""
    own = p * times * TRIALS
    found = own.sum(1)[:, None] - own @ p.T
    np.fill_diagonal(found, 0)
    return found


def newton(won, theta):
    """Strengths by Newton's steps, to 1e-13."""
    total = won + won.T
    for _ in range(50):
        chance = 1 / (1 + np.exp(theta[None] - theta[:, None]))
        gradient = (won - total * chance).sum(1)
        hessian = -total * chance * (1 - chance)
        np.fill_diagonal(hessian, -hessian.sum(1))
        step = np.linalg.solve(hessian + 1, gradient)
        theta = theta + step
        if abs(step).max() < 1e-13:
            break
    return theta


def bootstrap(p):
    """Strengths of draws of the questions."""
    generator = np.random.default_rng(0)
    start = newton(wins(p, 1.0), np.zeros(MODELS))
    draws = generator.multinomial(QUESTIONS, [1 / QUESTIONS] * QUESTIONS, REPLICATES)
    return np.array([newton(wins(p, times), start) for times in draws])


def timed(run, rounds):
    """Give the median of milliseconds."""
    run()
    spent = []
    for _ in range(rounds):
        start = time.perf_counter()
        run()
        spent.append(time.perf_counter() - start)
    return 1e3 * statistics.median(spent)


def main():
    """Print the times, and check that both agree."""
    R = results()
    p = R.mean(axis=2)
    data = data_of(R)
    ours = np.array(data.scores("bradley_terry", {})[0])
    apart = abs(ours - newton(wins(p, 1.0), np.zeros(MODELS))).max()
    if apart > 1e-11:
        sys.exit(f"bradley_terry and its peer differ by {apart}")
    naive = np.array(data.naive("bradley_terry", {}))
    interval = True
    rows, *_ = data.fit("bradley_terry", {}, interval, 0.95, 10, 0, 1)
    sandwich = np.median([row[3] for row in rows])
    print(f"median σ: sandwich {sandwich:.4f}, naive {np.median(naive):.4f}")
    peer = timed(lambda: newton(wins(p, 1.0), np.zeros(MODELS)), 50)
    print(f"{'NumPy, bradley_terry':32} {peer:9.3f} ms")
    print(f"{'NumPy, 1,000 draws of it':32} {timed(lambda: bootstrap(p), 3):9.3f} ms")
    print(f"{'counting the array':32} {timed(lambda: data_of(R), 20):9.3f} ms")
    print(f"{'pairs':32} {timed(data.pairs, 50):9.3f} ms")
    for method in rank.methods():
        name = method.name
        own = timed(lambda name=name: data.scores(name, {}), 5)
        print(f"{name:32} {own:9.3f} ms")
    draws = False
    again = timed(lambda: data.fit("bradley_terry", {}, draws, 0.95, REPLICATES, 0, 1), 3)
    print(f"{'1,000 draws of bradley_terry':32} {again:9.3f} ms")


if __name__ == "__main__":
    main()
