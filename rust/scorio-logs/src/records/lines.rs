//! One reader's look at a chunk: what is usual in a line goes into an [`ChunkLine`], the rest is left
//! to the plain way.

use std::sync::Arc;

use memchr::memchr;
use scorio_records::json::fields::RecordFields;
use scorio_records::json::paths::Paths;
use scorio_records::json::shape::RecordShape;
use scorio_records::json::short::ShortText;
use scorio_records::records::label;
use scorio_records::records::mark::Mark;
use scorio_records::records::mark::number;
use scorio_records::records::role::MODEL;
use scorio_records::records::role::OUTCOME;
use scorio_records::records::role::QUESTION;
use scorio_records::records::role::TASK;
use scorio_records::records::role::TRIAL;
use scorio_records::spec::categories::{Categories, Outcome};
use scorio_records::spec::label::Label;
use scorio_records::spec::policy::Ids;
use scorio_records::spec::policy::OnMissing;

use crate::count::costs::reader::CostReader;
use crate::error::Result;
use crate::records::chunk::{Chunk, ChunkLine, ChunkTrial, Found, LineKind, Texts, TrialName};
use crate::records::rows::Rows;
use crate::records::verdicts::Verdicts;
use crate::spec::grading::SignalReader;
use crate::threads::ordered::Work;

/// What the records of a file are read for.
pub(crate) struct WantedFields {
    pub(crate) paths: Paths,
    /// For each role, where its value comes from.
    pub(crate) columns: Arc<[Label]>,
    pub(crate) verdicts: Verdicts,
    pub(crate) on_missing: OnMissing,
    pub(crate) ids: Ids,
    /// What is read of each trial beside its labels and its outcome.
    pub(crate) numbers: Option<TrialNumbers>,
}

/// What is read of each trial as numbers.
pub(crate) enum TrialNumbers {
    /// Rubrics grade the trials by these.
    Signals(WantedSignals),
    /// What they cost.
    Costs(Arc<CostReader>),
}

impl TrialNumbers {
    /// Whether rubrics grade the trials.
    pub(crate) fn grades(&self) -> bool {
        matches!(self, Self::Signals(_))
    }

    /// How many numbers a trial has.
    pub(crate) fn width(&self) -> usize {
        match self {
            Self::Signals(signals) => signals.readers.len(),
            Self::Costs(costs) => costs.width(),
        }
    }

    /// How many fields are looked for.
    fn fields(&self) -> usize {
        match self {
            Self::Signals(signals) => signals.readers.len(),
            Self::Costs(costs) => costs.ways.len(),
        }
    }

    /// The numbers of a record, whose first field is at this place. False if the plain way is to say
    /// something about them.
    #[inline]
    fn take(&self, first: usize, values: &RecordFields<'_>, into: &mut Vec<f64>) -> bool {
        let before = into.len();
        let taken = match self {
            Self::Signals(signals) => signals.take(first, values, into),
            Self::Costs(costs) => costs.take(first, values, into),
        };
        if !taken {
            into.truncate(before);
        }
        taken
    }
}

/// The signals that readers take of each trial.
pub(crate) struct WantedSignals {
    pub(crate) readers: Arc<[SignalReader]>,
    pub(crate) categories: Categories,
}

impl WantedSignals {
    /// The signals of a record, whose first field is at this place. False if the plain way is to say
    /// something about them.
    fn take(&self, first: usize, values: &RecordFields<'_>, into: &mut Vec<f64>) -> bool {
        for (place, reader) in self.readers.iter().enumerate() {
            let number = match reader {
                SignalReader::Unused => Some(f64::NAN),
                SignalReader::Constant(constant) => Some(*constant),
                SignalReader::Error => Some(0.0),
                SignalReader::Outcome(number) => {
                    number.of(&self.categories.judged(&values.get(OUTCOME)), &self.categories)
                }
                SignalReader::Field { steps, number, .. } => {
                    let plain = steps.is_empty() && !values.lacks(first + place);
                    let value = || number.of(&values.get(first + place), &self.categories);
                    plain.then(value).flatten()
                }
            };
            let Some(number) = number else { return false };
            into.push(number);
        }
        true
    }
}

impl WantedFields {
    /// How many fields are looked for.
    fn slots(&self) -> usize {
        self.columns.len() + self.numbers.as_ref().map_or(0, TrialNumbers::fields)
    }

