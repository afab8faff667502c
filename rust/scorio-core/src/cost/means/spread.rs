//! Whether costs differ so much that trials have mostly not met the dearest of them.

use crate::cost::trials::spending::CostQuestion;
use crate::numeric::portable::ln;

/// Above this standard deviation of ln c, the true mean may lie above the interval.
///
/// Of lognormal costs of 2, .98 and more of the runs whose interval misses the mean are above it. Of those of
/// 1, .02 and less of all runs are (docs/coverage.md).
const WIDE: f64 = 1.4;

/// Whether the costs of a model's trials are so wide.
pub(in crate::cost) fn is_wide(questions: &[&CostQuestion<'_>]) -> bool {
    spread(questions.iter().filter_map(|one| CostSpread::of(one))) > WIDE
}

/// What a question tells of the spread of ln c.
#[derive(Clone, Copy, Debug)]
struct CostSpread {
    /// ln of its mean cost.
    middle: f64,
    /// The variance of ln c within it: ln(1 + s² / c̄²), as of lognormal costs.
    within: f64,
}

impl CostSpread {
    /// `None` of a question that costs nothing.
    fn of(question: &CostQuestion<'_>) -> Option<Self> {
        let (powers, trials) = (&question.powers, question.trials);
        // Squares of costs must not overflow.
        let shift = -powers.exponent()?;
        let scaled = powers.mean(trials, shift).value();
        let degrees = trials.saturating_sub(1).max(1) as f64;
        let variance = powers.deviations(trials, shift).value() / degrees;
        let middle = ln(powers.mean(trials, 0).value());
        (scaled > 0.0).then(|| Self { middle, within: ln(1.0 + variance / (scaled * scaled)) })
    }
}

/// The standard deviation of ln c: between questions, and within them.
///
/// Single costs need not be known for it. Questions alone would not do: means of trials are narrower.
fn spread(questions: impl Iterator<Item = CostSpread>) -> f64 {
    let all: Vec<CostSpread> = questions.collect();
    let count = all.len().max(1) as f64;
    let mean = all.iter().map(|one| one.middle).sum::<f64>() / count;
    let square = |one: &CostSpread| (one.middle - mean) * (one.middle - mean) + one.within;
    (all.iter().map(square).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::{CostSpread, spread};

    #[test]
    fn both_parts_of_the_spread_count() {
        let question = |middle: f64, within: f64| CostSpread { middle, within };
        // The middles 1 and 4 have the variance 2.25, beside 1 and 3 within.
        let both = [question(1.0, 1.0), question(4.0, 3.0)];
        assert!((spread(both.into_iter()) - 4.25_f64.sqrt()).abs() < 1e-15);
        assert_eq!(spread(std::iter::empty()), 0.0);
    }
}
