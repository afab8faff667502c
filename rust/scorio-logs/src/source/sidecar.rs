//! Small JSON files that stand beside a log and say what it is of.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use scorio_records::json::paths::values;
use scorio_records::json::value::Value;

use crate::error::{Error, Result};
use crate::source::error::SourceError;

/// No sidecar is larger than this.
const LIMIT: u64 = 256 << 20;

/// The texts of dotted fields in a JSON file. Nothing if there is no such file.
pub(crate) fn read(path: &Path, fields: &[&str]) -> Result<Option<Vec<Option<String>>>> {
    let Some(text) = text(path)? else { return Ok(None) };
    let not = || Error::from(SourceError::NotJsonObject { file: path.display().to_string() });
    let found = values(&text, fields).ok_or_else(not)?;
    Ok(Some(found.iter().map(Value::own).collect()))
}

/// The text of a field in each line of a file of JSON Lines. Nothing if there is no such file.
pub(crate) fn texts(path: &Path, field: &str) -> Result<Option<Vec<String>>> {
    let Some(text) = text(path)? else { return Ok(None) };
    let not = || Error::from(SourceError::NotJsonObject { file: path.display().to_string() });
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let found = lines.map(|line| {
        let found = values(line, &[field]).and_then(|found| found.first().and_then(Value::own));
        found.ok_or_else(not)
    });
    found.collect::<Result<_>>().map(Some)
}

/// All of a file. Nothing if there is none.
fn text(path: &Path) -> Result<Option<String>> {
    let name = || path.display().to_string();
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(Error::from(SourceError::Open { file: name(), source })),
    };
    let mut text = String::new();
    let failed = |source| Error::from(SourceError::Read { file: name(), source });
    file.take(LIMIT + 1).read_to_string(&mut text).map_err(failed)?;
    if text.len() as u64 > LIMIT {
        let what = format!(
            "it is larger than {} MiB, too large for what stands beside a log",
            LIMIT >> 20
        );
        return Err(Error::from(SourceError::TooLarge { file: name(), problem: what }));
    }
    Ok(Some(text))
}
