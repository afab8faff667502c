//! Conditions on the signals of a trial, with three truth values: a missing signal makes a condition unknown,
//! unless the rest of it decides.

/// What a condition compares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operand {
    /// The signal at this place.
    Signal(usize),
    /// The threshold at this place.
    Threshold(usize),
    /// A number.
    Number(f64),
}

/// How two operands are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
    /// `==`
    Equal,
    /// `!=`
    Different,
}

/// A condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// It always holds.
    Always,
    /// An operand is not 0.
    True(Operand),
    /// Two operands compare so.
    Compare(Operand, Comparison, Operand),
    /// Another condition does not hold.
    Not(Box<Condition>),
    /// All of them hold.
    All(Vec<Condition>),
    /// One of them holds.
    Any(Vec<Condition>),
}

impl Operand {
    /// Its value. A missing signal is NaN, and has none.
    fn value(self, signals: &[f64], thresholds: &[f64]) -> Option<f64> {
        let value = match self {
            Self::Signal(place) => signals.get(place).copied()?,
            Self::Threshold(place) => thresholds.get(place).copied()?,
            Self::Number(number) => number,
        };
        (!value.is_nan()).then_some(value)
    }
}

impl Comparison {
    fn holds(self, left: f64, right: f64) -> bool {
        match self {
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::Greater => left > right,
            Self::AtLeast => left >= right,
            Self::Equal => left == right,
            Self::Different => left != right,
        }
    }
}

impl Condition {
    /// Whether it holds (Kleene's logic). `None` if a missing signal decides.
    #[must_use]
    pub fn holds(&self, signals: &[f64], thresholds: &[f64]) -> Option<bool> {
        let value = |operand: &Operand| operand.value(signals, thresholds);
        match self {
            Self::Always => Some(true),
            Self::True(operand) => value(operand).map(|value| value != 0.0),
            Self::Compare(left, comparison, right) => {
                Some(comparison.holds(value(left)?, value(right)?))
            }
            Self::Not(condition) => condition.holds(signals, thresholds).map(|holds| !holds),
            Self::All(conditions) => {
                Self::decided(conditions, false, |one| one.holds(signals, thresholds))
            }
            Self::Any(conditions) => {
                Self::decided(conditions, true, |one| one.holds(signals, thresholds))
            }
        }
    }

    /// The truth value that decides if any condition has it, the other one if all have that.
    fn decided(
        conditions: &[Self],
        decisive: bool,
        holds: impl Fn(&Self) -> Option<bool>,
    ) -> Option<bool> {
        let mut known = Some(!decisive);
        for condition in conditions {
            match holds(condition) {
                Some(truth) if truth == decisive => return Some(decisive),
                Some(_) => {}
                None => known = None,
            }
        }
        known
    }

    /// Calls `visit` with each operand.
    pub(in crate::rubric) fn operands(&self, visit: &mut dyn FnMut(Operand)) {
        match self {
            Self::Always => {}
            Self::True(operand) => visit(*operand),
            Self::Compare(left, _, right) => {
                visit(*left);
                visit(*right);
            }
            Self::Not(condition) => condition.operands(visit),
            Self::All(conditions) | Self::Any(conditions) => {
                for condition in conditions {
                    condition.operands(visit);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_signals_are_unknown_unless_the_rest_decides() {
        let one = |place| Condition::True(Operand::Signal(place));
        let both = Condition::All(vec![one(0), one(1)]);
        let either = Condition::Any(vec![one(0), one(1)]);
        let nan = f64::NAN;
        for (signals, all, any) in [
            ([1.0, 1.0], Some(true), Some(true)),
            ([1.0, nan], None, Some(true)),
            ([nan, 1.0], None, Some(true)),
            ([0.0, nan], Some(false), None),
            ([nan, 0.0], Some(false), None),
            ([nan, nan], None, None),
        ] {
            assert_eq!(both.holds(&signals, &[]), all, "{signals:?}");
            assert_eq!(either.holds(&signals, &[]), any, "{signals:?}");
        }
        let not = Condition::Not(Box::new(both));
        assert_eq!(not.holds(&[0.0, nan], &[]), Some(true));
        assert_eq!(not.holds(&[1.0, nan], &[]), None);
    }
}
