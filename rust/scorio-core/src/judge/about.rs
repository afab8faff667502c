//! What is said of the labels of models, below scores and figures of the judge.

use super::favour::{Favour, favours};
use super::legend::Legend;
use super::models::JudgedModel;
use super::notes::{
    ALL_UNLIKE, CLUMPED, CONSTANT, FAVOURS, FEW, OBSERVED_RANGE, OPEN, UNLIKE, USELESS,
};
use super::unlike::Unlike;
use crate::calls::Note;
use crate::error::Result;
use crate::numeric::normal::central_quantile;
use crate::printable::Printable;

/// With fewer labels the prior matters.
const ENOUGH: u64 = 10;
/// Outcomes of a smaller share say little.
const SHARE: f64 = 0.02;
/// A judge is useless below this ratio of what labels are worth with and without it.
const NOTHING: f64 = 1.1;
/// From here on, labels lie in few questions.
const CLUMPED_FROM: f64 = 1.5;
/// Where favour is told, by Holm.
const TOLD: f64 = 0.05;

/// How far the judge favours each model with labels. None if its outcomes are not yes and no, or where no
/// other model has labels.
///
/// # Errors
/// A probability is not found.
pub(crate) fn favours_of(
    models: &[&JudgedModel<'_>],
    legend: &Legend,
) -> Result<Vec<Option<Favour>>> {
    let none = || vec![None; models.len()];
    let Some((no, yes)) = legend.ends().filter(|_| models.len() > 1) else { return Ok(none()) };
    let figures: Vec<_> = models.iter().map(|one| &one.figures).collect();
    let usable = |one: &Favour| one.z.is_finite();
    Ok(favours(&figures, no, yes)?.into_iter().map(|one| Some(one).filter(usable)).collect())
}

/// How far labelled trials of each model differ from others.
pub(crate) fn unlike_of(models: &[&JudgedModel<'_>], legend: &Legend) -> Vec<Unlike> {
    let Some(values) = legend.numbers() else { return Vec::new() };
    models.iter().map(|one| Unlike::of(&one.trials, &values)).collect()
}

/// What is said of the labels of models.
///
/// # Errors
/// A probability is not found.
pub(crate) fn about_labels(
    models: &[&JudgedModel<'_>],
    legend: &Legend,
    confidence: f64,
) -> Result<Vec<Note>> {
    let mut notes = Vec::new();
    if legend.is_observed {
        let (low, high) = legend.range;
        notes.push(Note::of(&OBSERVED_RANGE).with("low", low).with("high", high));
    }
    for (one, found) in models.iter().zip(favours_of(models, legend)?) {
        if let Some(found) = found.filter(|found| found.told < TOLD) {
            let direction = if found.points > 0.0 { "favours" } else { "disfavours" };
            let note = Note::of(&FAVOURS).with("direction", direction.to_owned());
            let note = note.with("model", name(one)).with("p", shown_p(found.told));
            let points = format!("{:.3}", found.points.abs() * legend.width());
            notes.push(note.with("favours", points));
        }
    }
    notes.extend(chosen(models, legend));
    let z = central_quantile(confidence)?.value();
    for one in models {
        notes.extend(about_one(one, legend, z));
    }
    Ok(notes)
}

/// Whether chance chose the labelled trials.
fn chosen(models: &[&JudgedModel<'_>], legend: &Legend) -> Vec<Note> {
    let found = unlike_of(models, legend);
    let told = |one: &Unlike| one.told().map(|z| format!("{z:.1}"));
    let mut notes = Vec::new();
    for (model, one) in models.iter().zip(&found) {
        if let Some(z) = told(one) {
            notes.push(Note::of(&UNLIKE).with("model", name(model)).with("z", z));
        }
    }
    let all = found.iter().copied().reduce(Unlike::and).filter(|_| models.len() > 1);
    if let Some(z) = all.and_then(|all| told(&all)) {
        notes.push(Note::of(&ALL_UNLIKE).with("z", z));
    }
    notes
}

/// What is said of the labels of one model.
fn about_one(one: &JudgedModel<'_>, legend: &Legend, z: f64) -> Vec<Note> {
    let figures = &one.figures;
    let labels = figures.labels();
    let mut notes = Vec::new();
    if labels < ENOUGH {
        let note = Note::of(&FEW).with("model", name(one)).with("labels", labels);
        notes.push(note.with("enough", ENOUGH));
    }
    if one.trials.is_complete() {
        return notes;
    }
    if let Some(label) = one.only_label(legend).filter(|_| labels > 1) {
        let note = Note::of(&CONSTANT).with("model", name(one)).with("labels", labels);
        notes.push(note.with("label", label));
    }
    for (place, outcome) in one.trials.strata.names(legend).iter().enumerate() {
        let part = figures.part(place);
        if part.share >= SHARE && figures.labelled.get(place) == Some(&0) {
            let note = Note::of(&OPEN).with("model", name(one));
            let note = note.with("outcome", Printable(outcome).to_string());
            let width = z * part.share * part.variance.sqrt() * legend.width();
            let note = note.with("share", format!("{:.0}%", 100.0 * part.share));
            notes.push(note.with("width", format!("{width:.2}")));
        }
    }
    let worth = figures.worth();
    if worth < NOTHING * labels as f64 {
        let note = Note::of(&USELESS).with("model", name(one)).with("labels", labels);
        notes.push(note.with("worth", format!("{worth:.0}")));
    }
    if figures.design_effect > CLUMPED_FROM {
        let counted = labels as f64 / figures.design_effect;
        let note = Note::of(&CLUMPED).with("model", name(one)).with("labels", labels);
        notes.push(note.with("counted", format!("{counted:.0}")));
    }
    notes
}

fn name(one: &JudgedModel<'_>) -> String {
    Printable(one.model).to_string()
}

fn shown_p(p: f64) -> String {
    if p < 0.001 { "< .001".to_owned() } else { format!("{p:.3}") }
}
