//! How often each question had each outcome: by question, in the order of trials, and by count state.

pub(crate) mod by_number;
#[expect(clippy::module_inception, reason = "the file holds the type of this name")]
pub(crate) mod counts;
mod equal;
pub(crate) mod error;
mod fields;
pub(crate) mod inclusion;
mod index;
pub(crate) mod label;
pub(crate) mod limits;
pub(crate) mod merge;
mod names;
mod numbered;
pub(crate) mod order;
pub(crate) mod place;
pub(crate) mod pool;
pub(crate) mod question;
mod regraded;
pub(crate) mod results;
pub(crate) mod select;
pub(crate) mod states;

pub use counts::Counts;
pub use error::CountsError;
pub use fields::FieldValue;
pub use inclusion::Inclusion;
pub use place::Place;
pub use question::{Key, Question};
pub use results::{Results, results};
pub use select::Wanted;
pub use states::{State, States};
