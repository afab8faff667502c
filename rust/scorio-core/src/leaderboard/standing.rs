//! Ranks of the models in a table: their intervals, and the ties that a comparison of two would show.

use std::collections::{BTreeMap, BTreeSet};

use super::belief::{Belief, QuestionScore};
use super::request::ScoreRequest;
use super::score::Score;
use crate::compare::difference::Term;
use crate::compare::rule::PairRule;
use crate::error::Result;
use crate::numeric::double::{Double, exponent};
use crate::numeric::normal::z_score;
use crate::numeric::portable::power_of_two;
use crate::numeric::student::Distribution;
use crate::rank::chances::{Unit, interval, of_independent, of_sample as of_sampled};
use crate::rank::ranks;

/// One line of a table.
pub(super) type Line<'a> = (Score, Belief<'a>);

/// Sorts the lines by score, and gives them their ranks, rank intervals and tie groups.
pub(super) fn place(lines: &mut [Line<'_>], request: &ScoreRequest, rule: &PairRule) -> Result<()> {
    let scores: Vec<f64> = lines.iter().map(|(line, _)| line.score).collect();
    let ranks = ranks::competition(&scores)?;
    for ((line, _), rank) in lines.iter_mut().zip(ranks) {
        line.rank = rank as u64;
    }
    lines.sort_by(|(a, _), (b, _)| a.rank.cmp(&b.rank).then_with(|| a.model.cmp(&b.model)));
    let chances = if is_paired(lines, rule) && lines.len() > 1 {
        of_sampled(units(lines, request), lines.len(), 0)?
    } else {
        let estimates: Vec<_> = lines.iter().map(|(_, belief)| belief.estimate).collect();
        of_independent(&estimates)?
    };
    for ((line, _), chances) in lines.iter_mut().zip(&chances) {
        (line.rank_lo, line.rank_hi) = interval(chances, request.confidence);
        line.p_best = chances.first().copied().unwrap_or(1.0).clamp(0.0, 1.0);
    }
    group(lines, request, rule)
}

/// Whether all models are compared question by question.
fn is_paired(lines: &[Line<'_>], rule: &PairRule) -> bool {
    let scored = lines.iter().all(|(_, belief)| !belief.questions.is_empty());
    let single = || lines.iter().all(|(_, belief)| belief.has_single_trials());
    let questions = || lines.iter().map(|(_, belief)| belief.questions.len()).max().unwrap_or(0);
    scored && rule.is_paired(single(), questions())
}

/// Dense ranks, in which neighbours that are not separated share one.
fn group(lines: &mut [Line<'_>], request: &ScoreRequest, rule: &PairRule) -> Result<()> {
    let mut groups = Vec::with_capacity(lines.len());
    let (mut group, mut above): (u64, &[Line<'_>]) = (0, &[]);
    // Equal scores are one block, which ties with the next if any two of them do.
    for block in lines.chunk_by(|a, b| a.0.rank == b.0.rank) {
        let mut tied = false;
        for higher in above {
            for lower in block {
                tied = tied || !is_separated(higher, lower, request, rule)?;
            }
        }
        if !tied {
            group += 1;
        }
        groups.resize(groups.len() + block.len(), group);
        above = block;
    }
    for ((line, _), group) in lines.iter_mut().zip(groups) {
        line.tie_group = group;
    }
    Ok(())
}

/// Whether the higher of two scores is the higher one with the confidence.
fn is_separated(
    (_, higher): &Line<'_>,
    (_, lower): &Line<'_>,
    request: &ScoreRequest,
    rule: &PairRule,
) -> Result<bool> {
    let pairs = CommonQuestions::new(higher, lower, rule.range);
    let usable = pairs.terms.len() > 1 && rule.range.is_finite();
    if usable && rule.is_paired(pairs.single, pairs.terms.len()) {
        let rule = PairRule { range: rule.range * pairs.unit, ..*rule };
        let found = rule.of_questions(&pairs.terms, pairs.trials);
        // Where only the rounding of the scores scatters, nothing is known.
        let rounding = 4.0 * f64::EPSILON * pairs.size;
        let found = found.filter(|found| found.variance.sqrt().hi > rounding);
        return found.map_or(Ok(false), |found| found.is_separated(request.confidence));
    }
    let pair = |belief: &Belief<'_>| (belief.estimate.mu(), belief.estimate.sigma());
    Ok(Distribution::Normal.below(z_score(pair(higher), pair(lower)))? >= request.confidence)
}

/// The differences of two models on their common questions.
struct CommonQuestions {
    terms: Vec<Term>,
    /// The differences are in units of 1 / `unit`, whose squares neither overflow nor underflow.
    unit: f64,
    /// The largest size of a score in these units.
    size: f64,
    /// The smallest number of trials.
    trials: u64,
    /// Whether either model has one trial of every question.
    single: bool,
}

impl CommonQuestions {
    fn new(own: &Belief<'_>, other: &Belief<'_>, range: f64) -> Self {
        let unit = power_of_two(-exponent(range).clamp(-1000, 1000));
        let mut clusters = BTreeMap::new();
        let (mut terms, mut fewest, mut most) = (Vec::new(), u64::MAX, (1, 1));
        let mut size = 0.0_f64;
        for (place, (key, one)) in own.questions.iter().enumerate() {
            let Some(base) = other.questions.get(key) else { continue };
            let next = own.questions.len() + clusters.len();
            let cluster = match one.cluster {
                Some(label) => *clusters.entry(label).or_insert(next),
                None => place,
            };
            fewest = fewest.min(one.trials).min(base.trials);
            most = (one.trials.max(most.0), base.trials.max(most.1));
            let (score, other) = (one.score * unit, base.score * unit);
            size = size.max(score.abs()).max(other.abs());
            let mean = Double::from(score) - Double::from(other);
            terms.push(Term { mean, variance: Double::ZERO, cluster, weight: one.weight });
        }
        Self { terms, unit, size, trials: fewest, single: most.0 == 1 || most.1 == 1 }
    }
}

/// The sums of every question or cluster, for all models.
fn units(lines: &[Line<'_>], request: &ScoreRequest) -> Vec<Unit> {
    let unit = |key: (&str, &str), one: &QuestionScore<'_>| match one.cluster {
        Some(label) if request.clusters.is_some() => (label.to_owned(), String::new()),
        _ => (key.0.to_owned(), key.1.to_owned()),
    };
    let mut names = BTreeSet::new();
    for (_, belief) in lines {
        names.extend(belief.questions.iter().map(|(&key, one)| unit(key, one)));
    }
    let places: BTreeMap<_, usize> = names.into_iter().zip(0..).collect();
    let mut units = vec![vec![(0.0, 0.0); lines.len()]; places.len()];
    for (model, (_, belief)) in lines.iter().enumerate() {
        for (&key, one) in &belief.questions {
            let slot = places.get(&unit(key, one)).and_then(|&place| units.get_mut(place));
            if let Some(sums) = slot.and_then(|unit| unit.get_mut(model)) {
                *sums = (sums.0 + one.weight * one.score, sums.1 + one.weight);
            }
        }
    }
    units
}
