//! Integrals of one-peaked densities over a line: evenly spaced points, from the peak outwards.
//!
//! The densities are analytic and fall off at both ends, where the trapezoidal rule converges
//! exponentially in 1 / step (Trefethen & Weideman 2014, The exponentially convergent trapezoidal rule,
//! SIAM Review 56).

use crate::numeric::portable::{exp, ln};

/// How finely a density is sampled.
#[derive(Clone, Copy)]
pub(super) struct Fineness {
    /// The step, in standard deviations of the peak.
    pub(super) relative: f64,
    /// The largest step.
    pub(super) largest: f64,
    /// Points whose density is below e^(−drop) of the peak are left out.
    pub(super) drop: f64,
}

/// Where a density has its peak.
#[derive(Clone, Copy, Debug)]
pub(super) struct Peak {
    pub(super) place: f64,
    /// The log-density there.
    pub(super) top: f64,
    /// The standard deviation of a normal density with the same curvature.
    pub(super) width: f64,
}

/// Finds the peak by climbing from `start` with steps of `size`, then by parabolas.
pub(super) fn peak(
    start: f64,
    size: f64,
    limit: f64,
    density: &mut impl FnMut(f64) -> f64,
) -> Peak {
    let mut size = size;
    let start = start.clamp(-limit, limit);
    let mut centre = (start, density(start));
    let mut left = point(centre.0 - size, limit, density);
    let mut right = point(centre.0 + size, limit, density);
    // Uphill with growing steps until both neighbours are lower.
    for _ in 0..200 {
        if left.1 > centre.1 && left.1 >= right.1 {
            size *= 2.0;
            (right, centre) = (centre, left);
            left = point(centre.0 - size, limit, density);
        } else if right.1 > centre.1 {
            size *= 2.0;
            (left, centre) = (centre, right);
            right = point(centre.0 + size, limit, density);
        } else {
            break;
        }
    }
    let mut width = parabola(left, centre, right).map_or(size, |(_, width)| width);
    // Each parabola spans about one width, where the density is nearly normal.
    for _ in 0..3 {
        let place = parabola(left, centre, right).map_or(centre.0, |(place, _)| place);
        let place = place.clamp(left.0, right.0);
        let span = (0.5 * width).min(right.0 - left.0).max(1e-7 * size.abs().max(1e-3));
        let next = (place, density(place));
        centre = if next.1 >= centre.1 { next } else { centre };
        left = point(centre.0 - span, limit, density);
        right = point(centre.0 + span, limit, density);
        for side in [left, right] {
            centre = if side.1 > centre.1 { side } else { centre };
        }
        if centre.0 == left.0 || centre.0 == right.0 {
            (left, right) =
                (point(centre.0 - span, limit, density), point(centre.0 + span, limit, density));
        }
        width = parabola(left, centre, right).map_or(width, |(_, width)| width);
    }
    Peak { place: centre.0, top: centre.1, width }
}

/// The peak by one parabola about a place, if it lies between its points.
pub(super) fn vertex(
    centre: f64,
    size: f64,
    limit: f64,
    density: &mut impl FnMut(f64) -> f64,
) -> Option<Peak> {
    let [left, middle, right] =
        [centre - size, centre, centre + size].map(|place| point(place, limit, density));
    let (place, width) = parabola(left, middle, right)?;
    let off = (place - middle.0) / width;
    let inside = place > left.0 && place < right.0 && right.1.is_finite() && left.1.is_finite();
    // At the middle, the parabola is off²/2 below its vertex.
    inside.then_some(Peak { place, top: middle.1 + 0.5 * off * off, width })
}

fn point(place: f64, limit: f64, density: &mut impl FnMut(f64) -> f64) -> (f64, f64) {
    if place.abs() > limit { (place, f64::NEG_INFINITY) } else { (place, density(place)) }
}

/// The vertex of the parabola through three points, and the standard deviation that its curvature means.
///
/// It is `None` if the points do not bend downwards.
fn parabola(left: (f64, f64), centre: (f64, f64), right: (f64, f64)) -> Option<(f64, f64)> {
    let (before, after) = (centre.0 - left.0, right.0 - centre.0);
    let (rise, fall) = ((centre.1 - left.1) / before, (right.1 - centre.1) / after);
    let curvature = 2.0 * (rise - fall) / (before + after);
    let usable = curvature > 0.0 && curvature.is_finite();
    usable.then(|| {
        let slope = (rise * after + fall * before) / (before + after);
        (centre.0 + slope / curvature, 1.0 / curvature.sqrt())
    })
}

/// Visits the points about a peak while the density is not negligible, and gives the step.
///
/// `density` gives the log-density of a place, and may keep it.
pub(super) fn walk(
    peak: Peak,
    fineness: Fineness,
    limit: f64,
    density: &mut impl FnMut(f64) -> f64,
) -> f64 {
    let step = (fineness.relative * peak.width).min(fineness.largest);
    let mut top = density(peak.place);
    for direction in [step, -step] {
        let mut number = 1.0;
        loop {
            let place = peak.place + direction * number;
            if place.abs() > limit {
                break;
            }
            let value = density(place);
            top = top.max(value);
            if value < top - fineness.drop {
                break;
            }
            number += 1.0;
        }
    }
    step
}

/// ln Σ e^x.
pub(super) fn log_sum(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let top = values.clone().fold(f64::NEG_INFINITY, f64::max);
    top + ln(values.map(|value| exp(value - top)).sum::<f64>())
}
