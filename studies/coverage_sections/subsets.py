"""Intervals of Pass@k."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coverage_suites import TRIALS, Misses, Runs, grid, missed

if TYPE_CHECKING:
    from collections.abc import Iterator


def pass_at(k: int, runs: Runs) -> Misses:
    """Pass@k, about these questions."""
    truth = (1 - (1 - runs.p) ** k).mean(axis=1)
    return missed(runs.counts(), truth, "pass_at_k", k=k)


def section(runs: int, seed: int) -> Iterator[str]:
    """Give a table with k = N / 2 and one with k = N."""
    trials = TRIALS[1:]
    yield "### k = N / 2, these questions\n"
    yield from grid(lambda one: pass_at(one.cell.trials // 2, one), trials, runs, seed)
    yield "### k = N, these questions\n"
    yield from grid(lambda one: pass_at(one.cell.trials, one), trials, runs, seed)
