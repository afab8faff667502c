"""Plans: whether trials show the half-width and the power that were foreseen."""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np
from coverage_suites import CONFIDENCE, SUITES, Cell, drawn

from coverage_sections.unlike import table
from scorio import plan

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

# Pairs of one leaderboard, which compares all of its models.
BLOCK = 20
CELLS = ((30, 4), (100, 4), (100, 8))
# Questions, logit standard deviation, mean logit, true difference, power, models of the table.
PAIRS = (
    (30, 1.0, 0.0, 0.10, 0.8, 2),
    (30, 1.5, 1.0, 0.05, 0.8, 2),
    (100, 1.0, 0.0, 0.03, 0.9, 2),
    (100, 1.5, 2.0, 0.05, 0.8, 2),
    (60, 1.0, 0.5, 0.06, 0.8, 10),
)


def widths(cell: Cell, runs: int, seed: int) -> NDArray[np.float64]:
    """Half-widths after the planned trials, over those that the plans foresaw.

    Each plan asks for a quarter of the half-width of its pilot.
    """
    pilots = drawn(cell, runs, seed)
    board = {int(row.model): row for row in pilots.counts().score()}
    now = np.array([(board[run].hi - board[run].lo) / 2 for run in range(runs)])
    more = np.zeros(runs, dtype=int)
    for run, one in enumerate(pilots.successes):
        counts = table(1, cell.questions, total=np.array(cell.trials), correct=one)
        more[run] = plan.trials_for_half_width(counts, now[run] / 4)[0].more
    later = np.random.default_rng(seed + 1).binomial(more[:, None], pilots.p)
    total = cell.trials + more[:, None]
    counts = table(runs, cell.questions, total=total, correct=pilots.successes + later)
    after = {int(row.model): (row.hi - row.lo) / 2 for row in counts.score()}
    return np.array([after[run] for run in range(runs)]) / (now / 4)


def separated(case: tuple[int, float, float, float, float, int], runs: int, seed: int) -> str:
    """The power that a plan with known probabilities prints, and the share of runs it separates."""
    questions, spread, centre, gap, power, family = case
    random = np.random.default_rng(seed)
    logits = random.normal(centre, spread, questions)

    def chances(shift: float) -> NDArray[np.float64]:
        return 1 / (1 + np.exp(-(logits + shift)))

    low, high = 0.0, 10.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if np.mean(chances(middle) - chances(0)) < gap else (low, middle)
    p = np.array([chances(low), chances(0)])
    planned = plan.trials_needed(*map(plan.assumed, p), power=power, family=family)
    threshold = NormalDist().inv_cdf((1 + CONFIDENCE ** (1 / (family - 1))) / 2)
    found = [z >= threshold for z in distances(random, p, planned.trials, runs)]
    return (
        f"| {questions}×{planned.trials} | {family} | {gap} | {planned.power:.3f} "
        f"| {np.mean(found):.3f} |"
    )


def distances(
    random: np.random.Generator, p: NDArray[np.float64], trials: int, runs: int
) -> Iterator[float]:
    """Draw the z of two models on these questions, as compare gives it, run by run."""
    for start in range(0, runs, BLOCK):
        size = min(BLOCK, runs - start)
        solved = random.binomial(trials, np.tile(p, (size, 1)))
        counts = table(2 * size, p.shape[1], total=np.array(trials), correct=solved)
        board = {int(row.model): row for row in counts.score()}
        for place in range(size):
            a, b = board[2 * place], board[2 * place + 1]
            yield float((a.score - b.score) / np.hypot(a.sigma, b.sigma))


def section(runs: int, seed: int) -> Iterator[str]:
    """Give half-widths, of a quarter of the runs, and powers, of five times as many."""
    yield "### Half-width after the planned trials, over the planned one: mean, 5% to 95%\n"
    yield "| suite | " + " | ".join(f"{m}×{n}" for m, n in CELLS) + " |"
    yield "|---|" + "---|" * len(CELLS)
    for suite in SUITES:
        each = []
        for m, n in CELLS:
            found = widths(Cell(suite, m, n), max(1, runs // 4), seed)
            low, high = np.quantile(found, [0.05, 0.95])
            each.append(f"{found.mean():.2f}, {low:.2f} to {high:.2f}")
        yield f"| {suite} | " + " | ".join(each) + " |"
    yield "\n### Power of planned trials: printed, and share of runs that are separated\n"
    yield "| questions × trials | models | difference | printed | separated |"
    yield "|---|---|---|---|---|"
    for case in PAIRS:
        yield separated(case, 5 * runs, seed)
    yield ""
