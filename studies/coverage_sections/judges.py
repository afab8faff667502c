"""Intervals of scores that labels correct for a judge."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from scorio import judge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from scorio import Counts

QUESTIONS, TRIALS = 164, 4
# How often a judge says yes to right and to wrong answers.
JUDGES = {
    "perfect": (1.0, 0.0),
    "good": (0.95, 0.1),
    "fair": (0.8, 0.25),
    "useless": (0.5, 0.5),
}
SCORES = (0.05, 0.5, 0.9)
LABELS = (20, 50, 200)
DESIGNS = {"at random": None, "half where the judge says yes": 0.5}


class Judged(NamedTuple):
    """Runs, each a model: counts with labels, and the mean success probability of each run."""

    counts: Counts
    truths: NDArray[np.float64]


def judged(
    random: np.random.Generator,
    runs: int,
    said: tuple[float, float],
    score: float,
    labels: int,
    share: float | None,
) -> Judged:
    """Draw questions of correlation 0.5, trials, outcomes of the judge, and labels of some."""
    p = random.beta(score, 1 - score, (runs, QUESTIONS, 1))
    right = (random.random((runs, QUESTIONS, TRIALS)) < p).astype(float)
    outcomes = (random.random(right.shape) < np.where(right == 1, *said)).astype(float)
    flat = outcomes.reshape(runs, -1)
    order = random.random(flat.shape)
    if share is None:
        chosen = np.argsort(order, axis=1)[:, :labels]
    else:
        # Of each outcome as many as wanted, or all of them.
        own = [
            np.argsort(np.where(flat == kind, order, 2), axis=1)[:, :count]
            for kind, count in ((1, round(labels * share)), (0, labels - round(labels * share)))
        ]
        chosen = np.concatenate(own, axis=1)
    known = np.full(flat.shape, np.nan)
    rows = np.arange(runs)[:, None]
    known[rows, chosen] = right.reshape(runs, -1)[rows, chosen]
    names = [f"{run:04}" for run in range(runs)]
    counts = judge.from_arrays(
        outcomes, known.reshape(right.shape), models=names, label_range=(0, 1)
    )
    return Judged(counts, p.mean(axis=(1, 2)))


def covered(found: Judged, score: float, *, sampled: bool) -> tuple[float, float]:
    """Give how often intervals contain the truth, and their mean width."""
    rows = sorted(found.counts.score(sampled=sampled, family=2), key=lambda row: row.model)
    lo, hi = np.array([(row.lo, row.hi) for row in rows]).T
    truth = np.full(len(rows), score) if sampled else found.truths
    return float(np.mean((lo <= truth) & (truth <= hi))), float(np.mean(hi - lo))


def section(runs: int, seed: int) -> Iterator[str]:
    """Give the tables."""
    yield f"{QUESTIONS} questions × {TRIALS} trials. The questions' success probabilities are"
    yield "drawn from a Beta distribution with the correlation 0.5."
    yield "The judge says yes to right / wrong answers in"
    known = (f"{100 * yes:g} / {100 * no:g} % ({name})" for name, (yes, no) in JUDGES.items())
    yield f"{', '.join(known)}."
    yield "Each entry: coverage, and mean width of the interval. Errors are independent by trial.\n"
    for design, share in DESIGNS.items():
        heads = [
            f"{labels} labels, {about}" for labels in LABELS for about in ("these", "like these")
        ]
        yield f"| labels {design}: judge, score | {' | '.join(heads)} |"
        yield "|---|" + "---|" * len(heads)
        least = []
        for (name, said), score in product(JUDGES.items(), SCORES):
            cells = []
            for labels in LABELS:
                random = np.random.default_rng([seed, labels, round(100 * score)])
                found = judged(random, runs, said, score, labels, share)
                for sampled in (False, True):
                    hits, width = covered(found, score, sampled=sampled)
                    least.append(hits)
                    cells.append(f"{hits:.2f}".removeprefix("0") + f" {width:.3f}")
            yield f"| {name}, {score:g} | {' | '.join(cells)} |"
        yield ""
        yield f"Labels {design}: least {min(least):.3f}, mean {np.mean(least):.3f}.\n"
