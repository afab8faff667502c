"""Intervals of models without labels, by error rates of the judge that other models lend."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from scorio import judge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

QUESTIONS, TRIALS = 164, 4
# Sensitivity and specificity of a middling model.
JUDGES = ((0.9, 0.8), (0.95, 0.6))
SCORES = (0.5, 0.85)
# How far the rates of models differ, on the logit.
SPREADS = (0.0, 0.3, 0.6)
LENDERS = (3, 5, 10)
LABELS = (50, 200)
# Models without labels in each table.
BARE = 4


def drawn(
    random: np.random.Generator, said: tuple[float, float], spread: float, score: float
) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
    """Draw the labels and the judge's outcomes of a model, and the mean of its questions."""
    logits = np.log(np.divide(said, np.subtract(1, said)))
    caught, passed = 1 / (1 + np.exp(-logits - spread * random.standard_normal(2)))
    chances = random.beta(score, 1 - score, (QUESTIONS, 1))
    right = random.random((QUESTIONS, TRIALS)) < chances
    yes = random.random(right.shape) < np.where(right, caught, 1 - passed)
    return right.astype(float), yes.astype(float), float(chances.mean())


def run(
    random: np.random.Generator, said: tuple[float, float], spread: float, score: float,
    lenders: int, labels: int,
) -> list[list[tuple[float, float, float]]]:  # fmt: skip
    """Give truths and intervals of models without labels: about these questions, and like these.

    There are none where rates are refused.
    """
    scores = [*np.clip(score + random.uniform(-0.1, 0.1, lenders), 0.03, 0.97), *[score] * BARE]
    models = [drawn(random, said, spread, float(one)) for one in scores]
    outcomes = np.array([yes for _, yes, _ in models])
    known = np.full(outcomes.shape, np.nan)
    for own, (right, _, _) in zip(known[:-BARE], models, strict=False):
        chosen = random.permutation(right.size)[:labels]
        own.flat[chosen] = right.flat[chosen]
    names = [f"m{place:02}" for place in range(len(models))]
    counts = judge.from_arrays(outcomes, known, models=names, label_range=(0, 1))
    found = []
    for sampled in (False, True):
        try:
            board = counts.score(borrow=True, sampled=sampled, family=2)
        except ValueError:
            return []
        rows = sorted(board, key=lambda row: row.model)[-BARE:]
        truths = [score if sampled else truth for _, _, truth in models[-BARE:]]
        found.append([(truth, row.lo, row.hi) for truth, row in zip(truths, rows, strict=True)])
    return list(map(list, zip(*found, strict=True)))


def section(runs: int, seed: int) -> Iterator[str]:
    """Give the table."""
    tables = max(1, runs // (2 * BARE))
    yield f"Measured with {tables} tables in a cell. {QUESTIONS} questions × {TRIALS} trials."
    yield f"{BARE} models without labels borrow the judge's rates of models whose scores are up to"
    yield "0.1 apart. Rates are sensitivity / specificity."
    yield "Each entry: coverage about these questions / questions like these, mean width, then"
    yield "in how many runs rates are refused. Such runs do not count.\n"
    heads = [f"{lenders} models, {labels} labels" for lenders in LENDERS for labels in LABELS]
    yield f"| rates, sd of logits, score | {' | '.join(heads)} |"
    yield "|---|" + "---|" * len(heads)
    hits = []
    for place, (said, score, spread) in enumerate(product(JUDGES, SCORES, SPREADS)):
        cells = []
        for lenders, labels in product(LENDERS, LABELS):
            random = np.random.default_rng([seed, place, lenders, labels])
            drawn_tables = (
                run(random, said, spread, score, lenders, labels) for _ in range(tables)
            )
            found = [one for table in drawn_tables for one in table]
            told = np.array(found).reshape(-1, 2, 3)
            truth, lo, hi = np.moveaxis(told, 2, 0)
            covered = [float(one) for one in np.mean((lo <= truth) & (truth <= hi), axis=0)]
            hits += covered
            width = float(np.mean(hi[:, 0] - lo[:, 0]))
            refused = 1 - len(told) / (BARE * tables)
            cells.append(f"{covered[0]:.2f} / {covered[1]:.2f} {width:.2f}, {refused:.2f}")
        rates = f"{said[0]:g} / {said[1]:g}, {spread:g}, {score:g}"
        yield f"| {rates} | {' | '.join(cells)} |"
    yield ""
    yield f"Coverage at least {min(hits):.3f}, mean {np.mean(hits):.3f}.\n"
