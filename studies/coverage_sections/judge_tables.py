"""Scores that labels correct: ragged trials, weights, clusters, refusals, ranks and gates."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import polars as pl
from coverage_judges import (
    JUDGES,
    Share,
    Suite,
    drawn,
    ends,
    error_rates,
    groups,
    joined,
    judged,
    labels,
    settled,
    shared,
    shared_chances,
    summary,
)

import scorio
from scorio import judge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    Random = np.random.Generator
    Numbers = NDArray[np.float64]

QUESTIONS, SCORES, LABELS = 160, (0.05, 0.5, 0.9), (20, 50, 200)
# Tables are of a few runs each, as models.
_GROUP = 15
# Questions of a cluster, and the correlations of clusters and of questions in one.
_TOGETHER, _ALIKE, _WITHIN = 8, 0.15, 0.4
# How often the judge refuses right and wrong answers.
REFUSES = (0.05, 0.2)
# How often it says 0, ½ and 1 of right and of wrong answers.
HALVES = ((0.1, 0.2, 0.7), (0.6, 0.3, 0.1))
RANKED = (5, 10)
STEP = 0.03
LEVELS = (0.5, 0.9)


class Table(NamedTuple):
    """Runs × questions × trials, where trials that were not run are not there, and weights."""

    chances: Numbers
    right: Numbers
    outcomes: Numbers
    there: NDArray[np.bool_]
    weights: Numbers | None = None
    clusters: NDArray[np.int64] | None = None

    def truths(self) -> Numbers:
        """Give the score of each run about these questions."""
        found: Numbers = np.average(self.chances[..., 0], axis=1, weights=self.weights)
        return found


def plain(random: Random, runs: int, suite: Suite) -> Table:
    """Draw trials of which all are there."""
    found = drawn(random, runs, suite)
    return Table(*found, np.ones(found.right.shape, dtype=bool))


def ragged(random: Random, runs: int, suite: Suite) -> Table:
    """Draw 1 to 8 trials of each question."""
    found = drawn(random, runs, suite._replace(trials=8))
    trials = random.integers(1, 9, (runs, suite.questions, 1))
    return Table(*found, np.arange(8) < trials)


def weighted(random: Random, runs: int, suite: Suite) -> Table:
    """Draw questions with weights from 1 to 10."""
    found = plain(random, runs, suite)
    return found._replace(weights=10 ** random.random(suite.questions))


def clustered(random: Random, runs: int, suite: Suite) -> Table:
    """Draw clusters of questions that are alike."""
    spread, number = 1 / _ALIKE - 1, suite.questions // _TOGETHER
    means = random.beta(suite.score * spread, (1 - suite.score) * spread, (runs, number, 1))
    means = np.clip(np.repeat(means, _TOGETHER, axis=1), 1e-9, 1 - 1e-9)
    within = 1 / _WITHIN - 1
    chance = random.beta(means * within, (1 - means) * within)
    found = judged(random, chance, suite.trials, error_rates(random, runs, suite))
    clusters = np.arange(suite.questions) // _TOGETHER
    return Table(*found, np.ones(found.right.shape, dtype=bool), clusters=clusters)


def refusing(random: Random, runs: int, suite: Suite) -> Table:
    """Draw outcomes of a judge that refuses some trials, wrong answers more often."""
    found = plain(random, runs, suite)
    refused = random.random(found.right.shape) < np.where(found.right == 1, *REFUSES)
    return found._replace(outcomes=np.where(refused, np.nan, found.outcomes))


def halves(random: Random, runs: int, suite: Suite) -> Table:
    """Draw outcomes of a judge that says 0, ½ or 1. It is the same whatever the suite's judge."""
    found = plain(random, runs, suite)
    u = random.random(found.right.shape)
    above = [np.where(found.right == 1, *sums) for sums in _sums()]
    return found._replace(outcomes=sum(u >= one for one in above) / 2)


def _sums() -> list[tuple[float, float]]:
    """Give the chance of at most 0 and of at most ½, for right and for wrong answers."""
    yes, no = HALVES
    return [(yes[0], no[0]), (yes[0] + yes[1], no[0] + no[1])]


