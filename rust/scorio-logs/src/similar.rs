//! Names that differ only by blanks or case, which are mostly meant as one.

use std::collections::BTreeMap;

use scorio_core::Counts;

use crate::note::{Note, Report};

/// Notes which models and which tasks have names that differ only by blanks or case.
///
/// Earlier notes of the kind make way, because they were about a part of the counts.
pub fn note_similar_names(counts: &Counts, report: &mut Report) {
    report.notes.retain(|note| !matches!(note, Note::SimilarNames { .. }));
    for (role, names) in [("models", counts.models()), ("tasks", counts.tasks())] {
        let names = similar(&names);
        if !names.is_empty() {
            report.note(Note::SimilarNames { role: role.to_owned(), names });
        }
    }
}

/// The names that another one is like.
fn similar(names: &[&str]) -> Vec<String> {
    let mut groups: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for name in names {
        let bare = name.chars().filter(|letter| !letter.is_whitespace());
        groups.entry(bare.collect::<String>().to_lowercase()).or_default().push(name);
    }
    let alike = groups.into_values().filter(|group| group.len() > 1);
    alike.flatten().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_case_make_no_difference() {
        let names = ["b", "Model", "model ", "model-", "m o d e l", "É", "é", "a"];
        assert_eq!(similar(&names), ["Model", "model ", "m o d e l", "É", "é"]);
        assert!(similar(&["a", "b", ""]).is_empty());
    }
}
