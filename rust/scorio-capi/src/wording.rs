//! Errors and their ways out in words.

use scorio_core::rankers::RankersError;
use scorio_core::tally::TallyError;
use scorio_core::{Error, Remedy};
use scorio_words::{Dialect, spelled};

/// What is wrong. Entries of several models are named within the matrix of one model.
pub(crate) fn problem(error: &Error) -> String {
    let Error::Rankers(RankersError::Entry { model, error, .. }) = error else {
        return error.to_string();
    };
    match error {
        TallyError::Category { matrix, row, column, value, .. } => format!(
            "{matrix}[{row}, {column}] = {value} is not an outcome: rankings take 0 and 1 (of model \
             {model})"
        ),
        _ => format!("{error} (of model {model})"),
    }
}

/// What a caller can do, in the words of a language.
pub(crate) fn words(remedy: &Remedy, dialect: Dialect) -> String {
    spelled(remedy.template(), &remedy.values(), dialect)
}
