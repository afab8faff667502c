//! What the values of a field are: names, numbers, or ranges that a number is cut into.

use std::collections::{BTreeMap, BTreeSet};

use super::error::SlicesError;
use crate::error::Result;
use crate::numeric::sorting::sort_by;
use crate::printable::Printable;

/// A number with more values needs to be cut.
const MOST_VALUES: usize = 20;
/// The slice of questions without a value.
pub(super) const NONE: &str = "(none)";

/// The values of a field, in order, and which of them each question has.
pub(super) struct FieldCells {
    pub(super) names: Vec<String>,
    /// By question, a place among the names.
    pub(super) of: Vec<u32>,
    /// Whether the values are numbers, whose order means something.
    pub(super) ordered: bool,
    /// Questions without a value.
    pub(super) lacking: u64,
}

/// The cells of a field. `parts` says at which quantiles it is cut, and `name` names a question.
///
/// # Errors
/// - A number has more than 20 values and is not cut.
/// - A field that is cut has a value that is no number.
pub(super) fn cells(
    field: &str,
    values: &[Option<&str>],
    parts: Option<usize>,
    name: impl Fn(usize) -> String,
) -> Result<FieldCells> {
    let known = || values.iter().enumerate().filter_map(|(at, value)| Some((at, (*value)?)));
    let numbers: Vec<(f64, usize)> =
        known().filter_map(|(at, value)| Some((number(value)?, at))).collect();
    let lacking = (values.len() - known().count()) as u64;
    let are_numbers = !numbers.is_empty() && numbers.len() as u64 + lacking == values.len() as u64;
    let mut found = match parts {
        Some(parts) => {
            if let Some((at, value)) = known().find(|(_, value)| number(value).is_none()) {
                let (field, value) = (field.to_owned(), Printable(value).to_string());
                return Err(SlicesError::NoNumber { field, value, question: name(at) }.into());
            }
            ranges(values, numbers, parts)
        }
        None if are_numbers => {
            let groups = numbers.len();
            let found = ranges(values, numbers, groups);
            if found.names.len() > MOST_VALUES {
                let (field, values) = (field.to_owned(), found.names.len());
                return Err(SlicesError::Uncut { field, values }.into());
            }
            found
        }
        None => named(values),
    };
    found.lacking = lacking;
    if lacking > 0 {
        // It is the last of the names.
        found.names.push(NONE.to_owned());
    }
    Ok(found)
}

