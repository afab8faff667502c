//! The list of calls.

use super::call::{About, Answer, Call, Input, Workers};
use super::error::CallError;
use super::given::Given;
use crate::error::Result;
use crate::near::likeliest;

/// The calls of every build.
const CALLS: &[&Call] = &[
    &crate::gate::CALL,
    &crate::leaderboard::CALL,
    &crate::compare::CALL,
    &crate::compare::PAIRS_CALL,
    &crate::plan::calls::trials_needed::CALL,
    &crate::plan::calls::smallest_difference::CALL,
    &crate::plan::calls::foresee::CALL,
    &crate::plan::calls::trials_for_half_width::CALL,
    &crate::plan::calls::trials_to_separate::known::CALL,
    &crate::plan::calls::trials_to_separate::counted::CALL,
    &crate::plan::calls::budget::CALL,
    &crate::simulate::calls::coins::CALL,
    &crate::simulate::calls::categorical::CALL,
    &crate::simulate::calls::outcomes::CALL,
    &crate::rank::calls::tau::CALL,
    &crate::rank::calls::rho::CALL,
    &crate::rank::calls::weighted::CALL,
    &crate::rank::calls::places::CALL,
    &crate::rank::calls::lettered::CALL,
    &crate::rank::separated::CALL,
    &crate::rank::calls::pairs::CALL,
    &crate::rank::call_chances::CALL,
    &crate::judge::calls::quality_of::CALL,
    &crate::judge::calls::next_labels::CALL,
    &crate::slices::CALL,
    &crate::slices::KNOWN_CALL,
    &crate::cost::CALL,
    &crate::cost::GATE_CALL,
    &crate::cost::PLAN_CALL,
    &crate::horizon::CALL,
    &crate::drift::CALL,
];

/// Calls that JavaScript lacks, and its module leaves out with the code behind them.
const NATIVE_CALLS: &[&Call] = &[
    &crate::plan::calls::repeated_looks::CALL,
    &crate::plan::calls::questions_or_trials::counted::CALL,
    &crate::plan::calls::questions_or_trials::known::CALL,
    &crate::plan::calls::stopping::interval::CALL,
    &crate::plan::calls::stopping::narrow::CALL,
    &crate::plan::calls::stopping::top::CALL,
    &crate::plan::calls::stopping::next::CALL,
    &crate::simulate::calls::originals::CALL,
    &crate::simulate::calls::updates::CALL,
    &crate::convergence::calls::courses::CALL,
    &crate::convergence::calls::trajectory::CALL,
    &crate::convergence::calls::replicate::CALL,
    &crate::rank::calls::agreed::CALL,
    &crate::rankers::CALL,
    &crate::adaptive::calls::located::CALL,
    &crate::adaptive::calls::next::CALL,
    &crate::adaptive::calls::decided::CALL,
    &crate::tailpass::calls::profile::CALL,
    &crate::tailpass::calls::linear::CALL,
    &crate::tailpass::calls::moment::CALL,
    &crate::tailpass::calls::empirical::CALL,
    &crate::tailpass::calls::weights::CALL,
    &crate::answers::calls::best_of::CALL,
    &crate::answers::calls::best_of_interval::CALL,
    &crate::answers::calls::vote::CALL,
    &crate::answers::calls::vote_interval::CALL,
    &crate::judge::agreement::CALL,
    &crate::rubric::calls::rubrics::CALL,
    &crate::rubric::calls::grade::CALL,
];

/// Every declared call of this build.
pub fn all() -> impl Iterator<Item = &'static Call> {
    let native: &[_] = if cfg!(target_family = "wasm") { &[] } else { NATIVE_CALLS };
    CALLS.iter().chain(native).copied()
}

/// The call of a name.
///
/// # Errors
/// There is none.
pub fn find(name: &str) -> Result<&'static Call> {
    let call = all().find(|call| call.name == name);
    call.ok_or_else(|| {
        let near = likeliest(name, all().map(|call| call.name));
        CallError::Unknown { name: name.to_owned(), near }.into()
    })
}

/// Whether a call has an option of this name.
#[must_use]
pub fn is_option(name: &str) -> bool {
    let mut options = all().flat_map(|call| call.options.options());
    options.any(|option| option.name == name)
}

/// Answers a call of a name.
///
/// # Errors
/// There is no such call; an option is wrong; those of the call.
pub fn call(name: &str, input: Input<'_>, given: Given, work: &Workers<'_>) -> Result<Answer> {
    let call = find(name)?;
    let needless = match input {
        Input::Nothing => None,
        Input::Counts(_) | Input::Pair(..) => Some("counts"),
        Input::Sums(_) => Some("sums"),
    };
    if let (About::Nothing, Some(given)) = (call.about, needless) {
        return Err(CallError::Told { call: call.name, given }.into());
    }
    (call.run)(input, given, work)
}
