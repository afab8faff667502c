//! What is kept of graded trials beside their signals: the texts of a judge, where trials stand, and fields
//! of wanted trials as texts.

use std::collections::{BTreeSet, HashMap};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use scorio_core::rubric::trial::TrialDetails;
use scorio_records::json::value::Value;
use scorio_records::records::record::Origin;

use crate::spec::grading::RubricSpec;

/// Of a judge with more texts only their number matters, which is too large.
const MOST_TEXTS: usize = 1000;

/// What is kept of each trial.
pub(in crate::count) struct KeptDetails {
    /// The signal that is a judge's outcome.
    judged: Option<usize>,
    /// The text of the current trial.
    text: Option<u32>,
    /// The number of each text, by its hash: texts of answers may be long, and many.
    numbers: HashMap<u64, u32, Hashed>,
    placed: bool,
    /// The first signal that is a text. The signals behind it are texts, too.
    first_told: Option<usize>,
    /// The trials whose texts are kept.
    wanted: BTreeSet<usize>,
    /// The texts of the current trial.
    told: Vec<Option<String>>,
    kept: TrialDetails,
}

type Hashed = BuildHasherDefault<DefaultHasher>;

impl KeptDetails {
    pub(in crate::count) fn of(spec: &RubricSpec) -> Self {
        let (first_told, wanted) = spec.told.clone().unzip();
        Self {
            judged: spec.judged,
            text: None,
            numbers: HashMap::default(),
            placed: spec.placed,
            first_told,
            wanted: wanted.unwrap_or_default(),
            told: Vec::new(),
            kept: TrialDetails::default(),
        }
    }

    /// Before the signals of a trial.
    pub(in crate::count) fn begin(&mut self) {
        self.text = None;
        self.told.clear();
    }

    /// Takes the value of a signal that is a text: 0 stands for one, NaN for none. Nothing if the signal is a
    /// number.
    pub(in crate::count) fn take_told(&mut self, signal: usize, value: &Value<'_>) -> Option<f64> {
        if self.first_told.is_none_or(|first| signal < first) {
            return None;
        }
        let text = match value {
            Value::Bool(value) => Some(value.to_string()),
            Value::Cell("") => None,
            _ => value.own(),
        };
        let number = if text.is_some() { 0.0 } else { f64::NAN };
        self.told.push(text);
        Some(number)
    }

    /// Takes a value as the text of a judge. False if it is none.
    pub(in crate::count) fn take_text(&mut self, signal: usize, value: &Value<'_>) -> bool {
        let text = match value {
            Value::Text(text) => text.trim(),
            Value::Cell(text) => text.trim(),
            _ => return false,
        };
        if self.judged != Some(signal) {
            return false;
        }
        let hash = self.numbers.hasher().hash_one(text);
        let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        let number = *self.numbers.entry(hash).or_insert(next);
        if number == next && self.kept.texts.len() < MOST_TEXTS {
            self.kept.texts.push(text.to_owned());
        }
        self.text = Some(number);
        true
    }

    /// After the signals of a trial that counts, by its place among all that were added.
    pub(in crate::count) fn keep(&mut self, trial: usize, origin: &dyn Origin) {
        if self.wanted.contains(&trial) {
            self.kept.told.insert(trial, std::mem::take(&mut self.told));
        }
        if self.judged.is_some() {
            self.kept.text_of.push(self.text);
        }
        if self.placed {
            let place = origin.place();
            if self.kept.files.last().is_none_or(|(_, file)| *file != place.file) {
                self.kept.files.push((trial, place.file.clone()));
            }
            self.kept.units.push((place.unit, place.number));
        }
    }

    /// All that was kept.
    pub(in crate::count) fn into_kept(self) -> TrialDetails {
        self.kept
    }
}