/// A finite number, as logs have it.
fn number(value: &str) -> Option<f64> {
    value.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

/// Each value is a cell, in order of appearance.
fn named(values: &[Option<&str>]) -> FieldCells {
    let mut places = BTreeMap::new();
    let mut names = Vec::new();
    let mut of: Vec<Option<u32>> = Vec::with_capacity(values.len());
    for value in values {
        of.push(value.map(|value| {
            *places.entry(value).or_insert_with(|| {
                names.push(value.to_owned());
                place(names.len() - 1)
            })
        }));
    }
    let none = place(names.len());
    let of = of.into_iter().map(|one| one.unwrap_or(none)).collect();
    FieldCells { names, of, ordered: false, lacking: 0 }
}

/// Groups of numbers between their quantiles. Equal numbers stay together.
fn ranges(values: &[Option<&str>], mut numbers: Vec<(f64, usize)>, parts: usize) -> FieldCells {
    sort_by(&mut numbers, |a, b| a.0.total_cmp(&b.0));
    let count = numbers.len();
    let text = |at: usize| values.get(at).copied().flatten().unwrap_or("").trim();
    // The quantile j / parts is the least number with at least this share of numbers up to it.
    let limits: Vec<f64> = (1..=parts)
        .filter_map(|j| Some(numbers.get((j * count).div_ceil(parts).checked_sub(1)?)?.0))
        .collect();
    let mut groups: Vec<(usize, usize)> = Vec::new();
    let mut of = vec![u32::MAX; values.len()];
    let mut limits = limits.into_iter();
    let mut limit = f64::NEG_INFINITY;
    for &(value, at) in &numbers {
        if value > limit {
            limit = limits.find(|limit| value <= *limit).unwrap_or(f64::INFINITY);
            groups.push((at, at));
        }
        if let Some((_, last)) = groups.last_mut() {
            *last = at;
        }
        if let Some(own) = of.get_mut(at) {
            *own = place(groups.len() - 1);
        }
    }
    let equal = |one: usize, other: usize| number(text(one)) == number(text(other));
    let named = |shown: &dyn Fn(&str) -> String| -> Vec<String> {
        let name = |&(first, last): &(usize, usize)| {
            if equal(first, last) {
                shown(text(first))
            } else {
                format!("{} to {}", shown(text(first)), shown(text(last)))
            }
        };
        groups.iter().map(name).collect()
    };
    let mut names = named(&short);
    if names.iter().collect::<BTreeSet<_>>().len() < names.len() {
        names = named(&str::to_owned);
    }
    let none = place(names.len());
    for own in of.iter_mut().filter(|own| **own == u32::MAX) {
        *own = none;
    }
    FieldCells { names, of, ordered: true, lacking: 0 }
}

fn place(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

/// A number with a fraction in four digits, if it has more. Others stay as they are written.
fn short(text: &str) -> String {
    const LONG: usize = 6;
    let value = number(text).filter(|value| text.len() > LONG && value.fract() != 0.0);
    let Some(value) = value else { return text.to_owned() };
    match value.abs() {
        size if size >= 1000.0 => format!("{value:.0}"),
        size if size >= 100.0 => format!("{value:.1}"),
        size if size >= 10.0 => format!("{value:.2}"),
        size if size >= 1.0 => format!("{value:.3}"),
        size if size >= 1e-3 => format!("{value:.5}"),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_fractions_are_short_where_they_stay_apart() {
        let names = |values: &[&str]| cut(values, Some(2)).unwrap().names;
        assert_eq!(
            names(&["1.0905077326652577", "2", "13.454342644059432", "165.99546299532923"]),
            ["1.091 to 2", "13.45 to 166.0"]
        );
        let near = ["1.00000001", "1.00000002", "1.00000003", "1.00000004"];
        assert_eq!(names(&near), ["1.00000001 to 1.00000002", "1.00000003 to 1.00000004"]);
    }

    fn cut(values: &[&str], parts: Option<usize>) -> Result<FieldCells> {
        let values: Vec<_> =
            values.iter().map(|one| Some(*one).filter(|one| !one.is_empty())).collect();
        cells("length", &values, parts, |at| format!("question {at}"))
    }

    #[test]
    fn quantiles_keep_equal_numbers_together() {
        let found = cut(&["30", "12", "1", "2", "12", "12", "99", ""], Some(4)).unwrap();
        assert_eq!(found.names, ["1 to 2", "12", "30", "99", "(none)"]);
        assert_eq!(found.of, [2, 1, 0, 0, 1, 1, 3, 4]);
        assert!(found.ordered && found.lacking == 1);
        let halves = cut(&["4", "3", "2", "1"], Some(2)).unwrap();
        assert_eq!(
            (halves.names.as_slice(), halves.of.as_slice()),
            (&["1 to 2".to_owned(), "3 to 4".to_owned()][..], &[1, 1, 0, 0][..])
        );
        // More parts than numbers leave each number alone.
        assert_eq!(cut(&["2", "1"], Some(9)).unwrap().names, ["1", "2"]);
        // Equal numbers that are written in two ways are one.
        assert_eq!(cut(&["1", "1.0", "2"], None).unwrap().names, ["1", "2"]);
    }

    #[test]
    fn numbers_are_in_order_and_names_as_they_appear() {
        let numbers = cut(&["10", "9", "-1", "9"], None).unwrap();
        assert_eq!(numbers.names, ["-1", "9", "10"]);
        assert_eq!(numbers.of, [2, 1, 0, 1]);
        let names = cut(&["hard", "", "easy", "hard"], None).unwrap();
        assert_eq!(names.names, ["hard", "easy", "(none)"]);
        assert_eq!(names.of, [0, 2, 1, 0]);
        assert!(!names.ordered && numbers.ordered);
    }

    #[test]
    fn what_cannot_be_cut_is_named() {
        let error = |values: &[&str], parts| match cut(values, parts) {
            Err(error) => error.to_string(),
            Ok(_) => String::new(),
        };
        assert_eq!(
            error(&["1", "two"], Some(2)),
            "length is two for question 1, which is no number, so it cannot be cut"
        );
        let many: Vec<String> = (0..21).map(|one| one.to_string()).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(
            error(&many, None),
            "length is a number of 21 values: cut it, as length:4 does at its quartiles"
        );
        assert_eq!(error(&many[1..], None), "");
    }
}
