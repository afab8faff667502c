//! JSON Lines.

use memchr::memchr;

use crate::error::Result;
use crate::json::paths::Paths;
use crate::records::record::JsonRecord;
use crate::records::record::Sink;
use crate::source::window::Window;

/// JSON Lines: a record a line. Blank lines are passed over.
pub(crate) fn json_lines(
    window: &mut Window<'_>,
    paths: &Paths,
    sink: &mut impl Sink,
) -> Result<()> {
    let mut number = 0;
    let mut searched = 0;
    loop {
        let rest = window.rest();
        let end = memchr(b'\n', rest.get(searched..).unwrap_or(&[])).map(|at| searched + at);
        let length = match end {
            Some(end) => end,
            None if !window.ended => {
                searched = rest.len();
                window.more_of("line", number + 1)?;
                continue;
            }
            None if rest.is_empty() => return Ok(()),
            None => rest.len(),
        };
        searched = 0;
        number += 1;
        window.limit(length, "line", number)?;
        let line = rest.get(..length).unwrap_or(&[]);
        if !line.trim_ascii().is_empty() {
            let file = window.source.name();
            let record = JsonRecord {
                file,
                unit: "line",
                number,
                offset: window.offset,
                bytes: line,
                key: None,
            };
            record.read(paths, sink, end.is_none())?;
        }
        window.advance(length + usize::from(end.is_some()));
    }
}
