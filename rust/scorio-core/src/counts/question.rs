//! One question of one model: its labels and its counts.

/// The counts of one question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Question<'a> {
    /// The model.
    pub model: &'a str,
    /// The task of the question. Empty if the log has none.
    pub task: &'a str,
    /// Which of several scores of a trial. Empty for the only or the headline score of a log.
    pub score: &'a str,
    /// The question's identifier.
    pub question: &'a str,
    /// The cluster of the question. All models and scores share it.
    pub cluster: Option<&'a str>,
    /// The weight of the question in a mean. All models and scores share it.
    pub weight: Option<f64>,
    /// Outcomes in each category.
    pub counts: &'a [u64],
    /// Trials that were recorded without an outcome and are not among `counts`.
    pub missing: u64,
}

/// What identifies the counts of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key<'a> {
    /// The model.
    pub model: &'a str,
    /// The task. Empty if there is none.
    pub task: &'a str,
    /// The score. Empty for the only or the headline score.
    pub score: &'a str,
    /// The question's identifier.
    pub question: &'a str,
}

impl<'a> Key<'a> {
    /// The same key for another model.
    #[must_use]
    pub fn of_model(self, model: &'a str) -> Self {
        Self { model, ..self }
    }
}

impl<'a> Question<'a> {
    /// N, the number of observed trials.
    #[must_use]
    pub fn trials(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The key of the question.
    #[must_use]
    pub fn key(&self) -> Key<'a> {
        Key { model: self.model, task: self.task, score: self.score, question: self.question }
    }

    /// The name of the question in messages.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} (model {})", named(self.task, self.question), self.model)
    }
}

/// The name of a question and its task in messages.
pub(crate) fn named(task: &str, question: &str) -> String {
    let task = if task.is_empty() { String::new() } else { format!(" of task {task}") };
    format!("question {question}{task}")
}
