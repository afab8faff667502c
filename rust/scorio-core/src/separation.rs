//! Which models' scores are told apart by their uncertainties: in pairs, in groups, and as letters.

use ndarray::Array2;

use crate::error::{Error, Result};
use crate::normal::{one_sided_quantile, probability};
use crate::rank::{descending, entry, refuse, same_length};

/// More groups say nothing to a reader, and their number may double with every second model.
const MOST_GROUPS: usize = 1000;

/// The probability ρ that the higher of two scores is that of the better model, and the z = |μ − μ′| /
/// √(σ² + σ′²) that it is of (section 2.5 of arXiv:2510.04265). Without uncertainty z is infinite,
/// and 0 for equal scores.
///
/// # Errors
/// A score that is not finite; a σ that is negative or not finite.
pub fn ranking_confidence(first: (f64, f64), second: (f64, f64)) -> Result<(f64, f64)> {
    checked(&[first.0, second.0], &[first.1, second.1])?;
    let z = z_score(first, second).abs();
    Ok((probability(z), z))
}

/// The probability that the model of the row is better than that of the column; 1/2 on the diagonal.
///
/// # Errors
/// As many σ as scores are needed; a score that is not finite; a σ that is negative or not finite; a
/// table beyond memory.
pub fn pairwise(scores: &[f64], sigmas: &[f64]) -> Result<Array2<f64>> {
    checked(scores, sigmas)?;
    let models = scores.len();
    let memory = || Error::Memory { what: format!("a table of {models} × {models} models") };
    let mut table = Vec::new();
    let cells = models.checked_mul(models).ok_or_else(memory)?;
    table.try_reserve_exact(cells).map_err(|_| memory())?;
    for row in scores.iter().copied().zip(sigmas.iter().copied()) {
        let columns = scores.iter().copied().zip(sigmas.iter().copied());
        table.extend(columns.map(|column| probability(z_score(row, column))));
    }
    Array2::from_shape_vec((models, models), table).map_err(|_| memory())
}

/// The largest sets of models no two of which are separated: z of each pair is below the one-sided
/// normal quantile of `confidence`, 1.645 at 0.95, or their scores are equal. Every pair that is not
/// separated is together in one of them. Each set is in descending order of score, the set of the best
/// first.
///
/// # Errors
/// As many σ as scores are needed; a score that is not finite; a σ that is negative or not finite;
/// a confidence outside (0, 1); more than 1000 groups.
pub fn groups(scores: &[f64], sigmas: &[f64], confidence: f64) -> Result<Vec<Vec<usize>>> {
    checked(scores, sigmas)?;
    let threshold = one_sided_quantile(confidence)?;
    let order = descending("scores", scores)?;
    let model = |index| (entry(scores, index), entry(sigmas, index));
    let together = |a: usize, b: usize| {
        let (a, b) = (model(a), model(b));
        a.0 == b.0 || z_score(a, b).abs() < threshold
    };
    // Model by model, the maximal cliques of the graph "not separated" (the display is Piepho's,
    // 2004). σ may differ so much that this is no graph of intervals. Every clique of some models
    // lies in one of its own of all models, so there are never more than in the end.
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (place, &index) in order.iter().enumerate() {
        let near: Vec<bool> =
            order.iter().take(place).map(|&other| together(other, index)).collect();
        let is_near = |&other: &usize| near.get(other).copied().unwrap_or_default();
        let mut grown: Vec<Vec<usize>> = Vec::new();
        let mut others = Vec::new();
        for group in groups {
            if group.iter().all(is_near) {
                grown.push(group);
            } else {
                others.push(group);
            }
        }
        // Of a group that the model does not join as a whole, those near to it make one with it,
        // unless a larger one has them.
        let mut parts: Vec<Vec<usize>> =
            others.iter().map(|group| group.iter().copied().filter(is_near).collect()).collect();
        parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
        for part in parts {
            if !grown.iter().any(|larger| within(&part, larger)) {
                grown.push(part);
            }
        }
        if grown.is_empty() {
            grown.push(Vec::new());
        }
        for group in &mut grown {
            group.push(place);
        }
        others.append(&mut grown);
        groups = others;
        if groups.len() > MOST_GROUPS {
            return Err(Error::TooManyGroups { most: MOST_GROUPS });
        }
    }
    groups.sort_unstable();
    let index = |place: usize| order.get(place).copied();
    Ok(groups.into_iter().map(|group| group.into_iter().filter_map(index).collect()).collect())
}

/// A compact letter display (Piepho 2004): each group of [`groups`] has a letter, from a on, and models
/// that share one are not separated. After z follow a1, b1, …
///
/// # Errors
/// Those of [`groups`].
pub fn letters(scores: &[f64], sigmas: &[f64], confidence: f64) -> Result<Vec<String>> {
    let mut letters = vec![String::new(); scores.len()];
    for (number, group) in groups(scores, sigmas, confidence)?.into_iter().enumerate() {
        let letter = ('a'..='z').nth(number % 26).unwrap_or_default();
        let round = number / 26;
        for model in group {
            if let Some(shown) = letters.get_mut(model) {
                shown.push(letter);
                if round > 0 {
                    shown.push_str(&round.to_string());
                }
            }
        }
    }
    Ok(letters)
}

fn checked(scores: &[f64], sigmas: &[f64]) -> Result<()> {
    same_length(("scores", scores), ("sigmas", sigmas))?;
    refuse("scores", scores, |score| !score.is_finite())?;
    refuse("sigmas", sigmas, |sigma| !(sigma.is_finite() && sigma >= 0.0))
}

fn z_score(first: (f64, f64), second: (f64, f64)) -> f64 {
    if first.0 == second.0 {
        return 0.0;
    }
    // Halves, so that nothing finite overflows.
    let half = |(score, sigma): (f64, f64)| (score / 2.0, sigma / 2.0);
    let (first, second) = (half(first), half(second));
    (first.0 - second.0) / first.1.hypot(second.1)
}

/// Whether a sorted list is part of another.
fn within(part: &[usize], whole: &[usize]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|one| rest.any(|other| other == one))
}
