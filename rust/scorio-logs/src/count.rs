//! Reading logs into counts: one pass, in memory that grows with the number of questions.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use scorio_core::Counts;
use scorio_core::counts::Question;

use self::found::Taker;
use self::plan::Planned;
use crate::error::{Error, Result};
use crate::format::{Found, detect};
use crate::formats::{Fields, Opened, Reading};
use crate::json::Paths;
use crate::lines::Wanted;
use crate::parallel::{Plan, chunks};
use crate::record::{json_lines, json_list};
use crate::repeats::Seen;
use crate::report::Report;
use crate::source::Source;
use crate::spec::{Format, Input, Label, Measure, OnRepeat, Spec, Which};
use crate::survey::Gathered;
use crate::table;
use crate::verdicts::Verdicts;
use crate::window::{Meter, Progress, Total, Window};

mod batches;
mod found;
mod plan;
mod record;
mod tables;
mod tool;
mod trials;

#[cfg(test)]
pub(crate) use tables::counted;
pub use tables::{Batches, count_batches, from_elsewhere};

/// Reads all inputs into counts.
///
/// # Errors
/// The first thing that is wrong and has no policy, with its place.
pub fn count(
    inputs: &[Input],
    spec: &Spec,
    progress: &mut Progress<'_>,
) -> Result<(Counts, Report)> {
    planned(inputs, spec, progress, Plan::usual())
}

/// The same by a plan, on which nothing but the time depends.
pub(crate) fn planned(
    inputs: &[Input],
    spec: &Spec,
    progress: &mut Progress<'_>,
    plan: Plan,
) -> Result<(Counts, Report)> {
    let mut counter = Counter::new(spec)?;
    let total = Total::default();
    let several = |error| match error {
        Error::Empty { file } if inputs.len() > 1 => Error::EmptyOne { file },
        error => error,
    };
    for input in inputs {
        match counter.kind(input, &total, progress, plan) {
            Ok((found, window)) => {
                counter = counter.file(input, found, window, plan).map_err(several)?;
            }
            Err(error @ (Error::Unknown { .. } | Error::Empty { .. } | Error::Packed { .. }))
                if input.found =>
            {
                let file = input.path.display().to_string();
                counter.passed_over.push(match &error {
                    Error::Packed { compression, .. } => {
                        format!("{file} (an archive packed by {compression})")
                    }
                    _ => file,
                });
                counter.refusal.get_or_insert(error);
            }
            Err(error) => return Err(several(error)),
        }
    }
    if counter.report.files == 0 {
        let first = counter.passed_over.first().cloned().unwrap_or_default();
        return Err(counter.refusal.unwrap_or(Error::Empty { file: first }));
    }
    let finished = counter.finish(&total)?;
    Ok((finished.counts, finished.report))
}

/// The counts of one log, with all that a survey tells of it.
pub(crate) fn gathered(
    input: &Input,
    spec: &Spec,
    progress: &mut Progress<'_>,
) -> Result<(Counts, Report, Gathered)> {
    let mut counter = Counter::new(spec)?;
    counter.gathered = Some(Gathered::default());
    // By one reader, who sees every value.
    let plan = Plan { readers: 0, ..Plan::usual() };
    let total = Total::default();
    let (found, window) = counter.kind(input, &total, progress, plan)?;
    let counter = counter.file(input, found, window, plan)?.finish(&total)?;
    Ok((counter.counts, counter.report, counter.gathered.unwrap_or_default()))
}

/// The category of usual outcomes that only graders know.
const PARTIAL: usize = 1;

pub(crate) const MODEL: usize = 0;
pub(crate) const TASK: usize = 1;
pub(crate) const QUESTION: usize = 2;
pub(crate) const TRIAL: usize = 3;
pub(crate) const OUTCOME: usize = 4;
const CORRECT: usize = 5;
/// The number of trials that a record stands for, beside the outcome.
const TIMES: usize = CORRECT;
/// In messages; the number of trials takes the outcome's place.
const TOTAL: usize = 6;
/// In messages.
const REPETITIONS: usize = 7;

