//! The rules of stopping as declared calls.

use crate::calls::declare::{call, options};
use crate::calls::option::{Range, choice, group, number, numbers};
use crate::calls::{Answer, AnswerTable, CallError, Input, Workers};
use crate::error::Result;
use crate::plan::stopping::{self, Rule};
use crate::rows::declare::row;

options! {
    /// Posteriors of models, and when one of them is clearly ahead.
    pub struct Posteriors {
        /// Posterior means of the models.
        mus: Vec<f64> = numbers("one per model").required().placed(),
        /// Their posterior standard deviations.
        sigmas: Vec<f64> = numbers("one per model").required().placed(),
        /// The probability of the intervals, or the level that z has to reach.
        confidence: f64 = number(Range::LEVEL).or(0.95).placed(),
        /// "ci_overlap": central intervals must not overlap. "zscore": z has to reach the one-sided normal
        /// quantile of the confidence.
        method: String = choice(&["ci_overlap", "zscore"]).or_text("ci_overlap").placed(),
    }
}

impl Posteriors {
    fn rule(&self) -> Rule {
        if self.method == "zscore" { Rule::Score } else { Rule::Overlap }
    }
}

/// Intervals of scores.
pub mod interval {
    use super::{
        Answer, CallError, Input, Range, Result, Workers, call, number, numbers, row, stopping,
    };

    call! {
        /// Gives the central normal interval of a score.
        ///
        /// # Formula
        /// lo, hi = μ ∓ z σ with P(−z < Z < z) = confidence.
        ///
        /// # Errors
        /// A mean that is not finite. Bounds out of order.
        ///
        /// # Source
        /// Hariri et al. (2026), arXiv:2510.04265, section 2.5.
        ci_from_mu_sigma(Nothing): answer => [ends: Ends], notes &[];

        /// A posterior.
        pub struct IntervalOptions {
            /// Posterior mean.
            mu: f64 = number(Range::ANY).required().placed(),
            /// Posterior standard deviation.
            sigma: f64 = number(Range::ANY).required().placed(),
            /// The probability of the interval.
            confidence: f64 = number(Range::LEVEL).or(0.95).placed(),
            /// The bounds to which both ends are clipped.
            clip: Option<Vec<f64>> = numbers("the lower and the upper bound").placed(),
        }
    }

    row! {
        /// The ends of an interval.
        #[derive(Copy)]
        pub struct Ends {
            /// The lower end.
            lo: f64,
            /// The upper end.
            hi: f64,
        }
    }

    fn answer(_: Input<'_>, options: &IntervalOptions, _: &Workers<'_>) -> Result<Answer> {
        let &IntervalOptions { mu, sigma, confidence, ref clip } = options;
        let clip = match clip.as_deref() {
            None => None,
            Some(&[lo, hi]) => Some((lo, hi)),
            Some(_) => {
                return Err(CallError::Kind { option: "clip", needed: "two numbers" }.into());
            }
        };
        let found = stopping::interval(mu, sigma, confidence, clip)?;
        Ok(Answer::of(vec![Ends { lo: found.lo, hi: found.hi }]))
    }
}

/// Whether an interval is narrow enough.
pub mod narrow {
    use super::{Answer, CallError, Input, Range, Result, Workers, call, number, row, stopping};

    call! {
        /// Gives whether a score is known precisely enough.
        ///
        /// # Formula
        /// 2 z σ ≤ max_ci_width, or z σ ≤ max_half_width, with P(−z < Z < z) = confidence.
        ///
        /// # Errors
        /// None of the widths. A width or σ that is negative.
        ///
        /// # Source
        /// Hariri et al. (2026), arXiv:2510.04265, section 2.5.
        should_stop(Nothing): answer => [decision: Stop], notes &[];

        /// A posterior, and how wide its interval may be.
        pub struct ShouldStopOptions {
            /// Posterior standard deviation.
            sigma: f64 = number(Range::ANY).required().placed(),
            /// The probability of the interval.
            confidence: f64 = number(Range::LEVEL).or(0.95).placed(),
            /// What the width may be at most.
            max_ci_width: Option<f64> = number(Range::ANY)
                .excludes(&["max_half_width"], "{it=} and {other=} are both given: give one"),
            /// What half the width may be at most.
            max_half_width: Option<f64> = number(Range::ANY),
        }
    }

