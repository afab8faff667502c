//! Rules on majorities: minimax, Schulze and ranked pairs.

use crate::numeric::sorting::sort_by;
use crate::rankers::voting::ballots::{Preferences, TiePolicy};
use crate::rankers::voting::levels::Above;

/// How strong a majority is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// By its margin, P_ij − P_ji.
    Margin,
    /// By its votes, P_ij.
    WinningVotes,
}

/// Minus the strongest majority against a model. It is 0 if there is none.
#[must_use]
pub fn minimax(preferences: &Preferences, strength: Strength, policy: TiePolicy) -> Vec<f64> {
    let defeat = |i, j| {
        let (own, other) = (preferences.doubled(i, j, policy), preferences.doubled(j, i, policy));
        match strength {
            Strength::Margin => other.saturating_sub(own),
            Strength::WinningVotes => {
                if other > own {
                    other
                } else {
                    0
                }
            }
        }
    };
    let worst = |i| preferences.others(i).map(|j| defeat(i, j)).max().unwrap_or(0);
    let score = |i| match worst(i) {
        0 => 0.0,
        worst => -(worst as f64) / 2.0,
    };
    (0..preferences.models()).map(score).collect()
}

/// Twice the strength of the strongest path from each model to each other.
///
/// A path consists of majorities, and is as strong as the weakest of them by its votes.
#[must_use]
pub fn strongest_paths(preferences: &Preferences, policy: TiePolicy) -> Vec<Vec<u64>> {
    let models = preferences.models();
    let direct = |i, j| {
        let votes = preferences.doubled(i, j, policy);
        if i != j && votes > preferences.doubled(j, i, policy) { votes } else { 0 }
    };
    let mut paths: Vec<Vec<u64>> =
        (0..models).map(|i| (0..models).map(|j| direct(i, j)).collect()).collect();
    for via in 0..models {
        let Some(onward) = paths.get(via).cloned() else { continue };
        for (i, row) in paths.iter_mut().enumerate() {
            let reach = row.get(via).copied().unwrap_or(0);
            for (j, (path, &rest)) in row.iter_mut().zip(&onward).enumerate() {
                if i != j {
                    *path = (*path).max(reach.min(rest));
                }
            }
        }
    }
    paths
}

/// Schulze: i is above j if its strongest path to j is stronger than the way back.
#[must_use]
pub fn schulze(preferences: &Preferences, policy: TiePolicy) -> Vec<f64> {
    let paths = strongest_paths(preferences, policy);
    let path = |i: usize, j: usize| paths.get(i).and_then(|row| row.get(j)).copied();
    Above::new(preferences.models(), |i, j| path(i, j) > path(j, i)).levels()
}

/// Ranked pairs: majorities are locked from the strongest on, unless they contradict locked ones.
///
/// Majorities of equal strength are locked together: those that would close a circle with one
/// another and with locked ones are all left out. So no order of the models takes part. Between
/// equal margins more votes count first, and between equal votes the larger margin.
#[must_use]
pub fn ranked_pairs(preferences: &Preferences, strength: Strength, policy: TiePolicy) -> Vec<f64> {
    let models = preferences.models();
    let mut majorities = Vec::new();
    for i in 0..models {
        for j in preferences.others(i) {
            let votes = preferences.doubled(i, j, policy);
            let margin = votes.saturating_sub(preferences.doubled(j, i, policy));
            if margin > 0 {
                let key = match strength {
                    Strength::Margin => (margin, votes),
                    Strength::WinningVotes => (votes, margin),
                };
                majorities.push((key, (i, j)));
            }
        }
    }
    sort_by(&mut majorities, |a, b| b.cmp(a));
    let mut locked = Reach::new(models);
    for equal in majorities.chunk_by(|a, b| a.0 == b.0) {
        let open: Vec<_> =
            equal.iter().map(|one| one.1).filter(|&(i, j)| !locked.reaches(j, i)).collect();
        let mut all = locked.clone();
        for &(i, j) in &open {
            all.add(i, j);
        }
        for (i, j) in open {
            if !all.reaches(j, i) {
                locked.add(i, j);
            }
        }
    }
    // What is reached is above in every order that agrees with the locked majorities.
    Above::new(models, |i, j| locked.reaches(i, j)).levels()
}

/// Which models a path leads to from each model, in words of 64 bits.
#[derive(Clone)]
struct Reach {
    words: usize,
    bits: Vec<u64>,
}

impl Reach {
    fn new(models: usize) -> Self {
        let words = models.div_ceil(64).max(1);
        Self { words, bits: vec![0; models * words] }
    }

    fn reaches(&self, i: usize, j: usize) -> bool {
        self.bits.get(i * self.words + j / 64).is_some_and(|word| word >> (j % 64) & 1 == 1)
    }

    /// Adds an arrow. All that reach its start reach what its end reaches.
    fn add(&mut self, i: usize, j: usize) {
        if self.reaches(i, j) {
            return;
        }
        let mut gained =
            self.bits.get(j * self.words..(j + 1) * self.words).unwrap_or_default().to_vec();
        if let Some(word) = gained.get_mut(j / 64) {
            *word |= 1 << (j % 64);
        }
        for (start, row) in self.bits.chunks_exact_mut(self.words).enumerate() {
            let before = row.get(i / 64).is_some_and(|word| word >> (i % 64) & 1 == 1);
            if start == i || before {
                for (word, &more) in row.iter_mut().zip(&gained) {
                    *word |= more;
                }
            }
        }
    }
}
