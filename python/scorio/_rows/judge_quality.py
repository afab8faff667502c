"""Rows of judge quality. `make rows` writes this file from the declarations in the core."""

from __future__ import annotations

from typing import NamedTuple


class Judging(NamedTuple):
    """How good the judge is on the trials of a model, by the labels.

    Attributes
    ----------
    judge : str
        The judge, where there are several. Otherwise it is empty.
    model : str
        Model.
    trials : int
        Trials with an outcome of the judge.
    labels : int
        Trials with a label.
    agreement : float or None
        How often judge and label agree; missing unless the judge says yes or no.
    agreement_lo : float or None
        Lower end of its interval.
    agreement_hi : float or None
        Upper end.
    sensitivity : float or None
        How often the judge says yes where the label is yes; missing unless the judge says
        yes or no, and where no label is yes.
    sensitivity_lo : float or None
        Lower end of its interval.
    sensitivity_hi : float or None
        Upper end.
    specificity : float or None
        How often the judge says no where the label is no; missing as sensitivity is.
    specificity_lo : float or None
        Lower end of its interval.
    specificity_hi : float or None
        Upper end.
    kappa : float or None
        Cohen's κ; missing unless the judge says yes or no, and where both always say the
        same.
    bias : float or None
        Average of the judge minus the corrected score; missing unless its outcomes read as
        labels do.
    bias_lo : float or None
        Lower end of its interval; missing unless the judge says yes or no.
    bias_hi : float or None
        Upper end.
    favours : float or None
        How much more often the judge says yes than it would for the answers of the other
        models; missing without others that have labels.
    favours_sigma : float or None
        Its standard deviation.
    favours_pvalue : float or None
        Its two-sided p-value.
    favours_holm : float or None
        The p-value adjusted by Holm for the models.
    unlike : float or None
        How far labelled trials differ from others with the same outcome, by the judge's
        mean on the other trials of their questions, in standard deviations; missing where
        nothing can differ.
    """

    judge: str
    model: str
    trials: int
    labels: int
    agreement: float | None
    agreement_lo: float | None
    agreement_hi: float | None
    sensitivity: float | None
    sensitivity_lo: float | None
    sensitivity_hi: float | None
    specificity: float | None
    specificity_lo: float | None
    specificity_hi: float | None
    kappa: float | None
    bias: float | None
    bias_lo: float | None
    bias_hi: float | None
    favours: float | None
    favours_sigma: float | None
    favours_pvalue: float | None
    favours_holm: float | None
    unlike: float | None
