//! The call `gate`: its declaration, and how it answers.

use super::gate::{GateRequest, gate};
use super::notes::{
    EACH_ALONE, FAILS, FAMILY, LIKE_THESE, MORE_OF_EACH, MORE_OF_QUESTION, NOTES, QUESTIONS,
    SCORES, THESE, UNASKED, UNTRIED_QUESTIONS, UNTRIED_SCORES,
};
use super::row::Gated;
use super::scores::of_sums;
use super::suspects::{about_questions, fraction};
use super::verdict::{Adjusted, GateVerdict};
use crate::calls::declare::call;
use crate::calls::note::distinct;
use crate::calls::option::{flag, group, number, portion, texts};
use crate::calls::scoring::{clusters_of, target_of};
use crate::calls::{
    Answer, AnswerTable, CallError, Input, Note, Range, ScoringOptions, Workers, require_models,
};
use crate::compare::FamilyRequest;
use crate::counts::counts::Counts;
use crate::error::Result;
use crate::leaderboard::{
    Asking, FROM_TWO, Statistic, SumsRequest, ZERO, ZERO_WEIGHTS, about_board, signs_of_luck,
    warnings,
};
use crate::metric::weights::Weights;
use crate::sums::sums::Sums;

call! {
    /// Says of each model, or of each question, whether it reaches a level.
    ///
    /// # Formula
    /// A question has c successes in N trials. At the level, X of N trials would succeed. Then p_fail is
    /// P(X ≤ c | level), and p_pass is P(X ≥ c | level), both binomial. The question fails if p_fail,
    /// adjusted by Holm over the questions of its model, is at most 1 − confidence. It passes if p_pass is.
    /// So 1 − confidence bounds the chance that any question fails, where all are at the level or above.
    /// The interval is that of Clopper and Pearson, and each end has the confidence. `to_pass` is the
    /// fewest further trials that pass it if all succeed, and `to_fail` the fewest that fail it if all
    /// fail. `more` is the fewest that decide if the share c / N of them succeeds.
    ///
    /// A score passes if the lower end of its interval reaches the level, and fails if the upper end is
    /// below it. Each end has the confidence: they are those of `score` with the confidence
    /// 2 confidence − 1. A score that lacks questions that any model was asked does not pass: it is
    /// undecided, as single questions without trials are. Numeric scores have gates of their means, by the
    /// interval of `score`.
    ///
    /// # Errors
    /// A level that no score exceeds, or outside (0, 1) for single questions. Weights other than 0 and 1 for
    /// single questions. Whatever `score` refuses.
    ///
    /// # Source
    /// docs/gates.md of the checkout.
    gate(Tallied): answer => [rows: Gated], notes NOTES;

    /// What a gate asks.
    pub struct GateOptions {
        /// The level of the score, or of the success probability of each question.
        at_least: f64 = portion(Range::FINITE).required().placed(),
        /// Confidence of the decisions: 1 less the chance of a false one.
        confidence: f64 = number(Range::DECISIVE).or(0.95),
        /// Whether every single question has to reach the level, by its repeated trials. Otherwise the score
        /// has to. A weight of 1 is then a success, and 0 a failure.
        per_question: bool = flag().excludes(
            &["metric", "k", "prior", "sampled", "cluster", "by_task"],
            "{other=} is about scores, and {it=} about single questions",
        ),
        /// Whether passes hold for all questions of a model together, as fails do (Holm).
        family: bool = flag().needs(
            "per_question",
            "{it=} is about the questions of a model: give {other=} too",
        ),
        /// Whether fails hold for each question alone, as passes do. Then nothing is adjusted.
        alone: bool = flag()
            .needs("per_question", "{it=} is about the questions of a model: give {other=} too")
            .excludes(&["family"], "{it=} adjusts nothing, and {other=} everything: give one"),
        /// The models to decide about. Which questions were asked is known from all.
        only: Option<Vec<String>> = texts(),
        /// How scores are made.
        scoring: ScoringOptions = group(ScoringOptions::OPTIONS),
    }
}

fn answer(input: Input<'_>, options: &GateOptions, _: &Workers<'_>) -> Result<Answer> {
    let counts = match input {
        Input::Sums(sums) if !cfg!(target_family = "wasm") => return of_numbers(sums, options),
        input => input.counts("gate")?,
    };
    let &GateOptions { at_least, confidence, per_question, family, alone, .. } = options;
    let scoring = options.scoring.request(confidence)?;
    let weights = Weights::of_option(options.scoring.weights.as_deref())?;
    if !per_question {
        reachable(at_least, weights.as_ref().or(Weights::known(counts).as_ref()))?;
    }
    let adjusted = match (alone, family) {
        (true, _) => Adjusted::Nothing,
        (_, true) => Adjusted::Both,
        _ => Adjusted::Fails,
    };
    let request = GateRequest { scoring, at_least, per_question, adjusted, weights };
    let mut rows = gate(counts, &request)?;
    if let Some(only) = &options.only {
        keep(&mut rows, only)?;
    }
    let notes = notes_of(&rows, options, counts);
    Ok(Answer { arrays: Vec::new(), tables: vec![AnswerTable::of(rows)], notes })
}

