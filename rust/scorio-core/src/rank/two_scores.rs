//! Tables of questions whose scores are one of two numbers, as those of single trials are.
//!
//! A weighted sum of a model adds the weights of the questions where it has the higher score. Four
//! questions have 16 sums, which all models share.

/// One unit of a sample, which is a question or a cluster: of each model Σ w s and Σ w of its questions.
pub(crate) type Unit = Vec<(f64, f64)>;

/// Draws whose scores are computed together.
pub(super) const BLOCK: usize = 8;

/// The weights of all questions in one draw.
pub(super) type DrawnWeights = Vec<f64>;

/// The scores of all models in one draw.
pub(crate) type DrawnScores = Vec<f64>;

/// Questions whose sums are tabulated together, and the number of those sums.
const GROUP: usize = 4;
const SUMS: usize = 1 << GROUP;

/// A sum for each draw of a block.
type BlockSums = [f64; BLOCK];

/// The scores of all models on all questions.
pub(super) struct TwoScores {
    models: usize,
    low: f64,
    high: f64,
    /// Σ w of a question.
    weight: f64,
    /// Of each group of questions, for each model, the set of those with the higher score.
    higher: Vec<Vec<u8>>,
    /// The same of the questions that the model has. `None` if every model has all.
    present: Option<Vec<Vec<u8>>>,
}

impl TwoScores {
    /// `None` if there are other scores, or if questions differ in weight.
    pub(super) fn new(rows: &[Unit], models: usize) -> Option<Self> {
        let mut there = rows.iter().flatten().filter(|part| part.1 != 0.0);
        let &(one, weight) = there.next()?;
        let other = there.clone().find(|part| part.0 != one).map_or(one, |part| part.0);
        let is_known = |part: &(f64, f64)| part.1 == weight && (part.0 == one || part.0 == other);
        if !there.all(is_known) || rows.iter().any(|row| row.len() != models) {
            return None;
        }
        let (low, high) = (one.min(other), one.max(other));
        let sets = |is_in: &dyn Fn(&(f64, f64)) -> bool| -> Vec<Vec<u8>> {
            let groups = rows.chunks(GROUP).map(|group| {
                let mut sets = vec![0; models];
                for (place, row) in group.iter().enumerate() {
                    for (set, part) in sets.iter_mut().zip(row) {
                        *set |= u8::from(is_in(part)) << place;
                    }
                }
                sets
            });
            groups.collect()
        };
        let lacks = rows.iter().flatten().any(|part| part.1 == 0.0);
        Some(Self {
            models,
            low,
            high,
            weight,
            higher: sets(&|part| part.1 != 0.0 && part.0 == high),
            present: lacks.then(|| sets(&|part| part.1 != 0.0)),
        })
    }

    /// The scores of all models in each draw of at most a block.
    pub(super) fn scores(&self, weights: &[DrawnWeights]) -> Vec<DrawnScores> {
        let higher = self.sums(weights, &self.higher);
        let all = || {
            let mut all = [0.0; BLOCK];
            for (sum, weights) in all.iter_mut().zip(weights) {
                *sum = weights.iter().sum();
            }
            vec![all; self.models]
        };
        let present = self.present.as_ref().map_or_else(all, |sets| self.sums(weights, sets));
        let score = |(higher, present): (f64, f64)| {
            let lower = if self.low == 0.0 { 0.0 } else { self.low * (present - higher) };
            (self.high * higher + lower) / (self.weight * present)
        };
        let mut scores = vec![Vec::with_capacity(self.models); weights.len()];
        for (higher, present) in higher.into_iter().zip(present) {
            for (scores, sums) in scores.iter_mut().zip(higher.into_iter().zip(present)) {
                scores.push(score(sums));
            }
        }
        scores
    }

    /// Of each model, Σ w over a set, in each draw.
    fn sums(&self, weights: &[DrawnWeights], sets: &[Vec<u8>]) -> Vec<BlockSums> {
        let mut sums = vec![[0.0; BLOCK]; self.models];
        let mut parts = [[0.0; BLOCK]; SUMS];
        for (group, sets) in sets.iter().enumerate() {
            let first = group * GROUP;
            for (lane, weights) in weights.iter().enumerate() {
                let own = weights.iter().skip(first).take(GROUP);
                tabulate(own.copied(), |set, sum| {
                    if let Some(slot) = parts.get_mut(set).and_then(|part| part.get_mut(lane)) {
                        *slot = sum;
                    }
                });
            }
            for (sum, &set) in sums.iter_mut().zip(sets) {
                let Some(part) = parts.get(usize::from(set)) else { continue };
                for (sum, part) in sum.iter_mut().zip(part) {
                    *sum += part;
                }
            }
        }
        sums
    }
}

/// The sum of every set of some weights.
fn tabulate(weights: impl Iterator<Item = f64>, mut put: impl FnMut(usize, f64)) {
    let mut sums = [0.0; SUMS];
    for (place, weight) in weights.enumerate() {
        let (before, after) = sums.split_at_mut(1 << place);
        for (sum, slot) in before.iter().zip(after) {
            *slot = sum + weight;
        }
    }
    for (set, sum) in sums.into_iter().enumerate() {
        put(set, sum);
    }
}
