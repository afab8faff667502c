//! Which models the uncertainties of their scores separate: in pairs, in groups, and as letters.

use std::cmp::Ordering;

use ndarray::Array2;

use crate::check;
use crate::compare::decision::family::Family;
use crate::error::{Error, Result};
use crate::numeric::error::NumericError;
use crate::numeric::normal::{probability, z_score};
use crate::numeric::sorting::sort_by_key;
use crate::numeric::student::Distribution;
use crate::rank::error::RankError;
use crate::rank::ranks::{descending, entry, refuse, same_length};

/// More groups help no reader, and their number may double with every second model.
const MOST_GROUPS: usize = 1000;

/// For each pair of scores, the probability ρ that the higher score belongs to the better model,
/// and its z.
///
/// z = |μ − μ′| / √(σ² + σ′²), as in section 2.5 of arXiv:2510.04265. Without uncertainty z is
/// infinite, but 0 for equal scores.
///
/// # Errors
/// - The arguments differ in length.
/// - A score is not finite.
/// - A σ is negative or not finite.
pub fn ranking_confidence(
    (mu_a, sigma_a): (&[f64], &[f64]),
    (mu_b, sigma_b): (&[f64], &[f64]),
) -> Result<Vec<(f64, f64)>> {
    checked(("mu_a", mu_a), ("sigma_a", sigma_a))?;
    checked(("mu_b", mu_b), ("sigma_b", sigma_b))?;
    same_length(("mu_a", mu_a), ("mu_b", mu_b))?;
    let first = mu_a.iter().copied().zip(sigma_a.iter().copied());
    let second = mu_b.iter().copied().zip(sigma_b.iter().copied());
    let confidence = |(first, second)| {
        let z = z_score(first, second).abs();
        (probability(z), z)
    };
    Ok(first.zip(second).map(confidence).collect())
}

/// The probability that the model of the row is better than the model of the column. It is 1/2 on
/// the diagonal.
///
/// # Errors
/// - There are more or fewer σ than scores.
/// - A score is not finite.
/// - A σ is negative or not finite.
/// - The table does not fit in memory.
pub fn pairwise(scores: &[f64], sigmas: &[f64]) -> Result<Array2<f64>> {
    checked(("scores", scores), ("sigmas", sigmas))?;
    let models = scores.len();
    let memory =
        || NumericError::Memory { what: format!("a table of {models} × {models} models") };
    let mut table = Vec::new();
    let cells = models.checked_mul(models).ok_or_else(memory)?;
    table.try_reserve_exact(cells).map_err(|_| memory())?;
    for row in scores.iter().copied().zip(sigmas.iter().copied()) {
        let columns = scores.iter().copied().zip(sigmas.iter().copied());
        table.extend(columns.map(|column| probability(z_score(row, column))));
    }
    Array2::from_shape_vec((models, models), table).map_err(|_| memory().into())
}

/// Sets of models in which no two are separated.
///
/// Two of M models are separated if their scores differ and |z| ≥ z* = Φ⁻¹((1 + c^(1/(M − 1))) / 2) with
/// the confidence c. So all comparisons of a model hold together (Šidák 1967). z* is 1.960 for two models
/// and 2.766 for ten, at 0.95.
///
/// - Every pair that is not separated is together in some set.
/// - No other model would fit into a set.
/// - No set can be left out.
/// - Each set is in descending order of score, and the set of the best model comes first.
///
/// # Errors
/// - There are more or fewer σ than scores.
/// - A score is not finite.
/// - A σ is negative or not finite.
/// - The confidence is outside (0, 1).
/// - There are more than 1000 sets that no other model would fit into.
/// - The sets do not fit in memory.
pub fn groups(scores: &[f64], sigmas: &[f64], confidence: f64) -> Result<Vec<Vec<usize>>> {
    checked(("scores", scores), ("sigmas", sigmas))?;
    check::level("confidence", confidence)?;
    let family = Family::of_models(scores.len() as u64);
    let order = descending("scores", scores)?;
    let model = |index| (entry(scores, index), entry(sigmas, index));
    groups_of(&order, |other, index| {
        let (a, b) = (model(other), model(index));
        let p = Distribution::Normal.two_sided(z_score(a, b))?;
        Ok(a.0 == b.0 || !family.separates(p, confidence))
    })
}

