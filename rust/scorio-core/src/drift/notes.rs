//! The words of what is said of a series of runs.

use crate::calls::note::notes;

notes! { NOTES:
    /// What the limits are.
    LIMITS "drift.limits" = "The limits hold at every look: a model that never changes leaves them in at most \
        one of {once} series, however long.";
    /// What the figures are about.
    ABOUT "drift.about" = "Scores are about {questions,} {questions?question|questions} that all runs have.";
    /// Questions that are left out.
    LEFT_OUT "drift.left_out" = "{left_out,} {left_out?question is|questions are} not in all runs, and left out.";
    /// Where the change begins is chosen by the data.
    CHANGED "drift.changed" = "The likeliest change is before {changed}. The difference is between the runs from \
        there on and those before.";
    /// Few questions.
    FEW "drift.few" = "Fewer than {enough} questions: the limits are rough.";
}
