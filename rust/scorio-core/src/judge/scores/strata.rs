//! How the outcomes of a judge are grouped. Each outcome is a stratum of its own. Levels of numbers are pooled.

use super::cells::{JudgedAnswers, OutcomeCell};
use crate::judge::legend::Legend;

/// The strata of a model's trials.
#[derive(Clone, Debug)]
pub(crate) struct Strata {
    /// The stratum of each outcome.
    pub(crate) of: Vec<usize>,
    pub(crate) count: usize,
    /// The cells of each question. Labels are less what is predicted.
    pub(crate) cells: Vec<Vec<OutcomeCell>>,
    /// The mean prediction for the trials of each stratum.
    pub(crate) predicted: Vec<f64>,
    /// How far the prediction for each outcome is from that of its stratum.
    pub(crate) bends: Vec<f64>,
    /// φ of each stratum where labels are predicted.
    pub(crate) narrowness: Vec<Option<f64>>,
}

impl Strata {
    /// A stratum for each outcome, without predictions.
    pub(crate) fn of_outcomes(questions: &[JudgedAnswers]) -> Self {
        let count = questions.first().map_or(0, |question| question.cells.len());
        Self {
            of: (0..count).collect(),
            count,
            cells: questions.iter().map(|question| question.cells.clone()).collect(),
            predicted: vec![0.0; count],
            bends: vec![0.0; count],
            narrowness: vec![None; count],
        }
    }

    /// Whether levels are pooled.
    pub(crate) fn is_pooled(&self) -> bool {
        self.count < self.of.len()
    }

    /// The names of the strata.
    pub(crate) fn names(&self, legend: &Legend) -> Vec<String> {
        let name = |stratum: usize| {
            let own = self.of.iter().zip(&legend.outcomes).filter(|(one, _)| **one == stratum);
            let mut own = own.map(|(_, outcome)| outcome);
            match (own.next(), own.next_back()) {
                (Some(first), Some(last)) => format!("{first} to {last}"),
                (first, _) => first.cloned().unwrap_or_default(),
            }
        };
        (0..self.count).map(name).collect()
    }

    /// Numbers by stratum, shared out over the outcomes in proportion to what they have left.
    pub(crate) fn shared_out(&self, numbers: &[u64], left: &[u64]) -> Vec<u64> {
        let mut found = vec![0; left.len()];
        for (stratum, &number) in numbers.iter().enumerate() {
            let of_stratum = |outcome: &usize| self.of.get(*outcome) == Some(&stratum);
            let own: Vec<usize> = (0..left.len()).filter(of_stratum).collect();
            let all: u128 =
                own.iter().filter_map(|one| left.get(*one)).map(|n| u128::from(*n)).sum();
            let (mut before, mut given) = (0_u128, 0_u128);
            for outcome in own {
                before += left.get(outcome).map_or(0, |n| u128::from(*n));
                // Rounded sums, so that the parts have the sum of all.
                let until = (before * u128::from(number) + all / 2).checked_div(all).unwrap_or(0);
                if let Some(part) = found.get_mut(outcome) {
                    *part = u64::try_from(until - given).unwrap_or(0);
                }
                given = until;
            }
        }
        found
    }
}
