//! Errors of ranking methods.

use thiserror::Error;

use crate::check::plural;
use crate::counts::place::Place;
use crate::remedy::{Fault, Remedy};
use crate::tally::error::TallyError;

/// An error of ranking methods.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum RankersError {
    /// A method that is not in the list.
    #[error("there is no ranking method {name:?}: the methods are {known}")]
    Unknown {
        /// The name.
        name: String,
        /// The methods.
        known: String,
    },
    /// An option that the method does not have.
    #[error("{method} has no option {option:?}{}", known_options(known))]
    UnknownOption {
        /// The method.
        method: &'static str,
        /// The option.
        option: String,
        /// Its options.
        known: String,
    },
    /// An option without a default that is missing.
    #[error("{method} needs the option {option}")]
    OptionMissing {
        /// The method.
        method: &'static str,
        /// The option.
        option: &'static str,
    },
    /// A vector that does not have one number for each model.
    #[error("{option} has {} but there are {}", plural(*numbers, "number"), plural(*models, "model"))]
    OptionLength {
        /// The option.
        option: &'static str,
        /// Its numbers.
        numbers: usize,
        /// Models.
        models: usize,
    },
    /// Fewer than two models.
    #[error("{} to rank: a ranking needs at least two models", plural(*models, "model"))]
    TooFewModels {
        /// How many.
        models: usize,
    },
    /// No questions with trials.
    #[error("there is no question with a trial: there is nothing to rank by")]
    NoQuestions,
    /// A model without a trial.
    #[error("model {model} has no trial with an outcome: it has no rank")]
    NoTrials {
        /// The model.
        model: String,
    },
    /// An outcome of one model that cannot be counted.
    #[error("{}", entry(*model, *trials, error))]
    Entry {
        /// The model, from 0.
        model: usize,
        /// Trials of the array. Of a single one, the place has no third number.
        trials: usize,
        /// What is wrong.
        error: TallyError,
    },
    /// A budget above the trials of a question.
    #[error("{method}: k = {k} is more than the {trials} {} of {question}", if *trials == 1 { "trial" } else { "trials" })]
    Budget {
        /// The method.
        method: &'static str,
        /// The budget.
        k: u64,
        /// Observed trials.
        trials: u64,
        /// Which question.
        question: Place,
    },
    /// An array that has no two or three axes.
    #[error(
        "R has {models} models, {questions} questions and {trials} trials: each has to be at least 1"
    )]
    Empty {
        /// Models.
        models: usize,
        /// Questions.
        questions: usize,
        /// Trials.
        trials: usize,
    },
    /// Trials that are part of a success, for a metric that counts successes.
    #[error("{method} counts whole successes, but {model} has trials of which a part counts")]
    Parts {
        /// The method.
        method: &'static str,
        /// The model.
        model: String,
    },
    /// Weights of categories outside [0, 1].
    #[error("category {category} has the weight {weight}: ranking needs weights from 0 to 1")]
    CategoryWeight {
        /// The category.
        category: String,
        /// Its weight.
        weight: f64,
    },
    /// Questions with weights.
    #[error("the questions have weights, but ranking methods count every question once")]
    Weighted,
    /// No clusters.
    #[error("the questions have no clusters to draw from")]
    Unclustered,
    /// Models that always beat the rest.
    #[error("{method} has no finite strengths: nothing speaks for {below} against {above}")]
    Apart {
        /// The method.
        method: &'static str,
        /// Models that are never beaten by the others.
        above: String,
        /// Models that never beat the others.
        below: String,
    },
    /// Models that are compared, and never differ.
    #[error("{method} has no scores: all pairs of {first} with {second} are ties")]
    AllTies {
        /// The method.
        method: &'static str,
        /// Some models.
        first: String,
        /// The others.
        second: String,
    },
    /// Wins or ties that one limit of the tie strength explains without error.
    #[error("{method} has no finite strengths: an infinite tie strength fits best")]
    Ties {
        /// The method.
        method: &'static str,
    },
    /// No more successes than lucky guesses give.
    #[error(
        "{method} has no finite difficulties: successes ({successes} of {trials} trials) are no more \
             than lucky guesses give with fix_guessing = {chance}"
    )]
    Guessed {
        /// The method.
        method: &'static str,
        /// Successes of all models.
        successes: f64,
        /// Their trials.
        trials: f64,
        /// The chance of a lucky guess.
        chance: f64,
    },
    /// A slope without a prior that few models do not hold.
    #[error(
        "{method} has no finite slope of question {question}: there are too few models for slopes \
             without a prior"
    )]
    Steep {
        /// The method.
        method: &'static str,
        /// The question, from 0.
        question: usize,
    },
    /// No question that tells models apart.
    #[error("{method} has no slopes: no question has a success and a failure")]
    NothingVaries {
        /// The method.
        method: &'static str,
    },
    /// Models without a question in common.
    #[error("no question compares {first} with {second}")]
    Unlinked {
        /// Some models.
        first: String,
        /// The others.
        second: String,
    },
    /// Ties where only wins are possible.
    #[error("tie_strength = 1 allows no ties, but some trials tie")]
    NoTies,
    /// More models that win together than are allowed.
    #[error("max_tie_order = {most}, but {needed} models win a trial together")]
    TieOrder {
        /// The most that are allowed.
        most: f64,
        /// The most that do.
        needed: usize,
    },
    /// More models in a circle of majorities than Kemeny's rule can order.
    #[error(
        "majorities leave {models} models in one group, and kemeny_young orders groups of at most {most}"
    )]
    LargeGroup {
        /// Models of the group.
        models: usize,
        /// The most models of a group.
        most: usize,
    },
    /// An interval that the method does not have.
    #[error("{method} has no sandwich interval: only models of pairs have one")]
    NoSandwich {
        /// The method.
        method: &'static str,
    },
    /// A posterior that the method does not have.
    #[error(
        "{method} has no posterior: only models of pairs, avg, bayes and metrics of k trials have one"
    )]
    NoPosterior {
        /// The method.
        method: &'static str,
    },
    /// An interval of the mean, around a quantile.
    #[error("{method} ranks by a quantile, but the interval of the posterior is of its mean")]
    QuantileInterval {
        /// The method.
        method: &'static str,
    },
    /// A prior with corners, where strengths have no normal errors.
    #[error("{method} has no normal errors with a Laplace prior: it holds strengths at its corner")]
    Corners {
        /// The method.
        method: &'static str,
    },
    /// A penalty of a prior that is no number.
    #[error("the penalty of the prior is {value}: it has to be a finite number")]
    Penalty {
        /// The value.
        value: f64,
    },
    /// A penalty of a prior that Newton's steps cannot follow.
    #[error(
        "no strengths have the highest posterior density that steps can reach: \
             the penalty of the prior has to be smooth and may not fall without end"
    )]
    Rough,
    /// A method of single trials.
    #[error("{method} counts no pairs of trials: how they are paired does not matter")]
    NoPairing {
        /// The method.
        method: &'static str,
    },
    /// Trials that are not matched.
    #[error("aligned pairs need the trials of each question in their order, but counts have none")]
    NotAligned,
    /// Trials without an order, for a method of trials in order.
    #[error("{method} needs the trials of each question in their order")]
    NeedsOrder {
        /// The method.
        method: &'static str,
    },
    /// Random orders of trials that are in order.
    #[error("orders is for {method} over random orders, but aligned trials are in order")]
    OrderedAlready {
        /// The method.
        method: &'static str,
    },
    /// One question or cluster.
    #[error("there is one {unit}: an interval needs at least two")]
    OneUnit {
        /// `question` or `cluster`.
        unit: &'static str,
    },
    /// No draw of the questions has scores.
    #[error("{method} has scores of these questions, but of none of {draws} draws of them")]
    NoReplicate {
        /// The method.
        method: &'static str,
        /// How many draws.
        draws: u64,
    },
}

