//! Counts: how often each question of each task and model had each outcome. They add up exactly
//! and in any order, so shards, streams and clusters need nothing else.

use std::hash::{BuildHasher, BuildHasherDefault};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::error::{Error, Place, Result};
use crate::results::Order;
use crate::states::{Builder, States};
use crate::tally::MOST_TRIALS;

/// Category counts by model, task and question, in the order in which they came.
#[derive(Clone, Debug)]
pub struct Counts {
    categories: Vec<String>,
    labels: Labels,
    keys: Vec<[u32; 3]>,
    index: HashTable<u32>,
    table: Vec<u64>,
    missing: Vec<u64>,
    /// What a count may be, so that no total passes 2^53.
    most: u64,
    /// The order of the trials, where it is kept.
    order: Option<Order>,
}

/// The counts of one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question<'a> {
    /// Who answered.
    pub model: &'a str,
    /// The task that the question belongs to; empty where the log names none.
    pub task: &'a str,
    /// The question's identifier.
    pub question: &'a str,
    /// Outcomes in each category.
    pub counts: &'a [u64],
    /// Trials that were recorded without an outcome and are not among `counts`.
    pub missing: u64,
}

impl Question<'_> {
    /// N, the trials observed.
    #[must_use]
    pub fn trials(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The question as messages name it.
    #[must_use]
    pub fn name(&self) -> String {
        let task =
            if self.task.is_empty() { String::new() } else { format!(" of task {}", self.task) };
        format!("question {}{task} (model {})", self.question, self.model)
    }
}

impl Counts {
    /// No counts yet, over named categories 0..C.
    ///
    /// # Errors
    /// Fewer than two categories.
    pub fn new(categories: Vec<String>) -> Result<Self> {
        match categories.len() {
            0 => return Err(Error::NoWeights),
            1 => return Err(Error::OneWeight),
            _ => {}
        }
        Ok(Self {
            most: MOST_TRIALS / categories.len() as u64,
            categories,
            labels: Labels::default(),
            keys: Vec::new(),
            index: HashTable::new(),
            table: Vec::new(),
            missing: Vec::new(),
            order: None,
        })
    }

    /// The same, keeping the order of the trials that are put into it one by one.
    #[must_use]
    pub fn in_order(self) -> Self {
        Self { order: Some(Order::default()), ..self }
    }

    /// Whether the order of the trials is kept.
    #[must_use]
    pub fn keeps_order(&self) -> bool {
        self.order.is_some()
    }

    /// Puts a trial that was added into its place, where the order is kept: by its number, or after
    /// those before it.
    pub fn put(&mut self, row: usize, number: Option<u32>, category: u16) {
        if let Some(order) = &mut self.order {
            order.put(row, number, category);
        }
    }

    /// Takes a trial that was removed out of its place, where the order is kept.
    pub fn take_out(&mut self, row: usize, number: u32) {
        if let Some(order) = &mut self.order {
            order.take_back(row, number);
        }
    }

    /// Whether all trials have numbers or names, by which they stand in order.
    pub(crate) fn is_numbered(&self) -> bool {
        self.order.as_ref().is_some_and(Order::is_numbered)
    }

    /// Number and category of the trials of a row.
    ///
    /// # Errors
    /// The order was not kept.
    pub(crate) fn order(&self, row: usize) -> Result<&[(u32, u16)]> {
        self.order.as_ref().map(|order| order.row(row)).ok_or(Error::NoOrder)
    }

    /// The categories' names.
    #[must_use]
    pub fn categories(&self) -> &[String] {
        &self.categories
    }

