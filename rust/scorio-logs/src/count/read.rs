//! Reading logs into counts: one pass, in memory that grows with the number of questions.

use std::path::Path;
use std::sync::Arc;

use scorio_core::rubric::grading::Grades;
use scorio_core::{Counts, Sums};
use scorio_records::json::dotted::joined;
use scorio_records::json::paths::Paths;
use scorio_records::records::json_lines::JsonLines;
use scorio_records::records::json_list::JsonList;
use scorio_records::records::table::Rows;
use scorio_records::spec::categories::Categories;

use crate::count::chunks::ChunkCollector;
use crate::count::copies::second_look::compare;
use crate::count::copies::suspects::Trails;
use crate::count::counter::Counter;
use crate::count::error::CountError;
use crate::count::inspect::gathered::Gathered;
use crate::count::tables::row_numbers::KnownRows;
use crate::error::{Error, Result};
use crate::note::{Note, Report};
use crate::records::chunk::Cutter;
use crate::records::json_document::json_document;
use crate::records::json_rows::json_rows;
use crate::records::lines::{Lines, TrialNumbers, WantedFields, WantedSignals};
use crate::records::verdicts::Verdicts;
use crate::remedy::Remedy;
use crate::source::copies::copies;
use crate::source::error::SourceError;
use crate::source::progress::Meter;
use crate::source::progress::Progress;
use crate::source::progress::Total;
use crate::source::window::Window;
use crate::spec::expression::Expression;
use crate::spec::format::Form;
use crate::spec::options::{Input, Measure, Spec};
use crate::spec::score::ScoreChoice;
use crate::threads::ordered::ordered_threads;
use crate::threads::plan::WorkPlan;
use crate::tools::detect::{Detected, detect};
use crate::tools::error::ToolError;
use crate::tools::sniff::{RecordsIn, Sniffed};
use crate::tools::tool::{LogFile, Reading, TableFields};

/// Reads all inputs into counts.
///
/// # Errors
/// The first thing that is wrong and has no policy, with its place.
pub fn count(
    inputs: &[Input],
    spec: &Spec,
    progress: &mut Progress<'_>,
) -> Result<(Counts, Report)> {
    planned(inputs, spec, progress, WorkPlan::usual())
}

/// Reads all inputs, whose outcomes are numbers, into sums.
///
/// # Errors
/// As [`count`].
pub fn sum(inputs: &[Input], spec: &Spec, progress: &mut Progress<'_>) -> Result<(Sums, Report)> {
    read(inputs, spec, progress, WorkPlan::usual())?.into_sums()
}

/// Reads all inputs, whose trials rubrics grade, into the counts of each rubric.
///
/// # Errors
/// As [`count`], and where a rubric has no category for a trial.
pub fn grade(
    inputs: &[Input],
    spec: &Spec,
    progress: &mut Progress<'_>,
) -> Result<(Grades, Counts, Report)> {
    read(inputs, spec, progress, WorkPlan::usual())?.into_grades()
}

/// Counts by a plan, on which nothing but the time depends.
pub(crate) fn planned(
    inputs: &[Input],
    spec: &Spec,
    progress: &mut Progress<'_>,
    plan: WorkPlan,
) -> Result<(Counts, Report)> {
    let finished = read(inputs, spec, progress, plan)?;
    Ok((finished.trials.counts, finished.trials.report))
}

