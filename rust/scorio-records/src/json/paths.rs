//! Finding a few fields in a JSON record by scanning past everything else.
//!
//! A record's grammar and the depth of its nesting are checked while it is scanned, so that a broken
//! record is an error and not a wrong count. Nothing is built from the rest of a record. Strings, which
//! are most of a transcript, are only searched for their end. Python's `NaN`
//! and `Infinity` literals are read as numbers, since its `json.dump` writes them.

use memchr::{memchr, memchr2};

use crate::json::dotted::segments;
use crate::json::fault::{Fault, FaultKind, Scan};
use crate::json::fields::RecordFields;
use crate::json::node::Node;
use crate::json::scanner::{Scanner, escaped};
use crate::json::shape::{RecordShape, Stop};
use crate::json::value::Value;

/// The fields to find, as a tree of path segments.
#[derive(Debug, Default)]
pub struct Paths {
    root: Node,
    count: usize,
}

impl Paths {
    /// Dotted paths: `a.b` is field `b` of the object `a`, `a.0` the first entry of the list `a`,
    /// `a\.b` a field whose name has a dot. `None` is never found.
    pub fn new(paths: &[Option<&str>]) -> Self {
        let mut tree = Self { count: paths.len(), ..Self::default() };
        for (slot, path) in paths.iter().enumerate() {
            let Some(path) = path else { continue };
            let mut node = &mut tree.root;
            for segment in segments(path) {
                let known = node.children.iter().position(|(name, _)| *name == segment);
                let place = known.unwrap_or_else(|| {
                    node.children.push((segment, Node::default()));
                    node.children.len() - 1
                });
                // The position was just found or made.
                match node.children.get_mut(place) {
                    Some((_, child)) => node = child,
                    None => return tree,
                }
            }
            node.slots.push(slot);
        }
        tree
    }

    /// The values of the paths in one record, in the order of the paths. A key that no path has may be
    /// there more than once.
    pub fn find<'a>(&self, record: &'a str) -> Scan<Vec<Value<'a>>> {
        let mut found = vec![Value::Absent; self.count];
        let mut scanner = Scanner::new(record);
        scanner.space();
        if scanner.peek() != Some(b'{') {
            // Checked all the same, to tell what is not JSON from what is no object.
            scanner.value(None, &mut [][..], 0)?;
            return Err(Fault { at: 0, what: FaultKind::NotObject });
        }
        scanner.value(Some(&self.root), &mut found[..], 0)?;
        scanner.space();
        match scanner.peek() {
            None => Ok(found),
            Some(_) => scanner.fault("more after the end of the object"),
        }
    }

    /// The same for the line at `start`, whose fields mostly are those of the record before it, and
    /// where that line ends. FaultKind is wrong with a record [`Paths::find`] tells.
    pub fn find_shaped<'a>(
        &self,
        text: &'a str,
        start: usize,
        shape: &mut RecordShape,
        found: &mut RecordFields<'a>,
    ) -> (usize, Scan<()>) {
        let (mut at, mut step, mut end) = (start, 0, None);
        loop {
            let read = shape.read(text, at, step, found);
            if let Stop::Whole = read.stop {
                return (read.at, Ok(()));
            }
            if let Stop::Value(place) = read.stop
                && place.and_then(|place| self.root.child(place)).is_none()
                && let Some(after) = after_text(text.as_bytes(), read.at)
            {
                (at, step) = (after, read.step + 1);
                continue;
            }
            let end = *end.get_or_insert_with(|| line_end(text, read.at));
            let mut scanner = Scanner::within(text, read.at, end);
            let Stop::Value(place) = read.stop else {
                found.renamed = true;
                return (end, self.find_rest(scanner, read.step, shape, found));
            };
            let node = place.and_then(|place| self.root.child(place));
            found.renamed |= node.is_some();
            if let Err(fault) = scanner.value(node, found, 1) {
                return (end, Err(fault));
            }
            (at, step) = (scanner.at, read.step + 1);
        }
    }

    /// The fields of a record from one of them on.
    fn find_rest<'a>(
        &self,
        mut scanner: Scanner<'a>,
        first: usize,
        shape: &mut RecordShape,
        found: &mut RecordFields<'a>,
    ) -> Scan<()> {
        let mut seen = shape.seen(first);
        for step in first.. {
            let from = scanner.at;
            let more = if step == 0 { scanner.open()? } else { scanner.more_fields()? };
            if !more {
                shape.end(step);
                break;
            }
            let place = scanner.field(&self.root, &mut seen)?;
            scanner.space();
            shape.learn(step, scanner.since(from), &self.root, place);
            let node = place.and_then(|place| self.root.child(place));
            scanner.value(node, found, 1)?;
        }
        scanner.space();
        match scanner.peek() {
            None => Ok(()),
            Some(_) => scanner.fault("more after the end of the object"),
        }
    }
}

/// The end of the text that begins here, if it ends in this line.
fn after_text(bytes: &[u8], at: usize) -> Option<usize> {
    let start = at + 1;
    let mut from = start;
    if bytes.get(at) != Some(&b'"') {
        return None;
    }
    loop {
        let hit = from + memchr2(b'"', b'\n', bytes.get(from..)?)?;
        if bytes.get(hit) == Some(&b'\n') {
            return None;
        }
        from = hit + 1;
        if !escaped(bytes.get(start..hit)?) {
            return Some(from);
        }
    }
}

/// Where the line that goes on at `at` ends.
fn line_end(text: &str, at: usize) -> usize {
    let rest = text.as_bytes().get(at..).unwrap_or(&[]);
    memchr(b'\n', rest).map_or(text.len(), |length| at + length)
}

/// The values of dotted fields in a JSON text.
pub fn values<'a>(text: &'a str, fields: &[&str]) -> Option<Vec<Value<'a>>> {
    let fields: Vec<_> = fields.iter().copied().map(Some).collect();
    Paths::new(&fields).find(text).ok()
}
