"""Measure what adaptive evaluation saves, for docs/adaptive.md.

    SCORIO_SHARED=FOLDER .venv/bin/python studies/adaptive_study.py

It prints Markdown. Two public matrices of results are in SCORIO_SHARED/data/matrices. Without that
folder, the simulated sets alone are measured, and the output says so.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from adaptive_sets import s1, s6, simulated

from scorio import adaptive

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

HOLD_OUT, CAP = 8, 400
TWINS = 120
LOOKS = (20, 50, 200, 400)
POINTS = 100


class Data(NamedTuple):
    """A matrix of scores, models × items, and how it is replayed."""

    name: str
    scores: NDArray[np.float64]
    strata: list[str] | None
    folds: int
    most: int


def shared() -> list[Data]:
    """The public matrices, if they are there."""
    root = os.environ.get("SCORIO_SHARED")
    folder = Path(root, "data", "matrices") if root else None
    if folder is None or not folder.is_dir():
        return []
    pro = np.load(folder / "mmlu-pro.npz")
    gsm = np.load(folder / "gsm8k-zeroeval.npz")
    categories = [str(one) for one in pro["cats"]]
    return [
        Data("MMLU-Pro", pro["R"].astype(np.float64), categories, 12, 1_600),
        Data("GSM8K (ZeroEval)", gsm["R"].astype(np.float64), None, 24, 1_000),
    ]


def made() -> list[Data]:
    """The simulated sets."""
    return [
        Data("S1: simulated, φ = 0.06", s1()[0], None, 24, 700),
        Data("S6: simulated successes", s6()[0], None, 24, 1_400),
    ]


def replayed(data: Data, most: int, *, strata: bool, goal: str = "rank") -> adaptive.Replay:
    """A replay of a matrix."""
    options: dict[str, Any] = {"goal": goal, "strata": data.strata if strata else None}
    return adaptive.replay(
        data.scores, hold_out=HOLD_OUT, folds=data.folds, max_items=most, **options
    )


def say(text: str) -> None:
    """Write a paragraph."""
    sys.stdout.write(f"{text}\n\n")
    sys.stdout.flush()


def table(title: str, head: Sequence[str], lines: Sequence[Sequence[str]]) -> None:
    """Print a table in Markdown."""
    rule = f"|---|{'--:|' * (len(head) - 1)}"
    rows = [f"| {' | '.join(line)} |" for line in (head, *lines)]
    say("\n".join([f"{title}\n", rows[0], rule, *rows[1:]]))


def needed(found: adaptive.Replay, design: str, scoring: str = "ability") -> str:
    """The items of a design until the mean τ is 0.95."""
    items = found.need(design, scoring)
    most = max(row.items for row in found)
    return f"> {most:,}" if items is None else f"{items:,}"


def savings(all_data: list[Data]) -> None:
    """Items of each model until the mean τ is 0.95."""
    series = [("paired", "mean"), ("random", "mean"), ("paired", "ability"),
              ("stratified", "ability"), ("static", "ability"),
              ("adaptive", "ability")]  # fmt: skip
    lines, errors = [], []
    for data in all_data:
        plain = replayed(data, data.most, strata=False)
        cells = [needed(plain, *one) for one in series]
        strata = "–"
        if data.strata is not None:
            own = replayed(data, data.most, strata=True)
            strata = needed(own, "adaptive")
            cells[3] = needed(own, "stratified")
        models, items = data.scores.shape
        lines.append([f"{data.name}, {models} × {items:,}", *cells, strata])
        errors += [
            row.tau_error or 0.0 for row in plain
            if row.design == "adaptive" and row.tau >= 0.9  # noqa: PLR2004
        ]  # fmt: skip
    head = ["data (models × items)", "random, same items", "random, each its own",
            "random, same items, abilities", "stratified, abilities", "static", "adaptive",
            "adaptive, strata"]  # fmt: skip
    table("Items of each model until the mean τ is 0.95:", head, lines)
    say(f"The standard error of τ is at most {max(errors):.3f} where it is 0.9 or more.")


def pairs(all_data: list[Data]) -> None:
    """Pairs that the ranker decides."""
    lines = []
    for data in all_data:
        found = replayed(data, CAP, strata=data.strata is not None)
        cells = [
            f"{row.decided / row.pairs:.2f}, {row.right}/{row.decided}, {row.items:.0f}"
            for row in found.decisions
        ]
        lines.append([data.name, *cells])
    head = ["decided, right/decided, items", *(row.boundary for row in found.decisions)]
    table(f"Pairs that the ranker decides, with at most {CAP} items of each model:", head, lines)


def scores(all_data: list[Data]) -> None:
    """Errors of scores of all items, in points of 100, and the coverage of 95% intervals."""
    series = [("random", "mean"), ("random", "ability"), ("random", "assisted"),
              ("stratified", "ability"), ("adaptive", "ability")]  # fmt: skip
    names = ["random, mean", "random, predicted", "random, assisted", "stratified, predicted",
             "adaptive, predicted"]  # fmt: skip
    found = [replayed(data, POINTS, strata=data.strata is not None, goal="score")
             for data in all_data]  # fmt: skip
    lines = []
    for name, one in zip(names, series, strict=True):
        cells = []
        for own in found:
            row = next(row for row in own if (row.design, row.scoring, row.items) == (*one, POINTS))
            cells.append(f"{100 * (row.rmse or 0):.2f} ({row.coverage or 0:.2f})")
        lines.append([name, *cells])
    title = f"Root mean square error in points after {POINTS} items, and coverage of 95% intervals:"
    table(title, ["design, estimate", *(data.name for data in all_data)], lines)


def decided_twins(bank: adaptive.ItemBank, boundary: str) -> list[float]:
    """The share of runs of two equal models that are decided by so many items of each."""
    stopped = []
    chance = dict(zip(bank.items, bank.expected_score(0.3), strict=True))
    for seed in range(TWINS):
        draws = np.random.default_rng([seed, 7])
        run = adaptive.Ranker(
            bank, ["a", "b"], max_items=max(LOOKS), allocation="uniform",
            boundary="two-sided" if boundary == "two-sided" else "anytime",
        )  # fmt: skip
        while queries := run.ask(1):
            run.tell(queries[0], float(draws.random() < chance[queries[0].item]))
        most = max(row.items for row in run.result())
        stopped.append(most if run.reason == "confident" else np.inf)
    return [float(np.mean([at <= look for at in stopped])) for look in LOOKS]


def twins() -> None:
    """How often two equal models are decided: always wrongly."""
    _, _, b = simulated(1, 2_000, 7)
    bank = adaptive.ItemBank.from_params(1, b)
    rules = ("two-sided", "anytime")
    lines = [[rule, *(f"{share:.3f}" for share in decided_twins(bank, rule))] for rule in rules]
    head = ["boundary", *(f"{look} items" for look in LOOKS)]
    table(f"Share of {TWINS} runs of two equal models that are decided, each wrongly:", head, lines)


def abilities() -> None:
    """How often intervals of abilities hold the truth, on S1 after 50 items."""
    covered = []
    for seed in range(40):
        results, theta, _ = s1(seed)
        bank = adaptive.ItemBank.fit(results[:32], score_range=(0, 1))
        draws = np.random.default_rng(seed)
        for place in range(32, 40):
            chosen = draws.choice(1_000, 50, replace=False)
            own = {str(item): float(results[place, item]) for item in chosen}
            low, high = adaptive.ability(bank, own).interval(0.95)
            covered.append(bool(low <= theta[place] - theta[:32].mean() <= high))
    share = np.mean(covered)
    say(f"95% intervals of {len(covered)} abilities after 50 items of S1 hold it in {share:.3f}.")


def main() -> None:
    """Print all tables."""
    real = shared()
    if not real:
        note = "SCORIO_SHARED has no data/matrices: simulated sets alone are measured"
        say(f"{note}.")
        sys.stderr.write(f"{note}\n")
    everything = real + made()
    savings(everything)
    pairs(everything)
    scores(everything)
    twins()
    abilities()


if __name__ == "__main__":
    main()
