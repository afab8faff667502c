//! The questions that were asked, for logs that do not say so.

/// The questions that a user says were asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AskedQuestions {
    /// By their names.
    Named(Vec<String>),
    /// How many.
    Number(u64),
}