    /// The text of a label. None if an optional field is lacking, which is noted, and nothing if the
    /// value cannot name anything.
    #[inline]
    fn name<'v>(
        &'v self,
        role: usize,
        values: &'v RecordFields<'_>,
        lacking: &mut u8,
    ) -> Option<&'v [u8]> {
        let label = self.columns.get(role)?;
        if values.lacks(role)
            && let Some(otherwise) = label.otherwise()
        {
            *lacking |= 1 << role;
            return Some(otherwise.as_bytes());
        }
        match label {
            Label::Constant(text) => Some(text.as_bytes()),
            Label::Field(_) | Label::Optional(_) | Label::FieldOr { .. } => values.name(role),
        }
    }

    /// What tells a trial from others of its question. Nothing if the value cannot.
    fn trial(
        &self,
        values: &RecordFields<'_>,
        trials: &mut Texts,
        lacking: &mut u8,
    ) -> Option<TrialName> {
        let trial = self.name(TRIAL, values, lacking)?;
        if *lacking & 1 << TRIAL != 0 {
            return Some(TrialName::None);
        }
        if let Some(number) = number(trial) {
            return Some(TrialName::Number(number));
        }
        trials.push(trial);
        u32::try_from(trials.len() - 1).ok().map(TrialName::Text)
    }
}

/// Questions that are numbered together. They stay in the processor's nearest cache.
const TOGETHER: usize = 256;

/// A reader of chunks.
pub(crate) struct Lines {
    wanted: Arc<WantedFields>,
    shape: RecordShape,
    rows: Rows,
    /// Of each role, how many labels the collector knows.
    told: [u32; 3],
    /// Questions to be numbered, where another one follows.
    questions: Vec<Question>,
    /// Their numbers.
    numbers: Vec<u32>,
    /// The bits of the names that the last trial lacks.
    lacking: u8,
}

/// The labels of a question. Its own is to be looked up if it is a short text.
struct Question {
    labels: [u32; 3],
    text: ShortText,
}

impl Lines {
    pub(crate) fn new(wanted: Arc<WantedFields>) -> Self {
        Self {
            wanted,
            shape: RecordShape::new(TRIAL),
            rows: Rows::default(),
            told: [0; 3],
            questions: Vec::new(),
            numbers: Vec::new(),
            lacking: 0,
        }
    }

    /// Finds what is in each line of a chunk.
    fn read(&mut self, chunk: &mut Chunk) {
        let endless = chunk.endless || chunk.refused.is_some();
        let (bytes, Found { entries, rows, labels, trials, numbers }) = chunk.parts();
        numbers.clear();
        entries.clear();
        rows.clear();
        labels.clear();
        trials.clear();
        self.questions.clear();
        if endless {
            return;
        }
        // Once over the whole chunk costs less than once for each line.
        let text = simdutf8::basic::from_utf8(bytes).ok();
        let mut found = RecordFields::new(self.wanted.slots(), text.unwrap_or(""));
        let (mut start, mut unnumbered) = (0, 0);
        while let Some(rest) = bytes.get(start..).filter(|rest| !rest.is_empty()) {
            if self.questions.len() == TOGETHER {
                self.number(entries.get_mut(unnumbered..).unwrap_or(&mut []), rows, labels);
                unnumbered = entries.len();
                // The next trial may be of the last question.
                self.questions.drain(..TOGETHER - 1);
            }
            let (end, trial) = if let Some(text) = text {
                let wanted = &self.wanted.paths;
                let (end, read) = wanted.find_shaped(text, start, &mut self.shape, &mut found);
                (end, read.ok().and_then(|()| self.trial(&mut found, trials, numbers)))
            } else {
                (start + memchr(b'\n', rest).unwrap_or(rest.len()), None)
            };
            let what = match trial {
                Some(trial) => LineKind::ChunkTrial(trial),
                None if blank(bytes.get(start..end)) => LineKind::Blank,
                None => LineKind::Other,
            };
            entries.push(ChunkLine { end, what });
            start = end + 1;
        }
        self.number(entries.get_mut(unnumbered..).unwrap_or(&mut []), rows, labels);
    }

