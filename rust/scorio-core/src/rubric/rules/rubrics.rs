//! A rubric file as it is used: some of its rubrics, and what they need.

use super::condition::Operand;
use super::rubric::Rubric;
use super::signal::{Signal, SignalSource};
use super::threshold::{Origin, Threshold};
use crate::error::Result;
use crate::near::near;
use crate::rubric::error::RubricError;

/// The rubrics of a file, with its signals and thresholds.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(clippy::struct_field_names, reason = "the field holds what the type is named for")]
pub struct Rubrics {
    text: String,
    signals: Vec<Signal>,
    thresholds: Vec<Threshold>,
    rubrics: Vec<Rubric>,
}

impl Rubrics {
    pub(in crate::rubric) fn new(
        text: String,
        signals: Vec<Signal>,
        thresholds: Vec<Threshold>,
        rubrics: Vec<Rubric>,
    ) -> Self {
        Self { text, signals, thresholds, rubrics }
    }

    /// The text of the file.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The rubrics, in the order of the file.
    #[must_use]
    pub fn rubrics(&self) -> &[Rubric] {
        &self.rubrics
    }

    /// The signals, in the order of the file.
    #[must_use]
    pub fn signals(&self) -> &[Signal] {
        &self.signals
    }

    /// The thresholds, in the order of the file.
    #[must_use]
    pub fn thresholds(&self) -> &[Threshold] {
        &self.thresholds
    }

    /// The same file with some of its rubrics alone.
    ///
    /// # Errors
    /// There is no rubric of such a name.
    pub fn choose(mut self, names: &[String]) -> Result<Self> {
        let mut chosen = Vec::new();
        for name in names {
            let Some(rubric) = self.rubrics.iter().find(|rubric| rubric.name == *name) else {
                let all: Vec<_> = self.rubrics.iter().map(|one| one.name.clone()).collect();
                let (name, known) = (name.clone(), known(name, &all));
                return Err(RubricError::UnknownRubric { name, known }.into());
            };
            chosen.push(rubric.clone());
        }
        self.rubrics = chosen;
        Ok(self)
    }

    /// The same with another source for a signal. A path keeps how the signal reads its field.
    ///
    /// # Errors
    /// - There is no such signal.
    /// - The source is empty, or a number that is not finite.
    pub fn with_signal(mut self, name: &str, source: &str) -> Result<Self> {
        let names: Vec<_> = self.signals.iter().map(|signal| signal.name.clone()).collect();
        let Some(signal) = self.signals.iter_mut().find(|signal| signal.name == name) else {
            let (name, known) = (name.to_owned(), known(name, &names));
            return Err(RubricError::UnknownSignal { name, known }.into());
        };
        let new = SignalSource::of_text(source).map_err(|problem| RubricError::Source {
            name: name.to_owned(),
            source_text: source.to_owned(),
            problem,
        })?;
        match (&mut signal.source, new) {
            (SignalSource::Field { path, .. }, SignalSource::Field { path: new, .. }) => {
                *path = new;
            }
            (source, new) => *source = new,
        }
        Ok(self)
    }

    /// For each signal, whether the rubrics or their thresholds use it.
    #[must_use]
    pub fn used_signals(&self) -> Vec<bool> {
        let mut used = vec![false; self.signals.len()];
        let mut mark = |operand: Operand| {
            if let Operand::Signal(place) = operand
                && let Some(used) = used.get_mut(place)
            {
                *used = true;
            }
        };
        for rubric in &self.rubrics {
            rubric.operands(&mut mark);
        }
        let thresholds = self.used_thresholds();
        for (threshold, _) in self.thresholds.iter().zip(thresholds).filter(|(_, used)| *used) {
            if let Origin::Quantile { signal, condition, .. } = &threshold.origin
                && threshold.frozen.is_empty()
            {
                mark(Operand::Signal(*signal));
                condition.operands(&mut mark);
            }
        }
        used
    }

