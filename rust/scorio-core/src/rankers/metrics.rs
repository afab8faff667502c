//! Metrics of question sets as ranking methods: their scores, and their posteriors.

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
use crate::metric::mean;
use crate::metric::subset::credit::Credit;
use crate::metric::subset::estimate as subset;
use crate::metric::tau::Tau;
use crate::metric::weights::Weights;
use crate::numeric::normal::one_sided_quantile;
use crate::posterior::interval::Estimate;
use crate::posterior::prior::Prior;

/// A metric that ranks models.
#[derive(Clone, Debug)]
pub(crate) enum RankMetric {
    /// The mean share of successes.
    Average,
    /// Bayes@N: the posterior mean, or a normal quantile μ + z σ.
    Bayes {
        /// z, if a quantile ranks.
        z: Option<f64>,
    },
    /// The expected credit of k trials.
    Subset(Credit),
}

/// A metric as a ranking method, made from its options.
pub(crate) type MakeMetric = fn(&'static str, &MethodOptions) -> Result<RankMetric>;

impl RankMetric {
    /// The scores of all models.
    ///
    /// # Errors
    /// - A model has part of a success on a question.
    /// - A question has fewer than k trials.
    pub(crate) fn scores(&self, method: &'static str, cells: &Cells) -> Result<Vec<f64>> {
        if let Self::Average = self {
            return Ok(means::avg(cells));
        }
        (0..cells.len())
            .map(|model| {
                let (states, asked) = states_of(method, cells, model)?;
                match self {
                    Self::Subset(credit) => subset::point(&states, credit, |place| {
                        let question = asked.get(place).copied().unwrap_or_default();
                        let model = &cells.models()[model];
                        Place::Named(format!("question {question} of model {model}"))
                    })
                    .map_err(|error| budget_of_ranking(method, error)),
                    Self::Average | Self::Bayes { .. } => {
                        let found = self.estimate(&states)?;
                        Ok(match self {
                            Self::Bayes { z: Some(z) } => found.mu() + z * found.sigma(),
                            _ => found.mu(),
                        })
                    }
                }
            })
            .collect()
    }

    /// The posteriors of all models' scores on these questions, with a uniform prior.
    ///
    /// # Errors
    /// A model has part of a success on a question.
    pub(crate) fn posteriors(&self, method: &'static str, cells: &Cells) -> Result<Vec<Estimate>> {
        let of = |model| self.estimate(&states_of(method, cells, model)?.0);
        (0..cells.len()).map(of).collect()
    }

    /// Whether a quantile of the posterior ranks, and not its mean.
    pub(crate) fn is_quantile(&self) -> bool {
        matches!(self, Self::Bayes { z: Some(_) })
    }

    fn estimate(&self, states: &States) -> Result<Estimate> {
        let weights = Weights::new(&[0.0, 1.0])?;
        match self {
            Self::Average => mean::avg(states, &weights, &Prior::Uniform),
            Self::Bayes { .. } => mean::bayes(states, &weights, &Prior::Uniform),
            Self::Subset(credit) => subset::posterior(states, credit, &Prior::Uniform),
        }
    }
}

/// The states of a model's questions, and which questions it was asked.
fn states_of(method: &'static str, cells: &Cells, model: usize) -> Result<(States, Vec<usize>)> {
    let (mut states, mut asked) = (Builder::new(2), Vec::new());
    let own = cells.successes(model).iter().zip(cells.trials(model)).enumerate();
    for (question, (&won, &trials)) in own.filter(|(_, cell)| *cell.1 > 0.0) {
        if won.fract() != 0.0 {
            return Err(RankersError::Parts { method, model: cells.models()[model].clone() }.into());
        }
        states.push(&[whole(trials - won) as u64, whole(won) as u64]);
        asked.push(question);
    }
    if asked.is_empty() {
        return Err(RankersError::NoTrials { model: cells.models()[model].clone() }.into());
    }
    Ok((states.finish(), asked))
}

#[expect(clippy::unnecessary_wraps, reason = "the form of all methods")]
pub(crate) fn avg(_: &'static str, _: &MethodOptions) -> Result<RankMetric> {
    Ok(RankMetric::Average)
}

pub(crate) fn bayes(_: &'static str, options: &MethodOptions) -> Result<RankMetric> {
    let quantile = options.given_number(&QUANTILE)?;
    let z = quantile.map(|quantile| one_sided_quantile(QUANTILE.name, quantile)).transpose()?;
    Ok(RankMetric::Bayes { z })
}

pub(crate) fn pass_at_k(method: &'static str, options: &MethodOptions) -> Result<RankMetric> {
    Ok(RankMetric::Subset(Credit::pass_at(budget(method, options)?)?))
}

pub(crate) fn pass_hat_k(method: &'static str, options: &MethodOptions) -> Result<RankMetric> {
    Ok(RankMetric::Subset(Credit::pass_hat(budget(method, options)?)?))
}

pub(crate) fn g_pass_at_k_tau(method: &'static str, options: &MethodOptions) -> Result<RankMetric> {
    let tau = options.needed(method, &TAU)?;
    Ok(RankMetric::Subset(Credit::threshold(budget(method, options)?, Tau::decimal(tau)?)?))
}

pub(crate) fn mg_pass_at_k(method: &'static str, options: &MethodOptions) -> Result<RankMetric> {
    Ok(RankMetric::Subset(Credit::upper_half(budget(method, options)?)?))
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
