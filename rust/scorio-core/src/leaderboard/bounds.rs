//! The worst and the best case of a score: all missing trials failed, or all succeeded.
//!
//! A question is expected to have as many trials as most of its model's questions in the task, or its
//! own recorded trials if these are more. Every score rises with the outcomes, except a blend with a
//! negative power. So no outcomes of the missing trials lead beyond these two cases. Weights of
//! questions count as in the score: a question that a model does not have keeps its weight.

use std::collections::{BTreeMap, BTreeSet};

use crate::counts::error::CountsError;
use crate::counts::limits::MOST_TRIALS;
use crate::counts::place::Place;
use crate::counts::question::Question;
use crate::counts::states::{Builder, State, States};
use crate::error::Result;

/// The questions of a task with their weights.
#[derive(Debug, Default)]
pub(crate) struct Asked<'a> {
    pub(crate) questions: BTreeMap<&'a str, f64>,
}

/// The number of trials that most questions have, of equally many questions the larger one.
///
/// Recorded trials without an outcome count. Questions without a recorded trial do not.
pub(crate) fn usual_trials<'q>(
    questions: impl IntoIterator<Item = &'q Question<'q>>,
) -> Option<u64> {
    let mut times: BTreeMap<u64, u64> = BTreeMap::new();
    // Neighbours mostly have equally many.
    let (mut last, mut run) = (0, 0);
    for question in questions {
        let recorded = question.trials().saturating_add(question.missing);
        if recorded != last {
            *times.entry(last).or_default() += run;
            (last, run) = (recorded, 0);
        }
        run += 1;
    }
    *times.entry(last).or_default() += run;
    times.remove(&0);
    times.into_iter().max_by_key(|&(trials, times)| (times, trials)).map(|(trials, _)| trials)
}

/// A model's questions in a task, including those that it does not have.
///
/// The last column of the states is the number of missing trials.
#[derive(Debug)]
pub(crate) struct Gaps {
    categories: usize,
    states: States,
}

impl Gaps {
    /// Checks that a double holds the trials and the missing trials exactly.
    pub(crate) fn new(
        categories: usize,
        weighted: bool,
        questions: &[Question<'_>],
        asked: &Asked<'_>,
        expected: u64,
    ) -> Result<Self> {
        let mut builder = Builder::weighted(categories + 1, weighted);
        let mut counts = Vec::with_capacity(categories + 1);
        for question in questions {
            let trials = question.trials();
            let recorded = trials.checked_add(question.missing).filter(|&all| all <= MOST_TRIALS);
            let Some(recorded) = recorded else {
                return Err(
                    CountsError::Overflow { question: Place::Named(question.name()) }.into()
                );
            };
            counts.clear();
            counts.extend_from_slice(question.counts);
            counts.push(recorded.max(expected) - trials);
            builder.push_weighted(&counts, question.weight.unwrap_or(1.0));
        }
        counts.clear();
        counts.resize(categories, 0);
        counts.push(expected);
        // A model with as many questions as were asked has all of them.
        if questions.len() < asked.questions.len() {
            let own: BTreeSet<_> = questions.iter().map(|question| question.question).collect();
            for (_, &weight) in asked.questions.iter().filter(|(name, _)| !own.contains(*name)) {
                builder.push_weighted(&counts, weight);
            }
        }
        Ok(Self { categories, states: builder.finish() })
    }

    /// Number of trials, without and with missing ones. Each counts by the weight of its question.
    pub(crate) fn trials(&self) -> (f64, f64) {
        self.rows().fold((0.0, 0.0), |(observed, all), (counts, missing, state)| {
            let trials = counts.iter().sum::<u64>();
            let sum = |trials: u64| trials as f64 * state.weight.value();
            (observed + sum(trials), all + sum(trials + missing))
        })
    }

    /// Whether no trial is missing.
    pub(crate) fn are_none(&self) -> bool {
        self.rows().all(|(_, missing, _)| missing == 0)
    }

    /// States of the questions with at least this many trials, after all missing ones went to
    /// `category`.
    pub(crate) fn filled(parts: &[&Self], category: usize, least: u64) -> States {
        let categories = parts.first().map_or(2, |part| part.categories);
        let weighted = parts.iter().any(|part| part.states.are_weighted());
        let mut builder = Builder::weighted(categories, weighted);
        let mut filled = Vec::new();
        for (counts, missing, state) in parts.iter().flat_map(|part| part.rows()) {
            filled.clear();
            filled.extend_from_slice(counts);
            if let Some(count) = filled.get_mut(category) {
                *count += missing;
            }
            if filled.iter().sum::<u64>() >= least {
                builder.push_times(&filled, state.multiplicity, || (state.weight, state.square));
            }
        }
        builder.finish()
    }

    /// Observed counts, missing trials, and the state that has both.
    fn rows(&self) -> impl Iterator<Item = (&[u64], u64, State<'_>)> {
        self.states.iter().filter_map(|state| {
            let (&missing, counts) = state.counts.split_last()?;
            Some((counts, missing, state))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_number_of_trials_is_that_of_most_questions() {
        let usual = |trials: &[u64]| {
            let counts: Vec<[u64; 2]> = trials.iter().map(|&trials| [trials, 0]).collect();
            let question = |counts| Question {
                model: "",
                task: "",
                score: "",
                question: "",
                cluster: None,
                weight: None,
                counts,
                missing: 0,
            };
            let questions: Vec<_> = counts.iter().map(|counts| question(counts)).collect();
            usual_trials(&questions)
        };
        assert_eq!(usual(&[]), None);
        assert_eq!(usual(&[0, 0]), None);
        assert_eq!(usual(&[0, 0, 0, 2]), Some(2));
        assert_eq!(usual(&[3, 1, 3, 1, 1, 2]), Some(1));
        // Of equally many questions the larger number.
        assert_eq!(usual(&[2, 2, 5, 5, 0, 0, 0]), Some(5));
    }
}
