"""Rows of judge agreement. `make rows` writes this file from the declarations in the core."""

from __future__ import annotations

from typing import NamedTuple


class RaterAgreement(NamedTuple):
    """How far raters agree: all of them, or two.

    Attributes
    ----------
    rater : str or None
        One of two raters; missing where all are meant.
    other : str or None
        The other.
    level : str
        What the ratings are: "nominal", "ordinal" or "interval".
    trials : int
        Trials with two or more of these ratings.
    ratings : int
        The ratings of these trials.
    questions : int
        Questions of these trials.
    equal : float or None
        How often two ratings of a trial are equal; missing without such trials.
    alpha : float or None
        Krippendorff's α; missing where all ratings are equal.
    lo : float or None
        Lower end of its interval; missing for a single question.
    hi : float or None
        Upper end.
    """

    rater: str | None
    other: str | None
    level: str
    trials: int
    ratings: int
    questions: int
    equal: float | None
    alpha: float | None
    lo: float | None
    hi: float | None
