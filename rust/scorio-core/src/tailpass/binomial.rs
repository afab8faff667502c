//! The binomial law of k trials, at many chances of a success.

use crate::numeric::portable::powi;

/// Up to so many trials, C(k, j) is at most 2⁵⁰⁰. A power that underflows then leaves nothing.
const MOST_POWERS: usize = 500;

/// The sum of laws of k trials at many chances of a success.
pub(super) struct BinomialLaws {
    /// (k − j) / (j + 1): C(k, j + 1) / C(k, j).
    steps: Vec<f64>,
    /// C(k, j), four in a row, if k is small.
    choices: Option<Vec<[f64; 4]>>,
    /// The laws of chances up to 1/2, by successes, and of the others, by failures.
    sums: [Vec<[f64; 4]>; 2],
    /// The laws of larger k.
    walked: Vec<f64>,
    law: Vec<f64>,
}

impl BinomialLaws {
    pub(super) fn new(k: usize) -> Self {
        let steps: Vec<f64> = (0..k).map(|j| (k - j) as f64 / (j as f64 + 1.0)).collect();
        let width = k / 4 + 1;
        let choices = || {
            let mut choices = vec![[0.0; 4]; width];
            let mut last = 1.0;
            for (slot, step) in
                choices.as_flattened_mut().iter_mut().zip(steps.iter().chain(&[0.0]))
            {
                *slot = last;
                last *= step;
            }
            choices
        };
        let choices = (k <= MOST_POWERS).then(choices);
        let sums = [(); 2].map(|()| vec![[0.0; 4]; if choices.is_some() { width } else { 0 }]);
        let walked = vec![0.0; if choices.is_some() { 0 } else { k + 1 }];
        let law = walked.clone();
        Self { steps, choices, sums, walked, law }
    }

    /// Adds the law at one chance of a success.
    pub(super) fn add(&mut self, success: f64) {
        let Some(choices) = &self.choices else {
            walk(&self.steps, success, &mut self.law);
            self.walked.iter_mut().zip(&self.law).for_each(|(sum, chance)| *sum += chance);
            return;
        };
        // C(k, j) qᵏ (p / q)ʲ with p ≤ q.
        let failure = 1.0 - success;
        let [low, high] = &mut self.sums;
        let (p, q, sums) =
            if success <= failure { (success, failure, low) } else { (failure, success, high) };
        let ratio = p / q;
        let all = powi(q, i32::try_from(self.steps.len()).unwrap_or(i32::MAX));
        let square = ratio * ratio;
        let fourth = square * square;
        let mut next = [all, all * ratio, all * square, all * (square * ratio)];
        for (slots, choices) in sums.iter_mut().zip(choices) {
            for ((slot, power), choices) in slots.iter_mut().zip(&mut next).zip(choices) {
                *slot += choices * *power;
                *power *= fourth;
            }
        }
    }

    /// The sum, which is 0 afterwards.
    pub(super) fn take(&mut self, law: &mut [f64]) {
        if self.choices.is_none() {
            law.copy_from_slice(&self.walked);
            self.walked.fill(0.0);
            return;
        }
        let [low, high] = &mut self.sums;
        law.iter_mut().zip(low.as_flattened()).for_each(|(slot, sum)| *slot = *sum);
        law.iter_mut().rev().zip(high.as_flattened()).for_each(|(slot, sum)| *slot += sum);
        low.fill([0.0; 4]);
        high.fill([0.0; 4]);
    }
}

/// The law at one chance of a success, outwards from its mode.
fn walk(steps: &[f64], success: f64, law: &mut [f64]) {
    let k = steps.len();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to k")]
    let mode = (((k + 1) as f64 * success).floor() as usize).min(k);
    let (odds, against) = (success / (1.0 - success), (1.0 - success) / success);
    let (low, high) = law.split_at_mut(mode);
    let (mut weight, mut sum) = (1.0, 0.0);
    for (j, slot) in high.iter_mut().enumerate() {
        *slot = weight;
        sum += weight;
        weight *= steps.get(mode + j).map_or(0.0, |step| step * odds);
    }
    weight = 1.0;
    for (slot, step) in low.iter_mut().zip(steps).rev() {
        weight *= against / step;
        *slot = weight;
        sum += weight;
    }
    for chance in law.iter_mut() {
        *chance /= sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_and_the_walk_are_one_law() {
        for k in [1, 2, 3, 8, 64, 65, 499, 500, 501] {
            let mut laws = BinomialLaws::new(k);
            let (mut found, mut walked) = (vec![0.0; k + 1], vec![0.0; k + 1]);
            for success in [0.0, 1e-300, 1e-9, 0.003, 0.25, 0.5, 0.77, 0.999, 1.0 - 1e-16, 1.0] {
                laws.add(success);
                laws.take(&mut found);
                assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-13, "{k} {success}");
                let mean: f64 = found.iter().enumerate().map(|(j, chance)| j as f64 * chance).sum();
                assert!((mean - k as f64 * success).abs() < 1e-13 * k as f64, "{k} {success}");
                walk(&laws.steps, success, &mut walked);
                for (chance, walked) in found.iter().zip(&walked) {
                    assert!((chance - walked).abs() < 1e-13, "{k} {success}: {chance} {walked}");
                }
            }
        }
    }

    #[test]
    fn laws_add_up() {
        let mut laws = BinomialLaws::new(3);
        laws.add(0.25);
        laws.add(0.5);
        laws.add(1.0);
        let mut found = vec![0.0; 4];
        laws.take(&mut found);
        for (sum, expected) in found.iter().zip([35.0, 51.0, 33.0, 73.0]) {
            assert!((sum - expected / 64.0).abs() < 1e-15, "{found:?}");
        }
        laws.take(&mut found);
        assert_eq!(found, [0.0; 4]);
    }
}
