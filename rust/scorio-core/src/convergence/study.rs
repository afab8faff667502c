//! How a ranking of models settles as trials are added (section 3.3 of arXiv:2510.04265).
//!
//! Trials are drawn again from the observed trials, many times. In every replicate and for every n,
//! the first n trials rank the models. Kendall's τ-b compares that ranking with the reference ranking.
//! Convergence@n is the smallest n from which on both rankings are the same.

use ndarray::ArrayView2;

use super::course::{Course, CourseSums, Slowest};
use super::measure::{MOST_ENTRIES, Measure, Prepared, Work};
use super::outcomes::{Outcomes, Scheme, Trial};
use super::ranking::Ranking;
use super::setting::Setting;
use super::standings::{Standings, add_gains};
use crate::check;
use crate::convergence::error::ConvergenceError;
use crate::error::Result;
use crate::metric::weights::Weights;
use crate::numeric::normal::one_sided_quantile;
use crate::numeric::random::Replicates;
use crate::posterior::prior::Prior;
use crate::rank::ranks::{dense, refuse};

/// A prepared study of convergence.
pub struct Study {
    setting: Setting,
    gold: Vec<Ranking>,
}

/// What to study.
#[derive(Clone, Debug)]
pub struct Choices<'a> {
    /// The metrics.
    pub measures: &'a [Measure],
    /// Gold scores that rank the models, for all sets or for each set. Without them, the mean
    /// scores over all trials rank the models.
    pub gold: Option<ArrayView2<'a, f64>>,
    /// The weights of these mean scores. Without them, the weights of the metrics are used, or (0,
    /// 1).
    pub weights: Option<&'a Weights>,
    /// The prior of each question's outcomes.
    pub prior: Prior,
    /// How replicates get their trials.
    pub scheme: Scheme,
    /// If given, neighbours that it does not separate share a rank (section 2.9). This includes the
    /// reference ranking if it comes from the trials.
    pub confidence: Option<f64>,
    /// The seed of the replicates.
    pub seed: u64,
}

impl Study {
    /// Prepares a study.
    ///
    /// `known` holds earlier outcomes of the same questions, from which `bayes` starts. `work` does
    /// the preparation.
    ///
    /// # Errors
    /// - There are fewer than two models, or there is no metric.
    /// - The arrays do not fit together.
    /// - A gold score is not finite, or a reference ranking ties all models.
    /// - The confidence is outside (0, 1).
    /// - There are known outcomes, but another metric than `bayes`.
    /// - A metric cannot be prepared.
    /// - `work` stopped.
    pub fn new(
        outcomes: Outcomes,
        known: Option<Outcomes>,
        choices: Choices<'_>,
        work: &Replicates<'_>,
    ) -> Result<Self> {
        let Choices { measures, gold, weights, prior, scheme, confidence, seed } = choices;
        if outcomes.models() < 2 {
            return Err(ConvergenceError::OneModel { models: outcomes.models() }.into());
        }
        if measures.is_empty() {
            return Err(ConvergenceError::NoMetrics.into());
        }
        if let Some(known) = &known {
            fits(known, &outcomes)?;
            let names = || measures.iter().map(Measure::name);
            if let Some(name) = names().find(|&name| name == "avg") {
                return Err(ConvergenceError::OtherPrior { metric: name }.into());
            }
            if !names().any(|name| name == "bayes") {
                return Err(ConvergenceError::NeedlessPrior.into());
            }
        }
        let threshold =
            confidence.map(|level| one_sided_quantile("confidence", level)).transpose()?;
        let pseudo_counts = prior.pseudo_counts(outcomes.categories())?;
        let spread = threshold.map(|_| &prior);
        let mut left = MOST_ENTRIES;
        let mut prepare = |measure: &Measure| measure.prepared(&outcomes, spread, &mut left, work);
        let prepared = measures.iter().map(&mut prepare).collect::<Result<Vec<_>>>()?;
        let weights = weights.or_else(|| measures.iter().find_map(Measure::weights));
        let mean = prepare(&Measure::mean(weights, outcomes.categories())?)?;
        let gains = match &mean.work {
            Work::Mean(gains) => gains.gains.iter().map(|&w| (w, w * w)).collect(),
            Work::Tables(_) => Vec::new(),
        };
        let mut setting = Setting {
            outcomes,
            known,
            pseudo_counts,
            scheme,
            seed,
            threshold,
            measures: prepared,
            gains,
            gained: Vec::new(),
        };
        let gold = match gold {
            Some(scores) => given(&setting.outcomes, scores)?,
            None => {
                (0..setting.outcomes.sets()).map(|set| observed(&setting, &mean, set)).collect()
            }
        };
        if gold.iter().any(Ranking::is_flat) {
            return Err(ConvergenceError::FlatGold.into());
        }
        if scheme == Scheme::Column {
            let rows = 0..setting.outcomes.trials();
            let gained = rows.flat_map(|t| gains_of(&setting, setting.outcomes.row(0, t)));
            setting.gained = gained.collect();
        }
        Ok(Self { setting, gold })
    }

