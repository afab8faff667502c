//! The numbers that values stand for.

use std::borrow::Cow;

#[cfg(target_family = "wasm")]
use scorio_core::decimal;

use crate::json::value::Value;

/// The nearest double of a text, in the forms of [`str::parse`], whose tables take 10 kB.
#[cfg(target_family = "wasm")]
pub fn double(text: &str) -> Option<f64> {
    decimal(text)
}

/// The nearest double of a text.
#[cfg(not(target_family = "wasm"))]
#[inline]
pub fn double(text: &str) -> Option<f64> {
    text.parse().ok()
}

/// The finite number that a value is, if it is one. Texts count if they are written as numbers, and
/// percentages as their share.
pub fn finite(value: &Value<'_>) -> Option<f64> {
    let number = match value {
        Value::Bool(value) => Some(f64::from(u8::from(*value))),
        Value::Number(text) => double(text),
        Value::Cell(cell) => as_number(cell.trim()).or_else(|| written(cell)),
        Value::Text(text) => written(text),
        Value::Absent | Value::Null | Value::Nested(_) => None,
    };
    number.filter(|number: &f64| number.is_finite())
}

/// The number that an untyped text stands for: true and false count as 1 and 0.
pub fn as_number(text: &str) -> Option<f64> {
    match text {
        "true" | "True" | "TRUE" => Some(1.0),
        "false" | "False" | "FALSE" => Some(0.0),
        _ => double(text),
    }
}

/// The number that a text is written as: 7, -0.5, 1e-3, or 85% for 0.85.
pub fn written(text: &str) -> Option<f64> {
    let text = text.trim();
    let digits: Cow<'_, str> = match text.strip_suffix('%') {
        // As a decimal, so that it is rounded once.
        Some(percent) if !percent.contains(['e', 'E']) => {
            Cow::Owned(format!("{}e-2", percent.trim_end()))
        }
        Some(_) => return None,
        None => Cow::Borrowed(text),
    };
    let first = digits.trim_start_matches(['-', '+']).bytes().next()?;
    if first.is_ascii_digit() || first == b'.' { double(&digits) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_numbers_if_they_are_written_so() {
        for (text, number) in
            [("7", 7.0), (" 85% ", 0.85), ("-0.5", -0.5), ("1e-3", 1e-3), ("0.1 %", 0.001)]
        {
            assert_eq!(written(text), Some(number), "{text}");
        }
        for text in ["", "%", "x", "inf", "nan", "1e2%", "7 of 10", "--"] {
            assert_eq!(written(text), None, "{text}");
        }
    }
}