/// What is wrong with an entry of models × questions × trials.
fn entry(model: usize, trials: usize, error: &TallyError) -> String {
    let (TallyError::Category { matrix, row, column, .. }
    | TallyError::Missing { matrix, row, column }) = error
    else {
        return format!("{error} (of model {model})");
    };
    let last = if trials == 1 { String::new() } else { format!(", {column}") };
    let place = format!("{matrix}[{model}, {row}{last}]");
    match error {
        TallyError::Category { value, .. } => {
            format!("{place} = {value} is not an outcome: rankings take 0 and 1")
        }
        _ => format!("{place} is missing"),
    }
}

fn known_options(known: &str) -> String {
    if known.is_empty() { ": it has none".to_owned() } else { format!(": it has {known}") }
}

impl Fault for RankersError {
    fn kind(&self) -> &'static str {
        match self {
            Self::Unknown { .. } => "rankers.unknown",
            Self::UnknownOption { .. } => "rankers.unknown_option",
            Self::OptionMissing { .. } => "rankers.option_missing",
            Self::OptionLength { .. } => "rankers.option_length",
            Self::TooFewModels { .. } => "rankers.too_few_models",
            Self::NoQuestions => "rankers.no_questions",
            Self::NoTrials { .. } => "rankers.no_trials",
            Self::Entry { error, .. } => error.kind(),
            Self::Empty { .. } => "rankers.empty",
            Self::Budget { .. } => "rankers.budget",
            Self::Parts { .. } => "rankers.parts",
            Self::CategoryWeight { .. } => "rankers.category_weight",
            Self::Weighted => "rankers.weighted",
            Self::Unclustered => "rankers.unclustered",
            Self::Apart { .. } => "rankers.apart",
            Self::AllTies { .. } => "rankers.all_ties",
            Self::Ties { .. } => "rankers.ties",
            Self::Guessed { .. } => "rankers.guessed",
            Self::Steep { .. } => "rankers.steep",
            Self::NothingVaries { .. } => "rankers.nothing_varies",
            Self::Unlinked { .. } => "rankers.unlinked",
            Self::NoTies => "rankers.no_ties",
            Self::TieOrder { .. } => "rankers.tie_order",
            Self::LargeGroup { .. } => "rankers.large_group",
            Self::NoSandwich { .. } => "rankers.no_sandwich",
            Self::NoPosterior { .. } => "rankers.no_posterior",
            Self::QuantileInterval { .. } => "rankers.quantile_interval",
            Self::Corners { .. } => "rankers.corners",
            Self::Penalty { .. } => "rankers.penalty",
            Self::Rough => "rankers.rough",
            Self::NoPairing { .. } => "rankers.no_pairing",
            Self::NotAligned => "rankers.not_aligned",
            Self::NeedsOrder { .. } => "rankers.needs_order",
            Self::OrderedAlready { .. } => "rankers.ordered_already",
            Self::OneUnit { .. } => "rankers.one_unit",
            Self::NoReplicate { .. } => "rankers.no_replicate",
        }
    }

    fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Entry { error, .. } => error.remedy(),
            Self::Budget { trials, .. } => Some(Remedy::TakeSmallerBudget { most: *trials }),
            Self::Apart { method, .. }
            | Self::AllTies { method, .. }
            | Self::NoReplicate { method, .. } => {
                Some(Remedy::TakePrior { method: with_prior(method) })
            }
            Self::OptionMissing { option: "k", .. } => Some(Remedy::GiveBudget),
            Self::Ties { .. } => Some(Remedy::TakeOtherMethod { method: "bradley_terry".into() }),
            Self::Guessed { .. } | Self::Steep { .. } | Self::NothingVaries { .. } => {
                Some(Remedy::TakeOtherMethod { method: "rasch_2pl".into() })
            }
            Self::Parts { .. } => Some(Remedy::TakeOtherMethod { method: "avg".into() }),
            Self::LargeGroup { .. } => Some(Remedy::TakeOtherMethod { method: "schulze".into() }),
            Self::NeedsOrder { .. } => Some(Remedy::TakeAlignedPairs),
            Self::NotAligned | Self::OrderedAlready { .. } => Some(Remedy::TakeExpectedPairs),
            Self::Unclustered => Some(Remedy::ScoreUnclustered),
            Self::NoSandwich { .. }
            | Self::NoPosterior { .. }
            | Self::QuantileInterval { .. }
            | Self::Corners { .. } => Some(Remedy::DrawQuestions),
            Self::OneUnit { unit } => {
                Some(Remedy::RankWithoutInterval { unit: (*unit).to_owned() })
            }
            _ => None,
        }
    }

    fn count_from(&mut self, first: usize) {
        match self {
            Self::Entry { model, error, .. } => {
                *model = model.saturating_add(first);
                error.count_from(first);
            }
            Self::Steep { question, .. } => *question = question.saturating_add(first),
            _ => {}
        }
    }
}

/// The method with a prior that stands for one without.
fn with_prior(method: &str) -> String {
    match method {
        "bradley_terry"
        | "plackett_luce"
        | "bradley_terry_davidson"
        | "rao_kupper"
        | "bradley_terry_luce"
        | "davidson_luce"
        | "rasch" => format!("{method}_map"),
        "dynamic_irt" => "rasch_map".to_owned(),
        _ => "bradley_terry_map".to_owned(),
    }
}

/// Up to three names, and how many more there are.
pub(crate) fn names(models: &[String], chosen: &[usize]) -> String {
    let named: Vec<&str> =
        chosen.iter().take(3).filter_map(|&model| models.get(model)).map(String::as_str).collect();
    match chosen.len().saturating_sub(3) {
        0 => named.join(", "),
        more => format!("{} and {} more", named.join(", "), more),
    }
}
