//! Sums of exponentials at equidistant frequencies, by a fast Fourier transform.
//!
//! Each angle is spread over the points of a regular grid by a Gaussian (Greengard & Lee 2004,
//! Accelerating the nonuniform fast Fourier transform). The sums are accurate to some 10⁻¹⁴ of
//! Σ |w|.

use std::f64::consts::PI;

use crate::numeric::complex::Complex;
use crate::numeric::portable::exp;

/// The points of the grid on either side that an angle is spread over.
const SPREAD: usize = 16;

/// Σ w e^(i j θ) for j = 0, …, `count` − 1. Angles lie in [−π, π].
pub(crate) fn exponential_sums(
    angles: &[f64],
    weights: impl Iterator<Item = Complex>,
    count: usize,
) -> Vec<Complex> {
    let modes = count.next_power_of_two().max(64);
    let size = 2 * modes;
    let half = (modes / 2) as f64;
    let gap = 2.0 * PI / size as f64;
    // The width at which spreading and undoing it are equally accurate.
    let tau = PI * SPREAD as f64 / (modes as f64 * modes as f64 * 3.0);
    let mut grid = vec![Complex::ZERO; size];
    // e^(−(m gap)² / 4τ)
    let falls: Vec<f64> =
        (0..=SPREAD).map(|m| exp(-(m as f64 * gap) * (m as f64 * gap) / (4.0 * tau))).collect();
    for (&angle, weight) in angles.iter().zip(weights) {
        // Frequencies from −modes / 2 on are accurate, so they are moved there.
        let weight = weight * Complex::unit(half * angle);
        let turned = if angle < 0.0 { angle + 2.0 * PI } else { angle };
        let place = (turned / gap).floor();
        let rest = turned - place * gap;
        let peak = weight * exp(-rest * rest / (4.0 * tau));
        let ratio = exp(rest * gap / (2.0 * tau));
        let nearest = whole(place) + size;
        let (mut up, mut down) = (1.0, 1.0);
        for (m, fall) in falls.iter().enumerate() {
            let mut add = |place: usize, share: f64| {
                if let Some(point) = grid.get_mut(place % size) {
                    *point = *point + peak * (share * fall);
                }
            };
            add(nearest + m, up);
            if m > 0 {
                add(nearest - m, down);
            }
            up *= ratio;
            down /= ratio;
        }
    }
    transform(&mut grid);
    let scale = (PI / tau).sqrt() / size as f64;
    let sums = (0..count).map(|j| {
        let frequency = j as f64 - half;
        // Frequency −f is at place size − f.
        let place = (j + size - modes / 2) % size;
        let value = grid.get(place).copied().unwrap_or_default();
        value * (scale * exp(frequency * frequency * tau))
    });
    sums.collect()
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 ≤ place ≤ size")]
fn whole(place: f64) -> usize {
    place as usize
}

/// Σ_m x_m e^(2πi j m / n) in place, for n a power of two.
fn transform(values: &mut [Complex]) {
    let n = values.len();
    let bits = n.trailing_zeros();
    for i in 0..n {
        let j = i.reverse_bits() >> (usize::BITS - bits);
        if i < j {
            values.swap(i, j);
        }
    }
    let roots: Vec<_> = (0..n / 2).map(|i| Complex::unit(2.0 * PI * i as f64 / n as f64)).collect();
    let mut length = 2;
    while length <= n {
        for block in values.chunks_exact_mut(length) {
            let (low, high) = block.split_at_mut(length / 2);
            let roots = roots.iter().step_by(n / length);
            for ((a, b), &root) in low.iter_mut().zip(high).zip(roots) {
                let turned = *b * root;
                (*a, *b) = (*a + turned, *a + turned * -1.0);
            }
        }
        length *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_match_their_terms() {
        for count in [1_usize, 65, 500] {
            let angles: Vec<f64> =
                (0..200).map(|q| f64::from(q * q * 37 % 6283) / 1000.0 - PI).collect();
            let weights = || (0..200).map(|q| Complex::new(1.0 / 200.0, f64::from(q) / 40_000.0));
            let sums = exponential_sums(&angles, weights(), count);
            for (j, sum) in sums.iter().enumerate() {
                let exact = angles.iter().zip(weights()).fold(Complex::ZERO, |all, (&angle, w)| {
                    all + Complex::unit(j as f64 * angle) * w
                });
                let error = (exact + *sum * -1.0).square().sqrt();
                assert!(error < 2e-14, "{count} {j} {error}");
            }
        }
    }
}
