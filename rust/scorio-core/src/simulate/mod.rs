//! Models with known success probabilities, and trials drawn from them.

pub mod calls;
pub(crate) mod models;
pub(crate) mod trials;

pub use models::{MEANS, ORIGINAL_MEANS, categorical, coins, originals, updates};
pub use trials::trials;
