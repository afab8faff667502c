//! The call `slices`: its declaration, and how it answers.

use std::collections::BTreeMap;

use super::cells::{FEWEST_QUESTIONS, SlicedRows};
use super::error::SlicesError;
use super::judged::{SliceGate, judge, row_of};
use super::notes::{
    ABSENT, ALIKE, CERTAIN, DIFFER, FAILS, FEW, NO_VALUE, NOTES, PASSES, SHRUNKEN, SMALL,
    UNCOMPARED,
};
use super::rows::{Heterogeneity, SliceDifference};
use super::shrinkage::FEWEST;
use crate::calls::declare::call;
use crate::calls::note::{distinct, listed};
use crate::calls::option::{flag, group, portion, text, texts};
use crate::calls::scoring::clusters_of;
use crate::calls::{Answer, AnswerTable, CallError, Input, Note, Range, Workers, require_models};
use crate::compare::{
    CompareError, ComparingOptions, Comparison, Comparisons, about_rows, differences, trials_of,
};
use crate::counts::counts::Counts;
use crate::error::Result;
use crate::numeric::sorting::sort_by;
use crate::printable::Printable;

call! {
    /// Compares models with a baseline in each slice of the questions.
    ///
    /// # Formula
    /// A slice is a set of questions: those with the same values of some fields. Its difference d, σ and
    /// interval are those of `compare` on these questions alone. p is two-sided, and Holm adjusts it for the
    /// slices of a model.
    ///
    /// Let d̄ = Σ d/σ² / Σ 1/σ². If the slices do not differ, Q = Σ (d − d̄)²/σ² is χ² with one degree of
    /// freedom less than there are slices (Cochran 1954).
    ///
    /// Shrunken differences need three slices. d ~ N(δ, σ²) and δ ~ N(μ, τ²), with a flat μ. With
    /// h = k / Σ 1/σ² for k slices, B = h / (h + τ²) is uniform on (0, 1) (Daniels 1999). Given B, let
    /// u = 1 / (σ² + τ²), m = Σ u d / Σ u and b = σ² u. The log-likelihood is ½ Σ ln u − ½ ln Σ u −
    /// ½ Σ u (d − m)². Then δ has the mean b m + (1 − b) d, and the variance (1 − b) σ² + b² / Σ u. Mean, σ,
    /// P(δ > 0) and the ends of the interval are those of the mixture over B. `shrinkage` is the mean of B, and
    /// `spread` that of τ.
    ///
    /// With a margin X, p = Φ((d + X) / σ) of the hypothesis that the model is worse by X at most, or Student's
    /// t where `compare` has it. A slice fails if Holm's value is below 1 − confidence. Shrunken figures decide
    /// nothing. Slices of fewer than 10 questions have no part in any of this.
    ///
    /// # Errors
    /// A field that questions do not have. One slice alone, or more than 200. A number of more than 20 values
    /// that is not cut. A cluster in two slices, where clusters are a sample. Whatever `compare` refuses.
    ///
    /// # Source
    /// docs/slices.md of the checkout. Cochran, Biometrics 10 (1954) 101. Daniels, Can. J. Stat. 27 (1999)
    /// 567. Holm, Scand. J. Stat. 6 (1979) 65.
    slices(Tallied): answer => [rows: SliceDifference, models: Heterogeneity], notes NOTES;

    /// What to compare, and by which fields.
    pub struct SlicesOptions {
        /// The model that the others are compared with.
        baseline: String = text().required(),
        /// The fields whose values make the slices. `task` is one, too. `length:4` cuts a number at its
        /// quartiles, and equal values stay together.
        slice: Vec<String> = texts().required(),
        /// The other models. By default all.
        only: Option<Vec<String>> = texts(),
        /// How models are compared.
        comparing: ComparingOptions = group(ComparingOptions::OPTIONS),
        /// Says of each slice whether the model is worse than the baseline by more than this.
        margin: Option<f64> = portion(Range::ANY),
        /// Whether a model fails if any slice shows it worse by more than the margin.
        each_slice: bool = flag().needs("margin", "{it=} judges slices by a margin: give {other=} too"),
    }
}