/// The gate of numeric scores.
fn of_numbers(sums: &Sums, options: &GateOptions) -> Result<Answer> {
    let ScoringOptions { metric, k, weights, prior, sampled, cluster, by_task } = &options.scoring;
    let prior = (prior != "hierarchical").then_some("prior");
    let weights = weights.is_some().then_some("weights");
    if let Some(it) = options.per_question.then_some("per_question").or(weights).or(prior) {
        return Err(CallError::of_categories(it).into());
    }
    let budgets: Vec<i64> = k.iter().copied().collect();
    let request = SumsRequest {
        statistics: Statistic::expand(std::slice::from_ref(metric), &budgets)?,
        target: target_of(*sampled),
        clusters: clusters_of(cluster.as_deref()),
        drop_short: false,
        confidence: options.confidence,
        family: FamilyRequest::default(),
        by_task: *by_task,
        macro_average: false,
    };
    let (mut rows, board) = of_sums(sums, &request, options.at_least)?;
    if let Some(only) = &options.only {
        keep(&mut rows, only)?;
    }
    let sampled = *sampled || cluster.is_some();
    let mut notes = vec![Note::of(&SCORES)];
    let single = Note::of(if sampled { &LIKE_THESE } else { &THESE });
    notes.push(single);
    notes.extend(about_board(&board));
    notes.extend(about_rows(&rows, options, sums.trials()));
    Ok(Answer { arrays: Vec::new(), tables: vec![AnswerTable::of(rows)], notes })
}

/// Refuses a level that no score exceeds.
fn reachable(level: f64, weights: Option<&Weights>) -> Result<()> {
    let highest = weights.map_or(1.0, |weights| weights.range().1.max(1.0));
    if level > highest { Err(CallError::Level { level, highest }.into()) } else { Ok(()) }
}

/// Keeps the rows of some models.
fn keep(rows: &mut Vec<Gated>, only: &[String]) -> Result<()> {
    require_models(only, &distinct(rows.iter().map(|row| &*row.model)))?;
    rows.retain(|row| only.contains(&row.model));
    Ok(())
}

/// What to say below the rows.
fn notes_of(rows: &[Gated], options: &GateOptions, counts: &Counts) -> Vec<Note> {
    let scoring = &options.scoring;
    let single = options.per_question;
    let mut notes = Vec::new();
    let mut note = |when: bool, note: Note| {
        if when {
            notes.push(note);
        }
    };
    let sampled = scoring.sampled || scoring.cluster.is_some();
    let alpha = fraction(1.0 - options.confidence);
    note(single, Note::of(&QUESTIONS).with("alpha", alpha));
    let adjusted = match (options.alone, options.family) {
        (true, _) => &EACH_ALONE,
        (_, true) => &FAMILY,
        _ => &FAILS,
    };
    note(single && rows.len() > 1, Note::of(adjusted));
    if single {
        let limits = (options.at_least, 1.0 - options.confidence);
        for one in about_questions(rows, limits, options.family) {
            note(true, one);
        }
    }
    note(!single, Note::of(&SCORES));
    note(!single, Note::of(if sampled { &LIKE_THESE } else { &THESE }));
    if !single {
        for one in
            signs_of_luck(counts, &distinct(rows.iter().map(|row| &*row.model)), Asking::Others)
        {
            note(true, one);
        }
    }
    if !single && !sampled {
        for one in warnings(counts, &distinct(rows.iter().map(|row| &*row.model))) {
            note(true, one);
        }
    }
    let zero = scoring.k == Some(1) && FROM_TWO.contains(&scoring.metric.trim_end_matches("_ci"));
    let none = rows.iter().all(|row| row.score.is_none_or(|score| score == 0.0));
    note(zero && none, Note::of(&ZERO).with("metric", scoring.metric.clone()));
    notes.extend(about_rows(rows, options, counts));
    notes
}

/// What to say of rows of any kind.
fn about_rows(rows: &[Gated], options: &GateOptions, counts: &Counts) -> Vec<Note> {
    let single = options.per_question;
    let mut notes = Vec::new();
    let mut note = |when: bool, note: Note| {
        if when {
            notes.push(note);
        }
    };
    let more = rows.iter().any(|row| row.more.is_some());
    note(more, Note::of(if single { &MORE_OF_QUESTION } else { &MORE_OF_EACH }));
    note(rows.iter().any(|row| row.questions < row.questions_asked), Note::of(&UNASKED));
    let untried = |row: &&Gated| row.verdict == GateVerdict::Undecided && row.trials == 0;
    let untried = rows.iter().filter(untried).count() as u64;
    let kind = if single { &UNTRIED_QUESTIONS } else { &UNTRIED_SCORES };
    note(untried > 0, Note::of(kind).with("rows", untried));
    let left_out = counts.zero_weights() as u64;
    note(left_out > 0, Note::of(&ZERO_WEIGHTS).with("questions", left_out));
    notes
}
