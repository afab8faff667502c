//! The call `gate`: its declaration, and how it answers.

use super::gate::{GateRequest, gate_of_board};
use super::notes::{
    EACH_ALONE, FAILS, FAMILY, FEW_QUESTIONS, LIKE_THESE, MORE_OF_EACH, MORE_OF_QUESTION,
    NOT_IN_SLICE, NOTES, QUESTIONS, SCORES, THESE, UNASKED, UNTRIED_QUESTIONS, UNTRIED_SCORES,
};
use super::row::Gated;
use super::scores::of_sums;
use super::suspects::{about_questions, fraction};
use super::verdict::{Adjusted, GateVerdict};
use crate::calls::declare::call;
use crate::calls::note::{distinct, listed};
use crate::calls::option::{flag, group, number, portion, texts};
use crate::calls::scoring::{clusters_of, target_of};
use crate::calls::{
    Answer, AnswerTable, CallError, Input, Note, Range, ScoringOptions, Workers, require_models,
};
use crate::compare::FamilyRequest;
use crate::counts::counts::Counts;
use crate::error::Result;
use crate::judge::calls::{corrected, require_labels, unlabelled};
use crate::judge::legend::Legend;
use crate::leaderboard::{
    self, Asking, IntervalKind, Score, SingleTrials, Statistic, SumsRequest, ZERO_WEIGHTS,
    about_board, about_intervals, about_weights, extrapolated, signs_of_luck, single_of,
};
use crate::metric::weights::Weights;
use crate::printable::Printable;
use crate::slices::cells::{FEWEST_QUESTIONS, SlicedRows};
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
    /// A level that no interval can reach or that every score reaches. A level outside (0, 1) for single questions. Weights other than 0 and 1 for
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
            &["metric", "k", "prior", "sampled", "cluster", "borrow", "by_task", "slice"],
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
        /// Fields of questions, whose values make slices: each of them has to reach the level, too. `task` is a
        /// field, and `length:4` cuts a number at its quartiles.
        slice: Option<Vec<String>> = texts(),
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
    require_labels(counts, options.scoring.borrow)?;
    let scoring = options.scoring.request(confidence)?;
    let weights = Weights::of_option(options.scoring.weights.as_deref())?;
    let known = weights.clone().or(Weights::known(counts));
    let of_labels = Legend::of(counts.categories())?.map(|legend| legend.range);
    in_reach(at_least, of_labels.or(known.as_ref().map(Weights::range)), options)?;
    let adjusted = match (alone, family) {
        (true, _) => Adjusted::Nothing,
        (_, true) => Adjusted::Both,
        _ => Adjusted::Fails,
    };
    let request = GateRequest { scoring, at_least, per_question, adjusted, weights };
    let (mut rows, board) = gate_of_board(counts, &request)?;
    let mut scores = board.map_or_else(Vec::new, |board| board.scores);
    let (slices, few) = sliced(counts, options.slice.as_deref(), |own| {
        Ok(gate_of_board(&counts.of_rows(own.iter().copied())?, &request)?.0)
    })?;
    rows.extend(slices);
    if let Some(only) = &options.only {
        keep(&mut rows, only)?;
        scores.retain(|row| only.contains(&row.model));
    }
    let mut notes = notes_of(&rows, &scores, options, counts);
    notes.extend(few);
    notes.extend(corrected(counts, options.scoring.borrow)?);
    let open = rows.iter().filter(|row| row.score.is_none() && row.trials > 0);
    notes.extend(unlabelled(&distinct(open.map(|row| &*row.model))));
    Ok(Answer { arrays: Vec::new(), tables: vec![AnswerTable::of(rows)], notes })
}

