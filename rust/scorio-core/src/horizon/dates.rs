//! Dates of models: days of the calendar, or numbers of days.

use super::error::HorizonError;
use crate::error::Result;
use crate::numeric::decimal::decimal;

/// The model and the day of a text such as "model=2025-03-01" or "model=120".
pub(super) fn dated(text: &str) -> Result<(&str, f64)> {
    // A name may have the sign, and a date has none.
    let parts = text.rsplit_once('=');
    let found = parts.and_then(|(model, date)| Some((model.trim(), day(date.trim())?)));
    found.ok_or_else(|| HorizonError::Date { text: text.to_owned() }.into())
}

/// Refuses numbers of days beside dates of the calendar.
pub(super) fn require_one_kind(texts: &[String]) -> Result<()> {
    let is_day = |text: &&String| {
        text.rsplit_once('=').is_some_and(|(_, date)| decimal(date.trim()).is_some())
    };
    let (days, dates): (Vec<_>, Vec<_>) = texts.iter().partition(is_day);
    match (days.first(), dates.first()) {
        (Some(&day), Some(&date)) => {
            Err(HorizonError::MixedDates { day: day.clone(), date: date.clone() }.into())
        }
        _ => Ok(()),
    }
}

/// Whether a text is a date of a model: of the calendar, or a number of days.
#[must_use]
pub fn is_date(text: &str) -> bool {
    day(text.trim()).is_some()
}

fn day(date: &str) -> Option<f64> {
    let number = decimal(date).filter(|number| number.is_finite());
    number.or_else(|| of_calendar(date))
}

/// The days since 1 March of year 0, in which a leap day ends a year.
fn of_calendar(date: &str) -> Option<f64> {
    // A time of day behind the date changes no figure that one reads.
    let date = date.split_once(['T', ' ']).map_or(date, |(date, _)| date);
    let mut parts = date.split('-').map(|part| {
        let is_whole = !part.is_empty() && part.bytes().all(|letter| letter.is_ascii_digit());
        part.parse::<u32>().ok().filter(|_| is_whole)
    });
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let fits = (1..=12).contains(&month) && (1..=last).contains(&day) && (1..=9999).contains(&year);
    if !fits || parts.next().is_some() {
        return None;
    }
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day;
    Some(f64::from(days))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_the_calendar_follow_one_another() {
        let after =
            |one: &str, other: &str| of_calendar(other).unwrap() - of_calendar(one).unwrap();
        assert_eq!(after("2024-02-28", "2024-03-01"), 2.0);
        assert_eq!(after("2023-02-28", "2023-03-01"), 1.0);
        assert_eq!(after("1999-12-31", "2000-01-01"), 1.0);
        assert_eq!(after("1970-01-01", "2026-03-20"), 20_532.0);
        assert_eq!(after("2000-01-01", "2400-01-01"), 146_097.0);
        assert_eq!(after("2025-03-01", "2025-03-01T12:00:00Z"), 0.0);
    }

    #[test]
    fn a_text_has_a_model_and_a_date() {
        assert_eq!(dated("a=b=120").unwrap(), ("a=b", 120.0));
        assert_eq!(dated("a = -1.5").unwrap(), ("a", -1.5));
        for text in [
            "a",
            "a=",
            "a=soon",
            "a=2025-13-01",
            "a=2025-02-29",
            "a=2025-03",
            "a=25-3-1-1",
            "a=+2025-03-01",
            "a=nan",
        ] {
            let error = dated(text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("{text:?} is no date of a model")), "{error}");
        }
    }
}
