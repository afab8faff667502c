//! Which score of a tool's log counts.

/// Which score of a trial is counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ScoreChoice {
    /// The first one of a file.
    #[default]
    First,
    /// The one of this name, or of this part of a name in commas.
    Named(String),
    /// Every one, with its name as a label.
    All,
}
