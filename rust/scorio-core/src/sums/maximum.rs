//! The largest of k outcomes of one question, without bias.

use crate::numeric::double::Double;
use crate::numeric::exact::scaled;

/// Σ C(i − 1, k − 1) / C(n, k) y₍ᵢ₎ over n outcomes in ascending order, for k from 1 to n.
///
/// It is the mean of the largest outcome over all sets of k trials, times 2^`shift`.
pub(crate) fn maximum(ascending: &[f64], k: u64, shift: i32) -> Double {
    let n = ascending.len() as u64;
    // C(n − 1, k − 1) / C(n, k) is k / n. From i to i − 1 the weight falls by (i − k) / (i − 1).
    let mut weight = Double::from(k as f64) / n as f64;
    let mut mean = Double::ZERO;
    for (place, &value) in (1..=n).rev().zip(ascending.iter().rev()) {
        if place < k {
            break;
        }
        mean = mean + weight * scaled(Double::from(value), shift);
        weight = weight * (place - k) as f64 / (place.max(2) - 1) as f64;
    }
    mean
}
