//! Names that differ only by their spelling, which are mostly meant as one.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::once;

use scorio_core::Counts;
use scorio_records::records::label::{looks_like_number, unquoted};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::note::{Note, Report};

/// Groups of questions that a note names.
const NAMED: usize = 3;

/// Notes which models, tasks and questions have names that differ only by their spelling.
///
/// Earlier notes of the kind make way, because they were about a part of the counts.
pub fn note_similar_names(counts: &Counts, report: &mut Report) {
    let old =
        |note: &Note| matches!(note, Note::SimilarNames { .. } | Note::SimilarQuestions { .. });
    report.notes.retain(|note| !old(note));
    for (role, names) in [("models", counts.models()), ("tasks", counts.tasks())] {
        let names = similar(&names);
        if !names.is_empty() {
            report.note(Note::SimilarNames { role: role.to_owned(), names });
        }
    }
    let groups = similar_questions(counts);
    if !groups.is_empty() {
        let texts = groups.iter().filter(|group| are_one_as_texts(group)).count() as u64;
        let named = groups
            .iter()
            .take(NAMED)
            .map(|group| group.iter().map(|name| shown(name)).collect::<Vec<_>>().join(" and "));
        let (names, more) = (named.collect(), groups.len().saturating_sub(NAMED) as u64);
        report.note(Note::SimilarQuestions { names, more, texts });
    }
}

/// The names that another one is like.
fn similar(names: &[&str]) -> Vec<String> {
    let mut groups: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for name in names {
        let bare = spelled(name).chars().filter(|letter| !is_blank(*letter)).collect::<String>();
        let alike = value(&bare).map_or_else(|| bare.to_lowercase(), str::to_owned);
        groups.entry(alike).or_default().push(name);
    }
    let alike = groups.into_values().filter(|group| group.len() > 1);
    alike.flatten().map(visible).collect()
}

/// The questions of one task that may be the same: 1, "1" and 1.0, or names that look the same.
///
/// Case counts, and blanks inside a name, because identifiers of questions may differ by them alone.
fn similar_questions(counts: &Counts) -> Vec<Vec<&str>> {
    let names = counts.question_names();
    let mut groups: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    // Nearly all names are spelled as they would be alike. Only the others need a place.
    for name in names.iter().filter(|name| !is_plain(name)) {
        let alike = meant(name);
        if alike != **name {
            groups.entry(alike).or_default().push(name);
        }
    }
    if groups.is_empty() {
        return Vec::new();
    }
    for name in names {
        if let Some(group) = groups.get_mut(name).filter(|group| !group.contains(&name)) {
            group.insert(0, name);
        }
    }
    groups.retain(|_, group| group.len() > 1);
    if groups.is_empty() {
        return Vec::new();
    }
    let mut tasks: BTreeMap<&str, BTreeSet<&str>> =
        groups.values().flatten().map(|name| (*name, BTreeSet::new())).collect();
    for question in counts.iter() {
        if let Some(own) = tasks.get_mut(question.question) {
            own.insert(question.task);
        }
    }
    let in_one_task = |group: &Vec<&str>| {
        let mut seen = BTreeSet::new();
        group.iter().filter_map(|name| tasks.get(name)).flatten().any(|task| !seen.insert(*task))
    };
    groups.into_values().filter(in_one_task).collect()
}

/// Whether each part of a name is ASCII without blanks at an end, and no number but a plain whole one.
fn is_plain(name: &str) -> bool {
    parts(name).all(is_plain_part)
}

fn is_plain_part(name: &str) -> bool {
    let ends = [name.as_bytes().first(), name.as_bytes().last()];
    let odd = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_whitespace);
    name.is_ascii()
        && !ends.into_iter().any(odd)
        && !name.starts_with('"')
        && !name.starts_with("-0")
        && (!name.contains('.') || value(name).is_none())
}

/// The parts of a question's name that several fields give. A comma within one has a backslash before it.
fn parts(name: &str) -> impl Iterator<Item = &str> {
    let mut escaped = false;
    name.split(move |letter| {
        let ends = letter == ',' && !escaped;
        escaped = letter == '\\' && !escaped;
        ends
    })
}

/// A question's name as all spellings of it would have it. Several fields may name it, with commas.
fn meant(name: &str) -> String {
    let part = |part: &str| {
        let bare = unquoted(part);
        value(bare).map_or_else(|| spelled(bare).trim_matches(is_blank).to_owned(), str::to_owned)
    };
    parts(name).map(part).collect::<Vec<_>>().join(",")
}

/// A question's name without the quotes that tell texts from numbers.
fn as_text(name: &str) -> String {
    parts(name).map(unquoted).collect::<Vec<_>>().join(",")
}

/// A decimal number without zeros at the end of its fraction, and 0 without a sign. Nothing for
/// other texts.
fn value(text: &str) -> Option<&str> {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let shortest = match unsigned.split_once('.') {
        None => digits(unsigned).then_some(text),
        Some((whole, fraction)) if digits(whole) && digits(fraction) => {
            Some(text.trim_end_matches('0').trim_end_matches('.'))
        }
        Some(_) => None,
    };
    shortest.map(|text| if text == "-0" { "0" } else { text })
}

