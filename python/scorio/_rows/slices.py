"""Rows of slices. `make rows` writes this file from the declarations in the core."""

from __future__ import annotations

from typing import NamedTuple


class SliceDifference(NamedTuple):
    """How far a model differs from the baseline on the questions of a slice.

    Attributes
    ----------
    slice : str
        Slice: the values of the fields.
    model : str
        Model.
    baseline : str
        Model that it is compared with.
    questions : int or None
        Questions that the model's score is computed from; missing for known differences,
        and so are scores.
    difference : float
        Score of the model minus score of the baseline.
    sigma : float
        Standard deviation of the difference.
    lo : float
        Lower end of the interval of the difference, as of a comparison on these questions
        alone.
    hi : float
        Upper end of the interval.
    pvalue : float
        Two-sided p-value of this slice alone.
    holm : float or None
        The p-value adjusted by Holm for the judged slices of the model; missing if it is
        not judged.
    probability : float
        P(A > B), the probability that the model is better, by this slice alone.
    degrees : float or None
        Degrees of freedom of Student's t; missing if the difference is normal.
    shrunken : float or None
        The difference, leaning on those of other slices; missing for fewer than three
        judged slices, and if it is not judged.
    shrunken_sigma : float or None
        Its standard deviation.
    shrunken_lo : float or None
        Lower end of its interval.
    shrunken_hi : float or None
        Upper end of its interval.
    shrunken_probability : float or None
        P(A > B) by all slices together.
    judged : bool
        Whether it has the 10 questions that a judgement needs.
    margin : float or None
        The margin; missing without one.
    worse_pvalue : float or None
        p-value of the hypothesis that the model is worse by the margin at most.
    worse_holm : float or None
        The same adjusted by Holm for the judged slices of the model.
    failing : bool or None
        Whether the model is worse by more than the margin: the adjusted value is below 1 −
        confidence.
    score : float or None
        Score of the model.
    baseline_score : float or None
        Score of the baseline.
    score_name : str
        Which of several scores of a trial; empty for the only or the headline score.
    """

    slice: str
    model: str
    baseline: str
    questions: int | None
    difference: float
    sigma: float
    lo: float
    hi: float
    pvalue: float
    holm: float | None
    probability: float
    degrees: float | None
    shrunken: float | None
    shrunken_sigma: float | None
    shrunken_lo: float | None
    shrunken_hi: float | None
    shrunken_probability: float | None
    judged: bool
    margin: float | None
    worse_pvalue: float | None
    worse_holm: float | None
    failing: bool | None
    score: float | None
    baseline_score: float | None
    score_name: str


class Heterogeneity(NamedTuple):
    """Whether the differences of a model differ between slices, and by how much.

    Attributes
    ----------
    model : str
        Model.
    baseline : str
        Model that it is compared with.
    slices : int
        Judged slices.
    pooled : float or None
        The difference that they share: their mean, weighted by 1/σ².
    pooled_sigma : float or None
        Its standard deviation, if the slices do not differ.
    q : float or None
        Cochran's Q: how far the slices are from it.
    degrees : int or None
        Degrees of freedom of Q.
    pvalue : float or None
        Probability of such a Q if the slices do not differ.
    shrinkage : float or None
        How far a slice of typical σ leans on the others, from 0 to 1: the mean of B.
    spread : float or None
        How far true differences scatter over slices: the mean of τ.
    common : float or None
        Mean of the true differences of slices.
    common_sigma : float or None
        Its standard deviation.
    failing : int or None
        How many slices fail; missing without a margin.
    verdict : str or None
        `pass` or `fail`; missing unless each slice is judged by the margin.
    score_name : str
        Which of several scores of a trial; empty for the only or the headline score.
    """

    model: str
    baseline: str
    slices: int
    pooled: float | None
    pooled_sigma: float | None
    q: float | None
    degrees: int | None
    pvalue: float | None
    shrinkage: float | None
    spread: float | None
    common: float | None
    common_sigma: float | None
    failing: int | None
    verdict: str | None
    score_name: str
