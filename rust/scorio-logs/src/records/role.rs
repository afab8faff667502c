//! What the values of a record are for: the places of wanted fields.

pub(crate) const MODEL: usize = 0;
pub(crate) const TASK: usize = 1;
pub(crate) const QUESTION: usize = 2;
pub(crate) const TRIAL: usize = 3;
pub(crate) const OUTCOME: usize = 4;
pub(crate) const CORRECT: usize = 5;
/// The number of trials that a record stands for, beside the outcome.
pub(crate) const TIMES: usize = CORRECT;
pub(crate) const CLUSTER: usize = 6;
pub(crate) const WEIGHT: usize = 7;
/// In messages. The number of trials takes the outcome's place.
pub(crate) const TOTAL: usize = 8;
/// In messages.
pub(crate) const REPETITIONS: usize = 9;
/// In messages. The share of successes takes the place of their number.
pub(crate) const RATE: usize = 10;

/// The name of a record in an object of records, as a field.
pub(crate) const KEY: &str = "@key";

/// What each role's field is needed for, in messages.
pub(crate) const ROLES: [&str; 11] = [
    "model",
    "task",
    "question",
    "trial",
    "outcome",
    "number of correct trials",
    "cluster",
    "weight",
    "number of trials",
    "number of trials of the record",
    "share of successes",
];

/// The options that name the fields.
pub(crate) const OPTIONS: [&str; 11] = [
    "model", "task", "question", "trial", "outcome", "correct", "cluster", "weight", "total",
    "times", "rate",
];
