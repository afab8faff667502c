//! One JSON list of records.

use crate::error::Result;
use crate::json::paths::Paths;
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
