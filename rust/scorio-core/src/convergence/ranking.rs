//! A ranking of models by their scores, and its agreement with another ranking.

use crate::rank::ranks::place;

/// The reference ranking: the models, best first, in groups of equal rank.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ranking {
    /// The model at each place.
    models: Vec<usize>,
    /// For each place, the first place of a lower rank.
    below: Vec<usize>,
    /// Pairs of different rank.
    untied: u64,
}

/// The agreement of a ranking with the reference ranking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RankingAgreement {
    /// Kendall's τ-b; `None` if the ranking ties all models.
    pub(super) tau: Option<f64>,
    /// Whether the rankings are the same, ties included.
    pub(super) same: bool,
}

impl Ranking {
    /// A ranking by descending score. Scores at most `tolerance` below the best of a group share
    /// its rank.
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

    /// Whether the ranking ties all models.
    pub(super) fn is_flat(&self) -> bool {
        self.untied == 0
    }

    /// Whether the ranking ties any models.
    pub(super) fn has_ties(&self) -> bool {
        self.untied < pairs(self.models.len())
    }

    /// Compares the reference ranking with the ranking by these scores.
    ///
    /// Scores at most `tolerance` apart are equal. `sorted` is a buffer.
    ///
    /// The scores are put into the gold order and sorted by insertion. Every step is a discordant
    /// pair, so close rankings take few steps.
    pub(super) fn agreement(
        &self,
        scores: &[f64],
        tolerance: f64,
        sorted: &mut Vec<f64>,
    ) -> RankingAgreement {
        sorted.clear();
        sorted.extend(self.models.iter().filter_map(|&model| scores.get(model)));
        // First sort the models that the reference ranking ties. These pairs do not count.
        let mut gold_ties_split = 0;
        let mut place = 0;
        while let Some(&below) = self.below.get(place).filter(|_| self.has_ties()) {
            if let Some(group) = sorted.get_mut(place..below) {
                sort(group, tolerance);
                gold_ties_split += pairs(group.len()) - tied_pairs(group, tolerance);
            }
            place = below;
        }
        let discordant = sort(sorted, tolerance);
        let untied = pairs(sorted.len()) - tied_pairs(sorted, tolerance);
        let concordant = untied - gold_ties_split - discordant;
        let tau = (untied > 0).then(|| {
            let surplus = concordant as f64 - discordant as f64;
            surplus / ((self.untied as f64) * (untied as f64)).sqrt()
        });
        RankingAgreement { tau, same: concordant == self.untied && gold_ties_split == 0 }
    }
}

/// Sorts by descending score, and returns how many pairs were in the opposite order.
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

/// Pairs of equal scores in a sorted list.
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

/// Minus the dense ranks with uncertainty.
///
/// Neighbours in score order share a rank unless they are further apart than `threshold` times √(σ²
/// + σ′²). `placed` is a buffer.
pub(super) fn tied_ranks(
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
    // Sums over questions are far from overflow.
    let tied =
        |high: (f64, f64), low: (f64, f64)| high.0 - low.0 < threshold * (high.1 + low.1).sqrt();
    place(placed, tolerance, tied, |model, opens| {
        rank -= f64::from(u8::from(opens));
        if let Some(slot) = ranks.get_mut(model) {
            *slot = rank;
        }
    });
}
