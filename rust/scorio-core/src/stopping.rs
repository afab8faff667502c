//! When to stop drawing trials, and where to draw the next, from posterior means and deviations.

use crate::double::Double;
use crate::error::{Error, Result};
use crate::interval::{Estimate, Interval};
use crate::normal::{central_quantile, one_sided_quantile, z_score};

/// What has to be so between the leader and each rival.
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
    /// The model with the highest mean; the first of several.
    pub leader: usize,
    /// The rivals that are not separated from it.
    pub ambiguous: Vec<usize>,
}

/// μ ± z σ with P(|Z| < z) = `confidence`, clipped.
///
/// # Errors
/// A mean or σ that is no number, or a negative σ; `confidence` outside (0, 1); `clip` out of order.
pub fn interval(
    mu: f64,
    sigma: f64,
    confidence: f64,
    clip: Option<(f64, f64)>,
) -> Result<Interval> {
    check("mu", &[], mu, f64::NEG_INFINITY)?;
    check("sigma", &[], sigma, 0.0)?;
    Estimate::new(Double::from(mu), Double::from(sigma))?.interval(confidence, clip)
}

/// z σ, half the width of the central interval.
///
/// # Errors
/// A σ that is no number, or negative; `confidence` outside (0, 1).
pub fn half_width(sigma: f64, confidence: f64) -> Result<f64> {
    check("sigma", &[], sigma, 0.0)?;
    Ok((central_quantile(confidence)? * sigma).value())
}

/// Whether an interval is as narrow as it has to be: half its width is at most `most`.
///
/// # Errors
/// As [`half_width`]; `most`, which messages call `name`, is negative or no number.
pub fn narrow(sigma: f64, confidence: f64, name: &str, most: f64) -> Result<bool> {
    check(name, &[], most, 0.0)?;
    let share = if name == "max_ci_width" { 2.0 } else { 1.0 };
    Ok(share * half_width(sigma, confidence)? <= most)
}

/// Whether the leader is separated from every rival.
///
/// # Errors
/// No model; as many σ as means are needed; one that is no number; `confidence` outside (0, 1).
pub fn top(mus: &[f64], sigmas: &[f64], confidence: f64, rule: Rule) -> Result<Top> {
    let (leader, rivals) = margins(mus, sigmas, confidence, rule)?;
    let threshold = one_sided_quantile(confidence)?;
    let unsettled = |margin: f64| match rule {
        Rule::Overlap => margin <= 0.0,
        Rule::Score => margin == 0.0 || margin < threshold,
    };
    let ambiguous = rivals.into_iter().filter(|&(_, margin)| unsettled(margin));
    Ok(Top { leader, ambiguous: ambiguous.map(|(rival, _)| rival).collect() })
}

/// The leader and the rival least separated from it, whose trials tell most about the first place.
///
/// # Errors
/// As [`top`]; fewer than two models.
pub fn next(mus: &[f64], sigmas: &[f64], confidence: f64, rule: Rule) -> Result<(usize, usize)> {
    let (leader, rivals) = margins(mus, sigmas, confidence, rule)?;
    let nearest = rivals.into_iter().min_by(|a, b| a.1.total_cmp(&b.1));
    nearest.map(|(rival, _)| (leader, rival)).ok_or_else(|| Error::Range {
        name: "the number of models".to_owned(),
        index: Vec::new(),
        value: 1.0,
        range: "from 2: the leader needs a rival",
    })
}

/// The leader, and how far each rival is separated from it: by the gap between their intervals or by z.
fn margins(
    mus: &[f64],
    sigmas: &[f64],
    confidence: f64,
    rule: Rule,
) -> Result<(usize, Vec<(usize, f64)>)> {
    if mus.len() != sigmas.len() {
        return Err(Error::Shape {
            left: "mus",
            left_size: mus.len(),
            right: "sigmas",
            right_size: sigmas.len(),
            axis: "entries",
        });
    }
    for (index, (&mu, &sigma)) in mus.iter().zip(sigmas).enumerate() {
        check("mus", &[index], mu, f64::NEG_INFINITY)?;
        check("sigmas", &[index], sigma, 0.0)?;
    }
    let z = central_quantile(confidence)?.value();
    let models = || mus.iter().copied().zip(sigmas.iter().copied()).enumerate();
    let first = models().reduce(|best, one| if one.1.0 > best.1.0 { one } else { best });
    let Some((leader, ahead)) = first else {
        return Err(Error::Range {
            name: "the number of models".to_owned(),
            index: Vec::new(),
            value: 0.0,
            range: "from 1",
        });
    };
    let margin = |rival: (f64, f64)| match rule {
        Rule::Overlap => between(ahead, rival, z),
        Rule::Score => z_score(ahead, rival),
    };
    let rivals = models().filter(|&(index, _)| index != leader);
    Ok((leader, rivals.map(|(index, rival)| (index, margin(rival))).collect()))
}

/// From the upper end of the interval of the second (μ, σ) to the lower one of the first.
fn between(first: (f64, f64), second: (f64, f64), z: f64) -> f64 {
    let gap =
        |(mu, sigma): (f64, f64), (other, wide): (f64, f64)| (mu - z * sigma) - (other + z * wide);
    let found = gap(first, second);
    if found.is_finite() {
        return found;
    }
    // z is below 9, so that no step overflows with 1/32 of everything.
    let part = |(mu, sigma): (f64, f64)| (mu / 32.0, sigma / 32.0);
    32.0 * gap(part(first), part(second))
}

fn check(name: &str, index: &[usize], value: f64, least: f64) -> Result<()> {
    if value.is_finite() && value >= least {
        return Ok(());
    }
    let range = if least == 0.0 { "a finite number from 0" } else { "a finite number" };
    Err(Error::Range { name: name.to_owned(), index: index.to_vec(), value, range })
}
