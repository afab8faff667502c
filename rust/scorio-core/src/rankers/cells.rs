//! Cells: successes and trials of each model on each question.

use std::collections::BTreeMap;
use std::sync::Arc;

use ndarray::{ArrayView3, Axis};

use super::error::RankersError;
use super::packed::{self, Packed};
use crate::counts::counts::Counts;
use crate::counts::error::CountsError;
use crate::counts::limits::MOST_TRIALS;
use crate::counts::place::Place;
use crate::error::Result;
use crate::metric::weights::Weights;
use crate::tally::entry::Outcome;
use crate::tally::error::TallyError;
use crate::tally::matrix::{Matrix, Missing};

/// Successes and trials of L models on M questions.
///
/// A model may lack a question, and numbers of trials may differ. An outcome of weight w counts as
/// the part w of a success.
#[derive(Clone, Debug, PartialEq)]
pub struct Cells {
    models: Arc<[String]>,
    questions: usize,
    successes: Vec<f64>,
    trials: Vec<f64>,
    /// The unit of each question that is drawn as a whole.
    units: Vec<usize>,
    clustered: bool,
    /// The successes as small numbers, if all cells have as many trials and they are whole.
    small: Option<Vec<i16>>,
}

impl Cells {
    /// The cells of L models from their successes and trials, model by model.
    ///
    /// # Errors
    /// - There are fewer than two models, or no questions.
    /// - A model has no trial.
    pub(crate) fn new(models: Vec<String>, successes: Vec<f64>, trials: Vec<f64>) -> Result<Self> {
        let count = models.len();
        if count < 2 {
            return Err(RankersError::TooFewModels { models: count }.into());
        }
        let questions = trials.len() / count;
        if questions == 0 || successes.len() != trials.len() {
            return Err(RankersError::NoQuestions.into());
        }
        for (model, line) in models.iter().zip(trials.chunks(questions)) {
            if line.iter().all(|&trials| trials == 0.0) {
                return Err(RankersError::NoTrials { model: model.clone() }.into());
            }
        }
        let units = (0..questions).collect();
        let complete = trials.iter().all(|one| Some(one) == trials.first());
        let small = if complete { packed::small(&successes) } else { None };
        let models = models.into();
        Ok(Self { models, questions, successes, trials, units, clustered: false, small })
    }

    /// The cells of counts with one score. Questions of all tasks count alike.
    ///
    /// # Errors
    /// - There are several scores, or questions have weights.
    /// - A weight of a category is outside [0, 1], or weights and categories differ in number.
    /// - There are fewer than two models, or a model has no trial.
    pub fn of_counts(counts: &Counts, weights: Option<&Weights>) -> Result<Self> {
        counts.require_one_score()?;
        if counts.has_weights() {
            return Err(RankersError::Weighted.into());
        }
        let default;
        let weights = if let Some(weights) = weights {
            weights
        } else {
            default = Weights::default_of(counts)?;
            &default
        };
        weights.require(counts.categories().len())?;
        let values = weights.values();
        for (category, &weight) in counts.categories().iter().zip(&values) {
            if !(0.0..=1.0).contains(&weight) {
                let category = category.clone();
                return Err(RankersError::CategoryWeight { category, weight }.into());
            }
        }
        let mut models: BTreeMap<&str, usize> = BTreeMap::new();
        let mut questions: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        let mut names = Vec::new();
        for question in counts.observed() {
            let (next, after) = (models.len(), questions.len());
            models.entry(question.model).or_insert_with(|| {
                names.push(question.model.to_owned());
                next
            });
            questions.entry((question.task, question.question)).or_insert(after);
        }
        let mut successes = vec![0.0; names.len() * questions.len()];
        let mut trials = successes.clone();
        for one in counts.observed() {
            let name = (one.task, one.question);
            let (Some(&model), Some(&question)) = (models.get(one.model), questions.get(&name))
            else {
                continue;
            };
            let place = model * questions.len() + question;
            successes[place] = one.counts.iter().zip(&values).map(|(&n, w)| n as f64 * w).sum();
            trials[place] = one.trials() as f64;
        }
        Self::new(names, successes, trials)
    }

    /// The cells of an array of 0 and 1: models × questions × trials. Models are named by number.
    ///
    /// # Errors
    /// - The array is empty, or there are fewer than two models.
    /// - An entry is neither 0 nor 1, or is missing, under [`Missing::Error`].
    pub fn of_array<T: Outcome>(array: ArrayView3<'_, T>, missing: Missing) -> Result<Self> {
        Self::of_named(array, missing, &numbered(array.dim().0))
    }

