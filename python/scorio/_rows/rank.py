"""Rows of rank. `make rows` writes this file from the declarations in the core."""

from __future__ import annotations

from typing import NamedTuple


class RankedModel(NamedTuple):
    """The score and rank of one model by one ranking method.

    Attributes
    ----------
    method : str
        Name of the ranking method.
    model : str
        Model.
    score : float
        Score; the higher is the better.
    order_sd : float or None
        Standard deviation of the score over orders of the trials, without what moves all
        models alike; missing for methods that draw no orders.
    sigma : float or None
        Standard deviation of the score, if questions are a sample; missing without an
        interval.
    lo : float or None
        Lower end of the interval of the score.
    hi : float or None
        Upper end of the interval of the score.
    rank : int
        Competition rank by score.
    rank_lo : int or None
        Lower end of the interval of the rank.
    rank_hi : int or None
        Upper end of the interval of the rank.
    p_best : float or None
        Probability of the first rank.
    questions : int
        Questions on which the model has trials.
    questions_asked : int
        Questions on which any model has trials.
    trials : int
        Trials with an outcome.
    """

    method: str
    model: str
    score: float
    order_sd: float | None
    sigma: float | None
    lo: float | None
    hi: float | None
    rank: int
    rank_lo: int | None
    rank_hi: int | None
    p_best: float | None
    questions: int
    questions_asked: int
    trials: int
