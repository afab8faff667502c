//! Outcomes in the order of their trials, and replicates drawn from them.

use ndarray::{ArrayView4, Axis};
use rand::distr::{Distribution, Uniform};

use crate::check::CheckError;
use crate::convergence::error::ConvergenceError;
use crate::error::Result;
use crate::numeric::error::NumericError;
use crate::numeric::random::{Purpose, Stream, stream};
use crate::tally::entry::Outcome;
use crate::tally::error::TallyError;

/// How a replicate gets its trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Draws trial indices with replacement, the same for every model and question.
    Column,
    /// Draws outcomes with replacement, separately for every model and question.
    Row,
    /// Takes trials as they are: every set of matrices is one replicate.
    Given,
}

/// Categories of the trials of L models on the same M questions, in order. There may be several
/// sets.
#[derive(Clone, Debug)]
pub struct Outcomes {
    sets: usize,
    models: usize,
    questions: usize,
    trials: usize,
    categories: usize,
    /// By set, trial, model and question.
    categories_of: Vec<u8>,
}

impl Outcomes {
    /// Outcomes from an array of sets × models × questions × trials.
    ///
    /// # Errors
    /// - There is no entry.
    /// - There are fewer than two or more than 256 categories.
    /// - An entry is missing or not a category.
    pub fn new<T: Outcome>(
        name: &'static str,
        entries: ArrayView4<'_, T>,
        categories: usize,
    ) -> Result<Self> {
        let (sets, models, questions, trials) = entries.dim();
        if entries.is_empty() && name == "R" {
            return Err(CheckError::Empty { matrix: name, rows: questions, columns: trials }.into());
        }
        if !(2..=256).contains(&categories) {
            return Err(ConvergenceError::ManyCategories { categories }.into());
        }
        let mut categories_of = Vec::new();
        let memory = |_| NumericError::Memory { what: format!("{} outcomes", entries.len()) };
        categories_of.try_reserve_exact(entries.len()).map_err(memory)?;
        for (set, matrices) in entries.axis_iter(Axis(0)).enumerate() {
            for column in 0..trials {
                for (model, matrix) in matrices.axis_iter(Axis(0)).enumerate() {
                    for (row, &entry) in matrix.index_axis(Axis(1), column).iter().enumerate() {
                        let place = || match sets {
                            1 => format!("{name}[{model}]"),
                            _ => format!("{name}[{set}, {model}]"),
                        };
                        if entry.is_missing() {
                            let place = place();
                            return Err(ConvergenceError::Incomplete { place, row, column }.into());
                        }
                        let known = entry.category().filter(|&category| category < categories);
                        let Some(category) = known.and_then(|category| u8::try_from(category).ok())
                        else {
                            let (place, value) = (place(), entry.text());
                            let error = TallyError::Category {
                                matrix: name,
                                row,
                                column,
                                value,
                                categories,
                            };
                            return Err(ConvergenceError::Entry { place, error }.into());
                        };
                        categories_of.push(category);
                    }
                }
            }
        }
        Ok(Self { sets, models, questions, trials, categories, categories_of })
    }

    /// The number of sets of matrices.
    #[must_use]
    pub fn sets(&self) -> usize {
        self.sets
    }

    /// L, the number of models.
    #[must_use]
    pub fn models(&self) -> usize {
        self.models
    }

    /// M, the number of questions.
    #[must_use]
    pub fn questions(&self) -> usize {
        self.questions
    }

    /// N, the number of trials.
    #[must_use]
    pub fn trials(&self) -> usize {
        self.trials
    }

    /// C + 1, the number of categories.
    #[must_use]
    pub fn categories(&self) -> usize {
        self.categories
    }

    /// Models times questions.
    pub(super) fn cells(&self) -> usize {
        self.models * self.questions
    }

    /// The categories of every cell in one trial.
    pub(super) fn row(&self, set: usize, trial: usize) -> &[u8] {
        let first = (set * self.trials + trial) * self.cells();
        self.categories_of.get(first..first + self.cells()).unwrap_or(&[])
    }

    /// Draws a replicate.
    pub(super) fn draw(&self, scheme: Scheme, seed: u64, replicate: u64) -> Draw<'_> {
        let set = usize::try_from(replicate).unwrap_or(usize::MAX).min(self.sets - 1);
        Draw {
            outcomes: self,
            scheme,
            set: if scheme == Scheme::Given { set } else { 0 },
            stream: stream(seed, Purpose::Resampling, replicate),
            index: Uniform::new(0, u32::try_from(self.trials).unwrap_or(u32::MAX)).ok(),
            step: 0,
            row: Vec::new(),
        }
    }
}

/// One trial of a replicate.
#[derive(Clone, Copy)]
pub(super) enum Trial<'a> {
    /// An observed trial, by set and trial.
    Observed(usize, usize),
    /// A trial put together from several, as the categories of its cells.
    Mixed(&'a [u8]),
}

/// The trials of a replicate, one after another.
pub(super) struct Draw<'a> {
    outcomes: &'a Outcomes,
    scheme: Scheme,
    set: usize,
    stream: Stream,
    index: Option<Uniform<u32>>,
    step: usize,
    row: Vec<u8>,
}

impl Draw<'_> {
    fn index(&mut self) -> usize {
        self.index.map_or(0, |index| index.sample(&mut self.stream) as usize)
    }

    /// The next trial. There is always another one, except in given trials.
    pub(super) fn next(&mut self) -> Trial<'_> {
        let step = self.step;
        self.step += 1;
        match self.scheme {
            Scheme::Given => Trial::Observed(self.set, step),
            Scheme::Column => Trial::Observed(self.set, self.index()),
            Scheme::Row => {
                let cells = self.outcomes.cells();
                self.row.resize(cells, 0);
                let Self { outcomes, index, stream, row, .. } = self;
                let Some(index) = index else { return Trial::Mixed(&[]) };
                for (cell, category) in row.iter_mut().enumerate() {
                    let place = index.sample(stream) as usize * cells + cell;
                    *category = outcomes.categories_of.get(place).copied().unwrap_or(0);
                }
                Trial::Mixed(row)
            }
        }
    }
}
