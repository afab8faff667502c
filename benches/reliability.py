"""How often the better score belongs to the better model, and the probability that was stated.

    python benches/reliability.py [comparisons]

Prints the lines of docs/comparing.md, and other sizes. Two
models with known probabilities of success answer M questions N times each, and each comparison
states P(A > B). Those with P below 1/2 are counted with the models exchanged.
"""

import sys
from itertools import pairwise

import numpy as np
import polars as pl

import scorio

SEED = 20261121
EDGES = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0]
SIZES = [(5, 4), (30, 1), (30, 4), (100, 1), (100, 4), (30, 16)]


def beta(a, b):
    """Every probability of both models on its own."""

    def draw(random, shape):
        p, q = random.beta(a, b, shape), random.beta(a, b, shape)
        return p, q, (p - q).mean(axis=1)

    return draw


def logistic(random, shape):
    """Questions of some difficulty for both; the truth is which model is the abler."""
    difficulty = random.normal(0, 1.5, shape)
    gap = random.normal(0, 0.5, (shape[0], 1))
    own = random.normal(0, 0.5, (2, *shape))
    p, q = (1 / (1 + np.exp(-(difficulty + x))) for x in (gap + own[0], own[1]))
    return p, q, gap[:, 0]


def logistic_fixed(random, shape):
    """The same, but the truth is which model is better on these questions."""
    p, q, _ = logistic(random, shape)
    return p, q, (p - q).mean(axis=1)


CASES = [
    ("uniform", beta(1, 1), {}),
    ("Beta(1/2, 1/2)", beta(0.5, 0.5), {}),
    ("Beta(4, 2)", beta(4, 2), {}),
    ("shared difficulty", logistic_fixed, {}),
    ("shared, sampled", logistic, {"sampled": True}),
]


def stated(draw, options, questions, trials, comparisons):
    """Stated probabilities of the better score, and whether it was the better model's."""
    random = np.random.default_rng([SEED, questions, trials])
    p, q, truth = draw(random, (comparisons, questions))
    task, question = np.divmod(np.arange(comparisons * questions), questions)
    sides = [
        pl.DataFrame(
            {
                "model": name,
                "task": task,
                "question": question,
                "total": trials,
                "correct": random.binomial(trials, chance).ravel(),
            },
        )
        for name, chance in (("a", p), ("b", q))
    ]
    counts = scorio.count(pl.concat(sides), total="total", correct="correct")
    found = scorio.compare(counts, baseline="b", by_task=True, **options)
    rows = [row for row in found if row.task is not None]
    probability = np.array([row.probability for row in rows])
    better = truth[[int(row.task) for row in rows]] > 0
    return np.maximum(probability, 1 - probability), better == (probability > 0.5), probability


def main():
    comparisons = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    for name, draw, options in CASES:
        print(f"\n**{name}**\n")
        print("| M × N |" + "".join(f" {a:g}–{b:g} |" for a, b in pairwise(EDGES)))
        print("|---|" + "--:|" * (len(EDGES) - 1))
        worst = 0.0
        for questions, trials in SIZES:
            confidence, right, probability = stated(draw, options, questions, trials, comparisons)
            # An even chance says nothing, and is right half of the time whatever happens.
            told = probability != 0.5
            cells = []
            for low, high in pairwise(EDGES):
                inside = told & (confidence >= low) & ((confidence < high) | (high == 1))
                count = int(inside.sum())
                if count < comparisons / 100:
                    cells.append("–")
                    continue
                share, mean = right[inside].mean(), confidence[inside].mean()
                error = np.sqrt(mean * (1 - mean) / count)
                worst = max(worst, error)
                cells.append(f"{mean:.3f} → {share:.3f}")
            print(f"| {questions} × {trials} | " + " | ".join(cells) + " |")
        print(f"\nLargest standard error of a share: {worst:.3f}.")


if __name__ == "__main__":
    main()
