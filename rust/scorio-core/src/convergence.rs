//! How a ranking of models settles as trials are added (section 3.3 of arXiv:2510.04265).
//!
//! Trials are drawn again from those observed, many times. In every replicate and for every n the
//! models are ranked by their first n trials, and that ranking is compared with the gold one by
//! Kendall's τ-b. Convergence@n is the smallest n from which on they are the same.

mod course;
mod measure;
mod order;
mod outcomes;
mod state;
#[cfg(test)]
mod tests;

use ndarray::ArrayView2;

pub use course::Course;
pub use measure::Measure;
pub use outcomes::{Outcomes, Scheme};

use crate::error::{Error, Result};
use crate::normal::one_sided_quantile;
use crate::random::Replicates;
use crate::rank;
use crate::weights::Weights;
use course::{Slowest, Sums};
use measure::{MOST_ENTRIES, Prepared, Work};
use order::Order;
use outcomes::Trial;
use state::State;

/// What is studied.
pub struct Study {
    outcomes: Outcomes,
    prior: Option<Outcomes>,
    scheme: Scheme,
    seed: u64,
    threshold: Option<f64>,
    measures: Vec<Prepared>,
    gold: Vec<Order>,
    /// What a trial in each category gains of the mean score, and its square.
    gains: Vec<(f64, f64)>,
    /// What the models gain in each trial of the first set.
    gained: Vec<f64>,
}

/// What a study is of.
#[derive(Clone, Copy, Debug)]
pub struct Choices<'a> {
    /// The metrics.
    pub measures: &'a [Measure],
    /// Scores of the models that rank them, for all sets or for each; without them they are ranked by
    /// their mean scores over all trials.
    pub gold: Option<ArrayView2<'a, f64>>,
    /// The weights of the mean scores that rank them; without them those of the metrics, or (0, 1).
    pub weights: Option<&'a Weights>,
    /// How replicates are had.
    pub scheme: Scheme,
    /// If given, neighbours that it does not separate share a rank (section 2.9), in the gold ranking
    /// too if it is of the trials.
    pub confidence: Option<f64>,
    /// Of the replicates.
    pub seed: u64,
}

impl Study {
    /// Prepares a study. `prior` holds outcomes of the same questions that `bayes` starts from; `work`
    /// says who prepares it.
    ///
    /// # Errors
    /// Fewer than two models; no metric; arrays that do not fit together; a gold score that is not
    /// finite, or a gold ranking that ties all models; a confidence outside (0, 1); a prior of
    /// other metrics than `bayes`; whatever the metrics refuse; work that was ended.
    pub fn new(
        outcomes: Outcomes,
        prior: Option<Outcomes>,
        choices: Choices<'_>,
        work: &Replicates<'_>,
    ) -> Result<Self> {
        let Choices { measures, gold, weights, scheme, confidence, seed } = choices;
        if outcomes.models() < 2 {
            return Err(Error::OneModel { models: outcomes.models() });
        }
        if measures.is_empty() {
            return Err(Error::NoMetrics);
        }
        if let Some(prior) = &prior {
            fits(prior, &outcomes)?;
            let names = || measures.iter().map(Measure::name);
            if let Some(name) = names().find(|&name| name == "avg") {
                return Err(Error::NoPrior { metric: name.to_owned() });
            }
            if !names().any(|name| name == "bayes") {
                return Err(Error::NoPrior { metric: "add it to the metrics".to_owned() });
            }
        }
        let threshold = confidence.map(one_sided_quantile).transpose()?;
        let mut room = MOST_ENTRIES;
        let mut prepare =
            |measure: &Measure| measure.prepared(&outcomes, threshold.is_some(), &mut room, work);
        let prepared = measures.iter().map(&mut prepare).collect::<Result<Vec<_>>>()?;
        let weights = weights.or_else(|| measures.iter().find_map(Measure::weights));
        let mean = prepare(&Measure::mean(weights, outcomes.categories())?)?;
        let gains = match &mean.work {
            Work::Mean(gains) => gains.gains.iter().map(|&w| (w, w * w)).collect(),
            Work::Tables(_) => Vec::new(),
        };
        let mut study = Self {
            outcomes,
            prior,
            scheme,
            seed,
            threshold,
            measures: prepared,
            gold: Vec::new(),
            gains,
            gained: Vec::new(),
        };
        let sets = 0..study.outcomes.sets();
        study.gold = match gold {
            Some(scores) => study.given(scores)?,
            None => sets.map(|set| study.observed(&mean, set)).collect(),
        };
        if study.gold.iter().any(Order::is_flat) {
            return Err(Error::FlatGold);
        }
        if scheme == Scheme::Column {
            let rows = 0..study.outcomes.trials();
            study.gained = rows.flat_map(|t| study.gains_of(study.outcomes.row(0, t))).collect();
        }
        Ok(study)
    }