fn read(
    inputs: &[Input],
    spec: &Spec,
    progress: &mut Progress<'_>,
    plan: WorkPlan,
) -> Result<Counter> {
    let mut counter = Counter::new(spec)?;
    let total = Total::default();
    let several = |error| match error {
        Error::Count(CountError::Empty { file, header, .. }) if inputs.len() > 1 => {
            Error::from(CountError::Empty { file, one_of_several: true, header })
        }
        error => error,
    };
    let copies = if spec.allow_copies || inputs.len() < 2 {
        vec![None; inputs.len()]
    } else {
        copies(inputs, progress)?
    };
    let mut trails = Trails::default();
    for (place, (input, copy)) in inputs.iter().zip(copies).enumerate() {
        let before = copy.map(|_| counter.counted());
        match counter.kind(input, &total, progress, plan) {
            Ok((found, window)) => {
                counter = counter.file(input, found, window, plan).map_err(several)?;
                let original = copy.and_then(|place| inputs.get(place));
                if let (Some(original), Some(before)) = (original, before)
                    && counter.repeats(before)
                {
                    let [file, other] = [input, original].map(|one| one.path.display().to_string());
                    return Err(CountError::Copy { file, other }.into());
                }
                for suspect in trails.add(place, &mut counter.trail) {
                    let Some(earlier) = inputs.get(suspect.input) else { continue };
                    if let Some(note) = compare(input, earlier, suspect, spec, progress)? {
                        counter.trials.report.note(note);
                    }
                }
            }
            Err(error) if input.found && is_skipped(&error) => {
                let file = input.path.display().to_string();
                counter.passed_over.push(match &error {
                    Error::Source(SourceError::Packed { what, .. }) => format!("{file} ({what})"),
                    _ => file,
                });
                counter.refusal.get_or_insert(error);
            }
            Err(error) => return Err(several(error)),
        }
    }
    if counter.trials.report.files == 0 {
        let first = counter.passed_over.first().cloned().unwrap_or_default();
        return Err(counter.refusal.unwrap_or_else(|| {
            Error::from(CountError::Empty { file: first, one_of_several: false, header: false })
        }));
    }
    if let Some(note) = trails.equal_records(inputs) {
        counter.trials.report.note(note);
    }
    counter.finish(&total)
}

/// Reads all inputs, with what their trials cost, into sums of costs by outcome.
///
/// # Errors
/// As [`count`]. Trials without a cost, a cost below 0, and a model without a price.
pub fn cost(inputs: &[Input], spec: &Spec, progress: &mut Progress<'_>) -> Result<(Sums, Report)> {
    read(inputs, spec, progress, WorkPlan::usual())?.into_costs()
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
    let plan = WorkPlan { readers: 0, ..WorkPlan::usual() };
    let total = Total::default();
    let (found, window) = counter.kind(input, &total, progress, plan)?;
    let counter = counter.file(input, found, window, plan)?.finish(&total)?;
    Ok((counter.trials.counts, counter.trials.report, counter.gathered.unwrap_or_default()))
}

impl Counter {
    /// How many questions there are, and how many trials that no other repeats.
    fn counted(&self) -> (usize, u64) {
        let trials = self.trials.counts.iter().map(|one| one.trials().saturating_add(one.missing));
        let trials = trials.fold(0, u64::saturating_add);
        (self.trials.counts.len(), trials.saturating_sub(self.trials.report.repeats_kept))
    }

    /// Whether the trials since then are all of questions that were there before.
    fn repeats(&self, before: (usize, u64)) -> bool {
        let now = self.counted();
        now.0 == before.0 && now.1 > before.1
    }

