//! A question of a model: its trials and labels by outcome of the judge.

/// The trials of one question with one outcome of the judge.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct OutcomeCell {
    pub(crate) trials: u64,
    pub(crate) labels: u64,
    /// Σ y of the labels, from 0 to 1.
    pub(crate) sum: f64,
    /// Σ y².
    pub(crate) squares: f64,
}

/// A question with its trials by outcome of the judge.
#[derive(Clone, Debug)]
pub(crate) struct JudgedAnswers {
    /// w of the question.
    pub(crate) weight: f64,
    /// Its cluster, from 0.
    pub(crate) cluster: usize,
    pub(crate) cells: Vec<OutcomeCell>,
    /// How many trials have each of the labels that there are.
    pub(crate) by_label: Vec<u64>,
}

impl JudgedAnswers {
    /// N of the question.
    pub(crate) fn trials(&self) -> u64 {
        self.cells.iter().map(|cell| cell.trials).sum()
    }
}

/// Σ x y.
pub(crate) fn dot(first: &[f64], second: &[f64]) -> f64 {
    first.iter().zip(second).map(|(x, y)| x * y).sum()
}
