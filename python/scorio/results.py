"""What the functions of `scorio.eval` and `scorio.rank` return, and what they warn of."""

from __future__ import annotations

from typing import Any, NamedTuple

# A float, or an array of them for a batch or several budgets.
Real = Any


class Estimate(NamedTuple):
    """A score and its posterior standard deviation."""

    mu: Real
    sigma: Real


class Interval(NamedTuple):
    """A score, its posterior standard deviation, and its credible interval."""

    mu: Real
    sigma: Real
    lo: Real
    hi: Real


class Results(NamedTuple):
    """Outcomes of several models on the same questions, trial by trial.

    `R` holds categories, models x questions x trials; `questions` are pairs of task and question.
    """

    R: Any
    models: list[str]
    questions: list[tuple[str, str]]


class InterruptedLogWarning(UserWarning):
    """A log ends too early, and was read as far as it goes."""


class ShortQuestionsWarning(UserWarning):
    """Questions with fewer trials than the budget were left out, as was asked for."""


class TiedGoldWarning(UserWarning):
    """A gold ranking has ties where none is allowed; the measure was replaced, as the text says."""