    /// Opens an input and tells what it is.
    pub(super) fn kind<'p>(
        &mut self,
        input: &Input,
        total: &Total,
        progress: &'p mut Progress<'_>,
        plan: WorkPlan,
    ) -> Result<(Detected, Window<'p>)> {
        let mut meter = Meter::new(Arc::clone(total), progress);
        let source = self.archives.open(&input.path, &mut meter)?;
        let mut window = Window::new(source, meter, plan.longest);
        let found = detect(&mut window, &self.spec)?;
        if let Some(gathered) = &mut self.gathered {
            gathered.show(&found);
        }
        Ok((found, window))
    }

    /// Reads an input.
    pub(super) fn file(
        mut self,
        input: &Input,
        found: Detected,
        window: Window<'_>,
        plan: WorkPlan,
    ) -> Result<Self> {
        let spec = Arc::clone(&self.spec);
        let archives = self.archives.clone();
        let skipped = self.trials.report.lines_skipped;
        self = match found {
            Detected::Form { .. } if spec.regrade.is_some() => return Err(not_regraded(input)),
            Detected::Form { .. } if spec.asked.is_some() => {
                let (file, format) = (input.path.display().to_string(), "long table");
                let problem = "it names all of its questions itself".to_owned();
                let remedy = Some(Remedy::LeaveQuestionsOut {});
                return Err(ToolError::NotFormat { file, format, problem, remedy }.into());
            }
            Detected::Form { .. } if !self.scores_of_table()? => {
                let file = input.path.display().to_string();
                return Err(CountError::ScoreOfTable { file }.into());
            }
            Detected::Form { form, sniffed } => {
                self.begin_table(input)?;
                self.say_found(input, &sniffed);
                if !matches!(form, Form::Parquet | Form::Arrow) {
                    self.say_of_all(input, &sniffed)?;
                }
                self.records(&input.path, window, form, &sniffed, plan)?
            }
            Detected::Tool { kind, sniffed, form } => {
                let path = input.path.as_path();
                let opened = LogFile {
                    kind,
                    path,
                    sniffed: &sniffed,
                    input,
                    spec: &spec,
                    archives: &archives,
                    survey: self.gathered.is_some(),
                };
                let reading = (kind.open)(&opened)?;
                if spec.asked.is_some() && !reading.takes_asked() {
                    let what = "it names all of its questions itself";
                    return Err(opened.not(what, Some(Remedy::LeaveQuestionsOut {})));
                }
                match reading {
                    Reading::Fields(fields) if spec.regrade.is_none() => {
                        opened.has_score(&fields)?;
                        if spec.ordered && matches!(fields.measure, Measure::Aggregate { .. }) {
                            return Err(CountError::NoOrder { place: None }.into());
                        }
                        self.begin_tool(input, *fields);
                        self.records(&input.path, window, form, &sniffed, plan)?
                    }
                    Reading::Records(records) if spec.regrade.is_none() || records.regrades() => {
                        self.begin(input, TableFields::of(&spec));
                        self.tool(&opened, records, window)?
                    }
                    _ => return Err(not_regraded(input)),
                }
            }
        };
        let skipped = self.trials.report.lines_skipped - skipped;
        self.end(input.path.display().to_string(), skipped)
    }

    /// The records of a long table.
    pub(super) fn records(
        mut self,
        path: &Path,
        mut window: Window<'_>,
        form: Form,
        sniffed: &Sniffed,
        plan: WorkPlan,
    ) -> Result<Self> {
        self.header = !matches!(form, Form::JsonLines | Form::Json);
        match form {
            Form::Parquet => return self.parquet(window, path, plan),
            Form::Arrow => return self.ipc(window, path, plan),
            Form::JsonLines | Form::Json | Form::Csv | Form::Tsv => {}
        }
        let columns = matches!(form, Form::Csv | Form::Tsv).then(|| sniffed.all());
        let wanted = self.wanted(columns)?;
        let fields: Vec<_> = wanted.iter().map(Option::as_deref).collect();
        let paths = Paths::new(&fields);
        let read = match (form, sniffed.records_in()) {
            (Form::Csv | Form::Tsv, _) => {
                Rows::new(sniffed.delimiter, wanted).read(&mut window, &mut self).map(drop)
            }
            (_, RecordsIn::List(records)) => {
                let read = json_document(&mut window, records, &paths, &mut self);
                self.no_records(read, records)
            }
            (_, RecordsIn::Rows(columns)) => json_rows(&mut window, columns, &paths, &mut self),
            (Form::Json, RecordsIn::Top) => {
                JsonList::default().read(&mut window, &paths, &mut self).map(drop)
            }
            (_, RecordsIn::Top) => return self.json_lines(window, paths, plan),
        };
        self.tolerated(read)?;
        Ok(self)
    }

    /// JSON Lines: in chunks on all processors if they are many.
    pub(super) fn json_lines(
        mut self,
        mut window: Window<'_>,
        paths: Paths,
        plan: WorkPlan,
    ) -> Result<Self> {
        // A survey has one reader that sees every value. No thread reads ahead.
        let labelled = self.spec.has_details();
        let together = !self.question_parts.is_empty();
        let plain = labelled || together || self.numbers.is_some() || self.shape.is_some();
        let many = plan.readers > 0 && self.outer.is_none() && !plain;
        let large = many && window.ahead(plan.small)?;
        let measure = Arc::clone(&self.measure);
        match &*measure {
            Measure::Outcome { categories, .. } if large && self.spec.times.is_none() => {
                let wanted = Arc::new(WantedFields {
                    paths,
                    columns: Arc::clone(&self.columns),
                    verdicts: Verdicts::new(categories.clone()),
                    on_missing: self.spec.on_missing,
                    ids: self.spec.ids,
                    numbers: self.trial_numbers(categories),
                });
                let collector = ChunkCollector {
                    counter: self,
                    wanted: Arc::clone(&wanted),
                    file: window.source.name().to_owned(),
                    rows: (0..plan.readers).map(|_| KnownRows::default()).collect(),
                    line: 0,
                    longest: plan.longest,
                    tallied: 0,
                    trials: Vec::new(),
                };
                let file = window.source.name().to_owned();
                let (source, mut meter, begun, offset) = window.into_parts();
                let supply = Cutter::new(source, begun, offset, plan);
                let workers = (0..plan.readers).map(|_| Lines::new(Arc::clone(&wanted)));
                let done = ordered_threads(supply, workers, collector, &file, &mut meter)?;
                done.end()
            }
            _ => {
                let read = JsonLines::default().read(&mut window, &paths, &mut self).map(drop);
                self.tolerated(read)?;
                Ok(self)
            }
        }
    }
}

