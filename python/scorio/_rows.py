"""The rows of results. `make rows` writes this file from the declarations in the core."""

from __future__ import annotations

from typing import NamedTuple


class Measured(NamedTuple):
    """A figure measured by simulation.

    Attributes
    ----------
    value : float
        The figure.
    error : float
        Its Monte Carlo standard error. The error of a mean is NaN if there is only one
        replicate.
    """

    value: float
    error: float


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


class CategoryShare(NamedTuple):
    """How often the trials of a model fall into a category.

    Attributes
    ----------
    rubric : str
        Rubric.
    model : str
        Model.
    category : str
        Category.
    weight : float
        What a trial in it is worth.
    trials : int
        Trials in it.
    share : float
        QuantileShare of the model's trials that have a category.
    """

    rubric: str
    model: str
    category: str
    weight: float
    trials: int
    share: float


class ThresholdValue(NamedTuple):
    """The value of a threshold.

    Attributes
    ----------
    threshold : str
        Name of the threshold.
    task : str or None
        Task whose trials it was computed from. Missing if it holds for all tasks.
    model : str or None
        Model whose trials it was computed from. Missing if it holds for all models.
    value : float
        The value.
    signal : str or None
        Signal that it is a quantile of. Missing for a number.
    quantile : float or None
        The quantile. Missing for a number.
    condition : str or None
        Which trials the quantile is of, as the rubric file says. Missing for all of them.
    rule : str or None
        `observed` or `linear`. Missing for a number.
    trials : int or None
        Trials that it was computed from, if that is known.
    frozen : bool
        Whether the rubric file holds it, so that these trials do not move it.
    """

    threshold: str
    task: str | None
    model: str | None
    value: float
    signal: str | None
    quantile: float | None
    condition: str | None
    rule: str | None
    trials: int | None
    frozen: bool


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


class AdaptiveModel(NamedTuple):
    """A model of an adaptive run.

    Attributes
    ----------
    model : str
        Model.
    ability : float
        Ability: the mode of its posterior, on the scale of the bank.
    se : float
        Standard error of the ability.
    mean : float
        Posterior mean of the ability.
    sd : float
        Posterior standard deviation of the ability.
    lo : float
        Lower end of the interval of the ability.
    hi : float
        Upper end of the interval of the ability.
    rank : int
        Competition rank by ability.
    rank_lo : int
        Best rank: 1 and the models that are surely above.
    rank_hi : int
        Worst rank: the number of models less those that are surely below.
    items : int
        Items with a score.
    cost : float
        What its trials cost.
    score : float
        Predicted mean score on all items of the bank.
    score_sigma : float
        Standard deviation of the predicted score.
    assisted : float or None
        Assisted mean score on all items: valid whatever the faults of the curves.
    assisted_sigma : float or None
        Standard deviation of the assisted score.
    assisted_lo : float or None
        Lower end of the interval of the assisted score, by Student's t.
    assisted_hi : float or None
        Upper end of the interval of the assisted score.
    """

    model: str
    ability: float
    se: float
    mean: float
    sd: float
    lo: float
    hi: float
    rank: int
    rank_lo: int
    rank_hi: int
    items: int
    cost: float
    score: float
    score_sigma: float
    assisted: float | None
    assisted_sigma: float | None
    assisted_lo: float | None
    assisted_hi: float | None


class AdaptivePair(NamedTuple):
    """A pair of models of an adaptive run.

    Attributes
    ----------
    above : str
        Model with the higher ability.
    below : str
        Model with the lower ability.
    difference : float
        Difference of the abilities.
    z : float
        Difference in standard errors.
    boundary : float
        z that decides the pair.
    decided : bool
        Whether the pair is decided.
    p_normal : float
        Probability of the order from abilities and standard errors, as of one look.
    p_exact : float
        P(A > B): probability of the order from the two posteriors, as of one look.
    p_value : float
        p-value that is valid at every look, up to the last one if the run has a budget.
    p_holm : float
        The same, adjusted for all pairs by Holm's method.
    """

    above: str
    below: str
    difference: float
    z: float
    boundary: float
    decided: bool
    p_normal: float
    p_exact: float
    p_value: float
    p_holm: float


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


class Pair(NamedTuple):
    """Two models, and how far they differ. The one with the higher score is first.

    Attributes
    ----------
    model : str
        Model with the higher score.
    other : str
        Model with the lower score.
    difference : float
        Score of the model minus score of the other.
    sigma : float
        Standard deviation of the difference.
    lo : float
        Lower end of the interval.
    hi : float
        Upper end of the interval.
    probability : float
        P(A > B), the probability that the model is better than the other.
    ranking : float
        ρ, the probability that the model with the higher score is the better one.
    pvalue : float
        Two-sided p-value of this pair alone.
    p_adjusted : float
        The p-value for all comparisons of a model together.
    separated : bool
        Whether the two models are separated. Then 0 is outside the interval.
    questions : int
        Questions that the model's score is computed from.
    score_name : str
        Which of several scores of a trial; empty for the only or the headline score.
    """

    model: str
    other: str
    difference: float
    sigma: float
    lo: float
    hi: float
    probability: float
    ranking: float
    pvalue: float
    p_adjusted: float
    separated: bool
    questions: int
    score_name: str


