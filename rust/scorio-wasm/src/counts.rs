//! Counts by model, task and question.

use scorio_core::cost::trials::costed::FreeTrials;
use scorio_core::counts::{Counts, CountsError, Wanted, results};
use scorio_core::tally::TallyError;
use scorio_core::{Outcome as Entry, Sums, Weights};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::entries::{Entries, Shape, States, Values, by_entries};
use crate::failure::{Failure, Outcome};
use crate::log::trials::{LogCounts, Report};
use crate::objects::{numbers, record, texts};
use crate::plain::Array;

/// Counts, and how they were read.
#[wasm_bindgen]
pub struct CountTable {
    pub(crate) counts: Counts,
    pub(crate) report: Report,
    /// What the trials cost, if that was read.
    pub(crate) costs: Option<Sums>,
    /// The models with trials that cost nothing.
    pub(crate) free: Vec<FreeTrials>,
}

impl From<Counts> for CountTable {
    fn from(counts: Counts) -> Self {
        Self { counts, report: Report::default(), costs: None, free: Vec::new() }
    }
}

impl From<LogCounts> for CountTable {
    fn from(LogCounts { counts, report, costs }: LogCounts) -> Self {
        let (costs, free) = costs.unzip();
        Self { counts, report, costs, free: free.unwrap_or_default() }
    }
}

#[wasm_bindgen]
impl CountTable {
    /// Empty counts over named categories.
    #[wasm_bindgen(constructor)]
    pub fn new(categories: Vec<String>, order: bool) -> Result<Self, JsValue> {
        let counts = Counts::new(categories).map_err(Failure::from)?;
        let counts = if order { counts.in_order() } else { counts };
        Ok(counts.into())
    }

    /// Adds a matrix, which `name` names in errors. Questions are numbered if they have no names.
    pub fn add(
        &mut self,
        entries: &Entries,
        name: &str,
        model: &str,
        task: &str,
        questions: Vec<String>,
        drop: bool,
    ) -> Result<(), JsValue> {
        let mut labels = MatrixLabels { model, task, questions: &questions };
        let added = self.add_entries(entries, &mut labels, drop);
        Ok(added.map_err(|failure| failure.of_matrix(name))?)
    }

    /// Models, tasks and categories; numbers of questions and trials; the report.
    pub fn describe(&self) -> JsValue {
        let counts = &self.counts;
        let trials = counts.iter().map(|question| question.trials() as f64).sum::<f64>();
        let missing = counts.iter().map(|question| question.missing as f64).sum::<f64>();
        let report = &self.report;
        let repeats_dropped = report.repeats_ignored + report.repeats_replaced;
        let report = record([
            ("records", (report.records as f64).into()),
            ("bytes", (report.bytes as f64).into()),
            ("missingDropped", (report.missing_dropped as f64).into()),
            ("missingFailed", (report.missing_failed as f64).into()),
            ("repeatsDropped", (repeats_dropped as f64).into()),
            ("repeatsKept", (report.repeats_kept as f64).into()),
            ("skipped", (report.lines_skipped as f64).into()),
            ("interrupted", (report.interrupted > 0).into()),
            ("perhapsInterrupted", (!report.notes.is_empty()).into()),
            ("freeTrials", self.free.iter().map(free_trials).collect::<Array>().into()),
        ]);
        record([
            ("models", texts(counts.models())),
            ("tasks", texts(counts.tasks())),
            ("fields", texts(counts.fields())),
            ("categories", texts(counts.categories().iter().map(String::as_str))),
            ("length", (counts.len() as f64).into()),
            ("trials", trials.into()),
            ("missing", missing.into()),
            ("hasCosts", self.costs.is_some().into()),
            ("report", report),
        ])
    }

