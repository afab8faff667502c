//! What is said of all records of a file outside of them: by its name, or beside the list of records.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use scorio_records::json::paths::values;
use scorio_records::json::value::Value;
use scorio_records::records::record::JsonRecord;
use scorio_records::records::role::{MODEL, TASK};
use scorio_records::spec::label::Label;

use crate::count::counter::Counter;
use crate::count::error::CountError;
use crate::error::Result;
use crate::note::Note;
use crate::paths::LOG_ENDINGS;
use crate::records::document::{EACH, Flow, Visit, walk};
use crate::source::packing::unpacked;
use crate::source::progress::{Meter, Total};
use crate::source::window::Window;
use crate::spec::options::Input;
use crate::threads::plan::WorkPlan;
use crate::tools::sniff::Sniffed;

/// The names that fields of models have, the likeliest first.
pub const MODEL_FIELDS: [&str; 12] = [
    "model",
    "model_name",
    "model_id",
    "modelname",
    "model_test",
    "model_key",
    "llm",
    "system",
    "agent",
    "engine",
    "solver",
    "policy",
];

/// Other names that fields of models have, if they are no part of another field.
const PERHAPS_MODELS: [&str; 5] = ["checkpoint", "ckpt", "candidate", "variant", "name"];

/// What follows "model" in the names of what a model says, and of how it did.
const OF_A_MODEL: [&str; 14] = [
    "answer",
    "answers",
    "completion",
    "generation",
    "output",
    "outputs",
    "prediction",
    "reasoning",
    "response",
    "responses",
    "result",
    "score",
    "solution",
    "text",
];

/// How the names of fields begin that hold another model: who judged, or what a model is made of.
const OTHER_MODELS: [&str; 7] =
    ["parent_", "judge_", "judging_", "grader_", "scorer_", "reward_", "reference_"];

/// What precedes the number of a shard in the name of its file.
const SHARDS: [&str; 6] = ["shard", "part", "chunk", "rank", "split", "worker"];

/// Endings that the names of tables have before that of their form.
const BOOKS: [&str; 6] = [".xlsx", ".xlsm", ".xlsb", ".xls", ".ods", ".txt"];

/// The name of a file without the endings that tell its form. Empty for standard input.
#[must_use]
pub fn stem(path: &Path) -> &str {
    // A pipe of a shell, as `<(cat log.jsonl)`, is a number there.
    if path.starts_with("/dev") || path.starts_with("/proc") {
        return "";
    }
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
    let name = name.rsplit_once(".zip:").map_or(name, |(_, entry)| entry);
    let mut name = if name == "-" { "" } else { unpacked(name) };
    for endings in [&LOG_ENDINGS[..], &BOOKS[..]] {
        let cut = |ending: &&str| {
            let (start, end) = name.split_at_checked(name.len().checked_sub(ending.len())?)?;
            (end.eq_ignore_ascii_case(ending) && !start.is_empty()).then_some(start)
        };
        name = endings.iter().find_map(cut).unwrap_or(name);
    }
    name
}

/// The last name of a dotted path, in small letters with underscores.
fn word(path: &str) -> String {
    let last = path.rsplit('.').next().unwrap_or("");
    let mut word = String::new();
    let mut small = false;
    for sign in last.chars() {
        if sign.is_ascii_uppercase() && small {
            word.push('_');
        }
        small = sign.is_ascii_lowercase() || sign.is_ascii_digit();
        word.push(if sign.is_alphanumeric() { sign.to_ascii_lowercase() } else { '_' });
    }
    word
}

/// Whether a field may hold the model, by its name.
fn may_be_model(path: &str) -> bool {
    let word = word(path);
    if MODEL_FIELDS.contains(&word.as_str()) {
        return true;
    }
    let said = word.rsplit('_').next().is_some_and(|last| OF_A_MODEL.contains(&last));
    let another = OTHER_MODELS.iter().any(|begin| word.starts_with(begin));
    word.contains("model") && !said && !another
        || !path.contains('.') && PERHAPS_MODELS.contains(&word.as_str())
}

/// The name of a file without the number of its shard. Nothing if it has none.
fn without_shard(stem: &str) -> Option<String> {
    let lower = stem.to_ascii_lowercase();
    SHARDS.iter().find_map(|shard| {
        let at = lower.rfind(shard)?;
        let (before, after) = stem.split_at_checked(at)?;
        let number = after.get(shard.len()..)?.trim_start_matches(['-', '_', '.']);
        let rest = number.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let word = !before.ends_with(char::is_alphanumeric);
        (word && rest.len() < number.len()).then(|| format!("{before}{rest}"))
    })
}

