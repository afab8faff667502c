//! A ranking of models by their scores, and how another one agrees with it.

use crate::rank::place;

/// The gold ranking: the models, best first, in groups of equal rank.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Order {
    /// The model at each place.
    models: Vec<usize>,
    /// For each place, the first place of a lower rank.
    below: Vec<usize>,
    /// Pairs of different rank.
    untied: u64,
}

/// How a ranking agrees with the gold ranking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Agreement {
    /// Kendall's τ-b; `None` if the ranking ties all models.
    pub(super) tau: Option<f64>,
    /// Whether they are the same ranking, ties included.
    pub(super) same: bool,
}

impl Order {
    /// By descending score; scores no further apart than `tolerance` share a rank with the best of
    /// them.
    pub(super) fn new(scores: &[f64], tolerance: f64) -> Self {
        let mut placed: Vec<_> = scores.iter().copied().enumerate().collect();
        placed.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut below: Vec<usize> = Vec::new();
        for group in placed.chunk_by(|a, b| a.1 - b.1 <= tolerance) {
            let end = below.len() + group.len();
            below.resize(end, end);
        }
        let untied = below.iter().map(|&below| (scores.len() - below) as u64).sum();
        Self { models: placed.into_iter().map(|(model, _)| model).collect(), below, untied }
    }

    /// Whether it ties all models.
    pub(super) fn is_flat(&self) -> bool {
        self.untied == 0
    }

    /// Whether it ties any.
    pub(super) fn has_ties(&self) -> bool {
        self.untied < pairs(self.models.len())
    }

    /// Compares the ranking by these scores, equal where they are no further apart than
    /// `tolerance`. `sorted` is room for them.
    ///
    /// They are put into the gold order and sorted by insertion: every step is a discordant pair,
    /// and the closer the rankings, the fewer there are.
    pub(super) fn agreement(
        &self,
        scores: &[f64],
        tolerance: f64,
        sorted: &mut Vec<f64>,
    ) -> Agreement {
        sorted.clear();
        sorted.extend(self.models.iter().filter_map(|&model| scores.get(model)));
        // Pairs that the gold ranking ties are first put in order among themselves.
        let mut apart = 0;
        let mut place = 0;
        while let Some(&below) = self.below.get(place).filter(|_| self.has_ties()) {
            if let Some(group) = sorted.get_mut(place..below) {
                sort(group, tolerance);
                apart += pairs(group.len()) - tied_pairs(group, tolerance);
            }
            place = below;
        }
        let discordant = sort(sorted, tolerance);
        let told = pairs(sorted.len()) - tied_pairs(sorted, tolerance);
        let concordant = told - apart - discordant;
        let tau = (told > 0).then(|| {
            let surplus = concordant as f64 - discordant as f64;
            surplus / ((self.untied as f64) * (told as f64)).sqrt()
        });
        Agreement { tau, same: concordant == self.untied && apart == 0 }
    }
}

/// Sorts by descending score; how many pairs stood the other way round.
fn sort(scores: &mut [f64], tolerance: f64) -> u64 {
    let mut steps = 0;
    for end in 1..scores.len() {
        let mut place = end;
        while let Some([above, below]) = scores.get_mut(place - 1..=place) {
            if *below - *above <= tolerance {
                break;
            }
            std::mem::swap(above, below);
            steps += 1;
            place -= 1;
            if place == 0 {
                break;
            }
        }
    }
    steps
}

/// Pairs of equal scores among sorted ones.
fn tied_pairs(sorted: &[f64], tolerance: f64) -> u64 {
    let (mut tied, mut run) = (0, 0);
    for window in sorted.windows(2) {
        let equal = window.first().zip(window.last()).is_some_and(|(a, b)| a - b <= tolerance);
        run = if equal { run + 1 } else { 0 };
        tied += run;
    }
    tied
}

fn pairs(models: usize) -> u64 {
    let models = models as u64;
    models * models.saturating_sub(1) / 2
}

/// Minus the dense ranks with uncertainty: neighbours in the order of their scores share one unless
/// they are further apart than `threshold` times √(σ² + σ′²). `placed` is room for them.
pub(super) fn tie_groups(
    scores: &[f64],
    variances: &[f64],
    threshold: f64,
    tolerance: f64,
    placed: &mut Vec<(usize, f64, f64)>,
    ranks: &mut [f64],
) {
    placed.clear();
    placed.extend(scores.iter().zip(variances).enumerate().map(|(m, (&s, &v))| (m, s, v)));
    let mut rank = 0.0;
    // Sums over some questions are far from what overflows.
    let tied =
        |high: (f64, f64), low: (f64, f64)| high.0 - low.0 < threshold * (high.1 + low.1).sqrt();
    place(placed, tolerance, tied, |model, opens| {
        rank -= f64::from(u8::from(opens));
        if let Some(slot) = ranks.get_mut(model) {
            *slot = rank;
        }
    });
}
