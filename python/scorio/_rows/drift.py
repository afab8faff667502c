"""Rows of drift. `make rows` writes this file from the declarations in the core."""

from __future__ import annotations

from typing import NamedTuple


class DriftRun(NamedTuple):
    """A run of a series.

    Attributes
    ----------
    run : str
        The run.
    score : float
        Its score.
    sigma : float
        Standard deviation of the score over new trials of the same questions.
    lo : float
        Lower end of its interval by itself.
    hi : float
        Upper end.
    before : float or None
        Mean score of the runs before it; missing for the first.
    lower : float or None
        The model leaves its level with a run below this limit. It is missing for the first
        run, after the model has left, and where no score is so low.
    upper : float or None
        The same above this limit. It is missing where no score is so high.
    evidence : float
        Evidence for a change so far: how many times likelier the runs are than without any
        change.
    left : bool
        Whether the model has left its level with this run or an earlier one.
    trials : int
        Number of trials.
    """

    run: str
    score: float
    sigma: float
    lo: float
    hi: float
    before: float | None
    lower: float | None
    upper: float | None
    evidence: float
    left: bool
    trials: int


class DriftVerdict(NamedTuple):
    """What a series of runs says of its model.

    Attributes
    ----------
    verdict : str
        "steady", "below" or "above": whether the score has left its level, and to which
        side.
    left_at : str or None
        The first run at which it had left; missing if it is steady.
    changed_at : str or None
        The first run after the likeliest change; missing if it is steady.
    difference : float or None
        Score from that run on minus the score before; missing if it is steady.
    lo : float or None
        Lower end of its interval, which holds at every look.
    hi : float or None
        Upper end.
    pvalue : float
        p-value that holds at every look.
    worse : bool or None
        Whether it is surely worse by more than the margin; missing without a margin.
    runs : int
        Number of runs.
    questions : int
        Questions that all runs have.
    left_out : int
        Questions that only some runs have. They are left out.
    """

    verdict: str
    left_at: str | None
    changed_at: str | None
    difference: float | None
    lo: float | None
    hi: float | None
    pvalue: float
    worse: bool | None
    runs: int
    questions: int
    left_out: int