def everything(random: Random, runs: int, suite: Suite) -> Table:
    """Draw ragged trials with weights, of a judge that refuses some."""
    found = ragged(random, runs, suite)
    refused = random.random(found.right.shape) < np.where(found.right == 1, *REFUSES)
    outcomes = np.where(refused, np.nan, found.outcomes)
    return found._replace(outcomes=outcomes, weights=10 ** random.random(suite.questions))


class Kind(NamedTuple):
    """A kind of table: how it is drawn, what intervals are about, and whose labels."""

    draw: Callable[[Random, int, Suite], Table]
    targets: tuple[str, ...] = ("these", "like these")
    judges: tuple[str, ...] = ("good", "fair", "useless")


KINDS = {
    "1 to 8 trials": Kind(ragged),
    "weights 1 to 10": Kind(weighted),
    "20 clusters": Kind(clustered, ("clusters",)),
    "the judge refuses": Kind(refusing),
    "0, ½ or 1": Kind(halves, judges=("fair",)),
    "ragged, weights, refusals": Kind(everything),
}
_OPTIONS: dict[str, dict[str, object]] = {
    "these": {}, "like these": {"sampled": True}, "clusters": {"cluster": "cluster"},
}  # fmt: skip


def chosen(random: Random, table: Table, number: int) -> Numbers:
    """Label some of the trials that are there, at random."""
    order = np.where(table.there, random.random(table.right.shape), 2).reshape(len(table.right), -1)
    places = np.argsort(order, axis=1)[:, :number]
    known, rows = np.full(order.shape, np.nan), np.arange(len(order))[:, None]
    known[rows, places] = table.right.reshape(order.shape)[rows, places]
    return known.reshape(table.right.shape)


def counted(table: Table, known: Numbers) -> Iterator[scorio.Counts]:
    """Count a table, a few runs at a time, each as a model."""
    for start in range(0, len(known), _GROUP):
        own = slice(start, start + _GROUP)
        run, question, trial = np.nonzero(table.there[own])
        at = (run + start, question, trial)
        columns = {
            "model": np.char.zfill(run.astype(str), 2),
            "question": question,
            "trial": trial,
            "outcome": table.outcomes[at],
            "human": known[at],
        }
        more = {}
        if table.weights is not None:
            columns["share"], more["weight"] = table.weights[question], "share"
        if table.clusters is not None:
            columns["group"], more["cluster"] = table.clusters[question], "group"
        frame = pl.DataFrame(columns).with_columns(pl.col("outcome", "human").fill_nan(None))
        yield judge.read(frame, "human", label_range=(0, 1), **more)


def measured(kind: Kind, suite: Suite, number: int, runs: int, seed: int) -> list[Share]:
    """Measure the intervals of a kind of table."""
    random = suite.seed(seed, number, 7)
    table = kind.draw(random, runs, suite)
    known = chosen(random, table, number)
    parts = list(counted(table, known))
    return [
        shared(
            *joined(ends(one, **_OPTIONS[target]) for one in parts),
            table.truths() if target == "these" else suite.score,
        )
        for target in kind.targets
    ]


def section(runs: int, seed: int) -> Iterator[str]:
    """Give the tables of intervals, of ranks and of gates."""
    yield f"{QUESTIONS} questions of 4 trials, with labels at random. Judges are as above. The one"
    yield "that refuses has no outcome for 5 % of right and 20 % of wrong answers. The one that"
    yield "says ½, too, says 0 / ½ / 1 of right answers in 10 / 20 / 70 %, and of wrong ones in"
    yield f"60 / 30 / 10 %. Clusters are {QUESTIONS // _TOGETHER} of {_TOGETHER} questions, with"
    yield "`--cluster`. Each entry: coverage, and mean width.\n"
    heads = [f"{number} labels, {one}" for number in LABELS for one in ("these", "like these")]
    yield f"| table, judge, score | {' | '.join(heads)} |"
    yield "|---|" + "---|" * len(heads)
    every = []
    for name, kind in KINDS.items():
        for own, score in product(kind.judges, SCORES):
            line = []
            for number in LABELS:
                suite = Suite(QUESTIONS, 4, score, own)

                def cell(
                    some: int, at: int, kind: Kind = kind, suite: Suite = suite, n: int = number
                ) -> list[Share]:
                    return measured(kind, suite, n, some, at)

                found = settled(cell, runs, seed)
                every += found
                line += ["–"] * (2 - len(found)) + [share.cell() for share in found]
            said = f", {own}" if kind.judges[1:] else ""
            yield f"| {name}{said}, {score:g} | {' | '.join(line)} |"
    yield f"\nAll of these: {summary(every)}.\n"
    yield from ranks(runs, seed)
    yield from gates(runs, seed)


