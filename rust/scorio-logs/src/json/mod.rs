//! JSON scanned for a few wanted fields, without building the rest.

pub(crate) mod canonical;
pub(crate) mod dotted;
pub(crate) mod fault;
pub(crate) mod fields;
pub(crate) mod keep;
pub(crate) mod node;
pub(crate) mod paths;
pub(crate) mod quoted;
pub(crate) mod scanner;
pub(crate) mod shape;
pub(crate) mod short;
#[cfg(test)]
mod tests;
pub(crate) mod value;
pub(crate) mod view;
pub(crate) mod words;
