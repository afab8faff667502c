//! A gate for each question of each model.

use std::collections::{BTreeMap, BTreeSet};

use super::further::{Further, KnownFurther, QuestionRule, VerdictLimits};
use super::row::Gated;
use super::verdict::{Adjusted, GateVerdict, verdict_of};
use crate::check;
use crate::check::CheckError;
use crate::compare::decision::adjust::holm;
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
/// A question that only another model was asked is undecided, in the tasks that the model has.
pub(super) fn of_questions(
    counts: &Counts,
    weights: &Weights,
    level: f64,
    confidence: f64,
    adjusted: Adjusted,
) -> Result<Vec<Gated>> {
    check::level("at_least", level)?;
    let solved = successes(counts, weights)?;
    let rule = QuestionRule::new(level);
    let alpha = 1.0 - confidence;
    let mut rows = Vec::new();
    for asked in by_model(counts, &solved)? {
        let chances = asked
            .iter()
            .map(|&(_, (successes, failures, _))| rule.chances(successes as f64, failures as f64));
        let chances = chances.collect::<Result<Vec<_>>>()?;
        let fails: Vec<f64> = chances.iter().map(|one| one.fail).collect();
        let passes: Vec<f64> = chances.iter().map(|one| one.pass).collect();
        let fails = Judged::new(fails, adjusted != Adjusted::Nothing, alpha);
        let passes = Judged::new(passes, adjusted == Adjusted::Both, alpha);
        let limits = VerdictLimits { fail: fails.limit, pass: passes.limit };
        let mut further = KnownFurther::new(rule, limits);
        let judged = chances.iter().zip(fails.values.iter().zip(&passes.values));
        for ((key, (successes, failures, missing)), (own, (&fail, &pass))) in
            asked.into_iter().zip(judged)
        {
            let verdict = verdict_of(pass <= alpha, fail <= alpha);
            let further = match verdict {
                GateVerdict::Undecided => further.of(successes, failures)?,
                _ => Further::default(),
            };
            let ends = QuestionRule::ends(successes, failures, alpha)?;
            let trials = successes + failures;
            rows.push(Gated {
                verdict,
                model: key.model.to_owned(),
                task: Some(key.task.to_owned()),
                slice: None,
                question: Some(key.question.to_owned()),
                score: (trials > 0).then(|| successes as f64 / trials as f64),
                lo: Some(ends.0),
                hi: Some(ends.1),
                p_fail: Some(own.fail),
                p_pass: Some(own.pass),
                p_fail_adjusted: Some(fail),
                p_pass_adjusted: Some(pass),
                confidence,
                questions: 1,
                questions_asked: 1,
                trials,
                missing,
                successes: Some(successes),
                more: further.more,
                to_pass: further.to_pass,
                to_fail: further.to_fail,
                score_name: key.score.to_owned(),
            });
        }
    }
    Ok(rows)
}

/// The chances of a model's questions, by which they fail or pass.
struct Judged {
    values: Vec<f64>,
    /// The largest chance at which one more question is decided.
    limit: f64,
}

impl Judged {
    /// Adjusted by Holm's rule, or as they are.
    fn new(chances: Vec<f64>, adjust: bool, alpha: f64) -> Self {
        if !adjust {
            return Self { values: chances, limit: alpha };
        }
        let values = holm(&chances);
        let open = values.iter().filter(|&&one| one > alpha).count().max(1);
        Self { values, limit: alpha / open as f64 }
    }
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
