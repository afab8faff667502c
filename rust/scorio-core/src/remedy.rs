//! The way out of an error, as data and as a template of its words.
//!
//! The crate scorio-words spells a template for each language, and has its grammar.

/// Declares remedies: each has its name, the template of its words, and its values. Those of another
/// crate may stand among them, by `also`.
#[macro_export]
#[doc(hidden)]
macro_rules! remedies {
    ($(also $others:ident($other:ty);)?
     $($(#[doc = $doc:literal])+ $variant:ident $name:literal = $words:literal
        $({ $($(#[doc = $about:literal])+ $field:ident: $type:ty,)+ })?,)+
    ) => {
        /// What a caller can do about an error.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Remedy {
            $(/// One of another crate.
            $others($other),)?
            $($(#[doc = $doc])+ $variant $({ $($(#[doc = $about])+ $field: $type,)+ })?,)+
        }

        impl Remedy {
            /// Of each remedy of this crate its name, the template of its words, and the names of its
            /// values.
            pub const ALL: &'static [(&'static str, &'static str, &'static [&'static str])] =
                &[$(($name, $words, &[$($(stringify!($field)),+)?])),+];

            /// Its name, the same in every language.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$others(other) => other.name(),)?
                    $(Self::$variant { .. } => $name,)+
                }
            }

            /// The template of its words.
            #[must_use]
            pub fn template(&self) -> &'static str {
                match self {
                    $(Self::$others(other) => other.template(),)?
                    $(Self::$variant { .. } => $words,)+
                }
            }

            /// The values that its words need, by name.
            #[must_use]
            pub fn values(&self) -> Vec<(&'static str, $crate::rows::Value)> {
                match self {
                    $(Self::$others(other) => other.values(),)?
                    $(Self::$variant $({ $($field),+ })? => {
                        vec![$($((stringify!($field), $crate::rows::Cell::value($field))),+)?]
                    })+
                }
            }
        }
    };
}

remedies! {
    /// Leave trials without a cost out of costs.
    DropCosts "drop_costs" = "[{on_missing_cost=drop} leaves them out of costs, not of scores|leave them \
        out]",
    /// Count partial credit as a failure.
    CountFullCredit "count_full_credit" = "[count the log with {log.threshold=1}: partial credit fails \
        then|count partial credit as failures]",
    /// Leave missing outcomes out.
    DropMissing "drop_missing" = "{pass missing=drop} to leave missing outcomes out",
    /// Take a smaller budget, take the posterior estimate, or leave short questions out.
    DropShort "drop_short" = "take k ≤ {most}[, take the metric with {_ci=}, which accepts any k, or \
        {pass ragged=drop} to leave such questions out|, or the metric with {_ci=}, which accepts \
        any k]" {
        /// The largest budget that all questions have enough trials for.
        most: u64,
    },
    /// Take a smaller budget.
    TakeSmallerBudget "take_smaller_budget" = "take k ≤ {most}" {
        /// The largest budget that all questions have enough trials for.
        most: u64,
    },
    /// Take a smaller budget, or leave short questions out.
    TakeSmallerOrDrop "take_smaller_or_drop" = "take k ≤ {most}[, or {pass ragged=drop} to leave \
        such questions out]" {
        /// The largest budget that all questions have enough trials for.
        most: u64,
    },
    /// Name the field of the judge's outcome.
    NameJudge "name_judge" = "[{judge=} names its field|merge counts with fewer outcomes]",
    /// Leave out labels of trials that the log lacks.
    DropUnmatched "drop_unmatched" = "{on_unmatched=drop} leaves out such labels ({unmatched} of \
        {labels})" {
        /// How many such labels there are.
        unmatched: u64,
        /// How many labels there are.
        labels: u64,
    },
    /// Leave out the questions that a model lacks.
    DropUnasked "drop_unasked" = "[{pass convergence.ragged=drop} to leave such questions out|take \
        questions that all models have]",
    /// Take the trials that all models have.
    TakeCommonTrials "take_common_trials" = "[{pass convergence.ragged=drop} to take those that all \
        have|take the trials that all models have]",
    /// Take the first trials of each question.
    TakeFirstTrials "take_first_trials" = "[{pass convergence.ragged=drop} to take the first {most} \
        of each at most|take the first {most} {most?trial|trials} of each question at most]" {
        /// How many.
        most: u64,
    },
    /// Count the log again and keep the order of trials.
    KeepOrder "keep_order" = "[count the log with {order=true}|name the log itself], all files of a \
        question in one call",
    /// Count the log again, with a number for each trial.
    NumberTrials "number_trials" = "[count the log itself with {trial=FIELD}, a whole number such as an epoch or \
        a seed|count the log itself, whose trials have numbers|give each trial a number]",
    /// Score without runs.
    LeaveRunsOut "leave_runs_out" = "[leave {runs=} out|score without runs]",
    /// Choose one model, or name a baseline.
    ChooseOneModel "choose_one_model" = "[choose one with {select()}|give counts or files of one \
        model][, or name one of them as the {baseline=} of the others]",
    /// Give the budget k.
    GiveBudget "give_budget" = "give {k=}",
    /// Leave the budget k out, or name a metric that has one.
    LeaveBudgetOut "leave_budget_out" = "leave {k=} out, or name a metric that has one, such as \
        pass_at_k",
    /// Take the normal approximation.
    TakeNormal "take_normal" = "[{pass eval.interval=normal}, or give scores with their sigmas to \
        {ranking_confidence()} for a normal approximation|{pass eval.interval=normal} for a normal \
        approximation|take a normal approximation]",
    /// Give questions the same names, leave the model out, or compare without pairs.
    CompareUnpaired "compare_unpaired" = "name the questions alike[, leave {model} out, or {pass \
        paired=false}, which needs none in common|, or leave {model} out]" {
        /// The model.
        model: String,
    },
    /// Infer about these questions alone, or add a question.
    InferAboutThese "infer_about_these" = "[infer about these questions alone ({sampled=false} for \
        scores, {target=these} for functions), or |infer about these questions alone \
        ({sampled=false}), or |]add a question",
    /// Label more, or leave models without labels out.
    BorrowNothing "borrow_nothing" = "label trials of more models[, or leave those without labels \
        unscored ({borrow=false})|]",
    /// Compare on these questions alone, or add a question or a cluster.
    CompareTheseQuestions "compare_these_questions" = "[compare on these questions alone \
        ({sampled=false}, without clusters), or |leave {cluster=} out, or |]add a {unit}" {
        /// `question` or `cluster`.
        unit: String,
    },
    /// Compare on questions like these.
    CompareQuestionsLikeThese "compare_questions_like_these" = "compare on questions like these \
        ({sampled=true})",
    /// Count the log again and keep the outcomes.
    KeepValues "keep_values" = "[count the log with {keep_values=true}|name the log itself, not its \
        counts]",
    /// Score these questions alone, or add a question or a cluster.
    ScoreTheseQuestions "score_these_questions" = "[score these questions alone ({sampled=false}, \
        without clusters), or |leave {cluster=} out, or |]add a {unit}" {
        /// `question` or `cluster`.
        unit: String,
    },
    /// Add a trial, a question or a cluster.
    AddTrialOrUnit "add_trial_or_unit" = "add a trial or a {unit}" {
        /// `question` or `cluster`.
        unit: String,
    },
    /// End the rubric with a category for all other trials.
    AddOtherwise "add_otherwise" = "end the rubric with a category that has otherwise = true",
    /// Say in the rubric what to do with trials that lack a signal.
    ChooseMissing "choose_missing" = "say missing = \"drop\" in the rubric to leave such trials out, \
        or name a category for them",
    /// Name the field of a signal, or give it a number.
    NameSignal "name_signal" = "[name its field or give it a number ({signals[@signal:FIELD]})|give \
        it a column with values, or a number in the rubric file]" {
        /// The signal.
        signal: String,
    },
    /// Freeze the thresholds on the data that they are for.
    FreezeThresholds "freeze_thresholds" = "freeze the thresholds on a log that has it[ \
        ({freeze()})]",
    /// Freeze the thresholds on a sample, or allow more memory.
    FreezeOnSample "freeze_on_sample" = "freeze the thresholds on a sample[ ({freeze()})], or allow \
        more memory[ ({memory=BYTES})]",
    /// Read the field of the clusters, or score without clusters.
    ScoreUnclustered "score_unclustered" = "[read the field of the clusters \
        ({log.cluster=FIELD})|name the clusters], or score without clusters",
    /// Take a ranking method with a prior.
    TakePrior "take_prior" = "take a method with a prior, such as {method}, which has strengths of \
        any data" {
        /// The method.
        method: String,
    },
    /// Take another ranking method.
    TakeOtherMethod "take_other_method" = "take {method}" {
        /// The method.
        method: String,
    },
    /// Take expected pairs of trials.
    TakeExpectedPairs "take_expected_pairs" = "[{pass pairing=expected}, or an array of single \
        trials|take expected pairs]",
    /// Pair trials in their order.
    TakeAlignedPairs "take_aligned_pairs" = "[pass an array of single trials and \
        {pairing=aligned}|take an array of single trials with aligned pairs, or davidson_luce]",
    /// Clip scores to the range of the bank.
    ClipScores "clip_scores" = "[{pass out_of_range=clip}|begin the run with {out_of_range=clip}] to \
        clip and count such scores",
    /// Take a shorter warm-up, or a larger budget.
    ShortenWarmup "shorten_warmup" = "take a smaller {warmup=}[, or a larger {budget=}]",
    /// Take a shorter warm-up, or allow a model more items.
    ShortenWarmupOrAllowItems "shorten_warmup_or_allow_items" = "take a smaller {warmup=}, or a \
        larger {max_items=}",
    /// Draw questions again for the interval.
    DrawQuestions "draw_questions" = "{pass interval=questions}",
    /// Rank without intervals, or add a question or a cluster.
    RankWithoutInterval "rank_without_interval" = "rank without intervals ({interval=none}), or add \
        a {unit}" {
        /// `question` or `cluster`.
        unit: String,
    },
}

/// The parts of an error that every enum of errors gives. Its sentence stands apart, so that the
/// WebAssembly module has the sentences of those theories alone that it has.
pub(crate) trait Fault {
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
