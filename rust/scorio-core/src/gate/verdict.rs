//! What a gate says.

use crate::rows::value::{Cell, Kind, Value};

/// What a gate says of a score or of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GateVerdict {
    /// It reaches the level, with the confidence.
    Pass,
    /// It is below the level, with the confidence.
    Fail,
    /// The trials do not tell.
    Undecided,
}

/// Which verdicts about the questions of a model are adjusted for their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjusted {
    /// None.
    Nothing,
    /// Fails. All questions must pass, so that passes need no adjustment.
    Fails,
    /// Fails and passes.
    Both,
}

impl GateVerdict {
    /// The name that users see.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Undecided => "undecided",
        }
    }
}

/// The verdict, where it cannot both pass and fail.
#[must_use]
pub fn verdict_of(passes: bool, fails: bool) -> GateVerdict {
    match (passes, fails) {
        (true, _) => GateVerdict::Pass,
        (_, true) => GateVerdict::Fail,
        _ => GateVerdict::Undecided,
    }
}

impl Cell for GateVerdict {
    const KIND: Kind = Kind::Text;

    fn value(&self) -> Value {
        Value::Text(self.name().to_owned())
    }
}
