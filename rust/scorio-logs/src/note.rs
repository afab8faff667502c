//! What a reader of the counts should know, as data: a kind with its values, and a sentence.

use scorio_records::json::quoted::quote;
use scorio_records::json::value::Value;
use scorio_records::json::view::{entries, members};

/// What was read, what the policies did, and what else a reader should know.
pub type Report = scorio_records::report::Report<Note>;

/// A value of a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoteValue {
    /// A text.
    Text(String),
    /// A whole number.
    Number(u64),
    /// Several texts.
    Texts(Vec<String>),
}

/// A type of a note's values.
trait NoteField: Sized {
    fn to_value(&self) -> NoteValue;
    fn of_value(value: &Value<'_>) -> Option<Self>;
}

impl NoteField for String {
    fn to_value(&self) -> NoteValue {
        NoteValue::Text(self.clone())
    }

    fn of_value(value: &Value<'_>) -> Option<Self> {
        match value {
            Value::Text(text) => Some(text.to_string()),
            _ => None,
        }
    }
}

impl NoteField for u64 {
    fn to_value(&self) -> NoteValue {
        NoteValue::Number(*self)
    }

    fn of_value(value: &Value<'_>) -> Option<Self> {
        match value {
            Value::Number(text) => text.parse().ok(),
            _ => None,
        }
    }
}

impl NoteField for Vec<String> {
    fn to_value(&self) -> NoteValue {
        NoteValue::Texts(self.clone())
    }

