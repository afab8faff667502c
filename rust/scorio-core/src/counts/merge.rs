//! Adding counts, and renaming their labels.

use std::collections::BTreeSet;

use super::counts::Counts;
use super::error::CountsError;
use super::order::Order;
use super::question::{Key, Question};
use crate::error::Result;
use crate::numeric::error::NumericError;

/// Questions between two questions whether to go on.
const STEP: usize = 1 << 16;

/// Names of categories that begin so are of trials that a judge graded. Their order means nothing.
pub(crate) const JUDGE: &str = "judge ";

fn is_unordered(categories: &[String]) -> bool {
    categories.iter().all(|name| name.starts_with(JUDGE))
}

/// The categories of a sum: the longest list, or where their order means nothing, all that occur.
fn united(lists: &[&Vec<String>]) -> Option<Vec<String>> {
    let longest = *lists.iter().rev().max_by_key(|names| names.len())?;
    let all: BTreeSet<&String> = lists.iter().copied().flatten().collect();
    if all.len() > longest.len() && lists.iter().all(|names| is_unordered(names)) {
        return Some(all.into_iter().cloned().collect());
    }
    Some(longest.clone())
}

impl Counts {
    /// Adds other counts to these.
    ///
    /// # Errors
    /// As [`Self::merge_all`].
    pub fn merge(&mut self, other: &Self) -> Result<()> {
        self.merge_all(&[other])
    }

    /// Adds several other counts to these.
    ///
    /// - Categories are matched by name. The sum has the longest list of categories. Of trials that a judge
    ///   graded it has all categories.
    /// - Counts with a shorter list have 0 outcomes in the rest.
    /// - A cluster, weight or field that only some of the counts have holds for the sum.
    ///
    /// # Errors
    /// - A list of categories is not part of the longest one, in its order.
    /// - A question has two clusters, two weights or two values of a field.
    /// - A count exceeds 2^53.
    pub fn merge_all(&mut self, others: &[&Self]) -> Result<()> {
        self.merge_all_while(others, &mut || true)
    }

    /// As [`Self::merge_all`], as long as `go_on` says so, which is asked now and then.
    ///
    /// # Errors
    /// As [`Self::merge_all`], and [`NumericError::Stopped`].
    pub fn merge_all_while(
        &mut self,
        others: &[&Self],
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<()> {
        let lists: Vec<_> = std::iter::once(&*self)
            .chain(others.iter().copied())
            .map(|one| &one.categories)
            .collect();
        if let Some(names) = united(&lists).filter(|names| names.len() > self.categories.len()) {
            let mut wider = self.without_counts(&names);
            wider.take(self, go_on)?;
            *self = wider;
        }
        others.iter().try_for_each(|other| self.take(other, go_on))
    }

    /// Adds counts over the same categories or some of them.
    fn take(&mut self, other: &Self, go_on: &mut dyn FnMut() -> bool) -> Result<()> {
        let mut names = (0..).zip(&self.categories);
        let mut place = |name| names.find(|(_, own)| *own == name).map(|(category, _)| category);
        let places: Option<Vec<usize>> = other.categories.iter().map(&mut place).collect();
        let unordered = is_unordered(&self.categories);
        let places = places.or_else(|| self.places_of(other).filter(|_| unordered));
        let places = places.ok_or_else(|| CountsError::Categories {
            left: self.categories.join(", "),
            right: other.categories.join(", "),
        })?;
        match (&self.worth, &other.worth) {
            _ if self.categories != other.categories => {}
            (None, Some(worth)) => self.worth = Some(worth.clone()),
            (Some(left), Some(right)) if left != right => {
                let (left, right) = (left.clone(), right.clone());
                return Err(CountsError::Worth { left, right }.into());
            }
            _ => {}
        }
        match (&mut self.order, &other.order) {
            (Some(order), Some(others)) if !others.is_numbered() => order.unnumber(),
            (Some(_), Some(_)) => {}
            _ => self.order = None,
        }
        // The numbers of the other labels here, each looked up once.
        let mut numbers: Vec<Option<u32>> = vec![None; other.labels.len()];
        for (from, (question, key)) in other.iter().zip(&other.keys).enumerate() {
            if from % STEP == 0 && !go_on() {
                return Err(NumericError::Stopped.into());
            }
            let own_key = key.map(|label| {
                let known = numbers.get(label as usize).copied().flatten();
                known.unwrap_or_else(|| {
                    let own = self.labels.intern(other.labels.get(label));
                    if let Some(place) = numbers.get_mut(label as usize) {
                        *place = Some(own);
                    }
                    own
                })
            });
            let row = self.row_of_labels(own_key);
            if let (Some(order), Some(others)) = (&mut self.order, &other.order) {
                // Trials of one question in two counts: their order is unknown.
                if !order.row(row).is_empty() && !others.row(from).is_empty() {
                    self.order = None;
                } else {
                    order.extend(row, others.row(from), &places);
                }
            }
            self.by_number.extend(row, &other.by_number, from);
            self.add_question(row, &question, &places)?;
            self.note_all(row, other, from)?;
        }
        Ok(())
    }

    /// Whether every observed question of other counts is here, with the same counts.
    ///
    /// So it is if the others are of a part of the same trials. Counts without trials are no part.
    #[must_use]
    pub fn holds(&self, other: &Self) -> bool {
        self.matches(other, |own, count| own == count)
    }

    /// The places of other counts' categories among these. Nothing if one is not here.
    pub(super) fn places_of(&self, other: &Self) -> Option<Vec<usize>> {
        let place = |name: &String| self.categories.iter().position(|own| own == name);
        other.categories.iter().map(place).collect()
    }

    pub(super) fn matches(&self, other: &Self, fits: impl Fn(u64, u64) -> bool) -> bool {
        let Some(places) = self.places_of(other) else { return false };
        let held = |question: Question<'_>| {
            let own = self.find(question.key()).and_then(|row| self.get(row));
            own.is_some_and(|own| {
                let mut pairs = places.iter().zip(question.counts);
                let own_count = |place: usize| own.counts.get(place).copied().unwrap_or(0);
                fits(own.trials(), question.trials())
                    && pairs.all(|(&place, &count)| fits(own_count(place), count))
            })
        };
        other.observed().next().is_some() && other.observed().all(held)
    }

