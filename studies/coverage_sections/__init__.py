"""The sections of docs/coverage.md. Each file writes one, by a function of runs and seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coverage_sections import (
    assisted,
    averages,
    borrowed_rates,
    chances,
    cost_crossings,
    cost_designs,
    cost_frontier,
    cost_means,
    cost_tries,
    differences,
    drift,
    gates,
    judge_figures,
    judge_notes,
    judge_numbers,
    judge_pairs,
    judge_tables,
    judges,
    notes,
    number_gates,
    number_pairs,
    numbers,
    plans,
    questions,
    ranks,
    raters,
    runs,
    slices,
    subsets,
    unlike,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SECTIONS: dict[str, Callable[[int, int], Iterator[str]]] = {
    "Average": averages.section,
    "Weights, clusters and categories": unlike.section,
    "Notes about unlike suites": notes.section,
    "Pass@k": subsets.section,
    "Gates of scores": gates.section,
    "Gates of questions": questions.section,
    "Difference of two models": differences.section,
    "Slices": slices.section,
    "Ranks": ranks.section,
    "P(A > B) and P(best)": chances.section,
    "Assisted scores": assisted.section,
    "Scores that labels correct": judges.section,
    "Differences that labels correct": judge_pairs.section,
    "How good the judge is": judge_figures.section,
    "Labels of uneven tables, ranks and gates": judge_tables.section,
    "Notes about a judge": judge_notes.section,
    "Agreement of raters": raters.section,
    "A judge that gives numbers": judge_numbers.section,
    "Models without labels": borrowed_rates.section,
    "Numeric scores": numbers.section,
    "Gates of numeric scores": number_gates.section,
    "Differences of numeric scores": number_pairs.section,
    "Runs that share luck": runs.section,
    "Mean costs": cost_means.section,
    "Costs of tries and of two models": cost_tries.section,
    "Where two models cross": cost_crossings.section,
    "Costs of clusters, weights and tasks, and caps": cost_designs.section,
    "The frontier of scores and costs": cost_frontier.section,
    "Series of runs": drift.section,
    "Plans": plans.section,
}