impl Counter {
    /// What readers in threads take of each trial beside its labels and its outcome.
    fn trial_numbers(&self, categories: &Categories) -> Option<TrialNumbers> {
        let signals = self.signals.as_ref().map(|signals| WantedSignals {
            readers: Arc::clone(&signals.readers),
            categories: categories.clone(),
        });
        let costs =
            || self.costs.as_ref().map(|costs| TrialNumbers::Costs(Arc::clone(&costs.reader)));
        signals.map(TrialNumbers::Signals).or_else(costs)
    }

    /// Whether a long table may have the wanted scores.
    fn scores_of_table(&self) -> Result<bool> {
        Ok(match (&self.spec.score, &self.spec.measure) {
            (ScoreChoice::First, _) => true,
            (ScoreChoice::All, Measure::Outcome { field, .. }) => {
                Expression::parse(field)?.is_some_and(|expression| expression.has_names())
            }
            _ => false,
        })
    }

    /// Notes what a first look at a table has found.
    fn say_found(&mut self, input: &Input, sniffed: &Sniffed) {
        let file = input.path.display().to_string();
        if let Some(delimiter) = sniffed.other_delimiter() {
            let delimiter = delimiter.to_owned();
            self.trials.report.note(Note::OtherDelimiter { file: file.clone(), delimiter });
        }
        if let Some(path) = sniffed.records.as_ref().filter(|_| self.spec.records.is_none()) {
            let keyed = if sniffed.keyed { "keyed" } else { "" };
            let (path, keyed) = (joined(path.iter()), keyed.to_owned());
            self.trials.report.note(Note::RecordsInside { file, path, keyed });
        }
    }

    /// Refuses a path of records at which there are none.
    fn no_records(&self, read: Result<()>, records: &[String]) -> Result<()> {
        if read.is_ok() && self.file_records == 0 && self.trials.report.lines_skipped == 0 {
            let problem = format!("it has no records at \"{}\"", joined(records.iter()));
            let (file, format) = (self.file.clone(), "a long table");
            return Err(ToolError::NotFormat { file, format, problem, remedy: None }.into());
        }
        read
    }
}

pub(super) fn not_regraded(input: &Input) -> Error {
    Error::from(CountError::NotRegradable { file: input.path.display().to_string() })
}

/// Whether a file of a folder is skipped for this error.
fn is_skipped(error: &Error) -> bool {
    matches!(
        error,
        Error::Tool(ToolError::Unknown { .. })
            | Error::Count(CountError::Empty { .. })
            | Error::Source(SourceError::Packed { .. })
    )
}