    /// The same counts of one model, under another name.
    ///
    /// # Errors
    /// There are several models, or none.
    pub fn renamed(&self, name: &str) -> Result<Self> {
        let models = self.models();
        if models.len() != 1 {
            return Err(
                CountsError::Models { count: models.len(), names: models.join(", ") }.into()
            );
        }
        self.relabelled(|question| Some(question.key().of_model(name)))
    }

    /// The questions that have a new key, under that key. Those of one key add up, without their order.
    ///
    /// # Errors
    /// - Two questions with the same new key have different clusters, weights or fields.
    /// - A count exceeds 2^53.
    pub fn relabelled<'a>(
        &'a self,
        key: impl Fn(&Question<'a>) -> Option<Key<'a>>,
    ) -> Result<Self> {
        let mut copy = self.without_counts(&self.categories);
        let places: Vec<usize> = (0..self.categories.len()).collect();
        for (old, question) in self.iter().enumerate() {
            let Some(key) = key(&question) else { continue };
            let before = copy.len();
            let row = copy.row_of(key);
            if row < before {
                // Two questions that become one: the order of their trials is unknown.
                copy.order = None;
            }
            copy.by_number.extend(row, &self.by_number, old);
            if let (Some(order), Some(all)) = (&mut copy.order, &self.order) {
                for &(number, category) in all.row(old) {
                    order.put(row, Some(number), category);
                }
            }
            copy.add_question(row, &question, &places)?;
            copy.note_all(row, self, old)?;
        }
        Ok(copy)
    }

    /// Empty counts, which keep the order if these do.
    pub(super) fn without_counts(&self, categories: &[String]) -> Self {
        let mut empty = Self::over(categories.to_vec());
        empty.order = self.order.as_ref().map(Order::emptied);
        empty.worth = self.worth.clone().filter(|_| categories == self.categories);
        empty
    }

    /// Adds a question. `places` maps its categories to ours.
    fn add_question(&mut self, row: usize, question: &Question<'_>, to: &[usize]) -> Result<()> {
        if question.cluster.is_some() || question.weight.is_some() {
            self.describe(row, question.cluster, question.weight)?;
        }
        for (&category, &outcomes) in to.iter().zip(question.counts) {
            self.add(row, category, outcomes)?;
        }
        self.add_missing(row, question.missing)
    }
}
