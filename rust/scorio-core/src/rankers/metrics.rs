//! Metrics of question sets as ranking methods. Their figures are those of a leaderboard, by the same code.

use std::collections::BTreeMap;

use super::cells::{Cells, whole};
use super::declared::{K, QUANTILE, TAU};
use super::error::RankersError;
use super::means;
use super::options::MethodOptions;
use crate::check;
use crate::counts::place::Place;
use crate::counts::states::{Builder, States};
use crate::error::{Error, Result};
use crate::metric::error::MetricError;
use crate::metric::estimand::Estimand;
use crate::metric::metric::Metric;
use crate::metric::parameters::{ParameterValue, Parameters};
use crate::metric::registry::find;
use crate::metric::tau::Tau;
use crate::numeric::normal::one_sided_quantile;
use crate::posterior::hierarchical::hierarchy::Hierarchy;
use crate::posterior::interval::{Estimate, Interval};
use crate::posterior::prior::PriorChoice;
use crate::posterior::target::Target;

/// A metric that ranks models.
#[derive(Clone, Debug)]
pub(crate) struct RankMetric {
    metric: Metric,
    /// z, if the quantile μ + z σ of the posterior ranks.
    z: Option<f64>,
}

/// A metric as a ranking method, made from its options.
pub(crate) type MakeMetric = fn(&'static str, &MethodOptions) -> Result<RankMetric>;

/// The metric of the method's name.
///
/// # Errors
/// An option is missing or out of range.
pub(crate) fn of_name(method: &'static str, options: &MethodOptions) -> Result<RankMetric> {
    let entry = find(method)?;
    let k = entry.has_budget().then(|| budget(method, options)).transpose()?;
    let parameters = if entry.parameters.iter().any(|one| one.name == TAU.name) {
        let tau = Tau::decimal(options.needed(method, &TAU)?)?;
        Parameters::default().with(TAU.name, ParameterValue::Share(tau))
    } else {
        Parameters::default()
    };
    let quantile = options.given_number(&QUANTILE)?;
    let z = quantile.map(|quantile| one_sided_quantile(QUANTILE.name, quantile)).transpose()?;
    Ok(RankMetric { metric: Metric::named(method, k, &parameters)?, z })
}

impl RankMetric {
    /// The scores of all models.
    ///
    /// # Errors
    /// - A model has part of a success on a question, and the metric is not the average.
    /// - A question has fewer than k trials.
    pub(crate) fn scores(&self, method: &'static str, cells: &Cells) -> Result<Vec<f64>> {
        if self.is_average() && !cells.are_whole() {
            return Ok(means::avg(cells));
        }
        let of = |model| {
            let (states, asked) = states_of(method, cells, model)?;
            if self.z.is_some() {
                let found = self.estimate(&states)?;
                return Ok(found.mu() + self.z.unwrap_or(0.0) * found.sigma());
            }
            let point = self.metric.estimand().point(&states, |place| {
                let question = asked.get(place).copied().unwrap_or_default();
                let model = &cells.models()[model];
                Place::Named(format!("question {question} of model {model}"))
            });
            point.map_err(|error| budget_of_ranking(method, error))
        };
        (0..cells.len()).map(of).collect()
    }

    /// The scores of drawn questions, for which rounding does not matter.
    ///
    /// # Errors
    /// Those of [`Self::scores`].
    pub(crate) fn drawn(&self, method: &'static str, cells: &Cells) -> Result<Vec<f64>> {
        if self.is_average() { Ok(means::avg(cells)) } else { self.scores(method, cells) }
    }

    /// The rows of a leaderboard about these questions: score, σ and interval of each model.
    ///
    /// # Errors
    /// - A model has part of a success on a question.
    /// - The confidence is outside (0, 1).
    pub(crate) fn intervals(
        &self,
        method: &'static str,
        cells: &Cells,
        confidence: f64,
    ) -> Result<Vec<Interval>> {
        let of = |model| {
            let found = self.estimate(&states_of(method, cells, model)?.0)?;
            found.interval(confidence, Some(self.metric.bounds()))
        };
        (0..cells.len()).map(of).collect()
    }

    /// Whether a quantile of the posterior ranks, and not its mean.
    pub(crate) fn is_quantile(&self) -> bool {
        self.z.is_some()
    }

    fn is_average(&self) -> bool {
        matches!(self.metric.estimand(), Estimand::Avg(_))
    }

    fn estimate(&self, states: &States) -> Result<Estimate> {
        let target = Target::TheseQuestions;
        self.metric.estimate(states, &PriorChoice::Hierarchical, target, Place::Row)
    }
}

/// The expected variance of one trial of each model on each question, by the hierarchical posterior of
/// the model. Of questions without trials it is 0.
///
/// # Errors
/// A model has part of a success on a question.
pub(crate) fn trial_variances(method: &'static str, cells: &Cells) -> Result<Vec<Vec<f64>>> {
    let of = |model| {
        let (states, asked) = states_of(method, cells, model)?;
        let hierarchy = Hierarchy::fit(&states)?;
        let mut known = BTreeMap::new();
        let mut variances = vec![0.0; cells.questions()];
        for question in asked {
            let counts = counts_of(cells, model, question);
            let of_counts = || hierarchy.question(&counts, &[0.0, 1.0]).trial;
            variances[question] = *known.entry(counts).or_insert_with(of_counts);
        }
        Ok(variances)
    };
    (0..cells.len()).map(of).collect()
}

/// Failures and successes, which are whole.
fn counts_of(cells: &Cells, model: usize, question: usize) -> [u64; 2] {
    let (won, trials) = (cells.successes(model)[question], cells.trials(model)[question]);
    [whole(trials - won) as u64, whole(won) as u64]
}

/// The states of a model's questions, and which questions it was asked.
fn states_of(method: &'static str, cells: &Cells, model: usize) -> Result<(States, Vec<usize>)> {
    let (mut states, mut asked) = (Builder::new(2), Vec::new());
    let own = cells.successes(model).iter().zip(cells.trials(model)).enumerate();
    for (question, (&won, _)) in own.filter(|(_, cell)| *cell.1 > 0.0) {
        if won.fract() != 0.0 {
            return Err(RankersError::Parts { method, model: cells.models()[model].clone() }.into());
        }
        states.push(&counts_of(cells, model, question));
        asked.push(question);
    }
    if asked.is_empty() {
        return Err(RankersError::NoTrials { model: cells.models()[model].clone() }.into());
    }
    Ok((states.finish(), asked))
}

/// The same error with the way out of rankings, which leave no question out.
fn budget_of_ranking(method: &'static str, error: Error) -> Error {
    match error {
        Error::Metric(MetricError::BudgetExceedsTrials { k, trials, question, .. }) => {
            RankersError::Budget { method, k, trials, question }.into()
        }
        other => other,
    }
}

/// k, a whole number.
#[expect(clippy::cast_possible_truncation, reason = "a whole number below 2^53")]
fn budget(method: &'static str, options: &MethodOptions) -> Result<i64> {
    let k = options.needed(method, &K)?;
    let is_whole = k.fract() == 0.0 && k.abs() < 9e15;
    let outside = || check::outside(K.name, k, "a whole number from 1").into();
    if is_whole { Ok(k as i64) } else { Err(outside()) }
}
