//! Errors of the core and their ways out in the words of JavaScript.

use scorio_core::check::CheckError;
use scorio_core::convergence::ConvergenceError;
use scorio_core::counts::CountsError;
use scorio_core::metric::MetricError;
use scorio_core::tally::TallyError;
use scorio_core::{Error, Place, Remedy};
use scorio_words::{Dialect, spelled, spelled_rule};

use crate::objects::camel;

/// The options whose names an error of the core may hold.
const OPTIONS: [&str; 23] = [
    "alpha0",
    "at",
    "at_most",
    "beta0",
    "caps",
    "concentration",
    "confidence",
    "half_width",
    "lam",
    "margin",
    "max_ratio",
    "money",
    "pass_power",
    "penalty",
    "power",
    "replicates",
    "shares",
    "spectrum",
    "tau",
    "tol",
    "unanimous_power",
    "weights",
    "within",
];

/// An argument as the caller writes it.
fn argument(name: &str) -> String {
    match name {
        "w" => "options.weights".to_owned(),
        "R0" | "gold" | "means" => format!("options.{name}"),
        _ if OPTIONS.contains(&name) => format!("options.{}", camel(name)),
        _ => camel(name),
    }
}

/// A matrix argument as the caller writes it. `named` stands for R.
fn matrix_of<'a>(matrix: &'a str, named: &'a str) -> &'a str {
    match matrix {
        "R0" => "options.R0",
        "R" => named,
        other => other,
    }
}

fn entry(matrix: &str, row: usize, column: usize) -> String {
    format!("{matrix}[{row}][{column}]")
}

fn element(name: &str, index: &[usize]) -> String {
    index.iter().fold(argument(name), |place, index| format!("{place}[{index}]"))
}

fn question(place: &Place, matrix: &str) -> String {
    match place {
        Place::Row(row) => format!("{matrix}[{row}]"),
        Place::Named(name) => name.clone(),
    }
}

fn of_entry(error: &TallyError, named: &str) -> String {
    match error {
        TallyError::Category { matrix, row, column, value, categories } => {
            let accepted = match categories {
                2 => "with two categories, outcomes are 0 and 1 (for more, give options.weights, \
                      one for each category)"
                    .to_owned(),
                _ => format!("there are {categories} categories, 0 to {}", categories - 1),
            };
            let place = entry(matrix_of(matrix, named), *row, *column);
            format!("{place} = {value} is not a category: {accepted}")
        }
        TallyError::Missing { matrix, row, column } => {
            format!("{} is missing", entry(matrix_of(matrix, named), *row, *column))
        }
        other => other.to_string(),
    }
}

/// What is wrong. `matrix` is the caller's name of the results matrix.
pub(crate) fn problem(error: &Error, matrix: &str) -> String {
    match error {
        Error::Tally(error) => of_entry(error, matrix),
        Error::Convergence(ConvergenceError::Entry { place, error }) => of_entry(error, place),
        Error::Convergence(ConvergenceError::Incomplete { place, row, column }) => format!(
            "{} is missing: a ranking by the first n trials needs every one of them",
            entry(place, *row, *column)
        ),
        Error::Check(error) => of_check(error, matrix),
        Error::Call(error) => match error.rule() {
            Some((rule, names)) => spelled_rule(rule, &names, Dialect::JavaScript),
            None => error.to_string(),
        },
        Error::Metric(MetricError::NoWeights) => {
            "options.weights is empty: give one weight for each category, at least two".to_owned()
        }
        Error::Metric(MetricError::OneWeight) => {
            "options.weights has 1 weight: give one for each category, at least two".to_owned()
        }
        Error::Metric(MetricError::WeightCount { weights, categories, names }) => format!(
            "options.weights has {weights} weights but the counts have {categories} categories \
             ({names})"
        ),
        Error::Metric(MetricError::WeightsNeeded { categories, names }) => format!(
            "options.weights is missing: the counts have {categories} categories ({names}), so a \
             score needs one weight for each"
        ),
        Error::Metric(MetricError::BudgetExceedsTrials { k, trials, question: at, .. }) => {
            let trials_word = if *trials == 1 { "trial" } else { "trials" };
            format!("k = {k} is more than the {trials} {trials_word} of {}", question(at, matrix))
        }
        Error::Counts(CountsError::NoTrials { row }) => {
            format!("{matrix}[{row}] has no observed trial; leave that question out")
        }
        Error::Counts(CountsError::Uneven { model, question, fewer, most }) => {
            let trials = if *fewer == 1 { "trial" } else { "trials" };
            format!(
                "question {question} of model {model} has {fewer} observed {trials}, others have \
                 {most}"
            )
        }
        Error::Numeric(error) => error.to_string(),
        Error::Counts(error) => error.to_string(),
        Error::Sums(error) => error.to_string(),
        Error::Metric(error) => error.to_string(),
        Error::Posterior(error) => error.to_string(),
        Error::Rank(error) => error.to_string(),
        Error::Compare(error) => error.to_string(),
        Error::Convergence(error) => error.to_string(),
        Error::Cost(error) => error.to_string(),
        Error::Horizon(error) => error.to_string(),
        Error::Drift(error) => error.to_string(),
        Error::Slices(error) => error.to_string(),
        // Rubrics, adaptive runs and ranking methods are not in this package. So the module leaves
        // their sentences out.
        other => other.kind().to_owned(),
    }
}

