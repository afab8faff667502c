//! Telling what a log is.

use std::path::Path;

use scorio_records::json::dotted::segments;
use scorio_records::json::view::value_length;
use scorio_records::records::packing;
use scorio_records::records::role::KEY;
use scorio_records::records::start::{MARK, is_wide};
use scorio_records::records::table;
use scorio_records::spec::label::Label;

use crate::count::error::CountError;
use crate::error::{Error, Result};
use crate::records::columns::ipc;
use crate::remedy::{RecordRemedy, Remedy};
use crate::source::archive::zip::Archive;
use crate::source::error::SourceError;
use crate::source::packing::unpacked;
use crate::source::window::Window;
use crate::spec::expression::Expression;
use crate::spec::format::Form;
use crate::spec::format::Format;
use crate::spec::options::{Measure, Spec};
use crate::tools::error::ToolError;
use crate::tools::registry::TOOLS;
use crate::tools::registry::tool_named;
use crate::tools::sniff::{Shape, Sniffed};
use crate::tools::tool::Tool;

/// How far ahead a log is looked at, and how far if that does not show what it is.
const AHEAD: [usize; 2] = [1 << 20, 1 << 26];

/// What a log is.
pub(crate) enum Detected {
    /// A long table in this form. What it shows, if it was looked at.
    Form { form: Form, sniffed: Sniffed },
    /// Of this tool, in this outer form.
    Tool { kind: &'static Tool, sniffed: Sniffed, form: Form },
}

/// The form of a log in columns, which the first bytes tell whatever the name.
fn columns(first: &[u8], given: Option<Format>) -> Option<Form> {
    match given {
        Some(Format::Form(form @ (Form::Parquet | Form::Arrow))) => Some(form),
        _ if first.starts_with(b"PAR1") => Some(Form::Parquet),
        _ if first.starts_with(ipc::MAGIC) || first.starts_with(ipc::STREAM) => Some(Form::Arrow),
        _ => None,
    }
}

/// How a log is packed, if it is in a way that is not read.
fn packed(window: &mut Window<'_>, archive: bool) -> Result<Option<String>> {
    window.ahead(packing::ENOUGH)?;
    let (first, outer) = (window.rest(), window.source.compression());
    // Brotli has no mark of its own.
    let ending = Path::new(window.source.name()).extension();
    let text =
        std::str::from_utf8(first).map_or_else(|error| error.error_len().is_none(), |_| true);
    let brotli = !text && ending.is_some_and(|ending| ending.eq_ignore_ascii_case("br"));
    let by = packing::packing(first).or(brotli.then_some("Brotli"));
    Ok(match (outer, by) {
        (Some(outer), _) if archive => Some(format!("an archive packed by {outer}")),
        (Some(outer), Some(by)) => Some(format!("packed twice (by {by} and {outer})")),
        (None, Some(by)) => Some(format!("packed by {by}")),
        _ if packing::is_tar(first) => Some("a tar archive".to_owned()),
        _ => None,
    })
}

/// What a log is: as given, or by its name's ending and its content.
pub(crate) fn detect(window: &mut Window<'_>, spec: &Spec) -> Result<Detected> {
    while window.rest().len() < 8 && !window.ended {
        window.more()?;
    }
    if let Some(form) = columns(window.rest(), spec.format) {
        return Ok(Detected::Form { form, sniffed: Sniffed::default() });
    }
    if is_wide(window.rest()) {
        let (file, problem) = (window.source.name().to_owned(), "it is UTF-16".to_owned());
        let (format, remedy) = ("text", Some(RecordRemedy::SaveAsUtf8 {}.into()));
        return Err(ToolError::NotFormat { file, format, problem, remedy }.into());
    }
    if window.rest().starts_with(MARK) {
        window.advance(MARK.len());
    }
    while window.rest().trim_ascii_start().is_empty() {
        if window.ended {
            return Err(empty(window));
        }
        window.more_of("line", 1)?;
    }
    if is_nothing(window)? {
        return Err(empty(window));
    }
    refuse_yaml(window, spec)?;
    let archive = is_archive(window);
    let name = window.source.name().to_owned();
    if let Some(what) = packed(window, archive)? {
        return Err(Error::from(SourceError::Packed { file: name, what }));
    }
    let refused = |format: &'static str| {
        let problem = "it is an archive, as only inspect_ai writes logs".to_owned();
        let (file, remedy) = (name.clone(), Some(Remedy::LeaveFormatOut {}));
        Error::from(ToolError::NotFormat { file, format, problem, remedy })
    };
    if !archive && ends_in_returns(window.rest()) {
        let problem = "its lines end in a carriage return alone".to_owned();
        let (file, format, remedy) = (name.clone(), "text", Some(RecordRemedy::EndLines {}.into()));
        return Err(ToolError::NotFormat { file, format, problem, remedy }.into());
    }
    let tool = match spec.format {
        Some(Format::Tool(name)) => Some(tool_named(name)?),
        Some(Format::Form(form)) if archive => return Err(refused(form.title())),
        None if archive && spec.own_fields => return Err(refused("long table")),
        Some(Format::Form(form)) => {
            window.ahead(AHEAD[0])?;
            let sniffed = located(sniff(window, form)?, spec)?;
            return Ok(Detected::Form { form, sniffed });
        }
        None => None,
    };
    let form = form(window);
    if spec.own_fields && tool.is_none() {
        window.ahead(AHEAD[0])?;
        let sniffed = sniff(window, form)?;
        return Ok(Detected::Form { form, sniffed: located(sniffed, spec)? });
    }
    let (mut sniffed, mut kind) = (Sniffed::default(), tool);
    for ahead in AHEAD {
        if !is_archive(window) {
            window.ahead(ahead)?;
        }
        sniffed = crate::tools::detect::sniff(window, form)?;
        if kind.is_none() && !sniffed.is_long_table() {
            kind = TOOLS.iter().find(|kind| (kind.detects)(&sniffed)).copied();
        }
        let known = sniffed.whole || sniffed.columns.is_some();
        if known || kind.is_some_and(|kind| (kind.detects)(&sniffed)) {
            break;
        }
    }
    match kind {
        Some(kind) if archive && !(kind.detects)(&sniffed) => Err(refused(kind.name)),
        Some(kind) => Ok(Detected::Tool { kind, sniffed, form }),
        // What has no name at all is broken, and whoever reads it will say where.
        None if sniffed.is_long_table()
            || sniffed.is_partly_long_table()
            || sniffed.columns.is_some()
            || !sniffed.whole
            || sniffed.top().is_empty() =>
        {
            Ok(Detected::Form { form, sniffed })
        }
        None if sniffed.container("outcome").is_some() => {
            Ok(Detected::Form { form, sniffed: located(sniffed, spec)? })
        }
        None => Err(ToolError::Unknown {
            file: window.source.name().to_owned(),
            tried: TOOLS.iter().map(|tool| tool.name).collect(),
            seen: sniffed.top(),
            records_in: sniffed.list_with(None).map(str::to_owned),
        }
        .into()),
    }
}

