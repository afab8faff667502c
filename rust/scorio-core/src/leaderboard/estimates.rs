//! The estimates of a metric by count states. Models with the same states have the same estimate.

use std::cell::RefCell;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::request::ScoreRequest;
use crate::counts::place::Place;
use crate::counts::states::States;
use crate::error::Result;
use crate::metric::metric::Metric;
use crate::posterior::interval::Estimate;

/// More states than these are mostly of one model alone.
const FEW: usize = 64;

/// The counts of each state, and how many questions have it.
type StateCounts = (Vec<u64>, Vec<u64>);

/// Estimates of one metric, and those that are known already.
pub(super) struct Estimates<'a> {
    pub(super) metric: &'a Metric,
    pub(super) request: &'a ScoreRequest,
    known: RefCell<HashMap<StateCounts, Estimate, FxBuildHasher>>,
}

impl<'a> Estimates<'a> {
    pub(super) fn new(metric: &'a Metric, request: &'a ScoreRequest) -> Self {
        Self { metric, request, known: RefCell::default() }
    }

    /// The estimate from some states. `question` names a question of them in errors.
    pub(super) fn of(
        &self,
        states: &States,
        question: impl Fn(usize) -> Place,
    ) -> Result<Estimate> {
        let Self { metric, request, known } = self;
        let new = || metric.estimate(states, &request.prior, request.target, question);
        if states.are_weighted() || states.len() > FEW {
            return new();
        }
        let each = || states.iter().flat_map(|state| state.counts);
        let key = (each().copied().collect(), states.iter().map(|one| one.multiplicity).collect());
        if let Some(&estimate) = known.borrow().get(&key) {
            return Ok(estimate);
        }
        let estimate = new()?;
        known.borrow_mut().insert(key, estimate);
        Ok(estimate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::FamilyRequest;
    use crate::counts::states::Builder;
    use crate::metric::parameters::Parameters;
    use crate::posterior::prior::{Prior, PriorChoice};
    use crate::posterior::target::Target;

    #[test]
    fn a_known_estimate_is_the_new_one() {
        for prior in [PriorChoice::Hierarchical, PriorChoice::Known(Prior::Uniform)] {
            let names = ["avg", "pass_at_k"].map(str::to_owned);
            let request = ScoreRequest {
                metrics: Metric::expand(&names, &[2], &Parameters::default()).unwrap(),
                default_weights: true,
                prior,
                target: Target::TheseQuestions,
                clusters: None,
                drop_short: false,
                confidence: 0.95,
                family: FamilyRequest::default(),
                runs: false,
                threads: 1,
                borrow: false,
                by_task: false,
                macro_average: false,
            };
            for metric in &request.metrics {
                let estimates = Estimates::new(metric, &request);
                for round in 0..2 {
                    // The same counts with other multiplicities are other states.
                    for times in [[3, 9, 4], [4, 9, 3], [1, 1, 1]] {
                        for trials in [2, 3] {
                            let mut builder = Builder::new(2);
                            for (wins, times) in times.into_iter().enumerate() {
                                for _ in 0..times {
                                    builder.push(&[trials - wins as u64, wins as u64]);
                                }
                            }
                            let states = builder.finish();
                            let plain = metric.estimate(
                                &states,
                                &request.prior,
                                Target::TheseQuestions,
                                Place::Row,
                            );
                            let own = estimates.of(&states, Place::Row);
                            assert_eq!(own.unwrap(), plain.unwrap(), "{round}");
                        }
                    }
                    assert_eq!(estimates.known.borrow().len(), 6);
                }
            }
        }
    }
}