    /// What every model gains in a trial.
    fn gains_of(&self, row: &[u8]) -> Vec<f64> {
        let mut gains = vec![0.0; self.outcomes.models()];
        state::add_gains(&self.gains, row, self.outcomes.questions(), &mut gains);
        gains
    }

    /// Whether a gold ranking ties some models.
    #[must_use]
    pub fn gold_has_ties(&self) -> bool {
        self.gold.iter().any(Order::has_ties)
    }

    fn given(&self, scores: ArrayView2<'_, f64>) -> Result<Vec<Order>> {
        let (sets, models) = scores.dim();
        let fit = |left_size, right_size, axis| {
            let error = Error::Shape { left: "gold", left_size, right: "R", right_size, axis };
            if left_size == right_size { Ok(()) } else { Err(error) }
        };
        fit(models, self.outcomes.models(), "models")?;
        if sets != 1 {
            fit(sets, self.outcomes.sets(), "sets of matrices")?;
        }
        let order = |scores: ndarray::ArrayView1<'_, f64>| {
            let scores = scores.to_vec();
            match scores.iter().copied().enumerate().find(|(_, score)| !score.is_finite()) {
                Some((index, value)) => Err(Error::Unrankable { name: "gold", index, value }),
                None => Ok(Order::new(&scores, 0.0)),
            }
        };
        scores.outer_iter().map(order).collect()
    }

    /// The ranking by all trials of a set.
    fn observed(&self, mean: &Prepared, set: usize) -> Order {
        let mut state = State::new(self, None, set);
        for trial in 0..self.outcomes.trials() {
            state.add(Trial::Observed(set, trial));
        }
        let tolerance = state.rank(mean, self.outcomes.trials());
        Order::new(&state.scores, tolerance)
    }

    fn set_of(&self, replicate: u64) -> usize {
        match self.scheme {
            Scheme::Given => usize::try_from(replicate).unwrap_or(usize::MAX),
            _ => 0,
        }
    }

    fn gold_of(&self, set: usize) -> Option<&Order> {
        self.gold.get(set).or_else(|| self.gold.first())
    }

    /// Follows every metric through the replicates.
    ///
    /// # Errors
    /// No replicate; more than there are sets, where they are given; work that was ended.
    pub fn run(&self, replicates: &Replicates<'_>) -> Result<Vec<Course>> {
        let sets = self.outcomes.sets() as u64;
        if self.scheme == Scheme::Given && replicates.count > sets {
            return Err(Error::TooFewSets { sets, replicates: replicates.count });
        }
        let add = |sums: &mut Vec<Sums>, piece: Vec<Sums>| match sums.as_slice() {
            [] => *sums = piece,
            _ => sums.iter_mut().zip(&piece).for_each(|(sum, other)| sum.add_all(other)),
        };
        let sums = replicates.fold(Vec::new(), |range| Ok(self.piece(range)), add)?;
        let courses = sums.into_iter().zip(&self.measures);
        Ok(courses.map(|(sums, measure)| sums.course(measure.start, replicates.count)).collect())
    }

    fn piece(&self, range: std::ops::Range<u64>) -> Vec<Sums> {
        let trials = self.outcomes.trials();
        let length = |measure: &Prepared| trials + 1 - measure.start;
        let mut sums: Vec<_> = self.measures.iter().map(|m| Sums::new(length(m))).collect();
        let mut state = State::new(self, self.prior.as_ref(), 0);
        let mut sorted = Vec::new();
        for replicate in range {
            let set = self.set_of(replicate);
            let Some(gold) = self.gold_of(set) else { continue };
            state.restart(set);
            // For each metric, the last n at which its ranking was another, and at how many.
            let mut lasts = vec![(0, 0); self.measures.len()];
            let mut draw = self.outcomes.draw(self.scheme, self.seed, replicate);
            for n in 1..=trials {
                state.add(draw.next());
                for ((measure, sums), last) in self.measures.iter().zip(&mut sums).zip(&mut lasts) {
                    if n < measure.start {
                        continue;
                    }
                    let tolerance = state.rank(measure, n);
                    let agreement = gold.agreement(&state.scores, tolerance, &mut sorted);
                    sums.add(n - measure.start, agreement.tau);
                    if !agreement.same {
                        *last = (n, last.1 + 1);
                    }
                }
            }
            for ((measure, sums), (last, differing)) in
                self.measures.iter().zip(&mut sums).zip(lasts)
            {
                sums.settle(last.max(measure.start - 1) + 1 - measure.start);
                sums.slower(Slowest { at: last, differing, replicate });
            }
        }
        sums
    }

    /// The ranks of the models in one replicate, for every n from the metric's first one:
    /// competition ranks, or with a confidence dense ones.
    ///
    /// # Errors
    /// No such metric or replicate.
    pub fn trajectory(&self, measure: usize, replicate: u64) -> Result<Vec<Vec<usize>>> {
        let known = self.measures.get(measure).filter(|_| self.has(replicate));
        let measure = known.ok_or(Error::NoReplicate { replicate })?;
        let mut state = State::new(self, self.prior.as_ref(), self.set_of(replicate));
        let mut draw = self.outcomes.draw(self.scheme, self.seed, replicate);
        let mut ranks = Vec::new();
        for n in 1..=self.outcomes.trials() {
            state.add(draw.next());
            if n >= measure.start {
                let tolerance = state.rank(measure, n);
                ranks.push(match self.threshold {
                    Some(_) => rank::dense(&state.scores)?,
                    None => competition(&state.scores, tolerance),
                });
            }
        }
        Ok(ranks)
    }

    /// The categories of a replicate, by trial, model and question.
    ///
    /// # Errors
    /// No such replicate.
    pub fn replicate(&self, replicate: u64) -> Result<Vec<u8>> {
        if !self.has(replicate) {
            return Err(Error::NoReplicate { replicate });
        }
        let mut draw = self.outcomes.draw(self.scheme, self.seed, replicate);
        let mut drawn = Vec::with_capacity(self.outcomes.trials() * self.outcomes.cells());
        for _ in 0..self.outcomes.trials() {
            match draw.next() {
                Trial::Observed(set, trial) => drawn.extend(self.outcomes.row(set, trial)),
                Trial::Mixed(row) => drawn.extend(row),
            }
        }
        Ok(drawn)
    }

    fn has(&self, replicate: u64) -> bool {
        self.scheme != Scheme::Given || replicate < self.outcomes.sets() as u64
    }
}

/// Refuses prior outcomes of other sets, models or questions.
fn fits(prior: &Outcomes, outcomes: &Outcomes) -> Result<()> {
    let sizes = |o: &Outcomes| [o.sets(), o.models(), o.questions()];
    let axes = ["sets of matrices", "models", "rows (questions)"];
    for ((left_size, right_size), axis) in sizes(prior).into_iter().zip(sizes(outcomes)).zip(axes) {
        if left_size != right_size {
            return Err(Error::Shape { left: "R0", left_size, right: "R", right_size, axis });
        }
    }
    Ok(())
}

/// Competition ranks of scores that are equal where they are no further apart than `tolerance`.
fn competition(scores: &[f64], tolerance: f64) -> Vec<usize> {
    let above = |score: &f64| scores.iter().filter(|&other| other - score > tolerance).count();
    scores.iter().map(|score| above(score) + 1).collect()
}
