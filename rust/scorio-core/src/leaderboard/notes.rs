//! The words of what a leaderboard says below its tables.

use crate::calls::note::notes;

notes! { NOTES:
    /// What the figures are about.
    ABOUT "score.about" = "Scores, intervals and ranks{except} are about {about}.";
    /// What the figures of numbers are about.
    OF_SAMPLE "score.of_sample" = "σ and intervals are about {about}, of which these are a sample; \
        Student's t.";
    /// What the means of numbers are about.
    OF_TRIALS "score.of_trials" = "σ and intervals of avg{except} are about {about}: what finite trials leave \
        open; Student's t.";
    /// What the largest of k numbers are about.
    OF_MAXIMUM "score.of_maximum" = "σ and intervals of max_at_k are about questions like these, of \
        which these are a sample; Student's t.";
    /// Models with one trial of each question.
    SINGLE "score.single" = "Intervals{of} are about questions like these: one trial of each question \
        does not tell how far further trials would differ.";
    /// Means of skewed outcomes.
    CARRIED "score.carried" = "A few large outcomes carry the mean ({models}): the true one may lie beyond \
        the interval.";
    /// Differences of numbers of unequal skewness.
    CARRIED_APART "score.carried_apart" = "A few large outcomes carry the difference from {others} ({models}): \
        the true one may lie beyond the interval. Then equal models may seem separated.";
    /// A score that a table lacks.
    UNESTIMATED "score.unestimated" = "A score{by} is left out: {reason}.";
    /// From where on models are separated.
    SEPARATED "score.separated" = "Separated: at least {sigmas} σ apart, so that all {comparisons,} comparisons \
        of a model hold together with {level}%.";
    /// The same for all pairs.
    SEPARATED_TOGETHER "score.separated_together" = "Separated: at least {sigmas} σ apart, so that all \
        {comparisons,} comparisons of two models hold together with {level}%.";
    /// The same for two models.
    SEPARATED_PAIR "score.separated_pair" = "Separated: at least {sigmas} σ apart, with {level}% confidence.";
    /// Models that may be the best.
    FIRST "score.first" = "{models,} models could be first.";
    /// A model that alone may be the best.
    ONLY_FIRST "score.only_first" = "Only {model} could be first.";
    /// The prior of the differences in a table.
    TABLE_PRIOR "score.table_prior" = "P(A > B), P(best): the spread of these scores is the prior.";
    /// No prior of the differences.
    FLAT_PRIOR "score.flat_prior" = "P(A > B), P(best): all differences count as equally likely. Close \
        models are in the wrong order more often than P says.";
    /// Fewer questions than intervals need to cover.
    FEW_QUESTIONS "score.few_questions" = "With fewer than {fewest} questions, an interval may contain \
        the truth less often than it says.";
    /// N depends on the share of successes.
    TRIALS_FOLLOW "score.trials_follow" = "The number of trials depends on the share of successes ({models}): \
        an interval may contain the truth less often than it says.";
    /// Few questions tell σ.
    FEW_MIXED "score.few_mixed" = "Few questions have both successes and failures ({models}): an interval \
        may contain the truth less often than it says.";
    /// Trials of one number share their luck.
    SHARED_LUCK "score.shared_luck" = "Trials of one number succeed together ({models}; p {p}): a shared \
        seed or server? ± is too small for new runs; {runs=true} includes them.";
    /// The same of what has no intervals about new runs.
    SHARED_LUCK_ALONE "score.shared_luck_alone" = "Trials of one number succeed together ({models}; p {p}): a \
        shared seed or server? Intervals are too small for new runs.";
    /// The same of single questions.
    SHARED_LUCK_OF_QUESTIONS "score.shared_luck_of_questions" = "Trials of one number succeed together \
        ({models}; p {p}): a shared seed or server? Then questions fail or pass together.";
    /// The same of comparisons.
    SHARED_LUCK_OF_PAIRS "score.shared_luck_of_pairs" = "Trials of one number succeed together ({models}; p \
        {p}): a shared seed or server? Then equal models may seem separated.";
    /// Trials repeat others.
    REPEATED "score.repeated" = "Trials repeat the one before ({models}; p {p}): a cache? Then there are fewer \
        trials than counted.";
    /// Intervals about new runs.
    RUNS "score.runs" = "± and intervals are about new runs, too, of which the trials of one number are one \
        (Student's t). Ranks, letters, P(best) and comparisons are about trials like these.";
    /// A posterior that is extrapolated.
    BEYOND "score.beyond" = "{metric} with more than the observed trials leans on the shape of the \
        prior.";
    /// A budget that is large for the trials.
    NEAR "score.near" = "{metric} with k above half of the trials: they do not tell how far it \
        scatters, so that its interval is wide.";
    /// A metric that is 0 by its formula.
    ZERO "score.zero" = "{metric} with k = 1 is 0 for any trials, because it counts from two successes \
        on: take k ≥ 2.";
    /// Questions with weights.
    WEIGHTED "score.weighted" = "Each question counts by its weight.";
    /// Questions of weight 0.
    ZERO_WEIGHTS "score.zero_weights" = "{questions,} {questions?question has|questions have} weight 0 \
        and {questions?is|are} left out.";
    /// Scores that the prior moves.
    PULLED "score.pulled" = "The uniform prior of bayes moves the {models?score|scores} of {names} by \
        more than one σ from the plain average, which avg shows.";
    /// A slice without a table.
    NO_TABLE "score.no_table" = "Slice {slice} has no table: {reason}.";
    /// Scores that lack questions.
    UNASKED "score.unasked" = "Some scores are not of every question that was asked: see questions.";
    /// What the bounds of scores with missing trials are.
    BOUNDS "score.bounds" = "worst..best: the score if all missing trials had failed, or all had \
        succeeded.";
    /// Metrics without bounds.
    UNBOUNDED "score.unbounded" = "{metric} {why} has no worst..best: see coverage.";
    /// A model without a score.
    UNSCORED "score.unscored" = "{model} has no score {where}: {why}.";
}
