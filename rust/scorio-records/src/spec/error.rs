//! What can be wrong with what the user says about a log.

use thiserror::Error;

use crate::remedy::Remedy;

/// What is wrong with an option.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum SpecError {
    /// A value that an option does not have.
    #[error("{option} = {given} is not one of {}", accepted.join(", "))]
    UnknownName {
        /// The option.
        option: &'static str,
        /// The given value.
        given: String,
        /// The values that it has.
        accepted: Vec<&'static str>,
    },
    /// A text that is not a regular expression.
    #[error("regrade = {given} cannot be used: {problem}")]
    Pattern {
        /// The text.
        given: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A signal's text that is not a regular expression.
    #[error("the signal {signal} matches {given}, which cannot be used: {problem}")]
    SignalPattern {
        /// The signal.
        signal: String,
        /// The text.
        given: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A threshold that is NaN.
    #[error("threshold = NaN is not a number")]
    Threshold,
    /// Fewer than two categories.
    #[error("categories are {count} in number: give at least two")]
    FewCategories {
        /// How many there are.
        count: usize,
    },
    /// More categories than scorio counts.
    #[error("categories are {count} in number: too many")]
    ManyCategories {
        /// How many there are.
        count: usize,
    },
    /// A category without a value.
    #[error("category {name} has no value")]
    EmptyCategory {
        /// The category.
        name: String,
    },
    /// Two categories of one name.
    #[error("category {name} is there twice")]
    CategoryTwice {
        /// The name.
        name: String,
    },
    /// A value of two categories.
    #[error("the value {value} is in the categories {first} and {second}")]
    ValueTwice {
        /// The value.
        value: String,
        /// A category.
        first: String,
        /// The other category.
        second: String,
    },
    /// An outcome that says several things at once, or nothing.
    #[error("outcome = {given} cannot be read: {problem}")]
    Expression {
        /// The text.
        given: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// A cost that is no sum of products.
    #[error("cost = {given} cannot be read: {problem}")]
    Cost {
        /// The text.
        given: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// A cost that uses none of the prices.
    #[error("cost = {given} uses none of the prices in {prices}: {}", columns.join(", "))]
    NoPriceNamed {
        /// The text.
        given: String,
        /// The file of the prices.
        prices: String,
        /// What is priced.
        columns: Vec<String>,
    },
    /// A price below 0.
    #[error("{prices} has the price {price} for {model}: give a number from 0")]
    Price {
        /// The file of the prices.
        prices: String,
        /// The model.
        model: String,
        /// The price.
        price: String,
    },
    /// Several fields are outcomes, and nothing says what tells them apart.
    #[error("outcome = {given} means several fields, and nothing says what their names are")]
    Nameless {
        /// The text.
        given: String,
    },
    /// A value of a category that also stands for no outcome.
    #[error("the value {value} is in a category, and stands for no outcome as well")]
    MissingCategory {
        /// The value.
        value: String,
    },
}

impl SpecError {
    /// What a user can do.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Nameless { .. } => Some(Remedy::SayWhatStarNames {}),
            _ => None,
        }
    }

    /// The name of the variant.
    pub fn name(&self) -> &'static str {
        match self {
            Self::UnknownName { .. } => "unknown_name",
            Self::SignalPattern { .. } => "signal_pattern",
            Self::Pattern { .. } => "pattern",
            Self::Threshold => "threshold",
            Self::FewCategories { .. } => "few_categories",
            Self::ManyCategories { .. } => "many_categories",
            Self::EmptyCategory { .. } => "empty_category",
            Self::CategoryTwice { .. } => "category_twice",
            Self::ValueTwice { .. } => "value_twice",
            Self::Expression { .. } => "expression",
            Self::Cost { .. } => "cost",
            Self::NoPriceNamed { .. } => "no_price_named",
            Self::Price { .. } => "price",
            Self::Nameless { .. } => "nameless",
            Self::MissingCategory { .. } => "missing_category",
        }
    }
}
