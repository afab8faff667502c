//! The scanner against a full parser, and the faults that it finds.

use std::borrow::Cow;

use proptest::prelude::*;
use serde_json::{Map, Value as Json};

use crate::json::dotted::segments;
use crate::json::fault::{Fault, FaultKind};
use crate::json::fields::RecordFields;
use crate::json::paths::Paths;
use crate::json::shape::RecordShape;
use crate::json::value::Value;
use crate::json::view::{field_names, value_length};

fn json() -> impl Strategy<Value = Json> {
    let key = prop::sample::select(vec!["a", "b", "a.b", "\"", "0", "é", "\u{1}"]);
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        any::<f64>().prop_map(Json::from),
        any::<String>().prop_map(Json::from),
    ];
    leaf.prop_recursive(4, 40, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Json::from),
            prop::collection::vec((key.clone(), inner), 0..4).prop_map(|fields| {
                Json::from(
                    fields.into_iter().map(|(k, v)| (k.to_owned(), v)).collect::<Map<_, _>>(),
                )
            }),
        ]
    })
}

/// What serde_json finds at a path.
fn reference(record: &Json, path: &str) -> Value<'static> {
    let mut at = record;
    for segment in segments(path) {
        let next = match at {
            Json::Object(map) => map.get(&segment),
            Json::Array(list) => segment.parse::<usize>().ok().and_then(|i| list.get(i)),
            _ => None,
        };
        match next {
            Some(next) => at = next,
            None => return Value::Absent,
        }
    }
    match at {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::Bool(*value),
        Json::Number(number) => Value::Number(number.to_string().leak()),
        Json::String(text) => Value::Text(Cow::Owned(text.clone())),
        Json::Array(_) | Json::Object(_) => Value::Nested(""),
    }
}

