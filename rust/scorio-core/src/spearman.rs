//! Spearman's ρ of two rankings.

use crate::double::Double;
use crate::error::{Error, Result};
use crate::kendall::{Correlation, Orders};
use crate::rank::ranks;
use crate::student::two_sided;

/// Spearman's ρ: the correlation of the fractional ranks. Its p-value is that of Student's t with n − 2
/// degrees of freedom for t = ρ √((n − 2) / (1 − ρ²)), an approximation; with two models it is 1, as both
/// orders are as far from 0.
///
/// # Errors
/// Rankings of different length; fewer than two models; a NaN; a ranking that is one tie.
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
        return Err(Error::AllTied { name });
    }
    let statistic = (xy / (xx * yy).sqrt()).value();
    let explained = (xy * xy / (xx * yy)).value();
    // 1 − ρ², with its digits also where ρ is nearly 1.
    let rest = ((xx * yy - xy * xy) / (xx * yy)).value().max(0.0);
    let degrees = scores.len() as f64 - 2.0;
    let p_value = match rest {
        _ if degrees == 0.0 => 1.0,
        0.0 => 0.0,
        _ => two_sided(degrees * explained / rest, degrees)?,
    };
    Ok(Correlation { statistic, p_value })
}

/// Twice the fractional ranks, less their mean: whole numbers.
fn centred(scores: &[f64]) -> Result<Vec<f64>> {
    let mean = (scores.len() + 1) as f64;
    Ok(ranks(scores, 0.0, None)?.fractional.into_iter().map(|rank| 2.0 * rank - mean).collect())
}
