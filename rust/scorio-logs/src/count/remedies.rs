//! The names of errors of counting, and what a user can do about them.

use scorio_core::counts::CountsError;

use crate::count::error::CountError;
use crate::remedy::{RecordRemedy, Remedy};
use crate::spec::rate::MORE_THAN_ALL;

impl CountError {
    /// The name of the variant.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Empty { .. } => "empty",
            Self::AllSkipped { .. } => "all_skipped",
            Self::NoSignalField { .. } => "no_signal_field",
            Self::SameStem { .. } => "same_stem",
            Self::Shards { .. } => "shards",
            Self::Question { .. } => "question",
            Self::OrderOfNumbers => "order_of_numbers",
            Self::FailedNumbers => "failed_numbers",
            Self::RubricConflict { .. } => "rubric_conflict",
            Self::SignalValue { .. } => "signal_value",
            Self::AggregateNumbers { .. } => "aggregate_numbers",
            Self::Errored { .. } => "errored",
            Self::Misshapen { .. } => "misshapen",
            Self::Rate { .. } => "rate",
            Self::NotWhole { .. } => "not_whole",
            Self::Weight { .. } => "weight",
            Self::Details { .. } => "details",
            Self::NoQuestionField { .. } => "no_question_field",
            Self::QuestionField { .. } => "question_field",
            Self::NoRun { .. } => "no_run",
            Self::OtherModel { .. } => "other_model",
            Self::RunWeight { .. } => "run_weight",
            Self::RunSums { .. } => "run_sums",
            Self::WeightsOfRuns { .. } => "weights_of_runs",
            Self::WeightOfNothing => "weight_of_nothing",
            Self::MoreCorrect { .. } => "more_correct",
            Self::NamedOfSeveral { .. } => "named_of_several",
            Self::ReplacedNumbers { .. } => "replaced_numbers",
            Self::ReplacedSum { .. } => "replaced_sum",
            Self::Sum { .. } => "sum",
            Self::NoOrder { .. } => "no_order",
            Self::NoScoreInTrial { .. } => "no_score_in_trial",
            Self::NoKnownScore { .. } => "no_known_score",
            Self::NoFittingScore { .. } => "no_fitting_score",
            Self::TwoScores { .. } => "two_scores",
            Self::NotRegradable { .. } => "not_regradable",
            Self::ScoreOfTable { .. } => "score_of_table",
            Self::CountFile { .. } => "count_file",
            Self::CountedAlready { .. } => "counted_already",
            Self::Copy { .. } => "copy",
            Self::Part { .. } => "part",
            Self::NoOutcomeOfModel { .. } => "no_outcome_of_model",
        }
    }

    /// What a user can do.
    pub(crate) fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Empty { one_of_several, .. } => one_of_several.then_some(Remedy::LeaveFileOut {}),
            Self::NoSignalField { remedy, .. } => Some(remedy.clone()),
            Self::NoFittingScore { usual, .. } => {
                usual.then_some(RecordRemedy::NameCategoriesOrNumeric {}.into())
            }
            Self::AggregateNumbers { .. } | Self::OrderOfNumbers => {
                Some(RecordRemedy::LeaveNumericOut {}.into())
            }
            Self::FailedNumbers => Some(Remedy::DropMissingNumbers {}),
            Self::Errored { .. } => Some(Remedy::ChooseOnError {}),
            Self::NamedOfSeveral { .. } => Some(Remedy::LeaveTimesOut {}),
            Self::ReplacedNumbers { .. } | Self::ReplacedSum { .. } => {
                Some(Remedy::KeepFirstRepeat {})
            }
            Self::Sum { .. } => Some(Remedy::NameOtherScore {}),
            Self::NoOrder { .. } => Some(Remedy::LeaveOrderOut {}),
            Self::SignalValue { .. } => Some(Remedy::ReadSignalOtherwise {}),
            Self::NoScoreInTrial { .. } => Some(Remedy::NameScoreOrOnMissing {}),
            Self::NoKnownScore { .. } => Some(Remedy::NameScore {}),
            Self::TwoScores { .. } => Some(Remedy::NameScoreOrSeparate {}),
            Self::SameStem { .. } | Self::Shards { .. } => Some(Remedy::NameModelByPath {}),
            Self::NotRegradable { .. } => Some(Remedy::LeaveRegradeOut {}),
            Self::ScoreOfTable { .. } => Some(Remedy::NameScoreAsOutcome {}),
            Self::CountFile { .. } => Some(Remedy::LoadCounts {}),
            Self::CountedAlready { option, .. } => Some(Remedy::LeaveOptionOut { option }),
            Self::Copy { .. } | Self::Part { .. } => Some(Remedy::AllowCopies {}),
            Self::NoOutcomeOfModel { .. } => Some(Remedy::NameFieldOrDrop {}),
            Self::Rate { problem, field, .. } => (*problem == MORE_THAN_ALL)
                .then(|| Remedy::RateOfHundred { field: field.as_str().into() }),
            Self::Question { .. } => Some(RecordRemedy::NameField { role: "question" }.into()),
            Self::Details { source, .. } if is_of_weights(source) => {
                Some(Remedy::NameQuestionWeight {})
            }
            Self::Details { source, .. } if is_of_fields(source) => None,
            Self::Details { .. } | Self::Weight { .. } => Some(Remedy::NameOneDetail {}),
            Self::RunWeight { .. } => Some(Remedy::NameEvenWeight {}),
            Self::RunSums { .. } => Some(Remedy::NameRunWeight {}),
            Self::WeightsOfRuns { .. } => Some(Remedy::SayWeightOf {}),
            Self::WeightOfNothing => Some(Remedy::NameWeight {}),
            Self::RubricConflict { .. }
            | Self::AllSkipped { .. }
            | Self::Misshapen { .. }
            | Self::NotWhole { .. }
            | Self::NoQuestionField { .. }
            | Self::QuestionField { .. }
            | Self::NoRun { .. }
            | Self::OtherModel { .. }
            | Self::MoreCorrect { .. } => None,
        }
    }
}

/// Whether a question has two values of a field.
fn is_of_fields(error: &scorio_core::Error) -> bool {
    matches!(error, scorio_core::Error::Counts(CountsError::FieldConflict { .. }))
}

/// Whether a question has two weights.
fn is_of_weights(error: &scorio_core::Error) -> bool {
    matches!(error, scorio_core::Error::Counts(CountsError::LabelConflict { label: "weight", .. }))
}
