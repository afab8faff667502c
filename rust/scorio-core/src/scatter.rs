//! How far an unbiased estimate scatters from one bank of trials to the next.

use crate::credit::Credit;
use crate::double::Double;
use crate::urn::Urn;

/// What the scatter needs to know of all banks of N trials, once for all questions.
pub(crate) struct Scatter {
    credit: Credit,
    bank: Bank,
}

enum Bank {
    /// P(overlap ≥ m), m = 1..=k, of two k-subsets.
    Overlaps(Vec<f64>),
    /// The estimate from each number of successes 0..=N.
    Estimates(Vec<Double>),
}

impl Scatter {
    /// For banks of `trials` ≥ k.
    pub(crate) fn new(credit: Credit, trials: u64) -> Self {
        let bank = match credit {
            Credit::Any(k) | Credit::All(k) => Bank::Overlaps(overlap_tails(k, trials)),
            Credit::Majority(_) => {
                let estimate = |c| Urn::hypergeometric(c, trials - c).mean(credit).value;
                Bank::Estimates((0..=trials).map(estimate).collect())
            }
        };
        Self { credit, bank }
    }

    /// E[Var(estimate | p)] over p ~ Beta(successes, failures), the contents of the urn.
    pub(crate) fn variance(&self, urn: &Urn) -> f64 {
        match (&self.bank, self.credit) {
            (Bank::Overlaps(tails), Credit::Any(k)) => urn.turned().power_scatter(k, tails),
            (Bank::Overlaps(tails), _) => urn.power_scatter(self.credit.budget(), tails),
            // The scatter over all banks less that of g(p). For k ≪ N they agree in their first
            // log10(N / k) digits, of which there are 31.
            (Bank::Estimates(estimates), _) => {
                let moments = urn.moments(self.credit);
                let spread = urn.spread(estimates, moments.mean.value);
                (spread - moments.sigma * moments.sigma).value()
            }
        }
    }
}

/// P(overlap ≥ m), m = 1..=k, of two k-subsets of N trials.
fn overlap_tails(k: u64, trials: u64) -> Vec<f64> {
    let (k, n) = (k as f64, trials as f64);
    // Weights relative to the mode, which neither overflow nor, where it matters, underflow.
    let ratio = |m: f64| (k - m) * (k - m) / ((m + 1.0) * (n - 2.0 * k + m + 1.0));
    let (lowest, mode) = ((2.0 * k - n).max(0.0), ((k + 1.0) * (k + 1.0) / (n + 2.0)).floor());
    let mode = mode.clamp(lowest, k);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 ≤ m ≤ k")]
    let place = |m: f64| m as usize;
    let mut weights = vec![0.0; place(k) + 1];
    let mut set = |m: f64, weight: f64| {
        if let Some(slot) = weights.get_mut(place(m)) {
            *slot = weight;
        }
    };
    let (mut m, mut weight) = (mode, 1.0);
    while m <= k && weight > 0.0 {
        set(m, weight);
        weight *= ratio(m);
        m += 1.0;
    }
    (m, weight) = (mode, 1.0);
    while m > lowest && weight > 0.0 {
        m -= 1.0;
        weight /= ratio(m);
        set(m, weight);
    }
    let total: f64 = weights.iter().sum();
    let mut tail = 0.0;
    for weight in weights.iter_mut().rev() {
        tail += *weight;
        *weight = tail / total;
    }
    weights.remove(0);
    weights
}
