//! Successes as small whole numbers, of whose products a processor adds up eight at once.

/// The successes of complete cells, each question as often as it counts.
pub(super) struct Packed<'a> {
    questions: usize,
    successes: &'a [i16],
    /// Successes times how often the question counts; none where each counts once.
    counted: Option<Vec<i16>>,
    /// Sums of so many products stay in 32 bits.
    part: usize,
}

/// Sums of products are exact in a double, whatever their order.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Shorter parts would cost more than they gain.
const SHORTEST: f64 = 64.0;

/// Successes as small numbers, if all are whole and small.
pub(super) fn small(successes: &[f64]) -> Option<Vec<i16>> {
    let small: Vec<i16> = successes.iter().map(|&one| narrow(one)).collect();
    successes.iter().zip(&small).all(|(&one, &small)| one == f64::from(small)).then_some(small)
}

/// A positive number, rounded down.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 2³¹")]
fn length(number: f64) -> usize {
    number as usize
}

/// The whole part, as far as it fits.
#[expect(clippy::cast_possible_truncation, reason = "the caller compares")]
fn narrow(number: f64) -> i16 {
    number as i16
}

impl<'a> Packed<'a> {
    /// `None` if a product is too large.
    pub(super) fn new(
        successes: &'a [i16],
        questions: usize,
        times: Option<&[f64]>,
    ) -> Option<Self> {
        let most = |values: &[i16]| f64::from(values.iter().fold(0, |most, &one| one.max(most)));
        let own = most(successes);
        let (counted, other) = match times {
            None => (None, own),
            Some(times) => {
                let times = small(times)?;
                let other = own * most(&times);
                if other > f64::from(i16::MAX) {
                    return None;
                }
                let rows = successes.chunks_exact(questions.max(1));
                let mut counted = vec![0; successes.len()];
                for (slots, own) in counted.chunks_exact_mut(questions.max(1)).zip(rows) {
                    for ((slot, own), times) in slots.iter_mut().zip(own).zip(&times) {
                        *slot = own.wrapping_mul(*times);
                    }
                }
                (Some(counted), other)
            }
        };
        let product = (own * other).max(1.0);
        let part = f64::from(i32::MAX) / product;
        if part < SHORTEST || product * questions as f64 >= EXACT {
            return None;
        }
        Some(Self { questions, successes, counted, part: length(part) })
    }

    fn counted(&self, model: usize) -> &[i16] {
        self.row(self.counted.as_deref().unwrap_or(self.successes), model)
    }

    fn row<'b>(&self, all: &'b [i16], model: usize) -> &'b [i16] {
        all.get(model * self.questions..(model + 1) * self.questions).unwrap_or_default()
    }

    /// Σ s_j, each question as often as it counts.
    pub(super) fn sum(&self, model: usize) -> f64 {
        self.counted(model).chunks(self.part).map(|own| f64::from(total(own))).sum()
    }

    /// Σ s_i s_j, each question as often as it counts.
    pub(super) fn products(&self, i: usize, j: usize) -> f64 {
        let (own, other) = (self.row(self.successes, i), self.counted(j));
        let parts = own.chunks(self.part).zip(other.chunks(self.part));
        parts.map(|(own, other)| f64::from(products(own, other))).sum()
    }
}

/// Σ x. A product is no smaller than its factors, so that it fits, too.
fn total(x: &[i16]) -> i32 {
    x.iter().map(|&x| i32::from(x)).fold(0, i32::wrapping_add)
}

/// Σ x y, which the caller knows to fit.
fn products(x: &[i16], y: &[i16]) -> i32 {
    let product = |(&x, &y): (&i16, &i16)| i32::from(x).wrapping_mul(i32::from(y));
    x.iter().zip(y).map(product).fold(0, i32::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two models whose sums need several parts, against sums of doubles.
    #[test]
    fn sums_of_products_are_those_of_doubles() {
        for (most, questions, weighted) in
            [(16_i16, 501, true), (181, 70_000, false), (700, 9_999, true), (5_000, 99, false)]
        {
            let value =
                |place: usize| (place * 7919 % (usize::from(most.unsigned_abs()) + 1)) as f64;
            let successes: Vec<f64> = (0..2 * questions).map(value).collect();
            let times: Vec<f64> = (0..questions).map(|m| (m * 31 % 5) as f64).collect();
            let small = small(&successes).unwrap();
            let times = weighted.then_some(&*times);
            let packed = Packed::new(&small, questions, times).unwrap();
            let of = |m: usize| times.map_or(1.0, |times| times[m]);
            let (one, other) = successes.split_at(questions);
            let both: f64 = (0..questions).map(|m| one[m] * other[m] * of(m)).sum();
            assert_eq!(packed.products(0, 1), both);
            assert_eq!(packed.sum(1), (0..questions).map(|m| other[m] * of(m)).sum::<f64>());
        }
    }

    #[test]
    fn large_or_broken_numbers_are_not_packed() {
        assert!(small(&[0.5]).is_none() && small(&[40_000.0]).is_none());
        assert!(small(&[f64::NAN]).is_none() && small(&[-0.5]).is_none());
        assert!(Packed::new(&[30_000; 4], 2, None).is_none());
        assert!(Packed::new(&[3_000; 4], 2, Some(&[11.0, 1.0])).is_none());
        assert!(Packed::new(&[1; 4], 2, Some(&[0.5, 1.0])).is_none());
    }
}
