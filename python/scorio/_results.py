"""What the functions of `scorio.eval` and `scorio.rank` return, and what they warn of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# A float, or an array of them for a batch or several budgets.
Real: TypeAlias = "float | NDArray[np.float64]"


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

    `R` holds categories, models x questions x trials. `questions` are pairs of task and question.
    """

    R: NDArray[np.uint16]
    models: list[str]
    questions: list[tuple[str, str]]


class InterruptedLogWarning(UserWarning):
    """A log ends too early, and was read as far as it goes."""


class ShortQuestionsWarning(UserWarning):
    """Questions with fewer trials than the budget were left out, as was asked for."""


class TiedGoldWarning(UserWarning):
    """A gold ranking has ties where none is allowed. The text says which measure took its place."""
