"""Rows of replay. `make rows` writes this file from the declarations in the core."""

from __future__ import annotations

from typing import NamedTuple


class ReplayStep(NamedTuple):
    """A design after some items of each model, on average over the hold-out sets.

    Attributes
    ----------
    design : str
        Who chooses the items: adaptive, static, paired, stratified or random.
    scoring : str
        What the items give of a model: mean, ability, or assisted.
    items : int
        Items of each model.
    sets : int
        Hold-out sets with so many items.
    tau : float
        Kendall's τ with the true scores: on all items, or on the half that nobody asks.
    tau_error : float or None
        Standard error of τ over the sets. Nothing for one set.
    top : float
        How often the best model is the best of the true scores.
    rmse : float or None
        Root mean square error of the true score. Only for the goal of scores.
    coverage : float or None
        Share of the intervals of that score which hold it.
    """

    design: str
    scoring: str
    items: int
    sets: int
    tau: float
    tau_error: float | None
    top: float
    rmse: float | None
    coverage: float | None


class ReplayNeed(NamedTuple):
    """The items that a design needs until its mean τ, made to rise with items, is high enough.

    Attributes
    ----------
    design : str
        Who chooses the items.
    scoring : str
        What the items give of a model.
    items : int or None
        The fewest items of each model with that τ; nothing if the replay ended before.
    most : int
        The most items that the replay has.
    share : float or None
        The share of all items that they are.
    """

    design: str
    scoring: str
    items: int | None
    most: int
    share: float | None


class ReplayDecisions(NamedTuple):
    """Runs of the ranker that stop by a boundary: their pairs over all hold-out sets.

    Attributes
    ----------
    boundary : str
        The boundary.
    pairs : int
        Pairs of models.
    decided : int
        Pairs that are decided.
    right : int
        Of these, pairs with the order of the true scores.
    wrong : int
        Of these, the others.
    open : int
        Decided pairs that the truth leaves open.
    items : float
        Mean items of a model.
    tau : float
        Mean τ.
    confident : int
        Sets that ended because all neighbours were decided.
    sets : int
        Hold-out sets.
    """

    boundary: str
    pairs: int
    decided: int
    right: int
    wrong: int
    open: int
    items: float
    tau: float
    confident: int
    sets: int


class ReplaySummary(NamedTuple):
    """The figures of the paper's tables, on average over the hold-out sets.

    Attributes
    ----------
    size : float
        Items that may be asked.
    a : float
        Discrimination: 1/√φ.
    adaptive_tau : float
        τ of the ranker where it stops.
    adaptive_tau_sd : float or None
        Its standard deviation over the sets.
    baseline_tau : float
        τ of random models and items with as many trials, by abilities: the paper's
        baseline.
    baseline_tau_sd : float or None
        Its standard deviation over the sets.
    random_tau : float
        τ of a random sample for each model, by mean scores, with as many items.
    paired_tau : float
        τ of the same random sample for all models, by mean scores.
    paired_ability_tau : float
        The same by abilities.
    stratified_tau : float
        τ of a sample over strata and difficulties, by abilities.
    static_tau : float
        τ of the fixed form, by abilities.
    items : float
        Items of all models of a set.
    items_sd : float or None
        Their standard deviation over the sets.
    used : float
        The share of all items of all models.
    used_sd : float or None
        Its standard deviation over the sets.
    adaptive_ties : float
        Pairs that the ranker leaves open.
    truth_ties : float
        Pairs that the truth leaves open.
    tie_precision : float or None
        Share of the ranker's ties that are ties of the truth.
    tie_recall : float or None
        Share of the ties of the truth that are ties of the ranker.
    tie_f1 : float or None
        Harmonic mean of both.
    confident_accuracy : float or None
        Share of decided pairs in the order of the true scores.
    fixed_tau : float
        τ if every model gets as many items as the one with the most.
    item_savings : float
        Share of these items that stopping saves.
    cost_savings : float
        Share of their cost that it saves.
    conformance : float
        R² of the variances that the bank expects.
    family_adaptive_tau : float or None
        τ of the ranker with a bank of other families.
    family_adaptive_tau_sd : float or None
        Its standard deviation over the sets.
    family_baseline_tau : float or None
        τ of the paper's baseline with a bank of other families.
    family_baseline_tau_sd : float or None
        Its standard deviation over the sets.
    """

    size: float
    a: float
    adaptive_tau: float
    adaptive_tau_sd: float | None
    baseline_tau: float
    baseline_tau_sd: float | None
    random_tau: float
    paired_tau: float
    paired_ability_tau: float
    stratified_tau: float
    static_tau: float
    items: float
    items_sd: float | None
    used: float
    used_sd: float | None
    adaptive_ties: float
    truth_ties: float
    tie_precision: float | None
    tie_recall: float | None
    tie_f1: float | None
    confident_accuracy: float | None
    fixed_tau: float
    item_savings: float
    cost_savings: float
    conformance: float
    family_adaptive_tau: float | None
    family_adaptive_tau_sd: float | None
    family_baseline_tau: float | None
    family_baseline_tau_sd: float | None


class ReplaySet(NamedTuple):
    """A hold-out set.

    Attributes
    ----------
    models : str
        Its models, with commas between them.
    calibrators : int
        Models of its calibration.
    items : int
        Items that all its models have and that may be asked.
    left_out : int
        Items that some of them lack, which are left out.
    clipped : int
        Scores outside the range of the calibration models, which are clipped.
    ceiling : float
        The largest share of items that a perfect design can save for scores.
    """

    models: str
    calibrators: int
    items: int
    left_out: int
    clipped: int
    ceiling: float
