"""What is said of a judge: intervals of its figures, and how often its notes are false alarms."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from coverage_judges import JUDGES, Design, Runs, Suite, drawn, labels, rate
from coverage_suites import CONFIDENCE

from scorio import judge

if TYPE_CHECKING:
    from collections.abc import Iterator

SUITE = Suite(164, 4, 0.7, "fair")
FIGURES = ("sensitivity", "specificity", "agreement", "bias")
CELLS: tuple[tuple[int, Design], ...] = (
    (50, "at random"), (50, "half where the judge says yes"), (200, "at random"),
)  # fmt: skip
# Models of a table, its questions, and labels of each model.
MODELS, QUESTIONS, LABELS = 5, 100, 50
SCORES = np.linspace(0.3, 0.7, MODELS)
# The judge's errors of one model: it says yes to so many more of its wrong answers.
LENIENT = (0.0, 0.2, 0.4)
ALARMED = ("good", "fair")
# How strongly labels avoid questions whose other trials the judge likes.
AVOIDED = (0.0, 2.0)
HOLM, UNLIKE = 1 - CONFIDENCE, 2.58


def covered(number: int, design: Design, runs: int, seed: int) -> dict[str, float]:
    """Give how often the interval of each figure contains the truth of these trials."""
    random = SUITE.seed(seed, number, 9)
    found = drawn(random, runs, SUITE)
    known = labels(random, found, number, design)
    yes, right = found.outcomes == 1, found.right == 1
    each = [np.sum(own, axis=(1, 2)) for own in (yes & right, right, ~yes & ~right, ~right)]
    truths = {
        "sensitivity": each[0] / each[1],
        "specificity": each[2] / each[3],
        "agreement": np.mean(yes == right, axis=(1, 2)),
        "bias": np.mean(found.outcomes - found.right, axis=(1, 2)),
    }
    hits = dict.fromkeys(FIGURES, 0.0)
    for run in range(runs):
        counts = judge.from_arrays(found.outcomes[run], known[run], label_range=(0, 1))
        (row,) = judge.quality(counts)
        for name in FIGURES:
            lo, hi = getattr(row, f"{name}_lo"), getattr(row, f"{name}_hi")
            hits[name] += lo <= truths[name][run] <= hi
    return {name: number / runs for name, number in hits.items()}


def table(random: np.random.Generator, name: str, lenient: float) -> Runs:
    """Draw the trials of some models. The judge is lenient with the first."""
    means = SCORES[:, None, None]
    chance = random.beta(means, 1 - means, (MODELS, QUESTIONS, 1))
    right = (random.random((MODELS, QUESTIONS, 4)) < chance).astype(float)
    yes, no = JUDGES[name]
    wrong = np.where(np.arange(MODELS) == 0, no + lenient, no)[:, None, None]
    outcomes = (random.random(right.shape) < np.where(right == 1, yes, wrong)).astype(float)
    return Runs(chance, right, outcomes)


def alarms(
    name: str, lenient: float, avoided: float, runs: int, seed: int
) -> tuple[float, float, float]:
    """Give how often a note names a model as favoured, the first one, and labels as not chosen."""
    random = np.random.default_rng([seed, round(10 * lenient), round(10 * avoided)])
    any_model = first = chosen = 0
    for _ in range(runs):
        found = table(random, name, lenient)
        mean = found.outcomes.mean(axis=2, keepdims=True)
        order = random.exponential(size=found.right.shape) * np.exp(avoided * mean)
        flat = order.reshape(MODELS, -1)
        least = np.partition(flat, LABELS - 1, axis=1)[:, LABELS - 1][:, None, None]
        known = np.where(order <= least, found.right, np.nan)
        rows = judge.quality(judge.from_arrays(found.outcomes, known, label_range=(0, 1)))
        named = [row.favours_holm is not None and row.favours_holm < HOLM for row in rows]
        any_model += any(named)
        first += next(one for row, one in zip(rows, named, strict=True) if row.model == "1")
        chosen += sum(abs(row.unlike or 0) > UNLIKE for row in rows)
    return any_model / runs, first / runs, chosen / runs / MODELS


def section(runs: int, seed: int) -> Iterator[str]:
    """Give the table of the figures, and that of the notes."""
    yield f"{SUITE.questions} questions × {SUITE.trials} trials of the score .7, of the fair judge."
    yield "How often 95 % intervals contain the figure of all trials:\n"
    yield f"| labels | {' | '.join(FIGURES)} |"
    yield "|---|" + "---|" * len(FIGURES)
    for number, design in CELLS:
        own = covered(number, design, runs, seed)
        yield f"| {number} {design} | {' | '.join(rate(own[name]) for name in FIGURES)} |"
    yield f"\n{MODELS} models of the scores .3 to .7 on {QUESTIONS} questions × 4 trials, with"
    yield f"{LABELS} labels each. The judge says yes to more of the wrong answers of the first."
    yield "Labels that avoid questions are drawn by exp(−2 × the judge's mean of the question).\n"
    yield "| judge, more yes | labels | a note favours any | the first | `unlike` of a model |"
    yield "|---|---|---|---|---|"
    for name, lenient, avoided in product(ALARMED, LENIENT, AVOIDED):
        if lenient and avoided:
            continue
        own = alarms(name, lenient, avoided, runs, seed)
        said = "avoid questions" if avoided else "at random"
        shown = " | ".join(f"{one:.3f}" for one in own)
        yield f"| {name}, {lenient:g} | {said} | {shown} |"
    yield ""
