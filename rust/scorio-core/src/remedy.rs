//! The way out of an error, as data. Each front end puts it into words of its own.

use crate::rows::{Cell, Value};

/// Declares the remedies with their names and values.
macro_rules! remedies {
    ($($(#[doc = $doc:literal])+ $variant:ident $name:literal
        $({ $($(#[doc = $about:literal])+ $field:ident: $type:ty,)+ })?,)+
    ) => {
        /// What a caller can do about an error.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Remedy {
            $($(#[doc = $doc])+ $variant $({ $($(#[doc = $about])+ $field: $type,)+ })?,)+
        }

        impl Remedy {
            /// The names of all remedies.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// Its name, the same in every language.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self { $(Self::$variant { .. } => $name,)+ }
            }

            /// The values that its words need, by name.
            #[must_use]
            pub fn values(&self) -> Vec<(&'static str, Value)> {
                match self {
                    $(Self::$variant $({ $($field),+ })? => {
                        vec![$($((stringify!($field), Cell::value($field))),+)?]
                    })+
                }
            }
        }
    };
}

remedies! {
    /// Leave missing outcomes out.
    DropMissing "drop_missing",
    /// Take a smaller budget, take the posterior estimate, or leave short questions out.
    DropShort "drop_short" {
        /// The largest budget that all questions have enough trials for.
        most: u64,
    },
    /// Take a smaller budget.
    TakeSmallerBudget "take_smaller_budget" {
        /// The largest budget that all questions have enough trials for.
        most: u64,
    },
    /// Take a smaller budget, or leave short questions out.
    TakeSmallerOrDrop "take_smaller_or_drop" {
        /// The largest budget that all questions have enough trials for.
        most: u64,
    },
    /// Leave out the questions that a model lacks.
    DropUnasked "drop_unasked",
    /// Take the trials that all models have.
    TakeCommonTrials "take_common_trials",
    /// Take the first trials of each question.
    TakeFirstTrials "take_first_trials" {
        /// How many.
        most: u64,
    },
    /// Count the log again and keep the order of trials.
    KeepOrder "keep_order",
    /// Choose one model, or name a baseline.
    ChooseOneModel "choose_one_model",
    /// Give the budget k.
    GiveBudget "give_budget",
    /// Leave the budget k out, or name a metric that has one.
    LeaveBudgetOut "leave_budget_out",
    /// Take the normal approximation.
    TakeNormal "take_normal",
    /// Give questions the same names, leave the model out, or compare without pairs.
    CompareUnpaired "compare_unpaired" {
        /// The model.
        model: String,
    },
    /// Infer about these questions alone, or add a question.
    InferAboutThese "infer_about_these",
    /// Compare on these questions alone, or add a question or a cluster.
    CompareTheseQuestions "compare_these_questions" {
        /// `question` or `cluster`.
        unit: String,
    },
    /// Compare on questions like these.
    CompareQuestionsLikeThese "compare_questions_like_these",
    /// Count the log again and keep the outcomes.
    KeepValues "keep_values",
    /// Score these questions alone, or add a question or a cluster.
    ScoreTheseQuestions "score_these_questions" {
        /// `question` or `cluster`.
        unit: String,
    },
    /// Add a trial, a question or a cluster.
    AddTrialOrUnit "add_trial_or_unit" {
        /// `question` or `cluster`.
        unit: String,
    },
    /// End the rubric with a category for all other trials.
    AddOtherwise "add_otherwise",
    /// Say in the rubric what to do with trials that lack a signal.
    ChooseMissing "choose_missing",
    /// Name the field of a signal, or give it a number.
    NameSignal "name_signal" {
        /// The signal.
        signal: String,
    },
    /// Freeze the thresholds on the data that they are for.
    FreezeThresholds "freeze_thresholds",
    /// Freeze the thresholds on a sample, or allow more memory.
    FreezeOnSample "freeze_on_sample",
    /// Read the field of the clusters, or score without clusters.
    ScoreUnclustered "score_unclustered",
    /// Take a ranking method with a prior.
    TakePrior "take_prior" {
        /// The method.
        method: String,
    },
    /// Take another ranking method.
    TakeOtherMethod "take_other_method" {
        /// The method.
        method: String,
    },
    /// Take expected pairs of trials.
    TakeExpectedPairs "take_expected_pairs",
    /// Pair trials in their order.
    TakeAlignedPairs "take_aligned_pairs",
    /// Clip scores to the range of the bank.
    ClipScores "clip_scores",
    /// Take a shorter warm-up, or a larger budget.
    ShortenWarmup "shorten_warmup",
    /// Take a shorter warm-up, or allow a model more items.
    ShortenWarmupOrAllowItems "shorten_warmup_or_allow_items",
    /// Draw questions again for the interval.
    DrawQuestions "draw_questions",
    /// Rank without intervals, or add a question or a cluster.
    RankWithoutInterval "rank_without_interval" {
        /// `question` or `cluster`.
        unit: String,
    },
}

/// The parts of an error that every enum of errors gives.
pub(crate) trait Fault: std::fmt::Display {
    /// A stable name, `folder.variant`.
    fn kind(&self) -> &'static str;

    /// The way out, where it has other words in other languages.
    fn remedy(&self) -> Option<Remedy> {
        None
    }

    /// Counts rows, columns and indices from `first`.
    fn count_from(&mut self, first: usize) {
        let _ = first;
    }

    /// The number that lies outside its range, where that is what is wrong.
    fn out_of_range(&self) -> Option<f64> {
        None
    }
}
