//! Plans as declared calls.

pub mod budget;
pub mod foresee;
pub mod options;
pub mod questions_or_trials;
pub mod repeated_looks;
pub mod smallest_difference;
pub mod stopping;
pub mod trials_for_half_width;
pub mod trials_needed;
pub mod trials_to_separate;
