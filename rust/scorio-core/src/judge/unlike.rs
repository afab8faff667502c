//! Whether chance chose the labelled trials: they differ from others with the same outcome in how the
//! judge rates the question's other trials.
//!
//! ```text
//! z = Σ (F − mean of its outcome) / √max(Σ n (1 − n / T) s², Σ squared sums by question)
//! ```
//!
//! The sum is over labelled trials. n of the T trials of an outcome have labels, and F has the variance s²
//! among all T. A large z tells that chance did not choose. A small one proves nothing.

use crate::judge::trials::{JudgedAnswers, JudgedTrials};

/// The terms of z, which add up over models.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Unlike {
    sum: f64,
    /// By chance alone, if labels do not share questions.
    by_chance: f64,
    by_question: f64,
}

impl Unlike {
    /// The terms of a model, where the outcomes of the judge are numbers.
    pub(crate) fn of(trials: &JudgedTrials, values: &[f64]) -> Self {
        let others = |question: &JudgedAnswers, value: f64| {
            let all: f64 = question
                .cells
                .iter()
                .zip(values)
                .map(|(cell, value)| cell.trials as f64 * value)
                .sum();
            (all - value) / (question.trials() - 1) as f64
        };
        let usable = || trials.questions.iter().filter(|question| question.trials() > 1);
        let mut found = Self::default();
        let mut means = Vec::with_capacity(values.len());
        for (outcome, value) in values.iter().enumerate() {
            let (mut count, mut labels, mut sum, mut squares) = (0.0, 0.0, 0.0, 0.0);
            for question in usable() {
                let Some(cell) = question.cells.get(outcome) else { continue };
                let figure = others(question, *value);
                count += cell.trials as f64;
                labels += cell.labels as f64;
                sum += cell.trials as f64 * figure;
                squares += cell.trials as f64 * figure * figure;
            }
            means.push(sum / count);
            if count > 1.0 {
                let variance = ((squares - sum * sum / count) / (count - 1.0)).max(0.0);
                found.by_chance += labels * (1.0 - labels / count) * variance;
            }
        }
        for question in usable() {
            let cells = question.cells.iter().zip(values).zip(&means);
            let apart: f64 = cells
                .filter(|((cell, _), _)| cell.labels > 0)
                .map(|((cell, value), mean)| cell.labels as f64 * (others(question, *value) - mean))
                .sum();
            found.sum += apart;
            found.by_question += apart * apart;
        }
        found
    }

    /// The terms of this and another model.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            sum: self.sum + other.sum,
            by_chance: self.by_chance + other.by_chance,
            by_question: self.by_question + other.by_question,
        }
    }

    /// z. `None` if nothing can differ.
    pub(crate) fn z(self) -> Option<f64> {
        let variance = self.by_chance.max(self.by_question);
        (variance > 0.0).then(|| self.sum / variance.sqrt())
    }
}
