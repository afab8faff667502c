//! One reader's look at a batch: what is usual in a row goes into a few bytes, the rest is left to the
//! plain way.

use std::sync::Arc;

use arrow_array::RecordBatch;
use scorio_records::records::role::MODEL;
use scorio_records::records::role::OUTCOME;
use scorio_records::records::role::QUESTION;
use scorio_records::records::role::TASK;
use scorio_records::records::role::TRIAL;
use scorio_records::spec::categories::Categories;
use scorio_records::spec::label::Label;
use scorio_records::spec::policy::Ids;
use scorio_records::spec::policy::OnMissing;

use crate::records::chunk::Texts;
use crate::records::columns::cells::Columns;
use crate::records::columns::labels::Labels;
use crate::records::columns::marks::Marks;
use crate::records::columns::trials::TrialCodes;
use crate::records::rows::Rows;

/// What the rows of a table are read for.
pub(crate) struct WantedColumns {
    pub(crate) columns: Columns,
    /// For each role, where its value comes from.
    pub(crate) labels: Arc<[Label]>,
    pub(crate) categories: Categories,
    pub(crate) on_missing: OnMissing,
    pub(crate) ids: Ids,
}

/// A reader of batches.
pub(crate) struct Quick {
    wanted: Arc<WantedColumns>,
    rows: Rows,
    labels: [Labels; 3],
    trials: TrialCodes,
    marks: Marks,
    /// For each role, the batch's labels by number.
    numbers: [Vec<u32>; 3],
}

/// What was found in the rows of a batch, each row with a place in every list.
#[derive(Default)]
pub(crate) struct BatchTrials {
    /// The reader's number of the question.
    pub(crate) rows: Vec<u32>,
    /// The code of the trial. From [`NAMES`] on the place of its name. Empty without trials.
    ///
    /// [`NAMES`]: scorio_records::records::mark::NAMES
    pub(crate) trials: Vec<u32>,
    /// How it counts, as a byte. 0 is left to the plain way.
    pub(crate) marks: Vec<u8>,
    /// For each question that the reader meets for the first time: model, task, question.
    pub(crate) new: Texts,
    /// TrialCodes whose names are no numbers.
    pub(crate) names: Texts,
    /// Whether every trial has a number.
    pub(crate) numbered: bool,
    /// A bit for each role whose column is lacking.
    pub(crate) lacking: u8,
}

impl Quick {
    pub(crate) fn new(wanted: Arc<WantedColumns>) -> Self {
        let labels = [MODEL, TASK, QUESTION].map(|role| Labels::new(role, wanted.ids));
        let marks = Marks::new(wanted.categories.clone(), wanted.on_missing);
        Self {
            wanted,
            rows: Rows::default(),
            labels,
            trials: TrialCodes::default(),
            marks,
            numbers: Default::default(),
        }
    }
}

impl Quick {
    /// The trials of a batch.
    pub(crate) fn look(&mut self, batch: &RecordBatch) -> BatchTrials {
        let mut found = BatchTrials::default();
        let wanted = Arc::clone(&self.wanted);
        let cells = wanted.columns.cells(batch);
        let column = |role: usize| cells.get(role).and_then(Option::as_ref);
        for (role, label) in wanted.labels.iter().enumerate() {
            let absent = column(role).is_none();
            found.lacking |= u8::from(absent && label.otherwise().is_some()) << role;
        }
        let count = batch.num_rows();
        // Without an outcome nothing is usual.
        let Some(outcome) = column(OUTCOME) else {
            found.marks.resize(count, 0);
            found.rows.resize(count, 0);
            return found;
        };
        self.marks.read(outcome, &mut found.marks);
        let roles = self.labels.iter_mut().zip(&mut self.numbers).zip(wanted.labels.iter());
        for (role, ((labels, numbers), label)) in roles.enumerate() {
            if let Some(cells) = column(role) {
                labels.read(cells, &mut self.rows, numbers, &mut found.marks);
                continue;
            }
            let text = match label {
                Label::Constant(text) | Label::FieldOr { text, .. } => text.as_str(),
                Label::Optional(_) => "",
                Label::Field(_) => {
                    found.marks.fill(0);
                    ""
                }
            };
            numbers.clear();
            numbers.resize(count, self.rows.label(role, text.as_bytes()));
        }
        if let Some(cells) = column(TRIAL) {
            let BatchTrials { trials, names, marks, .. } = &mut found;
            self.trials.read(cells, trials, names, marks);
        } else if !matches!(wanted.labels.get(TRIAL), Some(Label::Optional(_))) {
            found.marks.fill(0);
        }
        found.numbered = !found.trials.is_empty() && found.names.len() == 0;
        self.number(&mut found);
        found
    }
}

impl Quick {
    /// Numbers the questions of a batch.
    fn number(&mut self, found: &mut BatchTrials) {
        let Self { rows, numbers: [models, tasks, questions], .. } = self;
        let labels = models.iter().zip(&*tasks).zip(&*questions).zip(&found.marks);
        let new = &mut found.new;
        // The trials of a question mostly stand together, and then nothing is looked up.
        let mut last = ([u32::MAX; 3], 0);
        found.rows.extend(labels.map(|(((&model, &task), &question), &mark)| {
            let key = [model, task, question];
            if mark == 0 || last.0 == key {
                return last.1;
            }
            let (row, first) = rows.of_labels(key);
            last = (key, row);
            if first {
                for (role, label) in key.into_iter().enumerate() {
                    new.push(rows.text(role, label));
                }
            }
            row
        }));
    }
}
