//! Spearman's ρ of two rankings.

use crate::error::Result;
use crate::numeric::double::Double;
use crate::numeric::student::two_sided;
use crate::rank::error::RankError;
use crate::rank::kendall::{Correlation, Orders};
use crate::rank::ranks::ranks;

/// Spearman's ρ: the correlation of the fractional ranks.
///
/// The p-value comes from Student's t with n − 2 degrees of freedom, an approximation: t = ρ √((n −
/// 2) / (1 − ρ²)). With two models it is 1, because both orders are equally far from 0.
///
/// # Errors
/// - The rankings differ in length, or have fewer than two models.
/// - A score is NaN.
/// - A ranking ties all models.
pub fn spearman(scores: &[f64], gold: &[f64]) -> Result<Correlation> {
    Orders::new(scores, gold)?;
    let (x, y) = (centred(scores)?, centred(gold)?);
    let sum = |x: &[f64], y: &[f64]| {
        x.iter().zip(y).fold(Double::ZERO, |sum, (&x, &y)| sum + Double::from(x) * y)
    };
    let (xx, xy, yy) = (sum(&x, &x), sum(&x, &y), sum(&y, &y));
    let name = match (xx.is_positive(), yy.is_positive()) {
        (true, true) => None,
        (false, _) => Some("scores"),
        _ => Some("gold"),
    };
    if let Some(name) = name {
        return Err(RankError::AllTied { name }.into());
    }
    let statistic = (xy / (xx * yy).sqrt()).value();
    let explained = (xy * xy / (xx * yy)).value();
    // 1 − ρ² without cancellation, even where ρ is nearly 1.
    let rest = ((xx * yy - xy * xy) / (xx * yy)).value().max(0.0);
    let degrees = scores.len() as f64 - 2.0;
    let p_value = match rest {
        _ if degrees == 0.0 => 1.0,
        0.0 => 0.0,
        _ => two_sided(degrees * explained / rest, degrees)?,
    };
    Ok(Correlation { statistic, p_value })
}

/// Twice the fractional ranks, less their mean. These are whole numbers.
fn centred(scores: &[f64]) -> Result<Vec<f64>> {
    let mean = (scores.len() + 1) as f64;
    Ok(ranks(scores, 0.0, None)?.fractional.into_iter().map(|rank| 2.0 * rank - mean).collect())
}
