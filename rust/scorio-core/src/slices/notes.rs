//! The words of what is said of slices.

use crate::calls::note::notes;

notes! { NOTES:
    /// Slices whose differences differ.
    DIFFER "slices.differ" = "Differences{of} differ between slices (Q {q}, {degrees} {degrees?degree|degrees}, \
        p {p}).";
    /// Slices that may be alike.
    ALIKE "slices.alike" = "Differences{of} may be the same in all slices (Q {q}, {degrees} \
        {degrees?degree|degrees}, p {p}).";
    /// What shrunken differences are.
    SHRUNKEN "slices.shrunken" = "Shrunken: each slice leans on the others, as far as their spread suggests. \
        P(A > B) is that of shrunken differences, where there are some.";
    /// Too few slices for them.
    FEW "slices.few" = "Shrunken differences need three slices of {fewest} questions or more.";
    /// Slices whose differences are certain.
    CERTAIN "slices.certain" = "Slices{of} are not asked whether they differ, because {slices,} of them \
        {slices?has|have} σ = 0: {names}.";
    /// Slices of which too few questions say anything.
    SMALL "slices.small" = "{slices,} {slices?slice|slices} of fewer than {fewest} questions \
        {slices?is|are} shown, and not judged: {names}.";
    /// Questions without a value.
    NO_VALUE "slices.no_value" = "{questions,} {questions?question has|questions have} no {field}.";
    /// A model without questions in some slices.
    ABSENT "slices.absent" = "{model} is left out of {slices,} {slices?slice|slices} without a question of it \
        and {baseline}: {names}.";
    /// A model that a slice does not allow.
    UNCOMPARED "slices.uncompared" = "{model} is left out of {slice}: {reason}.";
    /// A gate that fails.
    FAILS "slices.fails" = "{model} is worse than {baseline} by more than {margin} in {slices,} \
        {slices?slice|slices}: {names}.";
    /// A gate that passes.
    PASSES "slices.passes" = "No slice shows {model} worse than {baseline} by more than {margin}.";
}
