"""Rows of compare. `make rows` writes this file from the declarations in the core."""

from __future__ import annotations

from typing import NamedTuple


class Comparison(NamedTuple):
    """The difference of one model from the baseline.

    Attributes
    ----------
    model : str
        Model.
    baseline : str
        Model that it is compared with.
    task : str or None
        Task; missing in overall rows.
    difference : float
        Score of the model minus score of the baseline.
    sigma : float
        Standard deviation of the difference.
    lo : float
        Lower end of the interval, which holds together with those of the other comparisons.
    hi : float
        Upper end of the interval.
    level : float
        Confidence of all comparisons together.
    probability : float
        P(A > B), the probability that the model is better than the baseline.
    ranking : float
        ρ, the probability that the model with the higher score is the better one.
    z : float
        Difference / sigma; 0 if both are 0.
    pvalue : float
        Two-sided p-value: how often chance alone makes a difference at least as large.
    p_adjusted : float
        The p-value for all `comparisons` together: 1 − (1 − p)^m (Šidák 1967). The models
        are separated where it is at most 1 − level.
    separated : bool
        Whether the two models are separated. Then 0 is outside the interval.
    comparisons : int
        Comparisons that hold together with the level: M − 1 of M models, or M (M − 1) / 2.
    holm : float
        The p-value adjusted by Holm for the rows of the table.
    bh : float
        The p-value adjusted by Benjamini and Hochberg for the rows of the table.
    degrees : float or None
        Degrees of freedom of Student's t; missing if z is normal.
    score : float
        Score of the model.
    baseline_score : float
        Score of the baseline.
    questions : int
        Questions that the model's score is computed from.
    baseline_questions : int
        Questions that the baseline's score is computed from.
    unmatched : int
        Questions that only the model has. A paired comparison leaves them out.
    baseline_unmatched : int
        Questions that only the baseline has. A paired comparison leaves them out.
    trials : int
        Trials of the model.
    baseline_trials : int
        Trials of the baseline.
    uneven : bool
        Whether the two models have different numbers of trials per question.
    pulled : bool
        Whether the prior moves the model's score from its plain average by more than its σ.
    baseline_pulled : bool
        The same for the baseline.
    clusters : int or None
        Number of clusters; missing without clusters.
    decisive : int or None
        Smallest number of questions whose removal makes the difference vanish or change
        sign; missing if questions are not paired.
    margin : float or None
        Margin that the verdict is about; missing without a margin, and in rows by task.
    worse_probability : float or None
        Probability that the model is worse than the baseline by more than the margin.
    worse : bool or None
        Whether it is separated from a model that is worse by the margin.
    detectable : float or None
        A model that is worse by this is found worse with probability 0.8.
    score_name : str
        Which of several scores of a trial; empty for the only or the headline score.
    """

    model: str
    baseline: str
    task: str | None
    difference: float
    sigma: float
    lo: float
    hi: float
    level: float
    probability: float
    ranking: float
    z: float
    pvalue: float
    p_adjusted: float
    separated: bool
    comparisons: int
    holm: float
    bh: float
    degrees: float | None
    score: float
    baseline_score: float
    questions: int
    baseline_questions: int
    unmatched: int
    baseline_unmatched: int
    trials: int
    baseline_trials: int
    uneven: bool
    pulled: bool
    baseline_pulled: bool
    clusters: int | None
    decisive: int | None
    margin: float | None
    worse_probability: float | None
    worse: bool | None
    detectable: float | None
    score_name: str


class QuestionDifference(NamedTuple):
    """A question on which a model and the baseline are compared.

    Attributes
    ----------
    model : str
        Model.
    task : str
        Task; empty if the log names none.
    question : str
        Question.
    score : float
        Score of the model.
    baseline_score : float
        Score of the baseline.
    difference : float
        Score of the model minus score of the baseline.
    part : float
        Part of the overall difference. The parts add up to it.
    expected : float or None
        Posterior mean of the difference; missing where single numbers do not tell it. A
        hierarchical posterior leans on the other questions of each model.
    sigma : float or None
        Posterior standard deviation of the difference; missing with expected.
    probability : float or None
        P(A > B) on this question, by the same posterior; missing with expected.
    score_name : str
        Which of several scores of a trial; empty for the only or the headline score.
    cluster : str or None
        Cluster; missing if the question has none.
    """

    model: str
    task: str
    question: str
    score: float
    baseline_score: float
    difference: float
    part: float
    expected: float | None
    sigma: float | None
    probability: float | None
    score_name: str
    cluster: str | None


class Unmatched(NamedTuple):
    """A question that only one of a comparison's two models has, with an outcome.

    Attributes
    ----------
    model : str
        Model of the comparison.
    of : str
        The one of the two models that has the question.
    task : str
        Task; empty if the log names none.
    question : str
        Question.
    score_name : str
        Which of several scores of a trial; empty for the only or the headline score.
    """

    model: str
    of: str
    task: str
    question: str
    score_name: str


class Uncompared(NamedTuple):
    """A model that a table lacks, and why.

    Attributes
    ----------
    model : str
        Model.
    task : str
        Task; empty for the overall table.
    reason : str
        Why it has no row.
    score_name : str
        Which of several scores of a trial; empty for the only or the headline score.
    """

    model: str
    task: str
    reason: str
    score_name: str
