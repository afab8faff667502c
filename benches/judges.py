"""Measure scores that labels correct, beside the same by NumPy with a bootstrap.

    make bench
    .venv/bin/python benches/judges.py [ROUNDS]

10 models × 1,000 questions × 4 trials with 500 labels, after reading. Both take turns, and figures
are medians of the rounds. Processor time does not depend on what else runs. NumPy computes the same
scores, which are compared, and an interval by 200 draws of questions. That is what one would write
without a formula. The goal is 50 ms for a leaderboard.
"""

from __future__ import annotations

import statistics
import sys
import time

import numpy as np

import scorio
from scorio import judge

MODELS, QUESTIONS, TRIALS, LABELS = 10, 1000, 4, 500
DRAWS = 200


def drawn() -> tuple[np.ndarray, np.ndarray]:
    """Draw outcomes of a judge that is right in 88 % of the trials, and labels of some."""
    random = np.random.default_rng(1)
    chances = random.beta(1, 1, (MODELS, QUESTIONS, 1))
    right = (random.random((MODELS, QUESTIONS, TRIALS)) < chances).astype(float)
    outcomes = np.where(random.random(right.shape) < 0.88, right, 1 - right)
    labels = np.full(right.size, np.nan)
    chosen = random.choice(right.size, LABELS, replace=False)
    labels[chosen] = right.ravel()[chosen]
    return outcomes, labels.reshape(right.shape)


def sums(outcomes: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Give the trials, the labels and their sum of each question and outcome."""
    known = ~np.isnan(labels)
    parts = [
        ((outcomes == kind) & chosen) * worth
        for kind in (0, 1)
        for chosen, worth in ((True, 1.0), (known, 1.0), (known, np.nan_to_num(labels)))
    ]
    return np.stack([part.sum(axis=2) for part in parts], axis=1)


def score(total: np.ndarray) -> np.ndarray:
    """Give the post-stratified score of totals over questions."""
    trials, labels, right = total[..., [0, 3]], total[..., [1, 4]], total[..., [2, 5]]
    rates = np.where(labels > 0, right / np.maximum(labels, 1), 0.5)
    return (trials * rates).sum(axis=-1) / trials.sum(axis=-1)


def bootstrapped(outcomes: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Give scores, and the ends of their intervals by draws of questions."""
    found = sums(outcomes, labels)
    random = np.random.default_rng(2)
    weights = random.multinomial(QUESTIONS, np.full(QUESTIONS, 1 / QUESTIONS), DRAWS)
    draws = score(np.einsum("dq,mkq->mdk", weights, found))
    return score(found.sum(axis=2)), np.quantile(draws, [0.025, 0.975], axis=1)


def main() -> None:
    """Print the table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    outcomes, labels = drawn()
    counts = judge.from_arrays(outcomes, labels)
    calls = {
        "score": counts.score,
        "score, sampled": lambda: counts.score(sampled=True),
        "compare": lambda: scorio.compare(counts, baseline="1"),
        "compare_pairs": lambda: scorio.compare_pairs(counts),
        "gate": lambda: scorio.gate(counts, 0.5),
        "quality": lambda: judge.quality(counts),
        "plan": lambda: judge.plan(counts, budget=500),
        "counting": lambda: judge.from_arrays(outcomes, labels),
    }
    ours = {row.model: row.score for row in counts.score()}
    theirs, _ = bootstrapped(outcomes, labels)
    assert np.allclose([ours[str(place + 1)] for place in range(MODELS)], theirs, rtol=1e-12)
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in [*calls, "NumPy"]}
    for _ in range(rounds):
        for name, call in [*calls.items(), ("NumPy", lambda: bootstrapped(outcomes, labels))]:
            start, used = time.perf_counter(), time.process_time()
            call()
            times[name].append((time.perf_counter() - start, time.process_time() - used))
    figures = {
        name: [1000 * statistics.median(side) for side in zip(*measured, strict=True)]
        for name, measured in times.items()
    }
    print(f"{MODELS} models × {QUESTIONS:,} questions × {TRIALS} trials, {LABELS} labels")
    print(f"{'call':16} {'ms':>7} {'processor':>10} {'NumPy / call':>13}")
    for name, (found, used) in figures.items():
        print(f"{name:16} {found:7.1f} {used:10.1f} {figures['NumPy'][0] / found:13.1f}")


if __name__ == "__main__":
    main()