fn answer(input: Input<'_>, options: &SlicesOptions, workers: &Workers<'_>) -> Result<Answer> {
    let counts = trials_of(input, "slices")?;
    let models = models_of(counts, options)?;
    let sliced = SlicedRows::of(counts, &options.slice)?;
    let own = &options.comparing;
    sliced.check_clusters(counts, clusters_of(own.cluster.as_deref()))?;
    let (rows, mut found) = (sliced.rows(), SlicesTold::default());
    let all = workers.each(rows.len(), |slice| {
        let rows = rows.get(slice).map_or(&[][..], Vec::as_slice);
        compared(input, rows, options, &models)
    })?;
    for (name, own) in sliced.names.iter().zip(all) {
        found.add(name, own, options.margin)?;
    }
    let gate =
        SliceGate { confidence: own.confidence, margin: options.margin, each: options.each_slice };
    if found.compared.is_empty() {
        return Err(SlicesError::Nothing { baseline: options.baseline.clone() }.into());
    }
    let mut groups = Vec::new();
    let mut scores = distinct(found.rows.iter().map(|row| row.score_name.clone()));
    scores.sort_unstable();
    for score in &scores {
        for model in &models {
            let is_own = |row: &&SliceDifference| row.model == *model && row.score_name == *score;
            let mut own: Vec<_> = found.rows.iter().filter(is_own).cloned().collect();
            if !sliced.ordered {
                sort_by(&mut own, |a, b| b.difference.total_cmp(&a.difference));
            }
            groups.extend((!own.is_empty()).then_some(own));
        }
    }
    let judged = workers.each(groups.len(), |place| {
        let mut own = groups.get(place).cloned().unwrap_or_default();
        let together = judge(&mut own, gate)?;
        Ok((own, together))
    })?;
    let (rows, of_models): (Vec<_>, Vec<_>) = judged.into_iter().unzip();
    let rows: Vec<SliceDifference> = rows.into_iter().flatten().collect();
    let mut notes = told_of(&rows, &of_models, gate);
    notes.extend(about_rows(found.compared, own, matches!(input, Input::Sums(_))));
    notes.extend(sliced.lacking.iter().map(|(field, questions)| {
        Note::of(&NO_VALUE)
            .with("questions", *questions)
            .with("field", Printable(field).to_string())
    }));
    notes.extend(left_out(&found.absent, &options.baseline));
    notes.extend(found.notes);
    let tables = vec![AnswerTable::of(rows), AnswerTable::of(of_models)];
    Ok(Answer { arrays: Vec::new(), tables, notes })
}

/// The models that are compared with the baseline.
fn models_of<'a>(counts: &'a Counts, options: &'a SlicesOptions) -> Result<Vec<&'a str>> {
    let known = counts.models();
    require_models(std::slice::from_ref(&options.baseline), &known)?;
    let models: Vec<&str> = match &options.only {
        Some(only) => {
            require_models(only, &known)?;
            distinct(only.iter().map(String::as_str))
        }
        None => known.into_iter().filter(|model| *model != options.baseline).collect(),
    };
    if models.is_empty() || models.contains(&&*options.baseline) {
        return Err(CompareError::OnlyBaseline { baseline: options.baseline.clone() }.into());
    }
    Ok(models)
}

/// Compares the models on some rows.
fn compared(
    input: Input<'_>,
    rows: &[usize],
    options: &SlicesOptions,
    models: &[&str],
) -> Result<Comparisons> {
    let of = |input| differences(input, &options.comparing, &options.baseline, models);
    match input {
        Input::Counts(counts) => of(Input::Counts(&counts.of_rows(rows.iter().copied())?)),
        Input::Sums(sums) => of(Input::Sums(&sums.of_rows(rows)?)),
        Input::Nothing | Input::Pair(..) => Err(CallError::Untold { call: "slices" }.into()),
    }
}

/// What the slices tell, one after another.
#[derive(Default)]
struct SlicesTold {
    rows: Vec<SliceDifference>,
    compared: Vec<Comparison>,
    /// The slices without a question of a model or the baseline.
    absent: BTreeMap<String, Vec<String>>,
    notes: Vec<Note>,
}

impl SlicesTold {
    fn add(&mut self, slice: &str, found: Comparisons, margin: Option<f64>) -> Result<()> {
        if let (Some(margin), Some(first)) = (margin, found.rows.first()) {
            // It says what is wrong with a margin.
            first.verdict(margin, found.range)?;
        }
        for one in found.uncompared {
            if one.reason.is_empty() {
                self.absent.entry(one.model).or_default().push(slice.to_owned());
                continue;
            }
            let note = Note::of(&UNCOMPARED).with("model", Printable(&one.model).to_string());
            let note = note.with("slice", Printable(slice).to_string());
            self.notes.push(note.with("reason", one.reason));
        }
        self.rows.extend(found.rows.iter().map(|row| row_of(slice, row)));
        self.compared.extend(found.rows);
        Ok(())
    }
}

