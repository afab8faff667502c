//! Trials of models in arrays, with a judge's outcomes and labels: to counts.

use super::labelled::{LabelledTrial, labelled};
use crate::check::{self, CheckError};
use crate::counts::counts::Counts;
use crate::error::Result;
use crate::tally::labelled::ModelRows;

/// Trials of several models, which are added one model after another and then counted together.
#[derive(Clone, Debug)]
pub struct LabelledArrays {
    counts: Counts,
    trials: Vec<LabelledTrial>,
}

impl Default for LabelledArrays {
    fn default() -> Self {
        Self { counts: Counts::of_trials(), trials: Vec::new() }
    }
}

impl LabelledArrays {
    /// Adds the trials of one model, of one question after another. `lengths` has the number of each.
    ///
    /// NaN stands for no outcome and for no label. On an error nothing is added.
    ///
    /// # Errors
    /// - There is no question, or outcomes, labels and lengths do not fit together.
    /// - An outcome or a label is infinite.
    /// - There are more or fewer names than questions.
    /// - A question has two clusters or two weights, or a weight that is neither 0 nor from 1e-100 to 1e100.
    pub fn add(
        &mut self,
        rows: &ModelRows<'_>,
        lengths: &[usize],
        outcomes: &[f64],
        labels: &[f64],
    ) -> Result<()> {
        let total = lengths.iter().try_fold(0_usize, |sum, &length| sum.checked_add(length));
        if lengths.is_empty() {
            return Err(CheckError::Empty { matrix: "R", rows: 0, columns: outcomes.len() }.into());
        }
        let needed = ("lengths", total.unwrap_or(usize::MAX));
        check::same_size(needed, ("outcomes", outcomes.len()), "trials")?;
        check::same_size(("labels", labels.len()), ("outcomes", outcomes.len()), "trials")?;
        rows.check("outcomes", lengths.len())?;
        let of_trials = lengths.iter().enumerate();
        let of_trials = of_trials.flat_map(|(row, &length)| (0..length).map(move |at| [row, at]));
        for (place, (&outcome, &label)) in of_trials.zip(outcomes.iter().zip(labels)) {
            for (name, value) in [("outcomes", outcome), ("labels", label)] {
                if value.is_infinite() {
                    check::finite(name, &place, value)?;
                }
            }
        }
        // Clusters and weights may contradict what is known.
        let contradicts = !rows.clusters.is_empty() || !rows.weights.is_empty();
        let before = contradicts.then(|| self.counts.clone());
        let questions = 0..lengths.len();
        let places: Result<Vec<usize>> =
            questions.map(|row| rows.place(&mut self.counts, row, 0)).collect();
        let places = places.inspect_err(|_| {
            if let Some(before) = before {
                self.counts = before;
            }
        })?;
        let each = places.iter().zip(lengths);
        let each = each.flat_map(|(&row, &length)| std::iter::repeat_n(row, length));
        let trials = each.zip(outcomes.iter().zip(labels));
        self.trials.extend(trials.map(|(row, (&outcome, &label))| LabelledTrial {
            row,
            outcome,
            text: None,
            label,
        }));
        Ok(())
    }

    /// The questions of all trials.
    #[must_use]
    pub fn questions(&self) -> &Counts {
        &self.counts
    }

    /// All trials, by their rows of the questions.
    #[must_use]
    pub fn trials(&self) -> &[LabelledTrial] {
        &self.trials
    }

    /// The counts of all trials. The labels go from one of `ends` to the other.
    ///
    /// # Errors
    /// Those of [`labelled`].
    pub fn counts(&self, ends: Option<(f64, f64)>) -> Result<Counts> {
        Ok(labelled(&self.counts, &self.trials, &[], ends)?.counts)
    }
}
