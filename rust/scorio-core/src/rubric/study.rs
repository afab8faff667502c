//! How far rubrics agree: ranks, the pairs of models that flip, and what the trials of a model are.

use std::collections::BTreeMap;

use super::rows::{CategoryShare, RubricAgreement, RubricFlip};
use super::rules::rubric::Rubric;
use super::rules::rubrics::Rubrics;
use crate::counts::counts::Counts;
use crate::error::{Error, Result};
use crate::rank::error::RankError;
use crate::rank::kendall::{Variant, kendall};

/// Agreement of rubrics.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Agreements {
    /// One row for each pair of rubrics.
    pub pairs: Vec<RubricAgreement>,
    /// The pairs of models that flip.
    pub flips: Vec<RubricFlip>,
}

/// How far each pair of rubrics ranks the same models alike.
///
/// `scores` has the score of each model by each rubric, and its letters: models that share one are not
/// separated. A model that one of two rubrics leaves unscored is
/// not compared.
///
/// # Errors
/// A score is NaN.
pub fn agreements(
    rubrics: &Rubrics,
    scores: &[BTreeMap<String, (f64, String)>],
) -> Result<Agreements> {
    let mut found = Agreements::default();
    let firsts = rubrics.firsts();
    let all: Vec<_> = rubrics.rubrics().iter().zip(scores).collect();
    for (place, (rubric, own)) in all.iter().enumerate() {
        for (second, (other, others)) in all.iter().enumerate().skip(place + 1) {
            let both: Vec<_> = own
                .iter()
                .filter_map(|(model, (score, _))| {
                    Some((model.as_str(), *score, others.get(model)?.0))
                })
                .collect();
            let separated =
                |left: &str, right: &str| apart(own, left, right) && apart(others, left, right);
            let flips = flips(rubric, other, &both, &separated);
            let same_rules = firsts.get(place) == firsts.get(second);
            found.pairs.push(RubricAgreement {
                rubric: rubric.name.clone(),
                other: other.name.clone(),
                tau_b: tau_b(&both)?,
                flips: flips.len() as u64,
                same_rules,
            });
            found.flips.extend(flips);
        }
    }
    Ok(found)
}

fn tau_b(both: &[(&str, f64, f64)]) -> Result<Option<f64>> {
    let left: Vec<f64> = both.iter().map(|(_, score, _)| *score).collect();
    let right: Vec<f64> = both.iter().map(|(_, _, score)| *score).collect();
    match kendall(&left, &right, Variant::B) {
        Ok((correlation, _)) => Ok(Some(correlation.statistic)),
        Err(Error::Rank(RankError::AllTied { .. } | RankError::TooFewModels { .. })) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether two models share no letter. Nothing is known of models without any.
fn apart(scores: &BTreeMap<String, (f64, String)>, left: &str, right: &str) -> bool {
    let letters = |model: &str| scores.get(model).map_or("", |(_, letters)| letters.as_str());
    let (left, right) = (letters(left), letters(right));
    !left.is_empty() && !right.is_empty() && !left.chars().any(|letter| right.contains(letter))
}

fn flips(
    rubric: &Rubric,
    other: &Rubric,
    both: &[(&str, f64, f64)],
    separated: &dyn Fn(&str, &str) -> bool,
) -> Vec<RubricFlip> {
    let mut flips = Vec::new();
    for (place, (model, here, there)) in both.iter().enumerate() {
        for (second, second_here, second_there) in both.iter().skip(place + 1) {
            if (here > second_here) == (there > second_there)
                || here == second_here
                || there == second_there
            {
                continue;
            }
            let (higher, lower) =
                if here > second_here { (model, second) } else { (second, model) };
            flips.push(RubricFlip {
                rubric: rubric.name.clone(),
                higher: (*higher).to_owned(),
                lower: (*lower).to_owned(),
                other: other.name.clone(),
                separated: separated(model, second),
            });
        }
    }
    flips
}

/// How often the trials of each model fall into each category of a rubric.
#[must_use]
pub fn shares(rubric: &Rubric, counts: &Counts) -> Vec<CategoryShare> {
    let mut totals: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for question in counts.iter() {
        let own = totals.entry(question.model).or_insert_with(|| vec![0; rubric.categories.len()]);
        own.iter_mut().zip(question.counts).for_each(|(total, count)| *total += count);
    }
    let mut rows = Vec::new();
    for model in counts.models() {
        let own = totals.get(model).map_or(&[][..], Vec::as_slice);
        let all: u64 = own.iter().sum();
        for (category, &trials) in rubric.categories.iter().zip(own) {
            rows.push(CategoryShare {
                rubric: rubric.name.clone(),
                model: model.to_owned(),
                category: category.name.clone(),
                weight: category.weight,
                trials,
                share: if all == 0 { 0.0 } else { trials as f64 / all as f64 },
            });
        }
    }
    rows
}
