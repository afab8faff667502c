//! Spearman's ρ of two rankings, and the tail of Student's t distribution.

use crate::double::Double;
use crate::error::{Error, Result};
use crate::kendall::{Correlation, Orders};
use crate::rank::ranks;

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
    let p_value = match scores.len() {
        2 => 1.0,
        models => t_tail((models - 2) as f64, explained, rest)?,
    };
    Ok(Correlation { statistic, p_value })
}

/// Twice the fractional ranks, less their mean: whole numbers.
fn centred(scores: &[f64]) -> Result<Vec<f64>> {
    let mean = (scores.len() + 1) as f64;
    Ok(ranks(scores, 0.0, None)?.fractional.into_iter().map(|rank| 2.0 * rank - mean).collect())
}

/// P(|T| ≥ t) for `degrees` of freedom ν, where ρ² = t²/(ν + t²) and `rest` = 1 − ρ²: the incomplete
/// beta function I(1 − ρ²; ν/2, 1/2).
fn t_tail(degrees: f64, explained: f64, rest: f64) -> Result<f64> {
    if rest == 0.0 || explained == 0.0 {
        return Ok(if rest == 0.0 { 0.0 } else { 1.0 });
    }
    let a = degrees / 2.0;
    let log = if explained < 0.5 { (-explained).ln_1p() } else { rest.ln() };
    let factor = (a * log).exp() * explained.sqrt() * inverse_beta(a);
    // The fraction converges fast on this side of the mean, and the other tail is the rest.
    if rest < (a + 1.0) / (a + 2.5) {
        Ok(factor / a * fraction(rest, a, 0.5)?)
    } else {
        Ok(1.0 - factor / 0.5 * fraction(explained, 0.5, a)?)
    }
}

/// 1 / B(a, 1/2) = Γ(a + 1/2) / (Γ(a) √π): by the series in 1/a at 100 and above, to which the
/// recurrence leads, without a difference of logarithms (DLMF 5.11.13).
fn inverse_beta(a: f64) -> f64 {
    const SERIES: [f64; 7] = [
        1.0,
        -1.0 / 8.0,
        1.0 / 128.0,
        5.0 / 1024.0,
        -21.0 / 32_768.0,
        -399.0 / 262_144.0,
        869.0 / 4_194_304.0,
    ];
    let (mut large, mut quotient) = (a, 1.0);
    while large < 100.0 {
        quotient *= large / (large + 0.5);
        large += 1.0;
    }
    let series = SERIES.iter().rev().fold(0.0, |sum, term| sum / large + term);
    quotient * series * (large / std::f64::consts::PI).sqrt()
}

/// The continued fraction of the incomplete beta function, 1 / (1 + d₁ / (1 + d₂ / …)) (DLMF
/// 8.17.22), forward by the ratios of its numerators and denominators.
fn fraction(x: f64, a: f64, b: f64) -> Result<f64> {
    let (mut value, mut above, mut below) = (1.0, 1.0, f64::INFINITY);
    // It takes some √max(a, b) steps: 100,000 are enough for 10^9 models.
    for m in 0..100_000_u32 {
        let m = f64::from(m);
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let m = m + 1.0;
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let mut change = 1.0;
        for d in [odd, even] {
            above = 1.0 + d / above;
            below = 1.0 + d / below;
            change *= above / below;
        }
        value *= change;
        if (change - 1.0).abs() <= f64::EPSILON {
            return Ok(1.0 / value);
        }
    }
    Err(Error::NotFinite { what: "the tail of the t distribution" })
}
