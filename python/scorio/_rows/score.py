"""Rows of score. `make rows` writes this file from the declarations in the core."""

from __future__ import annotations

from typing import NamedTuple


class Score(NamedTuple):
    """The score of one model.

    Attributes
    ----------
    task : str or None
        Task; missing in overall rows.
    slice : str or None
        Slice of the questions; missing in tables of all questions.
    metric : str
        Name of the metric's function.
    k : int or None
        Budget; missing if the metric has none.
    parameters : str
        Parameters that were given to the metric, such as `tau=0.5`, or the weights that the
        categories are named by.
    model : str
        Model.
    score : float
        Score.
    sigma : float
        Standard deviation of the score.
    lo : float
        Lower end of the interval.
    hi : float
        Upper end of the interval.
    sem : float or None
        Plain standard error of the mean over questions. It is missing for one question, and
        for metrics without a score of each question.
    pulled : bool
        Whether the prior of `bayes` moves the score from the plain average by more than σ.
    rank : int
        Competition rank by score.
    rank_lo : int
        Best rank that the comparisons allow: 1 + the number of models that are separated
        above it.
    rank_hi : int
        Worst rank that the comparisons allow: M − the number of models that are separated
        below it.
    p_best : float
        Probability of the first rank.
    with_leader : bool
        Whether it is not separated from the model with the highest score.
    letters : str
        Letters that the model shares with all models from which it is not separated. They
        are empty in tables of more than 500 models, and where 26 letters are too few.
    questions : int
        Questions that the score is computed from.
    questions_asked : int
        Questions that any model was asked.
    trials : int
        Trials with an outcome.
    missing : int
        Trials without an outcome. They are left out of the score.
    coverage : float
        Share of expected trials that have an outcome. Each question is expected to have as
        many trials as the largest number of any question. If questions have weights, a
        trial counts by the weight of its question.
    worst : float or None
        The score with all missing trials counted as failures (the category of the lowest
        weight). It is missing if trials are missing and a success can lower the score.
    best : float or None
        The score with all missing trials counted as successes (the category of the highest
        weight).
    score_name : str
        Which of several scores of a trial; empty for the only or the headline score.
    """

    task: str | None
    slice: str | None
    metric: str
    k: int | None
    parameters: str
    model: str
    score: float
    sigma: float
    lo: float
    hi: float
    sem: float | None
    pulled: bool
    rank: int
    rank_lo: int
    rank_hi: int
    p_best: float
    with_leader: bool
    letters: str
    questions: int
    questions_asked: int
    trials: int
    missing: int
    coverage: float
    worst: float | None
    best: float | None
    score_name: str


class Unscored(NamedTuple):
    """A model without a score in a table.

    Attributes
    ----------
    task : str or None
        Task; missing if the table is the overall one.
    model : str
        Model.
    trials : int
        Trials that a question needs to count.
    score_name : str
        Which of several scores of a trial; empty for the only or the headline score.
    """

    task: str | None
    model: str
    trials: int
    score_name: str


class Judged(NamedTuple):
    """What the judge and the labels tell of a model's score.

    Attributes
    ----------
    task : str or None
        Task; missing in overall rows.
    model : str
        Model.
    judge : float or None
        Average of the judge's outcomes; missing unless all of them read as labels do.
    bias : float or None
        That average minus the score; missing without a score.
    labels : int
        Trials with a label.
    worth : float or None
        How many labels would say as much without the judge; missing without a score.
    design_effect : float or None
        How many times larger the variance is because labels share questions; missing
        without a score.
    score_name : str
        Which of several scores of a trial; empty for the only or the headline score.
    """

    task: str | None
    model: str
    judge: float | None
    bias: float | None
    labels: int
    worth: float | None
    design_effect: float | None
    score_name: str
