//! A first look at what a Parquet file says about itself, before its reader makes room for it.
//!
//! The footer is a structure in Thrift's compact encoding. A number in it may ask for any amount of memory,
//! and the reader believes it. Here every list, text and group of columns must fit in what there is.

use std::io::{self, Read};

use crate::records::columns::stored::Stored;

/// How deep structures may lie in one another.
const DEEPEST: usize = 64;

/// How deep columns may lie in one another. Readers of columns call themselves for each level.
const DEEPEST_COLUMN: usize = 256;

/// With which a file ends whose footer is readable.
const MAGIC: &[u8] = b"PAR1";

/// Fields of Thrift's structures, by their numbers.
const SCHEMA: i64 = 2;
const NUM_CHILDREN: i64 = 5;

/// What the footer claims that cannot be. A footer that breaks off is for the reader itself to say.
pub(crate) fn lie(stored: &Stored) -> io::Result<Option<String>> {
    let size = parquet::file::reader::Length::len(stored);
    let mut end = [0; 8];
    let Some(at) = size.checked_sub(end.len() as u64) else { return Ok(None) };
    stored.from(at).read_exact(&mut end)?;
    let [a, b, c, d, magic @ ..] = end;
    let length = u64::from(u32::from_le_bytes([a, b, c, d]));
    let Some(start) = at.checked_sub(length).filter(|_| magic == MAGIC) else { return Ok(None) };
    let mut footer = Vec::new();
    stored.from(start).take(length).read_to_end(&mut footer)?;
    Ok(claims(&footer))
}

fn claims(footer: &[u8]) -> Option<String> {
    let mut look = Look { rest: footer, children: Vec::new() };
    match look.structure(0, Thrift::File) {
        Err(Odd::Lie(what)) => Some(what),
        // What is unknown here may be known to the reader.
        Err(Odd::Unknown) => None,
        Ok(()) => family(&look.children),
    }
}

/// What is wrong with the numbers of children, in the order of the columns.
fn family(children: &[i64]) -> Option<String> {
    // For each open group, how many of its columns are still to come.
    let mut open: Vec<i64> = Vec::new();
    let mut claimed: i64 = 0;
    for &number in children {
        let number = number.max(0);
        claimed = claimed.saturating_add(number);
        if claimed >= i64::try_from(children.len()).unwrap_or(i64::MAX) {
            let columns = children.len();
            return Some(format!("groups of {claimed} columns, but it names {columns}"));
        }
        if let Some(left) = open.last_mut() {
            *left -= 1;
        }
        open.push(number);
        while open.last() == Some(&0) {
            open.pop();
        }
        if open.len() > DEEPEST_COLUMN {
            return Some(format!(
                "columns that lie more than {DEEPEST_COLUMN} deep in one another"
            ));
        }
    }
    None
}

/// Whether a structure is one whose fields matter here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Thrift {
    File,
    Column,
    Other,
}

enum Odd {
    Lie(String),
    Unknown,
}

struct Look<'f> {
    rest: &'f [u8],
    /// For each element of the schema, how many children it claims.
    children: Vec<i64>,
}

impl Look<'_> {
    fn byte(&mut self) -> Result<u8, Odd> {
        let (&first, rest) = self.rest.split_first().ok_or(Odd::Unknown)?;
        self.rest = rest;
        Ok(first)
    }

    fn skip(&mut self, bytes: u64, what: &str) -> Result<(), Odd> {
        let there = self.rest.len();
        let rest = usize::try_from(bytes).ok().and_then(|bytes| self.rest.get(bytes..));
        self.rest = rest.ok_or_else(|| {
            Odd::Lie(format!("{what} of {bytes} bytes where {there} bytes are left"))
        })?;
        Ok(())
    }

    fn number(&mut self) -> Result<u64, Odd> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(Odd::Unknown)
    }

    fn signed(&mut self) -> Result<i64, Odd> {
        let number = self.number()?;
        Ok((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }

    fn structure(&mut self, depth: usize, part: Thrift) -> Result<(), Odd> {
        if depth > DEEPEST {
            return Err(Odd::Lie(format!("parts that lie more than {DEEPEST} deep")));
        }
        let mut field = 0_i64;
        let mut children = 0;
        loop {
            let head = self.byte()?;
            if head == 0 {
                break;
            }
            let step = i64::from(head >> 4);
            field = if step == 0 { self.signed()? } else { field.saturating_add(step) };
            match (part, field, head & 0xf) {
                (Thrift::Column, NUM_CHILDREN, 5) => children = self.signed()?,
                (Thrift::File, SCHEMA, 9) => self.list(depth, Thrift::Column)?,
                (_, _, kind) => self.value(kind, depth)?,
            }
        }
        if part == Thrift::Column {
            self.children.push(children);
        }
        Ok(())
    }

    fn list(&mut self, depth: usize, part: Thrift) -> Result<(), Odd> {
        let head = self.byte()?;
        let size = if head >> 4 == 15 { self.number()? } else { u64::from(head >> 4) };
        self.fits(size)?;
        for _ in 0..size {
            match head & 0xf {
                12 => self.structure(depth + 1, part)?,
                1 | 2 => self.skip(1, "a flag")?,
                kind => self.value(kind, depth + 1)?,
            }
        }
        Ok(())
    }

    /// Every entry takes a byte or more.
    fn fits(&self, entries: u64) -> Result<(), Odd> {
        let there = self.rest.len();
        if entries > there as u64 {
            return Err(Odd::Lie(format!("a list of {entries} entries in {there} bytes")));
        }
        Ok(())
    }

    fn value(&mut self, kind: u8, depth: usize) -> Result<(), Odd> {
        match kind {
            1 | 2 => Ok(()),
            3 => self.skip(1, "a number"),
            4..=6 => self.number().map(drop),
            7 => self.skip(8, "a number"),
            8 => {
                let length = self.number()?;
                self.skip(length, "a text")
            }
            9 | 10 if depth <= DEEPEST => self.list(depth, Thrift::Other),
            12 => self.structure(depth + 1, Thrift::Other),
            _ => Err(Odd::Unknown),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_have_no_more_columns_than_there_are() {
        assert_eq!(family(&[2, 0, 0]), None);
        assert_eq!(family(&[2, 1, 0, 0]), None);
        assert_eq!(family(&[0]), None);
        assert!(family(&[2, 0, 1 << 30]).is_some());
        assert!(family(&[3, 0, 0]).is_some());
        let deep: Vec<i64> = (0..1000).map(|at| i64::from(at < 999)).collect();
        assert!(family(&deep).is_some_and(|what| what.contains("deep")));
    }

    #[test]
    fn texts_and_lists_fit_in_what_is_left() {
        // A structure with a text of 9 bytes, of which 2 are there.
        assert!(claims(&[0x18, 9, 1, 1, 0]).is_some_and(|what| what.contains("a text of 9")));
        // A list of 100 numbers.
        assert!(claims(&[0x19, 0xf5, 100, 1, 0]).is_some_and(|what| what.contains("100 entries")));
        assert_eq!(claims(&[0x19, 0x15, 1, 0]), None);
        let nested: Vec<u8> = [0x1c].repeat(1000);
        assert!(claims(&nested).is_some_and(|what| what.contains("deep")));
    }
}
