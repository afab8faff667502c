//! How far a judge can be trusted: its error rates, whom it favours, how far judges agree, and whether chance
//! chose the labelled trials.

pub(crate) mod alpha;
pub(crate) mod favour;
pub(crate) mod quality;
pub mod unlike;

#[cfg(test)]
mod tests;