/// The same for any rule that tells two models together, the better first. `order` has the best first.
///
/// # Errors
/// - Those of the rule.
/// - There are more than 1000 sets that no other model would fit into.
/// - The sets do not fit in memory.
pub(crate) fn groups_of(
    order: &[usize],
    together: impl Fn(usize, usize) -> Result<bool>,
) -> Result<Vec<Vec<usize>>> {
    let mut groups = Vec::new();
    for (place, &index) in order.iter().enumerate() {
        let near = order.iter().take(place).map(|&other| together(other, index));
        groups = joined(groups, place, &near.collect::<Result<Vec<_>>>()?);
        if groups.len() > MOST_GROUPS {
            return Err(RankError::TooManyGroups { most: MOST_GROUPS }.into());
        }
    }
    groups.sort_unstable();
    let index = |place: usize| order.get(place).copied();
    let groups = needed(groups, order.len())?.into_iter();
    Ok(groups.map(|group| group.into_iter().filter_map(index).collect()).collect())
}

/// The maximal cliques of the graph "not separated" with one more model, which is `near` some
/// earlier ones.
///
/// σ may differ so much that this is no interval graph. Each clique of the models so far extends to
/// a different clique of all models. So there are never more cliques than at the end.
fn joined(groups: Vec<Vec<usize>>, model: usize, near: &[bool]) -> Vec<Vec<usize>> {
    let is_near = |&other: &usize| near.get(other).copied().unwrap_or_default();
    let (mut grown, mut groups): (Vec<_>, Vec<_>) =
        groups.into_iter().partition(|group| group.iter().all(is_near));
    // If the model does not join a group completely, it forms a clique with the members near it,
    // unless a larger clique has them.
    let mut parts: Vec<Vec<usize>> =
        groups.iter().map(|group| group.iter().copied().filter(is_near).collect()).collect();
    sort_by_key(&mut parts, |part| std::cmp::Reverse(part.len()));
    for part in parts {
        if !grown.iter().any(|larger| is_subset(&part, larger)) {
            grown.push(part);
        }
    }
    if grown.is_empty() {
        grown.push(Vec::new());
    }
    for group in &mut grown {
        group.push(model);
    }
    groups.append(&mut grown);
    groups
}

/// Drops groups whose pairs are all in other groups, the smallest first.
fn needed(groups: Vec<Vec<usize>>, models: usize) -> Result<Vec<Vec<usize>>> {
    let memory = || NumericError::Memory { what: format!("the pairs of {models} models") };
    let mut shared: Vec<u16> = Vec::new();
    let pairs = models.checked_mul(models.saturating_sub(1)).ok_or_else(memory)? / 2;
    shared.try_reserve_exact(pairs).map_err(|_| memory())?;
    shared.resize(pairs, 0);
    for pair in groups.iter().flat_map(|group| pairs_of(group)) {
        if let Some(count) = shared.get_mut(pair) {
            *count += 1;
        }
    }
    let mut by_size: Vec<_> = groups.into_iter().enumerate().collect();
    sort_by_key(&mut by_size, |(number, group)| (group.len(), std::cmp::Reverse(*number)));
    by_size.retain(|(_, group)| {
        let alone = |pair| shared.get(pair).is_some_and(|&count| count == 1);
        let needed = group.len() < 2 || pairs_of(group).any(alone);
        if !needed {
            for pair in pairs_of(group) {
                if let Some(count) = shared.get_mut(pair) {
                    *count -= 1;
                }
            }
        }
        needed
    });
    by_size.sort_unstable();
    Ok(by_size.into_iter().map(|(_, group)| group).collect())
}

/// A number for each pair in an ascending list.
fn pairs_of(group: &[usize]) -> impl Iterator<Item = usize> {
    group.iter().enumerate().flat_map(|(place, &high)| {
        group.iter().take(place).map(move |&low| high * (high - 1) / 2 + low)
    })
}

