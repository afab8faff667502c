"""Whether models called on the frontier or dominated are, and whether the probabilities hold."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from coverage_costs import Law, counted, like, percent, rate, together

import scorio

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from coverage_costs import Numbers, Truth

    # A score and a cost of each model.
    Points = list[tuple[float, float]]

# The second and third are nearly alike, and so are the fourth and fifth.
MODELS = (
    Law(1, -0.8, 0.5), Law(1, 0.2, 1.0), Law(1, 0.25, 1.05),
    Law(1, 0.6, 2.5), Law(1, 0.55, 2.6), Law(1, 0.0, 3.0),
)  # fmt: skip
SIZES = ((30, 4), (100, 4), (300, 4))
TARGETS = {"these": False, "like": True}
# Ends of the groups of probabilities.
GROUPS = (0.0, 0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95, 1.001)
PAIRS = ((30, 4), (100, 4))
# The standard deviations of the levels and of the logarithms of dearness of two random models.
LEVELS, DEARNESS = 0.4, 0.3


def dominates(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether a model is better and cheaper than another."""
    return one[0] > other[0] and one[1] < other[1]


def on_frontier(points: Points) -> list[bool]:
    """Whether no other model is better and cheaper."""
    return [not any(dominates(other, own) for other in points) for own in points]


def points(truths: Sequence[Truth], run: int | None = None) -> Points:
    """Give the true points of a run, or of all questions."""
    return [
        (float(one.p), float(one.cost))
        if run is None
        else (float(one.p[run]), float(one.cost[run]))
        for one in truths
    ]


@dataclass
class Verdicts:
    """What is said of models over many runs, and what of it is wrong."""

    models: int = 0
    frontier: int = 0
    wrong: int = 0
    dominated: int = 0
    on_frontier: int = 0
    # Models on the wrong side by points, and what runs are all right by them.
    misplaced: int = 0
    right: list[bool] = field(default_factory=list)
    # Whether a run calls a model dominated by one that does not dominate it.
    false: list[bool] = field(default_factory=list)

    def add(self, table: scorio.Costs, truth: Points) -> None:
        """Judge one run."""
        on = on_frontier(truth)
        shown = {int(row.model[1:]): (row.score, row.cost) for row in table}
        drawn = on_frontier([shown[place] for place in range(len(truth))])
        wrong = sum(a != b for a, b in zip(on, drawn, strict=True))
        self.misplaced += wrong
        self.right.append(wrong == 0)
        false = False
        for row in table:
            place = int(row.model[1:])
            self.models += 1
            self.frontier += row.verdict == "frontier"
            self.wrong += row.verdict == "frontier" and not on[place]
            self.dominated += row.verdict == "dominated"
            self.on_frontier += row.verdict == "dominated" and on[place]
            winner = row.dominated_by
            false |= winner is not None and not dominates(truth[int(winner[1:])], truth[place])
        self.false.append(false)

    def cells(self) -> list[str]:
        """Give a line of the table in percent."""
        return [
            percent(self.frontier / self.models), _share(self.wrong, self.frontier),
            percent(self.dominated / self.models), _share(self.on_frontier, self.dominated),
            _share(sum(self.false), len(self.false)),
            percent(self.misplaced / self.models), percent(float(np.mean(self.right))),
        ]  # fmt: skip


def _share(part: int, whole: int) -> str:
    """Write a share in percent with a digit more, if there is one."""
    return f"{100 * part / whole:.1f}" if whole else "–"


def judged(cell: tuple[int, int], runs: int, seed: int) -> dict[str, Verdicts]:
    """Judge the verdicts of six models, for each target."""
    models = together(np.random.default_rng([seed, *cell, 8]), MODELS, runs, cell)
    these = [model.these() for model in models]
    of_all = points([like(law) for law in MODELS])
    found = {target: Verdicts() for target in TARGETS}
    for run in range(runs):
        sums = counted(models, run)
        truths = {"these": points(these, run), "like": of_all}
        for target, sampled in TARGETS.items():
            found[target].add(scorio.cost(sums, sampled=sampled), truths[target])
    return found


def chances(cell: tuple[int, int], runs: int, seed: int) -> dict[str, Numbers]:
    """Give P(better and cheaper) of two random models, and whether it is so, for each target."""
    random = np.random.default_rng([seed, *cell, 9])
    found: dict[str, list[tuple[float, bool]]] = {target: [] for target in TARGETS}
    for _ in range(runs):
        laws = [
            Law(1, LEVELS * random.standard_normal(), np.exp(DEARNESS * random.standard_normal()))
            for _ in range(2)
        ]
        models = together(random, laws, 1, cell)
        sums = counted(models, 0)
        truths = {
            "these": points([model.these() for model in models], 0),
            "like": points([like(law) for law in laws]),
        }
        for target, sampled in TARGETS.items():
            (pair,) = scorio.cost(sums, sampled=sampled).pairs
            own, other = (truths[target][int(name[1:])] for name in (pair.model, pair.other))
            found[target] += [
                (pair.dominates, dominates(own, other)), (pair.dominated, dominates(other, own)),
            ]  # fmt: skip
    return {target: np.array(pairs, float) for target, pairs in found.items()}


def calibrated(found: Numbers) -> list[str]:
    """Give for each group the mean probability, the share that is so, and its number."""
    cells = []
    for low, high in pairwise(GROUPS):
        inside = found[(found[:, 0] >= low) & (found[:, 0] < high)]
        said, so = inside.mean(axis=0) if len(inside) else (np.nan, np.nan)
        cells.append(f"{rate(said)} → {rate(so)}, {len(inside)}" if len(inside) else "–")
    return cells


def section(runs: int, seed: int) -> Iterator[str]:
    """Give a table of verdicts, and one of probabilities."""
    each = runs // 2
    yield "Six models with two near ties, and costs whose ln c has the standard deviation 1. The"
    yield "cost of a question for two models has the correlation .7, and so has its difficulty."
    yield f"{each} runs. All in percent. First come models called on the frontier, and how many of"
    yield "these are not. Then come models called dominated, how many of these are on the frontier,"
    yield "and runs with a false dominator. By the points alone: models on the wrong side, and runs"
    yield "with all six right.\n"
    titles = (
        "frontier", "wrong", "dominated", "wrong", "false runs", "points: wrong", "all right",
    )  # fmt: skip
    yield f"| target | size | {' | '.join(titles)} |"
    yield "|---|---|" + "---|" * len(titles)
    for cell in SIZES:
        size = "×".join(map(str, cell))
        for target, found in judged(cell, each, seed).items():
            yield f"| {target} | {size} | {' | '.join(found.cells())} |"
    yield f"\nP(better and cheaper) of two random models, {runs} runs. By groups of it: its mean →"
    yield "the share of pairs that are so, and their number.\n"
    heads = [f"{rate(low)} to {rate(min(high, 1))}" for low, high in pairwise(GROUPS)]
    yield f"| target | size | {' | '.join(heads)} |"
    yield "|---|---|" + "---|" * len(heads)
    for cell in PAIRS:
        size = "×".join(map(str, cell))
        for target, pairs in chances(cell, runs, seed).items():
            yield f"| {target} | {size} | {' | '.join(calibrated(pairs))} |"
    yield ""
