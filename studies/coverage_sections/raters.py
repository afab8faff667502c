"""Intervals of Krippendorff's α, by which raters agree."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from scorio import judge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

# Questions and trials of each.
SIZES = ((15, 1), (15, 4), (50, 1), (50, 4), (200, 1))
# Questions of which the true α is taken.
MANY = 50_000
# The largest and the least truth of ordered ratings, and how many steps lie between.
REACH, STEPS = 1.5, 5
MISSING = 0.2


class Raters(NamedTuple):
    """How raters rate: their number, how they err, and what the ratings are."""

    level: str
    raters: int
    # How often yes or no is right, or the standard deviation of errors of ordered ratings.
    precision: float
    # How often the truth is yes.
    share: float = 0.5
    # Correlation of the errors within a question.
    alike: float = 0.0


KINDS = (
    *(
        Raters("nominal", raters, right, share, alike)
        for share, (raters, right), alike in product(
            (0.5, 0.9), ((3, 0.7), (2, 0.9), (3, 0.97)), (0.0, 0.5)
        )
    ),
    *(
        Raters(level, raters, error)
        for level, (raters, error) in product(
            ("ordinal", "interval"), ((3, 0.9), (2, 0.3), (3, 0.1))
        )
    ),
)


def ratings(
    random: np.random.Generator, kind: Raters, questions: int, trials: int
) -> NDArray[np.float64]:
    """Draw ratings: questions × trials × raters. A fifth of them is missing."""
    share = kind.share
    ease = random.beta(share * 7 / 3, (1 - share) * 7 / 3, (questions, 1, 1))
    shape = (questions, trials, kind.raters)
    if kind.level == "nominal":
        yes = random.random((questions, trials, 1)) < ease
        right: NDArray[np.float64] | float = kind.precision
        if kind.alike:
            size = 1 / kind.alike - 1
            right = random.beta(
                kind.precision * size, (1 - kind.precision) * size, (questions, 1, 1)
            )
        found = (yes == (random.random(shape) < right)).astype(float)
    else:
        truth = REACH * (2 * ease - 1) + 0.5 * random.standard_normal((questions, trials, 1))
        seen = truth + kind.precision * random.standard_normal(shape)
        found = np.digitize(seen, np.linspace(-REACH, REACH, STEPS - 1)).astype(float)
    found[random.random(shape) < MISSING] = np.nan
    return found


def covered(
    random: np.random.Generator, kind: Raters, size: tuple[int, int], runs: int
) -> tuple[float, float, float]:
    """Give the true α, how often intervals contain it, and their mean width."""
    level = kind.level
    many = ratings(random, kind, MANY, 2).reshape(-1, kind.raters)
    truth = judge.agreement(many, level=level)[0].alpha
    hits, widths = [], []
    questions, trials = size
    for _ in range(runs):
        table = ratings(random, kind, questions, trials).reshape(-1, kind.raters)
        places = np.repeat(np.arange(questions), trials)
        row = judge.agreement(table, questions=places, level=level)[0]
        # Without α there is no interval, and nothing that could be wrong.
        lo, hi = (-1.0, 1.0) if row.lo is None else (row.lo, row.hi)
        hits.append(lo <= truth <= hi)
        widths.append(hi - lo)
    return truth, float(np.mean(hits)), float(np.mean(widths))


def section(runs: int, seed: int) -> Iterator[str]:
    """Give the table."""
    yield "Krippendorff's α of raters, for questions like these. A fifth of the ratings is missing."
    yield "Names: two of them, right as often as the line says, with the share of one and the"
    yield "correlation of errors within a question. Ranks and numbers: five, with errors of this"
    yield "standard deviation."
    yield f"Each entry: coverage, and mean width of the interval, of {runs} runs.\n"
    heads = [f"{questions} × {trials}" for questions, trials in SIZES]
    yield f"| level, raters, line | α | {' | '.join(heads)} |"
    yield "|---|--:|" + "---|" * len(heads)
    least = []
    for place, kind in enumerate(KINDS):
        cells = []
        truth = 0.0
        for size in SIZES:
            random = np.random.default_rng([seed, place, *size])
            truth, hits, width = covered(random, kind, size, runs)
            least.append(hits)
            cells.append(f"{hits:.2f}".removeprefix("0") + f" {width:.2f}")
        about = f"{kind.level}, {kind.raters}, {kind.precision:g}"
        about += f", {kind.share:g}, {kind.alike:g}" if kind.level == "nominal" else ""
        yield f"| {about} | {truth:.2f} | {' | '.join(cells)} |"
    yield f"\nLeast {min(least):.3f}, mean {np.mean(least):.3f}.\n"
