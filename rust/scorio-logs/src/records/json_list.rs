//! One JSON list of records, or a document with records at a path.

use crate::error::Result;
use crate::json::paths::Paths;
use crate::records::document::EACH;
use crate::records::document::ENTRIES;
use crate::records::document::Flow;
use crate::records::document::Visit;
use crate::records::document::walk;
use crate::records::record::JsonRecord;
use crate::records::record::Sink;
use crate::source::window::Window;

/// A JSON list of records, read an entry at a time.
pub(crate) fn json_list(
    window: &mut Window<'_>,
    paths: &Paths,
    sink: &mut impl Sink,
) -> Result<()> {
    walk(window, &[ENTRIES], &mut Entries { paths, sink })
}

/// The records at a path of a document, where a list or an object has them.
pub(crate) fn json_document(
    window: &mut Window<'_>,
    at: &[String],
    paths: &Paths,
    sink: &mut impl Sink,
) -> Result<()> {
    let mut steps: Vec<_> = at.iter().map(String::as_str).collect();
    steps.push(EACH);
    walk(window, &steps, &mut Entries { paths, sink })
}

struct Entries<'s, S> {
    paths: &'s Paths,
    sink: &'s mut S,
}

impl<S: Sink> Visit for Entries<'_, S> {
    fn record(&mut self, record: &JsonRecord<'_>, _: &[String]) -> Result<Flow> {
        record.read(self.paths, self.sink, false)?;
        Ok(Flow::On)
    }

    fn beside(&mut self, _: &str, _: &str) -> Result<Flow> {
        Ok(Flow::On)
    }
}
