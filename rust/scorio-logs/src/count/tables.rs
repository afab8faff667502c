//! Counting logs in columns.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};
use scorio_core::Counts;

use super::batches::{Looking, Taker};
use super::{Counter, OUTCOME, REPETITIONS, ROLES, TIMES, TOTAL};
use crate::columns::ipc::{self, Ipc, one};
use crate::columns::parquet::{self, Parquet};
use crate::columns::quick::{Quick, Wanted};
use crate::columns::rows::Table;
use crate::columns::turns::{Pieces, tables};
use crate::columns::{Columns, damaged};
use crate::error::{Error, Result};
use crate::formats::Fields;
use crate::parallel::Plan;
use crate::report::Report;
use crate::spec::{Input, Label, Measure, Spec};
use crate::store::holds_counts;
use crate::window::{Meter, Progress, Total, Window};

/// What batches from elsewhere are read as, in messages.
const FORM: &str = "a table";

/// Batches from elsewhere.
pub type Batches = Box<dyn Iterator<Item = std::result::Result<RecordBatch, ArrowError>> + Send>;

/// Counts the rows of batches; messages call them by `name`. Threads of this function ask for them, one
/// at a time.
///
/// # Errors
/// The first thing that is wrong and has no policy, with its row.
pub fn count_batches(
    batches: Batches,
    schema: &SchemaRef,
    name: &str,
    spec: &Spec,
    progress: &mut Progress<'_>,
) -> Result<(Counts, Report)> {
    counted(batches, schema, name, spec, progress, Plan::usual())
}

/// The same by a plan, on which nothing but the time depends.
pub(crate) fn counted(
    batches: Batches,
    schema: &SchemaRef,
    name: &str,
    spec: &Spec,
    progress: &mut Progress<'_>,
    plan: Plan,
) -> Result<(Counts, Report)> {
    let total = Total::default();
    let mut meter = Meter::new(Arc::clone(&total), progress);
    let mut counter = Counter::new(spec)?;
    counter.begin(&Input::default(), Fields::of(spec));
    let wanted = counter.wanted();
    let wanted: Vec<_> = wanted.iter().map(Option::as_deref).collect();
    let columns = Columns::find(schema.fields(), &wanted, name)?;
    let (file, read, needed) = (name.to_owned(), Arc::clone(&total), columns.outermost());
    let pieces = batches.map(move |batch| {
        let batch = batch
            .and_then(|batch| batch.project(&needed))
            .map_err(|error| from_elsewhere(&file, &error))?;
        read.fetch_add(batch.get_array_memory_size() as u64, Ordering::Relaxed);
        Ok(one(batch))
    });
    let counter = counter.table(Box::new(pieces), columns, name, FORM, &mut meter, plan)?;
    let counter = counter.end(name.to_owned(), 0)?.finish(&total)?;
    Ok((counter.counts, counter.report))
}

/// What is wrong with batches from elsewhere, by the first line of what their maker says.
#[must_use]
pub fn from_elsewhere(name: &str, error: &ArrowError) -> Error {
    let text = error.to_string();
    let said = text.split_once("Producer error: ").map_or(&*text, |(_, said)| said);
    let said = said.lines().next().unwrap_or("");
    let said = said.split_once(". Detail: ").map_or(said, |(said, _)| said);
    Error::Table { file: name.to_owned(), form: FORM, what: said.to_owned() }
}

