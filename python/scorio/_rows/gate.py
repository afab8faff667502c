"""Rows of gate. `make rows` writes this file from the declarations in the core."""

from __future__ import annotations

from typing import NamedTuple


class Gated(NamedTuple):
    """What a gate says of a question, or of a model's score.

    Attributes
    ----------
    verdict : str
        `pass`, `fail` or `undecided`.
    model : str
        Model.
    task : str or None
        Task; missing in overall rows.
    slice : str or None
        Slice; missing but in rows of slices.
    question : str or None
        Question; missing if the row is about a score.
    score : float or None
        Score: of a question, its share of successes. It is missing without a trial.
    lo : float or None
        Lower end of the interval whose ends each have the confidence.
    hi : float or None
        Upper end of that interval.
    p_fail : float or None
        Of a question: the chance of as few successes, if it were exactly at the level.
    p_pass : float or None
        Of a question: the chance of as many successes, if it were exactly at the level.
    p_fail_adjusted : float or None
        `p_fail`, adjusted for the questions of the model where fails are. At most 1 −
        confidence fails.
    p_pass_adjusted : float or None
        `p_pass`, adjusted for the questions of the model where passes are. At most 1 −
        confidence passes.
    confidence : float
        The confidence of the decision.
    questions : int
        Questions that the row is about.
    questions_asked : int
        Questions that any model was asked.
    trials : int
        Trials with an outcome.
    missing : int
        Trials without an outcome. They do not count.
    successes : int or None
        Successes; missing if the row is about a score.
    more : int or None
        Fewest further trials, of the question or of each question, after which a decision
        is expected, if the share of successes, or the score, stays. It is missing if
        decided, or beyond a million.
    to_pass : int or None
        Fewest further trials of the question after which it passes, if all of them succeed.
    to_fail : int or None
        Fewest further trials of the question after which it fails, if all of them fail.
    score_name : str
        Which of several scores of a trial; empty for the only or the headline score.
    """

    verdict: str
    model: str
    task: str | None
    slice: str | None
    question: str | None
    score: float | None
    lo: float | None
    hi: float | None
    p_fail: float | None
    p_pass: float | None
    p_fail_adjusted: float | None
    p_pass_adjusted: float | None
    confidence: float
    questions: int
    questions_asked: int
    trials: int
    missing: int
    successes: int | None
    more: int | None
    to_pass: int | None
    to_fail: int | None
    score_name: str
