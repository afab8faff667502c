//! Parts of sentences about trials.

use scorio_core::near::near;

use crate::source::place::Place;

pub(in crate::count) fn list(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// Fields that signals lack: "usage.bits" for the signal bits, and so on.
pub(in crate::count) fn signals(lacking: &[(String, String)]) -> String {
    let each = lacking.iter().map(|(name, field)| format!("\"{field}\" for the signal {name}"));
    each.collect::<Vec<_>>().join(", ")
}

/// The field that a misspelt one means, in half a sentence.
pub(in crate::count) fn meant(field: &str, seen: &[String]) -> String {
    near(field, seen).map_or(String::new(), |name| format!(", perhaps \"{name}\" is meant"))
}

pub(in crate::count) fn before(place: Option<&Place>) -> String {
    place.map_or(String::new(), |place| format!("{place}: "))
}
