//! The wanted fields of a JSON record. Others are checked but not decoded.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::at::At;
use super::cell::Cell;
use super::error::LogError;
use super::fields::Node;

/// Fills the slots of a record.
pub(crate) fn read<'a>(
    text: &'a str,
    at: At,
    root: &Node,
    slots: &mut [Cell<'a>],
) -> Result<(), LogError> {
    let mut twice = None;
    if !text.trim_start().starts_with('{') {
        // Valid JSON of another kind has a sentence of its own.
        return Err(match serde_json::from_str::<IgnoredAny>(text) {
            Ok(_) => LogError::NotObject { at },
            Err(_) if at == At::Line(1) => {
                let reason =
                    "a table is read by Counts.fromCsv, or with format: \"csv\"".to_owned();
                LogError::NotJson { at, reason }
            }
            Err(error) => not_json(at, &error),
        });
    }
    let mut source = serde_json::Deserializer::from_str(text);
    let seed = Fields { node: root, slots, twice: &mut twice };
    seed.deserialize(&mut source)
        .and_then(|()| source.end())
        .map_err(|error| not_json(at, &error))?;
    twice.map_or(Ok(()), |key| Err(LogError::KeyTwice { at, key }))
}

fn not_json(at: At, error: &serde_json::Error) -> LogError {
    // serde_json counts lines, too, of which there is one here.
    let words = error.to_string();
    let reason = words.split(" at line ").next().unwrap_or_default();
    let form = if error.is_eof() && at == At::Line(1) {
        "; a log has a record on each line, or is one list of records"
    } else {
        ""
    };
    LogError::NotJson { at, reason: format!("{reason}, column {}{form}", error.column()) }
}

/// Reads the wanted fields of an object or a list.
struct Fields<'n, 's, 'a> {
    node: &'n Node,
    slots: &'s mut [Cell<'a>],
    twice: &'s mut Option<String>,
}

impl<'a> DeserializeSeed<'a> for Fields<'_, '_, 'a> {
    type Value = ();

    fn deserialize<D: Deserializer<'a>>(self, source: D) -> Result<(), D::Error> {
        source.deserialize_any(self)
    }
}

impl<'a> Fields<'_, '_, 'a> {
    /// Takes the value of a wanted key.
    fn take<E: serde::de::Error>(&mut self, child: &Node, value: &'a RawValue) -> Result<(), E> {
        for &slot in &child.slots {
            if let Some(slot) = self.slots.get_mut(slot) {
                *slot = cell(value.get()).map_err(E::custom)?;
            }
        }
        let text = value.get();
        if !child.children.is_empty() && text.starts_with(['{', '[']) {
            let mut source = serde_json::Deserializer::from_str(text);
            let seed = Fields { node: child, slots: self.slots, twice: self.twice };
            seed.deserialize(&mut source).map_err(E::custom)?;
        }
        Ok(())
    }
}

impl<'a> Visitor<'a> for Fields<'_, '_, 'a> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<M: MapAccess<'a>>(mut self, mut map: M) -> Result<(), M::Error> {
        let node = self.node;
        let mut known = vec![false; node.children.len()];
        while let Some(place) = map.next_key_seed(Key(node))? {
            match place.and_then(|place| Some((node.children.get(place)?, known.get_mut(place)?))) {
                Some(((key, child), known)) => {
                    if std::mem::replace(known, true) {
                        *self.twice = Some(key.clone());
                    }
                    self.take(child, map.next_value()?)?;
                }
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }

    fn visit_seq<S: SeqAccess<'a>>(mut self, mut list: S) -> Result<(), S::Error> {
        let node = self.node;
        let mut index = 0_usize;
        while let Some(value) = list.next_element::<&RawValue>()? {
            let wanted = |key: &str| key.parse() == Ok(index);
            if let Some((_, child)) = node.children.iter().find(|(key, _)| wanted(key)) {
                self.take(child, value)?;
            }
            index += 1;
        }
        Ok(())
    }
}

/// The number of a wanted key, or `None` for others.
struct Key<'n>(&'n Node);

impl<'a> DeserializeSeed<'a> for Key<'_> {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'a>>(self, source: D) -> Result<Option<usize>, D::Error> {
        source.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = Option<usize>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a key")
    }

    fn visit_str<E>(self, key: &str) -> Result<Option<usize>, E> {
        Ok(self.0.children.iter().position(|(known, _)| known == key))
    }
}

/// A value from its text.
fn cell(text: &str) -> Result<Cell<'_>, serde_json::Error> {
    Ok(match text.as_bytes().first() {
        Some(b'n') => Cell::Null,
        Some(b't') => Cell::Bool(true),
        Some(b'f') => Cell::Bool(false),
        Some(b'"') => Cell::Text(match text.get(1..text.len() - 1) {
            Some(inside) if !inside.contains('\\') => Cow::Borrowed(inside),
            _ => Cow::Owned(serde_json::from_str(text)?),
        }),
        Some(b'{' | b'[') => Cell::Nested,
        _ => Cell::Number(text),
    })
}