    /// How many questions, each of each task and model.
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
        self.keys.iter().zip(self.table.chunks_exact(self.categories.len())).zip(&self.missing).map(
            |((&[model, task, question], counts), &missing)| Question {
                model: self.labels.get(model),
                task: self.labels.get(task),
                question: self.labels.get(question),
                counts,
                missing,
            },
        )
    }

    /// The row of a question, new if need be.
    pub fn row(&mut self, model: &str, task: &str, question: &str) -> usize {
        let key = [model, task, question].map(|label| self.labels.intern(label));
        let hash = hash(&key);
        let keys = &self.keys;
        if let Some(&row) = self.index.find(hash, |&row| keys.get(row as usize) == Some(&key)) {
            return row as usize;
        }
        let row = self.keys.len();
        self.keys.push(key);
        let keys = &self.keys;
        #[expect(clippy::cast_possible_truncation, reason = "labels are numbered in 32 bits too")]
        self.index
            .insert_unique(hash, row as u32, |&row| keys.get(row as usize).map_or(0, self::hash));
        self.table.resize(self.table.len() + self.categories.len(), 0);
        self.missing.push(0);
        row
    }

    /// Adds outcomes of one category to a row.
    ///
    /// # Errors
    /// A count so large that a row's total might pass 2^53, where doubles cease to be exact.
    pub fn add(&mut self, row: usize, category: usize, outcomes: u64) -> Result<()> {
        let most = self.most;
        let count = self.table.get_mut(row * self.categories.len() + category);
        match count.map(|count| (count.checked_add(outcomes), count)) {
            Some((Some(sum), count)) if sum <= most => *count = sum,
            _ => return Err(self.overflow(row)),
        }
        Ok(())
    }

    /// Takes back one outcome that was added before.
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

    /// Notes trials without an outcome.
    ///
    /// # Errors
    /// More than 2^64 - 1 of them.
    pub fn add_missing(&mut self, row: usize, trials: u64) -> Result<()> {
        match self.missing.get_mut(row).map(|count| (count.checked_add(trials), count)) {
            Some((Some(sum), count)) => *count = sum,
            _ => return Err(self.overflow(row)),
        }
        Ok(())
    }

    /// Takes back one trial without an outcome.
    pub fn remove_missing(&mut self, row: usize) {
        if let Some(count) = self.missing.get_mut(row) {
            *count = count.saturating_sub(1);
        }
    }

    /// Adds other counts to these.
    ///
    /// # Errors
    /// As [`Self::merge_all`].
    pub fn merge(&mut self, other: &Self) -> Result<()> {
        self.merge_all(&[other])
    }

    /// Adds several other counts to these. Categories are matched by name: of all lists the longest
    /// is that of the sum, and one that lacks names of it has counted 0 of those.
    ///
    /// # Errors
    /// A list of categories that is not part of the longest, in its order; counts beyond 2^53.
    pub fn merge_all(&mut self, others: &[&Self]) -> Result<()> {
        let longest = others.iter().map(|other| &other.categories).max_by_key(|names| names.len());
        if let Some(names) = longest.filter(|names| names.len() > self.categories.len()) {
            let mut wider = Self::new(names.clone())?;
            wider.order = self.order.as_ref().map(|_| Order::default());
            wider.take(self)?;
            *self = wider;
        }
        others.iter().try_for_each(|other| self.take(other))
    }

    /// Adds counts over the same categories or some of them.
    fn take(&mut self, other: &Self) -> Result<()> {
        let mut names = (0..).zip(&self.categories);
        let mut place = |name| names.find(|(_, own)| *own == name).map(|(category, _)| category);
        let places: Option<Vec<usize>> = other.categories.iter().map(&mut place).collect();
        let places = places.ok_or_else(|| Error::Categories {
            left: self.categories.join(", "),
            right: other.categories.join(", "),
        })?;
        if other.order.is_none() {
            self.order = None;
        }
        for (from, question) in other.iter().enumerate() {
            let row = self.row(question.model, question.task, question.question);
            if let (Some(order), Some(others)) = (&mut self.order, &other.order) {
                // Trials of one question in two counts: nobody knows which came first.
                if !order.row(row).is_empty() && !others.row(from).is_empty() {
                    self.order = None;
                } else {
                    order.extend(row, others.row(from), &places);
                }
            }
            for (&category, &outcomes) in places.iter().zip(question.counts) {
                self.add(row, category, outcomes)?;
            }
            self.add_missing(row, question.missing)?;
        }
        Ok(())
    }

    /// The questions for which `keep` holds, as counts of their own.
    ///
    /// # Errors
    /// None in practice: every count was there before.
    pub fn filter(&self, keep: impl Fn(&Question<'_>) -> bool) -> Result<Self> {
        let mut kept = Self::new(self.categories.clone())?;
        kept.order = self.order.as_ref().map(|_| Order::default());
        for (old, question) in self.iter().enumerate().filter(|(_, question)| keep(question)) {
            let row = kept.row(question.model, question.task, question.question);
            if let Some(order) = &self.order {
                for &(number, category) in order.row(old) {
                    kept.put(row, Some(number), category);
                }
            }
            for (category, &outcomes) in question.counts.iter().enumerate() {
                kept.add(row, category, outcomes)?;
            }
            kept.add_missing(row, question.missing)?;
        }
        Ok(kept)
    }

    /// The same counts of one model, under another name.
    ///
    /// # Errors
    /// Counts of several models, or of none.
    pub fn renamed(&self, name: &str) -> Result<Self> {
        let models = self.models();
        if models.len() != 1 {
            return Err(Error::Models { count: models.len(), names: models.join(", ") });
        }
        let mut renamed = Self::new(self.categories.clone())?;
        renamed.order = self.order.as_ref().map(|_| Order::default());
        for (old, question) in self.iter().enumerate() {
            let row = renamed.row(name, question.task, question.question);
            for &(number, category) in self.order.as_ref().map_or(&[][..], |order| order.row(old)) {
                renamed.put(row, Some(number), category);
            }
            for (category, &outcomes) in question.counts.iter().enumerate() {
                renamed.add(row, category, outcomes)?;
            }
            renamed.add_missing(row, question.missing)?;
        }
        Ok(renamed)
    }

    /// The models, in order of appearance.
    #[must_use]
    pub fn models(&self) -> Vec<&str> {
        let mut seen = std::collections::BTreeSet::new();
        self.iter().map(|question| question.model).filter(|model| seen.insert(*model)).collect()
    }

    /// Leaves a category out if it is empty and two others remain.
    pub fn drop_empty(&mut self, category: usize) {
        let width = self.categories.len();
        let mut column = self.table.iter().skip(category).step_by(width);
        if width < 3 || category >= width || column.any(|&count| count > 0) {
            return;
        }
        self.categories.remove(category);
        if let Some(order) = &mut self.order {
            order.drop_category(category);
        }
        let mut place = 0;
        self.table.retain(|_| {
            place += 1;
            (place - 1) % width != category
        });
    }

    /// Count states of the questions that have an observed trial.
    #[must_use]
    pub fn states(&self) -> States {
        states(self.categories.len(), self.observed())
    }

    /// The questions that have an observed trial, in order.
    pub fn observed(&self) -> impl Iterator<Item = Question<'_>> {
        self.iter().filter(|question| question.trials() > 0)
    }

    fn overflow(&self, row: usize) -> Error {
        let question = self.keys.get(row).map_or("", |&[_, _, question]| self.labels.get(question));
        Error::CountOverflow { question: Place::Named(format!("question {question}")) }
    }
}

