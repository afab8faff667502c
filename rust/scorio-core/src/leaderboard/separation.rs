//! What a leaderboard says of its separated models.

use std::collections::BTreeMap;

use super::notes::{FIRST, ONLY_FIRST, SEPARATED, SEPARATED_PAIR, SEPARATED_TOGETHER};
use super::score::Score;
use crate::calls::{Note, NoteKind};
use crate::compare::decision::critical::CriticalRange;
use crate::compare::decision::family::Family;
use crate::printable::Printable;

/// From how many σ on models are separated, and how many could be first.
pub(super) fn separation(
    rows: &[Score],
    critical: Option<CriticalRange>,
    family: Family,
    confidence: f64,
) -> Vec<Note> {
    let Some(critical) = critical else { return Vec::new() };
    let mut notes = vec![separated(critical, family, confidence)];
    let mut tables: BTreeMap<_, Vec<&str>> = BTreeMap::new();
    // A log of one task has its table alone, and others have an overall one.
    let overall = rows.iter().any(|row| row.task.is_none());
    for row in rows.iter().filter(|row| row.task.is_none() || !overall) {
        let table = (&*row.metric, row.k, &*row.parameters, &*row.score_name, &row.task);
        let first = tables.entry(table).or_default();
        if row.rank_lo == 1 {
            first.push(&row.model);
        }
    }
    // Of several tables, each has its own first ones.
    if let [first] = tables.into_values().collect::<Vec<_>>().as_slice() {
        notes.push(match **first {
            [model] => Note::of(&ONLY_FIRST).with("model", Printable(model).to_string()),
            _ => Note::of(&FIRST).with("models", first.len() as u64),
        });
    }
    notes
}

/// From how many σ on models are separated.
pub(crate) fn separated(critical: CriticalRange, family: Family, confidence: f64) -> Note {
    let kind = match (family.comparisons(), family.are_of_pairs()) {
        (1, _) => &SEPARATED_PAIR,
        (_, true) => &SEPARATED_TOGETHER,
        (_, false) => &SEPARATED,
    };
    let CriticalRange { low, high } = critical;
    let (least, most) = (format!("{low:.2}"), format!("{high:.2}"));
    let sigmas = if least == most { least } else { format!("{least} to {most}") };
    level_of(kind, confidence).with("sigmas", sigmas).with("comparisons", family.comparisons())
}

/// A note that names a confidence, in percent.
fn level_of(kind: &'static NoteKind, confidence: f64) -> Note {
    // 100 times 0.95 is 95, whatever its last bit.
    let level = (1e8 * confidence).round() / 1e6;
    Note::of(kind).with("level", level.to_string())
}
