//! How the trials of a question become its score.

pub(crate) mod by_metric;
pub(crate) mod by_question;
pub(crate) mod scored;
pub(crate) mod scoring;
