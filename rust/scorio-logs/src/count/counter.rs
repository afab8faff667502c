//! Reading logs into counts: one pass, in memory that grows with the number of questions.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use scorio_records::records::role::CLUSTER;
use scorio_records::spec::label::Label;
use scorio_records::trials::counter::Trials;
use scorio_records::trials::labels::Labels;

use crate::count::copies::trail::Trail;
use crate::count::costs::counting::Costs;
use crate::count::error::CountError;
use crate::count::inspect::gathered::Gathered;
use crate::count::numbers::{Numbers, empty_counts};
use crate::count::outcomes::shape::TrialShape;
use crate::count::outcomes::signals::Signals;
use crate::count::trials::fields::QuestionFields;
use crate::count::trials::planned_rows::Expected;
use crate::count::trials::series::Series;
use crate::error::{Error, Result};
use crate::note::Note;
use crate::source::open::LastArchive;
use crate::spec::expression::Expression;
use crate::spec::options::{FILE, Input, Measure, Spec};
use crate::tools::tool::TableFields;

pub(super) struct Counter {
    pub(super) trials: Trials<Note>,
    /// The sums of outcomes that are numbers.
    pub(super) numbers: Option<Numbers>,
    /// The signals of trials that rubrics grade.
    pub(super) signals: Option<Signals>,
    /// What trials cost.
    pub(super) costs: Option<Costs>,
    pub(super) spec: Arc<Spec>,
    pub(super) archives: LastArchive,
    /// For each role of this file, where its value comes from.
    pub(super) columns: Arc<[Label]>,
    /// What the records of this file say about outcomes.
    pub(super) measure: Arc<Measure>,
    pub(super) labels: Labels,
    /// What the user says of the outcomes of this file, if that is more than one field.
    pub(super) expression: Option<Expression>,
    /// The same for the fields of this file.
    pub(super) shape: Option<Arc<TrialShape>>,
    /// The score of the current trial.
    pub(super) score: String,
    /// What to say if no record of this file turns out to have an outcome.
    pub(super) no_outcome: Option<Error>,
    pub(super) file_records: u64,
    /// This file is a table of columns, which has a header even if it has no rows.
    pub(super) header: bool,
    /// A bit for each role whose field the records of this file lack. Nothing before the first.
    pub(super) lacking: Option<u8>,
    /// For a survey.
    pub(super) gathered: Option<Gathered>,
    /// The file was found in a folder, where some may be no logs.
    pub(super) found: bool,
    /// Of each task the score that counts where none is named, and the file that it is of.
    pub(super) headlines: HashMap<String, (String, String)>,
    /// Files of folders of which nothing could be read.
    pub(super) passed_over: Vec<String>,
    /// Why the file is passed over, and the first such error.
    pub(super) reason: Option<String>,
    pub(super) refusal: Option<Error>,
    /// The current file.
    pub(super) file: String,
    /// The file ends before it should.
    pub(super) cut: bool,
    /// The trial that the path or the user names, where the tool names trials too.
    pub(super) outer: Option<String>,
    /// Trials that the tool says went wrong, where later ones may replace them.
    pub(super) errors: HashSet<(usize, u32)>,
    /// Of each trial that is a sum over others, over how many.
    pub(super) sums: HashMap<(usize, u32), u64>,
    /// Task and score of the scores that cannot be counted, if all scores are, and why.
    pub(super) unfit: BTreeMap<[String; 2], String>,
    /// Trials that logs say there were to be.
    pub(super) planned: Vec<Expected>,
    /// Of each row, how many trials count as failures because their records lack the outcome's field.
    pub(super) lacked: HashMap<usize, u64>,
    /// Of each row, the weight of each of its runs, if weights are of runs.
    pub(super) run_weights: BTreeMap<usize, f64>,
    /// The fields of questions that are wanted.
    pub(super) fields: QuestionFields,
    /// The model whose runs are counted.
    pub(super) series: Series,
    /// Of each row of this file, how many trials it has had, where their order alone tells them apart.
    pub(super) occurrences: HashMap<usize, u64>,
    /// The trials of this file without a name.
    pub(super) trail: Trail,
    /// This file's name, as the model of records without one.
    pub(super) stem: Option<String>,
    /// The models that are named by files, each with its file.
    pub(super) stems: BTreeMap<String, String>,
    /// The fields that name a question together, and where their values begin.
    pub(super) question_parts: Vec<String>,
    pub(super) parts_from: usize,
}

