//! Grading by rubrics instead of one outcome.

use std::collections::BTreeSet;
use std::sync::Arc;

use scorio_core::rubric::grading::GradingOptions;
use scorio_core::rubric::rubrics::Rubrics;
use scorio_core::rubric::signal::{Reading, SignalSource};
use scorio_records::json::value::Value;
use scorio_records::spec::categories::Categories;
use scorio_records::spec::error::SpecError;
use scorio_records::spec::numbers::{finite, written};

use crate::spec::expression::{Alternative, Expression, Step};

/// The field that stands for the outcome that would count without a rubric.
pub(crate) const OUTCOME_FIELD: &str = "@outcome";

/// The field that stands for whether the tool says that the trial failed for a reason of its own.
pub(crate) const ERROR_FIELD: &str = "@error";

/// Trials are graded by rubrics.
#[derive(Clone, Debug)]
pub struct RubricSpec {
    /// The rubrics.
    pub rubrics: Arc<Rubrics>,
    /// The most bytes that signals may take until their quantiles are known.
    pub memory: u64,
    /// Give the category of each trial, too.
    pub each_trial: bool,
    /// The signal that is a judge's outcome: its texts are kept as they are.
    pub judged: Option<usize>,
    /// Tell where each trial stands.
    pub placed: bool,
    /// From this signal on, signals are texts, which are kept of the trials in these places.
    pub told: Option<(usize, BTreeSet<usize>)>,
}

impl PartialEq for RubricSpec {
    fn eq(&self, other: &Self) -> bool {
        self.rubrics == other.rubrics && self.memory == other.memory
    }
}

impl RubricSpec {
    pub(crate) fn options(&self, ordered: bool, replaces: bool) -> GradingOptions {
        let (memory, each_trial) = (self.memory, self.each_trial);
        GradingOptions { ordered, replaces, each_trial, memory }
    }

    /// Whether a rubric uses the outcome that would count without it.
    pub(crate) fn uses_outcome(&self) -> bool {
        self.fields().any(|path| path == Some(OUTCOME_FIELD))
    }

    /// The fields of the record that are read, up to a `*` in them.
    pub(crate) fn paths(&self) -> Vec<String> {
        let own = |path: &&str| ![OUTCOME_FIELD, ERROR_FIELD].contains(path);
        let begun = |path: &str| path.split(".*").next().unwrap_or(path).to_owned();
        self.fields().flatten().filter(own).map(begun).collect()
    }

    /// The path of each used signal.
    fn fields(&self) -> impl Iterator<Item = Option<&str>> {
        let used = self.rubrics.used_signals().into_iter();
        let signals = self.rubrics.signals().iter().zip(used);
        signals.map(|(signal, used)| signal.source.path().filter(|_| used))
    }
}

/// How the values of a signal become numbers.
#[derive(Clone, Debug)]
pub(crate) enum SignalReader {
    /// It is not used.
    Unused,
    Constant(f64),
    /// The outcome of the trial.
    Outcome(Number),
    /// Whether the trial failed for a reason of the tool's own.
    Error,
    /// A field: where it begins, and the steps from there.
    Field {
        path: String,
        steps: Vec<Step>,
        number: Number,
    },
}

/// The number that a value is.
#[derive(Clone, Debug)]
pub(crate) enum Number {
    Scaled(f64),
    /// No number: its text is kept.
    Told,
    /// The same, for a judge: letters of graders are texts.
    Judged,
    Matches(regex::Regex),
    /// 1 if the value is one of these (or, if it is not to be, 0).
    Is {
        known: Vec<(String, Option<f64>)>,
        wanted: bool,
    },
}

impl SignalReader {
    /// A reader for each signal of rubrics.
    pub(crate) fn all(spec: &RubricSpec) -> Result<Vec<Self>, SpecError> {
        let rubrics: &Rubrics = &spec.rubrics;
        let used = rubrics.used_signals();
        let told = spec.told.as_ref().map_or(usize::MAX, |told| told.0);
        let signals = rubrics.signals().iter().zip(used).enumerate();
        let readers = signals.map(|(place, (signal, used))| {
            // A mistake in a signal that no rubric uses is one all the same.
            let reader = match &signal.source {
                SignalSource::Constant(number) => Self::Constant(*number),
                SignalSource::Field { path, .. } if path == ERROR_FIELD => Self::Error,
                SignalSource::Field { path, reading } => {
                    let judged = spec.judged == Some(place);
                    let number = Number::new(reading, &signal.name)?;
                    let number = if place < told { number } else { Number::Told };
                    let number = if judged { Number::Judged } else { number };
                    if path == OUTCOME_FIELD {
                        Self::Outcome(number)
                    } else {
                        Self::field(path, number)?
                    }
                }
            };
            Ok(if used { reader } else { Self::Unused })
        });
        readers.collect()
    }

    /// A field, whose path may have one `*` for a name that is not known: `model_usage.*.output_tokens`.
    fn field(path: &str, number: Number) -> Result<Self, SpecError> {
        let wrong = |problem| SpecError::Expression { given: path.to_owned(), problem };
        let Some(expression) = Expression::parse(path)? else {
            return Ok(Self::Field { path: path.to_owned(), steps: Vec::new(), number });
        };
        match expression.alternatives.as_slice() {
            [Alternative::One(route)] => {
                let (begun, steps) = route.begun();
                let begun = begun.ok_or_else(|| wrong("a signal begins with a name"))?;
                Ok(Self::Field { path: begun, steps: steps.to_vec(), number })
            }
            _ => Err(wrong("a signal is one field")),
        }
    }
}

