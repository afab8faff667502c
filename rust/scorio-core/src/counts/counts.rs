//! Counts: how often each question of each model, task and score had each outcome.
//!
//! They add up exactly and in any order. So shards, streams and clusters need nothing else.

use super::by_number::ByNumber;
use super::error::CountsError;
use super::index::{RowIndex, RowKey};
use super::label::{Conflict, Detail, Details, EMPTY, FieldValues, Labels};
use super::limits::MOST_TRIALS;
use super::order::Order;
use super::place::Place;
use super::question::{Key, Question, named};
use crate::check;
use crate::error::{Error, Result};
use crate::metric::error::MetricError;

/// The category of trials whose outcomes are numbers.
const TRIALS: &str = "trials";

/// Category counts by model, task, score and question, in order of appearance.
#[derive(Clone, Debug)]
pub struct Counts {
    pub(super) categories: Vec<String>,
    pub(super) labels: Labels,
    /// Model, task, score and question of each row.
    pub(super) keys: Vec<RowKey>,
    index: RowIndex,
    pub(super) details: Details,
    pub(super) fields: FieldValues,
    pub(super) table: Vec<u64>,
    missing: Vec<u64>,
    /// The largest count, so that no total exceeds 2^53.
    most: u64,
    /// The order of the trials, if it is kept.
    pub(super) order: Option<Order>,
    /// The trials by their numbers, as far as they have some.
    pub(crate) by_number: ByNumber,
    /// What a trial of each category is worth, if that is known.
    pub(super) worth: Option<Vec<f64>>,
}

impl Counts {
    /// Empty counts over named categories 0..C.
    ///
    /// # Errors
    /// There are fewer than two categories.
    pub fn new(categories: Vec<String>) -> Result<Self> {
        match categories.len() {
            0 => Err(MetricError::NoWeights.into()),
            1 => Err(MetricError::OneWeight.into()),
            _ => Ok(Self::over(categories)),
        }
    }

    pub(super) fn over(categories: Vec<String>) -> Self {
        Self {
            most: MOST_TRIALS / categories.len().max(1) as u64,
            categories,
            labels: Labels::new(),
            keys: Vec::new(),
            index: RowIndex::new(),
            details: Details::default(),
            fields: FieldValues::default(),
            table: Vec::new(),
            missing: Vec::new(),
            order: None,
            by_number: ByNumber::default(),
            worth: None,
        }
    }

    /// Empty counts over a single category, for trials whose outcomes are numbers.
    #[must_use]
    pub fn of_trials() -> Self {
        Self::over(vec![TRIALS.to_owned()])
    }

    /// Empty counts over other categories, or over trials alone, whose labels have the same numbers and
    /// whose questions the same fields.
    pub(crate) fn emptied(&self, categories: Option<Vec<String>>) -> Self {
        let categories = categories.unwrap_or_else(|| vec![TRIALS.to_owned()]);
        let (labels, fields) = (self.labels.clone(), self.fields.clone());
        Self { labels, fields, ..Self::over(categories) }
    }

    /// The numbers of the labels of a row: model, task, score and question.
    pub(crate) fn labels_of(&self, row: usize) -> Option<RowKey> {
        self.keys.get(row).copied()
    }

    /// The same counts, which keep the order of trials that are added one by one.
    #[must_use]
    pub fn in_order(self) -> Self {
        Self { order: Some(Order::default()), ..self }
    }

    /// Whether the order of the trials is kept.
    #[must_use]
    pub fn keeps_order(&self) -> bool {
        self.order.is_some()
    }

    /// Puts an added trial into its place, if the order is kept, and takes its number down.
    ///
    /// The place is that of its number, or after the earlier trials.
    pub fn put(&mut self, row: usize, number: Option<u32>, category: u16) {
        if let Some(number) = number {
            self.number(row, number, category);
        }
        if let Some(order) = &mut self.order {
            order.put(row, number, category);
        }
    }

    /// Takes a removed trial out of its place, if the order is kept.
    pub fn take_out(&mut self, row: usize, number: u32) {
        self.by_number.take_back(row, number);
        if let Some(order) = &mut self.order {
            order.take_back(row, number);
        }
    }

    /// The same, where some trial had no number: the order is that of the records.
    #[must_use]
    pub fn without_numbers(mut self) -> Self {
        if let Some(order) = &mut self.order {
            order.unnumber();
        }
        self
    }

    /// Whether all trials have numbers or names, which give their order.
    #[must_use]
    pub fn is_numbered(&self) -> bool {
        self.order.as_ref().is_some_and(Order::is_numbered)
    }

    /// Number and category of the trials of a row.
    ///
    /// # Errors
    /// The order was not kept.
    pub fn order(&self, row: usize) -> Result<&[(u32, u16)]> {
        self.order.as_ref().map(|order| order.row(row)).ok_or(CountsError::NoOrder.into())
    }

    /// The names of the categories.
    #[must_use]
    pub fn categories(&self) -> &[String] {
        &self.categories
    }

