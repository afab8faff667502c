"""How often the better model is the one that P(A > B) and P(best) say, in tables of ten models."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import polars as pl

import scorio

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

MODELS = 10
# Questions that stand for all questions like these.
TRUTH = 20_000
# Where the stated probability of the likelier model is in.
EVEN = 0.5
BINS = (EVEN, 0.7, 0.9, 0.99, 1.0)
# Fewer pairs make no share.
FEW = 20


class Cell(NamedTuple):
    """How far the models' logits scatter, and what each model is asked."""

    spread: float
    questions: int
    trials: int
    sampled: bool
    models: int = MODELS

    def title(self) -> str:
        """Name the cell."""
        about = "like these" if self.sampled else "these"
        models = "" if self.models == MODELS else f", {self.models} models"
        return f"logit sd {self.spread:g}, {self.questions}×{self.trials} {about}{models}"


class Stated(NamedTuple):
    """Stated probabilities, and whether they came true."""

    said: NDArray[np.float64]
    held: NDArray[np.float64]

    def error(self) -> float:
        """Mean distance of the share that holds from what was said, over the bins."""
        apart = [
            abs(own.said.mean() - own.held.mean()) * len(own.said)
            for own in self.bins()
            if len(own.said)
        ]
        return float(sum(apart) / len(self.said))

    def bins(self) -> Iterator[Stated]:
        """Split by what was said."""
        for low, high in pairwise(BINS):
            there = (self.said >= low) & (self.said <= high if high == 1 else self.said < high)
            yield Stated(self.said[there], self.held[there])


CELLS = (
    Cell(0.1, 100, 1, sampled=True),
    Cell(0.1, 30, 4, sampled=False),
    Cell(0.3, 30, 1, sampled=True),
    Cell(0.3, 100, 1, sampled=True),
    Cell(0.3, 100, 1, sampled=True, models=40),
    Cell(0.3, 30, 4, sampled=False),
    Cell(1.0, 100, 1, sampled=True),
)


def chances(difficulties: NDArray[np.float64], skills: NDArray[np.float64]) -> NDArray[np.float64]:
    """Success probabilities of models on questions, on a logistic scale."""
    return 1 / (1 + np.exp(difficulties[None, :] - skills[:, None]))


def likelier(stated: NDArray[np.float64], above: NDArray[np.float64]) -> Stated:
    """The side of each pair that is stated as the likelier one."""
    up = stated >= EVEN
    return Stated(np.where(up, stated, 1 - stated), np.where(up, above, 1 - above))


def measured(cell: Cell, runs: int, seed: int) -> tuple[Stated, Stated, Stated, float, float]:
    """Pairs by the table and by a flat prior, those in the other half, and P(best)."""
    random = np.random.default_rng([seed, int(1000 * cell.spread), *cell[1:3], cell.models])
    halves: list[NDArray[np.float64]] = []
    pairs: list[NDArray[np.float64]] = []
    best, first = [], []
    names = [f"m{i:02}" for i in range(cell.models)]
    for _ in range(runs):
        skills = random.normal(0, cell.spread, cell.models)
        asked = chances(random.normal(0, 1.5, cell.questions), skills)
        other = chances(random.normal(0, 1.5, cell.questions), skills) if cell.sampled else asked
        truth = asked.mean(axis=1)
        if cell.sampled:
            truth = chances(random.normal(0, 1.5, TRUTH), skills).mean(axis=1)
        correct, again = (random.binomial(cell.trials, p) for p in (asked, other))
        frame = pl.DataFrame(
            {
                "model": np.repeat(names, cell.questions),
                "question": np.tile(np.arange(cell.questions), cell.models),
                "total": np.full(correct.size, cell.trials),
                "correct": correct.ravel(),
            }
        )
        counts = scorio.count(frame, total="total", correct="correct")
        half = again.mean(axis=1)
        for row in scorio.compare_pairs(counts, sampled=cell.sampled):
            i, j = names.index(row.model), names.index(row.other)
            flat = row.ranking if row.difference >= 0 else 1 - row.ranking
            above, seen = np.sign(truth[i] - truth[j]), np.sign(half[i] - half[j])
            pairs.append(np.array([row.probability, flat, (1 + above) / 2]))
            halves.append(np.array([row.probability, (1 + seen) / 2]))
        rows = {row.model: row.p_best for row in counts.score(sampled=cell.sampled)}
        chance = np.array([rows[name] for name in names])
        best.append(chance.max())
        first.append(float(truth[chance.argmax()] == truth.max()))
    table, split = np.array(pairs), np.array(halves)
    return (
        likelier(table[:, 0], table[:, 2]),
        likelier(table[:, 1], table[:, 2]),
        likelier(split[:, 0], split[:, 1]),
        float(np.mean(best)),
        float(np.mean(first)),
    )


def said(one: Stated) -> str:
    """Give what was said on average, and how often it held."""
    return f"{one.said.mean():.2f} → {one.held.mean():.2f}" if len(one.said) > FEW else "–"


def section(runs: int, seed: int) -> Iterator[str]:
    """Give the table: what was said, and how often it held."""
    yield f"Tables of {MODELS} models whose logits scatter by sd. A cell is the mean stated P of"
    yield "the likelier model, and how often it is the better one. Mean error: by a flat prior,"
    yield "then by the table's. The other half has as many other questions, or other trials: it has"
    yield "errors of its own.\n"
    ranges = [f"P {low:g}–{high:g}" for low, high in pairwise(BINS)]
    yield f"| table | mean error | {' | '.join(ranges)} | all, in the other half | P(best) |"
    yield "|---|" + "---|" * (len(ranges) + 3)
    for cell in CELLS:
        table, flat, half, best, first = measured(cell, max(10, runs // 4), seed)
        cells = [f"{flat.error():.2f} → {table.error():.2f}"]
        cells += [said(own) for own in table.bins()]
        cells += [said(half), f"{best:.2f} → {first:.2f}"]
        yield f"| {cell.title()} | {' | '.join(cells)} |"
    yield ""
