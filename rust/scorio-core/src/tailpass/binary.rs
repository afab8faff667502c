//! The law of the successes of k trials, and of two such banks of one question.
//!
//! The covariance of two tails is a sum of P(I = i, J = j) − P(i) P(j) = P(i) P(j) (R(i, j) − 1) over a
//! quadrant. R follows from its neighbour by a product, and R − 1 by a sum where R is near 1. So both
//! have their digits. The quadrant is chosen where most terms have one sign.

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
    /// The entries with j ≤ i, row by row of i. The others are equal to them.
    table: Vec<f64>,
    /// Numbers of successes from here on are above the mean.
    above: usize,
    /// Whether successes and failures have changed places.
    turned: bool,
}

impl TwoBanks {
    pub(super) fn new(k: usize, alpha: f64, beta: f64) -> Self {
        // R at the corner nearest to the mean is no large number. The others follow from it.
        if alpha < beta {
            return Self { turned: true, ..Self::new(k, beta, alpha) };
        }
        let size = k + 1;
        let mut law = law(k, alpha, beta);
        for chance in &mut law {
            *chance = if *chance > NEGLIGIBLE { *chance } else { 0.0 };
        }
        let total = alpha + beta;
        let draws = k as f64;
        // R(k, k) − 1 = Π (1 + kβ / ((α + l)(s + k + l))) − 1, without a negative term.
        let mut corner = 0.0;
        for l in 0..k {
            let l = l as f64;
            let term = draws * (beta / (alpha + l)) / (total + draws + l);
            corner += term + corner * term;
        }
        let inverses: Vec<f64> = (0..2 * k).map(|sum| 1.0 / (alpha + sum as f64)).collect();
        let numbers: Vec<f64> = (0..size).map(|j| j as f64).collect();
        // Along the last row: from (k, j) to (k, j − 1). R is symmetric, so that is a step of rows.
        let mut cells = vec![JointRatio::default(); size];
        let mut lowered = vec![0; if k > UNSCALED { size } else { 0 }];
        let mut last = [JointRatio { ratio: 1.0 + corner, gain: corner }];
        let mut low = [0];
        for (j, slot) in cells.iter_mut().enumerate().rev() {
            *slot = last[0];
            lowered.iter_mut().skip(j).take(1).for_each(|slot| *slot = low[0]);
            if let Some(inverses) = inverses.get((j + k).wrapping_sub(1)..) {
                RowStep::new(alpha, beta, k, j).take(&mut last, &[draws], inverses);
                scaled(&mut last, if k > UNSCALED { &mut low } else { &mut [] });
            }
        }
        let mut table = vec![0.0; size * (size + 1) / 2];
        let mut rest = table.as_mut_slice();
        for i in (0..size).rev() {
            let (before, row) = rest.split_at_mut(i * (i + 1) / 2);
            rest = before;
            let own = law.get(i).copied().unwrap_or(0.0);
            for ((slot, cell), other) in row.iter_mut().zip(&cells).zip(&law) {
                // Where a chance is negligible, the gain may be infinite.
                let chance = own * other;
                *slot = if chance > 0.0 { chance * cell.gain } else { 0.0 };
            }
            if let Some(inverses) = inverses.get(i.wrapping_sub(1)..) {
                // The rows that follow have no entry at j = i.
                let left = cells.get_mut(..i).unwrap_or_default();
                RowStep::new(alpha, beta, k, i).take(left, &numbers, inverses);
                scaled(left, &mut lowered);
            }
        }
        let mean = draws * (alpha / total);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to k")]
        let above = (mean.floor() as usize + 1).min(size);
        Self { size, table, above, turned: false }
    }

    /// The entries (i, j) with j ≤ i.
    fn row(&self, i: usize) -> &[f64] {
        self.table.get(i * (i + 1) / 2..(i + 1) * (i + 2) / 2).unwrap_or_default()
    }

    fn at(&self, i: usize, j: usize) -> f64 {
        self.row(i.max(j)).get(i.min(j)).copied().unwrap_or(0.0)
    }

