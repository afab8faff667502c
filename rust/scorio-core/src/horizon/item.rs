//! Difficulty that the data tell: how often the other models fail a question.
//!
//! The length of a question is the odds that a trial of the other models fails: (failures + ½) over
//! (successes + ½). The halves keep it finite where all fail or all succeed. Its logarithm is the difficulty of an item
//! that other models of one ability would show. The model itself is left out: otherwise its own luck would
//! make a question easy that it then solves.

use super::results::{TaskResult, TaskResults};

/// What stands for a trial of which nothing is known.
const HALF: f64 = 0.5;

/// The results of all models by question.
pub(super) struct Odds {
    /// Sum of the outcomes, and number of trials.
    totals: Vec<(f64, f64)>,
}

pub(super) fn odds_of_others(outcomes: &TaskResults<'_>, questions: usize) -> Odds {
    let mut totals = vec![(0.0, 0.0); questions];
    for one in outcomes.values().flatten() {
        if let Some((sum, trials)) = totals.get_mut(one.place) {
            *sum += one.sum;
            *trials += one.trials;
        }
    }
    Odds { totals }
}

impl Odds {
    /// The odds that a trial of another model fails. `None` if no other has a trial.
    pub(super) fn without(&self, one: &TaskResult<'_>) -> Option<f64> {
        let (sum, trials) = self.totals.get(one.place)?;
        let (successes, trials) = (sum - one.sum, trials - one.trials);
        // Sums of partial credit are rounded, so a difference may lie below 0.
        let (successes, failures) = (successes.max(0.0), (trials - successes).max(0.0));
        (trials > 0.0).then(|| (failures + HALF) / (successes + HALF))
    }
}
