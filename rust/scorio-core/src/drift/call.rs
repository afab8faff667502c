//! The call `drift`: its declaration, and how it answers.

use std::collections::BTreeSet;

use super::chart::{Chart, Weighing};
use super::error::DriftError;
use super::notes::{ABOUT, CHANGED, FEW, LEFT_OUT, LIMITS, NOTES};
use super::order::natural;
use super::rows::{DriftRun, DriftVerdict};
use super::runs::Series;
use crate::calls::declare::call;
use crate::calls::option::{number, portion, texts};
use crate::calls::{Answer, AnswerTable, CallError, Input, Note, Range, Workers, require_models};
use crate::error::Result;
use crate::numeric::normal::central_quantile;
use crate::numeric::portable::exp;
use crate::numeric::sorting::sort_by;

call! {
    /// Says whether a model that runs again and again has changed, and since when.
    ///
    /// Each run is a model of the counts. Its limits hold at every look, so that a nightly job may look each
    /// night and stop at the first run outside.
    ///
    /// # Formula
    /// Run t has the score y_t = Σ w ȳ / Σ w over the questions that all runs have. Its variance is
    /// V_t = Σ w² v / (n_t (Σ w)²).
    ///
    /// Here v is the variance of the trials of a question, from all runs so far. n_t is their number in the run.
    /// One trial more with the opposite outcome counts, too, so that v is never 0.
    ///
    /// The mean of the runs before is m_t, with the variance U_t. The contrast of run t is
    /// z_t = (y_t − m_t) / √(V_t + U_t). Without a change the contrasts are independent and standard normal.
    /// After a change of δ behind run s, they have the means δ a_t with a_t = U_t / (U √(V_t + U_t)). U is the
    /// variance of the mean of the s runs.
    ///
    /// Let A = Σ a_t², S = Σ a_t z_t and δ ~ N(0, τ²), where τ is `size`. The likelihood of a change behind run s,
    /// over that of none, is E_s = exp(τ² S² / (2 (1 + τ² A))) / √(1 + τ² A). The evidence at run T is
    /// Σ_{s<T} E_s / (s (s + 1)) + 1/T. Where it reaches 1/(1 − confidence), the model has left its level. Without
    /// a change, that ever happens with a chance of at most 1 − confidence (Ville 1939).
    ///
    /// The difference is S / A of the likeliest change, where the evidence is greatest. Its interval is
    /// difference ± √((1 + ρ/A) ln((A + ρ) (1 − confidence)⁻² / ρ) / A) with ρ = τ⁻².
    ///
    /// # Errors
    /// Fewer than two runs. No question that all runs have. A run that there is not.
    ///
    /// # Source
    /// Robbins, Ann. Math. Statist. 41 (1970) 1397. Ville (1939). Shin, Ramdas and Rinaldo, arXiv:2203.03532,
    /// section 3. docs/drift.md of the checkout.
    drift(Tallied): answer => [rows: DriftRun, verdict: DriftVerdict], notes NOTES;

    /// What a series is asked.
    pub struct DriftOptions {
        /// The runs in their order. By default all, in the order of their names, where numbers count as numbers.
        runs: Option<Vec<String>> = texts(),
        /// 1 less the chance that a model without any change ever leaves its level.
        confidence: f64 = number(Range::LEVEL).or(0.95),
        /// The size of a change of the score that is found soonest. By default 0.05 of the range of outcomes.
        size: Option<f64> = portion(Range::POSITIVE),
        /// Says whether the model is surely worse by more than this.
        margin: Option<f64> = portion(Range::NOT_NEGATIVE),
    }
}

/// Of the range of outcomes.
const SIZE: f64 = 0.05;
/// Fewer questions make rough limits.
const ENOUGH: u64 = 30;