/// Why the order of trials cannot be kept.
const NO_ORDER: &str = "a record that stands for several trials does not tell their order: leave order out, or read a log of single trials";

/// What each role's field is needed for, in messages.
const ROLES: [&str; 8] = [
    "model",
    "task",
    "question",
    "trial",
    "outcome",
    "number of correct trials",
    "number of trials",
    "number of trials of the record",
];

/// Whether the records of a file have an optional field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Evenness {
    Unknown,
    Present,
    Lacking,
}

struct Counter {
    counts: Counts,
    report: Report,
    seen: Seen,
    spec: Arc<Spec>,
    /// For each role of this file, where its value comes from.
    columns: Arc<[Label]>,
    /// What the records of this file say about outcomes.
    measure: Arc<Measure>,
    evenness: Vec<Evenness>,
    /// What to say if no record of this file turns out to have an outcome.
    no_outcome: Option<Error>,
    file_records: u64,
    /// A bit for each role whose field the records of this file lack; nothing before the first.
    lacking: Option<u8>,
    /// For a survey.
    gathered: Option<Gathered>,
    /// The file was found in a folder, where some may be no logs.
    found: bool,
    /// Of each task the score that counts where none is named, and the file that it is of.
    headlines: HashMap<String, (String, String)>,
    /// Files of folders of which nothing could be read.
    passed_over: Vec<String>,
    /// Why the file is passed over, and the first such error.
    reason: Option<String>,
    refusal: Option<Error>,
    /// The file ends before it should.
    cut: bool,
    /// Where the trial is told by the path or by the user, and by the tool as well.
    outer: Option<String>,
    /// Trials that the tool says went wrong, where later ones may replace them.
    errors: HashSet<(usize, u32)>,
    /// Of each trial that is a sum over others, over how many.
    sums: HashMap<(usize, u32), u64>,
    /// Tasks that are a score each, of which one cannot be counted, and why.
    unfit: BTreeMap<String, String>,
    /// Trials that logs say there were to be.
    planned: Vec<Planned>,
    /// Of each row of this file, how many trials it has had, where their order alone tells them apart.
    occurrences: HashMap<usize, u64>,
}

impl Counter {
    fn new(spec: &Spec) -> Result<Self> {
        let several = spec.times.is_some() || matches!(spec.measure, Measure::Aggregate { .. });
        if spec.ordered && several {
            return Err(Error::Options(NO_ORDER.to_owned()));
        }
        let counts = Counts::new(spec.categories())?;
        let counts = if spec.ordered { counts.in_order() } else { counts };
        // Only a trial that gives way to another is taken back.
        let seen = match spec.on_repeat {
            OnRepeat::Last => Seen::with_marks(counts.categories().len()),
            OnRepeat::Error | OnRepeat::First | OnRepeat::Keep => Seen::new(),
        };
        Ok(Self {
            counts,
            report: Report::default(),
            seen,
            spec: Arc::new(spec.clone()),
            columns: Arc::default(),
            measure: Arc::new(spec.measure.clone()),
            evenness: Vec::new(),
            no_outcome: None,
            file_records: 0,
            lacking: None,
            gathered: None,
            found: false,
            headlines: HashMap::new(),
            passed_over: Vec::new(),
            reason: None,
            refusal: None,
            cut: false,
            outer: None,
            errors: HashSet::new(),
            sums: HashMap::new(),
            unfit: BTreeMap::new(),
            planned: Vec::new(),
            occurrences: HashMap::new(),
        })
    }

