//! Means over hold-out sets, and how they vary.

/// The mean of some numbers with their standard deviation. Nothing varies in a single number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Average {
    pub(super) mean: f64,
    pub(super) sd: Option<f64>,
    pub(super) count: usize,
}

impl Average {
    pub(super) fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let values: Vec<f64> = values.into_iter().collect();
        let count = values.len();
        let mean = values.iter().sum::<f64>() / count.max(1) as f64;
        let squares: f64 = values.iter().map(|one| (one - mean) * (one - mean)).sum();
        let sd = (count > 1).then(|| (squares / (count as f64 - 1.0)).sqrt());
        Self { mean, sd, count }
    }

    /// The standard error of the mean.
    pub(super) fn error(&self) -> Option<f64> {
        self.sd.map(|sd| sd / (self.count as f64).sqrt())
    }
}

/// A share, if there is something to share.
pub(super) fn share(part: u64, all: u64) -> Option<f64> {
    (all > 0).then(|| part as f64 / all as f64)
}
