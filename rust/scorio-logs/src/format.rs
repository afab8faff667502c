//! Telling what a log is.

use std::path::Path;

use crate::archive::Archive;
use crate::columns::ipc;
use crate::error::{Error, Result};
use crate::formats::{KINDS, Kind};
use crate::look::{Look, Shape};
use crate::spec::{Format, Label, Spec};
use crate::table;
use crate::window::Window;

/// How far ahead a log is looked at, and how far if that does not show what it is.
const AHEAD: [usize; 2] = [1 << 20, 1 << 26];

/// What a log is.
pub(crate) enum Found {
    /// A long table in this form; what it shows, if it was looked at.
    Form { form: Format, look: Look },
    /// Of this tool, in this outer form.
    Tool { kind: &'static Kind, look: Look, form: Format },
}

/// The form of a log in columns, which the first bytes tell whatever the name.
fn columns(first: &[u8], given: Option<Format>) -> Option<Format> {
    match given {
        Some(Format::Parquet | Format::Arrow) => given,
        _ if first.starts_with(b"PAR1") => Some(Format::Parquet),
        _ if first.starts_with(ipc::MAGIC) || first.starts_with(ipc::STREAM) => Some(Format::Arrow),
        _ => None,
    }
}

/// What a log is: as given, or by its name's ending and its content.
pub(crate) fn detect(window: &mut Window<'_>, spec: &Spec) -> Result<Found> {
    while window.rest().len() < 8 && !window.ended {
        window.more()?;
    }
    if let Some(form) = columns(window.rest(), spec.format) {
        return Ok(Found::Form { form, look: Look::default() });
    }
    if is_wide(window.rest()) {
        let (file, what) = (window.source.name().to_owned(), "it is UTF-16: save it as UTF-8");
        return Err(Error::NotFormat { file, format: "text", what: what.to_owned() });
    }
    if window.rest().starts_with(b"\xef\xbb\xbf") {
        window.advance(3);
    }
    while window.rest().trim_ascii_start().is_empty() {
        if window.ended {
            return Err(Error::Empty { file: window.source.name().to_owned() });
        }
        window.more_of("line", 1)?;
    }
    if is_nothing(window)? {
        return Err(Error::Empty { file: window.source.name().to_owned() });
    }
    let archive = is_archive(window);
    let name = window.source.name().to_owned();
    if let Some(compression) = window.source.compression().filter(|_| archive) {
        return Err(Error::Packed { file: name, compression });
    }
    let refused = |format: &'static str| {
        let what = "it is an archive, as only inspect_ai writes logs; leave the format and the names of fields out";
        Error::NotFormat { file: name.clone(), format, what: what.to_owned() }
    };
    let tool = match spec.format {
        Some(Format::Tool(kind)) => Some(kind),
        Some(form) if archive => return Err(refused(form.title())),
        None if archive && spec.own_fields => return Err(refused("long table")),
        Some(form) => {
            window.ahead(AHEAD[0])?;
            return Ok(Found::Form { form, look: look(window, form)? });
        }
        None => None,
    };
    let form = form(window);
    if spec.own_fields && tool.is_none() {
        window.ahead(AHEAD[0])?;
        let look = look(window, form)?;
        let inside = match &spec.question {
            Label::Field(field) if !look.has(field) => look.list_with(Some(field)),
            _ => None,
        };
        let what = if look.has_semicolons() {
            SEMICOLONS.to_owned()
        } else if let Some(list) = inside {
            format!("its records are in the list \"{list}\": save that list alone as a log")
        } else {
            return Ok(Found::Form { form, look });
        };
        let (file, format) = (window.source.name().to_owned(), "a long table");
        return Err(Error::NotFormat { file, format, what });
    }
    let (mut look, mut kind) = (Look::default(), tool);
    for ahead in AHEAD {
        if !is_archive(window) {
            window.ahead(ahead)?;
        }
        look = self::look(window, form)?;
        if kind.is_none() && !look.is_long_table() {
            kind = KINDS.iter().find(|kind| (kind.told_by)(&look)).copied();
        }
        if look.whole || kind.is_some_and(|kind| (kind.told_by)(&look)) {
            break;
        }
    }
    match kind {
        Some(kind) if archive && !(kind.told_by)(&look) => Err(refused(kind.name)),
        Some(kind) => Ok(Found::Tool { kind, look, form }),
        // What has no name at all is broken, and whoever reads it will say where.
        None if look.is_long_table()
            || look.is_partly_long_table()
            || !look.whole
            || look.top().is_empty() =>
        {
            Ok(Found::Form { form, look })
        }
        None => Err(Error::Unknown {
            file: window.source.name().to_owned(),
            tried: KINDS.iter().map(|kind| kind.name).collect(),
            seen: look.top(),
            hint: hint(&look),
        }),
    }
}

