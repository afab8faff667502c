"""Rows of compare pairs. `make rows` writes this file from the declarations in the core."""

from __future__ import annotations

from typing import NamedTuple


class Pair(NamedTuple):
    """Two models, and how far they differ. The one with the higher score is first.

    Attributes
    ----------
    model : str
        Model with the higher score.
    other : str
        Model with the lower score.
    difference : float
        Score of the model minus score of the other.
    sigma : float
        Standard deviation of the difference.
    lo : float
        Lower end of the interval.
    hi : float
        Upper end of the interval.
    probability : float
        P(A > B), the probability that the model is better than the other.
    ranking : float
        ρ, the probability that the model with the higher score is the better one.
    pvalue : float
        Two-sided p-value of this pair alone.
    p_adjusted : float
        The p-value for all comparisons of a model together.
    separated : bool
        Whether the two models are separated. Then 0 is outside the interval.
    questions : int
        Questions that the model's score is computed from.
    score_name : str
        Which of several scores of a trial; empty for the only or the headline score.
    """

    model: str
    other: str
    difference: float
    sigma: float
    lo: float
    hi: float
    probability: float
    ranking: float
    pvalue: float
    p_adjusted: float
    separated: bool
    questions: int
    score_name: str
