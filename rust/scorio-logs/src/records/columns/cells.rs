//! Logs in columns: Parquet, Arrow's IPC forms, and whatever hands out Arrow batches.
//!
//! A field is a column of that very name or else a dotted path into columns of structs. Only such
//! columns are read.

use arrow_array::cast::AsArray;
use arrow_array::{Array, RecordBatch};
use arrow_schema::{DataType, Field, Fields};
use scorio_records::json::dotted::escaped;
use scorio_records::json::dotted::segments;

use crate::error::{Error, Result};
use crate::records::error_of_columns::ColumnError;

const NAMES_SHOWN: usize = 40;

/// What is said about bytes that make no sense.
pub(crate) fn damaged(file: &str, form: &'static str, what: impl AsRef<str>) -> Error {
    // Decoders may say more than one line.
    let first = what.as_ref().lines().next().unwrap_or("").trim_end_matches([':', ';', ',', ' ']);
    let what = format!("{first}; the file may be damaged or cut off");
    Error::from(ColumnError::Table { file: file.to_owned(), form, problem: what, remedy: None })
}

/// The columns of the wanted fields.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    wanted: Vec<Option<String>>,
    /// For each wanted field, the way to its column through those of structs, in the whole table.
    pub(crate) places: Vec<Option<Vec<usize>>>,
    /// What the table has, for messages.
    pub(crate) names: Vec<String>,
}

/// One wanted column of a batch, with the structs around it.
pub(crate) struct Cells<'a> {
    pub(crate) around: Vec<&'a dyn Array>,
    pub(crate) array: &'a dyn Array,
}

impl Columns {
    /// Finds the wanted fields in a table.
    pub(crate) fn find(fields: &Fields, wanted: &[Option<&str>], file: &str) -> Result<Self> {
        let place = |path: Option<&str>| {
            let Some(path) = path else { return Ok(None) };
            place(fields, path).map_err(|()| {
                Error::from(ColumnError::TwoColumns {
                    file: file.to_owned(),
                    field: path.to_owned(),
                })
            })
        };
        let places = wanted.iter().copied().map(place).collect::<Result<_>>()?;
        let mut names = Vec::new();
        list(fields, "", &mut names);
        let wanted = wanted.iter().map(|path| path.map(str::to_owned)).collect();
        Ok(Self { wanted, places, names })
    }

    /// How many fields are wanted.
    pub(crate) fn len(&self) -> usize {
        self.wanted.len()
    }

    /// The wanted columns of a batch, which may have no others. Nothing for fields that it lacks.
    pub(crate) fn cells<'a>(&self, batch: &'a RecordBatch) -> Vec<Option<Cells<'a>>> {
        let fields = batch.schema_ref().fields();
        let found = |path: &Option<String>| place(fields, path.as_deref()?).ok().flatten();
        self.wanted.iter().map(|path| cells(batch, &found(path)?)).collect()
    }

    /// The outermost columns that are needed, each once and in order.
    pub(crate) fn outermost(&self) -> Vec<usize> {
        let mut needed: Vec<_> =
            self.places.iter().flatten().filter_map(|place| place.first().copied()).collect();
        needed.sort_unstable();
        needed.dedup();
        needed
    }
}

fn cells<'a>(batch: &'a RecordBatch, place: &[usize]) -> Option<Cells<'a>> {
    let (first, inner) = place.split_first()?;
    let mut array: &dyn Array = batch.columns().get(*first)?;
    let mut around = Vec::new();
    for step in inner {
        around.push(array);
        array = array.as_struct_opt()?.columns().get(*step)?;
    }
    Some(Cells { around, array })
}

/// The way to a field. An error if two columns are meant.
fn place(fields: &Fields, path: &str) -> std::result::Result<Option<Vec<usize>>, ()> {
    if let Some(at) = only(fields, path)? {
        return Ok(Some(vec![at]));
    }
    let mut place = Vec::new();
    let mut fields = Some(fields);
    for segment in segments(path) {
        let Some(inside) = fields else { return Ok(None) };
        let Some(at) = only(inside, &segment)? else { return Ok(None) };
        fields = inside.get(at).and_then(|field| structure(field));
        place.push(at);
    }
    Ok(Some(place))
}

fn only(fields: &Fields, name: &str) -> std::result::Result<Option<usize>, ()> {
    let mut places = (0..fields.len()).filter(|&i| fields.get(i).is_some_and(|f| f.name() == name));
    let first = places.next();
    if places.next().is_some() { Err(()) } else { Ok(first) }
}

fn structure(field: &Field) -> Option<&Fields> {
    match field.data_type() {
        DataType::Struct(fields) => Some(fields),
        _ => None,
    }
}

/// The dotted names of a table's columns.
fn list(fields: &Fields, before: &str, names: &mut Vec<String>) {
    for field in fields {
        if names.len() == NAMES_SHOWN {
            return;
        }
        let name = escaped(field.name());
        match structure(field) {
            Some(inside) => list(inside, &format!("{before}{name}."), names),
            None if before.is_empty() => names.push(field.name().clone()),
            None => names.push(format!("{before}{name}")),
        }
    }
}
