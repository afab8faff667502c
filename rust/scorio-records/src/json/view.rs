//! Values inside a text that was checked before, and the names in a text that may be cut off.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::json::dotted::escaped;
use crate::json::fault::{Fault, FaultKind, Scan};
use crate::json::node::Node;
use crate::json::scanner::Scanner;
use crate::json::value::Value;

/// The members of an object whose text was checked before. None of any other value.
pub fn members(text: &str) -> Vec<(Cow<'_, str>, Value<'_>)> {
    let mut scanner = Scanner::new(text);
    let mut found = Vec::new();
    // A fault cannot come from a text that was checked, and ends the list in any case.
    let _ = scanner.members(|name, value| found.push((name, value)));
    found
}

/// The members of such an object that are numbers or booleans, without a look at others.
pub fn numbers(text: &str) -> Vec<(Cow<'_, str>, Value<'_>)> {
    let mut scanner = Scanner::new(text);
    let mut found = Vec::new();
    scanner.space();
    let _ = scanner.numbers(|name, value| found.push((name, value)));
    found
}

/// The entries of a list whose text was checked before. None of any other value.
pub fn entries(text: &str) -> Vec<Value<'_>> {
    let mut scanner = Scanner::new(text);
    let mut found = Vec::new();
    let _ = scanner.entries(|value| found.push(value));
    found
}

/// Whether no object in a value, which was checked before, has a key twice.
pub fn distinct(text: &str) -> Scan<()> {
    Scanner::new(text).distinct(false)
}

/// The same, and whether all texts have escapes that JSON knows.
pub fn sound(text: &str) -> Scan<()> {
    Scanner::new(text).distinct(true)
}

/// The value of a text that was checked before.
pub fn whole(text: &str) -> Value<'_> {
    Scanner::new(text).whole().unwrap_or_default()
}

/// The text of a string with its quotes, as a key of an object.
pub fn string(text: &str) -> Scan<Cow<'_, str>> {
    Scanner::new(text).text()
}

/// The length of the value that `text` begins with.
pub fn value_length(text: &str) -> Scan<usize> {
    let mut scanner = Scanner::new(text);
    scanner.value(None, &mut [][..], 0)?;
    Ok(scanner.at)
}

/// The dotted names of everything in a value, as far as its text goes, and whether all of it was seen.
/// A list is described by its first entry. There are at most `most` names.
pub fn outline(text: &str, most: usize) -> (Vec<String>, bool) {
    let mut names = Vec::new();
    let mut scanner = Scanner::new(text);
    let whole = scanner.outline("", &mut names, most, 0).is_ok();
    (names, whole)
}

/// The dotted names of a record's scalar fields, at most `most` of them, for messages.
pub fn field_names(record: &str, most: usize) -> Vec<String> {
    let mut names = Vec::new();
    let mut scanner = Scanner::new(record);
    scanner.space();
    // A fault cuts the list short, which a list for a message may be.
    let _ = scanner.names("", &mut names, most, 0);
    names
}

impl<'a> Scanner<'a> {
    fn names(
        &mut self,
        prefix: &str,
        names: &mut Vec<String>,
        most: usize,
        depth: u32,
    ) -> Scan<()> {
        if self.peek() != Some(b'{') {
            return Ok(());
        }
        self.enter(depth)?;
        self.space();
        while self.peek() == Some(b'"') {
            let key = self.key()?;
            let path = format!("{prefix}{}", escaped(&self.unescape(key)?));
            self.space();
            if self.peek() == Some(b'{') && depth < 2 {
                self.names(&format!("{path}."), names, most, depth + 1)?;
            } else {
                if names.len() < most {
                    names.push(path);
                }
                self.value(None, &mut [][..], depth + 1)?;
            }
            if !self.more(b'}', "")? {
                return Ok(());
            }
            self.space();
        }
        Ok(())
    }

    /// The members of the object that begins here.
    fn members(&mut self, mut member: impl FnMut(Cow<'a, str>, Value<'a>)) -> Scan<()> {
        if self.peek() != Some(b'{') || !self.open()? {
            return Ok(());
        }
        loop {
            let key = self.key()?;
            let name = self.unescape(key)?;
            member(name, self.whole()?);
            if !self.more_fields()? {
                return Ok(());
            }
        }
    }

