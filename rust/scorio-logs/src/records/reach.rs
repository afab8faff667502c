//! The values that a way into a record leads to.

use std::borrow::Cow;

use scorio_records::json::value::Value;
use scorio_records::json::view::{entries, members, value_length};

use crate::spec::expression::Step;

/// A value, with the places in lists and the name on the way to it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reached<'v> {
    /// The places, from the outside in.
    pub(crate) places: Vec<usize>,
    /// What `*` stood for.
    pub(crate) star: Option<Cow<'v, str>>,
    pub(crate) value: Value<'v>,
}

/// Something that should be a list and is none.
#[derive(Debug, PartialEq)]
pub(crate) struct NotList {
    pub(crate) value: String,
}

/// Everything that the steps lead to. A list without an entry is one value that is missing.
pub(crate) fn reach<'v>(
    from: Reached<'v>,
    steps: &[Step],
    found: &mut Vec<Reached<'v>>,
) -> Result<(), NotList> {
    let Some((step, rest)) = steps.split_first() else {
        found.push(from);
        return Ok(());
    };
    let nested = nested(&from.value);
    let Reached { places, star, value } = from;
    let missing = |value: Value<'v>| Reached { places: places.clone(), star: star.clone(), value };
    // A list without an entry is a trial all the same, the first.
    let first = |value: Value<'v>| {
        let places = places.iter().copied().chain([0]).collect();
        Reached { places, star: star.clone(), value }
    };
    match (step, nested) {
        (Step::Entries, Some(text)) if text.starts_with('[') => {
            let all = entries(text);
            if all.is_empty() {
                found.push(first(Value::Null));
            }
            for (place, value) in all.into_iter().enumerate() {
                let mut places = places.clone();
                places.push(place);
                reach(Reached { places, star: star.clone(), value }, rest, found)?;
            }
            Ok(())
        }
        (Step::Name(name), Some(text)) if text.starts_with('{') => {
            let member = members(text).into_iter().find(|(key, _)| **key == **name);
            let value = member.map_or(Value::Absent, |(_, value)| value);
            reach(Reached { places, star, value }, rest, found)
        }
        (Step::Name(name), Some(text)) => {
            let place = name.parse::<usize>().ok();
            let value = place.and_then(|place| entries(text).into_iter().nth(place));
            reach(Reached { places, star, value: value.unwrap_or_default() }, rest, found)
        }
        (Step::Names { .. }, Some(text)) if text.starts_with('{') => {
            let mut all = members(text);
            if let Some(chosen) = step.chosen() {
                for (star, whole) in chosen {
                    let at = all.iter().position(|(key, _)| **key == *whole);
                    let value = at.map_or(Value::Absent, |at| all.swap_remove(at).1);
                    let star = Some(Cow::Owned(star));
                    reach(Reached { places: places.clone(), star, value }, rest, found)?;
                }
                return Ok(());
            }
            for (key, value) in all {
                let Some(star) = step.star(&key).map(str::to_owned) else { continue };
                let star = Some(Cow::Owned(star));
                let mut inside = Vec::new();
                reach(Reached { places: places.clone(), star, value }, rest, &mut inside)?;
                // A member without what is looked for is another kind of thing.
                found.extend(inside.into_iter().filter(|one| one.value != Value::Absent));
            }
            Ok(())
        }
        (Step::Entries, _) => match value {
            Value::Absent | Value::Null | Value::Cell("") => {
                found.push(first(value));
                Ok(())
            }
            other => Err(NotList { value: other.describe() }),
        },
        (Step::Name(_) | Step::Names { .. }, _) => {
            let value = if value == Value::Null { value } else { Value::Absent };
            found.push(missing(value));
            Ok(())
        }
    }
}

/// The text of a list or an object, which may stand in the cell of a table.
fn nested<'v>(value: &Value<'v>) -> Option<&'v str> {
    let text = match value {
        Value::Nested(text) => return Some(text),
        Value::Cell(text) | Value::Text(Cow::Borrowed(text)) => text.trim(),
        _ => return None,
    };
    let whole = text.starts_with(['[', '{']) && value_length(text).ok() == Some(text.len());
    whole.then_some(text)
}

/// Whether two values are equal. Nothing if one of them is missing.
pub(crate) fn equal(left: &Value<'_>, right: &Value<'_>) -> Option<bool> {
    let text = |value: &Value<'_>| match value {
        Value::Absent | Value::Null | Value::Number("NaN") => None,
        Value::Bool(value) => Some(value.to_string()),
        Value::Number(text) | Value::Cell(text) | Value::Nested(text) => Some((*text).to_owned()),
        Value::Text(text) => Some(text.to_string()),
    };
    let (left, right) = (text(left)?, text(right)?);
    let (left, right) = (left.trim(), right.trim());
    if left.is_empty() || right.is_empty() {
        return None;
    }
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
    Some(left == right || number(left).is_some_and(|left| number(right) == Some(left)))
}