def inside(models: int, name: str, number: int, runs: int, seed: int) -> list[float]:
    """Give how often all ranks lie in their ranges: these questions, and questions like these."""
    scores = [0.5 + STEP * place for place in range(models)]
    random = np.random.default_rng([seed, models, list(JUDGES).index(name), number])
    chance = shared_chances(random, runs, QUESTIONS, scores)
    hits = np.zeros(2)
    for own in chance:
        found = judged(random, own, 4, JUDGES[name])
        known = labels(random, found, number, "half where the judge says yes")
        names = [f"{place:02}" for place in range(models)]
        counts = judge.from_arrays(found.outcomes, known, models=names, label_range=(0, 1))
        for sampled, means in enumerate((own.mean(axis=(1, 2)), np.array(scores))):
            place = dict(zip(names, (-means).argsort().argsort() + 1, strict=True))
            rows = counts.score(sampled=bool(sampled))
            hits[sampled] += all(row.rank_lo <= place[row.model] <= row.rank_hi for row in rows)
    return [float(one) for one in hits / runs]


def ranks(runs: int, seed: int) -> Iterator[str]:
    """Give how often the ranges hold all ranks."""
    yield f"Ranks of models that are {STEP:g} apart, from .5 on. Half of the labels are where the"
    yield "judge says yes. Each entry: how often all ranks of a table lie in their ranges.\n"
    heads = [f"{number} labels each, {one}" for number in (50, 200) for one in ("these", "like")]
    yield f"| models, judge | {' | '.join(heads)} |"
    yield "|---|" + "---|" * len(heads)
    for models, name in product(RANKED, ("good", "fair", "useless")):
        own = [share for number in (50, 200) for share in inside(models, name, number, runs, seed)]
        yield f"| {models}, {name} | {' | '.join(f'{one:.3f}' for one in own)} |"
    yield ""


def false(suite: Suite, number: int, runs: int, seed: int) -> list[tuple[float, float]]:
    """Give how often gates at the true score pass, and how often they fail."""
    random = suite.seed(seed, number, 3)
    found = drawn(random, runs, suite)
    known = labels(random, found, number, "at random")
    like = [
        row.verdict
        for counts in groups(found.outcomes, known)
        for row in scorio.gate(counts, suite.score, sampled=True)
    ]
    truths = found.chances.mean(axis=(1, 2))
    these = [
        scorio.gate(judge.from_arrays(one, own, label_range=(0, 1)), float(truth))[0].verdict
        for one, own, truth in zip(found.outcomes, known, truths, strict=True)
    ]
    return [(own.count("pass") / runs, own.count("fail") / runs) for own in (these, like)]


def gates(runs: int, seed: int) -> Iterator[str]:
    """Give how often gates at the true score decide."""
    runs *= 2
    yield "Gates whose level is the true score. A pass or a fail is false, or as good as false."
    yield f"Each entry: percent of passes / of fails, of {runs:,} runs. Each promises 5 at most.\n"
    heads = [f"{number} labels, {one}" for number in LABELS for one in ("these", "like these")]
    yield f"| judge, score | {' | '.join(heads)} |"
    yield "|---|" + "---|" * len(heads)
    most = 0.0
    for name, score in product(("good", "fair", "useless"), LEVELS):
        own = [
            pair
            for number in LABELS
            for pair in false(Suite(QUESTIONS, 4, score, name), number, runs, seed)
        ]
        most = max(most, *(one for pair in own for one in pair))
        shown = [f"{100 * passed:.1f} / {100 * failed:.1f}" for passed, failed in own]
        yield f"| {name}, {score:g} | {' | '.join(shown)} |"
    yield f"\nGates: {100 * most:.1f} % at most.\n"
