//! Errors and their ways out, where C has words of its own.

use scorio_core::rankers::RankersError;
use scorio_core::tally::TallyError;
use scorio_core::{Error, Remedy};

/// What is wrong. Entries of several models are named within the matrix of one model.
pub(crate) fn problem(error: &Error) -> String {
    let Error::Rankers(RankersError::Entry { model, error, .. }) = error else {
        return error.to_string();
    };
    match error {
        TallyError::Category { matrix, row, column, value, .. } => format!(
            "{matrix}[{row}, {column}] = {value} is not an outcome: rankings take 0 and 1 (of model \
             {model})"
        ),
        _ => format!("{error} (of model {model})"),
    }
}

/// What a caller of C can do.
pub(crate) fn words(remedy: &Remedy) -> String {
    match remedy {
        Remedy::DropMissing => "set drop_missing to leave missing outcomes out".to_owned(),
        Remedy::DropShort { most } => format!(
            "take k ≤ {most}, call scorio_interval, which accepts any k, or set drop_short to leave \
             such questions out"
        ),
        Remedy::TakeSmallerBudget { most } | Remedy::TakeSmallerOrDrop { most } => {
            format!("take k ≤ {most}")
        }
        Remedy::DropUnasked => "leave such questions out".to_owned(),
        Remedy::TakeCommonTrials => "take the trials that all models have".to_owned(),
        Remedy::TakeFirstTrials { most } => {
            format!("take the first {most} trials of each question at most")
        }
        Remedy::KeepOrder => "count the trials in their order".to_owned(),
        Remedy::ChooseOneModel => "choose one of them".to_owned(),
        Remedy::GiveBudget => "give k".to_owned(),
        Remedy::LeaveBudgetOut => "leave k out, or name a metric that has one".to_owned(),
        Remedy::TakeNormal => "call scorio_interval, a normal approximation".to_owned(),
        Remedy::CompareUnpaired { model } => format!(
            "give the questions the same names, leave {model} out, or compare without pairs"
        ),
        Remedy::InferAboutThese => {
            "infer about these questions alone, or add a question".to_owned()
        }
        Remedy::CompareTheseQuestions { unit } => {
            format!("compare on these questions alone, or add a {unit}")
        }
        Remedy::CompareQuestionsLikeThese => "compare on questions like these".to_owned(),
        Remedy::KeepValues => "keep the outcomes".to_owned(),
        Remedy::ScoreTheseQuestions { unit } => {
            format!("score these questions alone, or add a {unit}")
        }
        Remedy::AddTrialOrUnit { unit } => format!("add a trial or a {unit}"),
        Remedy::AddOtherwise => {
            "end the rubric with a category that has otherwise = true".to_owned()
        }
        Remedy::ChooseMissing => {
            "say missing = \"drop\" in the rubric to leave such trials out, or \
             name a category for them"
                .to_owned()
        }
        Remedy::NameSignal { signal } => {
            format!("fill the column of {signal}, or give it a number in the rubric file")
        }
        Remedy::FreezeThresholds => "freeze the thresholds on a log that has it".to_owned(),
        Remedy::FreezeOnSample => {
            "freeze the thresholds on a sample, or allow more memory".to_owned()
        }
        Remedy::ScoreUnclustered => "name the clusters, or score without clusters".to_owned(),
        Remedy::TakePrior { method } | Remedy::TakeOtherMethod { method } => {
            format!("take {method}")
        }
        Remedy::TakeExpectedPairs => "take expected pairs".to_owned(),
        Remedy::TakeAlignedPairs => "take an array of single trials, aligned".to_owned(),
        Remedy::ClipScores => "clip scores to the range of the bank".to_owned(),
        Remedy::ShortenWarmup => "take a shorter warm-up, or a larger budget".to_owned(),
        Remedy::ShortenWarmupOrAllowItems => "take a shorter warm-up, or more items".to_owned(),
        Remedy::DrawQuestions => "draw questions again".to_owned(),
        Remedy::RankWithoutInterval { unit } => {
            format!("rank without intervals, or add a {unit}")
        }
    }
}
