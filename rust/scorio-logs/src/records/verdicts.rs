//! The outcomes that most records have, true, false, 0 and 1, classified once and not anew for each.

use scorio_records::json::fields::{RecordFields, ValueKind};
use scorio_records::json::value::Value;
use scorio_records::records::role::OUTCOME;
use scorio_records::spec::categories::{Categories, Outcome};

/// Tells the outcomes of records.
pub(crate) struct Verdicts {
    categories: Categories,
    /// Of false and true.
    truths: [Outcome; 2],
    /// Of 0 and 1.
    numbers: [Outcome; 2],
}

impl Verdicts {
    pub(crate) fn new(categories: Categories) -> Self {
        let truths = [false, true].map(|truth| categories.classify(&Value::Bool(truth)));
        let numbers = ["0", "1"].map(|number| categories.classify(&Value::Number(number)));
        Self { categories, truths, numbers }
    }

    /// What [`Categories::classify`] says of a record's outcome.
    #[inline]
    pub(crate) fn of(&self, values: &RecordFields<'_>) -> Outcome {
        let kind = values.kind(OUTCOME);
        // By their places, for a branch would be wrong half of the time.
        let known = match kind {
            ValueKind::False | ValueKind::True => {
                self.truths.get(usize::from(kind == ValueKind::True))
            }
            ValueKind::Number => {
                values.short(OUTCOME).digits().and_then(|number| self.numbers.get(number as usize))
            }
            _ => None,
        };
        known.copied().unwrap_or_else(|| self.categories.classify(&values.get(OUTCOME)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scorio_records::json::keep::Keep;

    #[test]
    fn says_what_the_categories_say() {
        let named = |values: [&str; 2]| {
            let named = values.map(|value| (value.to_owned(), vec![value.to_owned()]));
            Categories::named(named.to_vec()).unwrap()
        };
        let all = [
            Categories::binary(),
            Categories::threshold(0.5).unwrap(),
            Categories::threshold(2.0).unwrap(),
            named(["1", "0"]),
            named(["true", "x"]),
        ];
        let values = [
            Value::Absent,
            Value::Null,
            Value::Bool(true),
            Value::Bool(false),
            Value::Nested("[]"),
            Value::Number("0"),
            Value::Number("1"),
            Value::Number("0.7"),
            Value::Number("10"),
            Value::Number("NaN"),
            Value::Text("0".into()),
            Value::Text("true".into()),
            Value::Text("x".to_owned().into()),
        ];
        for categories in all {
            let verdicts = Verdicts::new(categories.clone());
            for value in &values {
                let mut fields = RecordFields::new(OUTCOME + 1, "");
                fields.put(OUTCOME, value.clone());
                assert_eq!(verdicts.of(&fields), categories.classify(value), "{value:?}");
            }
        }
    }
}