proptest! {
    #[test]
    fn finds_what_serde_json_finds(record in json(), pretty in any::<bool>()) {
        prop_assume!(record.is_object());
        let text = if pretty { serde_json::to_string_pretty(&record) } else { serde_json::to_string(&record) };
        let text = text.unwrap();
        let paths = ["a", "b.a", "a.b", "a\\.b", "b.0", "a.1.b", "\"", "é.é", "\u{1}"];
        let found = Paths::new(&paths.map(Some)).find(&text).unwrap();
        for (path, value) in paths.iter().zip(found) {
            if let Value::Nested(nested) = value {
                let nested: Json = serde_json::from_str(nested).unwrap();
                prop_assert!(nested.is_array() || nested.is_object());
            }
            let value = if matches!(value, Value::Nested(_)) { Value::Nested("") } else { value };
            prop_assert_eq!(&value, &reference(&record, path), "{} in {}", path, text);
        }
        prop_assert_eq!(value_length(&text), Ok(text.len()));
    }

    #[test]
    fn a_remembered_shape_changes_nothing(
        records in prop::collection::vec((json(), any::<bool>(), 0..3_u8), 1..6),
        cuts in prop::collection::vec(0..300_usize, 6),
    ) {
        let paths = ["a", "b.a", "a.b", "a\\.b", "b.0", "a.1.b", "\"", "é.é", "\u{1}"];
        let paths = Paths::new(&paths.map(Some));
        let lines: Vec<String> = records.iter().zip(&cuts).map(|((record, whole, spaces), &cut)| {
            let mut text = record.to_string();
            for (from, to) in [(",", " , "), (":", ": "), ("{", "{ ")].iter().take(usize::from(*spaces)) {
                text = text.replace(from, to);
            }
            if !whole {
                text = text.chars().take(cut).collect();
            }
            text
        }).collect();
        let (text, mut shape, mut start) = (lines.join("\n"), RecordShape::new(2), 0);
        // Twice, as a shape is known after the first time. Between them what leaves no shape.
        let text = format!("}}\n{text}\n{{}}\n}}\n{text}");
        let [brace, empty] = ["}", "{}"].map(str::to_owned);
        let between = [empty, brace.clone()];
        for line in [brace].iter().chain(&lines).chain(&between).chain(&lines) {
            let mut found = RecordFields::new(9, &text);
            let (end, shaped) = paths.find_shaped(&text, start, &mut shape, &mut found);
            prop_assert_eq!(end, start + line.len());
            match paths.find(line) {
                Ok(values) => {
                    prop_assert!(shaped.is_ok(), "{}", line);
                    for (slot, value) in values.into_iter().enumerate() {
                        prop_assert_eq!(found.get(slot), value, "{}", line);
                    }
                }
                Err(_) => prop_assert!(shaped.is_err(), "{}", line),
            }
            start = end + 1;
        }
    }

    #[test]
    fn names_that_repeat_change_nothing(
        runs in prop::collection::vec((0..9_usize, 0..8_usize, 0..8_usize, 1..6_usize), 1..30),
        others in prop::collection::vec((0..8_usize, 0..5_usize), 6),
    ) {
        let shapes = [
            "{\"a\": A, \"b\": B, \"c\": C}",
            "{\"a\": A, \"b\": B, \"x\": X, \"c\": C}",
            "{\"a\": A, \"c\": C, \"b\": B}",
            "{\"x\": X, \"b\":B, \"c\":C}",
            "{\"b\": B, \"c\": C}",
            "{\"a\": A, \"b\": B, \"c\": {\"a\": C}}",
            " { \"a\" : A , \"b\" : B , \"c\" : C } \r",
            "{\"a\": A, \"b\": B, \"x\": X, \"c\": C",
            "",
        ];
        let names = ["\"m0\"", "\"m1\"", "12", "1", "\"fifteen letters\"", "\"\\u00e9\"", "null", "\"a name of many more letters\""];
        let texts = ["\"\"", "1", "\"a \\\" b \\\\\"", "\"of more \\\"letters\\\" than \\\\ a word \\n has é\\\\\"", "\"with no end \\\""];
        let mut lines = Vec::new();
        for (shape, a, b, length) in runs {
            for (c, x) in others.iter().take(length) {
                let line = shapes[shape].replace('A', names[a]).replace('B', names[b]);
                lines.push(line.replace('C', names[*c]).replace('X', texts[*x]));
            }
        }
        let paths = Paths::new(&[Some("a"), Some("b"), Some("c"), Some("c.a")]);
        let text = format!("{}\n{}", lines.join("\n"), " ".repeat(200));
        let (mut found, mut shape) = (RecordFields::new(4, &text), RecordShape::new(2));
        let (mut start, mut known) = (0, Vec::new());
        for line in &lines {
            let (end, shaped) = paths.find_shaped(&text, start, &mut shape, &mut found);
            prop_assert_eq!(end, start + line.len(), "{}", line);
            let plain = paths.find(line);
            prop_assert_eq!(shaped.is_ok(), plain.is_ok(), "{}", line);
            if let Ok(values) = plain {
                for (slot, value) in values.iter().enumerate() {
                    prop_assert_eq!(&found.get(slot), value, "{}", line);
                }
                prop_assert!(found.renamed || known == values[..2], "{}", line);
                known = values[..2].to_vec();
                found.renamed = false;
            }
            start = end + 1;
        }
    }

    #[test]
    fn accepts_whatever_serde_json_accepts(text in "[\\[\\]{}:,\"\\\\ntrufals0-9.eE+ -]{0,24}") {
        let text = format!("{{\"a\":{text}}}");
        if serde_json::from_str::<Json>(&text).is_ok() {
            prop_assert!(Paths::new(&[Some("a")]).find(&text).is_ok(), "{}", text);
        }
    }

    #[test]
    fn refuses_every_cut(record in json()) {
        prop_assume!(record.is_object());
        let text = serde_json::to_string(&record).unwrap();
        for (cut, _) in text.char_indices() {
            prop_assert!(Paths::new(&[Some("a")]).find(&text[..cut]).is_err());
            // The fault is where the text ends, so that a reader knows to read on.
            prop_assert_eq!(value_length(&text[..cut]).map_err(|fault| fault.at), Err(cut));
        }
    }

    #[test]
    fn never_panics(text in any::<String>()) {
        let _ = Paths::new(&[Some("a.b"), None]).find(&text);
        let _ = field_names(&text, 5);
        let _ = value_length(&text);
    }
}

