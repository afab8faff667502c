//! Some of the questions of counts.

use std::collections::BTreeSet;

use super::counts::Counts;
use super::question::Question;
use crate::error::Result;

/// The names that a selection keeps. `None` keeps all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Models.
    pub models: Option<Vec<String>>,
    /// Tasks.
    pub tasks: Option<Vec<String>>,
    /// Scores.
    pub scores: Option<Vec<String>>,
    /// Questions.
    pub questions: Option<Vec<String>>,
}

impl Wanted {
    /// The rule by which questions are kept.
    pub(crate) fn rule(&self) -> impl Fn(&Question<'_>) -> bool {
        let Self { models, tasks, scores, questions } = self;
        let wanted = [models, tasks, scores, questions]
            .map(|names| names.as_ref().map(|all| all.iter().map(String::as_str).collect()));
        move |one| {
            let names = [one.model, one.task, one.score, one.question];
            let mut pairs = names.iter().zip(&wanted);
            pairs.all(|(name, known): (_, &Option<BTreeSet<&str>>)| {
                known.as_ref().is_none_or(|known| known.contains(name))
            })
        }
    }
}

impl Counts {
    /// The counts of some models, tasks, scores and questions.
    ///
    /// # Errors
    /// As [`Self::filter`].
    pub fn select(&self, wanted: &Wanted) -> Result<Self> {
        let Wanted { models, tasks, scores, questions } = wanted;
        let is_wanted = [models, tasks, scores, questions].map(|names| {
            names.as_ref().map(|names| {
                let mut wanted = vec![false; self.labels.len()];
                for label in names.iter().filter_map(|name| self.labels.find(name)) {
                    if let Some(slot) = wanted.get_mut(label as usize) {
                        *slot = true;
                    }
                }
                wanted
            })
        });
        self.of_rows((0..self.len()).filter(|&row| {
            let key = self.keys.get(row).into_iter().flatten();
            key.zip(&is_wanted).all(|(&label, wanted)| {
                wanted.as_ref().is_none_or(|wanted| wanted.get(label as usize) == Some(&true))
            })
        }))
    }

    /// The counts of the questions for which `keep` is true.
    ///
    /// # Errors
    /// None in practice: all counts were valid before.
    pub fn filter(&self, keep: impl Fn(&Question<'_>) -> bool) -> Result<Self> {
        let kept = self.iter().enumerate().filter(|(_, question)| keep(question));
        self.of_rows(kept.map(|(row, _)| row))
    }

    /// The counts of some rows, each named once.
    pub(crate) fn of_rows(&self, rows: impl Iterator<Item = usize>) -> Result<Self> {
        let mut copy = self.without_counts(&self.categories);
        let mut known = vec![None; self.labels.len()];
        for old in rows {
            let (Some(key), Some(question)) = (self.keys.get(old), self.get(old)) else { continue };
            let key = key.map(|label| {
                let mut intern = || copy.labels.intern(self.labels.get(label));
                match known.get_mut(label as usize) {
                    Some(own) => *own.get_or_insert_with(intern),
                    None => intern(),
                }
            });
            let row = copy.push(key, question.counts, question.missing);
            copy.by_number.extend(row, &self.by_number, old);
            if let (Some(order), Some(all)) = (&mut copy.order, &self.order) {
                for &(number, category) in all.row(old) {
                    order.put(row, Some(number), category);
                }
            }
            if question.cluster.is_some() || question.weight.is_some() {
                copy.describe(row, question.cluster, question.weight)?;
            }
            // All rows of a question have its values.
            if !copy.has_values(row) {
                copy.note_all(row, self, old)?;
            }
        }
        Ok(copy)
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt as _;

    use super::*;
    use crate::counts::question::Key;
    use crate::numeric::random::{Purpose, stream};

    /// Counts of 3 models, 2 tasks, 2 scores and 5 questions, some with clusters, some with an order.
    fn counts(seed: u64) -> Counts {
        let mut stream = stream(5, Purpose::Simulation, seed);
        let mut counts = Counts::new(vec!["0".to_owned(), "1".to_owned()]).unwrap();
        if seed.is_multiple_of(2) {
            counts = counts.in_order();
        }
        for trial in 0..200 {
            let mut one_of = |names: &[&'static str]| names[stream.random_range(0..names.len())];
            let key = Key {
                model: one_of(&["a", "b", "c"]),
                task: one_of(&["", "a"]),
                score: one_of(&["", "c"]),
                question: one_of(&["1", "2", "3", "a", ""]),
            };
            let row = counts.row_of(key);
            let category: bool = stream.random();
            counts.add(row, usize::from(category), 1).unwrap();
            // Some have trials without numbers.
            let number = (seed != 0).then_some(trial);
            counts.put(row, number, u16::from(category));
            counts.add_missing(row, u64::from(trial % 7 == 0)).unwrap();
            if key.question == "2" {
                counts.describe(row, Some("a cluster"), Some(2.0)).unwrap();
            }
        }
        counts
    }

    /// Every row of one is that of the other, at the same place.
    fn assert_same(one: &Counts, other: &Counts) {
        assert_eq!(one.iter().collect::<Vec<_>>(), other.iter().collect::<Vec<_>>());
        assert_eq!(one.keeps_order(), other.keeps_order());
        assert_eq!(one.is_numbered(), other.is_numbered());
        for row in 0..one.len() {
            assert_eq!(one.find(one.get(row).unwrap().key()), Some(row));
            if one.keeps_order() {
                assert_eq!(one.order(row).unwrap(), other.order(row).unwrap());
            }
        }
    }

    #[test]
    fn a_selection_is_what_plain_comparisons_of_names_keep() {
        let names = |names: &[&str]| Some(names.iter().map(|&name| name.to_owned()).collect());
        for seed in 0..4 {
            let counts = counts(seed);
            assert_eq!(counts.is_numbered(), seed == 2);
            for (models, tasks, scores, questions) in [
                (None, None, None, None),
                (names(&["c", "a"]), None, None, None),
                (names(&["b"]), names(&["a"]), names(&[""]), None),
                (None, names(&[""]), names(&["c", ""]), names(&["2", "a", "unknown"])),
                (names(&["unknown"]), None, None, None),
                (names(&[]), None, None, None),
            ] {
                let wanted = Wanted { models, tasks, scores, questions };
                let within = |names: &Option<Vec<String>>, name: &str| {
                    names.as_ref().is_none_or(|names| names.iter().any(|one| one == name))
                };
                let is_wanted = |one: &Question<'_>| {
                    within(&wanted.models, one.model)
                        && within(&wanted.tasks, one.task)
                        && within(&wanted.scores, one.score)
                        && within(&wanted.questions, one.question)
                };
                let plain = counts.relabelled(|one| is_wanted(one).then(|| one.key())).unwrap();
                assert_same(&counts.filter(is_wanted).unwrap(), &plain);
                assert_same(&counts.filter(wanted.rule()).unwrap(), &plain);
                assert_same(&counts.select(&wanted).unwrap(), &plain);
            }
        }
    }
}
