"""Rows of rubric. `make rows` writes this file from the declarations in the core."""

from __future__ import annotations

from typing import NamedTuple


class RubricAgreement(NamedTuple):
    """A pair of rubrics, and how far they rank models alike.

    Attributes
    ----------
    rubric : str
        One rubric.
    other : str
        The other.
    tau_b : float or None
        Kendall's τ-b of their scores (equation 26 of arXiv:2510.04265). Missing if one of
        them ties all models.
    flips : int
        Pairs of models that they order in opposite ways.
    same_rules : bool
        Whether both have the same rules and weights, so that they must agree.
    """

    rubric: str
    other: str
    tau_b: float | None
    flips: int
    same_rules: bool


class RubricFlip(NamedTuple):
    """Two models that two rubrics order in opposite ways.

    Attributes
    ----------
    rubric : str
        A rubric.
    higher : str
        The model that it ranks higher.
    lower : str
        The model that it ranks lower.
    other : str
        The rubric that ranks them the other way.
    separated : bool
        Whether both rubrics separate the two models, with the confidence of the
        leaderboards.
    """

    rubric: str
    higher: str
    lower: str
    other: str
    separated: bool


class RubricTally(NamedTuple):
    """What a rubric did with the trials.

    Attributes
    ----------
    rubric : str
        Rubric.
    trials : int
        Trials that were graded.
    dropped : int
        Trials that were left out because a signal was missing.
    moved : int
        Trials in the category for missing signals.
    lacking : str
        The signals whose lack left trials open, each with their number: `tokens 4, bits 2`.
    overlaps : int
        Trials that match the rules of several categories. The first took them.
    """

    rubric: str
    trials: int
    dropped: int
    moved: int
    lacking: str
    overlaps: int
