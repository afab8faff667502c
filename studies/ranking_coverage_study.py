"""Measure how often 95% intervals of ranking methods contain the truth, for docs/ranking.md.

    .venv/bin/python studies/ranking_coverage_study.py

Eight models of evenly spaced skill answer questions that are drawn from a population. Difficulty
is normal, and each model has its own luck with a question. The truth is the score on very many
questions of that population. About these questions it is that on very many trials of each. It
also measures how much too small the naive error is.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

import scorio
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


def counted(successes: NDArray[np.int64], trials: int) -> scorio.Counts:
    """Counts of models named by number."""
    models, questions = successes.shape
    frame = pl.DataFrame(
        {
            "model": np.repeat(np.arange(models), questions),
            "question": np.tile(np.arange(questions), models),
            "total": np.full(successes.size, trials),
            "correct": successes.ravel(),
        }
    )
    return scorio.count(frame, total="total", correct="correct")


def of_these() -> None:
    """Print how often intervals about these questions hold, and those of the Hessian."""
    many = 10**6
    for models, questions, trials in ((3, 20, 4), (5, 100, 2), (8, 30, 8), (8, 100, 4)):
        for method in PAIR_MODELS:
            inside, plain = 0, 0
            for seed in range(1, DATA_SETS + 1):
                generator = np.random.default_rng([seed, models, questions])
                skill = np.linspace(-1, 1, models)[:, None]
                own = generator.normal(0, 0.5, (models, questions))
                p = 1 / (1 + np.exp(-(skill + own - generator.normal(0, 1.5, questions))))
                exact = counted(np.rint(many * p).astype(int), many)
                truth = {row.model: row.score for row in rank.fit(method, exact, interval=None)}
                R = generator.binomial(1, p[:, :, None], (models, questions, trials))
                naive = dict(enumerate(data_of(R).naive(method, {})))
                found = rank.fit(method, R, interval="posterior", replicates=50)
                inside += sum(row.lo <= truth[row.model] <= row.hi for row in found)
                error = {row.model: abs(row.score - truth[row.model]) for row in found}
                plain += sum(error[name] <= 1.96 * naive[int(name)] for name in error)
            shares = [100 * one / (models * DATA_SETS) for one in (inside, plain)]
            sys.stdout.write(
                f"| {models} × {questions} × {trials} | `{method}` | posterior | "
                f"{shares[0]:.1f}% | Hessian {shares[1]:.1f}% |\n"
            )


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
    of_these()
    naive()
    coverage()
