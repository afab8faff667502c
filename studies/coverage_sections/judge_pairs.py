"""Intervals of the difference of two models whose scores labels correct."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from coverage_judges import (
    Share,
    Suite,
    error_rates,
    judged,
    labels,
    rate,
    settled,
    shared,
    shared_chances,
    summary,
)

import scorio
from scorio import judge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

SIZES = ((164, 20), (164, 50), (164, 98), (164, 200), (30, 20), (500, 50))
JUDGES, SCORES, TRIALS = ("good", "fair", "useless"), (0.15, 0.5, 0.9), (1, 4)
LOWER = 0.1


class Design(NamedTuple):
    """Whether the same trials of both models have labels, and how alike errors are."""

    name: str
    same: bool
    alike: float


DESIGNS = (
    Design("of each model at random, errors by trial", same=False, alike=0.0),
    Design("of the same trials of both, errors by question and shared", same=True, alike=0.5),
)


@cache
def questions(size: int, score: float, runs: int, seed: int) -> NDArray[np.float64]:
    """Draw the questions of two models, which all judges have in common."""
    random = np.random.default_rng([seed, size, round(100 * score)])
    return shared_chances(random, runs, size, (score, score - LOWER))


def measured(suite: Suite, number: int, design: Design, runs: int, seed: int) -> list[Share]:
    """Measure intervals of the difference, about these questions and about questions like these."""
    random = suite.seed(seed, number, int(design.same))
    chance = questions(suite.questions, suite.score, runs, seed)
    rates = error_rates(random, runs, suite)
    each = [judged(random, chance[:, model], suite.trials, rates) for model in range(2)]
    known = [labels(random, one, number, "at random") for one in each]
    if design.same:
        known[1] = np.where(np.isfinite(known[0]), each[1].right, np.nan)
    outcomes = np.stack([one.outcomes for one in each], axis=1)
    both = np.stack(known, axis=1)
    found: tuple[list[tuple[float, float]], ...] = ([], [])
    for own, own_labels in zip(outcomes, both, strict=True):
        counts = judge.from_arrays(own, own_labels, models=["a", "b"], label_range=(0, 1))
        for sampled, ends in enumerate(found):
            row = scorio.compare(counts, baseline="b", sampled=bool(sampled))[0]
            ends.append((row.lo, row.hi))
    truth = chance.mean(axis=(2, 3))
    these, like = (np.array(ends).T for ends in found)
    return [shared(*these, truth[:, 0] - truth[:, 1]), shared(*like, LOWER)]


def section(runs: int, seed: int) -> Iterator[str]:
    """Give the table."""
    runs //= 2
    yield f"Measured with {runs} runs in a cell. Those below .93 are measured again, with ten times"
    yield "as many new runs."
    yield f"The second model is {LOWER:g} worse. What is difficult for one is so for the other."
    yield "Least and mean coverage over the judges good, fair and useless, the scores .15, .5 and"
    yield ".9, and over 1 and 4 trials, with the mean width.\n"
    yield "| questions | labels of each model | labels | these | like these |"
    yield "|---|---|---|---|---|"
    every = []
    for (size, number), design in product(SIZES, DESIGNS):
        kinds: tuple[list[Share], list[Share]] = ([], [])
        for name, score, trials in product(JUDGES, SCORES, TRIALS):
            if number >= size * trials:
                continue
            suite = Suite(size, trials, score, name, design.alike)

            def cell(own: int, at: int, suite: Suite = suite) -> list[Share]:
                return measured(suite, number, design, own, at)  # noqa: B023  called at once

            for kind, share in zip(kinds, settled(cell, runs, seed), strict=True):
                kind.append(share)
        questions.cache_clear()
        every += [share for kind in kinds for share in kind]
        shown = [
            f"{rate(min(one.covered for one in kind))}, "
            f"{rate(float(np.mean([one.covered for one in kind])))} "
            f"({np.mean([one.width for one in kind]):.3f})"
            for kind in kinds
        ]
        yield f"| {size} | {number} | {design.name} | {' | '.join(shown)} |"
    yield f"\nAll of these: {summary(every)}.\n"