impl Counter {
    pub(super) fn new(spec: &Spec) -> Result<Self> {
        let several = spec.times.is_some() || matches!(spec.measure, Measure::Aggregate { .. });
        if spec.ordered && several {
            return Err(CountError::NoOrder { place: None }.into());
        }
        let numbers = Numbers::of(spec)?;
        let signals = Signals::of(spec)?;
        let counts = empty_counts(spec)?;
        let costs = Costs::of(spec, &counts)?;
        // In order each trial has a place, and numbers and signals are added one by one.
        let counted = !spec.ordered && numbers.is_none() && signals.is_none();
        let tallied = if counted { counts.categories().len() } else { 0 };
        Ok(Self {
            trials: Trials::new(counts, spec.policies(), tallied),
            numbers,
            signals,
            costs,
            spec: Arc::new(spec.clone()),
            columns: Arc::default(),
            measure: Arc::new(spec.measure.clone()),
            labels: Labels::default(),
            expression: None,
            shape: None,
            score: String::new(),
            no_outcome: None,
            file_records: 0,
            header: false,
            lacking: None,
            gathered: None,
            found: false,
            archives: LastArchive::default(),
            headlines: HashMap::new(),
            passed_over: Vec::new(),
            reason: None,
            refusal: None,
            file: String::new(),
            cut: false,
            outer: None,
            errors: HashSet::new(),
            sums: HashMap::new(),
            unfit: BTreeMap::new(),
            planned: Vec::new(),
            lacked: HashMap::new(),
            run_weights: BTreeMap::new(),
            fields: QuestionFields::of(&spec.fields),
            series: Series::default(),
            occurrences: HashMap::new(),
            trail: Trail::default(),
            stem: None,
            stems: BTreeMap::new(),
            question_parts: Vec::new(),
            parts_from: 0,
        })
    }

    /// Before the records of an input, which have these fields.
    pub(super) fn begin(&mut self, input: &Input, fields: TableFields) {
        let constant =
            |given: &Option<String>, label: Label| given.clone().map_or(label, Label::Constant);
        let mut columns = vec![
            constant(&input.model, fields.model),
            constant(&input.task, fields.task),
            fields.question,
            constant(&input.trial, fields.trial),
        ];
        match &fields.measure {
            Measure::Outcome { field, .. } => {
                columns.push(Label::Field(field.clone()));
                columns.extend(self.spec.times.clone().map(Label::Field));
            }
            Measure::Aggregate { total, correct } => {
                // A number of trials that all questions have, or a field of it.
                let all = !total.is_empty() && total.bytes().all(|byte| byte.is_ascii_digit());
                let label = if all { Label::Constant } else { Label::Field };
                columns.push(label(total.clone()));
                columns.push(Label::Field(correct.clone()));
            }
        }
        self.file = input.path.display().to_string();
        if self.spec.has_details() {
            // Each role has its place; what is not wanted is read from no field.
            columns.resize(CLUSTER, Label::Constant(String::new()));
            let field = |field: &Option<String>| match field {
                Some(field) => Label::Field(field.clone()),
                None => Label::Constant(String::new()),
            };
            columns.extend([field(&self.spec.cluster), field(&self.spec.weight)]);
            columns.extend(self.spec.fields.iter().cloned().map(Label::Optional));
            columns.extend(self.spec.series.clone().map(|field| match &*field {
                FILE => Label::Constant(String::new()),
                _ => Label::Optional(field),
            }));
        }
        self.found = input.found;
        self.labels = Labels::new(columns.len());
        self.columns = columns.into();
        self.measure = Arc::new(fields.measure);
        (self.expression, self.shape) = (None, None);
        self.no_outcome = None;
        self.file_records = 0;
        self.header = false;
        self.lacking = None;
        self.cut = false;
        self.outer = None;
        self.stem = None;
        self.question_parts.clear();
        self.occurrences.clear();
        let kept = !self.spec.allow_copies && self.gathered.is_none();
        self.trail.begin(kept, &self.columns);
    }

    /// The same for a tool's fields: where the tool numbers its trials, a trial that the path or the user
    /// names is one around them.
    pub(super) fn begin_tool(&mut self, input: &Input, fields: TableFields) {
        let own = !matches!(fields.trial, Label::Constant(_));
        let (outer, inner) =
            if own { (input.trial.clone(), None) } else { (None, input.trial.clone()) };
        self.begin(&Input { trial: inner, ..input.clone() }, fields);
        self.outer = outer;
    }

    /// After the records of an input. Some may have been skipped.
    pub(super) fn end(mut self, file: String, skipped: u64) -> Result<Self> {
        self.trials.report.interrupted += u64::from(self.cut);
        if self.file_records == 0 && self.found {
            let why = self.reason.take().map_or(String::new(), |why| format!(" ({why})"));
            self.passed_over.push(format!("{file}{why}"));
            return Ok(self);
        }
        if self.file_records == 0 {
            return Err(match skipped {
                0 => Error::from(CountError::Empty {
                    file,
                    one_of_several: false,
                    header: self.header,
                }),
                skipped => Error::from(CountError::AllSkipped { file, skipped }),
            });
        }
        self.stem_named()?;
        self.trials.report.files += 1;
        self.no_outcome.take().map_or(Ok(self), Err)
    }

    /// Takes down whether a trial failed because its record lacks the field of the outcome. `failed` is
    /// how many failed without an outcome before it.
    pub(super) fn lacked(&mut self, row: usize, absent: bool, failed: u64) {
        let now = self.trials.report.missing_failed;
        if absent && now > failed {
            *self.lacked.entry(row).or_default() += now - failed;
        } else if now < failed
            && let Some(lacked) = self.lacked.get_mut(&row)
        {
            *lacked = lacked.saturating_sub(failed - now);
        }
    }

    /// A reading that ends too early is noted, if there was something to read.
    pub(super) fn tolerated(&mut self, read: Result<()>) -> Result<()> {
        match read {
            Err(error) if error.is_cut() && (self.file_records > 0 || self.found) => {
                self.cut = true;
                let problem = error.to_string();
                self.trials.report.note(Note::Interrupted { file: self.file.clone(), problem });
                Ok(())
            }
            read => read,
        }
    }
}