    /// The members of the object that begins here that are numbers or booleans.
    fn numbers(&mut self, mut member: impl FnMut(Cow<'a, str>, Value<'a>)) -> Scan<()> {
        if self.peek() != Some(b'{') || !self.open()? {
            return Ok(());
        }
        loop {
            let key = self.key()?;
            let name = self.unescape(key)?;
            self.space();
            match self.peek() {
                Some(b'"' | b'[' | b'{' | b'n') => self.value(None, &mut [][..], 0)?,
                _ => member(name, self.whole()?),
            }
            if !self.more_fields()? {
                return Ok(());
            }
        }
    }

    /// The entries of the list that begins here.
    fn entries(&mut self, mut entry: impl FnMut(Value<'a>)) -> Scan<()> {
        if self.peek() != Some(b'[') {
            return Ok(());
        }
        self.at += 1;
        self.space();
        if self.peek() == Some(b']') {
            return Ok(());
        }
        loop {
            entry(self.whole()?);
            if !self.more(b']', "expected , or ] in a list")? {
                return Ok(());
            }
        }
    }

    /// A value, kept as it is.
    fn whole(&mut self) -> Scan<Value<'a>> {
        let mut found = [Value::Absent];
        self.value(Some(&Node::leaf()), &mut found[..], 0)?;
        let [value] = found;
        Ok(value)
    }

    /// Over a value in which no object has a key twice.
    fn distinct(&mut self, texts: bool) -> Scan<()> {
        self.space();
        match self.peek() {
            Some(b'{') => {
                let mut seen = HashSet::new();
                let mut more = self.open()?;
                while more {
                    let key = self.key()?;
                    let name = self.unescape(key)?;
                    if seen.contains(&name) {
                        let what = FaultKind::Twice(name.into());
                        return Err(Fault { at: self.at, what });
                    }
                    seen.insert(name);
                    self.distinct(texts)?;
                    more = self.more_fields()?;
                }
                Ok(())
            }
            Some(b'[') => {
                self.at += 1;
                self.space();
                if self.peek() == Some(b']') {
                    self.at += 1;
                    return Ok(());
                }
                loop {
                    self.distinct(texts)?;
                    if !self.more(b']', "expected , or ] in a list")? {
                        return Ok(());
                    }
                }
            }
            Some(b'"') if texts => self.text().map(drop),
            _ => self.value(None, &mut [][..], 0),
        }
    }

    /// The text of the string that begins here.
    fn text(&mut self) -> Scan<Cow<'a, str>> {
        let raw = self.string()?;
        self.unescape(raw)
    }

    /// See [`outline`].
    fn outline(
        &mut self,
        path: &str,
        names: &mut Vec<String>,
        most: usize,
        depth: u32,
    ) -> Scan<()> {
        const DEEPEST: u32 = 6;
        if names.len() >= most {
            return self.fault("more names than are wanted");
        }
        if !path.is_empty() {
            names.push(path.to_owned());
        }
        let inside =
            |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        self.space();
        match self.peek() {
            Some(b'{') if depth < DEEPEST => {
                if !self.open()? {
                    return Ok(());
                }
                loop {
                    let key = self.key()?;
                    let name = escaped(&self.unescape(key)?);
                    self.outline(&inside(&name), names, most, depth + 1)?;
                    if !self.more_fields()? {
                        return Ok(());
                    }
                }
            }
            Some(b'[') if depth < DEEPEST => {
                self.at += 1;
                self.space();
                if self.peek() == Some(b']') {
                    self.at += 1;
                    return Ok(());
                }
                self.outline(&inside("0"), names, most, depth + 1)?;
                while depth > 0 && self.more(b']', "expected , or ] in a list")? {
                    self.value(None, &mut [][..], depth + 1)?;
                }
                Ok(())
            }
            _ => self.value(None, &mut [][..], depth),
        }
    }
}
