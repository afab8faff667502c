"""Verdicts of gates of questions at .95, by exact enumeration."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
from scipy import stats

import scorio

if TYPE_CHECKING:
    from collections.abc import Iterator

TRIALS = (5, 10, 20, 50)


def verdicts(trials: int, level: float, questions: int, **options: bool) -> dict[int, str]:
    """The verdict of a question by its successes, where all others of the model succeed."""
    rows = [
        {"model": f"{x}", "question": f"q{i}", "total": trials, "correct": x if i == 0 else trials}
        for x in range(trials + 1)
        for i in range(questions)
    ]
    counts = scorio.count(pl.DataFrame(rows), total="total", correct="correct")
    found = scorio.gate(counts, level, per_question=True, **options)
    return {int(row.model): row.verdict for row in found if row.question == "q0"}


def chance(trials: int, p: float, level: float, verdict: str, questions: int = 1) -> float:
    """The chance of a verdict about a question that succeeds with p."""
    options = {"alone": True} if questions == 1 else {}
    found = verdicts(trials, level, questions, **options)
    return float(sum(stats.binom.pmf(x, trials, p) for x, one in found.items() if one == verdict))


def section(_runs: int, _seed: int) -> Iterator[str]:
    """Give one table."""
    yield "All values are exact.\n"
    yield "| | " + " | ".join(f"N = {n}" for n in TRIALS) + " |"
    yield "|---|" + "---|" * len(TRIALS)
    for level in (0.8, 0.9):
        lines = {
            f"p = level = {level}: false fail alone": lambda n, c=level: chance(n, c, c, "fail"),
            f"p = level = {level}: false pass": lambda n, c=level: chance(n, c, c, "pass"),
            f"20 questions at {level}: any false fail": lambda n, c=level: (
                1 - (1 - chance(n, c, c, "fail", 20)) ** 20
            ),
            f"100 questions at {level}: any false fail": lambda n, c=level: (
                1 - (1 - chance(n, c, c, "fail", 100)) ** 100
            ),
            f"p = .5 found at {level}: alone": lambda n, c=level: chance(n, 0.5, c, "fail"),
            f"p = .5 found at {level}: among 20": lambda n, c=level: chance(n, 0.5, c, "fail", 20),
        }
        for title, value in lines.items():
            cells = [f"{value(n):.3f}".removeprefix("0") for n in TRIALS]
            yield f"| {title} | " + " | ".join(cells) + " |"
    yield ""
