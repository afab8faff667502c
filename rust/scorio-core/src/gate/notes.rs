//! The words of what a gate says below its rows.

use crate::calls::note::notes;

notes! { NOTES:
    /// How single questions are judged.
    QUESTIONS "gate.questions" = "A question fails if so few successes have a chance of at most {alpha} \
        at the level. It passes if so many have.";
    /// Fails are adjusted.
    FAILS "gate.fails" = "Fails hold for all questions of a model together (Holm). Each pass holds alone, \
        because all questions must pass.";
    /// Fails and passes are adjusted.
    FAMILY "gate.family" = "Fails and passes hold for all questions of a model together (Holm).";
    /// Nothing is adjusted.
    EACH_ALONE "gate.each_alone" = "The confidence holds for each question alone. Of many questions some \
        decisions are wrong.";
    /// A question that would fail alone.
    SUSPECT "gate.suspect" = "{question} looks low: {successes} of {trials}, p {alone} alone, {together} \
        among {questions}.{run}";
    /// Further such questions.
    SUSPECTS "gate.suspects" = "{suspects,} more {suspects?question looks|questions look} low.";
    /// Too few trials for any question to pass.
    TOO_FEW "gate.too_few" = "{trials} cannot show {level}; {enough} without a failure do.";
    /// How scores are judged.
    SCORES "gate.scores" = "A score passes if the lower end reaches the level, and fails if the upper end \
        is below it. Each end has the confidence.";
    /// Slices that are not judged.
    FEW_QUESTIONS "gate.few_questions" = "{slices,} {slices?slice|slices} of fewer than {fewest} questions \
        {slices?is|are} not judged: {names}.";
    /// A model without questions in a slice.
    NOT_IN_SLICE "gate.not_in_slice" = "{model} has no question in {slice}, and is not judged there.";
    /// Scores are of these questions.
    THESE "gate.these" = "Scores{except} are about these questions.";
    /// Scores are of a sample.
    LIKE_THESE "gate.like_these" = "Scores are about questions like these.";
    /// What further trials of single questions are.
    MORE_OF_QUESTION "gate.more_of_question" = "run more: further trials that decide about the question, \
        if its share of successes stays.";
    /// What further trials of scores are.
    MORE_OF_EACH "gate.more_of_each" = "run more: further trials of each question that decide, if the \
        score stays and σ falls with the root of the trials.";
    /// Scores that lack questions.
    UNASKED "gate.unasked" = "Some scores are not of every question that was asked: see questions. Such a \
        score does not pass: it is undecided.";
    /// Questions without a trial.
    UNTRIED_QUESTIONS "gate.untried_questions" = "Undecided, without trials: {rows,} (question has none).";
    /// Models without a trial.
    UNTRIED_SCORES "gate.untried_scores" = "Undecided, without trials: {rows,} (score has none).";
}
