//! The words of what is said of a judge and of labels.

use crate::calls::note::notes;

notes! { NOTES:
    /// What a score is.
    CORRECTED "judge.corrected" = "Scores are by the labels, of which there are {labels,}, corrected for \
        the judge.";
    /// Models without a label.
    UNLABELLED "judge.unlabelled" = "{models} {number?has|have} no label: no score, no rank.";
    /// Models whose scores borrow the judge's rates.
    BORROWED "judge.borrowed" = "{models} {number?has|have} no label: the judge's error rates are \
        borrowed from the models with labels, as if {number?it was|they were} drawn from the same models.";
    /// Ends of labels that are not known.
    OBSERVED_RANGE "judge.observed_range" = "Labels go from {low} to {high}, the least and the largest that \
        occur: name other ends if there are some.";
    /// A judge that favours a model.
    FAVOURS "judge.favours" = "The judge {direction} {model} by {favours} (p {p}): do not rank by it.";
    /// Labels that chance did not choose.
    UNLIKE "judge.unlike" = "Labelled trials of {model} differ from others with the same outcome in how the \
        judge rates their questions (z {z}): chance did not choose them.";
    /// Such labels, of all models together.
    ALL_UNLIKE "judge.all_unlike" = "Labelled trials of all models differ from others with the same outcome \
        in how the judge rates their questions (z {z}): chance did not choose them.";
    /// Few labels.
    FEW "judge.few" = "{model} has {labels} {labels?label|labels}: below {enough} the interval leans on its \
        prior.";
    /// Equal labels.
    CONSTANT "judge.constant" = "All {labels} labels of {model} are {label}.";
    /// An outcome without a label.
    OPEN "judge.open" = "{model} has no label where the judge says {outcome} ({share} of its trials): this \
        alone leaves ±{width} open.";
    /// A judge that tells nothing.
    USELESS "judge.useless" = "The judge adds nothing for {model}: {labels} labels are worth {worth}.";
    /// Labels in few questions.
    CLUMPED "judge.clumped" = "The labels of {model} lie in few questions: {labels} count as {counted}.";
}

notes! { PLAN_NOTES:
    /// What a plan's figures are.
    PLANNED "judge.planned" = "half_width is expected with the labels that are added. floor is what no label \
        lowers: below it, run more trials.";
    /// More trials are needed.
    FLOOR "judge.floor" = "Labels alone do not bring {model} to ±{wanted}: its floor is ±{floor}. Run more \
        trials.";
    /// No trial is left to label.
    EXHAUSTED "judge.exhausted" = "Every trial of {model} gets a label, and ±{half_width} is expected: for \
        ±{wanted} run more trials.";
}

notes! { AGREEMENT_NOTES:
    /// What α is.
    ALPHA "judge.alpha" = "α is Krippendorff's for {level} ratings{why}: 1 is full agreement, 0 is what \
        chance gives.";
    /// What its interval is about.
    ALPHA_INTERVAL "judge.alpha_interval" = "Its interval is about questions like these, of which there are {questions,}.";
    /// Which interval is missing.
    ALPHA_SINGLE "judge.alpha_single" = "There is one question: α has no interval.";
    /// Why α is missing.
    ALPHA_CONSTANT "judge.alpha_constant" = "All ratings are {value}: α is not defined.";
}