    /// The same with names of the models.
    ///
    /// # Errors
    /// As [`Self::of_array`], and there are more or fewer names than models.
    pub fn of_named<T: Outcome>(
        array: ArrayView3<'_, T>,
        missing: Missing,
        names: &[String],
    ) -> Result<Self> {
        let (models, questions, trials) = array.dim();
        require_names(names, models)?;
        if models == 0 || questions == 0 || trials == 0 {
            return Err(RankersError::Empty { models, questions, trials }.into());
        }
        let mut successes = Vec::with_capacity(models * questions);
        let mut totals = Vec::with_capacity(models * questions);
        for (model, entries) in array.axis_iter(Axis(0)).enumerate() {
            let matrix = Matrix { name: "R", entries };
            for row in 0..questions {
                let mut counts = [0; 2];
                matrix
                    .count_row(row, missing, &mut counts)
                    .map_err(|error| RankersError::Entry { model, trials, error })?;
                successes.push(counts[1] as f64);
                totals.push((counts[0] + counts[1]) as f64);
            }
        }
        Self::new(names.to_vec(), successes, totals)
    }

    /// The cells of a table of counts: models × questions × categories, which are worth their
    /// weights. Without weights there are two categories, failures and successes. Without names
    /// models are named by number.
    ///
    /// # Errors
    /// - The table is empty, or there are fewer than two models.
    /// - An entry is not a whole number from 0, or those of a question add up to more than 2^53.
    /// - A weight is outside [0, 1], or weights and categories differ in number.
    /// - There are more or fewer names than models.
    pub fn of_table<T: Outcome>(
        table: ArrayView3<'_, T>,
        weights: Option<&Weights>,
        names: Option<&[String]>,
    ) -> Result<Self> {
        let (models, questions, categories) = table.dim();
        let names = names.map_or_else(|| numbered(models), <[String]>::to_vec);
        require_names(&names, models)?;
        if models == 0 || questions == 0 || categories == 0 {
            let trials = categories;
            return Err(RankersError::Empty { models, questions, trials }.into());
        }
        let values = weights.map_or_else(|| Weights::binary().values(), Weights::values);
        weights.unwrap_or(&Weights::binary()).require(categories)?;
        for (category, &weight) in values.iter().enumerate() {
            if !(0.0..=1.0).contains(&weight) {
                let category = category.to_string();
                return Err(RankersError::CategoryWeight { category, weight }.into());
            }
        }
        let mut successes = Vec::with_capacity(models * questions);
        let mut totals = Vec::with_capacity(models * questions);
        for (model, rows) in table.axis_iter(Axis(0)).enumerate() {
            for (row, entries) in rows.outer_iter().enumerate() {
                let (mut total, mut worth) = (0_u64, 0.0);
                for (column, (&entry, weight)) in entries.iter().zip(&values).enumerate() {
                    let wrong = || {
                        let error = TallyError::Count { row, column, value: entry.text() };
                        RankersError::Entry { model, trials: categories, error }
                    };
                    let count = entry.category().ok_or_else(wrong)? as u64;
                    total = total.saturating_add(count);
                    worth += count as f64 * weight;
                }
                if total > MOST_TRIALS {
                    return Err(CountsError::Overflow { question: Place::Row(row) }.into());
                }
                successes.push(worth);
                totals.push(total as f64);
            }
        }
        Self::new(names, successes, totals)
    }

    /// The same, where questions of one cluster are drawn together.
    ///
    /// # Errors
    /// There are more or fewer labels than questions.
    pub fn clustered(mut self, labels: &[String]) -> Result<Self> {
        let sizes = (("cluster", labels.len()), ("R", self.questions));
        crate::check::same_size(sizes.0, sizes.1, "entries, one for each question")?;
        self.draw_together(labels.iter());
        Ok(self)
    }

    fn draw_together<K: Ord>(&mut self, labels: impl Iterator<Item = K>) {
        let mut known = BTreeMap::new();
        self.units = labels
            .map(|label| {
                let next = known.len();
                *known.entry(label).or_insert(next)
            })
            .collect();
        self.clustered = true;
    }

