//! What a user can do about an error of reading or writing.

pub use scorio_records::remedy::Remedy as RecordRemedy;

scorio_core::remedies! {
    also Record(RecordRemedy);
    /// Choose what to do with trials that ended in an error: drop, or fail.
    ChooseOnError "choose_on_error" = "say what to do with such trials: {on_error=drop}, or \
        {on_error=fail} to count them as failures",
    /// Keep the first of duplicate trials, or leave one of the files out.
    KeepFirstRepeat "keep_first_repeat" = "keep the first of repeated trials ({on_repeat=first}), or \
        leave one of the files out",
    /// Name a field inside a column of structs.
    NameFieldInside "name_field_inside" = "name a field inside it, as in \"{field}.{inside}\"" {
        /// The column.
        field: Box<str>,
        /// A field inside it.
        inside: Box<str>,
    },
    /// Name a column of numbers, texts or booleans, or convert this one.
    ConvertColumn "convert_column" = "name a column of numbers, texts or booleans, or convert it to \
        one",
    /// Rename one of two columns.
    RenameColumn "rename_column" = "rename one of them",
    /// Set a label as a constant.
    SetConstant "set_constant" = "set it as a constant ({constants[@label:NAME]})" {
        /// `model` or `task`.
        label: &'static str,
    },
    /// Set a label as a constant, to say which of two values is right.
    SetConstantToChoose "set_constant_to_choose" = "set it as a constant ({constants[@label:NAME]}) \
        to say which" {
        /// `model` or `task`.
        label: &'static str,
    },
    /// Take the model from the path by a pattern, or set it as a constant.
    TakeModelFromPath "take_model_from_path" = "{path=@pattern} makes each step a model, or set it \
        as a constant ({constants[model:NAME]})" {
        /// The pattern.
        pattern: &'static str,
    },
    /// Take the model from the path, or set it as a constant.
    NameModelByPath "name_model_by_path" = "take it from the path ({path=PATTERN}), or set it as a \
        constant ({constants[model:NAME]})",
    /// Write the log as JSON.
    SaveAsJson "save_as_json" = "write it as JSON",
    /// Leave long fields out of the record, or name the form if it is another.
    NameForm "name_form" = "leave its long fields out, or name the form if the log has another one \
        ({format=NAME})",
    /// Leave long fields out of a record.
    ShortenRecord "shorten_record" = "leave its long fields out, or give the process more memory",
    /// Name the format, or the fields of question and outcome.
    NameFormatOrFields "name_format_or_fields" = "name its format ({format=NAME}), or the fields \
        that hold question and outcome ({question=FIELD}, {outcome=FIELD})[, which {inspect()} proposes]",
    /// Name no format and no fields.
    LeaveFormatOut "leave_format_out" = "leave the format and the names of fields out",
    /// Name the list inside the document, if it has the records. Or name format or fields.
    NameRecordsOrFormat "name_records_or_format" = "name its format ({format=NAME}), or the fields \
        that hold question and outcome ({question=FIELD}, {outcome=FIELD}); if \"{list}\" holds the \
        records, {pass records=@list}" {
        /// The list.
        list: Box<str>,
    },
    /// Make room on a disk that is full.
    MakeRoom "make_room" = "make room on that disk, and try again: no file was changed",
    /// Unpack the file.
    Unpack "unpack" = "unpack it",
    /// Unpack the archive, and pack it without encryption.
    Decrypt "decrypt" = "unpack it, and pack it again without",
    /// Save a stream as a file, and read that.
    SaveAsFile "save_as_file" = "give it as a file",
    /// Write the file again.
    WriteAgain "write_again" = "write it again",
    /// Write the table with a supported compression.
    Recompress "recompress" = "write it again with zstd, snappy, gzip or lz4",
    /// Take off the bytes behind the end.
    TakeOffBytes "take_off_bytes" = "take them off",
    /// Take a complete copy of the file.
    TakeCompleteCopy "take_complete_copy" = "take a complete copy",
    /// Give each sample an identifier of its own, or write the log as JSON.
    GiveUniqueIds "give_unique_ids" = "give each sample an id of its own, or write the log as .json",
    /// Leave an empty file out, or name its folder, where such files are skipped.
    LeaveFileOut "leave_file_out" = "leave it out, or name its folder, in which such files are \
        passed over",
    /// Name the questions that were asked.
    NameQuestions "name_questions" = "name them with {questions=FILE}, or give their number",
    /// Do not name the questions that were asked.
    LeaveQuestionsOut "leave_questions_out" = "leave {questions=} out",
    /// Say that a rate is a share of a hundred.
    RateOfHundred "rate_of_hundred" = "if it is a percentage, {pass rate=@field / 100}" {
        /// The field of the rate.
        field: Box<str>,
    },
    /// Name a field that has one value for each question, or name none.
    NameOneDetail "name_one_detail" = "name a field with one value for each question \
        ({cluster=FIELD}, {weight=FIELD}), or leave it out",
    /// Name a weight that each question has once, or say that it is of each run.
    NameQuestionWeight "name_question_weight" = "say {weight_of=run} if it is the weight of each run, \
        name a field with one value for each question ({weight=FIELD}), or leave it out",
    /// Name a weight that does not differ within a question.
    NameEvenWeight "name_even_weight" = "name a field with one value for all runs of a question \
        ({weight=FIELD}), or leave it out",
    /// Name a weight that all runs of a question have.
    NameRunWeight "name_run_weight" = "name a field whose runs of a question weigh the same in all for \
        each model ({weight=FIELD}), or leave it out",
    /// Say whether weights are of runs or of questions.
    SayWeightOf "say_weight_of" = "say {weight_of=run} if a question weighs as much as all its runs, or \
        {weight_of=question} if a weight is of the whole question",
    /// Name the weight, or do not say what it is of.
    NameWeight "name_weight" = "name its field ({weight=FIELD}), or leave {weight_of=} out",
    /// Leave missing outcomes out.
    DropMissingNumbers "drop_missing_numbers" = "drop missing outcomes ({on_missing=drop} or \
        {on_error=drop})",
    /// Name categories by numbers.
    NumberCategories "number_categories" = "name them by numbers, as 0, 0.5, 1",
    /// Leave categories and thresholds out.
    LeaveCategoriesOut "leave_categories_out" = "leave them out",
    /// Name one of the scores.
    NameScore "name_score" = "name one of these ({score=NAME})",
    /// Name another score.
    NameOtherScore "name_other_score" = "name another score ({score=NAME})",
    /// Name one of the scores in full, or leave the file out.
    NameScoreOrLeaveFileOut "name_score_or_leave_file_out" = "name one of these in full \
        ({score=NAME}), or leave the file out (in a folder such files are passed over)",
    /// Name another score, or choose what to do with missing outcomes.
    NameScoreOrOnMissing "name_score_or_on_missing" = "name one of these ({score=NAME}) or, if other \
        trials have it, say what to do with missing outcomes: {on_missing=drop}, or \
        {on_missing=fail} to count them as failures",
    /// Name the score that counts, or count files apart, each as a task.
    NameScoreOrSeparate "name_score_or_separate" = "name the score that counts ({score=NAME}), or \
        count the files apart, each under a task of its own ({constants[task:NAME]})",
    /// Name the score of a long table as its outcome, and leave `score` out.
    NameScoreAsOutcome "name_score_as_outcome" = "name it as the outcome ({outcome=FIELD}), and \
        leave {score=} out",
    /// Leave regrading out.
    LeaveRegradeOut "leave_regrade_out" = "leave {regrade=} out",
    /// Leave order out, or read single trials.
    LeaveOrderOut "leave_order_out" = "[leave {order=} out, or ]read a log of single trials",
    /// Name no field of the number of trials, or take the trial out of the log.
    LeaveTimesOut "leave_times_out" = "leave {times=} out, or take the trial out of the log",
    /// Read each result of an evaluation as a task, by these fields.
    ReadResultsAsTasks "read_results_as_tasks" = "read the results as tasks of their own \
        ({model=model_id}, {task=evaluation_result_id}, {question=sample_id}, \
        {outcome=evaluation.is_correct})",
    /// Leave one of two copies out, or say that they are different trials.
    AllowCopies "allow_copies" = "leave one of them out, or {pass allow_copies=true} if they hold \
        different trials",
    /// Name the field of the outcome, or leave missing outcomes out.
    NameFieldOrDrop "name_field_or_drop" = "name the field that holds it ({outcome=FIELD}), or leave \
        missing outcomes out ({on_missing=drop})",
    /// Name the field of a signal, or say in the rubric what to do with trials that lack it.
    NameSignalField "name_signal_field" = "name its field ({signals[@signal:FIELD]}), or say in the \
        rubric what to do with trials that lack it (missing = \"drop\", or a category)" {
        /// The signal.
        signal: String,
    },
    /// Name the field of a signal, or give it a number.
    NameSignalOfLog "name_signal_of_log" = "name its field or give it a number \
        ({signals[@signal:FIELD]})" {
        /// The signal.
        signal: String,
    },
    /// Compare the value of a signal with a text or match it, in the rubric.
    ReadSignalOtherwise "read_signal_otherwise" = "compare it in the rubric: { field = ..., is = ... \
        }, is_not, or matches",
    /// Load the count file instead of reading it as a log.
    LoadCounts "load_counts" = "[load it, as {load()} does|name it without options of reading]",
    /// Leave an option out.
    LeaveOptionOut "leave_option_out" = "leave {@option=} out" {
        /// The option.
        option: &'static str,
    },
}

impl From<RecordRemedy> for Remedy {
    fn from(remedy: RecordRemedy) -> Self {
        Self::Record(remedy)
    }
}
