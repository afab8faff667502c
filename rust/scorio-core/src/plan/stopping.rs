//! When to stop drawing trials, and which model to try next, from posterior means and deviations.

use crate::check;
use crate::error::Result;
use crate::numeric::double::Double;
use crate::numeric::normal::{central_quantile, one_sided_quantile, z_score};
use crate::posterior::interval::{Estimate, Interval};

/// The condition between the leader and each rival.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Their central intervals do not overlap.
    Overlap,
    /// z = |μ − μ′| / √(σ² + σ′²) reaches the one-sided quantile (section 2.5 of arXiv:2510.04265).
    Score,
}

/// Whether the first place is settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Top {
    /// The model with the highest mean, or the first of several.
    pub leader: usize,
    /// The rivals that the leader is not clearly ahead of.
    pub ambiguous: Vec<usize>,
}

/// μ ± z σ with P(|Z| < z) = `confidence`, clipped.
///
/// # Errors
/// - The mean or σ is not a number, or σ is negative.
/// - `confidence` is outside (0, 1).
/// - `clip` is out of order.
pub fn interval(
    mu: f64,
    sigma: f64,
    confidence: f64,
    clip: Option<(f64, f64)>,
) -> Result<Interval> {
    check::finite("mu", &[], mu)?;
    check::not_negative("sigma", &[], sigma)?;
    Estimate::new(Double::from(mu), Double::from(sigma))?.interval(confidence, clip)
}

/// z σ, half the width of the central interval.
///
/// # Errors
/// - σ is negative or not a number.
/// - `confidence` is outside (0, 1).
pub fn half_width(sigma: f64, confidence: f64) -> Result<f64> {
    check::not_negative("sigma", &[], sigma)?;
    Ok((central_quantile(confidence)? * sigma).value())
}

/// Whether an interval is narrow enough: half its width is at most `most`.
///
/// Messages call `most` by `name`.
///
/// # Errors
/// - Those of [`half_width`].
/// - `most` is negative or not a number.
pub fn narrow(sigma: f64, confidence: f64, name: &str, most: f64) -> Result<bool> {
    check::not_negative(name, &[], most)?;
    let share = if name == "max_ci_width" { 2.0 } else { 1.0 };
    Ok(share * half_width(sigma, confidence)? <= most)
}

/// Whether the leader is clearly ahead of every rival.
///
/// # Errors
/// - There is no model.
/// - There are more or fewer σ than means.
/// - A mean or σ is not a number.
/// - `confidence` is outside (0, 1).
pub fn top(mus: &[f64], sigmas: &[f64], confidence: f64, rule: Rule) -> Result<Top> {
    let (leader, rivals) = margins(mus, sigmas, confidence, rule)?;
    let threshold = one_sided_quantile("confidence", confidence)?;
    let unsettled = |margin: f64| match rule {
        Rule::Overlap => margin <= 0.0,
        Rule::Score => margin == 0.0 || margin < threshold,
    };
    let ambiguous = rivals.into_iter().filter(|&(_, margin)| unsettled(margin));
    Ok(Top { leader, ambiguous: ambiguous.map(|(rival, _)| rival).collect() })
}

/// The leader and its closest rival. Their trials say most about the first place.
///
/// # Errors
/// - Those of [`top`].
/// - There are fewer than two models.
pub fn next(mus: &[f64], sigmas: &[f64], confidence: f64, rule: Rule) -> Result<(usize, usize)> {
    let (leader, rivals) = margins(mus, sigmas, confidence, rule)?;
    let nearest = rivals.into_iter().min_by(|a, b| a.1.total_cmp(&b.1));
    let rival = nearest.map(|(rival, _)| (leader, rival));
    let range = "from 2: the leader needs a rival";
    rival.ok_or_else(|| check::outside("the number of models", 1.0, range).into())
}

/// The leader, and the margin of each rival: the gap between their intervals, or z.
fn margins(
    mus: &[f64],
    sigmas: &[f64],
    confidence: f64,
    rule: Rule,
) -> Result<(usize, Vec<(usize, f64)>)> {
    check::same_size(("mus", mus.len()), ("sigmas", sigmas.len()), "entries")?;
    for (index, (&mu, &sigma)) in mus.iter().zip(sigmas).enumerate() {
        check::finite("mus", &[index], mu)?;
        check::not_negative("sigmas", &[index], sigma)?;
    }
    let z = central_quantile(confidence)?.value();
    let models = || mus.iter().copied().zip(sigmas.iter().copied()).enumerate();
    let first = models().reduce(|best, one| if one.1.0 > best.1.0 { one } else { best });
    let Some((leader, ahead)) = first else {
        return Err(check::outside("the number of models", 0.0, "from 1").into());
    };
    let margin = |rival: (f64, f64)| match rule {
        Rule::Overlap => between(ahead, rival, z),
        Rule::Score => z_score(ahead, rival),
    };
    let rivals = models().filter(|&(index, _)| index != leader);
    Ok((leader, rivals.map(|(index, rival)| (index, margin(rival))).collect()))
}

/// The gap from the upper end of the second interval to the lower end of the first.
fn between(first: (f64, f64), second: (f64, f64), z: f64) -> f64 {
    let gap =
        |(mu, sigma): (f64, f64), (other, wide): (f64, f64)| (mu - z * sigma) - (other + z * wide);
    let direct = gap(first, second);
    if direct.is_finite() {
        return direct;
    }
    // z is below 9, so 1/32 of every number does not overflow.
    let part = |(mu, sigma): (f64, f64)| (mu / 32.0, sigma / 32.0);
    32.0 * gap(part(first), part(second))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_of_huge_scores_do_not_overflow_on_the_way() {
        // Both ends are beyond all numbers. Their gap is 1.2e308.
        let (first, second) = ((1.5e308, 0.3e308), (-1.5e308, 0.3e308));
        let gap = between(first, second, 3.0);
        assert!((gap / 1.2e308 - 1.0).abs() < 1e-15, "{gap}");
        let (first, second) = ((1.5, 0.3), (-1.5, 0.3));
        assert!((between(first, second, 3.0) - 1.2).abs() < 1e-15);
    }
}