    /// The same, where questions of one cluster of the counts are drawn together, or of one task.
    /// A question without a cluster stands alone.
    ///
    /// # Errors
    /// No question has a cluster.
    pub fn clustered_as(mut self, counts: &Counts, by_task: bool) -> Result<Self> {
        if !by_task && !counts.has_clusters() {
            return Err(RankersError::Unclustered.into());
        }
        let mut labels: BTreeMap<(&str, &str), (Option<&str>, usize)> = BTreeMap::new();
        let mut order = Vec::new();
        for one in counts.observed() {
            let cluster = if by_task { Some(one.task) } else { one.cluster };
            let (name, next) = ((one.task, one.question), labels.len());
            labels.entry(name).or_insert_with(|| {
                order.push(name);
                // A question without a cluster has its own number.
                (cluster, if cluster.is_some() { 0 } else { next + 1 })
            });
        }
        self.draw_together(order.iter().filter_map(|name| labels.get(name)));
        Ok(self)
    }

    /// The names of the models.
    #[must_use]
    pub fn models(&self) -> &Arc<[String]> {
        &self.models
    }

    /// L.
    #[must_use]
    pub fn len(&self) -> usize {
        self.models.len()
    }

    /// Whether there are no models: never.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.models.is_empty()
    }

    /// M.
    #[must_use]
    pub fn questions(&self) -> usize {
        self.questions
    }

    /// Successes of a model by question.
    #[must_use]
    pub fn successes(&self, model: usize) -> &[f64] {
        let first = model * self.questions;
        self.successes.get(first..first + self.questions).unwrap_or_default()
    }

    /// Trials of a model by question. 0 means that the model was not asked.
    #[must_use]
    pub fn trials(&self, model: usize) -> &[f64] {
        let first = model * self.questions;
        self.trials.get(first..first + self.questions).unwrap_or_default()
    }

    /// Questions of which a model has trials.
    #[must_use]
    pub fn asked(&self, model: usize) -> usize {
        self.trials(model).iter().filter(|&&trials| trials > 0.0).count()
    }

    /// Whether all models have equally many trials of all questions.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let first = self.trials.first();
        self.trials.iter().all(|trials| Some(trials) == first)
    }

    /// Whether each outcome is a success or a failure, and none is part of a success.
    pub(crate) fn are_whole(&self) -> bool {
        self.small.is_some() || self.successes.iter().all(|one| one.fract() == 0.0)
    }

    /// Whether no model has more than one trial of a question.
    pub(crate) fn are_single(&self) -> bool {
        self.trials.iter().all(|&one| one <= 1.0)
    }

    /// The unit of each question that is drawn as a whole: itself, or its cluster.
    pub(crate) fn units(&self) -> &[usize] {
        &self.units
    }

    /// Number of units.
    #[must_use]
    pub fn unit_count(&self) -> usize {
        self.units.iter().max().map_or(0, |most| most + 1)
    }

    /// `question` or `cluster`.
    #[must_use]
    pub fn unit(&self) -> &'static str {
        if self.clustered { "cluster" } else { "question" }
    }

    /// The cells with each question as often as `times` says.
    pub(crate) fn drawn(&self, times: &[f64]) -> Self {
        let places: Vec<usize> = times
            .iter()
            .enumerate()
            .flat_map(|(question, &times)| std::iter::repeat_n(question, whole(times)))
            .collect();
        let take = |line: &[f64]| places.iter().map(|&place| line[place]).collect::<Vec<_>>();
        let all = |lines: fn(&Self, usize) -> &[f64]| {
            (0..self.len()).flat_map(|model| take(lines(self, model))).collect()
        };
        Self {
            models: Arc::clone(&self.models),
            questions: places.len(),
            successes: all(Self::successes),
            trials: all(Self::trials),
            units: (0..places.len()).collect(),
            clustered: false,
            small: None,
        }
    }

    /// The successes as small numbers, each question as often as `times` says, if they are that.
    pub(super) fn packed(&self, times: Option<&[f64]>) -> Option<Packed<'_>> {
        Packed::new(self.small.as_deref()?, self.questions, times)
    }
}

/// The numbers of models as their names.
fn numbered(models: usize) -> Vec<String> {
    (0..models).map(|model| model.to_string()).collect()
}

fn require_names(names: &[String], models: usize) -> Result<()> {
    let sizes = (("models", names.len()), ("R", models));
    Ok(crate::check::same_size(sizes.0, sizes.1, "entries, one for each model")?)
}

/// A whole number that a float holds.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count from 0")]
pub(crate) fn whole(number: f64) -> usize {
    number as usize
}
