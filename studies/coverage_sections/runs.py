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


def drawn(
    suite: Suite,
    cell: tuple[int, int],
    runs: int,
    seed: list[int],
    weights: NDArray[np.float64] | None = None,
) -> Drawn:
    """Draw new questions, luck and trials for each run."""
    random, (questions, trials) = np.random.default_rng(seed), cell
    logits = random.normal(0, SPREAD, (runs, questions, 1))
    luck = random.normal(0, suite.luck, (runs, 1, trials))
    outcomes = random.random((runs, questions, trials)) < success(logits + luck)
    for trial in range(1, trials):
        same = random.random((runs, questions)) < suite.repeated
        outcomes[..., trial] = np.where(same, outcomes[..., trial - 1], outcomes[..., trial])
    # The mean over luck, on a grid of its quantiles.
    nodes, shares = np.polynomial.hermite_e.hermegauss(15)
    shares = shares / shares.sum()
    these = success(logits + suite.luck * nodes) @ shares
    return Drawn(outcomes, np.average(these, axis=1, weights=weights), 0.5)


def counted(
    outcomes: NDArray[np.bool_],
    weights: NDArray[np.float64] | None = None,
) -> scorio.Counts:
    """Count each run as a model of its own."""
    runs, questions, trials = outcomes.shape
    frame = pl.DataFrame(
        {
            "model": np.repeat(np.arange(runs), questions * trials),
            "question": np.tile(np.repeat(np.arange(questions), trials), runs),
            "trial": np.tile(np.arange(trials), runs * questions),
            "outcome": outcomes.ravel().astype(int),
        }
    )
    if weights is None:
        return scorio.count(frame)
    return scorio.count(frame.with_columns(weight=weights[frame["question"]]), weight="weight")


def noted(counts: scorio.Counts) -> list[float]:
    """Give the shares of models, each alone in its table, that have each note."""
    found = np.zeros(len(NOTES))
    for model in counts.models:
        lines = counts.select(model=model).score().notes
        found += [any(line.startswith(words) for line in lines) for words in NOTES]
    return list(found / len(counts.models))


def covered(
    counts: scorio.Counts,
    truth: NDArray[np.float64],
    *,
    sampled: bool,
    runs: bool,
) -> tuple[Misses, float]:
    """Give the misses of intervals, and their mean width."""
    rows = counts.score(sampled=sampled, runs=runs)
    order = [int(row.model) for row in rows]
    lo, hi = (np.array([getattr(row, end) for row in rows]) for end in ("lo", "hi"))
    return misses(lo, hi, truth[order]), float(np.mean(hi - lo))


def separated(
    spread: float, cell: tuple[int, int], runs: int, seed: list[int], *, both: bool
) -> tuple[float, float]:
    """Give the shares of runs in which two equal models are separated, and in which a note is."""
    random, (questions, trials) = np.random.default_rng(seed), cell
    found, noted = 0, 0
    for _ in range(runs):
        logits = random.normal(0, SPREAD, (questions, 1))
        luck = random.normal(0, spread, trials)
        other = luck if both else random.normal(0, spread, trials)
        chances = np.stack([success(logits + one) for one in (luck, other)])
        pair = scorio.compare(counted(random.random(chances.shape) < chances), baseline="1")
        found += pair[0].separated
        noted += any(line.startswith(NOTES[0]) for line in pair.notes)
    return found / runs, noted / runs


def widened(known: Drawn, counts: scorio.Counts, *, sampled: bool) -> str:
    """Give what the plain interval and that of `--runs` cover, and how many times as wide it is."""
    truth = np.full(len(known.these), known.like) if sampled else known.these
    own = [covered(counts, truth, sampled=sampled, runs=runs) for runs in (False, True)]
    covers = [f"{missed.covered:.2f}".removeprefix("0") for missed, _ in own]
    return f"{' → '.join(covers)}, {own[1][1] / own[0][1]:.1f}"


def weighted(runs: int, seed: int) -> Iterator[str]:
    """Give the lines of questions with weights."""
    for number, (name, suite) in enumerate(SUITES.items()):
        each = []
        for cell in CELLS:
            weights = np.random.default_rng([seed, cell[0]]).uniform(1, 5, cell[0])
            known = drawn(suite, cell, runs, [seed, 7, number, *cell], weights)
            each.append(widened(known, counted(known.outcomes, weights), sampled=False))
        yield f"| {name} | " + " | ".join(each) + " |"


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
            shown = [
                widened(known, cell, sampled=sampled)
                for known, cell in zip(found[name], each, strict=True)
            ]
            yield f"| {name} | " + " | ".join(shown) + " |"
    yield "\n### New runs, these questions with weights from 1 to 5: the same\n"
    yield header
    yield from weighted(runs, seed)
    yield "\n### Comparisons of two equal models: percent separated / with the note\n"
    yield "Comparisons know of no runs. What both models share cancels, and the rest does not."
    yield "The note says that trials of one number succeed together.\n"
    yield header
    for both, words in ((True, "shared by both"), (False, "of each alone")):
        for spread in (0.1, 0.3, 0.6):
            shares = [
                separated(spread, cell, runs, [seed, int(both), int(10 * spread), *cell], both=both)
                for cell in CELLS
            ]
            percents = " | ".join("/".join(f"{100 * one:.0f}" for one in own) for own in shares)
            yield f"| sd {spread:g}".replace("0.", ".") + f", {words} | {percents} |"
    yield ""
