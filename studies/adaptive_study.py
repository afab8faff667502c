"""Measure what adaptive evaluation saves, for docs/adaptive.md.

    SCORIO_SHARED=FOLDER .venv/bin/python studies/adaptive_study.py

It prints Markdown: all tables, or those whose names follow: savings, pairs, scores, twins, close,
half, abilities. Two public matrices of results are in SCORIO_SHARED/data/matrices. Without that
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
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

HOLD_OUT, CAP = 8, 400
TWINS = 1_000
CROWDS, CLOSE = 200, 500
# A single look: nothing is decided before all items are there, and then z is this at 95 %.
NEVER = {"boundary": "two-sided", "confidence": 1 - 1e-12}
ONCE = 1.959964
LOOKS = (20, 50, 200, 400)
POINTS = 100
HALVES = 120


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


def share(times: int, runs: int) -> str:
    """A share of runs with its Monte Carlo error."""
    value = times / runs
    return f"{value:.3f} ± {np.sqrt(value * (1 - value) / runs):.3f}"


def run_of(
    bank: adaptive.ItemBank, outcomes: NDArray[np.float64], options: dict[str, Any]
) -> adaptive.AdaptiveResult:
    """A run whose outcomes are drawn beforehand, models × items."""
    names = [str(place) for place in range(len(outcomes))]
    run = adaptive.Ranker(bank, names, **options)
    return run.run(lambda model, item: float(outcomes[int(model), int(item)]))


def drawn(bank: adaptive.ItemBank, theta: Sequence[float], seed: int) -> NDArray[np.float64]:
    """Successes of models of these abilities on all items."""
    chance = np.array([bank.expected_score(one) for one in theta])
    return (np.random.default_rng([seed, 7]).random(chance.shape) < chance).astype(np.float64)


def twins() -> None:
    """How often equal models are decided: always wrongly."""
    _, _, b = simulated(1, 2_000, 7)
    bank = adaptive.ItemBank.from_params(1, b)
    lines = []
    for rule in ("two-sided", "spending", "anytime"):
        stopped = []
        for seed in range(TWINS):
            options = {"boundary": rule, "max_items": max(LOOKS), "allocation": "uniform"}
            found = run_of(bank, drawn(bank, [0.3, 0.3], seed), options)
            most = max(row.items for row in found)
            stopped.append(most if found.pairs[0].decided else np.inf)
        lines.append([rule, *(share(sum(at <= look for at in stopped), TWINS) for look in LOOKS)])
    never = {**NEVER, "max_items": max(LOOKS), "allocation": "uniform"}
    ended = [run_of(bank, drawn(bank, [0.3, 0.3], seed), never) for seed in range(TWINS)]
    once = share(sum(one.pairs[0].z > ONCE for one in ended), TWINS)
    lines.append(["one look at the end", *["–"] * (len(LOOKS) - 1), once])
    head = ["boundary", *(f"{look} items" for look in LOOKS)]
    title = f"Share of {TWINS} runs of two equal models that are decided, each wrongly"
    table(f"{title}, with at most {max(LOOKS)} items of each:", head, lines)
    lines, equal = [], set("012345")
    for rule in ("two-sided", "spending", "anytime"):
        decided, some, pairs = 0, 0, 0
        for seed in range(CROWDS):
            outcomes = drawn(bank, [0.3] * len(equal) + [-0.7, 1.3], seed)
            found = run_of(bank, outcomes, {"boundary": rule, "budget": 800.0})
            own = [pair for pair in found.pairs if {pair.above, pair.below} <= equal]
            decided += sum(pair.decided for pair in own)
            pairs += len(own)
            some += any(pair.decided for pair in own)
        lines.append([rule, f"{decided / pairs:.4f}", share(some, CROWDS)])
    head = ["boundary", "of their pairs", "runs with such a pair"]
    table(f"Six equal models among eight, 800 trials, {CROWDS} runs. Decided where the run ends:",
          head, lines)  # fmt: skip


def close_pairs() -> None:
    """How often close pairs are decided by 200 items of each, beside a single look there."""
    _, _, b = simulated(1, 2_000, 7)
    bank = adaptive.ItemBank.from_params(1, b)
    grid = np.linspace(-2, 3, 2_001)
    means = np.array([bank.expected_score(one).mean() for one in grid])
    lines = []
    for low, high in ((0.58, 0.66), (0.66, 0.74), (0.58, 0.74)):
        level = [float(np.interp(one, means, grid)) for one in (low, high)]
        decided = dict.fromkeys(("once", "spending", "anytime"), 0)
        wrong = dict.fromkeys(decided, 0)
        items = dict.fromkeys(decided, 0.0)
        for seed in range(CLOSE):
            outcomes = drawn(bank, level, seed)
            for rule in decided:
                options = NEVER if rule == "once" else {"boundary": rule}
                both = {"max_items": 200, "allocation": "uniform", **options}
                found = run_of(bank, outcomes, both)
                pair = found.pairs[0]
                reached = pair.z > ONCE if rule == "once" else pair.decided
                decided[rule] += reached
                wrong[rule] += reached and pair.above == "0"
                items[rule] += float(np.mean([row.items for row in found])) / CLOSE
        lines.append([
            f"{low} and {high}",
            *(f"{share(decided[rule], CLOSE)}, {items[rule]:.0f}" for rule in decided),
            f"{decided['spending'] / decided['once']:.2f}",
            f"{wrong['once']}, {wrong['spending']}, {wrong['anytime']}",
        ])  # fmt: skip
    head = ["scores", "one look at the end, items", "spending", "anytime", "spending : one look",
            "wrong"]  # fmt: skip
    title = f"Two models, at most 200 items of each, {CLOSE} runs. Decided, and mean items"
    table(f"{title}:", head, lines)


def other_half(all_data: list[Data]) -> None:
    """τ by number of items, with items as truth that nobody asks."""
    few = (20, 50, 100)
    series = [("paired", "mean"), ("paired", "ability"), ("static", "ability"),
              ("adaptive", "ability")]  # fmt: skip
    lines, errors = [], []
    for data in all_data:
        for truth in ("all", "other-half"):
            found = adaptive.replay(data.scores, hold_out=HOLD_OUT, folds=HALVES, max_items=100,
                                    strata=data.strata, truth=truth, goal="score")  # fmt: skip
            cells = []
            for design, by in series:
                rows = [found.at(design, items, by) for items in few]
                errors += [row.tau_error or 0.0 for row in rows]
                cells.append(" / ".join(f"{row.tau:.3f}" for row in rows))
            for design, by in (("random", "mean"), ("adaptive", "ability")):
                cells.append(f"{100 * (found.at(design, 100, by).rmse or 0):.2f}")
            lines.append([data.name, truth, *cells])
    head = ["data", "truth", "random, same items", "the same, abilities", "static", "adaptive",
            "error: random, mean", "error: adaptive, predicted"]  # fmt: skip
    title = "τ after 20 / 50 / 100 items of each, and errors of scores in points after 100"
    table(f"{title}:", head, lines)
    say(f"The standard error of τ is at most {max(errors):.3f}.")


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
    parts: dict[str, Callable[[], None]] = {
        "savings": lambda: savings(everything),
        "pairs": lambda: pairs(everything),
        "scores": lambda: scores(everything),
        "twins": twins,
        "close": close_pairs,
        "half": lambda: other_half(everything),
        "abilities": abilities,
    }
    for name in sys.argv[1:] or parts:
        parts[name]()


if __name__ == "__main__":
    main()
