"""Rows of plan costs. `make rows` writes this file from the declarations in the core."""

from __future__ import annotations

from typing import NamedTuple


class CostPlan(NamedTuple):
    """What more trials of a model cost.

    Attributes
    ----------
    model : str
        Model.
    questions : int
        Number of questions.
    trials : float
        Trials of each question with a cost, on average.
    half_width : float or None
        Half the width of the interval of the score as it is.
    more : int or None
        Further trials of each question. Missing if no number up to 10⁹ is enough.
    then : float or None
        Half the width after them.
    even : float or None
        With money, half the width after as many further trials for each model.
    money : float or None
        What the further trials cost.
    money_lo : float or None
        The same at the lower end of the mean cost.
    money_hi : float or None
        The same at its upper end; missing where there is none.
    """

    model: str
    questions: int
    trials: float
    half_width: float | None
    more: int | None
    then: float | None
    even: float | None
    money: float | None
    money_lo: float | None
    money_hi: float | None
