//! What a user can do about an error, as data. Each front end says it in its own words.

/// Declares every remedy once: its variant, its name and its values.
macro_rules! remedies {
    ($($(#[$about:meta])* $variant:ident = $name:literal { $($(#[$what:meta])* $field:ident: $type:ty,)* })*) => {
        /// What a user can do about an error.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Remedy {
            $($(#[$about])* $variant { $($(#[$what])* $field: $type,)* },)*
        }

        impl Remedy {
            /// Every name.
            pub const NAMES: &[&str] = &[$($name),*];

            /// The name, which does not change.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $name,)*
                }
            }

            /// The values by name.
            #[must_use]
            pub fn values(&self) -> Vec<(&'static str, String)> {
                match self {
                    $(Self::$variant { $($field),* } => {
                        vec![$((stringify!($field), $field.to_string())),*]
                    })*
                }
            }
        }
    };
}

remedies! {
    /// Choose what to do with missing outcomes: drop, or fail.
    ChooseOnMissing = "choose_on_missing" {}
    /// Choose what to do with trials that ended in an error: drop, or fail.
    ChooseOnError = "choose_on_error" {}
    /// Choose what to do with duplicate trials: first, last, or keep.
    ChooseOnRepeat = "choose_on_repeat" {}
    /// Keep the first of duplicate trials, or leave one of the files out.
    KeepFirstRepeat = "keep_first_repeat" {}
    /// Name the field of a role.
    NameField = "name_field" {
        /// The role.
        role: &'static str,
    }
    /// Name the field of a role, take it from the path, or set it as a constant.
    NameFieldOrConstant = "name_field_or_constant" {
        /// The role.
        role: &'static str,
    }
    /// Name the field of the outcome, or choose what to do with missing outcomes.
    NameFieldOrOnMissing = "name_field_or_on_missing" {}
    /// Name the field of a role that only some records have, or set it as a constant.
    NameUnevenField = "name_uneven_field" {
        /// The role.
        role: &'static str,
    }
    /// Name a field inside a column of structs.
    NameFieldInside = "name_field_inside" {
        /// The column.
        field: Box<str>,
        /// A field inside it.
        inside: Box<str>,
    }
    /// Name a column of numbers, texts or booleans, or convert this one.
    ConvertColumn = "convert_column" {}
    /// Rename one of two columns.
    RenameColumn = "rename_column" {}
    /// Skip records that cannot be read.
    SkipBadLines = "skip_bad_lines" {}
    /// Set a label as a constant.
    SetConstant = "set_constant" {
        /// `model` or `task`.
        label: &'static str,
    }
    /// Set a label as a constant, to say which of two values is right.
    SetConstantToChoose = "set_constant_to_choose" {
        /// `model` or `task`.
        label: &'static str,
    }
    /// Take the model from the path by a pattern, or set it as a constant.
    TakeModelFromPath = "take_model_from_path" {
        /// The pattern.
        pattern: &'static str,
    }
    /// Leave long fields out of the record, or name the form if it is another.
    NameForm = "name_form" {}
    /// Leave long fields out of a record.
    ShortenRecord = "shorten_record" {}
    /// Name the format, or the fields of question and outcome.
    NameFormatOrFields = "name_format_or_fields" {}
    /// Name no format and no fields.
    LeaveFormatOut = "leave_format_out" {}
    /// Name the list inside the document, if it has the records. Or name format or fields.
    NameRecordsOrFormat = "name_records_or_format" {
        /// The list.
        list: Box<str>,
    }
    /// Write records as JSON.
    WriteAsJson = "write_as_json" {}
    /// Write each record on a line of its own.
    WriteOnLines = "write_on_lines" {}
    /// End lines by line feeds.
    EndLines = "end_lines" {}
    /// Save the file as UTF-8.
    SaveAsUtf8 = "save_as_utf8" {}
    /// Unpack the file.
    Unpack = "unpack" {}
    /// Unpack the archive, and pack it without encryption.
    Decrypt = "decrypt" {}
    /// Save a stream as a file, and read that.
    SaveAsFile = "save_as_file" {}
    /// Write the file again.
    WriteAgain = "write_again" {}
    /// Write the table with a supported compression.
    Recompress = "recompress" {}
    /// Take off the bytes behind the end.
    TakeOffBytes = "take_off_bytes" {}
    /// Take a complete copy of the file.
    TakeCompleteCopy = "take_complete_copy" {}
    /// Give each sample an identifier of its own, or write the log as JSON.
    GiveUniqueIds = "give_unique_ids" {}
    /// Leave an empty file out, or name its folder, where such files are skipped.
    LeaveFileOut = "leave_file_out" {}
    /// Name the questions that were asked.
    NameQuestions = "name_questions" {}
    /// Do not name the questions that were asked.
    LeaveQuestionsOut = "leave_questions_out" {}
    /// Say that a rate is a share of a hundred.
    RateOfHundred = "rate_of_hundred" {
        /// The field of the rate.
        field: Box<str>,
    }
    /// Name a field that has one value for each question, or name none.
    NameOneDetail = "name_one_detail" {}
    /// Name the texts of each category.
    NameTexts = "name_texts" {}
    /// Name categories or a threshold.
    NameCategories = "name_categories" {}
    /// Name categories or a threshold, or read numbers as they are.
    NameCategoriesOrNumeric = "name_categories_or_numeric" {}
    /// Read categories, not numbers.
    LeaveNumericOut = "leave_numeric_out" {}
    /// Leave missing outcomes out.
    DropMissingNumbers = "drop_missing_numbers" {}
    /// Name categories by numbers.
    NumberCategories = "number_categories" {}
    /// Leave categories and thresholds out.
    LeaveCategoriesOut = "leave_categories_out" {}
    /// Name one of the scores.
    NameScore = "name_score" {}
    /// Name another score.
    NameOtherScore = "name_other_score" {}
    /// Name one of the scores in full, or leave the file out.
    NameScoreOrLeaveFileOut = "name_score_or_leave_file_out" {}
    /// Name another score, or choose what to do with missing outcomes.
    NameScoreOrOnMissing = "name_score_or_on_missing" {}
    /// Name the score that counts, or count files apart, each as a task.
    NameScoreOrSeparate = "name_score_or_separate" {}
    /// Name the score of a long table as its outcome, and leave `score` out.
    NameScoreAsOutcome = "name_score_as_outcome" {}
    /// Leave regrading out.
    LeaveRegradeOut = "leave_regrade_out" {}
    /// Leave order out, or read single trials.
    LeaveOrderOut = "leave_order_out" {}
    /// Leave order out, or number the trials again.
    LeaveOrderOutOrNumber = "leave_order_out_or_number" {}
    /// Name no field of the number of trials, or take the trial out of the log.
    LeaveTimesOut = "leave_times_out" {}
    /// Read each result of an evaluation as a task, by these fields.
    ReadResultsAsTasks = "read_results_as_tasks" {}
    /// Say what the names of several outcome fields are: models, tasks, trials, questions or scores.
    SayWhatStarNames = "say_what_star_names" {}
    /// Leave one of two copies out, or say that they are different trials.
    AllowCopies = "allow_copies" {}
    /// Name the field of the outcome, or leave missing outcomes out.
    NameFieldOrDrop = "name_field_or_drop" {}
    /// Name the field of a signal, or say in the rubric what to do with trials that lack it.
    NameSignalField = "name_signal_field" {
        /// The signal.
        signal: String,
    }
    /// Name the field of a signal, or give it a number.
    NameSignalOfLog = "name_signal_of_log" {
        /// The signal.
        signal: String,
    }
    /// Compare the value of a signal with a text or match it, in the rubric.
    ReadSignalOtherwise = "read_signal_otherwise" {}
    /// Load the count file instead of reading it as a log.
    LoadCounts = "load_counts" {}
    /// Leave an option out.
    LeaveOptionOut = "leave_option_out" {
        /// The option.
        option: &'static str,
    }
}
