"""Measure scores that labels correct, beside the same by NumPy with a bootstrap.

    make bench
    .venv/bin/python benches/judges.py [ROUNDS]

10 models × 1,000 questions × 4 trials with 500 labels, after reading. All take turns. NumPy
computes the same scores, which are compared, and an interval by 200 draws of questions. That is
what one writes without a formula.
"""

from __future__ import annotations

import sys

import numpy as np
from page import begin, duration, figure, table, turns

import scorio
from scorio import judge

TITLE = "Scores that labels correct"
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
    """Print the section."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    outcomes, labels = drawn()
    counts = judge.from_arrays(outcomes, labels)
    ours = {row.model: row.score for row in counts.score()}
    theirs, _ = bootstrapped(outcomes, labels)
    assert np.allclose([ours[str(place + 1)] for place in range(MODELS)], theirs, rtol=1e-12)
    calls = {
        "`score`": counts.score,
        "`score(sampled=True)`": lambda: counts.score(sampled=True),
        "`compare`": lambda: scorio.compare(counts, baseline="1"),
        "`compare_pairs`": lambda: scorio.compare_pairs(counts),
        "`gate`": lambda: scorio.gate(counts, 0.5),
        "`judge.quality`": lambda: judge.quality(counts),
        "`judge.plan`": lambda: judge.plan(counts, budget=500),
        "`judge.from_arrays`": lambda: judge.from_arrays(outcomes, labels),
        "NumPy": lambda: bootstrapped(outcomes, labels),
    }
    begin(
        TITLE,
        f"""{MODELS} models have {TRIALS} trials on each of {QUESTIONS:,} questions, and {LABELS}
        labels. NumPy computes the same scores, and intervals by {DRAWS} draws of questions.""",
    )
    found = turns(calls, rounds)
    print(table(["call", "time", "NumPy / call"],
                [[name, duration(own), figure(found["NumPy"] / own)]
                 for name, own in found.items()]))  # fmt: skip


if __name__ == "__main__":
    main()