/// The gate of numeric scores.
fn of_numbers(sums: &Sums, options: &GateOptions) -> Result<Answer> {
    let ScoringOptions { metric, k, weights, prior, sampled, cluster, borrow, by_task } =
        &options.scoring;
    let prior = (prior != "hierarchical").then_some("prior");
    let weights = weights.is_some().then_some("weights");
    let borrow = borrow.then_some("borrow");
    let single = options.per_question.then_some("per_question");
    if let Some(it) = single.or(weights).or(prior).or(borrow) {
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
    let (slices, few) = sliced(sums.trials(), options.slice.as_deref(), |own| {
        Ok(of_sums(&sums.of_rows(own)?, &request, options.at_least)?.0)
    })?;
    rows.extend(slices);
    if let Some(only) = &options.only {
        keep(&mut rows, only)?;
    }
    let sampled = *sampled || cluster.is_some();
    let mut notes = vec![Note::of(&SCORES)];
    notes.extend(few);
    notes.push(about(sampled, &single_of(&board)));
    notes.extend(about_board(&board));
    notes.extend(extrapolated(&board.scores));
    let trials = sums.trials();
    notes.extend(about_weights(&board.scores, (trials.has_weights(), trials.zero_weights())));
    notes.extend(about_rows(&rows, options));
    Ok(Answer { arrays: Vec::new(), tables: vec![AnswerTable::of(rows)], notes })
}

/// Refuses a level that no interval can reach, that every score reaches, or that no trials show.
fn in_reach(level: f64, range: Option<(f64, f64)>, options: &GateOptions) -> Result<()> {
    if options.per_question {
        let never = || CallError::LevelOfQuestions { level }.into();
        return if level > 0.0 && level < 1.0 { Ok(()) } else { Err(never()) };
    }
    let is_mean = ["avg", "bayes"].contains(&&*options.scoring.metric);
    let (lowest, highest) = match range {
        Some(range) if is_mean => range,
        Some((low, high)) => (low.min(0.0), high.max(1.0)),
        None => (0.0, 1.0),
    };
    if level >= highest {
        return Err(CallError::Level { level, highest }.into());
    }
    if level <= lowest {
        return Err(CallError::LowLevel { level, lowest }.into());
    }
    Ok(())
}

/// The rows of each slice, of which `gate` gives those of some rows of the counts. Slices of few questions are not
/// judged, and a note names them.
fn sliced(
    counts: &Counts,
    fields: Option<&[String]>,
    gate: impl Fn(&[usize]) -> Result<Vec<Gated>>,
) -> Result<(Vec<Gated>, Vec<Note>)> {
    let (mut all, mut few, mut absent) = (Vec::new(), Vec::new(), Vec::new());
    let Some(fields) = fields else { return Ok((all, Vec::new())) };
    let slices = SlicedRows::of(counts, fields)?;
    for (name, own) in slices.names.iter().zip(slices.rows()) {
        let rows = gate(&own)?;
        if rows.iter().all(|row| row.questions_asked < FEWEST_QUESTIONS) {
            few.push(name.as_str());
            continue;
        }
        let known = distinct(rows.iter().map(|row| &*row.model));
        let without = counts.models().into_iter().filter(|model| !known.contains(model));
        absent.extend(without.map(|model| {
            let note = Note::of(&NOT_IN_SLICE).with("model", Printable(model).to_string());
            note.with("slice", Printable(name).to_string())
        }));
        let of_slice = |row| Gated { slice: Some(name.clone()), task: None, ..row };
        all.extend(rows.into_iter().filter(|row| row.task.is_none()).map(of_slice));
    }
    let note = Note::of(&FEW_QUESTIONS).with("slices", few.len() as u64);
    let note = note.with("fewest", FEWEST_QUESTIONS).with("names", listed(few.iter().copied()));
    absent.extend((!few.is_empty()).then_some(note));
    Ok((all, absent))
}

/// Keeps the rows of some models.
fn keep(rows: &mut Vec<Gated>, only: &[String]) -> Result<()> {
    require_models(only, &distinct(rows.iter().map(|row| &*row.model)))?;
    rows.retain(|row| only.contains(&row.model));
    Ok(())
}

/// What to say below the rows.
fn notes_of(rows: &[Gated], scores: &[Score], options: &GateOptions, counts: &Counts) -> Vec<Note> {
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
    let made = IntervalKind { prior: &scoring.prior, of_sample: sampled, asking: Asking::Others };
    note(!single, about(sampled, &leaderboard::single(scores, made)));
    if single {
        let models = distinct(rows.iter().map(|row| &*row.model));
        notes.extend(signs_of_luck(counts, &models, Asking::Questions));
        let left_out = counts.zero_weights() as u64;
        let left_out = (left_out > 0).then(|| Note::of(&ZERO_WEIGHTS).with("questions", left_out));
        notes.extend(left_out);
    } else {
        notes.extend(about_intervals(scores, counts, made));
        notes.extend(about_weights(scores, (counts.has_weights(), counts.zero_weights())));
    }
    notes.extend(about_rows(rows, options));
    notes
}

/// What scores are about. Single trials tell about questions like these alone.
fn about(sampled: bool, single: &SingleTrials) -> Note {
    if sampled || *single == SingleTrials::All {
        return Note::of(&LIKE_THESE);
    }
    Note::of(&THESE).with("except", single.except())
}

/// What to say of rows of any kind.
fn about_rows(rows: &[Gated], options: &GateOptions) -> Vec<Note> {
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
    notes
}