class Foresight(NamedTuple):
    """What to expect after N trials of each question.

    Attributes
    ----------
    trials : int
        N, the number of trials.
    z : Measured
        Mean of z.
    quantiles : tuple[float, float, float]
        The 5 %, 50 % and 95 % quantiles of z.
    separated : Measured
        Probability that z reaches the threshold.
    right : Measured
        Probability that the means are in the order of the true scores.
    found : Measured
        Probability that z reaches the threshold in the right order.
    wrong : Measured
        Probability that z reaches the threshold in the wrong order, or for equal models.
    """

    trials: int
    z: Measured
    quantiles: tuple[float, float, float]
    separated: Measured
    right: Measured
    found: Measured
    wrong: Measured


class SeparatedModel(NamedTuple):
    """The place of a model among others.

    Attributes
    ----------
    rank : int
        Competition rank by score.
    rank_lo : int
        Best rank that the comparisons allow.
    rank_hi : int
        Worst rank that the comparisons allow.
    with_leader : bool
        Whether it is not separated from the model with the highest score.
    letters : str
        Letters that the model shares with all models from which it is not separated. They
        are empty for more than 500 models, and where 26 letters are too few.
    """

    rank: int
    rank_lo: int
    rank_hi: int
    with_leader: bool
    letters: str


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


class LabelPlan(NamedTuple):
    """The labels to add to the trials of a model with one outcome of the judge.

    Attributes
    ----------
    model : str
        Model.
    outcome : str
        Outcome of the judge.
    trials : int
        Trials with this outcome.
    labels : int
        Those of them with a label.
    add : int
        Labels to add.
    half_width : float
        Half the width of the model's interval that is expected then.
    floor : float
        Half the width that no label lowers. Only more trials do.
    reached : bool
        Whether the wanted half-width is reached.
    """

    model: str
    outcome: str
    trials: int
    labels: int
    add: int
    half_width: float
    floor: float
    reached: bool


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


class Cost(NamedTuple):
    """The score of a model beside its cost.

    Attributes
    ----------
    task : str or None
        Task; missing in the overall table.
    model : str
        Model.
    rank : int
        Rank by score.
    score : float
        Score.
    sigma : float
        Its posterior standard deviation.
    lo : float
        Lower end of its interval.
    hi : float
        Upper end.
    cost : float
        Mean cost of a trial.
    cost_sigma : float
        Its standard deviation.
    cost_lo : float
        Lower end of its interval.
    cost_hi : float or None
        Upper end; missing where there is none.
    per_success : float or None
        Cost of a success, cost / score; missing without any success.
    per_success_lo : float
        Lower end of its interval.
    per_success_hi : float or None
        Upper end; missing where there is none.
    frontier : float
        Probability that no other model is better and cheaper.
    verdict : str
        "frontier", "dominated", or "open" if neither is sure.
    dominated_by : str or None
        A model that is better and cheaper, if that is sure.
    with_leader : bool
        Whether the score is not separated from the best.
    within : float or None
        Probability that the score is above the best of the others minus `within`; missing
        without `within`.
    spent : float
        Sum of all costs.
    dearest : float
        The share of it that the most expensive question took.
    questions : int
        Number of questions.
    trials : int
        Trials with a cost.
    lacking : int
        Trials without a cost.
    degrees : float
        Degrees of freedom of the mean cost.
    skewness : float
        Skewness of the mean cost.
    correlation : float
        Correlation of score and mean cost.
    """

    task: str | None
    model: str
    rank: int
    score: float
    sigma: float
    lo: float
    hi: float
    cost: float
    cost_sigma: float
    cost_lo: float
    cost_hi: float | None
    per_success: float | None
    per_success_lo: float
    per_success_hi: float | None
    frontier: float
    verdict: str
    dominated_by: str | None
    with_leader: bool
    within: float | None
    spent: float
    dearest: float
    questions: int
    trials: int
    lacking: int
    degrees: float
    skewness: float
    correlation: float


class CostPair(NamedTuple):
    """Two models by cost and score.

    Attributes
    ----------
    task : str or None
        Task; missing in the overall table.
    model : str
        Model.
    other : str
        The other model.
    ratio : float or None
        Cost of the model over that of the other; missing if the other costs nothing.
    lo : float or None
        Lower end of its interval.
    hi : float or None
        Upper end; missing where there is none.
    better : float
        Probability that the model has the higher score.
    cheaper : float
        Probability that it is cheaper.
    dominates : float
        Probability that it is better and cheaper.
    dominated : float
        Probability that the other is better and cheaper.
    """

    task: str | None
    model: str
    other: str
    ratio: float | None
    lo: float | None
    hi: float | None
    better: float
    cheaper: float
    dominates: float
    dominated: float


