"""Rows of horizon. `make rows` writes this file from the declarations in the core."""

from __future__ import annotations

from typing import NamedTuple


class Horizon(NamedTuple):
    """The horizon of a model at a share of success.

    Attributes
    ----------
    model : str
        Model.
    at : float
        The share of success.
    kind : str
        "fitted"; or, without a fit, "above" or "below" all tasks, "between" two lengths, or
        "rising" where longer tasks are not harder.
    horizon : float or None
        The length at which the success is `at`; missing without a fit, and beyond the
        largest number.
    lo : float or None
        Lower end of its interval; missing where there is none, or no fit.
    hi : float or None
        Upper end.
    log2 : float or None
        log2 of the horizon; missing without a fit.
    log2_lo : float or None
        Lower end of its interval.
    log2_hi : float or None
        Upper end.
    unbounded : bool
        Whether the interval has no finite ends.
    beyond : bool
        Whether the horizon is longer than the longest task.
    short_of : bool
        Whether it is shorter than the shortest task.
    solved_to : float or None
        Without a fit, the length up to which all trials succeed.
    none_from : float or None
        Without a fit, the length from which no trial succeeds.
    shown : str
        The horizon in words, such as 1h 02m.
    shown_interval : str
        Its interval in words.
    tasks : int
        Number of tasks.
    clusters : int
        Number of their clusters: of families, or of tasks.
    trials : int
        Number of trials.
    shortest : float
        Length of the shortest task.
    longest : float
        Length of the longest task.
    minutes : float or None
        How many minutes a length of 1 is; missing where lengths are no times.
    shown_shortest : str
        The shortest length in words.
    shown_longest : str
        The longest length in words.
    """

    model: str
    at: float
    kind: str
    horizon: float | None
    lo: float | None
    hi: float | None
    log2: float | None
    log2_lo: float | None
    log2_hi: float | None
    unbounded: bool
    beyond: bool
    short_of: bool
    solved_to: float | None
    none_from: float | None
    shown: str
    shown_interval: str
    tasks: int
    clusters: int
    trials: int
    shortest: float
    longest: float
    minutes: float | None
    shown_shortest: str
    shown_longest: str


class HorizonRatio(NamedTuple):
    """The horizons of two models.

    Attributes
    ----------
    model : str
        Model.
    baseline : str
        The baseline.
    at : float
        The share of success.
    ratio : float
        Horizon of the model over that of the baseline.
    lo : float or None
        Lower end of its interval; missing where it is unknown.
    hi : float or None
        Upper end.
    log2 : float
        The difference of the logarithms to the base 2.
    sigma : float or None
        Its standard deviation.
    longer : float or None
        Probability that the model has the longer horizon.
    """

    model: str
    baseline: str
    at: float
    ratio: float
    lo: float | None
    hi: float | None
    log2: float
    sigma: float | None
    longer: float | None


class Doubling(NamedTuple):
    """The time in which horizons double.

    Attributes
    ----------
    at : float
        The share of success.
    models : int
        Number of models with a date and a horizon.
    days : float or None
        Days until the horizon is twice as long; missing where horizons do not grow.
    lo : float or None
        Lower end of its interval; missing where there is none.
    hi : float or None
        Upper end; missing where horizons may not grow at all.
    per_day : float
        Doublings a day.
    intercept : float
        log2 of the horizon at day 0.
    sigma_tasks : float or None
        Standard deviation of the doublings a day, from the tasks.
    sigma_scatter : float or None
        The same from the scatter of models about the line; missing for two models.
    """

    at: float
    models: int
    days: float | None
    lo: float | None
    hi: float | None
    per_day: float
    intercept: float
    sigma_tasks: float | None
    sigma_scatter: float | None


class HorizonBin(NamedTuple):
    """Tasks of a model from one length to four times as long: observed beside fitted success.

    Attributes
    ----------
    model : str
        Model.
    low : float
        The length at which it begins.
    high : float
        The length below which it ends.
    tasks : int
        Number of tasks.
    observed : float
        Share of success.
    fitted : float
        Mean of the curve at these tasks.
    shown_low : str
        Where it begins, in words.
    shown_high : str
        Where it ends, in words.
    off : bool
        Whether it has 5 or more tasks, and the two differ by more than 0.15.
    """

    model: str
    low: float
    high: float
    tasks: int
    observed: float
    fitted: float
    shown_low: str
    shown_high: str
    off: bool


class HorizonCurve(NamedTuple):
    """The curve of a model: logit of the success = intercept + slope · log2 of the length.

    Attributes
    ----------
    model : str
        Model.
    intercept : float
        Intercept.
    slope : float
        Slope for each doubling of the length.
    variance_intercept : float or None
        Variance of the intercept; missing where it is unknown.
    covariance : float or None
        Covariance of both.
    variance_slope : float or None
        Variance of the slope.
    """

    model: str
    intercept: float
    slope: float
    variance_intercept: float | None
    covariance: float | None
    variance_slope: float | None