    fn of_value(value: &Value<'_>) -> Option<Self> {
        match value {
            Value::Nested(text) => entries(text).iter().map(String::of_value).collect(),
            _ => None,
        }
    }
}

/// Declares every note once: its variant, its kind and its values.
macro_rules! notes {
    ($($(#[$about:meta])* $variant:ident = $kind:literal {
        $($(#[$what:meta])* $field:ident: $type:ty,)*
    })*) => {
        /// A note about a reading.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Note {
            $($(#[$about])* $variant { $($(#[$what])* $field: $type,)* },)*
        }

        impl Note {
            /// The kind, a name that does not change.
            #[must_use]
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $kind,)*
                }
            }

            /// The values by name.
            #[must_use]
            pub fn values(&self) -> Vec<(&'static str, NoteValue)> {
                match self {
                    $(Self::$variant { $($field),* } => {
                        vec![$((stringify!($field), $field.to_value())),*]
                    })*
                }
            }

            /// The note of a kind with values by name.
            fn of_kind(kind: &str, values: &[(&str, &Value<'_>)]) -> Option<Self> {
                let value = |name| values.iter().find(|(known, _)| *known == name);
                match kind {
                    $($kind => Some(Self::$variant {
                        $($field: <$type>::of_value(value(stringify!($field))?.1)?,)*
                    }),)*
                    _ => None,
                }
            }
        }
    };
}

notes! {
    /// A log ends early. What it has was read.
    Interrupted = "interrupted" {
        /// The file.
        file: String,
        /// What shows that it ends early.
        problem: String,
    }
    /// A table ends within its last row, which may go on.
    PerhapsInterrupted = "perhaps_interrupted" {
        /// The file.
        file: String,
        /// The place of the row.
        place: String,
        /// The last column.
        column: String,
    }
    /// The tool has marked the log as invalid.
    Invalidated = "invalidated" {
        /// The file.
        file: String,
    }
    /// Files of a folder that are no logs, or have nothing that counts.
    SkippedFiles = "skipped_files" {
        /// The first of them, each with the reason if there is one.
        files: Vec<String>,
        /// How many more there are.
        more: u64,
    }
    /// What a trial costs. Counts of several logs may have costs of several kinds.
    CostOfTrials = "cost_of_trials" {
        /// The field, or the sum of products.
        formula: String,
        /// Where the prices are from; empty without prices.
        prices: String,
    }
    /// Trials of a model that cost nothing, where others have a cost.
    FreeTrials = "free_trials" {
        /// The model.
        model: String,
        /// How many cost nothing.
        free: u64,
        /// All of its trials with a cost.
        trials: u64,
    }
    /// Some tasks have partial outcomes, so that all tasks have three categories.
    PartialOutcomes = "partial_outcomes" {
        /// Those tasks.
        tasks: Vec<String>,
    }
    /// Weights were taken for those of whole questions. As weights of runs, a figure differs.
    WeightsOfQuestions = "weights_of_questions" {
        /// The figure.
        what: String,
        /// Its value with weights of questions.
        of_questions: String,
        /// Its value with weights of runs.
        of_runs: String,
    }
    /// Planned trials that no log contains. They count as missing.
    PlannedMissing = "planned_missing" {
        /// The log that names the plan.
        file: String,
        /// Planned questions.
        questions: u64,
        /// Planned trials of each question.
        trials: u64,
        /// Trials that no log contains.
        missing: u64,
    }
    /// Planned questions that the log neither contains nor names.
    PlannedUnnamed = "planned_unnamed" {
        /// The log that names the plan.
        file: String,
        /// Planned questions.
        questions: u64,
        /// Planned trials of each question.
        trials: u64,
        /// Questions without a name.
        unnamed: u64,
    }
    /// A plan of more trials than scorio looks for.
    PlanTooLarge = "plan_too_large" {
        /// The log that names the plan.
        file: String,
        /// Planned questions.
        questions: u64,
        /// Planned trials of each question.
        trials: u64,
    }
    /// Plans of more absent trials together than scorio looks for.
    PlansTooLarge = "plans_too_large" {
        /// Some of the logs whose plans are left out.
        files: Vec<String>,
        /// How many others there are.
        more: u64,
        /// The most trials.
        most: u64,
    }
    /// Merged counts share questions, and more than one of them has a plan.
    PlannedTwice = "planned_twice" {}
    /// The score that counts.
    CountedScore = "counted_score" {
        /// The tool.
        tool: String,
        /// The score.
        score: String,
        /// The first of the other scores.
        others: Vec<String>,
        /// How many more scores there are.
        more: u64,
    }
    /// Scores without a value in any trial. They are left out.
    ScoresWithoutValue = "scores_without_value" {
        /// The scores.
        scores: Vec<String>,
    }
    /// Scores with a value that belongs to no category. They are left out.
    ScoresWithoutCategory = "scores_without_category" {
        /// The scores, each with its task.
        scores: Vec<String>,
        /// For each score a value without a category, and its place.
        values: Vec<String>,
    }
    /// Questions whose names differ only by their spelling. They count apart.
    SimilarQuestions = "similar_questions" {
        /// The first groups of such names, each in words: 1 and "1".
        names: Vec<String>,
        /// How many more groups there are.
        more: u64,
        /// How many groups are one question if identifiers are read as texts.
        texts: u64,
    }
    /// Names that differ only by blanks, case or signs that are not seen. They count apart.
    SimilarNames = "similar_names" {
        /// What they name: models or tasks.
        role: String,
        /// The names, those that are alike together.
        names: Vec<String>,
    }
    /// A path takes one entry of lists that have more.
    UnreadEntries = "unread_entries" {
        /// The path.
        field: String,
        /// How many entries of the first record are not read.
        unread: u64,
        /// The path that reads them all.
        all: String,
    }
    /// Another character than the form's parts the cells of a table.
    OtherDelimiter = "other_delimiter" {
        /// The file.
        file: String,
        /// The character.
        delimiter: String,
    }
    /// The records stand inside a document.
    RecordsInside = "records_inside" {
        /// The file.
        file: String,
        /// Their path. Nothing if the document is the object of records.
        path: String,
        /// They are members of an object, whose names are the questions.
        keyed: String,
    }
    /// Files have no field of the model, so that their names are the models.
    ModelsOfFiles = "models_of_files" {
        /// The first of these models.
        models: Vec<String>,
        /// How many more there are.
        more: u64,
        /// Two of them with equal counts in every question, as copies of one file have. None mostly.
        alike: Vec<String>,
    }
    /// Some records of a file are equal to records of another one.
    SharedRecords = "shared_records" {
        /// The file with fewer records.
        file: String,
        /// The other file.
        other: String,
        /// How many of the records are equal.
        shared: u64,
        /// How many records the file has.
        records: u64,
    }
    /// Two files seem to share records, and one of them cannot be read again.
    PerhapsShared = "perhaps_shared" {
        /// The file.
        file: String,
        /// The other file.
        other: String,
    }
    /// Records of a file that are equal to earlier ones of it.
    EqualRecords = "equal_records" {
        /// The first such file.
        file: String,
        /// How many more there are.
        more: u64,
        /// How many records are equal to an earlier one.
        equal: u64,
        /// Among how many that were compared.
        compared: u64,
    }
    /// Labels that chance did not choose, by a figure of the trials.
    LabelsUnlike = "labels_unlike" {
        /// The model. Nothing for all of them together.
        model: String,
        /// The figure.
        field: String,
        /// How far they differ, in standard deviations.
        z: String,
    }
    /// Labels that are equal to an earlier one of the same trial.
    EqualLabels = "equal_labels" {
        /// The file.
        file: String,
        /// How many.
        equal: u64,
    }
    /// Labels of trials that the log lacks. They are left out.
    UnmatchedLabels = "unmatched_labels" {
        /// The file.
        file: String,
        /// How many.
        unmatched: u64,
        /// How many labels the file has.
        labels: u64,
    }
    /// A sentence that a count file keeps as it is: of an earlier version, or a guess of an inspection.
    Saved = "saved" {
        /// The sentence.
        sentence: String,
    }
}

impl Note {
    /// Whether the note is about the trials that a log plans.
    #[must_use]
    pub fn is_about_plan(&self) -> bool {
        matches!(
            self,
            Self::PlannedMissing { .. }
                | Self::PlannedUnnamed { .. }
                | Self::PlanTooLarge { .. }
                | Self::PlansTooLarge { .. }
        )
    }

    /// The text that keeps the note in a count file: JSON with its kind and its values.
    pub(crate) fn saved(&self) -> String {
        if let Self::Saved { sentence } = self {
            return sentence.clone();
        }
        let mut text = String::from("{\"kind\":");
        quote(self.kind(), &mut text);
        for (name, value) in self.values() {
            text.push(',');
            quote(name, &mut text);
            text.push(':');
            match value {
                NoteValue::Text(one) => quote(&one, &mut text),
                NoteValue::Number(number) => text.push_str(&number.to_string()),
                NoteValue::Texts(several) => {
                    for (place, one) in several.iter().enumerate() {
                        text.push(if place == 0 { '[' } else { ',' });
                        quote(one, &mut text);
                    }
                    text.push_str(if several.is_empty() { "[]" } else { "]" });
                }
            }
        }
        text.push('}');
        text
    }

    /// The note that a text keeps. The text of an earlier version is a sentence.
    pub(crate) fn load(text: &str) -> Self {
        let members = members(text);
        let values: Vec<_> = members.iter().map(|(name, value)| (&**name, value)).collect();
        let kind = values.iter().find(|(name, _)| *name == "kind");
        let kind = kind.and_then(|(_, value)| String::of_value(value));
        kind.and_then(|kind| Self::of_kind(&kind, &values))
            .unwrap_or_else(|| Self::Saved { sentence: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_note_keeps_its_kind_and_values() {
        let notes = [
            Note::Interrupted { file: "a \"b\".jsonl".to_owned(), problem: "é\n".to_owned() },
            Note::PlannedMissing { file: "f".to_owned(), questions: 3, trials: 2, missing: 1 },
            Note::SkippedFiles { files: vec!["x".to_owned(), "y, z".to_owned()], more: 7 },
            Note::PartialOutcomes { tasks: Vec::new() },
            Note::PlannedTwice {},
            Note::Saved { sentence: "Passed over: x".to_owned() },
            Note::Saved { sentence: "{\"kind\":\"of another version\"}".to_owned() },
        ];
        for note in notes {
            assert_eq!(Note::load(&note.saved()), note);
        }
    }

    #[test]
    fn a_note_is_one_line_whatever_it_names() {
        let note = Note::Invalidated { file: "a\nb\u{1b}[2J\r\n".to_owned() };
        assert!(note.to_string().starts_with(r"a\nb\x1b[2J\r\n: "), "{note}");
    }
}