    /// Var of P(J ≥ t), for each of the thresholds t in 0..=k + 1.
    pub(super) fn variances(&self) -> Vec<f64> {
        let mut found = vec![0.0; self.size + 1];
        // Σ over i ≥ t and j ≥ t: row by row, from its diagonal backwards.
        for i in self.above..self.size {
            let mut sum = 0.0;
            let slots = found.iter_mut().zip(self.row(i)).enumerate().skip(self.above).rev();
            for (j, (slot, entry)) in slots {
                sum += if j == i { *entry } else { 2.0 * entry };
                *slot += sum;
            }
        }
        let mut sum = 0.0;
        // P(J ≥ t) and P(J < t) have the same variance.
        for t in 1..self.above {
            let row = self.row(t - 1);
            let edge: f64 = row.iter().take(t - 1).sum();
            sum += row.last().copied().unwrap_or(0.0) + 2.0 * edge;
            put(&mut found, t, sum);
        }
        for variance in &mut found {
            *variance = variance.max(0.0);
        }
        self.straight(found)
    }

    /// Values by threshold, or pairs of thresholds. P(J ≥ t) is 1 − P(J′ ≥ k + 1 − t) if J′ = k − J.
    fn straight(&self, mut found: Vec<f64>) -> Vec<f64> {
        if self.turned {
            found.reverse();
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
        self.straight(found)
    }
}

/// R, and R − 1 with its digits where R is near 1.
#[derive(Clone, Copy, Debug, Default)]
struct JointRatio {
    ratio: f64,
    gain: f64,
}

/// From row i of R to row i − 1, by the ratio of neighbours.
struct RowStep {
    /// α + i − 1.
    own: f64,
    /// β + k − i.
    other: f64,
    inverse: f64,
    draws: f64,
}

impl RowStep {
    fn new(alpha: f64, beta: f64, k: usize, i: usize) -> Self {
        let (own, other) = (alpha + i as f64 - 1.0, beta + (k as f64 - i as f64));
        Self { own, other, inverse: 1.0 / other, draws: k as f64 }
    }

    /// `numbers` are j, and `inverses` 1 / (α + i − 1 + j).
    ///
    /// The way to a large R may lead through one near 0. There R − 1 says nothing about R.
    fn take(&self, cells: &mut [JointRatio], numbers: &[f64], inverses: &[f64]) {
        for ((cell, j), inverse) in cells.iter_mut().zip(numbers).zip(inverses) {
            let (left, inverse) = (self.draws - j, inverse * self.inverse);
            let change = (self.own * left - j * self.other) * inverse;
            let gain = cell.gain + (change + cell.gain * change);
            let ratio = cell.ratio * (self.own * (self.other + left) * inverse);
            let near = (0.5..=2.0).contains(&ratio);
            *cell = JointRatio { ratio, gain: if near { gain } else { ratio - 1.0 } };
        }
    }
}

/// Up to so many trials, R is a normal number: the smallest is about 4^−k.
const UNSCALED: usize = 400;

/// 2^800.
const SCALE: f64 = 6.668_014_432_879_854e240;

/// Keeps tiny R as multiples of 2^−800, `lowered` times over.
fn scaled(cells: &mut [JointRatio], lowered: &mut [u32]) {
    for (cell, lowered) in cells.iter_mut().zip(lowered) {
        let before = *lowered;
        if cell.ratio < 1.0 / SCALE {
            cell.ratio *= SCALE;
            *lowered += 1;
        } else if before > 0 && cell.ratio > 1.0 {
            cell.ratio /= SCALE;
            *lowered -= 1;
        }
        if *lowered > 0 {
            cell.gain = -1.0;
        } else if before > 0 {
            cell.gain = cell.ratio - 1.0;
        }
    }
}

fn put(values: &mut [f64], place: usize, value: f64) {
    if let Some(slot) = values.get_mut(place) {
        *slot = value;
    }
}
