"""Other rows. `make rows` writes this file from the declarations in the core."""

from __future__ import annotations

from typing import NamedTuple


class Measured(NamedTuple):
    """A figure measured by simulation.

    Attributes
    ----------
    value : float
        The figure.
    error : float
        Its Monte Carlo standard error. The error of a mean is NaN if there is only one
        replicate.
    """

    value: float
    error: float


class CategoryShare(NamedTuple):
    """How often the trials of a model fall into a category.

    Attributes
    ----------
    rubric : str
        Rubric.
    model : str
        Model.
    category : str
        Category.
    weight : float
        What a trial in it is worth.
    trials : int
        Trials in it.
    share : float
        QuantileShare of the model's trials that have a category.
    """

    rubric: str
    model: str
    category: str
    weight: float
    trials: int
    share: float


class ThresholdValue(NamedTuple):
    """The value of a threshold.

    Attributes
    ----------
    threshold : str
        Name of the threshold.
    task : str or None
        Task whose trials it was computed from. Missing if it holds for all tasks.
    model : str or None
        Model whose trials it was computed from. Missing if it holds for all models.
    value : float
        The value.
    signal : str or None
        Signal that it is a quantile of. Missing for a number.
    quantile : float or None
        The quantile. Missing for a number.
    condition : str or None
        Which trials the quantile is of, as the rubric file says. Missing for all of them.
    rule : str or None
        `observed` or `linear`. Missing for a number.
    trials : int or None
        Trials that it was computed from, if that is known.
    frozen : bool
        Whether the rubric file holds it, so that these trials do not move it.
    """

    threshold: str
    task: str | None
    model: str | None
    value: float
    signal: str | None
    quantile: float | None
    condition: str | None
    rule: str | None
    trials: int | None
    frozen: bool
