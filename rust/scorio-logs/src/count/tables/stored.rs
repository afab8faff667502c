//! Tables of counts or of sums that come back as they were handed out.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use arrow_array::RecordBatch;
use arrow_schema::{Schema, SchemaRef};
use scorio_core::{Counts, Sums};
use scorio_records::spec::categories::Categories;

use crate::count::error::CountError;
use crate::count::tables::foreign_batches::{Batches, from_elsewhere};
use crate::error::{Error, Result};
use crate::note::Report;
use crate::records::columns::cells::Columns;
use crate::source::progress::Meter;
use crate::source::progress::Progress;
use crate::source::progress::Total;
use crate::spec::options::{Measure, Spec};
use crate::write::count_file::{add_table, categories_of, holds_counts, report_of};
use crate::write::error::WriteError;
use crate::write::sum_file::{add_sums, empty, holds_sums};
use crate::write::worth::with_worth;

/// Whether a table's columns are those of counts, or of sums.
#[must_use]
pub fn is_stored(schema: &Schema) -> bool {
    holds_counts(schema) || holds_sums(schema)
}

/// Whether a table has such columns, and none of the name of the outcome.
pub(crate) fn stored(schema: &Schema, spec: &Spec, holds: fn(&Schema) -> bool) -> bool {
    let Measure::Outcome { field, .. } = &spec.measure else { return false };
    let found = Columns::find(schema.fields(), &[Some(field)], "");
    holds(schema) && found.is_ok_and(|found| found.places.iter().all(Option::is_none))
}

/// Counts from the batches of a table of counts.
pub(crate) fn counts_of(
    batches: Batches,
    schema: &SchemaRef,
    name: &str,
    spec: &Spec,
    progress: &mut Progress<'_>,
) -> Result<(Counts, Report)> {
    as_they_are(name, spec, Categories::binary())?;
    let wrong = |problem: String| not_counts(name, problem);
    let categories = categories_of(schema, &wrong)?;
    let mut counts = Counts::new(categories.clone())?;
    each(batches, schema, name, progress, |batch| {
        add_table(&mut counts, batch, &categories, &wrong)
    })?;
    Ok((with_worth(counts, schema, &wrong)?, report_of(schema)))
}

/// Sums from the batches of a table of sums.
pub(crate) fn sums_of(
    batches: Batches,
    schema: &SchemaRef,
    name: &str,
    spec: &Spec,
    progress: &mut Progress<'_>,
) -> Result<(Sums, Report)> {
    as_they_are(name, spec, Categories::numbers())?;
    let wrong = |problem: String| not_counts(name, problem);
    let mut sums = empty(schema, &wrong)?;
    each(batches, schema, name, progress, |batch| add_sums(&mut sums, batch, &wrong))?;
    Ok((sums, report_of(schema)))
}

fn each(
    batches: Batches,
    schema: &SchemaRef,
    name: &str,
    progress: &mut Progress<'_>,
    mut add: impl FnMut(&RecordBatch) -> Result<()>,
) -> Result<()> {
    let total = Total::default();
    let mut meter = Meter::new(Arc::clone(&total), progress);
    let all: Vec<_> = (0..schema.fields().len()).collect();
    for batch in batches(&all).map_err(|error| from_elsewhere(name, &error))? {
        let batch = batch.map_err(|error| from_elsewhere(name, &error))?;
        total.fetch_add(batch.get_array_memory_size() as u64, Ordering::Relaxed);
        meter.step()?;
        add(&batch)?;
    }
    Ok(())
}

fn not_counts(name: &str, problem: String) -> Error {
    Error::from(WriteError::NotTableOfCounts { table: name.to_owned(), problem })
}

/// Refuses what says how to read trials: counts are made already.
fn as_they_are(name: &str, spec: &Spec, categories: Categories) -> Result<()> {
    let usual = Spec::default();
    // An outcome of another name is a column that is not there.
    let measure = Measure::Outcome { field: "outcome".to_owned(), categories };
    let named = matches!(&spec.measure, Measure::Outcome { field, .. } if field != "outcome");
    let given = [
        ("model", spec.model != usual.model),
        ("task", spec.task != usual.task),
        ("question", spec.question != usual.question),
        ("trial", spec.trial != usual.trial),
        ("cluster", spec.cluster.is_some()),
        ("weight", spec.weight.is_some()),
        ("fields", !spec.fields.is_empty()),
        ("series", spec.series.is_some()),
        ("weight_of", spec.weight_of.is_some()),
        ("outcome", named),
        ("threshold, categories or missing", spec.measure != measure),
        ("times", spec.times.is_some()),
        ("order", spec.ordered),
        ("keep_values", spec.keep_values),
        ("on_missing", spec.on_missing != usual.on_missing),
        ("on_repeat", spec.on_repeat != usual.on_repeat),
        ("ids", spec.ids != usual.ids),
    ];
    match given.iter().find(|(_, given)| *given) {
        Some((option, _)) => {
            Err(CountError::CountedAlready { table: name.to_owned(), option }.into())
        }
        None => Ok(()),
    }
}
