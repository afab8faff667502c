//! The list of calls.

use super::call::{Answer, Call, Input};
use super::error::CallError;
use super::given::Given;
use crate::error::Result;

/// Every declared call.
pub const CALLS: &[&Call] = &[
    &crate::gate::CALL,
    &crate::leaderboard::CALL,
    &crate::compare::CALL,
    &crate::compare::PAIRS_CALL,
];

/// The call of a name.
///
/// # Errors
/// There is none.
pub fn find(name: &str) -> Result<&'static Call> {
    let call = CALLS.iter().find(|call| call.name == name);
    call.copied().ok_or_else(|| CallError::Unknown { name: name.to_owned() }.into())
}

/// Whether a call has an option of this name.
#[must_use]
pub fn is_option(name: &str) -> bool {
    let mut options = CALLS.iter().flat_map(|call| call.options.options());
    options.any(|option| option.name == name)
}

/// Answers a call of a name.
///
/// # Errors
/// There is no such call; an option is wrong; those of the call.
pub fn call(name: &str, input: Input<'_>, given: &Given) -> Result<Answer> {
    (find(name)?.run)(input, given)
}
