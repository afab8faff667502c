//! A gate for each question of each model.

use std::collections::{BTreeMap, BTreeSet};

use super::further::QuestionRule;
use super::row::Gated;
use crate::check;
use crate::check::CheckError;
use crate::counts::counts::Counts;
use crate::counts::question::Key;
use crate::error::Result;
use crate::metric::weights::Weights;

/// What is known of a question: successes, failures, and trials without an outcome.
type Tally = (u64, u64, u64);

/// The questions of a model with one score, in order of appearance.
type ModelQuestions<'a> = Vec<(Key<'a>, Tally)>;

/// A row for each question of each model.
///
/// A question that only another model was asked is undecided, in the tasks that the model has. With
/// `family`, the decisions of a model share 1 − `confidence` (Bonferroni).
pub(super) fn of_questions(
    counts: &Counts,
    weights: &Weights,
    level: f64,
    confidence: f64,
    family: bool,
) -> Result<Vec<Gated>> {
    check::level("at_least", level)?;
    let solved = successes(counts, weights)?;
    let mut rows = Vec::new();
    for asked in by_model(counts, &solved)? {
        let share = if family { asked.len() as f64 } else { 1.0 };
        let own = 1.0 - (1.0 - confidence) / share;
        let mut rule = QuestionRule::new(level, own);
        for (key, (successes, failures, missing)) in asked {
            let standing = rule.standing(successes, failures)?;
            let trials = successes + failures;
            rows.push(Gated {
                verdict: standing.verdict,
                model: key.model.to_owned(),
                task: Some(key.task.to_owned()),
                question: Some(key.question.to_owned()),
                score: (trials > 0).then(|| successes as f64 / trials as f64),
                lo: Some(standing.ends.0),
                hi: Some(standing.ends.1),
                probability: Some(standing.probability),
                confidence: own,
                questions: 1,
                questions_asked: 1,
                trials,
                missing,
                successes: Some(successes),
                more: standing.more,
                to_pass: standing.to_pass,
                to_fail: standing.to_fail,
                score_name: key.score.to_owned(),
            });
        }
    }
    Ok(rows)
}

/// Which categories are successes: those of weight 1. The others have weight 0.
fn successes(counts: &Counts, weights: &Weights) -> Result<Vec<bool>> {
    weights.require(counts.categories().len())?;
    let solved = |(index, value): (usize, f64)| {
        let range = "0 or 1, as success and failure are";
        let wrong =
            || CheckError::Range { name: "weights".to_owned(), index: vec![index], value, range };
        if value == 1.0 || value == 0.0 { Ok(value == 1.0) } else { Err(wrong().into()) }
    };
    weights.values().into_iter().enumerate().map(solved).collect()
}

/// The questions of each score and model.
fn by_model<'a>(counts: &'a Counts, solved: &[bool]) -> Result<Vec<ModelQuestions<'a>>> {
    let mut known: BTreeMap<Key<'a>, Tally> = BTreeMap::new();
    let mut order: Vec<Key<'a>> = Vec::new();
    let mut seen = BTreeSet::new();
    for question in counts.iter() {
        if counts.weight(&question)?.is_none() {
            continue;
        }
        let key = question.key();
        let of = |wanted: bool| {
            let outcomes = question.counts.iter().zip(solved);
            outcomes.filter(|&(_, &one)| one == wanted).map(|(count, _)| count).sum::<u64>()
        };
        known.insert(key, (of(true), of(false), question.missing));
        if seen.insert(key.of_model("")) {
            order.push(key.of_model(""));
        }
    }
    let tasks: BTreeSet<_> = known.keys().map(|key| (key.score, key.model, key.task)).collect();
    let mut all = Vec::new();
    for score in counts.scores() {
        for model in counts.models() {
            let own = order.iter().filter(|key| key.score == score);
            let own = own.filter(|key| tasks.contains(&(score, model, key.task)));
            let asked: ModelQuestions<'a> = own
                .map(|key| key.of_model(model))
                .map(|key| (key, known.get(&key).copied().unwrap_or_default()))
                .collect();
            if !asked.is_empty() {
                all.push(asked);
            }
        }
    }
    Ok(all)
}
