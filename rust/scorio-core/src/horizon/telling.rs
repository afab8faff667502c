//! What is said below the tables of horizons.

use super::bins::Bin;
use super::found::{ModelFound, Said};
use super::notes::{
    ABOUT_LENGTH, ABOVE, BELOW, BETWEEN, BEYOND, FAMILIES, FEW, ITEM, OFF, ONE_CLUSTER, PENALTY,
    RISING, SAMPLED, SHORT_OF, THESE, UNBOUNDED, UNKNOWN,
};
use super::overlap::Overlap;
use super::rows::Horizon;
use super::span::LengthUnit;
use crate::calls::Note;
use crate::calls::note::{distinct, listed};
use crate::numeric::portable::exp2;
use crate::printable::Printable;

/// Fewer make a rough estimate of their scatter.
const ENOUGH: usize = 12;

/// A share as a percentage.
fn percent(share: f64) -> String {
    let text = format!("{:.4}", share * 100.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn shown(model: &str) -> String {
    Printable(model).to_string()
}

/// What there is to say of all models.
pub(super) struct AboutHorizons {
    /// Whether intervals are about these tasks alone.
    pub(super) these: bool,
    /// Whether tasks have clusters.
    pub(super) families: bool,
    /// A share of success.
    pub(super) share: f64,
    pub(super) penalty: Option<f64>,
    /// Whether the other models tell the lengths.
    pub(super) others: bool,
}

/// What intervals are about.
pub(super) fn about(found: &[ModelFound], options: &AboutHorizons) -> Vec<Note> {
    let counts: Vec<usize> = found.iter().map(|one| one.tasks.clusters()).collect();
    let (fewest, most) =
        (counts.iter().min().copied().unwrap_or(0), counts.iter().max().copied().unwrap_or(0));
    let clusters = if fewest == most { most.to_string() } else { format!("{fewest} to {most}") };
    let kind = match (options.these, options.families) {
        (true, _) => &THESE,
        (false, true) => &FAMILIES,
        (false, false) => &SAMPLED,
    };
    let last = options.share;
    let mut notes = Vec::new();
    let is_fitted = found.iter().any(|one| one.curve().is_some());
    if is_fitted {
        notes.push(Note::of(kind).with("clusters", clusters).with("percent", percent(last)));
    }
    if options.others {
        notes.push(Note::of(&ITEM));
    }
    if let Some(penalty) = options.penalty {
        notes.push(Note::of(&PENALTY).with("penalty", penalty));
    }
    let units = if options.families { "clusters" } else { "tasks" };
    if is_fitted && !options.these && fewest < ENOUGH {
        let note = Note::of(&FEW).with("enough", ENOUGH as u64);
        notes.push(note.with("units", units.to_owned()));
    }
    notes
}

/// Why a model has no curve, and what its tasks cannot tell.
pub(super) fn of_model(found: &ModelFound, unit: LengthUnit) -> Vec<Note> {
    let (shortest, longest) = found.tasks.range();
    let note = |kind| Note::of(kind).with("model", shown(&found.tasks.model));
    let mut notes = Vec::new();
    if found.tasks.unknown > 0 {
        notes.push(note(&UNKNOWN).with("questions", found.tasks.unknown));
    }
    notes.extend(match found.said {
        Said::Curve(_) => None,
        Said::NoFit(Overlap::AllSucceed) => Some(note(&ABOVE).with("longest", unit.shown(longest))),
        Said::NoFit(Overlap::NoneSucceeds) => {
            Some(note(&BELOW).with("shortest", unit.shown(shortest)))
        }
        Said::NoFit(Overlap::Falls(solved, none)) if solved == none => {
            Some(note(&ABOUT_LENGTH).with("solved", unit.shown(solved)))
        }
        Said::NoFit(Overlap::Falls(solved, none)) => {
            let note = note(&BETWEEN).with("solved", unit.shown(solved));
            Some(note.with("none", unit.shown(none)))
        }
        Said::Rising | Said::NoFit(Overlap::Rises | Overlap::Fits) => Some(note(&RISING)),
    });
    notes
}

/// What single figures rest on.
pub(super) fn of_rows(rows: &[Horizon], these: bool) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut unbounded = Vec::new();
    for row in rows.iter().filter(|row| row.kind == "fitted") {
        let note = |kind| {
            let note = Note::of(kind).with("model", shown(&row.model));
            note.with("percent", percent(row.at))
        };
        if row.beyond {
            notes.push(note(&BEYOND).with("longest", row.shown_longest.clone()));
        }
        if row.short_of {
            notes.push(note(&SHORT_OF).with("shortest", row.shown_shortest.clone()));
        }
        if row.clusters < 2 && !these {
            notes.push(Note::of(&ONE_CLUSTER).with("model", shown(&row.model)));
        } else if row.unbounded {
            unbounded.push(&*row.model);
        }
    }
    let unbounded = distinct(unbounded.into_iter());
    if !unbounded.is_empty() {
        notes.push(Note::of(&UNBOUNDED).with("models", listed(unbounded)));
    }
    distinct(notes.into_iter())
}

/// A bin that the curve misses.
pub(super) fn off(model: &str, bin: &Bin, unit: LengthUnit) -> Note {
    let share = |value: f64| format!("{value:.2}");
    Note::of(&OFF)
        .with("model", shown(model))
        .with("low", unit.shown(exp2(bin.low)))
        .with("high", unit.shown(exp2(bin.high())))
        .with("tasks", bin.tasks)
        .with("observed", share(bin.observed))
        .with("fitted", share(bin.fitted))
}
