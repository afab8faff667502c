"""Intervals of scores that labels correct for a judge that gives numbers."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from scorio import judge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

SIZES = ((164, 1), (164, 4), (30, 4))
NOISES = (0.15, 0.4, 3.0)
LABELS = (20, 50, 200)
# Of more labels than this share of all trials, this share is labelled.
MOST = 0.6
KINDS = {"quarters": (2.0, 2.0), "0 and 1": (0.5, 0.5)}
Z = 1.959963984540054


class Numbers(NamedTuple):
    """Runs: labels, numbers of the judge, which trials are labelled, and the mean of each run."""

    labels: NDArray[np.float64]
    outcomes: NDArray[np.float64]
    known: NDArray[np.bool_]
    truths: NDArray[np.float64]


def drawn(
    random: np.random.Generator, runs: int, size: tuple[int, int], noise: float, labels: int,
    kind: str,
) -> Numbers:  # fmt: skip
    """Draw questions, labels of all trials, numbers of the judge, and which labels are known."""
    chances = random.beta(*KINDS[kind], (runs, size[0], 1))
    shape = (runs, *size)
    steps = 4 if kind == "quarters" else 1
    right = random.binomial(steps, np.broadcast_to(chances, shape)) / steps
    outcomes = right + noise * random.standard_normal(shape)
    count = min(labels, round(MOST * size[0] * size[1]))
    order = np.argsort(random.random((runs, size[0] * size[1])), axis=1)
    known = np.zeros(order.shape, bool)
    np.put_along_axis(known, order[:, :count], values=True, axis=1)
    return Numbers(right, outcomes, known.reshape(shape), chances.mean(axis=(1, 2)))


def tuned(runs: Numbers) -> NDArray[np.float64]:
    """Give the intervals of PPI++ (arXiv:2311.01453): a power-tuned difference estimator."""
    ends = []
    for right, outcomes, known in zip(runs.labels, runs.outcomes, runs.known, strict=True):
        y, f, rest = right[known], outcomes[known], outcomes[~known]
        slope = np.cov(y, f)[0, 1] / (np.var(outcomes) * (1 + y.size / rest.size))
        slope = min(max(slope, 0.0), 1.0)
        mean = np.mean(y - slope * f) + slope * rest.mean()
        half = Z * np.sqrt(np.var(y - slope * f) / y.size + slope**2 * np.var(rest) / rest.size)
        ends.append((mean - half, mean + half))
    return np.array(ends)


def corrected(runs: Numbers, *, sampled: bool) -> NDArray[np.float64]:
    """Give the intervals of scorio."""
    names = [f"{run:04}" for run in range(len(runs.labels))]
    known = np.where(runs.known, runs.labels, np.nan)
    counts = judge.from_arrays(runs.outcomes, known, models=names, label_range=(0, 1))
    rows = sorted(counts.score(sampled=sampled, family=2), key=lambda row: row.model)
    return np.array([(row.lo, row.hi) for row in rows])


def section(runs: int, seed: int) -> Iterator[str]:
    """Give the tables."""
    yield "The judge gives the label plus normal noise. Labels are quarters or 0 and 1 of mean 0.5,"
    yield "with the correlation 0.5 between trials of a question. Each entry: coverage and mean"
    yield "width of the interval, and after × its ratio to that of PPI++ about these questions."
    yield "In brackets: the coverage of PPI++. Single trials are about questions like these."
    yield "200 labels of few trials are 60 % of them.\n"
    for kind in KINDS:
        heads = [
            f"{labels} labels, {about}" for labels in LABELS for about in ("these", "like these")
        ]
        yield f"| {kind}: size, noise | {' | '.join(heads)} |"
        yield "|---|" + "---|" * len(heads)
        hits, ratios = [], []
        for size, noise in product(SIZES, NOISES):
            cells = []
            for labels in LABELS:
                random = np.random.default_rng([seed, *size, round(100 * noise), labels])
                found = drawn(random, runs, size, noise, labels, kind)
                other = tuned(found)
                for sampled in (False, True):
                    if size[1] == 1 and not sampled:
                        cells.append("")
                        continue
                    truth = np.full(runs, 0.5) if sampled else found.truths
                    ends = corrected(found, sampled=sampled)
                    covered, theirs = (
                        float(np.mean((one[:, 0] <= truth) & (truth <= one[:, 1])))
                        for one in (ends, other)
                    )
                    width = float(np.mean(ends[:, 1] - ends[:, 0]))
                    ratio = width / float(np.mean(other[:, 1] - other[:, 0]))
                    hits.append(covered)
                    cell = f"{covered:.2f} {width:.3f}"
                    if size[1] == 1 or not sampled:
                        ratios.append(ratio)
                        cell += f" ×{ratio:.2f}"
                    cells.append(f"{cell} ({theirs:.2f})")
            yield f"| {size[0]}×{size[1]}, {noise:g} | {' | '.join(cells)} |"
        yield ""
        yield f"Labels {kind}: coverage at least {min(hits):.3f}, mean {np.mean(hits):.3f}. Width"
        yield f"at most {max(ratios):.2f} times PPI++, mean {np.mean(ratios):.2f}.\n"
