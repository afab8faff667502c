//! Declared calls and their rows.

pub(crate) mod call;
pub(crate) mod choices;
pub(crate) mod fields;
pub(crate) mod rows;
