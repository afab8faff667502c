//! Abilities of models from models of items.

pub mod response;
pub(crate) mod slopes;