    /// For each threshold, whether the rubrics use it, or another threshold that they use.
    #[must_use]
    pub fn used_thresholds(&self) -> Vec<bool> {
        let mut used = vec![false; self.thresholds.len()];
        let mut open = Vec::new();
        for rubric in &self.rubrics {
            rubric.operands(&mut |operand| {
                if let Operand::Threshold(place) = operand {
                    open.push(place);
                }
            });
        }
        while let Some(place) = open.pop() {
            match used.get_mut(place) {
                Some(used) if !*used => *used = true,
                _ => continue,
            }
            let Some(threshold) = self.thresholds.get(place) else { continue };
            if let Origin::Quantile { condition, .. } = &threshold.origin
                && threshold.frozen.is_empty()
            {
                condition.operands(&mut |operand| {
                    if let Operand::Threshold(place) = operand {
                        open.push(place);
                    }
                });
            }
        }
        used
    }

    /// Where a threshold comes from, in words: its number, or its quantile and its frozen values.
    #[must_use]
    pub fn described(&self, threshold: &Threshold) -> String {
        let Origin::Quantile { signal, written, where_written, .. } = &threshold.origin else {
            let Origin::Number(number) = &threshold.origin else { return String::new() };
            return number.to_string();
        };
        let signal = self.signals.get(*signal).map_or("", |signal| &signal.name);
        let condition = where_written.iter().map(|condition| format!(" where {condition}"));
        let values: Vec<_> = threshold.frozen.iter().map(|one| one.value.to_string()).collect();
        let frozen = (!values.is_empty()).then(|| format!(", frozen at {}", values.join(", ")));
        let more: String = condition.chain(frozen).collect();
        format!("{written} quantile of {signal}{more}")
    }

    /// The same rubrics whose quantiles are taken anew, whatever was frozen.
    #[must_use]
    pub fn thawed(mut self) -> Self {
        for threshold in &mut self.thresholds {
            threshold.frozen.clear();
        }
        self
    }

    /// Pairs of rubrics with the same rules and weights: their figures are equal by construction.
    #[must_use]
    pub fn twins(&self) -> Vec<(&str, &str)> {
        let firsts = self.firsts();
        let mut twins = Vec::new();
        for (place, (rubric, first)) in self.rubrics.iter().zip(&firsts).enumerate() {
            let earlier = self.rubrics.iter().zip(&firsts).take(place);
            let same = earlier.filter(|(_, of_other)| *of_other == first);
            twins.extend(same.map(|(other, _)| (other.name.as_str(), rubric.name.as_str())));
        }
        twins
    }

    /// For each rubric, the place of the first one with the same rules and weights.
    pub(in crate::rubric) fn firsts(&self) -> Vec<usize> {
        let mut different: Vec<usize> = Vec::new();
        let first = |(place, rubric): (usize, &Rubric)| {
            let same = |&other: &usize| {
                self.rubrics.get(other).is_some_and(|other| rubric.same_rules(other))
            };
            different.iter().copied().find(same).unwrap_or_else(|| {
                different.push(place);
                place
            })
        };
        self.rubrics.iter().enumerate().map(first).collect()
    }

    /// The values of a trial's signals, for messages.
    pub(in crate::rubric) fn values(&self, rubric: &Rubric, signals: &[f64]) -> String {
        let mut places = Vec::new();
        rubric.operands(&mut |operand| {
            if let Operand::Signal(place) = operand
                && !places.contains(&place)
            {
                places.push(place);
            }
        });
        let value = |place: usize| {
            let name = self.signals.get(place).map_or("", |signal| &signal.name);
            match signals.get(place) {
                Some(value) if !value.is_nan() => format!("{name} = {value}"),
                _ => format!("{name} is missing"),
            }
        };
        places.into_iter().map(value).collect::<Vec<_>>().join(", ")
    }
}

/// The names there are, or the one that is meant.
fn known(name: &str, names: &[String]) -> String {
    match near(name, names) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("there are: {}", names.join(", ")),
    }
}
