"""How often the intervals of `scorio.compare` contain the true difference of a metric.

Two models answer M questions N times each. The logit of a success is skill less difficulty. The
difficulties are N(0, 1.5²), and each model has its own deviation N(0, 0.5²) on each question.

    python studies/metric_pairs_study.py [STUDIES]
"""

from __future__ import annotations

import sys
from math import comb

import numpy as np

import scorio

SKILLS = (0.3, 0.0)


def metric_of(metric: str, k: int, p: np.ndarray) -> np.ndarray:
    """The true metric of a question with this probability of success."""
    if metric == "pass_at_k":
        return 1 - (1 - p) ** k
    if metric == "pass_hat_k":
        return p**k
    needed = range(k // 2 + 1, k + 1)
    return sum(comb(k, j) * p**j * (1 - p) ** (k - j) for j in needed)


def chances(rng: np.random.Generator, questions: int) -> np.ndarray:
    """Draw the probabilities of success of two models."""
    difficulty = rng.normal(0, 1.5, questions)
    own = rng.normal(0, 0.5, (2, questions))
    return 1 / (1 + np.exp(difficulty - own - np.array(SKILLS)[:, None]))


def covered(
    metric: str, k: int, questions: int, trials: int, *, sampled: bool, studies: int, seed: int
) -> float:
    """Give the share of studies whose 95% interval contains the true difference."""
    rng = np.random.default_rng(seed)
    many = metric_of(metric, k, chances(np.random.default_rng(0), 1_000_000)).mean(axis=1)
    inside = 0
    for _ in range(studies):
        p = chances(rng, questions)
        own = many if sampled else metric_of(metric, k, p).mean(axis=1)
        a, b = (rng.random((2, questions, trials)) < p[:, :, None]).astype(int)
        row = scorio.compare(a, b, metric=metric, k=k, sampled=sampled)[0]
        inside += row.lo <= own[0] - own[1] <= row.hi
    return inside / studies


def main() -> None:
    """Print a table."""
    studies = int(sys.argv[1]) if sys.argv[1:] else 400
    sys.stdout.write("| metric | M × N | these questions | questions like these |" + "\n")
    sys.stdout.write("|---|---|--:|--:|" + "\n")
    for metric, k in (("pass_at_k", 4), ("pass_hat_k", 4)):
        for questions, trials in ((30, 4), (30, 8), (100, 8), (100, 16)):
            shares = [
                covered(metric, k, questions, trials, sampled=sampled, studies=studies, seed=7)
                for sampled in (False, True)
            ]
            cells = " | ".join(f"{100 * share:.1f}%" for share in shares)
            sys.stdout.write(f"| {metric}, k = {k} | {questions} × {trials} | {cells} |" + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
