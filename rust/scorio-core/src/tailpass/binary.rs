//! The law of the successes of k trials, and of two such banks of one question.
//!
//! The covariance of two tails is a sum of P(I = i, J = j) − P(i) P(j) = P(i) P(j) (R(i, j) − 1) over a
//! quadrant. R − 1 follows from its neighbour without a difference of large numbers. It is positive
//! where i and j are on the same side of the mean. So the quadrant is chosen where all terms have one
//! sign, and nothing cancels.

/// P(J = j) for j from 0 to k successes of k trials, p ~ Beta(alpha, beta).
pub(super) fn law(k: usize, alpha: f64, beta: f64) -> Vec<f64> {
    walked(
        k,
        |j, k| {
            let left = k - j;
            (left * (alpha + j)) / ((j + 1.0) * (beta + left - 1.0))
        },
        k as f64 * (alpha / (alpha + beta)),
    )
}

/// P(J = j) for k draws without replacement.
pub(super) fn drawn(k: usize, successes: f64, failures: f64) -> Vec<f64> {
    let total = k as f64;
    let low = (total - failures).max(0.0);
    let high = successes.min(total);
    let mean = (total * (successes / (successes + failures))).floor().clamp(low, high);
    walked(
        k,
        |j, k| {
            let (left, after) = (k - j, failures - (k - j - 1.0));
            if after <= 0.0 {
                f64::INFINITY
            } else {
                left * (successes - j).max(0.0) / ((j + 1.0) * after)
            }
        },
        mean,
    )
}

/// A law from the ratios P(j + 1) / P(j), outwards from near its mean.
fn walked(k: usize, ratio: impl Fn(f64, f64) -> f64, mean: f64) -> Vec<f64> {
    let mut law = vec![0.0; k + 1];
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to k")]
    let start = (mean.floor() as usize).min(k);
    let draws = k as f64;
    let mut weight = 1.0;
    for (j, slot) in law.iter_mut().enumerate().skip(start) {
        *slot = weight;
        weight *= ratio(j as f64, draws);
        if weight == 0.0 {
            break;
        }
    }
    weight = 1.0;
    for (j, slot) in law.iter_mut().enumerate().take(start).rev() {
        weight /= ratio(j as f64, draws);
        *slot = weight;
        if weight == 0.0 {
            break;
        }
    }
    let sum: f64 = law.iter().sum();
    for chance in &mut law {
        *chance /= sum;
    }
    law
}

/// P(J ≥ j) for j from 0 to k + 1, each from the smaller of its two sides.
pub(super) fn tails(law: &[f64]) -> Vec<f64> {
    let mut tails = vec![0.0; law.len() + 1];
    let mut above = 0.0;
    for (slot, chance) in tails.iter_mut().take(law.len()).zip(law).rev() {
        above += chance;
        *slot = above;
    }
    let mut below = 0.0;
    for (slot, chance) in tails.iter_mut().zip(law) {
        if below < 0.5 {
            *slot = 1.0 - below;
        }
        below += chance;
    }
    tails
}

/// Chances below this do not count in a covariance: no product of two underflows.
const NEGLIGIBLE: f64 = 1e-140;

/// P(i, j) − P(i) P(j) of the successes of two banks of k trials of one question.
pub(super) struct TwoBanks {
    size: usize,
    table: Vec<f64>,
    /// Numbers of successes from here on are above the mean.
    above: usize,
}

