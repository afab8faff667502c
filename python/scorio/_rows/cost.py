"""Rows of cost. `make rows` writes this file from the declarations in the core."""

from __future__ import annotations

from typing import NamedTuple


class Cost(NamedTuple):
    """The score of a model beside its cost.

    Attributes
    ----------
    task : str or None
        Task; missing in the overall table.
    model : str
        Model.
    rank : int
        Rank by score.
    score : float
        Score.
    sigma : float
        Its posterior standard deviation.
    lo : float
        Lower end of its interval.
    hi : float
        Upper end.
    cost : float
        Mean cost of a trial.
    cost_sigma : float
        Its standard deviation.
    cost_lo : float
        Lower end of its interval.
    cost_hi : float or None
        Upper end; missing where there is none.
    per_success : float or None
        Cost of a success, cost / score; missing without any success.
    per_success_lo : float
        Lower end of its interval.
    per_success_hi : float or None
        Upper end; missing where there is none.
    frontier : float
        Probability that no other model is better and cheaper.
    verdict : str
        "frontier", "dominated", or "open" if neither is sure.
    dominated_by : str or None
        A model that is better and cheaper, if that is sure.
    with_leader : bool
        Whether the score is not separated from the best.
    within : float or None
        Probability that the score is above the best of the others minus `within`; missing
        without `within`.
    spent : float
        Sum of all costs.
    dearest : float
        The share of it that the most expensive question took.
    questions : int
        Number of questions.
    trials : int
        Trials with a cost.
    lacking : int
        Trials without a cost.
    degrees : float
        Degrees of freedom of the mean cost.
    skewness : float
        Skewness of the mean cost.
    correlation : float
        Correlation of score and mean cost.
    """

    task: str | None
    model: str
    rank: int
    score: float
    sigma: float
    lo: float
    hi: float
    cost: float
    cost_sigma: float
    cost_lo: float
    cost_hi: float | None
    per_success: float | None
    per_success_lo: float
    per_success_hi: float | None
    frontier: float
    verdict: str
    dominated_by: str | None
    with_leader: bool
    within: float | None
    spent: float
    dearest: float
    questions: int
    trials: int
    lacking: int
    degrees: float
    skewness: float
    correlation: float


class CostPair(NamedTuple):
    """Two models by cost and score.

    Attributes
    ----------
    task : str or None
        Task; missing in the overall table.
    model : str
        Model.
    other : str
        The other model.
    ratio : float or None
        Cost of the model over that of the other; missing if the other costs nothing.
    lo : float or None
        Lower end of its interval.
    hi : float or None
        Upper end; missing where there is none.
    better : float
        Probability that the model has the higher score.
    cheaper : float
        Probability that it is cheaper.
    dominates : float
        Probability that it is better and cheaper.
    dominated : float
        Probability that the other is better and cheaper.
    """

    task: str | None
    model: str
    other: str
    ratio: float | None
    lo: float | None
    hi: float | None
    better: float
    cheaper: float
    dominates: float
    dominated: float


class Retry(NamedTuple):
    """A model that tries again until the first success.

    Attributes
    ----------
    task : str or None
        Task; missing in the overall table.
    model : str
        Model.
    tries : int
        The most tries.
    success : float
        Probability of a success, Pass@k.
    success_lo : float or None
        Lower end of its interval; missing where the trials do not tell it.
    success_hi : float or None
        Upper end.
    cost : float
        Mean cost of all tries of a question.
    cost_sigma : float or None
        Its standard deviation; missing where the trials do not tell it.
    cost_lo : float or None
        Lower end of its interval.
    cost_hi : float or None
        Upper end.
    per_success : float or None
        Cost of a success; missing without any.
    per_success_lo : float or None
        Lower end of its interval.
    per_success_hi : float or None
        Upper end.
    on_frontier : bool
        Whether no other model and number of tries has more success at no higher cost.
    """

    task: str | None
    model: str
    tries: int
    success: float
    success_lo: float | None
    success_hi: float | None
    cost: float
    cost_sigma: float | None
    cost_lo: float | None
    cost_hi: float | None
    per_success: float | None
    per_success_lo: float | None
    per_success_hi: float | None
    on_frontier: bool


class Capped(NamedTuple):
    """Success of a model within a cap on the cost of a trial.

    Attributes
    ----------
    task : str or None
        Task; missing in the overall table.
    model : str
        Model.
    cap : float
        The cap.
    success : float
        Share of trials that succeed at this cost or less.
    sigma : float
        Its posterior standard deviation.
    lo : float
        Lower end of its interval.
    hi : float
        Upper end.
    """

    task: str | None
    model: str
    cap: float
    success: float
    sigma: float
    lo: float
    hi: float


class CostCrossing(NamedTuple):
    """Where the curves of two models cross, of success within a cap.

    Attributes
    ----------
    task : str or None
        Task; missing in the overall table.
    model : str
        The model that succeeds more often below.
    other : str
        The model that succeeds more often above.
    cap : float
        The cap at which the two are equal.
    lo : float
        Lower end of its interval: the caps at which the two are not separated.
    hi : float or None
        Upper end; missing where the two are not separated at the largest cost.
    leads : bool
        Whether the one is ahead of all models just below this cap, and the other from it
        on.
    """

    task: str | None
    model: str
    other: str
    cap: float
    lo: float
    hi: float | None
    leads: bool