fn answer(input: Input<'_>, options: &DriftOptions, _: &Workers<'_>) -> Result<Answer> {
    let counts = match input {
        Input::Counts(counts) => counts,
        Input::Sums(sums) => sums.trials(),
        Input::Nothing | Input::Pair(..) => return Err(CallError::Untold { call: "drift" }.into()),
    };
    let all = counts.models();
    let names = ordered(all, options.runs.as_deref())?;
    if names.len() < 2 {
        return Err(DriftError::OneRun { runs: names.len() }.into());
    }
    let series = Series::of(input, &names)?;
    let size = options.size.unwrap_or(SIZE * series.range);
    let alpha = 1.0 - options.confidence;
    let chart = Chart::of(&series, Weighing { alpha, size: size.max(f64::MIN_POSITIVE) });
    let z = central_quantile(options.confidence)?.value();
    let runs = runs_of(&series, &chart, z);
    let row = verdict_of(&series, &chart, options.margin);
    let notes = notes_of(&row, alpha);
    let tables = vec![AnswerTable::of(runs), AnswerTable::of(vec![row])];
    Ok(Answer { arrays: Vec::new(), tables, notes })
}

/// The runs in their order.
fn ordered<'n>(mut all: Vec<&'n str>, asked: Option<&'n [String]>) -> Result<Vec<&'n str>> {
    let Some(runs) = asked else {
        sort_by(&mut all, |one, other| natural(one, other));
        return Ok(all);
    };
    require_models(runs, &all)?;
    let mut seen = BTreeSet::new();
    match runs.iter().find(|run| !seen.insert(*run)) {
        Some(twice) => Err(DriftError::Twice { run: twice.clone() }.into()),
        None => Ok(runs.iter().map(String::as_str).collect()),
    }
}

fn runs_of(series: &Series, chart: &Chart, z: f64) -> Vec<DriftRun> {
    let rows = series.runs.iter().zip(&chart.looks).map(|(run, look)| {
        let sigma = (run.share * run.scatter).sqrt();
        DriftRun {
            run: run.name.clone(),
            score: run.score,
            sigma,
            lo: run.score - z * sigma,
            hi: run.score + z * sigma,
            before: look.before,
            lower: look.limits.map(|(lower, _)| lower).filter(|&lower| lower >= series.ends.0),
            upper: look.limits.map(|(_, upper)| upper).filter(|&upper| upper <= series.ends.1),
            evidence: exp(look.evidence),
            left: look.left,
            trials: run.trials,
        }
    });
    rows.collect()
}

fn verdict_of(series: &Series, chart: &Chart, margin: Option<f64>) -> DriftVerdict {
    let name = |place: usize| series.runs.get(place).map(|run| run.name.clone());
    let left = chart.looks.iter().position(|look| look.left);
    let change = left.and(chart.change);
    let lower = change.map(|one| one.difference - one.half_width);
    let upper = change.map(|one| one.difference + one.half_width);
    DriftVerdict {
        verdict: match change {
            None => "steady",
            Some(one) if one.difference < 0.0 => "below",
            Some(_) => "above",
        }
        .to_owned(),
        left_at: left.and_then(name),
        changed_at: change.and_then(|one| name(one.before)),
        difference: change.map(|one| one.difference),
        lo: lower,
        hi: upper,
        pvalue: exp(-chart.greatest).min(1.0),
        worse: margin.map(|margin| upper.is_some_and(|upper| upper < -margin)),
        runs: series.runs.len() as u64,
        questions: series.questions as u64,
        left_out: series.left_out as u64,
    }
}

fn notes_of(row: &DriftVerdict, alpha: f64) -> Vec<Note> {
    let mut notes = vec![Note::of(&ABOUT).with("questions", row.questions)];
    notes.push(Note::of(&LIMITS).with("once", format!("{:.0}", 1.0 / alpha)));
    if let Some(changed) = &row.changed_at {
        notes.push(Note::of(&CHANGED).with("changed", changed.clone()));
    }
    if row.left_out > 0 {
        notes.push(Note::of(&LEFT_OUT).with("left_out", row.left_out));
    }
    if row.questions < ENOUGH {
        notes.push(Note::of(&FEW).with("enough", ENOUGH));
    }
    notes
}
