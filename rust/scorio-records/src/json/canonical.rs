//! One text for each JSON value, however it is written: keys sorted, no spaces, no needless escapes.

use std::collections::BTreeMap;

use crate::json::quoted::quote;
use crate::json::value::Value;
use crate::json::view::{entries, members};

/// The text of a value. Numbers stay as they are: `1` and `1.0` are two.
pub fn canonical(value: &Value<'_>) -> String {
    let mut out = String::new();
    write(value, &mut out);
    out
}

fn write(value: &Value<'_>, out: &mut String) {
    match value {
        Value::Absent | Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(text) | Value::Cell(text) => out.push_str(text),
        Value::Text(text) => quote(text, out),
        Value::Nested(text) if text.starts_with('[') => {
            let entries = entries(text);
            list(entries.iter(), ['[', ']'], out, |entry, out| write(entry, out));
        }
        Value::Nested(text) => {
            // Of a key that is there twice the last counts, as everywhere.
            let members: BTreeMap<_, _> = members(text).into_iter().collect();
            list(members.iter(), ['{', '}'], out, |(key, value), out| {
                quote(key, out);
                out.push(':');
                write(value, out);
            });
        }
    }
}

fn list<T>(
    items: impl Iterator<Item = T>,
    [open, close]: [char; 2],
    out: &mut String,
    item: impl Fn(T, &mut String),
) {
    out.push(open);
    for (place, one) in items.enumerate() {
        if place > 0 {
            out.push(',');
        }
        item(one, out);
    }
    out.push(close);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Map, Value as Json, json};

    use super::*;
    use crate::json::view::whole;

    fn value() -> impl Strategy<Value = Json> {
        let leaf = prop_oneof![
            Just(Json::Null),
            any::<bool>().prop_map(Json::from),
            any::<i64>().prop_map(Json::from),
            any::<String>().prop_map(Json::from),
        ];
        leaf.prop_recursive(3, 20, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Json::from),
                prop::collection::vec((any::<String>(), inner), 0..4)
                    .prop_map(|fields| Json::from(fields.into_iter().collect::<Map<_, _>>())),
            ]
        })
    }

    proptest! {
        /// serde_json's maps are sorted, and its text is compact.
        #[test]
        fn is_the_same_however_it_is_written(value in value()) {
            let compact = serde_json::to_string(&value).unwrap_or_default();
            let pretty = serde_json::to_string_pretty(&value).unwrap_or_default();
            let text = canonical(&whole(&compact));
            prop_assert_eq!(&text, &canonical(&whole(&pretty)));
            prop_assert_eq!(serde_json::from_str::<Json>(&text).ok(), Some(value));
        }
    }

    #[test]
    fn sorts_keys() {
        let text = r#"{ "b" : [1, {"d": "\u0041\n", "c": null}], "a": true, "b\u0000": 1.0 }"#;
        assert_eq!(
            canonical(&whole(text)),
            r#"{"a":true,"b":[1,{"c":null,"d":"A\n"}],"b\u0000":1.0}"#
        );
        assert_eq!(json!("\u{7f}é").to_string(), canonical(&whole("\"\\u007f\\u00e9\"")));
    }
}
