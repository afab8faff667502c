//! How good the judge is, by the labels: sensitivity, specificity, agreement, Cohen's κ and bias.
//!
//! ```text
//! sensitivity = W₁μ₁ / (W₁μ₁ + W₀μ₀)        specificity = W₀(1 − μ₀) / (W₀(1 − μ₀) + W₁(1 − μ₁))
//! agreement = W₁μ₁ + W₀(1 − μ₀)             bias = W₁ − score
//! ```

use crate::error::Result;
use crate::judge::figures::{JudgedFigures, matched};
use crate::numeric::beta::logistic;
use crate::numeric::normal::central_quantile;
use crate::numeric::portable::ln;

/// A figure with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounded {
    pub(crate) value: f64,
    pub(crate) lo: f64,
    pub(crate) hi: f64,
}

impl Bounded {
    /// A figure whose interval holds it.
    fn around(value: f64, (lo, hi): (f64, f64)) -> Self {
        Self { value, lo: lo.min(value), hi: hi.max(value) }
    }
}

/// How good a judge is of whom the outcomes are 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Quality {
    /// How often the judge says 1 where the label is 1. `None` if no label can be.
    pub(crate) sensitivity: Option<Bounded>,
    /// How often the judge says 0 where the label is 0.
    pub(crate) specificity: Option<Bounded>,
    pub(crate) agreement: Bounded,
    /// Cohen's κ. `None` where both always say the same by chance.
    pub(crate) kappa: Option<f64>,
    pub(crate) bias: Bounded,
}

/// The part of a judge's outcome in a model's figures.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutcomePart {
    /// W.
    pub(crate) share: f64,
    /// μ.
    pub(crate) rate: f64,
    /// m.
    pub(crate) posterior: f64,
    /// v.
    pub(crate) variance: f64,
}

impl JudgedFigures {
    /// What is known of one outcome of the judge. Nothing, if it does not occur.
    pub(crate) fn part(&self, outcome: usize) -> OutcomePart {
        let get = |values: &[f64], otherwise| values.get(outcome).copied().unwrap_or(otherwise);
        OutcomePart {
            share: get(&self.shares, 0.0),
            rate: get(&self.rates, 0.5),
            posterior: get(&self.posterior, 0.5),
            variance: get(&self.variances, 0.0),
        }
    }

    /// Σ W² v: what labels leave open of the judge.
    fn open(&self) -> f64 {
        self.shares.iter().zip(&self.variances).map(|(share, v)| share * share * v).sum()
    }
}

impl Quality {
    /// The quality of a judge whose outcomes `no` and `yes` mean 0 and 1.
    ///
    /// # Errors
    /// A quantile is not found.
    pub(crate) fn of(
        figures: &JudgedFigures,
        no: usize,
        yes: usize,
        confidence: f64,
    ) -> Result<Self> {
        let (no, yes) = (figures.part(no), figures.part(yes));
        let z = central_quantile(confidence)?.value();
        let turned = |part: OutcomePart| OutcomePart {
            rate: 1.0 - part.rate,
            posterior: 1.0 - part.posterior,
            ..part
        };
        let agreement = yes.share * yes.rate + no.share * (1.0 - no.rate);
        let pulled = yes.share * yes.posterior + no.share * (1.0 - no.posterior);
        let kinds = figures.shares.iter().filter(|share| **share > 0.0).count().max(1) as f64;
        let variance = figures.open();
        let around = matched(agreement + (pulled - agreement) / kinds, variance, confidence)?;
        let truth = figures.score;
        let centre = truth + (figures.mean() - truth) / kinds;
        let (lo, hi) = matched(centre, variance, confidence)?;
        let by_chance = yes.share * truth + no.share * (1.0 - truth);
        Ok(Self {
            sensitivity: caught(yes, no, z),
            specificity: caught(turned(no), turned(yes), z),
            agreement: Bounded::around(agreement, around),
            kappa: (by_chance < 1.0).then(|| (agreement - by_chance) / (1.0 - by_chance)),
            bias: Bounded::around(yes.share - truth, (yes.share - hi, yes.share - lo)),
        })
    }
}

/// The share of what is right that has the outcome `found`, and not `missed`.
fn caught(found: OutcomePart, missed: OutcomePart, z: f64) -> Option<Bounded> {
    let right = found.share * found.rate;
    let all = right + missed.share * missed.rate;
    if all == 0.0 {
        return None;
    }
    let value = right / all;
    if found.share == 0.0 || missed.share == 0.0 {
        return Some(Bounded { value, lo: 0.0, hi: 1.0 });
    }
    let odds = ln(found.share * found.posterior / (missed.share * missed.posterior));
    let relative = |part: OutcomePart| part.variance / (part.posterior * part.posterior);
    let sigma = (relative(found) + relative(missed)).sqrt();
    Some(Bounded::around(value, (logistic(odds - z * sigma), logistic(odds + z * sigma))))
}