/// Where the records of a table stand: as the user says, or where the fields are.
fn located(mut sniffed: Sniffed, spec: &Spec) -> Result<Sniffed> {
    if let Some(records) = &spec.records {
        sniffed.records = Some(if records == "." { Vec::new() } else { segments(records) });
        return Ok(sniffed);
    }
    if sniffed.shape != Shape::Object {
        return Ok(sniffed);
    }
    let outcome = match &spec.measure {
        Measure::Outcome { field, .. } => match Expression::parse(field)? {
            None => Some(field.clone()),
            Some(expression) => expression.first_name(),
        },
        Measure::Aggregate { correct, .. } => Some(correct.clone()),
    };
    let Label::Field(question) = &spec.question else { return Ok(sniffed) };
    // A record at the top is one of JSON Lines.
    let top = question.split(',').all(|part| sniffed.has(part.trim()))
        || outcome.as_ref().is_some_and(|outcome| sniffed.has(outcome));
    if top {
        sniffed.columns = None;
    }
    let Some(outcome) = outcome.filter(|_| !top && sniffed.columns.is_none()) else {
        return Ok(sniffed);
    };
    let question = question.split(',').next().unwrap_or("");
    let keys = question == "question" || question == KEY;
    let found =
        sniffed.container(question).or_else(|| sniffed.container(&outcome).filter(|_| keys));
    if let Some((records, keyed)) = found {
        (sniffed.records, sniffed.keyed) = (Some(records), keyed);
    }
    Ok(sniffed)
}

/// The form of a log, and where its records most likely are, whatever their fields.
pub(crate) fn outlined(window: &mut Window<'_>, spec: &Spec) -> Result<(Form, Sniffed)> {
    while window.rest().len() < 8 && !window.ended {
        window.more()?;
    }
    if let Some(form) = columns(window.rest(), spec.format) {
        return Ok((form, Sniffed::default()));
    }
    if window.rest().starts_with(MARK) {
        window.advance(MARK.len());
    }
    window.ahead(AHEAD[0])?;
    if window.rest().trim_ascii().is_empty() && window.ended {
        return Err(empty(window));
    }
    refuse_yaml(window, spec)?;
    let form = match spec.format {
        Some(Format::Form(form)) => form,
        _ => form(window),
    };
    let mut sniffed = sniff(window, form)?;
    if sniffed.shape != Shape::Object {
        return Ok((form, sniffed));
    }
    if spec.records.is_some() {
        return Ok((form, located(sniffed, spec)?));
    }
    if sniffed.columns.is_some() {
        return Ok((form, sniffed));
    }
    // A document goes over several lines, or is one value with records inside.
    let text = window.rest().trim_ascii_start();
    let line = text.split(|&byte| byte == b'\n').next().unwrap_or(&[]).trim_ascii();
    let one = line.len() == text.trim_ascii_end().len() && window.ended;
    let broken = std::str::from_utf8(line).map_or(true, |line| value_length(line).is_err());
    if one || broken {
        sniffed.records = sniffed.likely();
    }
    Ok((form, sniffed))
}

