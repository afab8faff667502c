//! The posterior of each question, from trials, earlier trials and a prior.

use std::collections::BTreeMap;

use crate::check;
use crate::error::Result;
use crate::metric::weights::Weights;
use crate::tally::{Matrix, Missing, Outcome};

/// What is known before the trials.
pub struct TailPrior<'a, T = i64> {
    /// Earlier trials of the same questions.
    pub known: Option<Matrix<'a, T>>,
    /// What an earlier trial counts, in [0, 1].
    pub eta: f64,
    /// The shapes of the Dirichlet prior: one, one for each category, or one for each question and
    /// category.
    pub shapes: &'a [f64],
}

/// Questions with the shapes of their Dirichlet posteriors. Categories of equal weight are one.
#[derive(Clone, Debug, PartialEq)]
pub struct TailBank {
    /// The distinct weights, ascending, each in [0, 1].
    pub(crate) scores: Vec<f64>,
    /// The different shapes, and how many questions have them.
    pub(crate) states: Vec<(Vec<f64>, u64)>,
    /// The state of each question.
    pub(crate) of_question: Vec<usize>,
}

impl TailBank {
    /// Posterior shapes prior + counts(R) + eta · counts(R0).
    ///
    /// # Errors
    /// - R is empty, has an entry that is no category, or a missing one.
    /// - A weight is outside [0, 1].
    /// - eta is outside [0, 1], a shape of the prior is not positive, or their number is wrong.
    /// - R0 has other questions than R.
    pub fn posterior<T: Outcome, K: Outcome>(
        matrix: &Matrix<'_, T>,
        weights: &Weights,
        prior: &TailPrior<'_, K>,
        missing: Missing,
    ) -> Result<Self> {
        check::share("eta", &[], prior.eta)?;
        let categories = weights.categories();
        let observed = matrix.row_counts(categories, missing)?;
        let questions = observed.len() / categories;
        let known = match &prior.known {
            Some(known) => {
                let sizes = (known.entries.nrows(), matrix.entries.nrows());
                check::same_size(("R0", sizes.0), ("R", sizes.1), "rows (questions)")?;
                if known.entries.ncols() == 0 {
                    vec![0; observed.len()]
                } else {
                    known.row_counts(categories, Missing::Error)?
                }
            }
            None => vec![0; observed.len()],
        };
        let shapes = prior.shapes;
        for (index, &shape) in shapes.iter().enumerate() {
            if !(shape > 0.0 && shape.is_finite()) {
                let (name, range) = ("prior".to_owned(), "positive and finite");
                let index = if shapes.len() == 1 { Vec::new() } else { vec![index] };
                return Err(check::CheckError::Range { name, index, value: shape, range }.into());
            }
        }
        if ![1, categories, questions * categories].contains(&shapes.len()) {
            check::same_size(("prior", shapes.len()), ("w", categories), "entries")?;
        }
        let shape = |place: usize| {
            let index = match shapes.len() {
                1 => 0,
                length if length == categories => place % categories,
                _ => place,
            };
            shapes.get(index).copied().unwrap_or(1.0)
        };
        let parameters: Vec<f64> = (observed.iter().zip(&known).enumerate())
            .map(|(place, (&one, &before))| shape(place) + one as f64 + prior.eta * before as f64)
            .collect();
        Self::grouped(&parameters, weights)
    }

    /// The observed counts themselves, without a prior.
    pub(crate) fn observed<T: Outcome>(
        matrix: &Matrix<'_, T>,
        weights: &Weights,
        missing: Missing,
    ) -> Result<Self> {
        let counts = matrix.row_counts(weights.categories(), missing)?;
        let counts: Vec<f64> = counts.into_iter().map(|count| count as f64).collect();
        Self::grouped(&counts, weights)
    }

    fn grouped(parameters: &[f64], weights: &Weights) -> Result<Self> {
        let values = weights.values();
        for (index, &value) in values.iter().enumerate() {
            check::share("w", &[index], value)?;
        }
        let mut scores: Vec<f64> = values.iter().map(|value| value + 0.0).collect();
        scores.sort_unstable_by(f64::total_cmp);
        scores.dedup();
        let group = |value: f64| scores.iter().take_while(|&&score| score < value).count();
        let places: Vec<usize> = values.iter().map(|&value| group(value)).collect();
        let mut numbers: BTreeMap<Vec<u64>, usize> = BTreeMap::new();
        let (mut states, mut of_question): (Vec<(Vec<f64>, u64)>, Vec<usize>) = Default::default();
        for row in parameters.chunks_exact(values.len()) {
            let mut shapes = vec![0.0; scores.len()];
            for (&place, &shape) in places.iter().zip(row) {
                if let Some(slot) = shapes.get_mut(place) {
                    *slot += shape;
                }
            }
            let bits = shapes.iter().map(|shape| shape.to_bits()).collect();
            let state = *numbers.entry(bits).or_insert_with(|| {
                states.push((shapes, 0));
                states.len() - 1
            });
            if let Some((_, count)) = states.get_mut(state) {
                *count += 1;
            }
            of_question.push(state);
        }
        Ok(Self { scores, states, of_question })
    }

    /// Number of questions.
    #[must_use]
    pub fn questions(&self) -> usize {
        self.of_question.len()
    }
}
