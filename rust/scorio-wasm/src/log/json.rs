//! The wanted fields of a JSON record. Others are checked but not decoded.

use super::at::At;
use super::cell::Cell;
use super::error::LogError;
use super::fields::Node;
use super::scanner::{ENDED, Fault, Scanner, decoded};

/// Fills the slots of a record.
pub(crate) fn read<'a>(
    text: &'a str,
    at: At,
    root: &Node,
    slots: &mut [Cell<'a>],
) -> Result<(), LogError> {
    let mut record = Record { source: Scanner::new(text), slots, twice: None };
    let is_object = text.trim_start().starts_with('{');
    let read = if is_object { record.wanted(root) } else { record.source.skip() };
    read.and_then(|()| record.source.end()).map_err(|fault| not_json(at, is_object, fault))?;
    match record.twice {
        Some(key) => Err(LogError::KeyTwice { at, key }),
        // Valid JSON of another kind has a sentence of its own.
        None if !is_object => Err(LogError::NotObject { at }),
        None => Ok(()),
    }
}

fn not_json(at: At, is_object: bool, Fault { reason, column }: Fault) -> LogError {
    let first = at == At::Line(1);
    let reason = if first && !is_object {
        "a table is read by Counts.fromCsv, or with format: \"csv\"".to_owned()
    } else if first && reason == ENDED {
        format!(
            "{reason}, column {column}; a log has a record on each line, or is one list of records"
        )
    } else {
        format!("{reason}, column {column}")
    };
    LogError::NotJson { at, reason }
}

/// A line that is read into the slots of its record.
struct Record<'s, 'a> {
    source: Scanner<'a>,
    slots: &'s mut [Cell<'a>],
    /// A wanted key that an object has twice.
    twice: Option<String>,
}

impl Record<'_, '_> {
    /// Takes a value of which a node wants something.
    fn wanted(&mut self, node: &Node) -> Result<(), Fault> {
        let start = self.source.start();
        match self.source.peek() {
            Some(b'{') if !node.children.is_empty() => self.object(node)?,
            Some(b'[') if !node.children.is_empty() => self.list(node)?,
            _ => self.source.skip()?,
        }
        for &slot in &node.slots {
            if let Some(slot) = self.slots.get_mut(slot) {
                *slot = self.source.cell(start)?;
            }
        }
        Ok(())
    }

    fn object(&mut self, node: &Node) -> Result<(), Fault> {
        let mut known = vec![false; node.children.len()];
        let mut more = self.source.open(b'}')?;
        while more {
            let key = decoded(self.source.key()?).ok_or(self.source.fault("invalid escape"))?;
            let place = node.children.iter().position(|(wanted, _)| *wanted == key);
            match place.and_then(|place| Some((node.children.get(place)?, known.get_mut(place)?))) {
                Some(((key, child), known)) => {
                    if std::mem::replace(known, true) {
                        self.twice = Some(key.clone());
                    }
                    self.wanted(child)?;
                }
                None => self.source.skip()?,
            }
            more = self.source.next(b'}')?;
        }
        Ok(())
    }

    fn list(&mut self, node: &Node) -> Result<(), Fault> {
        let mut index = 0_usize;
        let mut more = self.source.open(b']')?;
        while more {
            let wanted = |key: &str| key.parse() == Ok(index);
            match node.children.iter().find(|(key, _)| wanted(key)) {
                Some((_, child)) => self.wanted(child)?,
                None => self.source.skip()?,
            }
            index += 1;
            more = self.source.next(b']')?;
        }
        Ok(())
    }
}