    /// What a trial of each category is worth, if the counts know it. These are then the weights of scores and
    /// comparisons, unless others are given.
    #[must_use]
    pub fn worth(&self) -> Option<&[f64]> {
        self.worth.as_deref()
    }

    /// The same counts, whose categories are worth so much.
    ///
    /// # Errors
    /// - There are more or fewer numbers than categories.
    /// - A number is not finite.
    pub fn with_worth(self, worth: Vec<f64>) -> Result<Self> {
        if worth.len() != self.categories.len() {
            let (given, categories) = (worth.len(), self.categories.len());
            return Err(CountsError::WorthCount { given, categories }.into());
        }
        for (place, &value) in worth.iter().enumerate() {
            check::finite("worth", &[place], value)?;
        }
        Ok(Self { worth: Some(worth), ..self })
    }

    /// Number of questions, counted for each task and model.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether nothing was counted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The questions in order.
    pub fn iter(&self) -> impl Iterator<Item = Question<'_>> {
        let rows = self.keys.iter().zip(self.table.chunks_exact(self.categories.len()));
        rows.zip(&self.missing).map(|((key, counts), &missing)| self.question(key, counts, missing))
    }

    /// The question of a row.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<Question<'_>> {
        let (key, width) = (self.keys.get(row)?, self.categories.len());
        let counts = self.table.get(row * width..(row + 1) * width)?;
        Some(self.question(key, counts, *self.missing.get(row)?))
    }

    #[inline]
    fn question<'a>(&'a self, key: &[u32; 4], counts: &'a [u64], missing: u64) -> Question<'a> {
        let &[model, task, score, question] = key;
        let detail = self.details.get([task, question]);
        Question {
            model: self.labels.get(model),
            task: self.labels.get(task),
            score: self.labels.get(score),
            question: self.labels.get(question),
            cluster: detail.cluster.map(|cluster| self.labels.get(cluster)),
            weight: detail.weight,
            counts,
            missing,
        }
    }

    /// The row of a question, if there is one.
    pub(crate) fn find(&self, key: Key<'_>) -> Option<usize> {
        let Key { model, task, score, question } = key;
        let find = |label| self.labels.find(label);
        let key = [find(model)?, find(task)?, find(score)?, find(question)?];
        self.index.find(&self.keys, &key)
    }

    /// The row of a question with the headline score. It is new if there is none yet.
    pub fn row(&mut self, model: &str, task: &str, question: &str) -> usize {
        let [model, task, question] =
            [model, task, question].map(|label| self.labels.intern(label));
        self.row_of_labels([model, task, EMPTY, question])
    }

    /// The row of a question with any score. It is new if there is none yet.
    pub fn row_of(&mut self, key: Key<'_>) -> usize {
        let Key { model, task, score, question } = key;
        let labels = [model, task, score, question].map(|label| self.labels.intern(label));
        self.row_of_labels(labels)
    }

    /// The number of a label, for [`Counts::row_by_labels`].
    pub fn label(&mut self, text: &str) -> u32 {
        self.labels.intern(text)
    }

    /// The same as [`Counts::row`], by the numbers of model, task and question.
    pub fn row_by_labels(&mut self, [model, task, question]: [u32; 3]) -> usize {
        self.row_of_labels([model, task, EMPTY, question])
    }

    /// Looks for rows that [`Counts::row_by_labels`] is asked for next, so that their places in memory are
    /// near. The processor waits for many of them at a time.
    pub fn look_for(&self, keys: impl Iterator<Item = [u32; 3]>) {
        let find = |[model, task, question]: [u32; 3]| {
            self.index.find(&self.keys, &[model, task, EMPTY, question])
        };
        std::hint::black_box(keys.filter_map(find).fold(0, |all, row| all ^ row));
    }

    /// The same as [`Counts::row_of`], by the numbers of labels.
    pub(crate) fn row_of_labels(&mut self, key: RowKey) -> usize {
        if let Some(row) = self.index.find_or_add(&self.keys, &key) {
            return row;
        }
        // One by one: a call that fills memory makes whoever reads these next wait for all writes before.
        for _ in 0..self.categories.len() {
            self.table.push(0);
        }
        self.missing.push(0);
        self.keys.push(key);
        self.keys.len() - 1
    }

    /// Adds a row with a new key, and with a count for each category.
    pub(super) fn push(&mut self, key: RowKey, counts: &[u64], missing: u64) -> usize {
        self.table.extend_from_slice(counts);
        self.missing.push(missing);
        self.append(key)
    }

    fn append(&mut self, key: RowKey) -> usize {
        self.keys.push(key);
        self.index.add_last(&self.keys);
        self.keys.len() - 1
    }

    /// Sets the cluster and the weight of a row's question, which all models and scores share.
    ///
    /// A weight of 0 drops the question from every score and comparison.
    ///
    /// # Errors
    /// - The question has another cluster or weight.
    /// - The weight is neither 0 nor from 1e-100 to 1e100.
    pub fn describe(
        &mut self,
        row: usize,
        cluster: Option<&str>,
        weight: Option<f64>,
    ) -> Result<()> {
        let Some(&[_, task, _, question]) = self.keys.get(row) else { return Ok(()) };
        let name = |labels: &Labels| named(labels.get(task), labels.get(question));
        if let Some(value) = weight.filter(|&one| one != 0.0 && !(1e-100..=1e100).contains(&one)) {
            return Err(CountsError::Weight { question: name(&self.labels), value }.into());
        }
        let cluster = cluster.map(|cluster| self.labels.intern(cluster));
        let new = Detail { cluster, weight: weight.map(f64::abs) };
        self.details.set([task, question], new).map_err(|conflict| {
            let (label, known, other) = match conflict {
                Conflict::Cluster(known) => {
                    let other = cluster.map_or("", |cluster| self.labels.get(cluster));
                    ("cluster", self.labels.get(known).to_owned(), other.to_owned())
                }
                Conflict::Weight(known) => {
                    ("weight", known.to_string(), weight.unwrap_or(known).to_string())
                }
            };
            CountsError::LabelConflict { question: name(&self.labels), label, known, other }.into()
        })
    }

    /// Whether any question has a cluster.
    #[must_use]
    pub fn has_clusters(&self) -> bool {
        self.details.have_clusters()
    }

    /// Whether any question has a weight.
    #[must_use]
    pub fn has_weights(&self) -> bool {
        self.details.have_weights()
    }

    /// The weight of a question in a mean: its own, or 1 if no question has one.
    ///
    /// It is `None` if the question does not count: its weight is 0, or it is only planned and has
    /// none.
    ///
    /// # Errors
    /// The question has no weight, but others have one.
    pub fn weight(&self, question: &Question<'_>) -> Result<Option<f64>> {
        match question.weight {
            _ if !self.has_weights() => Ok(Some(1.0)),
            Some(weight) => Ok(Some(weight).filter(|&weight| weight > 0.0)),
            None if question.trials() == 0 => Ok(None),
            None => {
                Err(CountsError::NoWeight { question: named(question.task, question.question) }
                    .into())
            }
        }
    }

    /// Adds outcomes of one category to a row.
    ///
    /// # Errors
    /// The row's total might pass 2^53, where doubles cease to be exact.
    pub fn add(&mut self, row: usize, category: usize, outcomes: u64) -> Result<()> {
        let most = self.most;
        let count = self.table.get_mut(row * self.categories.len() + category);
        match count.map(|count| (count.checked_add(outcomes), count)) {
            Some((Some(sum), count)) if sum <= most => *count = sum,
            _ => return Err(self.overflow(row)),
        }
        Ok(())
    }

    /// Removes one outcome that was added before.
    pub fn remove(&mut self, row: usize, category: usize) {
        if let Some(count) = self.table.get_mut(row * self.categories.len() + category) {
            *count = count.saturating_sub(1);
        }
    }

    /// Sets all counts of a row to 0.
    pub fn clear(&mut self, row: usize) {
        let width = self.categories.len();
        if let Some(counts) = self.table.get_mut(row * width..(row + 1) * width) {
            counts.fill(0);
        }
    }

    /// Adds trials without an outcome.
    ///
    /// # Errors
    /// There are more than 2^64 - 1 of them.
    pub fn add_missing(&mut self, row: usize, trials: u64) -> Result<()> {
        match self.missing.get_mut(row).map(|count| (count.checked_add(trials), count)) {
            Some((Some(sum), count)) => *count = sum,
            _ => return Err(self.overflow(row)),
        }
        Ok(())
    }

    /// Removes one trial without an outcome.
    pub fn remove_missing(&mut self, row: usize) {
        if let Some(count) = self.missing.get_mut(row) {
            *count = count.saturating_sub(1);
        }
    }

    /// Drops a category if it is empty and two others remain.
    pub fn drop_empty(&mut self, category: usize) {
        let width = self.categories.len();
        let mut column = self.table.iter().skip(category).step_by(width);
        if width < 3 || category >= width || column.any(|&count| count > 0) {
            return;
        }
        self.categories.remove(category);
        if let Some(worth) = &mut self.worth {
            worth.remove(category);
        }
        if let Some(order) = &mut self.order {
            order.drop_category(category);
        }
        let mut place = 0;
        self.table.retain(|_| {
            place += 1;
            (place - 1) % width != category
        });
    }

    /// The questions that have an observed trial, in order.
    pub fn observed(&self) -> impl Iterator<Item = Question<'_>> {
        self.iter().filter(|question| question.trials() > 0)
    }

    fn overflow(&self, row: usize) -> Error {
        let question = self.keys.get(row).map_or("", |key| self.labels.get(key[3]));
        CountsError::Overflow { question: Place::Named(format!("question {question}")) }.into()
    }
}
