//! Records at a path of a JSON document: `samples.*` are the entries of the list `samples`, or the
//! members of the object `samples`.
//!
//! The document is read once, a record at a time. Values beside the path are checked and shown to the
//! visitor.

use std::collections::HashSet;

use scorio_records::json::dotted::joined;
use scorio_records::json::fault::Fault;
use scorio_records::json::view::string;
use scorio_records::records::record::JsonRecord;
use scorio_records::records::text::{self, Next, value_end};

use crate::error::{Error, Result};
use crate::source::window::Window;

/// A path's step that takes every entry of a list, or member of an object.
pub(crate) const EACH: &str = "*";

/// A path's step that takes every entry of a list.
pub(crate) const ENTRIES: &str = "[]";

/// Takes what a document has.
pub(crate) trait Visit {
    /// A record, with the names (or places) that [`EACH`] stood for on its path.
    fn record(&mut self, record: &JsonRecord<'_>, names: &[String]) -> Result<Flow>;

    /// A value beside the path, by its dotted path.
    fn beside(&mut self, path: &str, text: &str) -> Result<Flow>;
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    On,
    Stop,
}

struct Walk<'w, 'p, 'v> {
    window: &'w mut Window<'p>,
    visit: &'v mut dyn Visit,
    names: Vec<String>,
    path: Vec<String>,
    /// Records are members of an object.
    keyed: bool,
    number: u64,
}

/// Walks through a document. Where it is broken, nothing tells where the next record begins: that is an
/// error under every policy. Where it ends too early, one that [`Error::is_cut`].
pub(crate) fn walk(window: &mut Window<'_>, at: &[&str], visit: &mut dyn Visit) -> Result<()> {
    let (names, path) = (Vec::new(), Vec::new());
    let mut walk = Walk { window, visit, names, path, keyed: false, number: 0 };
    if walk.value(at)? == Flow::Stop {
        return Ok(());
    }
    match walk.next()? {
        None => Ok(()),
        Some(_) => Err(walk.fault("there is more after the end")),
    }
}