#[test]
fn reads_what_python_writes() {
    let found = Paths::new(&[Some("x"), Some("y"), Some("z")])
        .find(r#"{"x": NaN, "y": -Infinity, "z": "\ud83d\ude00"}"#);
    let expected =
        vec![Value::Number("NaN"), Value::Number("-Infinity"), Value::Text(Cow::Borrowed("😀"))];
    assert_eq!(found, Ok(expected));
}

#[test]
fn says_where_a_record_breaks() {
    for (text, at) in [
        (r#"{"a": 1,}"#, 8),
        (r#"{"a": 01}"#, 8),
        (r#"{"a" 1}"#, 5),
        (r#"{"a": 1"#, 7),
        (r#"{"a": "x"#, 8),
        (r#"{"a": nul}"#, 6),
        (r#"{"a": 1} {"#, 9),
        (r#"{"a": 1e}"#, 8),
        ("[1]", 0),
    ] {
        let fault = Paths::new(&[Some("a")]).find(text).unwrap_err();
        assert_eq!(fault.at, at, "{text}: {}", fault.what);
    }
    let deep = "[".repeat(100_000);
    assert!(value_length(&deep).is_err_and(|fault| fault.at == 256));
}

#[test]
fn a_wanted_key_is_there_once() {
    let paths = Paths::new(&[Some("a"), Some("x.y")]);
    for (text, at, key) in [
        (r#"{"a": 1, "a": 1}"#, 9, "a"),
        (r#"{"a": 1, "b": {"a": 2}, "\u0061": 1}"#, 24, "a"),
        (r#"{"x": {"y": 1}, "a": 1, "x": {}}"#, 24, "x"),
        (r#"{"x": {"z": 1, "y": 2, "z": 1, "y" : {}}}"#, 31, "y"),
    ] {
        let fault = Fault { at, what: FaultKind::Twice(key.into()) };
        assert_eq!(paths.find(text), Err(fault.clone()));
        // Neither a shape from before nor one of its own lets it pass.
        let lines = format!("{text}\n{{\"a\": 1, \"b\": 1}}\n{text}\n{text}\n");
        let (mut shape, mut start) = (RecordShape::new(2), 0);
        for line in lines.lines() {
            let mut found = RecordFields::new(2, &lines);
            let (end, read) = paths.find_shaped(&lines, start, &mut shape, &mut found);
            let fault = Fault { at: start + at, ..fault.clone() };
            assert_eq!(read, if line == text { Err(fault) } else { Ok(()) });
            start = end + 1;
        }
    }
    for text in [r#"{"b": 1, "a": 1, "b": 2}"#, r#"{"x": [{"y": 1, "y": 2}], "x.y": 1, "x.y": 1}"#]
    {
        assert!(paths.find(text).is_ok(), "{text}");
    }
}

#[test]
fn a_name_that_goes_on_is_another() {
    let paths = Paths::new(&[Some("a"), Some("b"), Some("c")]);
    for names in [["7", "70", "7", "71"], ["\"q\"", "\"qq\"", "\"q\\\\\"", "\"q\""]] {
        let lines =
            names.map(|name| format!("{{\"a\": \"m\", \"b\": {name}, \"c\": 1}}\n").repeat(3));
        let text = format!("{}{}", lines.concat(), " ".repeat(100));
        let (mut found, mut shape) = (RecordFields::new(3, &text), RecordShape::new(2));
        let (mut start, mut renamed) = (0, Vec::new());
        for line in lines.concat().lines() {
            let (end, read) = paths.find_shaped(&text, start, &mut shape, &mut found);
            assert_eq!((end, read), (start + line.len(), Ok(())));
            let values: Vec<_> = (0..3).map(|slot| found.get(slot)).collect();
            assert_eq!(paths.find(line), Ok(values));
            renamed.push(found.renamed);
            found.renamed = false;
            start = end + 1;
        }
        assert!(renamed.chunks(3).all(|three| three[0]));
    }
}