    /// Opens an input and tells what it is.
    fn kind<'p>(
        &mut self,
        input: &Input,
        total: &Total,
        progress: &'p mut Progress<'_>,
        plan: Plan,
    ) -> Result<(Found, Window<'p>)> {
        let mut meter = Meter::new(Arc::clone(total), progress);
        let source = Source::open(&input.path, &mut meter)?;
        let mut window = Window::new(source, meter, plan.longest);
        let found = detect(&mut window, &self.spec)?;
        if let Some(gathered) = &mut self.gathered {
            gathered.show(&found);
        }
        Ok((found, window))
    }

    /// Reads an input.
    fn file(mut self, input: &Input, found: Found, window: Window<'_>, plan: Plan) -> Result<Self> {
        let spec = Arc::clone(&self.spec);
        let skipped = self.report.lines_skipped;
        self = match found {
            Found::Form { .. } if spec.regrade.is_some() => return Err(not_regraded(input)),
            Found::Form { .. } if spec.score != Which::First => {
                return Err(Error::Options(format!(
                    "{} is a long table, whose score is a field: name it as the outcome, and leave score out",
                    input.path.display()
                )));
            }
            Found::Form { form, .. } => {
                self.begin(input, Fields::of(&spec));
                self.records(&input.path, window, form, plan)?
            }
            Found::Tool { kind, look, form } => {
                let path = input.path.as_path();
                let opened = Opened {
                    kind,
                    path,
                    look: &look,
                    input,
                    spec: &spec,
                    survey: self.gathered.is_some(),
                };
                match (kind.open)(&opened)? {
                    Reading::Fields(fields) if spec.regrade.is_none() => {
                        opened.has_score(&fields)?;
                        if spec.ordered && matches!(fields.measure, Measure::Aggregate { .. }) {
                            return Err(opened.not(NO_ORDER));
                        }
                        self.begin_tool(input, fields);
                        self.records(&input.path, window, form, plan)?
                    }
                    Reading::Records(records) if spec.regrade.is_none() || records.regrades() => {
                        self.begin(input, Fields::of(&spec));
                        self.tool(&opened, records, window)?
                    }
                    _ => return Err(not_regraded(input)),
                }
            }
        };
        let skipped = self.report.lines_skipped - skipped;
        self.end(input.path.display().to_string(), skipped)
    }

    /// Before the records of an input, which have these fields.
    fn begin(&mut self, input: &Input, fields: Fields) {
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
                columns.push(Label::Field(total.clone()));
                columns.push(Label::Field(correct.clone()));
            }
        }
        self.found = input.found;
        self.evenness = vec![Evenness::Unknown; columns.len()];
        self.columns = columns.into();
        self.measure = Arc::new(fields.measure);
        self.no_outcome = None;
        self.file_records = 0;
        self.lacking = None;
        self.cut = false;
        self.outer = None;
        self.occurrences.clear();
    }

    /// The same for a tool's fields: where the tool numbers its trials, a trial that the path or the user
    /// names is one around them.
    fn begin_tool(&mut self, input: &Input, fields: Fields) {
        let own = !matches!(fields.trial, Label::Constant(_));
        let (outer, inner) =
            if own { (input.trial.clone(), None) } else { (None, input.trial.clone()) };
        self.begin(&Input { trial: inner, ..input.clone() }, fields);
        self.outer = outer;
    }

    /// After the records of an input, of which some may have been skipped.
    fn end(mut self, file: String, skipped: u64) -> Result<Self> {
        self.report.interrupted += u64::from(self.cut);
        if self.file_records == 0 && self.found {
            let why = self.reason.take().map_or(String::new(), |why| format!(" ({why})"));
            self.passed_over.push(format!("{file}{why}"));
            return Ok(self);
        }
        if self.file_records == 0 {
            return Err(match skipped {
                0 => Error::Empty { file },
                skipped => Error::AllSkipped { file, skipped },
            });
        }
        self.report.files += 1;
        self.no_outcome.take().map_or(Ok(self), Err)
    }

    /// After all inputs.
    fn finish(mut self, total: &Total) -> Result<Self> {
        const SHOWN: usize = 5;
        self.absent()?;
        self.leave_out_unfit()?;
        self.report.bytes = total.load(Ordering::Relaxed);
        self.report.passed_over += self.passed_over.len() as u64;
        if let Some((shown, rest)) = self.passed_over.split_at_checked(SHOWN) {
            let more =
                if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
            self.report.note(format!("Passed over: {}{more}", shown.join(", ")));
        } else if !self.passed_over.is_empty() {
            self.report.note(format!("Passed over: {}", self.passed_over.join(", ")));
        }
        if self.spec.given_categories().is_none() {
            self.counts.drop_empty(PARTIAL);
            self.say_partial();
        }
        Ok(self)
    }

    /// Notes which tasks bring the third category of usual outcomes, and what that changes for all.
    fn say_partial(&mut self) {
        if self.counts.categories().len() < 3 {
            return;
        }
        let partial = |one: &Question<'_>| one.counts.get(PARTIAL).is_some_and(|&count| count > 0);
        let tasks: BTreeSet<&str> =
            self.counts.iter().filter(partial).map(|one| one.task).collect();
        let named: Vec<&str> = tasks.into_iter().filter(|task| !task.is_empty()).collect();
        let whose =
            if named.is_empty() { String::new() } else { format!(" of {}", named.join(", ")) };
        self.report.note(format!(
            "Some outcomes{whose} are 0.5 (partial), so that all tasks here have three categories: the prior of bayes is over three, and metrics that need two, such as pass_at_k, do not apply; a threshold makes them two, or count the other tasks alone"
        ));
    }

    /// The records of a long table.
    fn records(
        mut self,
        path: &Path,
        mut window: Window<'_>,
        form: Format,
        plan: Plan,
    ) -> Result<Self> {
        let columns = Arc::clone(&self.columns);
        let fields: Vec<_> = columns
            .iter()
            .map(|label| match label {
                Label::Field(path) | Label::Optional(path) => Some(path.as_str()),
                Label::Constant(_) => None,
            })
            .collect();
        let paths = Paths::new(&fields);
        let read = match form {
            Format::JsonLines => return self.json_lines(window, paths, plan),
            Format::Parquet => return self.parquet(window, path, &fields, plan),
            Format::Arrow => return self.ipc(window, path, &fields, plan),
            Format::Json => json_list(&mut window, &paths, &mut self),
            Format::Csv => table::rows(window, b',', &fields, &mut self),
            Format::Tsv => table::rows(window, b'\t', &fields, &mut self),
            Format::Tool(kind) => Err(Error::Options(format!("{} is no form", kind.name))),
        };
        self.tolerated(read)?;
        Ok(self)
    }

    /// JSON Lines: in chunks on all processors if they are many.
    fn json_lines(mut self, mut window: Window<'_>, paths: Paths, plan: Plan) -> Result<Self> {
        // Nobody reads ahead for a survey, whose one reader sees every value.
        let many = plan.readers > 0 && self.outer.is_none();
        let large = many && window.ahead(plan.small)?;
        let measure = Arc::clone(&self.measure);
        match &*measure {
            Measure::Outcome { categories, .. } if large && self.spec.times.is_none() => {
                let wanted = Arc::new(Wanted {
                    paths,
                    columns: Arc::clone(&self.columns),
                    verdicts: Verdicts::new(categories.clone()),
                    on_missing: self.spec.on_missing,
                    ids: self.spec.ids,
                });
                let taker = Taker {
                    counter: self,
                    wanted: Arc::clone(&wanted),
                    file: window.source.name().to_owned(),
                    rows: vec![Vec::new(); plan.readers],
                    line: 0,
                    longest: plan.longest,
                };
                Ok(chunks(window, &wanted, plan, taker)?.counter)
            }
            _ => {
                let read = json_lines(&mut window, &paths, &mut self);
                self.tolerated(read)?;
                Ok(self)
            }
        }
    }

    /// A reading that ends too early is noted, if there was something to read.
    fn tolerated(&mut self, read: Result<()>) -> Result<()> {
        match read {
            Err(error) if error.is_cut() && (self.file_records > 0 || self.found) => {
                self.cut = true;
                self.report.note(format!("Interrupted, read as far as it goes: {error}"));
                Ok(())
            }
            read => read,
        }
    }
}

fn not_regraded(input: &Input) -> Error {
    Error::Options(format!(
        "{} cannot be regraded: only logs that keep every response beside its target can (lm-eval); leave regrade out",
        input.path.display()
    ))
}
