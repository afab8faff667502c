//! The number of successes that a printed share stands for.

/// A share is rounded to its printed digits, but never to more than these.
const DIGITS: u32 = 12;

/// What is wrong with a text that is no share.
pub(crate) const NO_SHARE: &str = "is not a share from 0 to 1, nor a percentage with its sign";

/// What is wrong with a number that is more than all.
pub(crate) const MORE_THAN_ALL: &str = "is more than 1, and has no sign of a percentage";

/// The successes of `total` trials whose share of `whole` is written as `text`, or what is wrong with it.
pub(crate) fn successes(text: &str, total: u64, whole: u32) -> Result<u64, &'static str> {
    const NO_PERCENTAGE: &str = "is not a percentage from 0 to 100";
    let hundred = whole == 100;
    let (no_share, more) =
        if hundred { (NO_PERCENTAGE, NO_PERCENTAGE) } else { (NO_SHARE, MORE_THAN_ALL) };
    let text = text.trim();
    // The sign alone says what it is the share of.
    let shift = if hundred && !text.ends_with('%') { 2 } else { 0 };
    let (digits, decimals) = decimal(text, shift).ok_or(no_share)?;
    let one = 10_u128.checked_pow(decimals).ok_or(no_share)?;
    if digits > one {
        return Err(more);
    }
    // All in units of 1 / (one * total), where nothing is rounded.
    let share = digits.checked_mul(u128::from(total)).ok_or(no_share)?;
    let nearest = (2 * share + one) / (2 * one);
    let distance = |count: u128| (count * one).abs_diff(share);
    if distance(nearest) == 0 {
        return u64::try_from(nearest).map_err(|_| no_share);
    }
    let within = |count: u128| 2 * distance(count) <= u128::from(total);
    if !within(nearest) {
        return Err("is of no whole number of successes");
    }
    if within(nearest + 1) || nearest > 0 && within(nearest - 1) {
        return Err("has too few digits to tell the number of successes");
    }
    u64::try_from(nearest).map_err(|_| no_share)
}

/// A decimal as its digits and how many of them stand behind the point, moved to the left by some places.
fn decimal(text: &str, shift: i32) -> Option<(u128, u32)> {
    let (number, shift) = match text.strip_suffix('%') {
        Some(number) => (number.trim_end(), shift + 2),
        None => (text, shift),
    };
    let (number, exponent) = match number.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, exponent.parse::<i32>().ok()?),
        None => (number, 0),
    };
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let mut digits = format!("{whole}{part}");
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let mut decimals = i32::try_from(part.len()).ok()?.checked_add(shift)?.checked_sub(exponent)?;
    while decimals < 0 && digits.len() < 20 {
        digits.push('0');
        decimals += 1;
    }
    let mut digits = digits.parse::<u128>().ok()?;
    let mut decimals = u32::try_from(decimals).ok()?;
    // What a computer prints of a share has more digits than say anything.
    if decimals > DIGITS {
        let unit = 10_u128.checked_pow(decimals - DIGITS)?;
        digits = (digits + unit / 2) / unit;
        decimals = DIGITS;
    }
    Some((digits, decimals))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_whole_numbers_of_successes() {
        let right = [
            ("0.3", 10, 3),
            ("30%", 10, 3),
            ("0.30000000000000004", 10, 3),
            ("0.6666666666666666", 3, 2),
            ("0.667", 3, 2),
            ("66.67 %", 3, 2),
            ("1", 7, 7),
            ("1e-1", 10, 1),
            ("0.0", 4, 0),
            ("0.5", 1000, 500),
        ];
        for (text, total, count) in right {
            assert_eq!(successes(text, total, 1), Ok(count), "{text} of {total}");
        }
        for (text, total) in [
            ("0.35", 10),
            ("30", 10),
            ("-0.1", 10),
            ("", 10),
            ("x", 10),
            ("0.67", 1001),
            ("NaN", 3),
        ] {
            assert!(successes(text, total, 1).is_err(), "{text} of {total}");
        }
    }

    #[test]
    fn shares_of_a_hundred() {
        for (text, total, count) in
            [("10.0", 10, 1), ("100", 7, 7), ("33.3333", 3, 1), ("0", 5, 0), ("30%", 10, 3)]
        {
            assert_eq!(successes(text, total, 100), Ok(count), "{text} of {total}");
        }
        for (text, total) in [("35", 10), ("101", 10), ("x", 10), ("-1", 10)] {
            assert!(successes(text, total, 100).is_err(), "{text} of {total}");
        }
        assert_eq!(successes("35", 10, 1), Err(MORE_THAN_ALL));
    }

    #[test]
    fn every_share_is_read_back() {
        for total in 1..=60_u32 {
            for count in 0..=total {
                let share = f64::from(count) / f64::from(total);
                let all =
                    [share.to_string(), format!("{share:.4}"), format!("{:.2}%", 100.0 * share)];
                for text in all {
                    assert_eq!(
                        successes(&text, total.into(), 1),
                        Ok(count.into()),
                        "{text} of {total}"
                    );
                }
            }
        }
    }
}
