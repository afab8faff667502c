//! How long a task a model can do: the length at which its success falls to a half, or to another share.
//!
//! - `tasks` reads tasks and lengths of counts, with their `results`. `item` has the difficulty that other models tell.
//! - `fit` has the logistic curve of success on the logarithm of the length, and what each cluster adds to it.
//! - `overlap` says what results tell that allow no fit.
//! - `interval` has Fieller's interval of a horizon.
//! - `found` is what the results of a model say, and `mark` its horizon at a share.
//! - `ratio` compares two models, and `doubling` follows horizons over `dates`.
//! - `bins` has observed beside fitted shares.
//! - `span` writes lengths.

mod bins;
mod call;
mod dates;
mod doubling;
pub mod error;
mod figures;
mod fit;
mod found;
mod interval;
mod item;
mod mark;
mod notes;
mod overlap;
mod ratio;
mod results;
pub mod rows;
mod span;
mod tasks;
mod telling;

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;

pub use call::{CALL, HorizonOptions};
pub use dates::is_date;
