//! Queries and answers of a run.

/// A trial to run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Query {
    /// Its number, from 0.
    pub id: u64,
    /// Place of the model.
    pub model: usize,
    /// Place of the item.
    pub item: usize,
    /// What it is expected to cost.
    pub cost: f64,
}

/// A query without an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pending {
    /// The query.
    pub query: Query,
    /// Whether its trial failed, so that it is asked again.
    pub again: bool,
}

/// A trial that has ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Logged {
    /// Place of the model.
    pub model: usize,
    /// Place of the item.
    pub item: usize,
    /// Its score; nothing if it failed and was given up.
    pub score: Option<f64>,
    /// What it cost.
    pub cost: f64,
}

/// Why a run has nothing more to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// All pairs that matter are decided.
    Confident,
    /// Every standard error is small enough.
    Precision,
    /// No item is left, or no model may have more.
    Items,
    /// No further trial fits the budget.
    Budget,
}

impl StopReason {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Confident => "confident",
            Self::Precision => "precision",
            Self::Items => "items",
            Self::Budget => "budget",
        }
    }
}

/// All that a run is, beside its bank, models and options.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunState {
    /// Trials that have ended, in their order.
    pub log: Vec<Logged>,
    /// Queries without an answer.
    pub pending: Vec<Pending>,
    /// Queries so far: the number of the next one.
    pub asked: u64,
    /// Random numbers so far.
    pub drawn: u64,
}