    /// The questions in order.
    pub fn rows(&self) -> Array {
        let row = |question: scorio_core::counts::Question<'_>| {
            record([
                ("model", question.model.into()),
                ("task", question.task.into()),
                ("question", question.question.into()),
                ("counts", numbers(question.counts.iter().map(|&count| count as f64))),
                ("missing", (question.missing as f64).into()),
            ])
        };
        self.counts.iter().map(row).collect()
    }

    /// The weights that the categories have by default.
    pub fn weights(&self) -> Result<Vec<f64>, JsValue> {
        Ok(Weights::default_of(&self.counts).map_err(Failure::from)?.values())
    }

    /// Count states, for the metrics.
    pub fn states(&self) -> Result<States, JsValue> {
        Ok(States::of_counts(&self.counts)?)
    }

    /// The counts of some models and tasks. `None` means all.
    pub fn select(
        &self,
        models: Option<Vec<String>>,
        tasks: Option<Vec<String>>,
    ) -> Result<Self, JsValue> {
        let wanted = Wanted { models, tasks, ..Wanted::default() };
        let counts = self.counts.select(&wanted).map_err(Failure::from)?;
        let costs = self.costs.as_ref().map(|costs| costs.select(&wanted));
        let costs = costs.transpose().map_err(Failure::from)?;
        Ok(Self { costs, ..Self::from(counts) })
    }

    /// The same, where questions have values of a field. Without a task, all that have such a question are meant.
    pub fn with_field(
        &self,
        field: &str,
        task: Option<String>,
        questions: Vec<String>,
        values: Vec<String>,
    ) -> Result<Self, JsValue> {
        let mut copy = self.copy();
        let each = || {
            let each = questions.iter().zip(&values);
            each.map(|(question, value)| (task.as_deref(), question.as_str(), value.as_str()))
        };
        copy.counts.note_each(field, each()).map_err(Failure::from)?;
        if let Some(costs) = &mut copy.costs {
            costs.trials_mut().note_each(field, each()).map_err(Failure::from)?;
        }
        Ok(copy)
    }

    /// A copy.
    #[must_use]
    pub fn copy(&self) -> Self {
        let Self { counts, report, costs, free } = self;
        Self {
            counts: counts.clone(),
            report: report.clone(),
            costs: costs.clone(),
            free: free.clone(),
        }
    }

    /// Adds other counts. Both have costs, or none.
    pub fn merge(&mut self, other: &Self) -> Result<(), JsValue> {
        self.counts.merge(&other.counts).map_err(Failure::from)?;
        if let (Some(costs), Some(more)) = (&mut self.costs, &other.costs) {
            costs.merge_all(&[more]).map_err(Failure::from)?;
        }
        self.free.extend_from_slice(&other.free);
        self.report.merge(&other.report);
        Ok(())
    }

    /// Models, and their entries in the order of trials: L × M × N.
    pub fn results(&self) -> Result<Ordered, JsValue> {
        Ok(self.ordered()?)
    }
}

/// Results of several models, in the order of trials.
#[wasm_bindgen]
pub struct Ordered {
    models: Vec<String>,
    shape: [usize; 3],
    entries: Vec<f64>,
}

#[wasm_bindgen]
impl Ordered {
    /// The models.
    pub fn models(&self) -> Vec<String> {
        self.models.clone()
    }

    /// L, M and N.
    pub fn shape(&self) -> Vec<usize> {
        self.shape.to_vec()
    }

    /// The entries.
    pub fn entries(self) -> Entries {
        let [models, questions, _] = self.shape;
        Entries::floats(self.entries, models * questions, None)
    }
}

fn free_trials(one: &FreeTrials) -> JsValue {
    record([
        ("model", one.model.as_str().into()),
        ("free", (one.free as f64).into()),
        ("trials", (one.trials as f64).into()),
    ])
}

/// What names the rows of a matrix.
struct MatrixLabels<'a> {
    model: &'a str,
    task: &'a str,
    questions: &'a [String],
}

impl CountTable {
    fn ordered(&self) -> Outcome<Ordered> {
        let found = results(&self.counts, false)?;
        let shape = [found.models.len(), found.questions.len(), found.trials];
        let entries = found.categories.into_iter().map(f64::from).collect();
        Ok(Ordered { models: found.models, shape, entries })
    }

    fn add_entries(
        &mut self,
        entries: &Entries,
        labels: &mut MatrixLabels<'_>,
        drop: bool,
    ) -> Outcome<()> {
        let lengths = entries.lengths();
        if matches!(&entries.shape, Shape::Even { rows, columns } if *rows == 0 || *columns == 0) {
            let (rows, columns) = (lengths.len(), 0);
            let empty = scorio_core::check::CheckError::Empty { matrix: "R", rows, columns };
            return Err(empty.into());
        }
        by_entries!(entries, values => self.add_values(values, &lengths, labels, drop))
    }

    fn add_values<T: Entry>(
        &mut self,
        values: &[T],
        lengths: &[usize],
        labels: &MatrixLabels<'_>,
        drop: bool,
    ) -> Outcome<()> {
        let categories = self.counts.categories().len();
        let mut rest = values;
        for (row, &length) in lengths.iter().enumerate() {
            let (trials, after) = rest.split_at_checked(length).unwrap_or((rest, &[]));
            rest = after;
            let own = row.to_string();
            let question = labels.questions.get(row).unwrap_or(&own);
            let place = self.counts.row(labels.model, labels.task, question);
            for (column, &entry) in trials.iter().enumerate() {
                let number = u32::try_from(column).ok();
                if entry.is_missing() {
                    if !drop {
                        return Err(TallyError::Missing { matrix: "R", row, column }.into());
                    }
                    self.counts.add_missing(place, 1)?;
                    continue;
                }
                let Some(category) = entry.category().filter(|&category| category < categories)
                else {
                    let value = entry.text();
                    let error =
                        TallyError::Category { matrix: "R", row, column, value, categories };
                    return Err(error.into());
                };
                self.counts.add(place, category, 1)?;
                let category = u16::try_from(category).unwrap_or(u16::MAX);
                self.counts.put(place, number, category);
            }
            if trials.is_empty() {
                return Err(CountsError::NoTrials { row }.into());
            }
        }
        Ok(())
    }
}

impl Entries {
    /// Entries as an array of models, questions and trials has them.
    pub(crate) fn size(&self) -> usize {
        match &self.values {
            Values::Bytes(values) => values.len(),
            Values::Floats(values) => values.len(),
        }
    }
}
