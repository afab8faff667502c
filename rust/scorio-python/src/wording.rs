//! The ways out of errors in the words of Python, and as data.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use scorio_core::rows::Value;
use scorio_core::{Printable, Remedy};

use crate::rows::cell;

/// The way out of an error.
pub(crate) struct WayOut {
    /// Its name, the same in every language.
    name: &'static str,
    /// In words of Python.
    pub(crate) words: String,
    values: Vec<(&'static str, Value)>,
}

impl From<Remedy> for WayOut {
    fn from(remedy: Remedy) -> Self {
        Self { name: remedy.name(), words: on_a_line(words(&remedy)), values: remedy.values() }
    }
}

impl From<scorio_logs::Remedy> for WayOut {
    fn from(remedy: scorio_logs::Remedy) -> Self {
        let values = remedy.values().into_iter();
        let values = values.map(|(name, value)| (name, Value::Text(value))).collect();
        Self { name: remedy.name(), words: on_a_line(words_of_logs(&remedy)), values }
    }
}

impl WayOut {
    /// The name, and the values by name.
    pub(crate) fn data<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(&'static str, Bound<'py, PyDict>)> {
        let values = PyDict::new(py);
        for (name, value) in &self.values {
            values.set_item(name, cell(py, value.clone())?)?;
        }
        Ok((self.name, values))
    }
}

/// The words with the names that they hold written out.
fn on_a_line(words: String) -> String {
    Printable(words).to_string()
}

/// What a caller of Python can do.
fn words(remedy: &Remedy) -> String {
    match remedy {
        Remedy::DropMissing => "pass missing=\"drop\" to leave missing outcomes out".to_owned(),
        Remedy::DropShort { most } => format!(
            "take k ≤ {most}, take the metric with _ci, which accepts any k, or pass \
             ragged=\"drop\" to leave such questions out"
        ),
        Remedy::TakeSmallerBudget { most } => format!("take k ≤ {most}"),
        Remedy::TakeSmallerOrDrop { most } => {
            format!("take k ≤ {most}, or pass ragged=\"drop\" to leave such questions out")
        }
        Remedy::DropUnasked => "pass ragged=\"drop\" to leave such questions out".to_owned(),
        Remedy::TakeCommonTrials => "pass ragged=\"drop\" to take those that all have".to_owned(),
        Remedy::TakeFirstTrials { most } => {
            format!("pass ragged=\"drop\" to take the first {most} of each at most")
        }
        Remedy::KeepOrder => {
            "count the log with order=True, all files of a question in one call".to_owned()
        }
        Remedy::ChooseOneModel => "choose one with counts.select(model=...), or name one of them \
             as the baseline of the others"
            .to_owned(),
        Remedy::GiveBudget => "give k".to_owned(),
        Remedy::LeaveBudgetOut => {
            "leave k out, or name a metric that has one, such as pass_at_k".to_owned()
        }
        Remedy::TakeNormal => "pass interval=\"normal\", or give scores with their sigmas to \
             rank.ranking_confidence for a normal approximation"
            .to_owned(),
        Remedy::CompareUnpaired { model } => format!(
            "name the questions alike, leave {model} out, or pass paired=False, which needs none \
             in common"
        ),
        Remedy::InferAboutThese => "infer about these questions alone (sampled=False for scores, \
             target=\"these\" for functions), or add a question"
            .to_owned(),
        Remedy::CompareTheseQuestions { unit } => format!(
            "compare on these questions alone (sampled=False, without clusters), or add a {unit}"
        ),
        Remedy::CompareQuestionsLikeThese => {
            "compare on questions like these (sampled=True)".to_owned()
        }
        Remedy::KeepValues => "count the log with keep_values=True".to_owned(),
        Remedy::ScoreTheseQuestions { unit } => format!(
            "score these questions alone (sampled=False, without clusters), or add a {unit}"
        ),
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
            format!("name its field or give it a number (signals={{\"{signal}\": ...}})")
        }
        Remedy::FreezeThresholds => {
            "freeze the thresholds on a log that has it (scorio.rubric.freeze)".to_owned()
        }
        Remedy::FreezeOnSample => "freeze the thresholds on a sample (scorio.rubric.freeze), or \
             allow more bytes (memory=...)"
            .to_owned(),
        Remedy::ScoreUnclustered => {
            "read the field of the clusters (cluster=FIELD), or score without clusters".to_owned()
        }
        Remedy::TakePrior { method } => {
            format!("take a method with a prior, such as {method}, which has strengths of any data")
        }
        Remedy::TakeOtherMethod { method } => format!("take {method}"),
        Remedy::TakeExpectedPairs => {
            "pass pairing=\"expected\", or an array of single trials".to_owned()
        }
        Remedy::TakeAlignedPairs => {
            "pass an array of single trials and pairing=\"aligned\"".to_owned()
        }
        Remedy::ClipScores => "pass out_of_range=\"clip\" to clip and count such scores".to_owned(),
        Remedy::ShortenWarmup => "take a smaller warmup, or a larger budget".to_owned(),
        Remedy::ShortenWarmupOrAllowItems => {
            "take a smaller warmup, or a larger max_items".to_owned()
        }
        Remedy::DrawQuestions => "pass interval=\"questions\"".to_owned(),
        Remedy::RankWithoutInterval { unit } => {
            format!("rank without intervals (interval=None), or add a {unit}")
        }
    }
}