impl Counter {
    pub(super) fn parquet(
        self,
        window: Window<'_>,
        path: &Path,
        wanted: &[Option<&str>],
        plan: Plan,
    ) -> Result<Self> {
        let file = window.source.name().to_owned();
        let compression = window.source.compression();
        let (_, mut meter, ..) = window.into_parts();
        let what = match compression {
            Some(compression) => Some(format!(
                "it is packed as {compression}, and Parquet is read from its end: unpack it"
            )),
            None if file == "-" || !path.is_file() => Some(
                "it is a stream, and Parquet is read from its end: save it as a file".to_owned(),
            ),
            None => None,
        };
        if let Some(what) = what {
            return Err(Error::Table { file, form: parquet::FORM, what });
        }
        // What was read to tell the form is read again.
        meter.forget();
        let parquet = Parquet::open(path, meter.total())?;
        let schema = Arc::clone(parquet.schema());
        let columns = Columns::find(schema.fields(), wanted, &file)?;
        let lacks_outcome = columns.places.get(OUTCOME).is_none_or(Option::is_none);
        if lacks_outcome && holds_counts(&schema) {
            return Err(Error::Counts { file });
        }
        let pieces = parquet.pieces(&columns)?;
        self.table(pieces, columns, &file, parquet::FORM, &mut meter, plan)
    }

    pub(super) fn ipc(
        self,
        window: Window<'_>,
        path: &Path,
        wanted: &[Option<&str>],
        plan: Plan,
    ) -> Result<Self> {
        let file = window.source.name().to_owned();
        let stored = window.source.compression().is_none() && file != "-" && path.is_file();
        let (source, mut meter, begun, _) = window.into_parts();
        let ipc = if stored && begun.starts_with(ipc::MAGIC) {
            meter.forget();
            Ipc::file(path, meter.total())?
        } else {
            Ipc::stream(source, begun, &mut meter)?
        };
        let columns = Columns::find(ipc.schema().fields(), wanted, &file)?;
        let pieces = ipc.pieces(&columns)?;
        self.table(pieces, columns, &file, ipc::FORM, &mut meter, plan)
    }

    /// The wanted fields by their roles.
    fn wanted(&self) -> Vec<Option<String>> {
        let field = |label: &Label| match label {
            Label::Field(path) | Label::Optional(path) => Some(path.clone()),
            Label::Constant(_) => None,
        };
        self.columns.iter().map(field).collect()
    }

    fn table(
        self,
        pieces: Pieces,
        columns: Columns,
        file: &str,
        form: &'static str,
        meter: &mut Meter<'_>,
        plan: Plan,
    ) -> Result<Self> {
        let labels = Arc::clone(&self.columns);
        let mut roles: Vec<_> = ROLES.into_iter().take(labels.len()).collect();
        let renamed = match (&*self.measure, &self.spec.times) {
            (Measure::Aggregate { .. }, _) => Some((OUTCOME, TOTAL)),
            (_, Some(_)) => Some((TIMES, REPETITIONS)),
            _ => None,
        };
        if let Some((place, name)) = renamed
            && let (Some(role), Some(&name)) = (roles.get_mut(place), ROLES.get(name))
        {
            *role = name;
        }
        let table = Table { file: file.to_owned(), columns, labels, roles };
        // A plan without readers leaves everything to the plain way.
        let wanted = self.usually(&table).filter(|_| plan.readers > 0);
        let readers = plan.readers.max(1);
        let looks = (0..readers).map(|_| Looking(wanted.clone().map(Quick::new))).collect();
        let rows = vec![Vec::new(); readers];
        let taker = Taker { counter: self, table, before: 0, rows, scratch: Vec::new() };
        let broken = {
            let file = file.to_owned();
            move || damaged(&file, form, "its data make no sense".to_owned())
        };
        Ok(tables(pieces, file, looks, taker, meter, broken)?.counter)
    }

    /// What readers look for, if there is something that most rows have in common.
    fn usually(&self, table: &Table) -> Option<Arc<Wanted>> {
        match (&*self.measure, &self.spec.times) {
            (Measure::Outcome { categories, .. }, None) => Some(Arc::new(Wanted {
                columns: table.columns.clone(),
                labels: Arc::clone(&self.columns),
                categories: categories.clone(),
                on_missing: self.spec.on_missing,
                ids: self.spec.ids,
            })),
            _ => None,
        }
    }
}