/// Equal when they hold the same counts under the same names, in whatever order.
impl PartialEq for Counts {
    fn eq(&self, other: &Self) -> bool {
        let sorted = |counts: &Self| {
            let mut rows: Vec<_> = counts
                .iter()
                .map(|q| {
                    (
                        q.model.to_owned(),
                        q.task.to_owned(),
                        q.question.to_owned(),
                        q.counts.to_vec(),
                        q.missing,
                    )
                })
                .collect();
            rows.sort_unstable();
            rows
        };
        self.categories == other.categories && sorted(self) == sorted(other)
    }
}

/// Count states of some questions; `shortest` counts along the iterator.
pub(crate) fn states<'a>(
    categories: usize,
    questions: impl Iterator<Item = Question<'a>>,
) -> States {
    let mut builder = Builder::new(categories);
    for question in questions {
        builder.push(question.counts);
    }
    builder.finish()
}

/// Strings numbered in the order in which they came, each kept once.
#[derive(Clone, Debug, Default)]
struct Labels {
    texts: Vec<Box<str>>,
    index: HashTable<u32>,
}

impl Labels {
    fn get(&self, label: u32) -> &str {
        self.texts.get(label as usize).map_or("", |text| text)
    }

    fn intern(&mut self, text: &str) -> u32 {
        let hash = hash(text);
        let texts = &self.texts;
        let same = |&label: &u32| texts.get(label as usize).is_some_and(|known| **known == *text);
        if let Some(&label) = self.index.find(hash, same) {
            return label;
        }
        #[expect(clippy::cast_possible_truncation, reason = "2^32 labels need over 100 GB")]
        let label = self.texts.len() as u32;
        self.texts.push(text.into());
        let texts = &self.texts;
        self.index.insert_unique(hash, label, |&label| {
            texts.get(label as usize).map_or(0, |text| self::hash(&**text))
        });
        label
    }
}

fn hash<T: std::hash::Hash + ?Sized>(value: &T) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(value)
}
