//! What a user chooses of targets, by the names of Python, which checks them.

use scorio_core::Target;

pub(crate) fn target(sampled: bool) -> Target {
    if sampled { Target::QuestionsLikeThese } else { Target::TheseQuestions }
}