impl TwoBanks {
    pub(super) fn new(k: usize, alpha: f64, beta: f64) -> Self {
        // R grows away from the mean. It is walked from the corner nearest to it.
        if alpha < beta {
            let mut turned = Self::new(k, beta, alpha);
            turned.table.reverse();
            turned.above = k + 1 - turned.above;
            return turned;
        }
        let size = k + 1;
        let law = law(k, alpha, beta);
        let total = alpha + beta;
        let draws = k as f64;
        // R(k, k) − 1 = Π (1 + kβ / ((α + l)(s + k + l))) − 1, without a negative term.
        let mut corner = 0.0;
        for l in 0..k {
            let l = l as f64;
            let term = draws * (beta / (alpha + l)) / (total + draws + l);
            corner += term + corner * term;
        }
        // Down the last row: from (k, j) to (k, j − 1).
        let mut gains = vec![corner; size];
        let mut gain = corner;
        for (j, slot) in gains.iter_mut().enumerate().rev() {
            *slot = gain;
            gain = stepped(gain, alpha, beta, draws, j as f64, draws);
        }
        let mut table = vec![0.0; size * size];
        for (i, row) in table.chunks_exact_mut(size).enumerate().rev() {
            let own = law.get(i).copied().unwrap_or(0.0);
            let from = i as f64;
            for ((slot, gain), (j, &other)) in
                row.iter_mut().zip(&mut gains).zip(law.iter().enumerate())
            {
                if own > NEGLIGIBLE && other > NEGLIGIBLE {
                    *slot = own * other * *gain;
                }
                *gain = stepped(*gain, alpha, beta, draws, from, j as f64);
            }
        }
        let mean = draws * (alpha / total);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to k")]
        let above = (mean.floor() as usize + 1).min(size);
        Self { size, table, above }
    }

    fn at(&self, i: usize, j: usize) -> f64 {
        self.table.get(i * self.size + j).copied().unwrap_or(0.0)
    }

    /// Var of P(J ≥ t), for each of the thresholds t in 0..=k + 1.
    pub(super) fn variances(&self) -> Vec<f64> {
        let mut found = vec![0.0; self.size + 1];
        let mut sum = 0.0;
        for t in (self.above..self.size).rev() {
            let edge: f64 = (t + 1..self.size).map(|j| self.at(t, j)).sum();
            sum += self.at(t, t) + 2.0 * edge;
            put(&mut found, t, sum);
        }
        sum = 0.0;
        // P(J ≥ t) and P(J < t) have the same variance.
        for t in 1..self.above {
            let edge: f64 = (0..t - 1).map(|j| self.at(t - 1, j)).sum();
            sum += self.at(t - 1, t - 1) + 2.0 * edge;
            put(&mut found, t, sum);
        }
        for variance in &mut found {
            *variance = variance.max(0.0);
        }
        found
    }

    /// Cov of P(J ≥ s) and P(J ≥ t) for all thresholds s, t in 0..=k + 1, row by row.
    pub(super) fn covariances(&self) -> Vec<f64> {
        let (n, wide) = (self.size, self.size + 1);
        let mut found = vec![0.0; wide * wide];
        // Σ over i ≥ s and j ≥ t, both above the mean.
        for s in (self.above..n).rev() {
            let mut row = 0.0;
            for t in (self.above..n).rev() {
                row += self.at(s, t);
                let below = found.get((s + 1) * wide + t).copied().unwrap_or(0.0);
                put(&mut found, s * wide + t, row + below);
            }
        }
        // Σ over i < s and j < t, both below it.
        for s in 1..self.above {
            let mut row = 0.0;
            for t in 1..self.above {
                row += self.at(s - 1, t - 1);
                let before = found.get((s - 1) * wide + t).copied().unwrap_or(0.0);
                put(&mut found, s * wide + t, row + before);
            }
        }
        // −Σ over i < s and j ≥ t, of both sides.
        for s in 1..self.above {
            let mut row = 0.0;
            for t in (self.above..n).rev() {
                row -= self.at(s - 1, t);
                let before =
                    if s > 1 { found.get((s - 1) * wide + t).copied().unwrap_or(0.0) } else { 0.0 };
                put(&mut found, s * wide + t, row + before);
                let value = row + before;
                put(&mut found, t * wide + s, value);
            }
        }
        found
    }
}

/// R(i − 1, j) − 1 from R(i, j) − 1, by their ratio.
fn stepped(gain: f64, alpha: f64, beta: f64, k: f64, i: f64, j: f64) -> f64 {
    if i < 1.0 {
        return gain;
    }
    let (own, other) = (alpha + i - 1.0, beta + k - i);
    let change = (own * (k - j) - j * other) / ((own + j) * other);
    gain + change + gain * change
}

fn put(values: &mut [f64], place: usize, value: f64) {
    if let Some(slot) = values.get_mut(place) {
        *slot = value;
    }
}
