//! The names of errors of counting, and what a user can do about them.

use crate::count::error::CountError;
use crate::remedy::Remedy;
use crate::spec::rate::MORE_THAN_ALL;

impl CountError {
    /// The name of the variant.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Empty { .. } => "empty",
            Self::AllSkipped { .. } => "all_skipped",
            Self::NoField { .. } => "no_field",
            Self::NoSignalField { .. } => "no_signal_field",
            Self::Label { .. } => "label",
            Self::Question { .. } => "question",
            Self::Uneven { .. } => "uneven",
            Self::Outcome { .. } => "outcome",
            Self::NotNumber { .. } => "not_number",
            Self::OrderOfNumbers => "order_of_numbers",
            Self::FailedNumbers => "failed_numbers",
            Self::RubricConflict { .. } => "rubric_conflict",
            Self::SignalValue { .. } => "signal_value",
            Self::AggregateNumbers { .. } => "aggregate_numbers",
            Self::MissingOutcome { .. } => "missing_outcome",
            Self::Errored { .. } => "errored",
            Self::Duplicate { .. } => "duplicate",
            Self::Misshapen { .. } => "misshapen",
            Self::Rate { .. } => "rate",
            Self::NotWhole { .. } => "not_whole",
            Self::Weight { .. } => "weight",
            Self::Details { .. } => "details",
            Self::MoreCorrect { .. } => "more_correct",
            Self::TrialOrder { .. } => "trial_order",
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
            Self::NoOutcomeOfModel { .. } => "no_outcome_of_model",
        }
    }

    /// What a user can do.
    pub(crate) fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Empty { one_of_several, .. } => one_of_several.then_some(Remedy::LeaveFileOut {}),
            Self::NoField { remedy, .. } | Self::NoSignalField { remedy, .. } => {
                Some(remedy.clone())
            }
            Self::Uneven { role, .. } => Some(Remedy::NameUnevenField { role }),
            Self::Outcome { usual: true, number: true, .. } => {
                Some(Remedy::NameCategoriesOrNumeric {})
            }
            Self::Outcome { usual: true, value, .. } if is_text(value) => {
                Some(Remedy::NameTexts {})
            }
            Self::Outcome { usual, .. } => usual.then_some(Remedy::NameCategories {}),
            Self::NoFittingScore { usual, .. } => {
                usual.then_some(Remedy::NameCategoriesOrNumeric {})
            }
            Self::NotNumber { .. } | Self::AggregateNumbers { .. } => {
                Some(Remedy::LeaveNumericOut {})
            }
            Self::FailedNumbers => Some(Remedy::DropMissingNumbers {}),
            Self::MissingOutcome { .. } => Some(Remedy::ChooseOnMissing {}),
            Self::Errored { .. } => Some(Remedy::ChooseOnError {}),
            Self::Duplicate { .. } => Some(Remedy::ChooseOnRepeat {}),
            Self::TrialOrder { .. } => Some(Remedy::LeaveOrderOutOrNumber {}),
            Self::NamedOfSeveral { .. } => Some(Remedy::LeaveTimesOut {}),
            Self::ReplacedNumbers { .. } | Self::ReplacedSum { .. } => {
                Some(Remedy::KeepFirstRepeat {})
            }
            Self::Sum { .. } => Some(Remedy::NameOtherScore {}),
            Self::NoOrder { .. } | Self::OrderOfNumbers => Some(Remedy::LeaveOrderOut {}),
            Self::SignalValue { .. } => Some(Remedy::ReadSignalOtherwise {}),
            Self::NoScoreInTrial { .. } => Some(Remedy::NameScoreOrOnMissing {}),
            Self::NoKnownScore { .. } => Some(Remedy::NameScore {}),
            Self::TwoScores { .. } => Some(Remedy::NameScoreOrSeparate {}),
            Self::NotRegradable { .. } => Some(Remedy::LeaveRegradeOut {}),
            Self::ScoreOfTable { .. } => Some(Remedy::NameScoreAsOutcome {}),
            Self::CountFile { .. } => Some(Remedy::LoadCounts {}),
            Self::CountedAlready { option, .. } => Some(Remedy::LeaveOptionOut { option }),
            Self::Copy { .. } => Some(Remedy::AllowCopies {}),
            Self::NoOutcomeOfModel { .. } => Some(Remedy::NameFieldOrDrop {}),
            Self::Rate { problem, field, .. } => (*problem == MORE_THAN_ALL)
                .then(|| Remedy::RateOfHundred { field: field.as_str().into() }),
            Self::Label { role, .. } => Some(Remedy::NameField { role }),
            Self::Question { .. } => Some(Remedy::NameField { role: "question" }),
            Self::Details { .. } | Self::Weight { .. } => Some(Remedy::NameOneDetail {}),
            Self::RubricConflict { .. }
            | Self::AllSkipped { .. }
            | Self::Misshapen { .. }
            | Self::NotWhole { .. }
            | Self::MoreCorrect { .. } => None,
        }
    }
}

/// Whether a described value is a text, and no list or object.
fn is_text(value: &str) -> bool {
    !value.starts_with(['[', '{'])
        && !["a list", "an object"].iter().any(|nested| value.starts_with(nested))
}
