//! The plain scores of all models on all questions.

use std::collections::BTreeMap;

use super::scoring::Numbers;
use crate::counts::counts::Counts;
use crate::counts::question::Question;
use crate::error::Result;
use crate::metric::mean::Scale;
use crate::metric::weights::Weights;
use crate::numeric::exact::scaled;
use crate::sums::sums::Sums;

/// The score of each model on each question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QuestionScores {
    /// Models with an outcome, in order of appearance.
    pub models: Vec<String>,
    /// Score, task and name of each question with an outcome, in order of appearance.
    pub questions: Vec<(String, String, String)>,
    /// A row of questions for each model. NaN where the model has no outcome.
    pub values: Vec<f64>,
}

impl QuestionScores {
    /// The plain averages of counts. A question of weight 0 is left out.
    ///
    /// # Errors
    /// - The weights do not fit the categories, or are needed.
    /// - A question has no weight, but others have one, or all weights are 0.
    pub fn of_counts(counts: &Counts, weights: Option<&Weights>) -> Result<Self> {
        let default;
        let weights = if let Some(weights) = weights {
            weights
        } else {
            default = Weights::default_of(counts)?;
            &default
        };
        weights.require(counts.categories().len())?;
        let none = vec![0.0; weights.categories()];
        Ok(Self::of(&counts.scored()?, |one| {
            let average = Scale::Avg.question(one.counts, weights.scaled(), &none).0;
            weights.unscale(average).value()
        }))
    }

    /// The means of numeric scores. A question of weight 0 is left out.
    ///
    /// # Errors
    /// A question has no weight, but others have one, or all weights are 0.
    pub fn of_sums(sums: &Sums) -> Result<Self> {
        let numbers = Numbers::new(sums)?;
        let mean = |one: &Question<'_>| scaled(numbers.mean(one), -numbers.shift()).value();
        Ok(Self::of(&sums.trials().scored()?, mean))
    }

    fn of(scored: &[Question<'_>], mean: impl Fn(&Question<'_>) -> f64) -> Self {
        let (mut models, mut questions) = (Appearances::default(), Appearances::default());
        let cells: Vec<_> = scored
            .iter()
            .map(|one| {
                let question = (one.score, one.task, one.question);
                (models.place(one.model), questions.place(question), mean(one))
            })
            .collect();
        let width = questions.names.len();
        let mut values = vec![f64::NAN; models.names.len() * width];
        for (model, place, value) in cells {
            if let Some(cell) = values.get_mut(model * width + place) {
                *cell = value;
            }
        }
        let named = |(score, task, name): (&str, &str, &str)| {
            (score.to_owned(), task.to_owned(), name.to_owned())
        };
        Self {
            models: models.names.into_iter().map(str::to_owned).collect(),
            questions: questions.names.into_iter().map(named).collect(),
            values,
        }
    }
}

/// Names in order of appearance, and the place of each.
struct Appearances<N> {
    names: Vec<N>,
    known: BTreeMap<N, usize>,
    last: usize,
}

impl<N> Default for Appearances<N> {
    fn default() -> Self {
        Self { names: Vec::new(), known: BTreeMap::new(), last: 0 }
    }
}

impl<N: Copy + Ord> Appearances<N> {
    /// The place of a name, which is most often the last one or the next.
    fn place(&mut self, name: N) -> usize {
        let mut near = [self.last, self.last + 1].into_iter();
        let found = near.find(|&place| self.names.get(place) == Some(&name));
        self.last = found.unwrap_or_else(|| {
            let new = self.names.len();
            let place = *self.known.entry(name).or_insert(new);
            if place == new {
                self.names.push(name);
            }
            place
        });
        self.last
    }
}
