"""Measure how often 95% intervals of ranking methods contain the truth, for docs/ranking.md.

    .venv/bin/python studies/ranking_coverage_study.py

Eight models of evenly spaced skill answer questions that are drawn from a population. Difficulty
is normal, and each model has its own luck with a question. The truth is the score on very many
questions of that population. It also measures how much too small the naive error is.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np

from scorio import rank
from scorio.rank.source import data_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

TRIALS = 8
TRUTH = 40_000
DATA_SETS = 300
REPLICATES = 300
PAIR_MODELS = ("bradley_terry", "bradley_terry_davidson")
METHODS = ("avg", *PAIR_MODELS, "borda")


def results(
    generator: np.random.Generator, models: int, questions: int, trials: int, luck: float
) -> NDArray[np.int64]:
    """Results on questions of the population."""
    skill = np.linspace(-1, 1, models)[:, None]
    own = generator.normal(0, luck, (models, questions)) if luck else 0.0
    p = 1 / (1 + np.exp(-(skill + own - generator.normal(0, 1.5, questions))))
    return generator.binomial(1, p[:, :, None], (models, questions, trials))


def coverage() -> None:
    """Print a row of the table for each method, kind of interval and number of questions."""
    truth_data = data_of(results(np.random.default_rng(0), 8, TRUTH, TRIALS, 0.5))
    for questions in (20, 100):
        for method in METHODS:
            # Points of Borda's rule add up over questions.
            scale = questions / TRUTH if method == "borda" else 1.0
            truth = scale * np.array(truth_data.scores(method, {})[0])
            for interval in ("questions", "sandwich")[: 1 + (method in PAIR_MODELS)]:
                inside = 0
                for seed in range(1, DATA_SETS + 1):
                    R = results(np.random.default_rng(seed), 8, questions, TRIALS, 0.5)
                    found = rank.fit(method, R, interval=interval, replicates=REPLICATES)
                    inside += sum(row.lo <= truth[int(row.model)] <= row.hi for row in found)
                share = 100 * inside / (8 * DATA_SETS)
                sys.stdout.write(f"| {questions} | `{method}` | {interval} | {share:.1f}% |\n")


def naive() -> None:
    """Print the errors over questions and from the Hessian, on the data of benches/rankers.py."""
    for luck in (0.0, 0.5, 1.0):
        R = results(np.random.default_rng(1), 20, 500, 16, luck)
        found = rank.fit("bradley_terry", R, interval="sandwich")
        clustered = np.median([row.sigma for row in found])
        plain = np.median(data_of(R).naive("bradley_terry", {}))
        sys.stdout.write(
            f"| {luck:g} | {clustered:.4f} | {plain:.4f} | {clustered / plain:.1f} |\n"
        )


if __name__ == "__main__":
    naive()
    coverage()
