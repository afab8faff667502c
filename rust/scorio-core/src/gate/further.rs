//! How a question's posterior stands to a level, and how many trials would decide.

use std::collections::BTreeMap;

use super::verdict::{GateVerdict, verdict_of};
use crate::error::Result;
use crate::numeric::beta::{quantile, tails};

/// More further trials than these are not named.
pub(super) const MOST_FURTHER: u64 = 1_000_000;

/// Where a question stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Standing {
    pub(super) verdict: GateVerdict,
    /// P(p ≥ level).
    pub(super) probability: f64,
    /// The ends of the interval that has the confidence on each side.
    pub(super) ends: (f64, f64),
    pub(super) more: Option<u64>,
    pub(super) to_pass: Option<u64>,
    pub(super) to_fail: Option<u64>,
}

/// The rule for single questions: p ~ Beta(1, 1) before the trials.
pub(super) struct QuestionRule {
    level: f64,
    confidence: f64,
    /// Questions of equal counts stand alike.
    known: BTreeMap<(u64, u64), Standing>,
}

impl QuestionRule {
    pub(super) fn new(level: f64, confidence: f64) -> Self {
        Self { level, confidence, known: BTreeMap::new() }
    }

    /// The standing of a question with so many successes and failures.
    pub(super) fn standing(&mut self, successes: u64, failures: u64) -> Result<Standing> {
        if let Some(known) = self.known.get(&(successes, failures)) {
            return Ok(*known);
        }
        let standing = self.decide(successes as f64 + 1.0, failures as f64 + 1.0)?;
        self.known.insert((successes, failures), standing);
        Ok(standing)
    }

    /// The same of a posterior Beta(a, b).
    fn decide(&self, a: f64, b: f64) -> Result<Standing> {
        let (below, above) = self.sides(a, b)?;
        let verdict = verdict_of(below, above, self.confidence);
        let tail = 1.0 - self.confidence;
        let ends = (quantile(tail, a, b)?, quantile(self.confidence, a, b)?);
        let mut standing = Standing {
            verdict,
            probability: above,
            ends,
            more: None,
            to_pass: None,
            to_fail: None,
        };
        if verdict == GateVerdict::Undecided {
            let rate = a / (a + b);
            standing.more = self.further(|n| Ok((a + n * rate, b + n * (1.0 - rate))))?;
            standing.to_pass = self.further(|n| Ok((a + n, b)))?;
            standing.to_fail = self.further(|n| Ok((a, b + n)))?;
        }
        Ok(standing)
    }

    fn sides(&self, a: f64, b: f64) -> Result<(f64, f64)> {
        tails(self.level, 1.0 - self.level, a, b)
    }

    /// The fewest further trials with a decision, of posteriors that are decided from some number on.
    fn further(&self, after: impl Fn(f64) -> Result<(f64, f64)>) -> Result<Option<u64>> {
        let decided = |n: u64| -> Result<bool> {
            let (a, b) = after(n as f64)?;
            let (below, above) = self.sides(a, b)?;
            Ok(verdict_of(below, above, self.confidence) != GateVerdict::Undecided)
        };
        let (mut undecided, mut enough) = (0, 1);
        while !decided(enough)? {
            if enough >= MOST_FURTHER {
                return Ok(None);
            }
            undecided = enough;
            enough = (2 * enough).min(MOST_FURTHER);
        }
        while enough - undecided > 1 {
            let middle = undecided.midpoint(enough);
            if decided(middle)? {
                enough = middle;
            } else {
                undecided = middle;
            }
        }
        Ok(Some(enough))
    }
}