/// The counts and the missing trials of a model, by task, score and question.
type TrialTable<'a> = BTreeMap<[&'a str; 3], (&'a [u64], u64)>;

impl Counter {
    /// Before the records of a document or a table with these names: what it says of all its records.
    pub(super) fn say_of_all(&mut self, input: &Input, sniffed: &Sniffed) -> Result<()> {
        if let Some(at) = &sniffed.records {
            let wanted: Vec<(usize, String)> = [MODEL, TASK]
                .into_iter()
                .filter_map(|role| {
                    let label = self.columns.get(role)?;
                    let field = label.field().filter(|field| !field.starts_with(['@', '*']))?;
                    // What a reading asks for by default may well be lacking.
                    let sought =
                        sniffed.has(field) || !sniffed.whole && matches!(label, Label::Field(_));
                    let own = sniffed.has_between("", &format!(".{field}")) && !sniffed.has(field);
                    (sought && !own).then(|| (role, field.to_owned()))
                })
                .collect();
            if !wanted.is_empty() {
                for (role, text) in self.beside(input, at, &wanted)? {
                    self.otherwise(role, text);
                }
            }
        }
        self.name_by_stem(input.path.as_path(), sniffed.all());
        Ok(())
    }

    /// Where the model is a field by default, names the file's stem for records that lack it. Not if
    /// another field looks like the model: then all of its models would be one.
    pub(super) fn name_by_stem(&mut self, path: &Path, names: &[String]) {
        let Some(Label::FieldOr { field, text }) = self.columns.get(MODEL) else { return };
        if !text.is_empty() {
            return;
        }
        let stem = stem(path);
        let labels = self.columns.iter().filter_map(Label::field);
        let beside = self.fields_beside().iter().flatten().map(String::as_str);
        let asked = labels.chain(beside).flat_map(|field| field.split(','));
        let taken: BTreeSet<&str> = asked.map(str::trim).collect();
        let other = |name: &String| !taken.contains(name.as_str()) && may_be_model(name);
        if stem.is_empty() || names.iter().any(other) {
            let field = field.clone();
            self.relabel(MODEL, Label::Field(field));
        } else {
            self.stem = Some(stem.to_owned());
            self.otherwise(MODEL, stem.to_owned());
        }
    }

    /// Gives records without the field of a role this text.
    fn otherwise(&mut self, role: usize, text: String) {
        let field = self.columns.get(role).and_then(Label::field).map(str::to_owned);
        if let Some(field) = field {
            self.relabel(role, Label::FieldOr { field, text });
        }
    }

    fn relabel(&mut self, role: usize, label: Label) {
        let mut columns = self.columns.to_vec();
        if let Some(place) = columns.get_mut(role) {
            *place = label;
        }
        self.columns = columns.into();
    }

    /// The values of fields beside the records at a path of a document.
    fn beside(
        &self,
        input: &Input,
        at: &[String],
        wanted: &[(usize, String)],
    ) -> Result<BTreeMap<usize, String>> {
        let mut found = BesideRecords { wanted, found: BTreeMap::new() };
        if input.path.as_os_str() != "-" {
            let mut progress = |_| true;
            let mut meter = Meter::new(Total::default(), &mut progress);
            let source = self.archives.open(&input.path, &mut meter)?;
            let mut window = Window::new(source, meter, WorkPlan::usual().longest);
            let steps: Vec<_> = at.iter().map(String::as_str).chain([EACH]).collect();
            // What is wrong with the document is said when its records are read.
            let _ = walk(&mut window, &steps, &mut found);
        }
        Ok(found.found)
    }

    /// After the records of a file: its stem names a model, if no record has one.
    pub(super) fn stem_named(&mut self) -> Result<()> {
        let lacking = self.lacking.is_some_and(|bits| bits & 1 << MODEL != 0);
        let lacking = lacking && self.spec.series.is_none();
        let Some(stem) = self.stem.take().filter(|_| lacking) else { return Ok(()) };
        let file = self.file.clone();
        let shard = without_shard(&stem);
        let other =
            self.stems.iter().find(|(one, _)| shard.is_some() && without_shard(one) == shard);
        if let (Some((_, other)), Some(stem)) = (other, &shard) {
            let (other, stem) = (other.clone(), stem.clone());
            return Err(CountError::Shards { file, other, stem }.into());
        }
        match self.stems.insert(stem.clone(), file.clone()) {
            Some(other) => Err(CountError::SameStem { file, other, stem }.into()),
            None => Ok(()),
        }
    }

    /// Two models that are named by files and have equal counts in every question. None if these are
    /// few, or alike in all questions.
    fn alike(&self) -> Vec<String> {
        const FEW: usize = 10;
        let mut tables: BTreeMap<&str, TrialTable<'_>> = BTreeMap::new();
        for one in self.trials.counts.iter().filter(|one| self.stems.contains_key(one.model)) {
            let table = tables.entry(one.model).or_default();
            table.insert([one.task, one.score, one.question], (one.counts, one.missing));
        }
        let varied = |table: &TrialTable<'_>| {
            table.len() >= FEW && table.values().any(|one| Some(one) != table.values().next())
        };
        let mut seen = BTreeMap::new();
        for (model, table) in tables {
            if !varied(&table) {
                continue;
            }
            if let Some(other) = seen.insert(table, model) {
                return vec![other.to_owned(), model.to_owned()];
            }
        }
        Vec::new()
    }

    /// After all files: says which models are named by their files.
    pub(super) fn say_stems(&mut self) {
        const SHOWN: usize = 8;
        let models: Vec<String> = self.stems.keys().take(SHOWN).cloned().collect();
        let more = self.stems.len().saturating_sub(SHOWN) as u64;
        if !models.is_empty() {
            let alike = if self.stems.len() > 1 { self.alike() } else { Vec::new() };
            self.trials.report.note(Note::ModelsOfFiles { models, more, alike });
        }
    }
}

