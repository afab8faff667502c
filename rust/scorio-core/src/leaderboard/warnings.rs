//! Where intervals of these questions may promise too much: N depends on the share of successes, or few
//! questions tell how far trials scatter.

use std::collections::BTreeMap;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::notes::{FEW_MIXED, TRIALS_FOLLOW};
use crate::calls::Note;
use crate::calls::note::{distinct, listed};
use crate::counts::counts::Counts;

/// From this z on, N depends on the share of successes: by chance in .005 of models.
const DEPENDENT: f64 = 2.81;

/// Fewer questions with both outcomes do not tell how far trials scatter, if the others are unlike.
const ENOUGH_MIXED: f64 = 10.0;

/// Above this ratio of s(1 − s) and the mean of p(1 − p), questions are unlike.
const UNLIKE: f64 = 1.5;

/// Sums over the questions of a model with one score.
#[derive(Default)]
struct QuestionSums {
    questions: f64,
    repeated: f64,
    mixed: f64,
    trials: f64,
    share: f64,
    trials_squared: f64,
    share_squared: f64,
    product: f64,
    within: f64,
}

impl QuestionSums {
    fn add(&mut self, successes: f64, trials: f64) {
        let share = successes / trials;
        self.questions += 1.0;
        self.trials += trials;
        self.share += share;
        self.trials_squared += trials * trials;
        self.share_squared += share * share;
        self.product += trials * share;
        if trials > 1.0 {
            self.repeated += 1.0;
            self.mixed += f64::from(share > 0.0 && share < 1.0);
            self.within += share * (1.0 - share) * trials / (trials - 1.0);
        }
    }

    /// Whether the correlation of N and the share is beyond chance.
    fn depends(&self) -> bool {
        let m = self.questions;
        let product = m * self.product - self.trials * self.share;
        let spread = (m * self.trials_squared - self.trials * self.trials)
            * (m * self.share_squared - self.share * self.share);
        spread > 1e-9 && product.abs() * (m - 1.0).sqrt() >= DEPENDENT * spread.sqrt()
    }

    /// Whether a few questions tell σ, which is far below that of equal ones.
    fn is_told_by_few(&self) -> bool {
        let s = self.share / self.questions;
        let few = self.repeated > 1.0 && self.mixed > 0.0 && self.mixed < ENOUGH_MIXED;
        few && s * (1.0 - s) > UNLIKE * self.within / self.repeated
    }
}

/// The sums by score and model.
fn sums(counts: &Counts) -> BTreeMap<(&str, &str), QuestionSums> {
    // Labels are found sooner than names.
    let mut sums: HashMap<[u32; 2], ((&str, &str), QuestionSums), FxBuildHasher> =
        HashMap::default();
    for (_, key, counted) in counts.rows_that_count() {
        if let &[failures, successes] = counted
            && failures + successes > 0
        {
            let [model, _, score, _] = key;
            let (_, own) = sums
                .entry([model, score])
                .or_insert_with(|| (counts.score_and_model(key), QuestionSums::default()));
            own.add(successes as f64, (failures + successes) as f64);
        }
    }
    sums.into_values().collect()
}

/// The notes about some models. Only successes and failures are looked at.
pub(crate) fn warnings(counts: &Counts, models: &[&str]) -> Vec<Note> {
    if counts.categories().len() != 2 {
        return Vec::new();
    }
    let sums = sums(counts);
    let place = |holds: &dyn Fn(&QuestionSums) -> bool| {
        let found = sums.iter().filter(|((_, model), own)| models.contains(model) && holds(own));
        distinct(found.map(|((_, model), _)| *model))
    };
    let note = |kind, names: Vec<&str>| {
        let name = |names| Note::of(kind).with("models", listed(names));
        (!names.is_empty()).then(|| name(names))
    };
    let follow = note(&TRIALS_FOLLOW, place(&QuestionSums::depends));
    let few = note(&FEW_MIXED, place(&QuestionSums::is_told_by_few));
    follow.into_iter().chain(few).collect()
}

#[cfg(test)]
mod tests {
    use super::QuestionSums;

    fn sums(questions: &[(f64, f64, usize)]) -> QuestionSums {
        let mut sums = QuestionSums::default();
        for &(successes, trials, times) in questions {
            (0..times).for_each(|_| sums.add(successes, trials));
        }
        sums
    }

    #[test]
    fn trials_that_follow_difficulty_are_seen() {
        assert!(sums(&[(0.0, 1.0, 8), (1.0, 1.0, 7), (6.0, 6.0, 15)]).depends());
        assert!(!sums(&[(1.0, 2.0, 10), (3.0, 6.0, 10)]).depends());
        assert!(!sums(&[(2.0, 4.0, 10), (4.0, 4.0, 10)]).depends());
    }

    #[test]
    fn a_few_mixed_questions_among_certain_ones_are_seen() {
        assert!(sums(&[(0.0, 4.0, 27), (3.0, 4.0, 3)]).is_told_by_few());
        // Nearly all alike: a failure here and there.
        assert!(!sums(&[(4.0, 4.0, 27), (3.0, 4.0, 3)]).is_told_by_few());
        assert!(!sums(&[(0.0, 4.0, 27), (2.0, 4.0, 20)]).is_told_by_few());
    }
}