const SEMICOLONS: &str = "semicolons part its cells: write it with commas or tabs";

/// What else there is to say of a log that no tool is known to write.
fn hint(look: &Look) -> String {
    if look.has_semicolons() {
        return format!("; {SEMICOLONS}");
    }
    look.list_with(None).map_or(String::new(), |list| {
        format!("; if the list \"{list}\" holds the records, save that list alone as a log")
    })
}

/// Whether a text has two bytes a letter, with a mark at its start or without.
fn is_wide(first: &[u8]) -> bool {
    match first {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        [first, 0, second, 0, ..] | [0, first, 0, second, ..] => {
            let letter = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
            letter(first) && letter(second)
        }
        _ => false,
    }
}

/// Whether all that there is is one JSON value in which no record can be.
fn is_nothing(window: &mut Window<'_>) -> Result<bool> {
    // None of them is as long as that.
    const LONGEST: usize = 32;
    if window.ahead(LONGEST)? || !window.ended {
        return Ok(false);
    }
    let text = window.rest().trim_ascii();
    let list = text.strip_prefix(b"[").and_then(|text| text.strip_suffix(b"]"));
    let object = text.strip_prefix(b"{").and_then(|text| text.strip_suffix(b"}"));
    let blank = list.or(object).is_some_and(|inside| inside.trim_ascii().is_empty());
    let number = || std::str::from_utf8(text).is_ok_and(|text| text.parse::<f64>().is_ok());
    let value = blank || matches!(text, b"null" | b"true" | b"false") || number();
    Ok(value)
}

/// The outer form, by the name's ending or the first character.
fn form(window: &Window<'_>) -> Format {
    let name = window.source.name().to_ascii_lowercase();
    let name = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(&name);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let rest = window.rest().trim_ascii_start();
    match (ending, rest.first()) {
        ("csv", _) => Format::Csv,
        ("tsv", _) => Format::Tsv,
        ("jsonl" | "ndjson", _) | (_, Some(b'{')) => Format::JsonLines,
        (_, Some(b'[')) | ("json", _) => Format::Json,
        _ => {
            let line = rest.split(|&byte| byte == b'\n').next().unwrap_or(&[]);
            if line.contains(&b'\t') { Format::Tsv } else { Format::Csv }
        }
    }
}

fn is_archive(window: &Window<'_>) -> bool {
    window.rest().starts_with(b"PK\x03\x04")
}

fn look(window: &Window<'_>, form: Format) -> Result<Look> {
    let rest = window.rest();
    if is_archive(window) {
        // An archive is looked at by its path, since its directory stands at its end.
        let names = Archive::open(Path::new(window.source.name()))?;
        return Ok(Look::names(Shape::Archive, names.names().to_vec()));
    }
    Ok(match form {
        Format::Csv | Format::Tsv => {
            let delimiter = if form == Format::Csv { b',' } else { b'\t' };
            Look::names(Shape::Table, table::header(rest, delimiter))
        }
        _ => {
            let whole = std::str::from_utf8(rest);
            let text = whole.or_else(|error| {
                std::str::from_utf8(rest.get(..error.valid_up_to()).unwrap_or(&[]))
            });
            Look::json(text.unwrap_or(""))
        }
    })
}
