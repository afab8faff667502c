//! A metric as a user requests it: point estimate or posterior, with its budget and parameters.

use crate::counts::place::Place;
use crate::counts::states::States;
use crate::error::Result;
use crate::metric::error::MetricError;
use crate::metric::estimand::Estimand;
use crate::metric::hierarchical;
use crate::metric::parameters::{Parameter, ParameterValue, Parameters};
use crate::metric::registry::{estimand, find};
use crate::metric::weights::Weights;
use crate::posterior::interval::Estimate;
use crate::posterior::prior::{Prior, PriorChoice};
use crate::posterior::target::Target;

/// A metric with its budget and parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Metric {
    name: &'static str,
    estimand: Estimand,
    posterior: bool,
    parameters: String,
}

impl Metric {
    /// The metrics of several names, each once and in order.
    ///
    /// A metric with a budget appears once for each of `budgets`.
    ///
    /// # Errors
    /// - A name is unknown.
    /// - A budget is below 1.
    /// - A budget or parameter is missing or out of range.
    /// - No metric takes a given budget or parameter.
    pub fn expand(names: &[String], budgets: &[i64], parameters: &Parameters) -> Result<Vec<Self>> {
        let mut expanded: Vec<Self> = Vec::new();
        let mut taken: Vec<&Parameter> = Vec::new();
        for name in names {
            let entry = find(name)?;
            taken.extend(entry.parameters);
            let posterior = entry.posterior == name;
            let name = if posterior { entry.posterior } else { entry.name };
            let each: Vec<Option<i64>> = match entry.has_budget() {
                true if budgets.is_empty() => return Err(MetricError::NoBudget { name }.into()),
                true => budgets.iter().copied().map(Some).collect(),
                false => vec![None],
            };
            for k in each {
                let estimand = entry.estimand(k, parameters)?;
                let parameters = parameters.text(entry.parameters);
                let metric = Self { name, estimand, posterior, parameters };
                if !expanded.contains(&metric) {
                    expanded.push(metric);
                }
            }
        }
        let metrics = names.join(", ");
        if !budgets.is_empty() && expanded.iter().all(|metric| metric.budget().is_none()) {
            return Err(MetricError::NeedlessBudget { metrics }.into());
        }
        match parameters.other_than(&taken) {
            Some(name) => {
                Err(MetricError::NeedlessParameter { name: name.to_owned(), metrics }.into())
            }
            None => Ok(expanded),
        }
    }

    /// The metric of a name.
    ///
    /// # Errors
    /// Those of [`estimand`].
    pub fn named(name: &str, k: Option<i64>, parameters: &Parameters) -> Result<Self> {
        let entry = find(name)?;
        let posterior = entry.posterior == name;
        let name = if posterior { entry.posterior } else { entry.name };
        let estimand = estimand(name, k, parameters, false)?;
        Ok(Self { name, estimand, posterior, parameters: parameters.text(entry.parameters) })
    }

    /// The name of its function.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What it estimates.
    #[must_use]
    pub fn estimand(&self) -> &Estimand {
        &self.estimand
    }

    /// Whether it is a point estimate instead of a posterior mean.
    #[must_use]
    pub fn is_point(&self) -> bool {
        !self.posterior
    }

    /// Whether it has a score from the trials alone. So has a posterior of one trial with a
    /// hierarchical prior, which is the plain average.
    ///
    /// # Errors
    /// None, because weights are valid.
    pub(crate) fn is_of_trials(&self, prior: &PriorChoice) -> Result<bool> {
        let is_average = self.estimand.average_of_one()?.is_some();
        Ok(!self.posterior || (*prior == PriorChoice::Hierarchical && is_average))
    }

    /// The same with these weights, if it has weights. Then they become parameters.
    pub(crate) fn weighted(&self, weights: &Weights) -> Self {
        match self.estimand.weighted(weights) {
            Some(estimand) => {
                let parameters = format!("weights={}", ParameterValue::Numbers(weights.values()));
                Self { estimand, parameters, ..self.clone() }
            }
            None => self.clone(),
        }
    }

    /// Its parameters, such as `tau=0.5`. Empty if none were given.
    #[must_use]
    pub fn parameters(&self) -> &str {
        &self.parameters
    }

    /// k, if it has one.
    #[must_use]
    pub fn budget(&self) -> Option<u64> {
        self.estimand.budget()
    }

    /// The weights of the categories, if its score uses them.
    #[must_use]
    pub fn weights(&self) -> Option<&Weights> {
        self.estimand.weights()
    }

    /// The bounds of its intervals.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        self.estimand.range()
    }

    /// The fewest trials that a question needs for a point estimate.
    #[must_use]
    pub fn least_trials(&self) -> u64 {
        if self.posterior { 1 } else { self.budget().unwrap_or(1) }
    }

    /// The estimate, with what is said of these questions or of others like them.
    ///
    /// With a known prior, it is about these questions.
    pub(crate) fn estimate(
        &self,
        states: &States,
        prior: &PriorChoice,
        target: Target,
        question: impl Fn(usize) -> Place,
    ) -> Result<Estimate> {
        let prior = match prior {
            PriorChoice::Hierarchical if self.takes_hierarchy() && self.posterior => {
                return hierarchical::posterior(&self.estimand, states, target);
            }
            PriorChoice::Hierarchical if self.takes_hierarchy() => {
                return hierarchical::sampled(&self.estimand, states, target, question);
            }
            PriorChoice::Hierarchical => &Prior::Uniform,
            PriorChoice::Known(prior) => prior,
        };
        if self.posterior {
            self.estimand.posterior(states, prior)
        } else {
            self.estimand.sampled(states, prior, question)
        }
    }

    /// Whether a hierarchical prior applies. Bayes@N has a uniform one by definition.
    pub(crate) fn takes_hierarchy(&self) -> bool {
        !matches!(self.estimand, Estimand::Bayes(_))
    }

    /// The score alone. σ is 0 if it would need extra work.
    pub(crate) fn score(&self, states: &States, prior: &PriorChoice) -> Result<Estimate> {
        match &self.estimand {
            // Their closed forms keep the digits that a mean of tasks needs.
            Estimand::Bayes(_) | Estimand::Avg(_) => {
                let prior = match prior {
                    PriorChoice::Known(prior) => prior,
                    PriorChoice::Hierarchical => &Prior::Uniform,
                };
                self.estimand.sampled(states, prior, Place::Row)
            }
            _ if !self.posterior => {
                self.estimand.point(states, Place::Row).and_then(Estimate::score)
            }
            _ => self.estimate(states, prior, Target::TheseQuestions, Place::Row),
        }
    }

    /// The categories with the lowest and the highest value.
    ///
    /// It is `None` if another success may lower the score.
    pub(crate) fn extremes(&self) -> Option<(usize, usize)> {
        self.estimand.extremes()
    }
}
