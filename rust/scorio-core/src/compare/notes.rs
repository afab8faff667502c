//! The words of what comparisons say below their tables.

use crate::calls::note::notes;

notes! { NOTES:
    /// What the figures are about, by the prior.
    THESE "compare.these" = "σ and P{of} are about these questions: what finite trials leave open, by \
        {prior}; normal.";
    /// What the figures of numbers are about.
    THESE_NUMBERS "compare.these_numbers" = "σ and P are about these questions: what finite trials leave \
        open; Student's t, {degrees} degrees of freedom.";
    /// A sample of questions.
    LIKE_THESE "compare.like_these" = "σ and P{of} are about questions like these, of which these are a \
        sample; Student's t, {degrees} {freedom} of freedom.";
    /// A sample of clusters.
    CLUSTERS "compare.clusters" = "σ and P{of} are about questions of clusters like these ({clusters} \
        clusters); Student's t, {degrees} {freedom} of freedom.";
    /// Clusters that do not matter.
    ONE_EACH "compare.one_each" = "Each cluster has one question, as in a plain sample.";
    /// Fewer clusters than σ needs.
    FEW_CLUSTERS "compare.few_clusters" = "Fewer than {fewest} clusters make a rough σ.";
    /// Figures of single trials.
    SINGLE "compare.single" = "σ and P{of} are from the scatter of the differences, as for questions like \
        these. One trial of each does not tell how far others would differ. Student's t, {degrees} \
        {freedom} of freedom.";
    /// Figures of single numbers.
    SINGLE_NUMBERS "compare.single_numbers" = "Trials of {names} or the baseline are single in some task: \
        σ is that of questions like these, which is larger.";
    /// Questions of one model alone.
    LEFT_OUT "compare.left_out" = "Left out of {model} and {baseline}: {questions,} \
        {questions?question|questions} of {of} alone ({names}).";
    /// Questions of each model alone.
    LEFT_OUT_OF_BOTH "compare.left_out_of_both" = "Left out of {model} and {baseline}: {questions,} \
        {questions?question|questions} of {model} alone ({names}) and {baseline_questions,} \
        {baseline_questions?question|questions} of {baseline} alone ({baseline_names}).";
    /// Questions of one model alone, in all.
    LEFT_OUT_IN_ALL "compare.left_out_in_all" = "In all, {models,} {models?model|models} and the baseline \
        have {questions,} {questions?question|questions} not in common.";
    /// Unequal numbers of trials, by bayes.
    UNEVEN "compare.uneven" = "{model} and {baseline} differ in trials a question ({trials,} and \
        {baseline_trials,} in all): the prior of bayes pulls the one with fewer more to the middle, which \
        biases the difference; avg does not.";
    /// Others of unequal numbers.
    UNEVEN_OTHERS "compare.uneven_others" = "So do {models,} other {models?model|models} and the baseline.";
    /// One task.
    ONE_TASK "compare.one_task" = "There is one task, whose table is the overall one.";
    /// A row that a table lacks.
    UNCOMPARED "compare.uncompared" = "{model} is not compared{where}: {reason}.";
    /// Questions with too few trials.
    SHORT "compare.short" = "{left,} of {questions,} {questions?question|questions} of {model} \
        {left?has|have} fewer than {k} {k?trial|trials}, and {left?is|are} left out.";
    /// Others with such questions.
    SHORT_OTHERS "compare.short_others" = "So are questions of {models,} other {models?model|models}.";
}

notes! { PAIR_NOTES:
    /// What the figures of pairs are about.
    ABOUT "compare_pairs.about" = "P(A > B) and the letters are about {about}.";
    /// What letters mean.
    LETTERS "compare_pairs.letters" = "Models that share a letter are not separated.";
    /// Questions that a model lacks.
    LACKING "compare_pairs.lacking" = "{model} has no score{by} of {questions,} \
        {questions?question|questions} ({names}): its pairs leave {questions?it|them} out.";
    /// Others that lack questions.
    LACKING_OTHERS "compare_pairs.lacking_others" = "{models,} other {models?model|models} also \
        {models?lacks|lack} questions that others have.";
}
