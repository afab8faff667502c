//! Slices of questions: the cells of the values of their fields.

use std::collections::{BTreeMap, BTreeSet};

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::cuts::{FieldCells, cells};
use super::error::SlicesError;
use crate::compare::cluster_label;
use crate::counts::counts::Counts;
use crate::counts::question::named;
use crate::error::Result;
use crate::posterior::target::Clusters;
use crate::printable::Printable;

/// Slices of fewer questions are shown and not judged.
pub const FEWEST_QUESTIONS: u64 = 10;

/// Nobody reads more.
const MOST_SLICES: usize = 200;
/// The field that every question has.
const TASK: &str = "task";

/// The field that `FIELD` or `FIELD:n` names, before it is known which fields there are.
#[must_use]
pub fn slice_field(spec: &str) -> &str {
    match spec.rsplit_once(':') {
        Some((name, parts)) if parts.parse::<usize>().is_ok() => name,
        _ => spec,
    }
}

/// Slices of all questions of some counts.
pub(crate) struct SlicedRows {
    /// The name of each slice, in order.
    pub(crate) names: Vec<String>,
    /// The slice of each row.
    of_row: Vec<u32>,
    /// Whether a field is a number, so that the order of the slices means something.
    pub(super) ordered: bool,
    /// The fields that some questions lack, and how many.
    pub(super) lacking: Vec<(String, u64)>,
}

/// A field by which questions are sliced, and into how many parts it is cut.
struct SliceField<'a> {
    name: &'a str,
    /// Its place among the fields of the counts. `None` is the task.
    place: Option<usize>,
    parts: Option<usize>,
}

impl<'a> SliceField<'a> {
    /// Reads `FIELD`, or `FIELD:n`. A field may have a colon in its name.
    fn read(spec: &'a str, fields: &[&str]) -> Result<Self> {
        let find = |name: &str| match fields.iter().position(|field| *field == name) {
            Some(place) => Some(Some(place)),
            None => (name == TASK).then_some(None),
        };
        if let Some(place) = find(spec) {
            return Ok(Self { name: spec, place, parts: None });
        }
        if let Some((name, parts)) = spec.rsplit_once(':')
            && let Some(place) = find(name)
        {
            let read = parts.parse().ok().filter(|parts| (2..=MOST_SLICES).contains(parts));
            let parts = read.ok_or_else(|| SlicesError::Parts {
                spec: Printable(spec).to_string(),
                field: name.to_owned(),
                most: MOST_SLICES,
            })?;
            return Ok(Self { name, place, parts: Some(parts) });
        }
        let field = Printable(spec).to_string();
        Err(SlicesError::Unknown { field, known: known(fields) }.into())
    }
}

/// The fields that there are.
fn known(fields: &[&str]) -> String {
    let names = [TASK].into_iter().chain(fields.iter().copied().filter(|name| *name != TASK));
    names.map(|name| Printable(name).to_string()).collect::<Vec<_>>().join(", ")
}

impl SlicedRows {
    /// Slices by the values of some fields.
    ///
    /// # Errors
    /// - No field, or one that questions do not have.
    /// - One slice alone, or more than 200.
    /// - Those of cuts.
    pub(crate) fn of(counts: &Counts, specs: &[String]) -> Result<Self> {
        let fields = counts.fields();
        if specs.is_empty() {
            return Err(SlicesError::NoField { known: known(&fields) }.into());
        }
        let read = specs.iter().map(|spec| SliceField::read(spec, &fields));
        let read = read.collect::<Result<Vec<_>>>()?;
        // A row of each question, and the question of each row.
        let (mut rows, mut of_row) = (Vec::new(), Vec::with_capacity(counts.len()));
        let mut places: HashMap<[u32; 2], u32, FxBuildHasher> = HashMap::default();
        for row in 0..counts.len() {
            let Some([_, task, _, question]) = counts.labels_of(row) else { continue };
            of_row.push(*places.entry([task, question]).or_insert_with(|| {
                rows.push(row);
                u32::try_from(rows.len() - 1).unwrap_or(u32::MAX)
            }));
        }
        let each = read.iter().map(|field| of_field(counts, field, &rows));
        let each = each.collect::<Result<Vec<_>>>()?;
        let (names, of_question) = joined(&each, rows.len())?;
        let slice = |question: &u32| of_question.get(*question as usize).copied().unwrap_or(0);
        let lacking = read.iter().zip(&each).filter(|(_, cells)| cells.lacking > 0);
        Ok(Self {
            names,
            of_row: of_row.iter().map(slice).collect(),
            ordered: each.iter().any(|cells| cells.ordered),
            lacking: lacking.map(|(field, cells)| (field.name.to_owned(), cells.lacking)).collect(),
        })
    }

