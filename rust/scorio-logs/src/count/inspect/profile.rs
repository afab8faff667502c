//! A first look at any log: its form, where its records are, and what their fields hold.

use std::path::Path;

use scorio_records::json::dotted::joined;
use scorio_records::json::paths::Paths;
use scorio_records::records::json_lines::JsonLines;
use scorio_records::records::json_list::JsonList;
use scorio_records::records::role::OUTCOME;
use scorio_records::records::table::Rows;

use crate::count::inspect::profiler::Profiler;
use crate::error::{Error, Result};
use crate::records::columns::cells::{Columns, damaged};
use crate::records::columns::ipc::{self, Ipc};
use crate::records::columns::parquet::{self, Parquet};
use crate::records::columns::pieces::Pieces;
use crate::records::json_document::json_document;
use crate::records::json_rows::json_rows;
use crate::source::open::open;
use crate::source::progress::{Meter, Progress, Total};
use crate::source::window::Window;
use crate::spec::format::Form;
use crate::spec::options::{Input, Spec};
use crate::threads::panics::caught;
use crate::threads::plan::WorkPlan;
use crate::tools::detect::outlined;
use crate::tools::sniff::RecordsIn;

pub use crate::count::inspect::profiler::FieldProfile;

/// What a log looks like.
#[derive(Debug, Default)]
pub struct Profile {
    /// The form, in words.
    pub form: &'static str,
    /// The path of the records in a document, `.` for the document itself, if they are not at its top.
    pub records_at: Option<String>,
    /// The records are members of an object.
    pub keyed: bool,
    /// Records that were looked at.
    pub records: u64,
    /// Not all were.
    pub more: bool,
    /// Records that cannot be read.
    pub broken: u64,
    /// Why the reading ended early, if it did.
    pub problem: Option<String>,
    /// The fields, in order of appearance.
    pub fields: Vec<FieldProfile>,
}

/// Looks at the first records of a log, whatever they are.
///
/// # Errors
/// A file that cannot be opened, or of which nothing can be read.
pub fn profile(input: &Input, spec: &Spec, progress: &mut Progress<'_>) -> Result<Profile> {
    let mut meter = Meter::new(Total::default(), progress);
    let source = open(&input.path, &mut meter)?;
    let mut window = Window::new(source, meter, WorkPlan::usual().longest);
    let (form, sniffed) = outlined(&mut window, spec)?;
    let mut profiler = Profiler::default();
    let nothing = Paths::new(&[]);
    let read = match (form, sniffed.records_in()) {
        (Form::Parquet | Form::Arrow, _) => columns(&mut profiler, window, &input.path, form),
        (Form::Csv | Form::Tsv, _) => {
            profiler.columns = sniffed.all().to_vec();
            let fields = profiler.columns.iter().cloned().map(Some).collect();
            Rows::new(sniffed.delimiter, fields).read(&mut window, &mut profiler).map(drop)
        }
        (_, RecordsIn::List(at)) => json_document(&mut window, at, &nothing, &mut profiler),
        (_, RecordsIn::Rows(columns)) => json_rows(&mut window, columns, &nothing, &mut profiler),
        (Form::Json, RecordsIn::Top) => {
            JsonList::default().read(&mut window, &nothing, &mut profiler).map(drop)
        }
        (Form::JsonLines, RecordsIn::Top) => {
            JsonLines::default().read(&mut window, &nothing, &mut profiler).map(drop)
        }
    };
    let full = profiler.full;
    let problem = match read {
        Err(Error::Stopped) if full => None,
        Err(Error::Stopped) => return Err(Error::Stopped),
        Err(error) if profiler.records == 0 => return Err(error),
        Err(error) => Some(error.to_string()),
        Ok(()) => None,
    };
    let records_at = sniffed.records.as_ref().map(|at| match joined(at.iter()) {
        path if path.is_empty() => ".".to_owned(),
        path => path,
    });
    Ok(Profile {
        form: sniffed.title(form),
        records_at,
        keyed: profiler.keys > 0,
        records: profiler.records,
        more: full,
        broken: profiler.broken,
        problem,
        fields: profiler.fields(),
    })
}

/// The rows of a table in columns. Those whose type is of no use are lists.
fn columns(profiler: &mut Profiler, window: Window<'_>, path: &Path, form: Form) -> Result<()> {
    let file = window.source.name().to_owned();
    let packed = window.source.compression().is_some();
    let (source, mut meter, begun, _) = window.into_parts();
    let form = if form == Form::Parquet { parquet::FORM } else { ipc::FORM };
    let (columns, pieces): (Columns, Pieces) = if form == parquet::FORM {
        let parquet = Parquet::open(path, meter.total())?;
        let columns = all(parquet.schema().fields(), &file)?;
        let pieces = parquet.pieces(&columns)?;
        (columns, pieces)
    } else {
        let stored = !packed && path.is_file() && begun.starts_with(ipc::MAGIC);
        let ipc = if stored {
            Ipc::file(path, meter.total())?
        } else {
            Ipc::stream(source, begun, &mut meter)?
        };
        let columns = all(ipc.schema().fields(), &file)?;
        let pieces = ipc.pieces(&columns)?;
        (columns, pieces)
    };
    profiler.columns.clone_from(&columns.names);
    let wrong = || damaged(&file, form, "its data make no sense");
    let mut pieces = pieces;
    while let Some(batches) = caught(|| pieces.next(), || Some(Err(wrong()))) {
        let mut batches = batches?;
        while let Some(batch) = caught(|| batches.next(), || Some(Err(wrong()))) {
            let batch = batch?;
            let cells = columns.cells(&batch);
            for at in 0..batch.num_rows() {
                let mut scratch = vec![String::new(); cells.len()];
                let values = cells.iter().zip(&mut scratch).map(|(cells, scratch)| {
                    let value =
                        cells.as_ref().and_then(|cells| cells.value(OUTCOME, at, scratch, true));
                    value.unwrap_or(scorio_records::json::value::Value::Nested("[]"))
                });
                profiler.row(&values.collect::<Vec<_>>());
                if profiler.is_full() {
                    profiler.full = true;
                    return Err(Error::Stopped);
                }
            }
        }
    }
    Ok(())
}

/// All columns of a table.
fn all(fields: &arrow_schema::Fields, file: &str) -> Result<Columns> {
    let names = Columns::find(fields, &[], file)?.names;
    let wanted: Vec<_> = names.iter().map(|name| Some(name.as_str())).collect();
    Columns::find(fields, &wanted, file)
}
