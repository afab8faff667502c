//! Roots of the equations of empirical Bayes: the variance of a population, and the dispersion.

use crate::error::Result;
use crate::numeric::error::NumericError;
use crate::numeric::portable::{exp, ln};

/// The variance of a population whose members do not differ.
pub(crate) const EQUAL: f64 = 1e-4;
const MOST_STEPS: usize = 100;

/// ln v at the positive root of a gap: the mean square of a population over v, less 1.
///
/// It is `None` if the gap is negative down to [`EQUAL`], and ln `most` if it is positive up to there.
/// The gap is last taken at the place that is found, or at ln [`EQUAL`].
///
/// # Errors
/// Those of the gap.
pub(crate) fn variance(
    start: f64,
    most: f64,
    mut gap: impl FnMut(f64) -> Result<f64>,
) -> Result<Option<f64>> {
    let (least, end) = (ln(EQUAL), if most < f64::INFINITY { ln(most) } else { most });
    let mut here = (start, gap(start)?);
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    // The step of EM, in ln v. It goes the right way, but not far enough.
    let mut next = here.0 + (1.3 * here.1).clamp(-0.5, 0.5);
    for _ in 0..MOST_STEPS {
        if here.1 > 0.0 {
            low = here.0;
        } else {
            high = here.0;
        }
        if high < least {
            gap(least)?;
            return Ok(None);
        }
        let near = (next - here.0).abs() <= 1e-11;
        let before = here;
        here = (next, gap(next)?);
        if near || here.1 == 0.0 || here.1 == before.1 || (here.0 >= end && here.1 > 0.0) {
            break;
        }
        let stride = here.0 - before.0;
        let most = 4.0 * stride.abs();
        next = here.0 - (here.1 * stride / (here.1 - before.1)).clamp(-most, most);
        let (under, over) = if here.1 > 0.0 { (here.0, high) } else { (low, here.0) };
        if !(next >= under && next <= over) {
            next = match (under.is_finite(), over.is_finite()) {
                (true, true) => f64::midpoint(under, over),
                (true, false) => here.0 + most,
                _ => here.0 - most,
            };
        }
        next = next.min(end);
    }
    Ok(Some(here.0))
}

/// What is found with the dispersion φ that the responses have about it.
///
/// # Errors
/// - Those of the search and of the dispersion.
/// - The iteration does not converge.
pub(crate) fn dispersed<T>(
    mut found: impl FnMut(f64) -> Result<T>,
    of: impl Fn(&T) -> Result<f64>,
) -> Result<T> {
    // ln φ, and how far ln F(φ) is above it.
    let mut before: Option<(f64, f64)> = None;
    let mut place = ln(0.1);
    for _ in 0..MOST_STEPS {
        let found = found(exp(place))?;
        let gap = ln(of(&found)?) - place;
        let next = match before {
            Some((last, gap_before)) if gap != gap_before => {
                let secant = place - gap * (place - last) / (gap - gap_before);
                if (secant - place).abs() <= 3.0 * gap.abs() { secant } else { place + gap }
            }
            _ => place + gap,
        };
        if (next - place).abs() <= 1e-11 {
            return Ok(found);
        }
        before = Some((place, gap));
        place = next;
    }
    Err(NumericError::NotFinite { what: "the dispersion" }.into())
}
