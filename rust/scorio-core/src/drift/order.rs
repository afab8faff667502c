//! The natural order of names: numbers in them count as numbers.

use std::cmp::Ordering;

/// Whether a name comes before another: `v9` before `v10`, `2026-09-30` before `2026-10-01`.
pub(super) fn natural(one: &str, other: &str) -> Ordering {
    let (mut left, mut right) = (one, other);
    loop {
        let ((first, rest), (second, others)) = (divided(left), divided(right));
        if first.is_empty() || second.is_empty() {
            return first.len().cmp(&second.len()).then_with(|| one.cmp(other));
        }
        let order = match (digits(first), digits(second)) {
            (Some(first), Some(second)) => {
                first.len().cmp(&second.len()).then_with(|| first.cmp(second))
            }
            _ => first.cmp(second),
        };
        if order.is_ne() {
            return order;
        }
        (left, right) = (rest, others);
    }
}

/// The first part of a text, and the rest. A part is digits, or what comes before the next digit.
fn divided(text: &str) -> (&str, &str) {
    let digits = text.starts_with(|one: char| one.is_ascii_digit());
    let end = text.find(|one: char| one.is_ascii_digit() != digits);
    end.and_then(|end| text.split_at_checked(end)).unwrap_or((text, ""))
}

/// The digits of a number without zeros before it.
fn digits(part: &str) -> Option<&str> {
    part.starts_with(|one: char| one.is_ascii_digit()).then(|| part.trim_start_matches('0'))
}

#[cfg(test)]
mod tests {
    use super::natural;

    #[test]
    fn numbers_count_as_numbers() {
        let mut names = ["v10", "v9", "v9.10", "v9.2", "a", "", "2026-10-01", "2026-09-30", "v09"];
        names.sort_by(|one, other| natural(one, other));
        assert_eq!(
            names,
            ["", "2026-09-30", "2026-10-01", "a", "v09", "v9", "v9.2", "v9.10", "v10"]
        );
    }
}