impl Number {
    fn new(reading: &Reading, name: &str) -> Result<Self, SpecError> {
        let is = |texts: &[String], wanted| {
            let known = texts.iter().map(|text| (text.clone(), text.parse().ok())).collect();
            Self::Is { known, wanted }
        };
        Ok(match reading {
            Reading::Number { scale } => Self::Scaled(*scale),
            Reading::Is(text) => is(text, true),
            Reading::IsNot(text) => is(text, false),
            Reading::Matches(pattern) => {
                Self::Matches(regex::Regex::new(pattern).map_err(|error| {
                    let problem = error.to_string();
                    let problem = problem.lines().last().unwrap_or("").trim();
                    let given = pattern.clone();
                    let problem = problem.trim_start_matches("error: ").to_owned();
                    SpecError::SignalPattern { signal: name.to_owned(), given, problem }
                })?)
            }
        })
    }

    /// The number of a value. NaN if it is missing, and nothing if it is no number.
    pub(crate) fn of(&self, value: &Value<'_>, categories: &Categories) -> Option<f64> {
        let text = match value {
            Value::Absent | Value::Null | Value::Cell("") => return Some(f64::NAN),
            Value::Bool(true) => "true",
            Value::Bool(false) => "false",
            Value::Number(text) | Value::Nested(text) => text,
            Value::Text(text) => text,
            Value::Cell(text) => text.trim(),
        };
        if categories.is_missing(value) {
            return Some(f64::NAN);
        }
        match self {
            Self::Judged if is_letter(text) => None,
            Self::Scaled(_) | Self::Judged => number(value, text).map(|number| {
                let scale = if let Self::Scaled(scale) = self { *scale } else { 1.0 };
                let number = number * scale;
                if number.is_finite() { number } else { f64::NAN }
            }),
            // A reader in a thread leaves it to the plain way.
            Self::Told => None,
            Self::Matches(pattern) => Some(f64::from(u8::from(pattern.is_match(text)))),
            Self::Is { known, wanted } => {
                let number: Option<f64> =
                    if matches!(value, Value::Text(_)) { None } else { text.parse().ok() };
                let equal = known
                    .iter()
                    .any(|(known, same)| known == text || (same.is_some() && *same == number));
                Some(f64::from(u8::from(equal == *wanted)))
            }
        }
    }
}

/// Whether a text is a letter that graders write for a number.
fn is_letter(text: &str) -> bool {
    matches!(text.trim(), "C" | "P" | "I" | "N")
}

/// The number that a value stands for: truth values, numbers, what is written as one, and the letters of
/// graders. NaN and infinities are NaN.
fn number(value: &Value<'_>, text: &str) -> Option<f64> {
    if let Value::Number(text) = value {
        return text.parse().ok();
    }
    if let Some(number) = finite(value) {
        return Some(number);
    }
    match text.trim() {
        "" => Some(f64::NAN),
        "C" => Some(1.0),
        "P" => Some(0.5),
        "I" | "N" => Some(0.0),
        text if written(text).is_none() => {
            let number = text.parse::<f64>().ok()?;
            Some(if number.is_finite() { number } else { f64::NAN })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(reading: Reading, value: Value<'_>) -> Option<f64> {
        Number::new(&reading, "x").unwrap().of(&value, &Categories::binary())
    }

    #[test]
    fn values_become_numbers() {
        let plain = || Reading::Number { scale: 2.0 };
        for (value, number) in [
            (Value::Bool(true), Some(2.0)),
            (Value::Number("0.25"), Some(0.5)),
            (Value::Text("C".into()), Some(2.0)),
            (Value::Text("P".into()), Some(1.0)),
            (Value::Text("N".into()), Some(0.0)),
            (Value::Text("50%".into()), Some(1.0)),
            (Value::Cell(" 3 "), Some(6.0)),
            (Value::Cell("True"), Some(2.0)),
            (Value::Text("stop".into()), None),
            (Value::Nested("[1]"), None),
        ] {
            assert_eq!(of(plain(), value.clone()), number, "{value:?}");
        }
        for missing in [
            Value::Absent,
            Value::Null,
            Value::Cell(""),
            Value::Cell("nan"),
            Value::Number("NaN"),
            Value::Number("-Infinity"),
            Value::Text("".into()),
        ] {
            assert!(of(plain(), missing.clone()).is_some_and(f64::is_nan), "{missing:?}");
        }
    }

    #[test]
    fn values_are_compared() {
        let is = |text: &str| Reading::Is(vec![text.to_owned()]);
        assert_eq!(of(is("stop"), Value::Text("stop".into())), Some(1.0));
        assert_eq!(of(is("stop"), Value::Text("length".into())), Some(0.0));
        assert_eq!(of(is("1"), Value::Number("1.0")), Some(1.0));
        assert_eq!(of(is("1"), Value::Text("1.0".into())), Some(0.0));
        assert_eq!(of(is("true"), Value::Bool(true)), Some(1.0));
        let not = Reading::IsNot(vec!["eos".to_owned(), "stop".to_owned()]);
        assert_eq!(of(not, Value::Text("length".into())), Some(1.0));
        let boxed = || Reading::Matches(r"\\boxed\{".to_owned());
        assert_eq!(of(boxed(), Value::Text(r"so \boxed{3}".into())), Some(1.0));
        assert_eq!(of(boxed(), Value::Text("3".into())), Some(0.0));
        assert!(of(boxed(), Value::Null).is_some_and(f64::is_nan));
    }
}