    /// Whether a reference ranking ties some models.
    #[must_use]
    pub fn gold_has_ties(&self) -> bool {
        self.gold.iter().any(Ranking::has_ties)
    }

    fn set_of(&self, replicate: u64) -> usize {
        match self.setting.scheme {
            Scheme::Given => usize::try_from(replicate).unwrap_or(usize::MAX),
            _ => 0,
        }
    }

    fn gold_of(&self, set: usize) -> Option<&Ranking> {
        self.gold.get(set).or_else(|| self.gold.first())
    }

    /// Follows every metric through the replicates.
    ///
    /// # Errors
    /// - There is no replicate.
    /// - There are more replicates than given sets.
    /// - `replicates` stopped the work.
    pub fn run(&self, replicates: &Replicates<'_>) -> Result<Vec<Course>> {
        self.require_sets(replicates.count)?;
        let sums =
            replicates.fold(Vec::new(), |range| Ok(self.piece(range)), CourseSums::extend)?;
        Ok(self.finished(sums, replicates.count))
    }

    /// Requires as many given sets as replicates.
    pub(super) fn require_sets(&self, replicates: u64) -> Result<()> {
        let sets = self.setting.outcomes.sets() as u64;
        if self.setting.scheme == Scheme::Given && replicates > sets {
            return Err(ConvergenceError::TooFewSets { sets, replicates }.into());
        }
        Ok(())
    }

    /// The courses from their sums.
    pub(super) fn finished(&self, sums: Vec<CourseSums>, count: u64) -> Vec<Course> {
        let courses = sums.into_iter().zip(&self.setting.measures);
        courses.map(|(sums, measure)| sums.course(measure.start, count)).collect()
    }