    /// Gives trials the numbers of their questions.
    ///
    /// In a shuffled log, every look-up misses the processor's caches. One loop after another lets the
    /// processor wait for many of them at a time.
    fn number(&mut self, entries: &mut [ChunkLine], rows: &mut Vec<[u32; 3]>, texts: &mut Texts) {
        let Self { questions, numbers, rows: known, told, .. } = self;
        for Question { labels: [_, _, label], text } in &mut *questions {
            if text.is_some() {
                *label = known.short(QUESTION, *text);
            }
        }
        numbers.clear();
        for &Question { labels, .. } in &*questions {
            let (row, new) = known.of_labels(labels);
            numbers.push(row);
            if new {
                rows.push(labels);
                for (role, (label, told)) in labels.into_iter().zip(&mut *told).enumerate() {
                    while *told <= label {
                        texts.push(known.text(role, *told));
                        *told += 1;
                    }
                }
            }
        }
        for entry in entries {
            if let LineKind::ChunkTrial(trial) = &mut entry.what {
                trial.row = numbers.get(trial.row as usize).copied().unwrap_or(0);
            }
        }
    }

    /// A trial from the values of its fields, if there is nothing to say about it. Its row is the place of
    /// its question.
    #[inline]
    fn trial(
        &mut self,
        values: &mut RecordFields<'_>,
        trials: &mut Texts,
        numbers: &mut Vec<f64>,
    ) -> Option<ChunkTrial> {
        let wanted = &*self.wanted;
        let mut lacking = u8::from(values.lacks(OUTCOME)) << OUTCOME;
        let name = if let Some(number) = values.short(TRIAL).digits() {
            TrialName::Number(number)
        } else {
            wanted.trial(values, trials, &mut lacking)?
        };
        let mark = if wanted.numbers.as_ref().is_some_and(TrialNumbers::grades) {
            Mark::Category(0)
        } else {
            match (wanted.verdicts.of(values), wanted.on_missing) {
                (Outcome::Category(category), _) => Mark::Category(category),
                (Outcome::Missing(_), OnMissing::Drop) => Mark::Dropped,
                (Outcome::Missing(_), OnMissing::Fail) => Mark::Failed,
                (Outcome::Missing(_), OnMissing::Error) | (Outcome::Unknown, _) => return None,
            }
        };
        // Before the question: a question that a reader numbers has a trial.
        let before = numbers.len();
        if let Some(own) = &wanted.numbers
            && !own.take(wanted.columns.len(), values, numbers)
        {
            return None;
        }
        let Some(row) = self.place(values) else {
            numbers.truncate(before);
            return None;
        };
        Some(ChunkTrial { row, name, mark, lacking: lacking | self.lacking })
    }

    /// The place of a trial's question among those to be numbered.
    #[inline]
    fn place(&mut self, values: &mut RecordFields<'_>) -> Option<u32> {
        if values.renamed {
            self.lacking = 0;
            let labels = [self.label(MODEL, values)?, self.label(TASK, values)?, 0];
            let question = self.question(labels, values)?;
            self.questions.push(question);
            values.renamed = false;
        }
        u32::try_from(self.questions.len().checked_sub(1)?).ok()
    }

    /// The number of a model or a task.
    #[inline]
    fn label(&mut self, role: usize, values: &RecordFields<'_>) -> Option<u32> {
        let short = values.short(role);
        if short.is_some() && !short.is_empty() {
            return Some(self.rows.short(role, short));
        }
        let text = self.wanted.name(role, values, &mut self.lacking)?;
        Some(self.rows.label(role, text))
    }

    /// A question, of which the model and the task have numbers.
    #[inline]
    fn question(&mut self, labels: [u32; 3], values: &RecordFields<'_>) -> Option<Question> {
        let text = values.short(QUESTION);
        let quoted = values.is_text(QUESTION) && self.wanted.ids == Ids::Distinct;
        if text.is_some() && !text.is_empty() {
            let quoted = quoted && label::may_look_like_number(text.first());
            return Some(Question { labels, text: if quoted { text.quoted() } else { text } });
        }
        let text = self.wanted.name(QUESTION, values, &mut self.lacking)?;
        let text = label::question(std::str::from_utf8(text).ok()?, quoted, self.wanted.ids);
        let question = self.rows.label(QUESTION, text.as_bytes());
        let [model, task, _] = labels;
        Some(Question { labels: [model, task, question], text: ShortText::default() })
    }
}

impl Work<Chunk> for Lines {
    fn work(&mut self, chunk: &mut Chunk) -> Result<()> {
        self.read(chunk);
        Ok(())
    }
}

fn blank(line: Option<&[u8]>) -> bool {
    line.is_none_or(|line| line.trim_ascii().is_empty())
}
