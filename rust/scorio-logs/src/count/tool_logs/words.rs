//! Parts of sentences about trials.

use scorio_records::records::place::Place;

/// Fields that signals lack: "usage.bits" for the signal bits, and so on.
pub(in crate::count) fn signals(lacking: &[(String, String)]) -> String {
    let each = lacking.iter().map(|(name, field)| format!("\"{field}\" for the signal {name}"));
    each.collect::<Vec<_>>().join(", ")
}

pub(in crate::count) fn before(place: Option<&Place>) -> String {
    place.map_or(String::new(), |place| format!("{place}: "))
}
