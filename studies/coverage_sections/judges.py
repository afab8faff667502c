"""Intervals of scores that labels correct for a judge."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from coverage_judges import (
    JUDGES,
    Design,
    Share,
    Suite,
    drawn,
    ends,
    groups,
    joined,
    labels,
    rate,
    settled,
    shared,
    summary,
)
from scipy import stats

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

QUESTIONS = 164
SCORES = (0.05, 0.5, 0.9)
LABELS = (20, 50, 200)
# More labels than this leave a few of 164 single trials without one.
MOST_SINGLE = 98
DESIGNS: tuple[Design, ...] = ("at random", "half where the judge says yes")
# Questions, labels, and how labels are chosen, with the correlation of errors by question.
OTHERS: list[tuple[Design, float]] = [
    ("at random", 0.5), ("half where the judge says yes", 0.5), ("whole questions", 0.9),
    ("half where the judge says yes", 0.1),
]  # fmt: skip
SIZES = ((30, 20), (30, 50), (500, 50), (500, 200))
OTHER_JUDGES = ("good", "fair", "useless")


def measured(suite: Suite, number: int, design: Design, runs: int, seed: int) -> list[Share]:
    """Measure intervals about these questions and about questions like these.

    The others are those of the labels alone: Jeffreys' and Wilson's interval of a share.
    """
    random = suite.seed(seed, number)
    found = drawn(random, runs, suite)
    known = labels(random, found, number, design)
    parts = list(groups(found.outcomes, known))
    these, like = (joined(ends(one, sampled=sampled) for one in parts) for sampled in (False, True))
    truth = found.chances.mean(axis=(1, 2))
    own = [shared(*these, truth), shared(*like, suite.score)]
    return own + [shared(*one, truth) for one in alone(known)]


def alone(known: NDArray[np.float64]) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Give Jeffreys' and Wilson's interval of the share of labels that are yes."""
    yes, number = np.nansum(known, axis=(1, 2)), np.sum(np.isfinite(known), axis=(1, 2))
    lo, hi = (stats.beta.ppf(level, yes + 0.5, number - yes + 0.5) for level in (0.025, 0.975))
    z2, share = stats.norm.ppf(0.975) ** 2, yes / number
    middle = (share + z2 / (2 * number)) / (1 + z2 / number)
    half = np.sqrt(z2 * (share * (1 - share) + z2 / (4 * number)) / number) / (1 + z2 / number)
    return [(lo, hi), (middle - half, middle + half)]


def cells(suite: Suite, number: int, design: Design, runs: int, seed: int) -> list[Share]:
    """Measure the intervals of a cell, low ones with new runs."""
    return settled(lambda own, at: measured(suite, number, design, own, at), runs, seed, 2)


def section(runs: int, seed: int) -> Iterator[str]:
    """Give the tables."""
    yield f"{QUESTIONS} questions of 4 trials, or of one. Their success probabilities are drawn"
    yield "from a Beta distribution with the correlation .5. The judge says yes to right / wrong"
    known = (f"{100 * yes:g} / {100 * no:g} % ({name})" for name, (yes, no) in JUDGES.items())
    yield f"answers in {', '.join(known)}."
    yield "Each entry: coverage, and mean width of the interval. Errors are independent by trial."
    yield "Cells below .93 are measured again, with ten times as many new runs.\n"
    heads = [
        name
        for number in LABELS
        for name in (
            f"{number} labels, these",
            f"{number}, like these",
            f"{min(number, MOST_SINGLE)} of single trials",
        )
    ]
    for design in DESIGNS:
        yield f"| labels {design}: judge, score | {' | '.join(heads)} |"
        yield "|---|" + "---|" * len(heads)
        every, ratios = [], []
        for name, score in product(JUDGES, SCORES):
            line = []
            for number in LABELS:
                four = cells(Suite(QUESTIONS, 4, score, name), number, design, runs, seed)
                few = min(number, MOST_SINGLE)
                one = cells(Suite(QUESTIONS, 1, score, name), few, design, runs, seed)
                line += [*four[:2], one[1]]
                if name == "useless":
                    ratios.append([four[0].width / one.width for one in four[2:]])
            every += line
            yield f"| {name}, {score:g} | {' | '.join(share.cell() for share in line)} |"
        yield f"\nLabels {design}: {summary(every)}."
        if design == "at random":
            for place, name in enumerate(("Jeffreys'", "Wilson's")):
                own = [pair[place] for pair in ratios]
                yield f"With the useless judge, intervals about these questions are {min(own):.2f}"
                yield f"to {max(own):.2f} times as wide as {name} interval of the labels alone, in"
                yield f"the mean {np.mean(own):.3f} times."
        yield ""
    yield from others(runs, seed)


def others(runs: int, seed: int) -> Iterator[str]:
    """Give the table of other sizes, of errors by question, and of whole questions."""
    yield "Other sizes, 4 trials. Error rates of a question are drawn with the correlation ρ."
    yield "Least and mean coverage over the judges good, fair and useless and the scores .05, .5"
    yield "and .9.\n"
    yield "| questions | labels | labels | ρ | these | like these | labels alone, these |"
    yield "|---|---|---|---|---|---|---|"
    every = []
    for (questions, number), (design, alike) in product(SIZES, OTHERS):
        found = [
            cells(Suite(questions, 4, score, name, alike), number, design, runs, seed)
            for name, score in product(OTHER_JUDGES, SCORES)
        ]
        own = [[one[place].covered for one in found] for place in range(3)]
        every += [share for one in found for share in one[:2]]
        shown = [f"{rate(min(one))}, {rate(float(np.mean(one)))}" for one in own]
        # Labels chosen by the outcome are no sample of all trials.
        shown[2] = shown[2] if "judge" not in design else "–"
        yield f"| {questions} | {number} | {design} | {alike:g} | {' | '.join(shown)} |"
    yield f"\nAll of these: {summary(every)}.\n"
