//! One rubric: its categories, and which of them a trial belongs to.

use super::condition::{Condition, Operand};
use super::quantile::QuantileRule;
use super::threshold::Scope;

/// A rubric.
#[derive(Clone, Debug, PartialEq)]
pub struct Rubric {
    /// Its name.
    pub name: String,
    /// Which trials share a threshold.
    pub scope: Scope,
    /// How quantiles are taken.
    pub rule: QuantileRule,
    /// What happens to a trial whose category a missing signal leaves open.
    pub missing: MissingSignal,
    /// Its categories, in the order in which they are tried.
    pub categories: Vec<Category>,
}

/// A category of a rubric.
#[derive(Clone, Debug, PartialEq)]
pub struct Category {
    /// Its name.
    pub name: String,
    /// What a trial in it is worth.
    pub weight: f64,
    /// Which trials belong to it, unless one before it took them.
    pub when: Condition,
    /// As the file writes it. Empty for `otherwise`.
    pub written: String,
}

/// What happens to a trial whose category a missing signal leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingSignal {
    /// It is an error.
    Error,
    /// It is left out.
    Drop,
    /// It belongs to the category at this place.
    Category(usize),
}

/// What a rubric says of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// It belongs to the category at this place.
    Category(usize),
    /// A missing signal leaves its category open. The signal's place.
    Missing(usize),
    /// The threshold at this place, which has no value, leaves its category open.
    NoThreshold(usize),
    /// No rule matches.
    Unmatched,
}

impl Rubric {
    /// The category of a trial: the first whose rule holds.
    #[must_use]
    pub fn grade(&self, signals: &[f64], thresholds: &[f64]) -> Grade {
        for (place, category) in self.categories.iter().enumerate() {
            match category.when.holds(signals, thresholds) {
                Some(true) => return Grade::Category(place),
                Some(false) => {}
                None => return open(&category.when, signals, thresholds),
            }
        }
        Grade::Unmatched
    }

    /// Whether the rules of several categories hold, `otherwise` aside.
    #[must_use]
    pub fn overlaps(&self, signals: &[f64], thresholds: &[f64]) -> bool {
        let rules = self.categories.iter().filter(|one| one.when != Condition::Always);
        let holding = rules.filter(|one| one.when.holds(signals, thresholds) == Some(true));
        holding.take(2).count() == 2
    }

    /// The names of the categories, in order.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.categories.iter().map(|category| category.name.clone()).collect()
    }

    /// The weights of the categories, in order.
    #[must_use]
    pub fn weights(&self) -> Vec<f64> {
        self.categories.iter().map(|category| category.weight).collect()
    }

    /// Calls `visit` with each operand of its rules.
    pub(in crate::rubric) fn operands(&self, visit: &mut dyn FnMut(Operand)) {
        self.categories.iter().for_each(|category| category.when.operands(visit));
    }

    /// The rules as text: two rubrics with the same rules and worth differ in their names alone.
    pub(in crate::rubric) fn same_rules(&self, other: &Self) -> bool {
        let rules = |one: &Category, other: &Category| {
            one.weight.to_bits() == other.weight.to_bits() && one.when == other.when
        };
        let (own, others) = (&self.categories, &other.categories);
        own.len() == others.len() && own.iter().zip(others).all(|(one, other)| rules(one, other))
    }
}

/// Why a condition is open: the first signal that a trial lacks, or the first threshold without a value.
fn open(condition: &Condition, signals: &[f64], thresholds: &[f64]) -> Grade {
    let (mut signal, mut threshold) = (None, None);
    let lacks = |values: &[f64], place: usize| values.get(place).is_none_or(|value| value.is_nan());
    condition.operands(&mut |operand| match operand {
        Operand::Signal(place) if lacks(signals, place) => {
            signal.get_or_insert(place);
        }
        Operand::Threshold(place) if lacks(thresholds, place) => {
            threshold.get_or_insert(place);
        }
        _ => {}
    });
    match (signal, threshold) {
        (None, Some(threshold)) => Grade::NoThreshold(threshold),
        (signal, _) => Grade::Missing(signal.unwrap_or(0)),
    }
}