/// A compact letter display (Piepho 2004).
///
/// Each group of [`groups`] has a letter, from a on. Models that share a letter are not separated.
/// After z follow a1, b1, …
///
/// # Errors
/// Those of [`groups`].
pub fn letters(scores: &[f64], sigmas: &[f64], confidence: f64) -> Result<Vec<String>> {
    Ok(letters_of(&groups(scores, sigmas, confidence)?, scores.len()))
}

/// A letter for each group, model by model.
pub(crate) fn letters_of(groups: &[Vec<usize>], models: usize) -> Vec<String> {
    let mut letters = vec![String::new(); models];
    for (number, group) in groups.iter().enumerate() {
        let letter = ('a'..='z').nth(number % 26).unwrap_or_default();
        let round = number / 26;
        for &model in group {
            if let Some(shown) = letters.get_mut(model) {
                shown.push(letter);
                if round > 0 {
                    shown.push_str(&round.to_string());
                }
            }
        }
    }
    letters
}

/// Larger tables have no letters: there is one for each set of models that are not separated.
const MOST_LETTERED: usize = 500;

/// Which models of a table are separated, by their places in it.
pub(crate) struct Separations {
    /// The range of each rank: from 1 + the number of models that are separated above it, to M − the
    /// number of those that are separated below it.
    pub(crate) ranges: Vec<(u64, u64)>,
    /// Whether each is not separated from the first.
    pub(crate) with_leader: Vec<bool>,
    /// Empty texts in a table of more than 500 models, and where 26 letters are too few.
    pub(crate) letters: Vec<String>,
}

/// Decides about each pair of a table once. `order` says which of two models is better, if they are
/// separated.
///
/// # Errors
/// Those of `order`.
pub(crate) fn separations(
    models: usize,
    mut order: impl FnMut(usize, usize) -> Result<Ordering>,
) -> Result<Separations> {
    let mut ranges = vec![(1_u64, models as u64); models];
    let mut with_leader = Vec::with_capacity(models);
    let mut together: Vec<Vec<bool>> = Vec::new();
    let lettered = models <= MOST_LETTERED;
    for lower in 0..models {
        let mut near = Vec::new();
        for higher in 0..lower {
            let found = order(higher, lower)?;
            let (better, worse) =
                if found == Ordering::Less { (lower, higher) } else { (higher, lower) };
            if found != Ordering::Equal {
                ranges.get_mut(worse).into_iter().for_each(|range| range.0 += 1);
                ranges.get_mut(better).into_iter().for_each(|range| range.1 -= 1);
            }
            if lettered || higher == 0 {
                near.push(found == Ordering::Equal);
            }
        }
        with_leader.push(near.first().copied().unwrap_or(true));
        if lettered {
            together.push(near);
        }
    }
    let letters = if lettered { lettered_by(&together)? } else { None };
    let letters = letters.unwrap_or_else(|| vec![String::new(); models]);
    Ok(Separations { ranges, with_leader, letters })
}

/// A letter for each set of models that are not separated, if 26 are enough.
///
/// Of each model, `together` says of every higher one whether the two are not separated.
fn lettered_by(together: &[Vec<bool>]) -> Result<Option<Vec<String>>> {
    let order: Vec<usize> = (0..together.len()).collect();
    let near = |higher: usize, lower: usize| {
        let known = together.get(lower).and_then(|near| near.get(higher));
        Ok(known.copied().unwrap_or_default())
    };
    match groups_of(&order, near) {
        Ok(groups) if groups.len() > 26 => Ok(None),
        Ok(groups) => Ok(Some(letters_of(&groups, together.len()))),
        Err(Error::Rank(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

fn checked(
    (scores_name, scores): (&'static str, &[f64]),
    (sigmas_name, sigmas): (&'static str, &[f64]),
) -> Result<()> {
    same_length((scores_name, scores), (sigmas_name, sigmas))?;
    refuse(scores_name, scores, |score| !score.is_finite())?;
    refuse(sigmas_name, sigmas, |sigma| !(sigma.is_finite() && sigma >= 0.0))
}

/// Whether a sorted list is a subset of another.
fn is_subset(part: &[usize], all: &[usize]) -> bool {
    let mut rest = all.iter();
    part.iter().all(|one| rest.any(|other| other == one))
}
