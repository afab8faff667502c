//! How many trials a comparison needs, what they will show, and when to stop.

pub mod calls;
pub(crate) mod components;
pub(crate) mod foresee;
pub(crate) mod further;
pub(crate) mod looks;
pub(crate) mod measured;
pub(crate) mod notes;
pub(crate) mod pair;
pub(crate) mod path;
pub(crate) mod power;
pub mod stopping;

pub use components::{Components, Split};
pub use foresee::{Foresight, foresee};
pub use looks::{Looks, looks};
pub use measured::Measured;
pub use pair::{MOST_TRIALS, Pair, Side};
pub use power::{Aim, smallest_difference};