/// What a caller of Python can do about an error of reading or writing.
#[expect(clippy::too_many_lines, reason = "a list of every way out")]
fn words_of_logs(remedy: &scorio_logs::Remedy) -> String {
    use scorio_logs::Remedy as R;
    let words = match remedy {
        R::ChooseOnMissing {} => {
            "say what to do with missing outcomes: drop, or fail to count them as failures"
        }
        R::ChooseOnError {} => {
            "say what to do with such trials: drop, or fail to count them as failures"
        }
        R::ChooseOnRepeat {} => {
            "say what to do with repeated trials: first, last, or keep to count them all"
        }
        R::KeepFirstRepeat {} => "keep the first of repeated trials, or leave one of the files out",
        R::NameField { role } => return format!("name the field that holds it ({role}=FIELD)"),
        R::NameFieldOrConstant { role } => {
            return format!(
                "name the field that holds it ({role}=FIELD), take it from the path, or set it as a constant"
            );
        }
        R::NameFieldOrOnMissing {} => {
            "name the field that holds it or, if only some records lack it, say what to do with missing outcomes: drop, or fail to count them as failures"
        }
        R::NameUnevenField { role } => {
            return format!("name the field for the {role}, or set the {role} as a constant");
        }
        R::NameFieldInside { field, inside } => {
            return format!("name a field inside it, as in \"{field}.{inside}\"");
        }
        R::SkipBadLines {} => "skip such records (on_bad_line=\"skip\")",
        R::ConvertColumn {} => "name a column of numbers, texts or booleans, or convert it to one",
        R::RenameColumn {} => "rename one of them",
        R::SetConstant { label } => {
            return format!("set it as a constant ({label}=NAME)");
        }
        R::SetConstantToChoose { label } => {
            return format!("set it as a constant ({label}=NAME) to say which");
        }
        R::TakeModelFromPath { pattern } => {
            return format!(
                "path={pattern} makes each step a model, or set it as a constant (model=NAME)"
            );
        }
        R::NameForm {} => {
            "leave its long fields out, or name the form if the log has another one (format=)"
        }
        R::ShortenRecord {} => "leave its long fields out, or give the process more memory",
        R::NameFormatOrFields {} => "name its format, or the fields that hold question and outcome",
        R::LeaveFormatOut {} => "leave the format and the names of fields out",
        R::NameRecordsOrFormat { list } => {
            return format!(
                "name its format, or the fields that hold question and outcome; if \"{list}\" holds the records, say records=\"{list}\""
            );
        }
        R::SayWhatStarNames {} => {
            "say what they are: models (model=\"*\"), tasks, trials, questions, or scores (score=\"all\")"
        }
        R::WriteAsJson {} => "these are Python's dicts, which json.dumps writes as JSON",
        R::WriteOnLines {} => {
            "write each record on a line of its own, as jq -c . does, or all as one list"
        }
        R::EndLines {} => "end them by line feeds, as tr '\\r' '\\n' does",
        R::SaveAsUtf8 {} => "save it as UTF-8",
        R::Unpack {} => "unpack it",
        R::Decrypt {} => "unpack it, and pack it anew without",
        R::SaveAsFile {} => "give it as a file",
        R::WriteAgain {} => "write it anew",
        R::Recompress {} => "write it anew with zstd, snappy, gzip or lz4",
        R::TakeOffBytes {} => "take them off",
        R::TakeCompleteCopy {} => "take a whole copy",
        R::GiveUniqueIds {} => "give each sample an id of its own, or write the log as .json",
        R::LeaveFileOut {} => {
            "leave it out, or name its folder, in which such files are passed over"
        }
        R::RateOfHundred { field } => {
            return format!("if it is a percentage, pass rate=\"{field} / 100\"");
        }
        R::NameOneDetail {} => {
            "name a field with one value for each question (cluster=FIELD, weight=FIELD), or leave it out"
        }
        R::NameTexts {} => {
            "say which outcomes fail and which succeed, as in categories={\"failed\": [\"wrong\"], \"passed\": [\"right\"]}"
        }
        R::NameCategories {} => "name categories or a threshold for others",
        R::NameCategoriesOrNumeric {} => {
            "name categories or a threshold for others, or read numbers as they are (numeric=True)"
        }
        R::LeaveNumericOut {} => {
            "leave numeric out to count categories, or name a field of numbers"
        }
        R::DropMissingNumbers {} => "drop missing outcomes",
        R::NumberCategories {} => "name them by numbers, as 0, 0.5, 1",
        R::LeaveCategoriesOut {} => "leave them out",
        R::NameScore {} => "name one of these (score=NAME)",
        R::NameOtherScore {} => "name another score",
        R::NameScoreOrLeaveFileOut {} => {
            "name one of these in full, or leave the file out (in a folder such files are passed over)"
        }
        R::NameScoreOrOnMissing {} => {
            "name one of these or, if other trials have it, say what to do with missing outcomes: drop, or fail to count them as failures"
        }
        R::NameScoreOrSeparate {} => {
            "name the score that counts (score=NAME), or count the files apart, each under a task of its own (constants={\"task\": NAME})"
        }
        R::NameScoreAsOutcome {} => "name it as the outcome, and leave score out",
        R::NameQuestions {} => "name them with questions=FILE, or give their number",
        R::LeaveQuestionsOut {} => "leave questions out",
        R::LeaveRegradeOut {} => "leave regrade out",
        R::LeaveOrderOut {} => "leave order out, or read a log of single trials",
        R::LeaveOrderOutOrNumber {} => "leave order out, or number the trials anew",
        R::LeaveTimesOut {} => {
            "name no field of the number of trials, or take the trial out of the log"
        }
        R::ReadResultsAsTasks {} => {
            "read the results as tasks of their own (model=model_id, task=evaluation_result_id, question=sample_id, outcome=evaluation.is_correct)"
        }
        R::AllowCopies {} => {
            "leave one of them out, or pass allow_copies=True if they hold different trials"
        }
        R::NameFieldOrDrop {} => {
            "name the field that holds it (outcome=FIELD), or leave missing outcomes out (on_missing=\"drop\")"
        }
        R::LeaveOptionOut { option } => return format!("leave {option} out"),
        R::NameSignalField { signal } => {
            return format!(
                "name its field (signals={{\"{signal}\": \"FIELD\"}}), or say in the rubric what \
                 to do with trials that lack it (missing = \"drop\", or a category)"
            );
        }
        R::NameSignalOfLog { signal } => {
            return format!("name its field or give it a number (signals={{\"{signal}\": ...}})");
        }
        R::ReadSignalOtherwise {} => {
            "compare it in the rubric: { field = ..., is = ... }, is_not, or matches"
        }
        R::LoadCounts {} => "load it, as Counts.load does",
    };
    words.to_owned()
}

/// The names of all ways out.
#[pyfunction]
pub(crate) fn remedies() -> Vec<&'static str> {
    [Remedy::NAMES, scorio_logs::Remedy::NAMES].concat()
}