impl Walk<'_, '_, '_> {
    fn value(&mut self, at: &[&str]) -> Result<Flow> {
        let Some((step, rest)) = at.split_first() else { return self.record() };
        match self.next()? {
            Some(b'[') if *step == EACH || *step == ENTRIES => self.list(rest),
            Some(b'{') if *step != ENTRIES => self.object(step, rest),
            Some(_) => {
                let kind = match *step {
                    EACH => "a list or an object",
                    ENTRIES => "a list",
                    _ => "an object",
                };
                Err(self.fault(&format!("expected {kind}{}", self.here())))
            }
            None => Err(self.cut()),
        }
    }

    fn list(&mut self, rest: &[&str]) -> Result<Flow> {
        self.window.advance(1);
        if self.next()? == Some(b']') {
            self.window.advance(1);
            return Ok(Flow::On);
        }
        for place in 0_usize.. {
            self.keyed = false;
            self.names.push(place.to_string());
            let flow = self.value(rest)?;
            self.names.pop();
            if flow == Flow::Stop {
                return Ok(flow);
            }
            if !self.more(b']')? {
                break;
            }
        }
        Ok(Flow::On)
    }

    fn object(&mut self, step: &str, rest: &[&str]) -> Result<Flow> {
        self.window.advance(1);
        if self.next()? == Some(b'}') {
            self.window.advance(1);
            return Ok(Flow::On);
        }
        let mut seen = HashSet::new();
        loop {
            let key = self.key()?;
            let here = step == EACH || key == step;
            if !seen.insert(key.clone()) {
                let what = format!("the key \"{key}\" is there twice{}", self.here());
                return Err(self.broken(what));
            }
            self.path.push(key.clone());
            let flow = if here {
                let each = step == EACH;
                self.keyed = each;
                self.names.extend(each.then_some(key));
                let flow = self.value(rest)?;
                if each {
                    self.names.pop();
                }
                flow
            } else {
                self.beside()?
            };
            self.path.pop();
            if flow == Flow::Stop {
                return Ok(flow);
            }
            if !self.more(b'}')? {
                return Ok(Flow::On);
            }
        }
    }

    fn record(&mut self) -> Result<Flow> {
        self.number += 1;
        self.next()?;
        let length = self.value_end()?;
        let bytes = self.window.rest();
        let bytes = length.as_ref().map_or(bytes, |&length| bytes.get(..length).unwrap_or(bytes));
        let (file, offset) = (self.window.source.name(), self.window.offset);
        let key = self.names.last().filter(|_| self.keyed).map(String::as_str);
        let (number, names) = (self.number, self.names.as_slice());
        let record = JsonRecord { file, unit: "entry", number, offset, bytes, key, names };
        let length = length.map_err(|fault| record.not_json(fault, self.window.ended))?;
        let flow = self.visit.record(&record, &self.names)?;
        self.window.advance(length);
        Ok(flow)
    }

    fn beside(&mut self) -> Result<Flow> {
        self.next()?;
        let length = match self.value_end()? {
            Ok(length) => length,
            Err(fault) if self.ends_at(&fault) => return Err(self.cut()),
            Err(fault) => return Err(self.broken(format!("{}{}", fault.what, self.here()))),
        };
        let bytes = self.window.rest().get(..length).unwrap_or(&[]);
        let flow = match std::str::from_utf8(bytes) {
            Ok(text) => self.visit.beside(&joined(self.path.iter()), text)?,
            Err(_) => return Err(self.fault("not UTF-8")),
        };
        self.window.advance(length);
        Ok(flow)
    }

    fn key(&mut self) -> Result<String> {
        match self.next()? {
            Some(b'"') => {}
            Some(_) => return Err(self.fault("expected a field name in double quotes")),
            None => return Err(self.cut()),
        }
        let key = match self.value_end()? {
            Ok(length) => {
                let bytes = self.window.rest().get(..length).unwrap_or(&[]);
                let text = std::str::from_utf8(bytes).unwrap_or("");
                let key = string(text).map(String::from);
                let key = key.map_err(|fault| self.broken(fault.what.to_string()))?;
                self.window.advance(length);
                key
            }
            Err(fault) if self.ends_at(&fault) => return Err(self.cut()),
            Err(fault) => return Err(self.broken(fault.what.to_string())),
        };
        match self.next()? {
            Some(b':') => self.window.advance(1),
            Some(_) => return Err(self.fault("expected : after a field name")),
            None => return Err(self.cut()),
        }
        self.next()?;
        Ok(key)
    }

    /// Over a comma (true) or the closing bracket (false).
    fn more(&mut self, close: u8) -> Result<bool> {
        let more = match self.next()? {
            Some(b',') => true,
            Some(byte) if byte == close => false,
            Some(_) => {
                let close = char::from(close);
                return Err(self.fault(&format!("expected , or {close} after an entry")));
            }
            None => return Err(self.cut()),
        };
        self.window.advance(1);
        Ok(more)
    }

    fn next(&mut self) -> Result<Option<u8>> {
        next(self.window)
    }

    fn value_end(&mut self) -> Result<std::result::Result<usize, Fault>> {
        let length = value_end(self.window, self.number.max(1))?;
        // A file says at once what comes.
        Ok(length.unwrap_or(Ok(0)))
    }

    fn ends_at(&self, fault: &Fault) -> bool {
        self.window.ended && fault.at >= self.window.rest().len()
    }

    fn here(&self) -> String {
        if self.path.is_empty() {
            String::new()
        } else {
            format!(" at {}", joined(self.path.iter()))
        }
    }

    fn fault(&self, what: &str) -> Error {
        self.broken(format!("not JSON: {what}"))
    }

    fn cut(&self) -> Error {
        text::cut(self.window, self.number + 1)
    }

    fn broken(&self, what: String) -> Error {
        text::broken(self.window, self.number + 1, what, false)
    }
}

/// The first byte after white space, if there is one.
pub(crate) fn next(window: &mut Window<'_>) -> Result<Option<u8>> {
    Ok(match text::next(window)? {
        Next::Byte(byte) => Some(byte),
        Next::End | Next::Later => None,
    })
}
