//! Lengths in words: durations as 1h 02m, 9.1m and 31s, others with three digits.

/// What a length is measured in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum LengthUnit {
    /// A time: so many minutes.
    Minutes(f64),
    /// Anything else, such as lines.
    Plain,
}

/// The units of time that an option names.
pub(super) const UNITS: &[&str] = &["seconds", "minutes", "hours", "days", "none"];

impl LengthUnit {
    /// The unit of a name. By default a field's name ends with it, as `human_minutes` does.
    pub(super) fn of(name: Option<&str>, field: &str) -> Self {
        let known = [("seconds", 1.0 / 60.0), ("minutes", 1.0), ("hours", 60.0), ("days", 1440.0)];
        let field = field.to_ascii_lowercase();
        let is_own = |one: &str| name.map_or_else(|| field.ends_with(one), |name| name == one);
        let found = known.iter().find(|(one, _)| is_own(one));
        found.map_or(Self::Plain, |&(_, minutes)| Self::Minutes(minutes))
    }

    /// How many minutes a length of 1 is.
    pub(super) fn minutes(self) -> Option<f64> {
        if let Self::Minutes(minutes) = self { Some(minutes) } else { None }
    }

    /// A length in words.
    pub(super) fn shown(self, length: f64) -> String {
        match self {
            Self::Minutes(minutes) => duration(length * minutes),
            Self::Plain => three_digits(length),
        }
    }

    /// An interval in words. Without ends it is unbounded.
    pub(super) fn interval(self, ends: Option<[f64; 2]>) -> String {
        ends.map_or_else(
            || "unbounded".to_owned(),
            |[low, high]| format!("[{}, {}]", self.shown(low), self.shown(high)),
        )
    }
}

/// Hours from which minutes tell nothing.
const MANY_HOURS: f64 = 100.0;

fn duration(minutes: f64) -> String {
    let seconds = minutes * 60.0;
    if seconds < 9.95 {
        return format!("{}s", one_digit(seconds));
    }
    if seconds < 59.5 {
        return format!("{seconds:.0}s");
    }
    if minutes < 9.95 {
        return format!("{minutes:.1}m");
    }
    let whole = minutes.round();
    if whole < 60.0 {
        return format!("{whole:.0}m");
    }
    if whole < MANY_HOURS * 60.0 {
        let hours = (whole / 60.0).floor();
        return format!("{hours:.0}h {:02.0}m", whole - 60.0 * hours);
    }
    format!("{}h", three_digits(minutes / 60.0))
}

/// A number with one digit behind the point, or with one digit that is not 0.
fn one_digit(value: f64) -> String {
    if value >= 0.095 || value == 0.0 { format!("{value:.1}") } else { format!("{value:.0e}") }
}

/// The largest and the smallest number that are written out.
const OUT: (f64, f64) = (1e-3, 1e7);

/// A number with three digits, or a whole one.
fn three_digits(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if !(OUT.0..OUT.1).contains(&value) {
        return format!("{value:.2e}");
    }
    if value >= 999.5 {
        return grouped(&format!("{value:.0}"));
    }
    let digits = [(99.95, 0), (9.995, 1), (0.9995, 2), (0.09995, 3), (0.009_995, 4)];
    let digits = digits.iter().find(|(from, _)| value >= *from).map_or(5, |&(_, digits)| digits);
    let text = format!("{value:.digits$}");
    if digits == 0 { text } else { text.trim_end_matches('0').trim_end_matches('.').to_owned() }
}

/// Digits with commas between their thousands.
fn grouped(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_the_digits_that_matter() {
        let minutes = LengthUnit::of(None, "human_minutes");
        let shown = [
            (62.0, "1h 02m"),
            (9.1, "9.1m"),
            (9.96, "10m"),
            (31.0 / 60.0, "31s"),
            (2.3 / 60.0, "2.3s"),
            (0.002 / 60.0, "2e-3s"),
            (12.2, "12m"),
            (59.4, "59m"),
            (59.6, "1h 00m"),
            (129.0, "2h 09m"),
            (1393.0, "23h 13m"),
            (6000.0, "100h"),
            (831_115.655, "13,852h"),
            (0.0, "0.0s"),
        ];
        for (length, text) in shown {
            assert_eq!(minutes.shown(length), text);
        }
        assert_eq!(LengthUnit::of(None, "Hours").shown(1.5), "1h 30m");
        assert_eq!(LengthUnit::of(Some("seconds"), "length").shown(90.0), "1.5m");
        assert_eq!(LengthUnit::of(Some("days"), "length").shown(0.5), "12h 00m");
        assert_eq!(minutes.interval(Some([3.0, 21.0])), "[3.0m, 21m]");
        assert_eq!(minutes.interval(None), "unbounded");
    }

    #[test]
    fn other_lengths_have_three_digits() {
        let plain = [LengthUnit::of(None, "lines"), LengthUnit::of(Some("none"), "minutes")];
        let shown = [
            (4.0, "4"),
            (12.0, "12"),
            (12.25, "12.2"),
            (0.5, "0.5"),
            (1234.4, "1,234"),
            (123.4, "123"),
            (0.001_234_5, "0.00123"),
            (0.0001, "1.00e-4"),
            (2e9, "2.00e9"),
            (0.0, "0"),
        ];
        for (length, text) in shown {
            assert_eq!(plain.map(|unit| unit.shown(length)), [text, text]);
        }
    }
}
