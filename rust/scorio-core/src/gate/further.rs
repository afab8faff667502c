//! How likely a question's trials are at a level, and how many trials would decide.
//!
//! Of c successes in N trials, with X successes of a question that is exactly at the level:
//!
//! ```text
//! p_fail = P(X ≤ c | level),   p_pass = P(X ≥ c | level)
//! ```
//!
//! The interval is that of Clopper and Pearson, and leaves 1 − confidence out at each end. So its ends and
//! the chances of a question agree.

use std::collections::BTreeMap;

use crate::error::Result;
use crate::numeric::beta::tails;
use crate::numeric::portable::ln;
use crate::posterior::effective::clopper_pearson;

/// More further trials than these are not named.
pub(super) const MOST_FURTHER: u64 = 1_000_000;

/// What a question's trials say by themselves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TrialChances {
    /// P(X ≤ c | level).
    pub(super) fail: f64,
    /// P(X ≥ c | level).
    pub(super) pass: f64,
}

/// The chances at which a question fails and passes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct VerdictLimits {
    pub(super) fail: f64,
    pub(super) pass: f64,
}

/// Further trials that would decide about a question.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Further {
    pub(super) more: Option<u64>,
    pub(super) to_pass: Option<u64>,
    pub(super) to_fail: Option<u64>,
}

/// The rule for single questions at a level.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuestionRule {
    level: f64,
}

impl QuestionRule {
    pub(super) fn new(level: f64) -> Self {
        Self { level }
    }

    /// The chances of so many successes and failures, which need not be whole.
    pub(super) fn chances(self, successes: f64, failures: f64) -> Result<TrialChances> {
        let tails = |a, b| tails(self.level, 1.0 - self.level, a, b);
        let fail = if failures > 0.0 { tails(successes + 1.0, failures)?.1 } else { 1.0 };
        let pass = if successes > 0.0 { tails(successes, failures + 1.0)?.0 } else { 1.0 };
        Ok(TrialChances { fail, pass })
    }

    /// The interval of a question, with the chance `tail` beyond each end.
    pub(super) fn ends(successes: u64, failures: u64, tail: f64) -> Result<(f64, f64)> {
        clopper_pearson(successes as f64, failures as f64, tail)
    }

    /// The fewest trials without a failure that pass.
    pub(super) fn without_failure(self, limit: f64) -> Option<u64> {
        let fewest = (ln(limit) / ln(self.level)).floor().max(1.0);
        if fewest > MOST_FURTHER as f64 {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 10⁶")]
        let fewest = fewest as u64;
        (fewest..=MOST_FURTHER).find(|&trials| self.shows(trials, limit))
    }

    /// Whether so many trials without a failure pass.
    pub(super) fn shows(self, trials: u64, limit: f64) -> bool {
        self.chances(trials as f64, 0.0).is_ok_and(|found| found.pass <= limit)
    }

    /// Further trials that decide, each other question staying as it is.
    fn further(self, successes: u64, failures: u64, limits: VerdictLimits) -> Result<Further> {
        let (own, others) = (successes as f64, failures as f64);
        let trials = own + others;
        let after =
            |share: f64| self.fewest(limits, |n| (own + n * share, others + n * (1.0 - share)));
        Ok(Further {
            more: if trials > 0.0 { after(own / trials)? } else { None },
            to_pass: after(1.0)?,
            to_fail: after(0.0)?,
        })
    }

    /// The fewest further trials with a decision, where all larger numbers decide, too.
    fn fewest(
        self,
        limits: VerdictLimits,
        after: impl Fn(f64) -> (f64, f64),
    ) -> Result<Option<u64>> {
        let decided = |n: u64| -> Result<bool> {
            let (successes, failures) = after(n as f64);
            let found = self.chances(successes, failures)?;
            Ok(found.fail <= limits.fail || found.pass <= limits.pass)
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

/// What is known of questions with equal counts.
pub(super) struct KnownFurther {
    rule: QuestionRule,
    limits: VerdictLimits,
    known: BTreeMap<(u64, u64), Further>,
}

impl KnownFurther {
    pub(super) fn new(rule: QuestionRule, limits: VerdictLimits) -> Self {
        Self { rule, limits, known: BTreeMap::new() }
    }

    /// Further trials of an undecided question.
    pub(super) fn of(&mut self, successes: u64, failures: u64) -> Result<Further> {
        if let Some(known) = self.known.get(&(successes, failures)) {
            return Ok(*known);
        }
        let further = self.rule.further(successes, failures, self.limits)?;
        self.known.insert((successes, failures), further);
        Ok(further)
    }
}