class Retry(NamedTuple):
    """A model that tries again until the first success.

    Attributes
    ----------
    task : str or None
        Task; missing in the overall table.
    model : str
        Model.
    tries : int
        The most tries.
    success : float
        Probability of a success, Pass@k.
    success_lo : float or None
        Lower end of its interval; missing where the trials do not tell it.
    success_hi : float or None
        Upper end.
    cost : float
        Mean cost of all tries of a question.
    cost_sigma : float or None
        Its standard deviation; missing where the trials do not tell it.
    cost_lo : float or None
        Lower end of its interval.
    cost_hi : float or None
        Upper end.
    per_success : float or None
        Cost of a success; missing without any.
    per_success_lo : float or None
        Lower end of its interval.
    per_success_hi : float or None
        Upper end.
    on_frontier : bool
        Whether no other model and number of tries has more success at no higher cost.
    """

    task: str | None
    model: str
    tries: int
    success: float
    success_lo: float | None
    success_hi: float | None
    cost: float
    cost_sigma: float | None
    cost_lo: float | None
    cost_hi: float | None
    per_success: float | None
    per_success_lo: float | None
    per_success_hi: float | None
    on_frontier: bool


class Capped(NamedTuple):
    """Success of a model within a cap on the cost of a trial.

    Attributes
    ----------
    task : str or None
        Task; missing in the overall table.
    model : str
        Model.
    cap : float
        The cap.
    success : float
        Share of trials that succeed at this cost or less.
    sigma : float
        Its posterior standard deviation.
    lo : float
        Lower end of its interval.
    hi : float
        Upper end.
    """

    task: str | None
    model: str
    cap: float
    success: float
    sigma: float
    lo: float
    hi: float


class CostCrossing(NamedTuple):
    """Where the curves of two models cross, of success within a cap.

    Attributes
    ----------
    task : str or None
        Task; missing in the overall table.
    model : str
        The model that succeeds more often below.
    other : str
        The model that succeeds more often above.
    cap : float
        The cap at which the two are equal.
    lo : float
        Lower end of its interval: the caps at which the two are not separated.
    hi : float or None
        Upper end; missing where the two are not separated at the largest cost.
    leads : bool
        Whether the one is ahead of all models just below this cap, and the other from it
        on.
    """

    task: str | None
    model: str
    other: str
    cap: float
    lo: float
    hi: float | None
    leads: bool


class CostGated(NamedTuple):
    """What a gate says of the mean cost of a model.

    Attributes
    ----------
    verdict : str
        `pass`, `fail` or `undecided`.
    task : str or None
        Task; missing in overall rows.
    model : str
        Model.
    baseline : str or None
        The model whose cost it is compared with; missing where the mean cost itself has the
        limit.
    value : float or None
        Mean cost of a trial, or its quotient; missing if the baseline costs nothing.
    lo : float or None
        Lower end of the interval whose ends each have the confidence.
    hi : float or None
        Upper end of that interval; missing where there is none.
    limit : float
        The limit.
    """

    verdict: str
    task: str | None
    model: str
    baseline: str | None
    value: float | None
    lo: float | None
    hi: float | None
    limit: float


class CostPlan(NamedTuple):
    """What more trials of a model cost.

    Attributes
    ----------
    model : str
        Model.
    questions : int
        Number of questions.
    trials : float
        Trials of each question with a cost, on average.
    half_width : float or None
        Half the width of the interval of the score as it is.
    more : int or None
        Further trials of each question. Missing if no number up to 10⁹ is enough.
    then : float or None
        Half the width after them.
    even : float or None
        With money, half the width after as many further trials for each model.
    money : float or None
        What the further trials cost.
    money_lo : float or None
        The same at the lower end of the mean cost.
    money_hi : float or None
        The same at its upper end; missing where there is none.
    """

    model: str
    questions: int
    trials: float
    half_width: float | None
    more: int | None
    then: float | None
    even: float | None
    money: float | None
    money_lo: float | None
    money_hi: float | None


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


class RankedModel(NamedTuple):
    """The score and rank of one model by one ranking method.

    Attributes
    ----------
    method : str
        Name of the ranking method.
    model : str
        Model.
    score : float
        Score; the higher is the better.
    order_sd : float or None
        Standard deviation of the score over orders of the trials, without what moves all
        models alike; missing for methods that draw no orders.
    sigma : float or None
        Standard deviation of the score, if questions are a sample; missing without an
        interval.
    lo : float or None
        Lower end of the interval of the score.
    hi : float or None
        Upper end of the interval of the score.
    rank : int
        Competition rank by score.
    rank_lo : int or None
        Lower end of the interval of the rank.
    rank_hi : int or None
        Upper end of the interval of the rank.
    p_best : float or None
        Probability of the first rank.
    questions : int
        Questions on which the model has trials.
    questions_asked : int
        Questions on which any model has trials.
    trials : int
        Trials with an outcome.
    """

    method: str
    model: str
    score: float
    order_sd: float | None
    sigma: float | None
    lo: float | None
    hi: float | None
    rank: int
    rank_lo: int | None
    rank_hi: int | None
    p_best: float | None
    questions: int
    questions_asked: int
    trials: int


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
