//! Winner sets: which models succeed together, and the strengths that explain it.

pub(crate) mod composite;
pub mod luce;
pub mod winner_sets;
