//! Counting logs in columns.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use arrow_schema::SchemaRef;
use scorio_core::rubric::grading::Grades;
use scorio_core::{Counts, Sums};
use scorio_records::records::role::OUTCOME;
use scorio_records::records::role::REPETITIONS;
use scorio_records::records::role::ROLES;
use scorio_records::records::role::TIMES;
use scorio_records::records::role::TOTAL;
use scorio_records::records::role::WEIGHT;
use scorio_records::spec::label::Label;

use crate::count::counter::Counter;
use crate::count::error::CountError;
use crate::count::tables::batches::BatchCollector;
use crate::count::tables::foreign_batches::{Batches, FORM, from_elsewhere};
use crate::count::tables::stored::{counts_of, stored, sums_of};
use crate::error::{Error, Result};
use crate::note::Report;
use crate::records::columns::cells::{Columns, damaged};
use crate::records::columns::ipc::{self, Ipc};
use crate::records::columns::parquet::{self, Parquet};
use crate::records::columns::pieces::Damaged;
use crate::records::columns::pieces::TableSupply;
use crate::records::columns::pieces::TableWork;
use crate::records::columns::pieces::{Pieces, parts};
use crate::records::columns::quick::{Quick, WantedColumns};
use crate::records::columns::rows::Table;
use crate::records::error_of_columns::ColumnError;
use crate::remedy::Remedy;
use crate::source::progress::Meter;
use crate::source::progress::Progress;
use crate::source::progress::Total;
use crate::source::window::Window;
use crate::spec::options::{Input, Measure, Spec};
use crate::threads::ordered::ordered_threads;
use crate::threads::plan::WorkPlan;
use crate::write::count_file::holds_counts;
use crate::write::sum_file::holds_sums;

/// Counts the rows of batches. Messages call them by `name`. Threads of this function ask for them, one
/// at a time. Batches of counts, as [`counts_batch`](crate::counts_batch) makes them, become those counts.
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
    if stored(schema, spec, holds_counts) {
        return counts_of(batches, schema, name, spec, progress);
    }
    counted(batches, schema, name, spec, progress, WorkPlan::usual())
}

/// Sums up the rows of batches, whose outcomes are numbers.
///
/// # Errors
/// As [`count_batches`].
pub fn sum_batches(
    batches: Batches,
    schema: &SchemaRef,
    name: &str,
    spec: &Spec,
    progress: &mut Progress<'_>,
) -> Result<(Sums, Report)> {
    if stored(schema, spec, holds_sums) {
        return sums_of(batches, schema, name, spec, progress);
    }
    read(batches, schema, name, spec, progress, WorkPlan::usual())?.into_sums()
}

/// Grades the rows of batches by rubrics.
///
/// # Errors
/// As [`count_batches`], and where a rubric has no category for a row.
pub fn grade_batches(
    batches: Batches,
    schema: &SchemaRef,
    name: &str,
    spec: &Spec,
    progress: &mut Progress<'_>,
) -> Result<(Grades, Counts, Report)> {
    read(batches, schema, name, spec, progress, WorkPlan::usual())?.into_grades()
}

/// Reads the rows of batches, with what they cost, into sums of costs by outcome.
///
/// # Errors
/// As [`count_batches`] and [`cost`](crate::cost).
pub fn cost_batches(
    batches: Batches,
    schema: &SchemaRef,
    name: &str,
    spec: &Spec,
    progress: &mut Progress<'_>,
) -> Result<(Sums, Report)> {
    read(batches, schema, name, spec, progress, WorkPlan::usual())?.into_costs()
}

/// Counts by a plan, on which nothing but the time depends.
pub(crate) fn counted(
    batches: Batches,
    schema: &SchemaRef,
    name: &str,
    spec: &Spec,
    progress: &mut Progress<'_>,
    plan: WorkPlan,
) -> Result<(Counts, Report)> {
    let counter = read(batches, schema, name, spec, progress, plan)?;
    Ok((counter.trials.counts, counter.trials.report))
}

fn read(
    batches: Batches,
    schema: &SchemaRef,
    name: &str,
    spec: &Spec,
    progress: &mut Progress<'_>,
    plan: WorkPlan,
) -> Result<Counter> {
    let total = Total::default();
    let mut meter = Meter::new(Arc::clone(&total), progress);
    let mut counter = Counter::new(spec)?;
    counter.begin_table(&Input::default())?;
    let columns = counter.found_columns(schema, name)?;
    let (file, read) = (name.to_owned(), Arc::clone(&total));
    let rows = batches(&columns.outermost()).map_err(|error| from_elsewhere(name, &error))?;
    let batches = rows.map(move |batch| {
        let batch = batch.map_err(|error| from_elsewhere(&file, &error))?;
        read.fetch_add(batch.get_array_memory_size() as u64, Ordering::Relaxed);
        Ok(batch)
    });
    let pieces = Box::new(batches.flat_map(parts));
    let counter = counter.table(pieces, columns, name, FORM, &mut meter, plan)?;
    counter.end(name.to_owned(), 0)?.finish(&total)
}