    row! {
        /// Whether to stop.
        #[derive(Copy)]
        pub struct Stop {
            /// Whether the interval is narrow enough.
            stop: bool,
        }
    }

    fn answer(_: Input<'_>, options: &ShouldStopOptions, _: &Workers<'_>) -> Result<Answer> {
        let &ShouldStopOptions { sigma, confidence, max_ci_width, max_half_width } = options;
        let (name, most) = match (max_ci_width, max_half_width) {
            (Some(most), _) => ("max_ci_width", most),
            (_, Some(most)) => ("max_half_width", most),
            _ => {
                let doc = "give it, or max_ci_width";
                return Err(CallError::Missing { option: "max_half_width", doc }.into());
            }
        };
        let stop = stopping::narrow(sigma, confidence, name, most)?;
        Ok(Answer::of(vec![Stop { stop }]))
    }
}

/// Whether the first place is settled.
pub mod top {
    use super::{
        Answer, AnswerTable, Input, Posteriors, Result, Workers, call, group, row, stopping,
    };

    call! {
        /// Gives whether the model in the lead is clearly ahead of every other.
        ///
        /// # Formula
        /// Of equal means the first one leads.
        ///
        /// # Errors
        /// No model. Other numbers of means than of deviations. A negative σ.
        ///
        /// # Source
        /// Hariri et al. (2026), arXiv:2510.04265, sections 2.5 and 2.9.
        should_stop_top1(Nothing): answer => [leader: Leader, ambiguous: Rival], notes &[];

        /// Models by their posteriors.
        pub struct ShouldStopTopOptions {
            /// The models.
            posteriors: Posteriors = group(Posteriors::OPTIONS),
        }
    }

    row! {
        /// The model in the lead.
        #[derive(Copy)]
        pub struct Leader {
            /// Whether it is clearly ahead of every other.
            stop: bool,
            /// Its place among the models, from 0.
            leader: u64,
        }
    }

    row! {
        /// A model that the leader is not clearly ahead of.
        #[derive(Copy)]
        pub struct Rival {
            /// Its place among the models, from 0.
            model: u64,
        }
    }

    fn answer(_: Input<'_>, options: &ShouldStopTopOptions, _: &Workers<'_>) -> Result<Answer> {
        let own = &options.posteriors;
        let found = stopping::top(&own.mus, &own.sigmas, own.confidence, own.rule())?;
        let ambiguous = found.ambiguous.iter().map(|&model| Rival { model: model as u64 });
        let ambiguous: Vec<_> = ambiguous.collect();
        let leader = Leader { stop: ambiguous.is_empty(), leader: found.leader as u64 };
        let tables = vec![AnswerTable::of(vec![leader]), AnswerTable::of(ambiguous)];
        Ok(Answer { tables, arrays: Vec::new(), notes: Vec::new() })
    }
}

/// What to run next.
pub mod next {
    use super::{Answer, Input, Posteriors, Result, Workers, call, group, row, stopping};

    call! {
        /// Gives which two models to run next: the one in the lead, and its closest rival.
        ///
        /// # Formula
        /// The rival has the smallest gap between the intervals, or the smallest z.
        ///
        /// # Errors
        /// Fewer than two models. Other numbers of means than of deviations. A negative σ.
        ///
        /// # Source
        /// Hariri et al. (2026), arXiv:2510.04265, sections 2.5 and 2.9.
        suggest_next_allocation(Nothing): answer => [next: NextPair], notes &[];

        /// Models by their posteriors.
        pub struct NextAllocationOptions {
            /// The models.
            posteriors: Posteriors = group(Posteriors::OPTIONS),
        }
    }

    row! {
        /// The two models to run next, by their places from 0.
        #[derive(Copy)]
        pub struct NextPair {
            /// The model in the lead.
            leader: u64,
            /// Its closest rival.
            competitor: u64,
        }
    }

    fn answer(_: Input<'_>, options: &NextAllocationOptions, _: &Workers<'_>) -> Result<Answer> {
        let own = &options.posteriors;
        let (leader, competitor) =
            stopping::next(&own.mus, &own.sigmas, own.confidence, own.rule())?;
        Ok(Answer::of(vec![NextPair { leader: leader as u64, competitor: competitor as u64 }]))
    }
}