    pub(super) fn piece(&self, range: std::ops::Range<u64>) -> Vec<CourseSums> {
        let trials = self.setting.outcomes.trials();
        let length = |measure: &Prepared| trials + 1 - measure.start;
        let mut sums: Vec<_> =
            self.setting.measures.iter().map(|m| CourseSums::new(length(m))).collect();
        let mut state = Standings::new(&self.setting, self.setting.known.as_ref(), 0, false);
        let mut sorted = Vec::new();
        for replicate in range {
            let set = self.set_of(replicate);
            let Some(gold) = self.gold_of(set) else { continue };
            state.restart(set);
            // For each metric, the last n with another ranking, and the number of such n.
            let mut lasts = vec![(0, 0); self.setting.measures.len()];
            let mut draw =
                self.setting.outcomes.draw(self.setting.scheme, self.setting.seed, replicate);
            for n in 1..=trials {
                state.add(draw.next());
                for ((measure, sums), last) in
                    self.setting.measures.iter().zip(&mut sums).zip(&mut lasts)
                {
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
                self.setting.measures.iter().zip(&mut sums).zip(lasts)
            {
                sums.settle(last.max(measure.start - 1) + 1 - measure.start);
                sums.slower(Slowest { at: last, differing, replicate });
            }
        }
        sums
    }

    /// The ranks of the models in one replicate, for every n from the metric's first n on.
    ///
    /// They are competition ranks, or dense ranks if there is a confidence.
    ///
    /// # Errors
    /// The metric or the replicate does not exist.
    pub fn trajectory(&self, measure: usize, replicate: u64) -> Result<Vec<Vec<usize>>> {
        let known = self.setting.measures.get(measure).filter(|_| self.has(replicate));
        let measure = known.ok_or(ConvergenceError::NoReplicate { replicate })?;
        let mut state = Standings::new(
            &self.setting,
            self.setting.known.as_ref(),
            self.set_of(replicate),
            false,
        );
        let mut draw =
            self.setting.outcomes.draw(self.setting.scheme, self.setting.seed, replicate);
        let mut ranks = Vec::new();
        for n in 1..=self.setting.outcomes.trials() {
            state.add(draw.next());
            if n >= measure.start {
                let tolerance = state.rank(measure, n);
                ranks.push(match self.setting.threshold {
                    Some(_) => dense(&state.scores)?,
                    None => competition(&state.scores, tolerance),
                });
            }
        }
        Ok(ranks)
    }

    /// The categories of a replicate, by trial, model and question.
    ///
    /// # Errors
    /// The replicate does not exist.
    pub fn replicate(&self, replicate: u64) -> Result<Vec<u8>> {
        if !self.has(replicate) {
            return Err(ConvergenceError::NoReplicate { replicate }.into());
        }
        let mut draw =
            self.setting.outcomes.draw(self.setting.scheme, self.setting.seed, replicate);
        let mut drawn =
            Vec::with_capacity(self.setting.outcomes.trials() * self.setting.outcomes.cells());
        for _ in 0..self.setting.outcomes.trials() {
            match draw.next() {
                Trial::Observed(set, trial) => drawn.extend(self.setting.outcomes.row(set, trial)),
                Trial::Mixed(row) => drawn.extend(row),
            }
        }
        Ok(drawn)
    }

    fn has(&self, replicate: u64) -> bool {
        self.setting.scheme != Scheme::Given || replicate < self.setting.outcomes.sets() as u64
    }
}

/// The gains of every model in a trial.
fn gains_of(setting: &Setting, row: &[u8]) -> Vec<f64> {
    let mut gains = vec![0.0; setting.outcomes.models()];
    add_gains(&setting.gains, row, setting.outcomes.questions(), &mut gains);
    gains
}

/// The reference ranking by given scores, one for all sets or one for each set.
fn given(outcomes: &Outcomes, scores: ArrayView2<'_, f64>) -> Result<Vec<Ranking>> {
    let (sets, models) = scores.dim();
    let fit = |left_size, right_size, axis| {
        check::same_size(("gold", left_size), ("R", right_size), axis)
    };
    fit(models, outcomes.models(), "models")?;
    if sets != 1 {
        fit(sets, outcomes.sets(), "sets of matrices")?;
    }
    let order = |scores: ndarray::ArrayView1<'_, f64>| {
        let scores = scores.to_vec();
        refuse("gold", &scores, |score| !score.is_finite())?;
        Ok(Ranking::new(&scores, 0.0))
    };
    scores.outer_iter().map(order).collect()
}

/// The ranking by all trials of a set.
fn observed(setting: &Setting, mean: &Prepared, set: usize) -> Ranking {
    let mut state = Standings::new(setting, None, set, true);
    for trial in 0..setting.outcomes.trials() {
        state.add(Trial::Observed(set, trial));
    }
    let tolerance = state.rank(mean, setting.outcomes.trials());
    Ranking::new(&state.scores, tolerance)
}

/// Checks that known outcomes have the same sets, models and questions.
fn fits(known: &Outcomes, outcomes: &Outcomes) -> Result<()> {
    let sizes = |o: &Outcomes| [o.sets(), o.models(), o.questions()];
    let axes = ["sets of matrices", "models", "rows (questions)"];
    for ((left_size, right_size), axis) in sizes(known).into_iter().zip(sizes(outcomes)).zip(axes) {
        check::same_size(("R0", left_size), ("R", right_size), axis)?;
    }
    Ok(())
}

/// Competition ranks. Scores at most `tolerance` apart are equal.
fn competition(scores: &[f64], tolerance: f64) -> Vec<usize> {
    let above = |score: &f64| scores.iter().filter(|&other| other - score > tolerance).count();
    scores.iter().map(|score| above(score) + 1).collect()
}
