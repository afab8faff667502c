//! A number for a whole record, however it is written: in any order of its fields, as JSON or as cells.

use std::borrow::Cow;
use std::hash::{BuildHasher, BuildHasherDefault};

use rustc_hash::{FxBuildHasher, FxHasher};
use scorio_records::json::value::Value;
use scorio_records::json::view::{entries, members};
use std::collections::HashSet;

/// What a record says beside the fields that are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::count) struct RecordPrint {
    /// A sum over its fields.
    pub(in crate::count) whole: u64,
    /// A sum over their names.
    pub(in crate::count) names: u64,
}

/// Numbers of names, or other hashes.
pub(in crate::count) type NameSet = HashSet<u64, FxBuildHasher>;

/// The number of a name or a text.
pub(in crate::count) fn of_text(text: &str) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(text)
}

/// Well mixed bits of two numbers, of which the order counts.
pub(in crate::count) fn mixed(one: u64, other: u64) -> u64 {
    let one = u128::from(one ^ 0x9e37_79b9_7f4a_7c15);
    let product = one * u128::from(other.rotate_left(32) ^ 0xd1b5_4a32_d192_ed03);
    #[expect(clippy::cast_possible_truncation, reason = "the halves of a word")]
    let (low, high) = (product as u64, (product >> 64) as u64);
    low ^ high
}

/// The print of a record. Fields are left out if their names are among `left_out`, or not among `wanted`.
pub(in crate::count) fn print(
    fields: &[(Cow<'_, str>, Value<'_>)],
    left_out: &NameSet,
    wanted: Option<&NameSet>,
) -> RecordPrint {
    let mut print = RecordPrint::default();
    for (name, value) in fields {
        let name = of_text(name);
        if left_out.contains(&name) || wanted.is_some_and(|wanted| !wanted.contains(&name)) {
            continue;
        }
        if let Some(value) = of_value(value) {
            print.whole = print.whole.wrapping_add(mixed(name, value));
            print.names = print.names.wrapping_add(mixed(name, 1));
        }
    }
    print
}

/// The number of a value. Nothing if there is none: absent, null, or a cell without text.
fn of_value(value: &Value<'_>) -> Option<u64> {
    match value {
        Value::Absent | Value::Null => None,
        Value::Bool(truth) => Some(of_text(if *truth { "true" } else { "false" })),
        Value::Number(text) | Value::Cell(text) => of_scalar(text),
        Value::Text(text) => of_scalar(text),
        Value::Nested(text) if text.starts_with('[') => {
            let each = entries(text);
            let each = each.iter().map(|entry| of_value(entry).unwrap_or(1));
            Some(each.fold(2, mixed))
        }
        Value::Nested(text) => {
            let fields = members(text);
            let each = fields.iter().filter_map(|(name, value)| {
                of_value(value).map(|value| mixed(of_text(name), value))
            });
            Some(each.fold(3, u64::wrapping_add))
        }
    }
}

/// Digits up to which a number is exact in 64 bits.
const EXACT: usize = 15;

/// The number of a text. Cells have no types: so a text that is a number, a truth or nothing counts as such.
fn of_scalar(text: &str) -> Option<u64> {
    let text = text.trim();
    if ["", "nan", "null", "none"].iter().any(|none| text.eq_ignore_ascii_case(none)) {
        return None;
    }
    for truth in ["true", "false"] {
        if text.eq_ignore_ascii_case(truth) {
            return Some(of_text(truth));
        }
    }
    let begins = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.');
    if text.as_bytes().first().is_some_and(begins)
        && (text.len() <= EXACT || text.contains('.'))
        && let Ok(number) = text.parse::<f64>()
    {
        // 0 and -0 are one.
        return Some(mixed((number + 0.0).to_bits(), 4));
    }
    if text.contains('\r') {
        return Some(of_text(&text.replace('\r', "")));
    }
    Some(of_text(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(text: &str) -> u64 {
        print(&members(text), &NameSet::default(), None).whole
    }

    #[test]
    fn a_record_has_one_print_however_it_is_written() {
        let text = r#"{"a": 1.50, "b": "x\n", "c": {"d": [1, null], "e": true}, "f": null}"#;
        let other = r#"{"c":{"e":true,"d":[1.0,null]},"b":"\u0078\u000a","a":15e-1,"g":""}"#;
        assert_eq!(whole(text), whole(other));
        let cells = [("a", "1.5"), ("t", "True"), ("n", "NaN")];
        let cells: Vec<_> =
            cells.iter().map(|&(name, text)| (name.into(), Value::Cell(text))).collect();
        let cells = print(&cells, &NameSet::default(), None).whole;
        assert_eq!(cells, whole(r#"{"t": true, "a": 1.5}"#));
    }

    #[test]
    fn other_records_have_other_prints() {
        let texts = [
            "{}",
            r#"{"a": 1}"#,
            r#"{"a": 2}"#,
            r#"{"b": 1}"#,
            r#"{"a": [1, 2]}"#,
            r#"{"a": [2, 1]}"#,
            r#"{"a": {"b": 1}}"#,
            r#"{"a": "x", "b": "y"}"#,
            r#"{"a": "y", "b": "x"}"#,
            r#"{"a": "12345678901234567"}"#,
            r#"{"a": "12345678901234568"}"#,
        ];
        let prints: HashSet<_> = texts.into_iter().map(whole).collect();
        assert_eq!(prints.len(), texts.len());
    }

    #[test]
    fn fields_are_left_out_or_wanted() {
        let fields = members(r#"{"a": 1, "b": 2, "c": 3}"#);
        let names = |names: &[&str]| names.iter().map(|name| of_text(name)).collect::<NameSet>();
        let of =
            |left: &[&str], wanted: &[&str]| print(&fields, &names(left), Some(&names(wanted)));
        assert_eq!(of(&["a"], &["a", "b"]).whole, whole(r#"{"b": 2}"#));
        assert_eq!(of(&["a", "b", "c"], &[]), RecordPrint::default());
    }
}