/// The models that lack questions in some slices.
fn left_out(absent: &BTreeMap<String, Vec<String>>, baseline: &str) -> Vec<Note> {
    let note = |(model, slices): (&String, &Vec<String>)| {
        let note = Note::of(&ABSENT).with("model", Printable(model).to_string());
        let note = note.with("baseline", Printable(baseline).to_string());
        let names = listed(slices.iter().map(String::as_str));
        note.with("slices", slices.len() as u64).with("names", names)
    };
    absent.iter().map(note).collect()
}

/// What the slices of each model say together.
pub(super) fn told_of(
    rows: &[SliceDifference],
    models: &[Heterogeneity],
    gate: SliceGate,
) -> Vec<Note> {
    let mut notes = Vec::new();
    if let (Some(margin), true) = (gate.margin, gate.each) {
        notes.extend(models.iter().map(|one| verdict(one, rows, margin)));
    }
    let several = models.len() > 1;
    for differ in [true, false] {
        let tested = models.iter().filter_map(|one| {
            let (q, degrees, pvalue) = (one.q?, one.degrees?, one.pvalue?);
            ((pvalue < 1.0 - gate.confidence) == differ).then_some((one, q, degrees, pvalue))
        });
        notes.extend(tested.map(|(one, q, degrees, pvalue)| {
            let of = if several { format!(" of {}", named(one)) } else { String::new() };
            let note = Note::of(if differ { &DIFFER } else { &ALIKE }).with("of", of);
            note.with("q", decimals(q)).with("degrees", degrees).with("p", chance(pvalue))
        }));
    }
    for one in models.iter().filter(|one| one.slices > 1 && one.q.is_none()) {
        let certain = rows.iter().filter(|row| {
            let own = row.model == one.model && row.score_name == one.score_name;
            own && row.judged && row.sigma <= 0.0
        });
        let names: Vec<&str> = certain.map(|row| row.slice.as_str()).collect();
        let of = if several { format!(" of {}", named(one)) } else { String::new() };
        let note = Note::of(&CERTAIN).with("of", of).with("slices", names.len() as u64);
        notes.push(note.with("names", listed(names)));
    }
    let shrunken = models.iter().any(|one| one.shrinkage.is_some());
    notes.extend(shrunken.then(|| Note::of(&SHRUNKEN)));
    if models.iter().all(|one| one.slices < FEWEST as u64) {
        notes.push(Note::of(&FEW).with("fewest", FEWEST_QUESTIONS));
    }
    let small = distinct(rows.iter().filter(|row| !row.judged).map(|row| row.slice.as_str()));
    if !small.is_empty() {
        let note = Note::of(&SMALL).with("slices", small.len() as u64);
        notes.push(note.with("fewest", FEWEST_QUESTIONS).with("names", listed(small)));
    }
    notes
}

/// A model with the name of its score.
fn named(one: &Heterogeneity) -> String {
    let model = Printable(&one.model);
    match &*one.score_name {
        "" => model.to_string(),
        score => format!("{model} by {}", Printable(score)),
    }
}

/// What a gate says of the slices of a model.
fn verdict(one: &Heterogeneity, rows: &[SliceDifference], margin: f64) -> Note {
    let failing = rows.iter().filter(|row| {
        row.failing == Some(true) && row.model == one.model && row.score_name == one.score_name
    });
    let names: Vec<&str> = failing.map(|row| row.slice.as_str()).collect();
    let note = match names.as_slice() {
        [] => Note::of(&PASSES),
        _ => Note::of(&FAILS)
            .with("slices", names.len() as u64)
            .with("names", listed(names.iter().copied())),
    };
    note.with("model", named(one))
        .with("baseline", Printable(&one.baseline).to_string())
        .with("margin", margin.to_string())
}

/// Q with three digits or more.
fn decimals(q: f64) -> String {
    if q >= 99.95 { format!("{q:.0}") } else { format!("{q:.1}") }
}

/// A probability with three decimals.
fn chance(p: f64) -> String {
    match p {
        p if p < 0.0005 => "< .001".to_owned(),
        p if p > 0.9995 => "> .999".to_owned(),
        p => format!("{p:.3}").trim_start_matches('0').to_owned(),
    }
}
