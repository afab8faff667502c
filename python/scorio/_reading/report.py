"""What the reading of logs did, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio.show.page import OfFiles
from scorio.show.words import counted, data_size

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

# Metrics whose usual thresholds begin at ⌈k/2⌉ + 1 successes.
_FROM_TWO = ("mg_pass_at_k", "geo_spectrum_at_k", "geo_spectrum_star_at_k")


def report_lines(
    report: Mapping[str, int], notes: Sequence[str], *, several_scores: bool = False
) -> list[str]:
    """Say in words what a reading did, if there was one.

    With several scores of each trial, what is missing or repeated is an outcome, not a trial.
    """
    others = [f"{note}." for note in notes]
    if not report["files"]:
        return others
    read = f"{counted(report['records'], 'record')} from {counted(report['files'], 'file')}"
    lines: list[str] = [OfFiles(f"Read {read} ({data_size(report['bytes'])}).")]
    missing, without = "trial", "without an outcome "
    repeated = "repeated trial"
    if several_scores:
        missing, without, repeated = "missing outcome", "", "repeated outcome"
    said = [
        ("errored", "trial", "ended in an error"),
        ("missing_dropped", missing, f"{without}left out"),
        ("missing_failed", missing, f"{without}counted as failed"),
        ("repeats_ignored", repeated, "left out: the first of each counts"),
        ("repeats_replaced", repeated, "left out: the last of each counts"),
        ("repeats_kept", repeated, "counted again"),
        ("lines_skipped", "record", "skipped that could not be read"),
    ]
    return [
        *lines,
        *(f"{counted(report[name], noun)} {what}." for name, noun, what in said if report[name]),
        *others,
    ]


def without_budget_note(given: Iterable[tuple[str, int | None, bool]]) -> list[str]:
    """Say which metrics are 0 by their formula, of names, budgets, and whether with a spectrum."""
    names = dict.fromkeys(
        name for name, k, spectrum in given
        if k == 1 and not spectrum and name.removesuffix("_ci") in _FROM_TWO
    )  # fmt: skip
    return [
        f"{name} with k = 1 is 0 for any trials, because it counts from two successes on: take "
        "k ≥ 2."
        for name in names
    ]