/// Refuses YAML, which would be read as a table of one column.
fn refuse_yaml(window: &Window<'_>, spec: &Spec) -> Result<()> {
    let file = window.source.name().to_owned();
    let name = file.to_ascii_lowercase();
    let named = [".yaml", ".yml"].iter().any(|ending| unpacked(&name).ends_with(ending));
    let rest = window.rest().trim_ascii_start();
    let json = rest.starts_with(b"{") || rest.starts_with(b"[");
    if spec.format.is_some() || json || !(named || first_line(rest) == b"---") {
        return Ok(());
    }
    let (format, problem) = ("a log", "it is YAML, which scorio does not read".to_owned());
    Err(ToolError::NotFormat { file, format, problem, remedy: Some(Remedy::SaveAsJson {}) }.into())
}

/// A file without a record.
fn empty(window: &Window<'_>) -> Error {
    let file = window.source.name().to_owned();
    Error::from(CountError::Empty { file, one_of_several: false, header: false })
}

/// Whether several lines are parted by carriage returns, and none by a line feed.
fn ends_in_returns(first: &[u8]) -> bool {
    // A line feed may end the log, but not a line inside it.
    let first = first.trim_ascii_start();
    let first = first.strip_suffix(b"\n").unwrap_or(first);
    let returns = || first.split(|&byte| byte == b'\r').map(<[u8]>::trim_ascii);
    let whole = |line: &[u8]| {
        std::str::from_utf8(line).is_ok_and(|line| value_length(line) == Ok(line.len()))
    };
    !first.contains(&b'\n')
        // One line may end in a carriage return, with a line feed or without.
        && returns().skip(1).any(|line| !line.is_empty())
        && match first.first() {
            // Between the parts of one value, a carriage return is white space.
            Some(b'{' | b'[') => returns().next().is_some_and(whole),
            _ => true,
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
fn form(window: &Window<'_>) -> Form {
    let name = window.source.name().to_ascii_lowercase();
    let name = unpacked(&name);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let rest = window.rest().trim_ascii_start();
    match (ending, rest.first()) {
        // A name may be wrong, but a table does not begin with a brace, nor JSON with names.
        (_, Some(b'{')) => Form::JsonLines,
        ("csv", _) => Form::Csv,
        ("tsv", _) => Form::Tsv,
        ("jsonl" | "ndjson" | "json", _) if is_header(rest) => {
            if first_line(rest).contains(&b'\t') { Form::Tsv } else { Form::Csv }
        }
        ("jsonl" | "ndjson", _) => Form::JsonLines,
        (_, Some(b'[')) | ("json", _) => Form::Json,
        _ => {
            if first_line(rest).contains(&b'\t') {
                Form::Tsv
            } else {
                Form::Csv
            }
        }
    }
}

fn first_line(text: &[u8]) -> &[u8] {
    text.split(|&byte| byte == b'\n').next().unwrap_or(&[]).trim_ascii()
}

/// Whether a text begins with the names of at least three columns, as no JSON does.
fn is_header(text: &[u8]) -> bool {
    let line = first_line(text);
    let part = if line.contains(&b'\t') { b'\t' } else { b',' };
    let sign = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-. @".contains(byte);
    let name =
        |cell: &[u8]| cell.first().is_some_and(u8::is_ascii_alphabetic) && cell.iter().all(sign);
    let mut cells = line.split(|&byte| byte == part).map(<[u8]>::trim_ascii);
    cells.clone().count() >= 3 && cells.all(name)
}

fn is_archive(window: &Window<'_>) -> bool {
    window.rest().starts_with(b"PK\x03\x04")
}

fn sniff(window: &Window<'_>, form: Form) -> Result<Sniffed> {
    let rest = window.rest();
    if is_archive(window) {
        // An archive is looked at by its path, since its directory stands at its end.
        let names = Archive::open(Path::new(window.source.name()))?;
        return Ok(Sniffed::names(Shape::Archive, names.names().to_vec()));
    }
    Ok(match form {
        Form::Csv | Form::Tsv => {
            let own = if form == Form::Csv { b',' } else { b'\t' };
            let header = table::header(rest, own);
            // One column may be several, parted by something else.
            let others = [b',', b';', b'\t', b'|'].map(|one| (one, table::header(rest, one)));
            let best = others.into_iter().rev().max_by_key(|(_, names)| names.len());
            match best {
                Some((delimiter, names)) if header.len() == 1 && names.len() > 1 => {
                    Sniffed::columns(names, delimiter)
                }
                _ => Sniffed::columns(header, own),
            }
        }
        _ => {
            let whole = std::str::from_utf8(rest);
            let text = whole.or_else(|error| {
                std::str::from_utf8(rest.get(..error.valid_up_to()).unwrap_or(&[]))
            });
            Sniffed::json(text.unwrap_or(""))
        }
    })
}