struct BesideRecords<'w> {
    wanted: &'w [(usize, String)],
    found: BTreeMap<usize, String>,
}

impl Visit for BesideRecords<'_> {
    fn record(&mut self, _: &JsonRecord<'_>, _: &[String]) -> Result<Flow> {
        Ok(Flow::On)
    }

    fn beside(&mut self, path: &str, text: &str) -> Result<Flow> {
        for (role, field) in self.wanted {
            let whole = field == path;
            let inside = field.strip_prefix(path).and_then(|rest| rest.strip_prefix('.'));
            // As the member of an object, so that a plain value is one as well.
            let text = format!("{{\"_\":{text}}}");
            let field = match inside {
                Some(inside) => format!("_.{inside}"),
                None if whole => "_".to_owned(),
                None => continue,
            };
            let value = values(&text, &[&field]);
            let value = value.as_deref().and_then(|found| found.first()).and_then(plain);
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                self.found.insert(*role, value);
            }
        }
        Ok(if self.found.len() == self.wanted.len() { Flow::Stop } else { Flow::On })
    }
}

/// The text of a value that can name something.
fn plain(value: &Value<'_>) -> Option<String> {
    match value {
        Value::Bool(_) | Value::Nested(_) => None,
        other => other.own(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stem_keeps_the_dots_of_a_name() {
        let of = |path: &str| stem(Path::new(path)).to_owned();
        assert_eq!(of("runs/Llama-3.1-8B.jsonl"), "Llama-3.1-8B");
        assert_eq!(of("Llama-3.1-8B.JSONL.gz"), "Llama-3.1-8B");
        assert_eq!(of("a.zip:day/o1.csv"), "o1");
        assert_eq!(of("a.zip:o1.csv"), "o1");
        assert_eq!(of("scores.xlsx.csv"), "scores");
        assert_eq!(of("gpt-4.1"), "gpt-4.1");
        assert_eq!(of(".jsonl"), ".jsonl");
        assert_eq!(of("-"), "");
        assert_eq!(of("/dev/fd/63"), "");
    }

    #[test]
    fn fields_of_models_are_told_from_what_models_say() {
        for name in ["hf_model", "model_path", "checkpoint", "name", "info.base_model"] {
            assert!(may_be_model(name), "{name}");
        }
        for name in ["model_answer", "judge_model", "modelOutput", "info.name", "question", "names"]
        {
            assert!(!may_be_model(name), "{name}");
        }
    }

    #[test]
    fn shards_are_told_from_names() {
        assert_eq!(without_shard("run-shard-0").as_deref(), Some("run-"));
        assert_eq!(without_shard("m_rank3_b").as_deref(), Some("m__b"));
        assert_eq!(without_shard("part-00001-of-00002").as_deref(), Some("-of-00002"));
        for name in ["Llama-3.1-8B", "smart-4", "run-shard", "gpt-4.1"] {
            assert_eq!(without_shard(name), None);
        }
    }

    #[test]
    fn names_of_models_have_several_spellings() {
        for name in ["modelName", "info.Model-Name", "MODEL_NAME", "0.model name"] {
            assert_eq!(word(name), "model_name");
        }
    }
}