fn of_check(error: &CheckError, matrix: &str) -> String {
    match error {
        CheckError::Budget { name, k } => {
            let size = if *k < 1 { "small" } else { "large" };
            format!(
                "{} = {k} is too {size}: a budget is a whole number from 1 to 1,000,000,000",
                argument(name)
            )
        }
        CheckError::Level { name, value } => {
            format!("{} = {value} is not between 0 and 1", argument(name))
        }
        CheckError::Share { name, index, text, .. } => {
            format!("{} = {text} is not in [0, 1]", element(name, index))
        }
        CheckError::Finite { name, index, value } => {
            format!("{} = {value} is not finite", element(name, index))
        }
        CheckError::Positive { name, value } => {
            format!("{} = {value} is not positive and finite", argument(name))
        }
        CheckError::NotNegative { name, index, value } => {
            format!("{} = {value} is not a finite number from 0", element(name, index))
        }
        CheckError::Range { name, index, value, range } => {
            format!("{} = {value} is not {range}", element(name, index))
        }
        CheckError::Empty { matrix: name, rows, columns } => format!(
            "{} has {rows} rows and {columns} columns: a score needs at least one question and one \
             trial",
            matrix_of(name, matrix)
        ),
        other => other.to_string(),
    }
}

/// Where the error is, if it is about one place.
pub(crate) fn place(error: &Error, matrix: &str) -> Option<String> {
    match error {
        Error::Tally(error) => place_of_entry(error, matrix),
        Error::Convergence(ConvergenceError::Entry { place, error }) => {
            place_of_entry(error, place)
        }
        Error::Convergence(ConvergenceError::Incomplete { place, row, column }) => {
            Some(entry(place, *row, *column))
        }
        Error::Check(
            CheckError::Share { name, index, .. }
            | CheckError::NotNegative { name, index, .. }
            | CheckError::Range { name, index, .. },
        ) => Some(element(name, index)),
        Error::Check(CheckError::Finite { name, index, .. }) => Some(element(name, index)),
        Error::Check(
            CheckError::Budget { name, .. }
            | CheckError::Level { name, .. }
            | CheckError::Positive { name, .. },
        ) => Some(argument(name)),
        Error::Check(CheckError::Empty { matrix: name, .. }) => {
            Some(matrix_of(name, matrix).to_owned())
        }
        Error::Metric(
            MetricError::NoWeights
            | MetricError::OneWeight
            | MetricError::WeightCount { .. }
            | MetricError::WeightsNeeded { .. },
        ) => Some("options.weights".to_owned()),
        Error::Metric(MetricError::BudgetExceedsTrials { question: at, .. }) => {
            Some(question(at, matrix))
        }
        Error::Counts(CountsError::NoTrials { row }) => Some(format!("{matrix}[{row}]")),
        _ => None,
    }
}

fn place_of_entry(error: &TallyError, named: &str) -> Option<String> {
    match error {
        TallyError::Category { matrix, row, column, .. }
        | TallyError::Missing { matrix, row, column } => {
            Some(entry(matrix_of(matrix, named), *row, *column))
        }
        _ => None,
    }
}

/// What a caller of JavaScript can do.
pub(crate) fn words(remedy: &Remedy) -> String {
    spelled(remedy.template(), &remedy.values(), Dialect::JavaScript)
}
