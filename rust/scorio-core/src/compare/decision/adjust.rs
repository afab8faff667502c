//! p-values adjusted for the number of comparisons.

use crate::numeric::sorting::sort_by;
/// Holm's step-down values (Holm 1979).
///
/// Whoever reports those below α errs in any of them with probability at most α, for any
/// dependence.
pub(crate) fn holm(values: &[f64]) -> Vec<f64> {
    let count = values.len();
    let mut largest = 0.0_f64;
    adjusted(values, &ascending(values), |place, value| {
        largest = largest.max(value * (count - place) as f64);
        largest
    })
}

/// Benjamini and Hochberg's step-up values (1995).
///
/// Among those reported below α, the expected share of errors is at most α. This holds for
/// independent or positively dependent comparisons.
pub(crate) fn benjamini_hochberg(values: &[f64]) -> Vec<f64> {
    let count = values.len();
    let mut smallest = f64::INFINITY;
    let mut order = ascending(values);
    order.reverse();
    adjusted(values, &order, |place, value| {
        smallest = smallest.min(value * count as f64 / (count - place) as f64);
        smallest
    })
}

/// Walks the order and stores the result of `step` for each (place, value), at most 1, in its
/// place.
fn adjusted(values: &[f64], order: &[usize], mut step: impl FnMut(usize, f64) -> f64) -> Vec<f64> {
    let mut result = vec![1.0; values.len()];
    for (place, &index) in order.iter().enumerate() {
        if let (Some(slot), Some(&value)) = (result.get_mut(index), values.get(index)) {
            *slot = step(place, value).min(1.0);
        }
    }
    result
}

fn ascending(values: &[f64]) -> Vec<usize> {
    let value = |index: usize| values.get(index).copied().unwrap_or(f64::NAN);
    let mut order: Vec<usize> = (0..values.len()).collect();
    sort_by(&mut order, |&a, &b| value(a).total_cmp(&value(b)));
    order
}

#[cfg(test)]
mod tests {
    use super::{benjamini_hochberg, holm};

    #[test]
    fn values_as_worked_out_by_hand() {
        let values = [0.01, 0.75, 0.02, 0.25];
        // Holm: 4 × 0.01, 3 × 0.02, 2 × 0.25, 1 × 0.75. None is below the one before.
        assert_eq!(holm(&values), [0.04, 0.75, 0.06, 0.5]);
        // From the largest down: 0.75, 0.25 × 4/3, 0.02 × 4/2, 0.01 × 4.
        assert_eq!(benjamini_hochberg(&values), [0.04, 0.75, 0.04, 1.0 / 3.0]);
        assert_eq!(holm(&[0.5, 0.5, 0.75]), [1.0, 1.0, 1.0]);
        assert_eq!(benjamini_hochberg(&[0.5, 0.5, 0.75]), [0.75, 0.75, 0.75]);
        assert!(holm(&[]).is_empty() && benjamini_hochberg(&[]).is_empty());
    }
}