impl Counter {
    pub(in crate::count) fn parquet(
        mut self,
        window: Window<'_>,
        path: &Path,
        plan: WorkPlan,
    ) -> Result<Self> {
        let file = window.source.name().to_owned();
        let compression = window.source.compression();
        let (_, mut meter, ..) = window.into_parts();
        let fault = match compression {
            Some(compression) => Some((
                format!("it is packed as {compression}, and Parquet is read from its end"),
                Remedy::Unpack {},
            )),
            None if file == "-" || !path.is_file() => Some((
                "it is a stream, and Parquet is read from its end".to_owned(),
                Remedy::SaveAsFile {},
            )),
            None => None,
        };
        if let Some((problem, remedy)) = fault {
            let (form, remedy) = (parquet::FORM, Some(remedy));
            return Err(ColumnError::Table { file, form, problem, remedy }.into());
        }
        // What was read to tell the form is read again.
        meter.forget();
        let parquet = Parquet::open(path, meter.total())?;
        let schema = Arc::clone(parquet.schema());
        let columns = self.found_columns(&schema, &file)?;
        let lacks_outcome = columns.places.get(OUTCOME).is_none_or(Option::is_none);
        if lacks_outcome && (holds_counts(&schema) || holds_sums(&schema)) {
            return Err(Error::from(CountError::CountFile { file }));
        }
        let pieces = parquet.pieces(&columns)?;
        self.table(pieces, columns, &file, parquet::FORM, &mut meter, plan)
    }

    pub(in crate::count) fn ipc(
        mut self,
        window: Window<'_>,
        path: &Path,
        plan: WorkPlan,
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
        let columns = self.found_columns(ipc.schema(), &file)?;
        let pieces = ipc.pieces(&columns)?;
        self.table(pieces, columns, &file, ipc::FORM, &mut meter, plan)
    }

    /// The columns of the wanted fields.
    fn found_columns(&mut self, schema: &SchemaRef, file: &str) -> Result<Columns> {
        let all: Vec<_> = schema.fields().iter().map(|field| field.name().clone()).collect();
        let names = Columns::find(schema.fields(), &[], file)?.names;
        self.name_by_stem(Path::new(&self.file.clone()), &[&all[..], &names].concat());
        let names = if self.expression.is_some() { names } else { Vec::new() };
        let mut wanted = self.wanted(Some(&names))?;
        if self.trail.more_columns(wanted.len(), &all) {
            wanted.extend(all.into_iter().map(Some));
        }
        let wanted: Vec<_> = wanted.iter().map(Option::as_deref).collect();
        Columns::find(schema.fields(), &wanted, file)
    }

    fn table(
        self,
        pieces: Pieces,
        columns: Columns,
        file: &str,
        form: &'static str,
        meter: &mut Meter<'_>,
        plan: WorkPlan,
    ) -> Result<Self> {
        let labels = Arc::clone(&self.columns);
        let mut roles: Vec<_> = ROLES.into_iter().take(labels.len().min(WEIGHT + 1)).collect();
        roles.resize(labels.len(), "field");
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
        let mut labels = labels;
        let beside = self.fields_beside();
        if !beside.is_empty() {
            let field = |field: &Option<String>| match field {
                Some(field) => Label::Optional(field.clone()),
                None => Label::Constant(String::new()),
            };
            let role = if self.costs.is_some() { "cost" } else { "signal" };
            roles.extend(beside.iter().map(|_| role));
            labels = labels.iter().cloned().chain(beside.iter().map(field)).collect();
        }
        if let Some(shape) = &self.shape {
            // Behind the labels stand the parts of the outcome.
            let field = |field: &Option<String>| Label::Field(field.clone().unwrap_or_default());
            let parts = shape.fields.iter().map(field);
            roles.extend(shape.fields.iter().map(|_| "outcome"));
            labels = labels.iter().cloned().chain(parts).collect();
        }
        if !self.question_parts.is_empty() {
            roles.extend(self.question_parts.iter().map(|_| "question"));
            let parts = self.question_parts.iter().cloned().map(Label::Field);
            labels = labels.iter().cloned().chain(parts).collect();
        }
        let more = columns.len().saturating_sub(labels.len());
        if more > 0 {
            // The second look reads all columns.
            roles.extend((0..more).map(|_| "field"));
            let field = || Label::Field(String::new());
            labels = labels.iter().cloned().chain((0..more).map(|_| field())).collect();
        }
        let parts = self.columns.len();
        let unit = if self.spec.grouped { "group" } else { "row" };
        let needed = labels.len() - more;
        let table = Table { file: file.to_owned(), columns, labels, roles, parts, needed, unit };
        // A plan without readers leaves everything to the plain way.
        let wanted = self.usually(&table).filter(|_| plan.readers > 0);
        let readers = plan.readers.max(1);
        let damaged: Damaged = {
            let file = file.to_owned();
            Arc::new(move || damaged(&file, form, "its data make no sense"))
        };
        let supply = TableSupply::new(pieces, Arc::clone(&damaged));
        let workers = (0..readers)
            .map(|_| TableWork::new(wanted.clone().map(Quick::new), Arc::clone(&damaged)));
        let rows = vec![Vec::new(); readers];
        let collector =
            BatchCollector { counter: self, table, before: 0, rows, scratch: Vec::new() };
        Ok(ordered_threads(supply, workers, collector, file, meter)?.counter)
    }

    /// What readers look for, if there is something that most rows have in common.
    fn usually(&self, table: &Table) -> Option<Arc<WantedColumns>> {
        let together = !self.question_parts.is_empty();
        let beside = self.signals.is_some() || self.costs.is_some();
        let plain = together || self.numbers.is_some() || self.shape.is_some() || beside;
        if self.spec.has_details() || plain {
            return None;
        }
        match (&*self.measure, &self.spec.times) {
            (Measure::Outcome { categories, .. }, None) => Some(Arc::new(WantedColumns {
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