    /// The rows of each slice.
    pub(crate) fn rows(&self) -> Vec<Vec<usize>> {
        let mut rows = vec![Vec::new(); self.names.len()];
        for (row, slice) in self.of_row.iter().enumerate() {
            if let Some(own) = rows.get_mut(*slice as usize) {
                own.push(row);
            }
        }
        rows
    }

    /// Checks that no cluster lies in two slices.
    pub(super) fn check_clusters(&self, counts: &Counts, clusters: Option<Clusters>) -> Result<()> {
        let mut known = BTreeMap::new();
        for (question, slice) in counts.iter().zip(&self.of_row) {
            let Some(cluster) = cluster_label(clusters, &question)? else { continue };
            let first = *known.entry(cluster).or_insert(*slice);
            if first != *slice {
                let name = |slice: u32| {
                    let name = self.names.get(slice as usize).map_or("", String::as_str);
                    Printable(name).to_string()
                };
                let cluster = Printable(cluster).to_string();
                let (one, other) = (name(first), name(*slice));
                return Err(SlicesError::Cluster { cluster, one, other }.into());
            }
        }
        Ok(())
    }
}

/// The cells of a field.
fn of_field(counts: &Counts, field: &SliceField<'_>, rows: &[usize]) -> Result<FieldCells> {
    let value = |&row: &usize| match field.place {
        Some(place) => counts.value(row, place),
        None => counts.get(row).map(|one| one.task).filter(|task| !task.is_empty()),
    };
    let values: Vec<Option<&str>> = rows.iter().map(value).collect();
    let name = |at: usize| {
        let one = rows.get(at).and_then(|&row| counts.get(row));
        one.map_or(String::new(), |one| named(one.task, one.question))
    };
    cells(field.name, &values, field.parts, name)
}

/// The cells of several fields that occur, and which of them each question has.
fn joined(each: &[FieldCells], questions: usize) -> Result<(Vec<String>, Vec<u32>)> {
    let key = |question: usize| -> Vec<u32> {
        each.iter().map(|cells| cells.of.get(question).copied().unwrap_or(0)).collect()
    };
    let keys: Vec<Vec<u32>> = (0..questions).map(key).collect();
    let occur: BTreeSet<&Vec<u32>> = keys.iter().collect();
    let name = |key: &&Vec<u32>| -> String {
        let parts = each.iter().zip(key.iter());
        let parts = parts.filter_map(|(cells, at)| cells.names.get(*at as usize));
        parts.map(String::as_str).collect::<Vec<_>>().join(", ")
    };
    let names: Vec<String> = occur.iter().map(name).collect();
    match names.as_slice() {
        [] | [_] => {
            let slice = names.into_iter().next().unwrap_or_default();
            return Err(SlicesError::One { slice: Printable(&slice).to_string() }.into());
        }
        _ if names.len() > MOST_SLICES => {
            return Err(SlicesError::Many { slices: names.len(), most: MOST_SLICES }.into());
        }
        _ => {}
    }
    let places: BTreeMap<&Vec<u32>, u32> = occur.into_iter().zip(0..).collect();
    let of = keys.iter().map(|key| places.get(key).copied().unwrap_or(0)).collect();
    Ok((names, of))
}
