//! JSON scanned for a few wanted fields, without building the rest.

pub mod canonical;
pub mod dotted;
pub mod fault;
pub mod fields;
pub mod keep;
pub mod node;
pub mod paths;
pub mod quoted;
pub mod scanner;
pub mod shape;
pub mod short;
#[cfg(test)]
mod tests;
pub mod value;
pub mod view;
pub mod words;
