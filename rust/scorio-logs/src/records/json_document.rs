//! The records at a path of a JSON document, where a list or an object has them.

use scorio_records::json::paths::Paths;
use scorio_records::records::record::{JsonRecord, Sink};

use crate::error::{Error, Result};
use crate::records::document::{EACH, Flow, Visit, walk};
use crate::source::window::Window;

/// Reads a document an entry at a time.
pub(crate) fn json_document(
    window: &mut Window<'_>,
    at: &[String],
    paths: &Paths,
    sink: &mut impl Sink<Error = Error>,
) -> Result<()> {
    let mut steps: Vec<_> = at.iter().map(String::as_str).collect();
    steps.push(EACH);
    walk(window, &steps, &mut Entries { paths, sink })
}

struct Entries<'s, S> {
    paths: &'s Paths,
    sink: &'s mut S,
}

impl<S: Sink<Error = Error>> Visit for Entries<'_, S> {
    fn record(&mut self, record: &JsonRecord<'_>, _: &[String]) -> Result<Flow> {
        record.read(self.paths, self.sink, false)?;
        Ok(Flow::On)
    }

    fn beside(&mut self, _: &str, _: &str) -> Result<Flow> {
        Ok(Flow::On)
    }
}
