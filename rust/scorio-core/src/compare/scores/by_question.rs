//! The plain scores of all models on all questions.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::scoring::Numbers;
use crate::counts::counts::Counts;
use crate::counts::question::Question;
use crate::error::Result;
use crate::judge::error::JudgeError;
use crate::judge::legend::Legend;
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
            if Legend::of(counts.categories())?.is_some() {
                return Err(JudgeError::Question.into());
            }
            default = Weights::default_of(counts)?;
            &default
        };
        weights.require(counts.categories().len())?;
        let none = vec![0.0; weights.categories()];
        // Many questions have the same counts.
        let mut known: HashMap<&[u64], f64, FxBuildHasher> = HashMap::default();
        Self::of(counts, |one| {
            *known.entry(one.counts).or_insert_with(|| {
                let average = Scale::Avg.question(one.counts, weights.scaled(), &none).0;
                weights.unscale(average).value()
            })
        })
    }

    /// The means of numeric scores. A question of weight 0 is left out.
    ///
    /// # Errors
    /// A question has no weight, but others have one, or all weights are 0.
    pub fn of_sums(sums: &Sums) -> Result<Self> {
        let numbers = Numbers::new(sums)?;
        Self::of(sums.trials(), |one| scaled(numbers.mean(one), -numbers.shift()).value())
    }

    fn of<'a>(counts: &'a Counts, mut mean: impl FnMut(&Question<'a>) -> f64) -> Result<Self> {
        let (mut models, mut questions) = (Appearances::default(), Appearances::default());
        let mut cells = Vec::with_capacity(counts.len());
        counts.each_scored(|[model, task, score, name], one| {
            let row = models.place([model, 0, 0], || one.model.to_owned());
            let named = || (one.score.to_owned(), one.task.to_owned(), one.question.to_owned());
            cells.push((row, questions.place([score, task, name], named), mean(&one)));
        })?;
        let width = questions.names.len();
        let mut values = vec![f64::NAN; models.names.len() * width];
        for (model, place, value) in cells {
            if let Some(cell) = values.get_mut(model * width + place) {
                *cell = value;
            }
        }
        Ok(Self { models: models.names, questions: questions.names, values })
    }
}

/// Labels in order of appearance with their names, and the place of each.
struct Appearances<N> {
    labels: Vec<[u32; 3]>,
    names: Vec<N>,
    known: HashMap<[u32; 3], usize, FxBuildHasher>,
    last: usize,
}

impl<N> Default for Appearances<N> {
    fn default() -> Self {
        Self { labels: Vec::new(), names: Vec::new(), known: HashMap::default(), last: 0 }
    }
}

impl<N> Appearances<N> {
    /// The place of labels, which are most often the last ones or the next.
    fn place(&mut self, labels: [u32; 3], name: impl FnOnce() -> N) -> usize {
        let mut near = [self.last, self.last + 1].into_iter();
        let found = near.find(|&place| self.labels.get(place) == Some(&labels));
        self.last = found.unwrap_or_else(|| {
            let new = self.names.len();
            let place = *self.known.entry(labels).or_insert(new);
            if place == new {
                self.labels.push(labels);
                self.names.push(name());
            }
            place
        });
        self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::question::Key;

    #[test]
    fn every_value_is_the_average_of_its_own_counts() {
        let mut counts = Counts::new(vec!["0".to_owned(), "1".to_owned()]).unwrap();
        // The second model has the questions in another order, and lacks some.
        for (model, step, number) in [("a", 1, 12), ("b", 5, 9), ("c", 7, 12)] {
            for place in (0..number).map(|place| place * step % 12) {
                let task = if place < 5 { "s" } else { "t" };
                let question = format!("q{}", place % 7);
                let row = counts.row_of(Key { model, task, score: "", question: &question });
                counts.add(row, 0, place % 3).unwrap();
                counts.add(row, 1, step).unwrap();
            }
        }
        let found = QuestionScores::of_counts(&counts, None).unwrap();
        assert_eq!(found.models, ["a", "b", "c"]);
        assert_eq!(found.questions.len(), 12);
        let mut cells = found.values.iter();
        for model in &found.models {
            for (score, task, question) in &found.questions {
                let is_own = |one: &Question<'_>| {
                    [one.model, one.score, one.task, one.question]
                        == [model, score, task, question].map(String::as_str)
                };
                let own = counts.iter().find(is_own);
                let plain = own.map(|one| one.counts[1] as f64 / one.trials() as f64);
                let value = *cells.next().unwrap();
                assert_eq!(plain, Some(value).filter(|value| !value.is_nan()));
            }
        }
    }
}
