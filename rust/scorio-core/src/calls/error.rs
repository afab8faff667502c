//! What can be wrong with the options of a call.

use thiserror::Error;

use crate::remedy::Fault;

/// What is wrong with the options of a call.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum CallError {
    /// A call that there is not.
    #[error("there is no call {name:?}{}", meaning(near.as_deref()))]
    Unknown {
        /// Its name.
        name: String,
        /// The name that is most like it.
        near: Option<String>,
    },
    /// An option that the call does not have.
    #[error("{option:?} is not an option of {call}{}", meaning(near.as_deref()))]
    Option {
        /// The option.
        option: String,
        /// The call.
        call: &'static str,
        /// The option that is most like it.
        near: Option<String>,
    },
    /// An option that is given twice.
    #[error("{option} is given twice: give it once")]
    Twice {
        /// The option.
        option: &'static str,
    },
    /// Counts or sums for a call that is about neither.
    #[error("{call} is about its options alone: give it no {given}")]
    Told {
        /// The call.
        call: &'static str,
        /// What is given.
        given: &'static str,
    },
    /// An option that has to be given.
    #[error("{option} is missing{}", meant(doc))]
    Missing {
        /// The option.
        option: &'static str,
        /// Its meaning.
        doc: &'static str,
    },
    /// A value of another kind.
    #[error("the option {option} has to be {needed}")]
    Kind {
        /// The option.
        option: &'static str,
        /// What it has to be.
        needed: &'static str,
    },
    /// A text that is none of some.
    #[error("{option} = '{given}' is not one of '{}'", known.join("', '"))]
    Choice {
        /// The option.
        option: &'static str,
        /// The text.
        given: String,
        /// Those that there are.
        known: &'static [&'static str],
    },
    /// Two options that do not go together.
    #[error("{}", plain(why, it, other))]
    Excluded {
        /// The option that excludes.
        it: &'static str,
        /// The option that it excludes.
        other: &'static str,
        /// The words, with both as `{it=}` and `{other=}`.
        why: &'static str,
    },
    /// An option that needs another.
    #[error("{}", plain(why, it, other))]
    Needed {
        /// The option.
        it: &'static str,
        /// The option that it needs.
        other: &'static str,
        /// The words, with both as `{it=}` and `{other=}`.
        why: &'static str,
    },
    /// An option that is of no use.
    #[error("{}", plain(why, it, it))]
    Needless {
        /// The option.
        it: &'static str,
        /// The words, with the option as `{it=}`.
        why: &'static str,
    },
    /// Nothing to answer about.
    #[error("{call} needs counts")]
    Untold {
        /// The call.
        call: &'static str,
    },
    /// Numbers, where categories are needed.
    #[error("{call} needs categories, but these outcomes are numbers")]
    Numbers {
        /// The call.
        call: &'static str,
    },
    /// A level that no interval can reach.
    #[error("{}", of_scores(*level, *highest))]
    Level {
        /// The level.
        level: f64,
        /// The highest score.
        highest: f64,
    },
    /// A level that every score reaches.
    #[error(
        "every score reaches the level {level}, so this gate always passes: say a level above {lowest}"
    )]
    LowLevel {
        /// The level.
        level: f64,
        /// The lowest score.
        lowest: f64,
    },
    /// A level that no trials of a question show, or that every question reaches.
    #[error("{}", of_questions(*level))]
    LevelOfQuestions {
        /// The level.
        level: f64,
    },
    /// A name that there is not.
    #[error("there is no model '{name}': there are {}", known.join(", "))]
    NoModel {
        /// The name.
        name: String,
        /// Those that there are.
        known: Vec<String>,
    },
    /// A declaration that does not fit its struct. The tests of declarations find it.
    #[error("the declaration of {name} does not fit its struct")]
    Declared {
        /// Where.
        name: &'static str,
    },
}

/// Asks whether another name is meant.
fn meaning(near: Option<&str>) -> String {
    near.map(|name| format!(": do you mean {name}?")).unwrap_or_default()
}

/// The words of a rule with the names as they are declared.
fn plain(why: &str, it: &str, other: &str) -> String {
    why.replace("{it=}", it).replace("{other=}", other)
}

/// What an option is. The WebAssembly module has no meanings.
fn meant(doc: &str) -> String {
    let doc = doc.trim().trim_end_matches('.');
    let mut letters = doc.chars();
    let first = letters.next().map(|first| format!(": {}", first.to_lowercase()));
    first.unwrap_or_default() + letters.as_str()
}

/// Why a level is none of single questions.
fn of_questions(level: f64) -> String {
    if level <= 0.0 {
        format!(
            "every question reaches the level {level}, so this gate always passes: say a level above 0"
        )
    } else if level == 1.0 {
        "no trials show that a question always succeeds: say a level below 1, as 0.95".to_owned()
    } else {
        format!("the level {level} is not between 0 and 1{}", hundred(level))
    }
}

fn of_scores(level: f64, highest: f64) -> String {
    if level > highest {
        let hundred = hundred(level);
        return format!("the level {level} is above {highest}, which no score exceeds{hundred}");
    }
    format!(
        "no score passes the level {level}, the highest there is: the lower end of an interval stays below it; say a lower level"
    )
}

fn hundred(level: f64) -> String {
    let is_percent = (2.0..=100.0).contains(&level);
    if is_percent {
        format!(": for {level} in a hundred, give {}", level / 100.0)
    } else {
        String::new()
    }
}

impl CallError {
    /// An option of categories, where there are numbers.
    pub(crate) fn of_categories(it: &'static str) -> Self {
        Self::Needless { it, why: "numeric scores have no categories, and so no {it=}" }
    }

    /// The words of a rule between two options, and both, for languages that spell options.
    #[must_use]
    pub fn rule(&self) -> Option<(&'static str, [(&'static str, &'static str); 2])> {
        match self {
            Self::Excluded { it, other, why } | Self::Needed { it, other, why } => {
                Some((why, [("it", it), ("other", other)]))
            }
            Self::Needless { it, why } => Some((why, [("it", it), ("other", it)])),
            _ => None,
        }
    }
}

impl Fault for CallError {
    fn kind(&self) -> &'static str {
        match self {
            Self::Unknown { .. } => "call.unknown",
            Self::Option { .. } => "call.option",
            Self::Twice { .. } => "call.twice",
            Self::Told { .. } => "call.told",
            Self::Missing { .. } => "call.missing",
            Self::Kind { .. } => "call.kind",
            Self::Choice { .. } => "call.choice",
            Self::Excluded { .. } => "call.excluded",
            Self::Needed { .. } => "call.needed",
            Self::Needless { .. } => "call.needless",
            Self::Untold { .. } => "call.untold",
            Self::Numbers { .. } => "call.numbers",
            Self::Level { .. } | Self::LowLevel { .. } | Self::LevelOfQuestions { .. } => {
                "check.range"
            }
            Self::NoModel { .. } => "call.no_model",
            Self::Declared { .. } => "call.declared",
        }
    }

    fn out_of_range(&self) -> Option<f64> {
        match self {
            Self::Level { level, .. }
            | Self::LowLevel { level, .. }
            | Self::LevelOfQuestions { level } => Some(*level),
            _ => None,
        }
    }
}
