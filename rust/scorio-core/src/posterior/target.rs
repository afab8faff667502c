//! What a conclusion is about.

/// The questions that a σ speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Only these questions: only their trials vary.
    TheseQuestions,
    /// Questions like these. They are a sample, so they vary, too.
    QuestionsLikeThese,
}

/// The clusters of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clusters {
    /// The tasks.
    Tasks,
    /// The clusters in the counts.
    Labels,
}