/// A name with composed letters, usual blanks, and no sign that is not seen.
fn spelled(name: &str) -> String {
    let seen = name.nfc().filter(|letter| !is_invisible(*letter));
    seen.map(|letter| if is_blank(letter) { ' ' } else { letter }).collect()
}

/// Whether a character looks like a blank.
fn is_blank(letter: char) -> bool {
    letter.is_whitespace()
        || matches!(letter, '\u{2800}' | '\u{3164}' | '\u{115f}' | '\u{1160}' | '\u{ffa0}')
}

/// Whether a character has no width: joiners, marks of direction, selectors of variants, tags.
fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{e0000}'..='\u{e007f}' | '\u{e0100}'..='\u{e01ef}'
    )
}

/// A name whose differences can be seen: marks, odd blanks and twins of letters are written out.
fn visible(name: &str) -> String {
    let twin = |letter: char| once(letter).nfc().ne(once(letter));
    let odd = |letter: char| {
        let blank = is_blank(letter) && letter != ' ';
        blank || is_combining_mark(letter) || is_invisible(letter) || twin(letter)
    };
    let shown = |letter: char| match letter {
        _ if odd(letter) => format!("\\u{:04x}", u32::from(letter)),
        _ => letter.to_string(),
    };
    name.chars().map(shown).collect()
}

/// A question's name in words: numbers, true and false as they are, and texts in quotes.
fn shown(name: &str) -> String {
    let name = visible(name);
    let bare = name.starts_with('"') || value(&name).is_some() || looks_like_number(&name);
    if bare { name } else { format!("\"{name}\"") }
}

/// Whether texts alone tell the names apart, by their quotes.
fn are_one_as_texts(group: &[&str]) -> bool {
    let bare: BTreeSet<_> = group.iter().map(|name| as_text(name)).collect();
    bare.len() < group.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_case_and_invisible_signs_make_no_difference() {
        let names = ["b", "Model", "model ", "model-", "m o d e l", "É", "é", "a"];
        assert_eq!(similar(&names), ["Model", "model ", "m o d e l", "É", "é"]);
        assert!(similar(&["a", "b", ""]).is_empty());
        assert_eq!(similar(&["1", "1.0", "2"]), ["1", "1.0"]);
        assert_eq!(similar(&["a", "a\u{e0020}"]), ["a", r"a\ue0020"]);
        let composed = ["café", "cafe\u{301}", "café\u{200b}", "café\u{a0}", "cafe"];
        assert_eq!(similar(&composed), ["café", r"cafe\u0301", r"café\u200b", r"café\u00a0"]);
    }

    fn groups(names: &[(&str, &str)]) -> Vec<Vec<String>> {
        let mut counts = Counts::of_trials();
        for (task, name) in names {
            counts.row("m", task, name);
        }
        let own = similar_questions(&counts).into_iter();
        own.map(|group| group.into_iter().map(shown).collect()).collect()
    }

    #[test]
    fn questions_that_may_be_the_same() {
        let one =
            |names: &[&str]| groups(&names.iter().map(|name| ("t", *name)).collect::<Vec<_>>());
        assert_eq!(one(&["1", "\"1\"", "2"]), [["1", "\"1\""]]);
        assert_eq!(one(&["1", "1.0"]), [["1", "1.0"]]);
        assert_eq!(one(&["0.1", "0.10", "0.2"]), [["0.1", "0.10"]]);
        assert_eq!(one(&["\"0.10\"", "\"0.1\""]), [["\"0.10\"", "\"0.1\""]]);
        assert_eq!(one(&["q", "q\u{200b}", "q "]), [["\"q\"", r#""q\u200b""#, "\"q \""]]);
        assert_eq!(one(&["café", "cafe\u{301}"]), [["\"café\"", r#""cafe\u0301""#]]);
        assert_eq!(one(&["0", "-0", "-0.0"]), [["0", "-0", "-0.0"]]);
        assert_eq!(one(&["true", "\"true\""]), [["true", "\"true\""]]);
        assert_eq!(one(&["K", "\u{212a}"]), [["\"K\"", r#""\u212a""#]]);
        // Several fields name these together.
        assert_eq!(one(&["a,1", "a,\"1\""]), [["\"a,1\"", "\"a,\"1\"\""]]);
        assert_eq!(one(&["1.0,a", "1,a"]), [["\"1,a\"", "\"1.0,a\""]]);
        for apart in [
            &["a", "A"][..],
            &["a,1", "b,\"1\""],
            &["a b", "ab"],
            &["10", "100"],
            &["v1.10", "v1.1"],
            &["1", "01"],
            &["9007199254740993", "9007199254740992"],
            &["-1", "1"],
            &["q1", "q2"],
        ] {
            assert!(one(apart).is_empty(), "{apart:?}");
        }
        assert!(groups(&[("t", "1"), ("u", "\"1\"")]).is_empty());
    }
}
