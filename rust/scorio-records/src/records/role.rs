//! What the values of a record are for: the places of wanted fields.

pub const MODEL: usize = 0;
pub const TASK: usize = 1;
pub const QUESTION: usize = 2;
pub const TRIAL: usize = 3;
pub const OUTCOME: usize = 4;
pub const CORRECT: usize = 5;
/// The number of trials that a record stands for, beside the outcome.
pub const TIMES: usize = CORRECT;
pub const CLUSTER: usize = 6;
pub const WEIGHT: usize = 7;
/// In messages. The number of trials takes the outcome's place.
pub const TOTAL: usize = 8;
/// In messages.
pub const REPETITIONS: usize = 9;
/// In messages. The share of successes takes the place of their number.
pub const RATE: usize = 10;

/// The name of a record in an object of records, as a field.
pub const KEY: &str = "@key";

/// What each role's field is needed for, in messages.
pub const ROLES: [&str; 11] = [
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
pub const OPTIONS: [&str; 11] = [
    "model", "task", "question", "trial", "outcome", "correct", "cluster", "weight", "total",
    "times", "rate",
];
