"""Runs that share luck: the rates of both notes, and what intervals about new runs cover."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import polars as pl
from coverage_suites import Misses, misses

import scorio

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

CELLS = ((30, 4), (100, 4), (100, 8), (400, 4))
NOTES = ("Trials of one number", "Trials repeat")
# Questions scatter so much around their mean, as logits.
SPREAD = 1.5


class Suite(NamedTuple):
    """The spread of the luck of a run, as a logit, and the share of repeated trials."""

    luck: float
    repeated: float = 0.0


SUITES = {
    "nothing shared": Suite(0.0),
    "sd .1": Suite(0.1),
    "sd .3": Suite(0.3),
    "sd .6": Suite(0.6),
    "half repeated": Suite(0.0, 0.5),
}


class Drawn(NamedTuple):
    """Outcomes of runs × questions × trials, and the true scores."""

    outcomes: NDArray[np.bool_]
    these: NDArray[np.float64]
    like: float


def success(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give the chances of logits."""
    return 1 / (1 + np.exp(-logits))


def drawn(suite: Suite, cell: tuple[int, int], runs: int, seed: list[int]) -> Drawn:
    """Draw new questions, luck and trials for each run."""
    random, (questions, trials) = np.random.default_rng(seed), cell
    logits = random.normal(0, SPREAD, (runs, questions, 1))
    luck = random.normal(0, suite.luck, (runs, 1, trials))
    outcomes = random.random((runs, questions, trials)) < success(logits + luck)
    for trial in range(1, trials):
        same = random.random((runs, questions)) < suite.repeated
        outcomes[..., trial] = np.where(same, outcomes[..., trial - 1], outcomes[..., trial])
    # The mean over luck, on a grid of its quantiles.
    nodes, weights = np.polynomial.hermite_e.hermegauss(15)
    weights = weights / weights.sum()
    these = success(logits + suite.luck * nodes) @ weights
    return Drawn(outcomes, these.mean(axis=1), 0.5)


def counted(outcomes: NDArray[np.bool_], first: int = 0) -> scorio.Counts:
    """Count each run as a model of its own."""
    runs, questions, trials = outcomes.shape
    frame = pl.DataFrame(
        {
            "model": np.repeat(np.arange(first, first + runs), questions * trials),
            "question": np.tile(np.repeat(np.arange(questions), trials), runs),
            "trial": np.tile(np.arange(trials), runs * questions),
            "outcome": outcomes.ravel().astype(int),
        }
    )
    return scorio.count(frame)


def noted(counts: scorio.Counts) -> list[float]:
    """Give the shares of models, each alone in its table, that have each note."""
    found = np.zeros(len(NOTES))
    for model in counts.models:
        lines = counts.select(model=model).score().notes
        found += [any(line.startswith(words) for line in lines) for words in NOTES]
    return list(found / len(counts.models))


def covered(
    counts: scorio.Counts, truth: NDArray[np.float64], *, sampled: bool, runs: bool
) -> tuple[Misses, float]:
    """Give the misses of intervals, and their mean width."""
    rows = counts.score(sampled=sampled, runs=runs)
    order = [int(row.model) for row in rows]
    lo, hi = (np.array([getattr(row, end) for row in rows]) for end in ("lo", "hi"))
    return misses(lo, hi, truth[order]), float(np.mean(hi - lo))


def separated(
    spread: float, cell: tuple[int, int], runs: int, seed: list[int], *, both: bool
) -> float:
    """Give the share of runs in which a comparison separates two equal models."""
    random, (questions, trials) = np.random.default_rng(seed), cell
    found = 0
    for _ in range(runs):
        logits = random.normal(0, SPREAD, (questions, 1))
        luck = random.normal(0, spread, trials)
        other = luck if both else random.normal(0, spread, trials)
        a, b = (random.random((questions, trials)) < success(logits + one) for one in (luck, other))
        row = scorio.compare(a.astype(int), b.astype(int))[0]
        found += row.lo > 0 or row.hi < 0
    return found / runs


def section(runs: int, seed: int) -> Iterator[str]:
    """Give a table of the notes, and one of coverage for each target."""
    header = (
        "| luck | " + " | ".join(f"{m}×{n}" for m, n in CELLS) + " |\n|---|" + "---|" * len(CELLS)
    )
    found = {
        name: [drawn(suite, cell, runs, [seed, number, *cell]) for cell in CELLS]
        for number, (name, suite) in enumerate(SUITES.items())
    }
    counts = {name: [counted(one.outcomes) for one in cells] for name, cells in found.items()}
    yield "Luck is a part of the logit of each trial number. Questions scatter by 1.5 logits.\n"
    yield "### Percent of runs with each note: succeed together, repeat\n"
    yield header
    for name, each in counts.items():
        cells = ("/".join(f"{100 * one:.1f}" for one in noted(cell)) for cell in each)
        yield f"| {name} | " + " | ".join(cells) + " |"
    for title, sampled in (("these questions", False), ("questions like these", True)):
        yield f"\n### New runs, {title}: the plain interval → `--runs`, how many times as wide\n"
        yield header
        for name, each in counts.items():
            shown = []
            for known, cell in zip(found[name], each, strict=True):
                truth = np.full(len(known.these), known.like) if sampled else known.these
                plain, width = covered(cell, truth, sampled=sampled, runs=False)
                own, wide = covered(cell, truth, sampled=sampled, runs=True)
                covers = [f"{one.covered:.2f}".removeprefix("0") for one in (plain, own)]
                shown.append(f"{' → '.join(covers)}, {wide / width:.1f}")
            yield f"| {name} | " + " | ".join(shown) + " |"
    yield "\n### Comparisons of two equal models: percent of runs that separate them\n"
    yield "Comparisons know of no runs. What both models share cancels, and the rest does not.\n"
    yield header
    for both, words in ((True, "shared by both"), (False, "of each alone")):
        for spread in (0.1, 0.3, 0.6):
            shares = [
                separated(spread, cell, runs, [seed, int(both), int(10 * spread), *cell], both=both)
                for cell in CELLS
            ]
            percents = " | ".join(f"{100 * share:.0f}" for share in shares)
            yield f"| sd {spread:g}".replace("0.", ".") + f", {words} | {percents} |"
    yield ""
