"""Rows of adaptive. `make rows` writes this file from the declarations in the core."""

from __future__ import annotations

from typing import NamedTuple


class AdaptiveModel(NamedTuple):
    """A model of an adaptive run.

    Attributes
    ----------
    model : str
        Model.
    ability : float
        Ability: the mode of its posterior, on the scale of the bank.
    se : float
        Standard error of the ability.
    mean : float
        Posterior mean of the ability.
    sd : float
        Posterior standard deviation of the ability.
    lo : float
        Lower end of the interval of the ability.
    hi : float
        Upper end of the interval of the ability.
    rank : int
        Competition rank by ability.
    rank_lo : int
        Best rank: 1 and the models that are surely above.
    rank_hi : int
        Worst rank: the number of models less those that are surely below.
    items : int
        Items with a score.
    cost : float
        What its trials cost.
    score : float
        Predicted mean score on all items of the bank.
    score_sigma : float
        Standard deviation of the predicted score.
    assisted : float or None
        Assisted mean score on all items: valid whatever the faults of the curves.
    assisted_sigma : float or None
        Standard deviation of the assisted score.
    assisted_lo : float or None
        Lower end of the interval of the assisted score, by Student's t.
    assisted_hi : float or None
        Upper end of the interval of the assisted score.
    """

    model: str
    ability: float
    se: float
    mean: float
    sd: float
    lo: float
    hi: float
    rank: int
    rank_lo: int
    rank_hi: int
    items: int
    cost: float
    score: float
    score_sigma: float
    assisted: float | None
    assisted_sigma: float | None
    assisted_lo: float | None
    assisted_hi: float | None


class AdaptivePair(NamedTuple):
    """A pair of models of an adaptive run.

    Attributes
    ----------
    above : str
        Model with the higher ability.
    below : str
        Model with the lower ability.
    difference : float
        Difference of the abilities.
    z : float
        Difference in standard errors.
    boundary : float
        z that decides the pair.
    decided : bool
        Whether the pair is decided.
    p_normal : float
        Probability of the order from abilities and standard errors, as of one look.
    p_exact : float
        P(A > B): probability of the order from the two posteriors, as of one look.
    p_value : float
        p-value that is valid at every look, up to the last one if the run has a budget.
    p_holm : float
        The same, adjusted for all pairs by Holm's method.
    """

    above: str
    below: str
    difference: float
    z: float
    boundary: float
    decided: bool
    p_normal: float
    p_exact: float
    p_value: float
    p_holm: float
