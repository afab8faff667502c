//! Reading logs into counts: one pass, in memory that grows with the number of questions.

use std::cell::Cell;
use std::rc::Rc;

use scorio_core::Counts;

use crate::error::{Error, Result};
use crate::format::detect;
use crate::json::{Paths, Value};
use crate::outcome::Outcome;
use crate::record::{Origin, Sink, json_lines, json_list};
use crate::repeats::{Mark, Seen};
use crate::report::Report;
use crate::source::{Progress, Source, Window};
use crate::spec::{Format, Input, Label, Measure, OnBadLine, OnMissing, OnRepeat, Spec};
use crate::table;

/// Reads all inputs into counts.
///
/// # Errors
/// The first thing that is wrong and has no policy, with its place.
pub fn count(
    inputs: &[Input],
    spec: &Spec,
    progress: &mut Progress<'_>,
) -> Result<(Counts, Report)> {
    let mut counter = Counter {
        counts: Counts::new(spec.categories())?,
        report: Report::default(),
        seen: Seen::default(),
        spec,
        columns: Vec::new(),
        evenness: Vec::new(),
        no_outcome: None,
        file_records: 0,
    };
    let total = Rc::new(Cell::new(0));
    for input in inputs {
        counter.file(input, Rc::clone(&total), progress)?;
    }
    counter.report.bytes = total.get();
    Ok((counter.counts, counter.report))
}

const MODEL: usize = 0;
const TASK: usize = 1;
const QUESTION: usize = 2;
const TRIAL: usize = 3;
const OUTCOME: usize = 4;
const CORRECT: usize = 5;
/// In messages; the number of trials takes the outcome's place.
const TOTAL: usize = 6;

/// What each role's field is needed for, in messages.
const ROLES: [&str; 7] = [
    "model",
    "task",
    "question",
    "trial",
    "outcome",
    "number of correct trials",
    "number of trials",
];

/// Whether the records of a file have an optional field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Evenness {
    Unknown,
    Present,
    Lacking,
}

struct Counter<'a> {
    counts: Counts,
    report: Report,
    seen: Seen,
    spec: &'a Spec,
    /// For each role of this file, where its value comes from.
    columns: Vec<Label>,
    evenness: Vec<Evenness>,
    /// What to say if no record of this file turns out to have an outcome.
    no_outcome: Option<Error>,
    file_records: u64,
}

impl Counter<'_> {
    fn file(
        &mut self,
        input: &Input,
        total: Rc<Cell<u64>>,
        progress: &mut Progress<'_>,
    ) -> Result<()> {
        let spec = self.spec;
        let label = |given: &Option<String>, label: &Label| {
            given.clone().map_or_else(|| label.clone(), Label::Constant)
        };
        self.columns = vec![
            label(&input.model, &spec.model),
            label(&input.task, &spec.task),
            spec.question.clone(),
            spec.trial.clone(),
        ];
        match &spec.measure {
            Measure::Outcome { field, .. } => self.columns.push(Label::Field(field.clone())),
            Measure::Aggregate { total, correct } => {
                self.columns.push(Label::Field(total.clone()));
                self.columns.push(Label::Field(correct.clone()));
            }
        }
        self.evenness = vec![Evenness::Unknown; self.columns.len()];
        self.no_outcome = None;
        self.file_records = 0;
        let columns = self.columns.clone();
        let fields: Vec<_> = columns
            .iter()
            .map(|label| match label {
                Label::Field(path) | Label::Optional(path) => Some(path.as_str()),
                Label::Constant(_) => None,
            })
            .collect();
        let skipped = self.report.lines_skipped;
        let mut window = Window::new(Source::open(&input.path, total, progress)?);
        let format = detect(&mut window, spec.format)?;
        let paths = Paths::new(&fields);
        match format {
            Format::JsonLines => json_lines(window, &paths, self)?,
            Format::Json => json_list(window, &paths, self)?,
            Format::Csv => table::rows(window, b',', &fields, self)?,
            Format::Tsv => table::rows(window, b'\t', &fields, self)?,
        }
        if self.file_records == 0 {
            let file = input.path.display().to_string();
            return Err(match self.report.lines_skipped - skipped {
                0 => Error::Empty { file },
                skipped => Error::AllSkipped { file, skipped },
            });
        }
        self.report.files += 1;
        self.no_outcome.take().map_or(Ok(()), Err)
    }

    /// The text of a label, or `None` where an optional field is lacking.
    fn label<'v>(
        &mut self,
        role: usize,
        values: &'v [Value<'_>],
        constant: &'v mut String,
        origin: &dyn Origin,
    ) -> Result<Option<&'v str>> {
        let (Some(label), Some(value)) = (self.columns.get(role), values.get(role)) else {
            return Ok(None);
        };
        let (field, optional) = match label {
            Label::Constant(text) => {
                constant.clone_from(text);
                return Ok(Some(constant));
            }
            Label::Field(field) => (field, false),
            Label::Optional(field) => (field, true),
        };
        let role_name = ROLES.get(role).copied().unwrap_or("");
        let absent = *value == Value::Absent;
        if optional {
            let here = if absent { Evenness::Lacking } else { Evenness::Present };
            match self.evenness.get_mut(role) {
                Some(known) if *known == Evenness::Unknown => *known = here,
                Some(known) if *known != here => {
                    let (here, there) = if absent { ("not in", "in") } else { ("in", "not in") };
                    return Err(Error::Uneven {
                        place: origin.place(),
                        role: role_name,
                        field: field.clone(),
                        here,
                        there,
                    });
                }
                _ => {}
            }
            if absent {
                return Ok(None);
            }
        }
        let nothing = match value {
            Value::Absent => {
                return Err(no_field(role, field, origin));
            }
            Value::Bool(true) => return Ok(Some("true")),
            Value::Bool(false) => return Ok(Some("false")),
            Value::Number(text) | Value::Cell(text) if !text.is_empty() => return Ok(Some(text)),
            Value::Text(text) if !text.is_empty() => return Ok(Some(text)),
            Value::Null => "null",
            Value::Nested => "a list or an object",
            Value::Number(_) | Value::Cell(_) | Value::Text(_) => "empty",
        };
        let (place, value) = (origin.place(), nothing.to_owned());
        Err(Error::Label { place, role: role_name, field: field.clone(), value })
    }

    /// One trial.
    fn trial(
        &mut self,
        row: usize,
        trial: Option<&str>,
        values: &[Value<'_>],
        origin: &dyn Origin,
    ) -> Result<()> {
        let Measure::Outcome { field, categories } = &self.spec.measure else {
            return Ok(());
        };
        let value = values.get(OUTCOME).unwrap_or(&Value::Absent);
        if *value != Value::Absent {
            self.no_outcome = None;
        } else if self.spec.on_missing == OnMissing::Error {
            return Err(no_field(OUTCOME, field, origin));
        } else if self.file_records == 0 {
            self.no_outcome = Some(no_field(OUTCOME, field, origin));
        }
        let mark = match categories.classify(value) {
            Outcome::Category(category) => Mark::Category(category),
            Outcome::Unknown => {
                return Err(Error::Outcome {
                    place: origin.place(),
                    field: field.clone(),
                    value: describe(value),
                    accepted: categories.accepted(),
                });
            }
            Outcome::Missing(how) => match self.spec.on_missing {
                OnMissing::Error => {
                    let (place, field) = (origin.place(), field.clone());
                    return Err(Error::Missing { place, field, value: how });
                }
                OnMissing::Drop => Mark::Dropped,
                OnMissing::Fail => Mark::Failed,
            },
        };
        if let Some(trial) = trial {
            match self.repeat(row, trial, mark, values, origin)? {
                Repeat::New => {}
                Repeat::Ignore => return Ok(()),
                Repeat::Replace(old) => self.take_back(row, old),
            }
        }
        match mark {
            Mark::Category(category) => self.counts.add(row, usize::from(category), 1)?,
            Mark::Failed => {
                self.report.missing_failed += 1;
                self.counts.add(row, 0, 1)?;
            }
            Mark::Dropped => {
                self.report.missing_dropped += 1;
                self.counts.add_missing(row, 1)?;
            }
        }
        Ok(())
    }

    /// Undoes an earlier trial that a later one replaces.
    fn take_back(&mut self, row: usize, old: Mark) {
        match old {
            Mark::Category(category) => self.counts.remove(row, usize::from(category)),
            Mark::Failed => {
                self.report.missing_failed -= 1;
                self.counts.remove(row, 0);
            }
            Mark::Dropped => {
                self.report.missing_dropped -= 1;
                self.counts.remove_missing(row);
            }
        }
    }

    /// One question with its numbers of trials and successes.
    fn aggregate(&mut self, row: usize, values: &[Value<'_>], origin: &dyn Origin) -> Result<()> {
        let total = self.whole(OUTCOME, values, origin)?;
        let correct = self.whole(CORRECT, values, origin)?;
        let Some(failed) = total.checked_sub(correct) else {
            let what =
                format!("{correct} correct trials are more than the {total} trials there are");
            return Err(Error::Aggregate { place: origin.place(), what });
        };
        match self.repeat(row, "", Mark::Category(0), values, origin)? {
            Repeat::New => {}
            Repeat::Ignore => return Ok(()),
            Repeat::Replace(_) => self.counts.clear(row),
        }
        self.counts.add(row, 0, failed)?;
        self.counts.add(row, 1, correct)?;
        Ok(())
    }

    /// A whole number from 0.
    fn whole(&self, role: usize, values: &[Value<'_>], origin: &dyn Origin) -> Result<u64> {
        let value = values.get(role).unwrap_or(&Value::Absent);
        let field = match self.columns.get(role) {
            Some(Label::Field(field)) => field.as_str(),
            _ => "",
        };
        if *value == Value::Absent {
            let role = if role == OUTCOME { TOTAL } else { role };
            return Err(no_field(role, field, origin));
        }
        let text = match value {
            Value::Number(text) | Value::Cell(text) => text.trim(),
            _ => "",
        };
        let float =
            || text.parse::<f64>().ok().filter(|x| *x >= 0.0 && x.fract() == 0.0 && *x < 9e15);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a whole number below 2^53"
        )]
        let number = text.parse().ok().or_else(|| float().map(|x| x as u64));
        number.ok_or_else(|| Error::Aggregate {
            place: origin.place(),
            what: format!(
                "the field \"{field}\" is {}, not a whole number from 0",
                describe(value)
            ),
        })
    }

    fn repeat(
        &mut self,
        row: usize,
        trial: &str,
        mark: Mark,
        values: &[Value<'_>],
        origin: &dyn Origin,
    ) -> Result<Repeat> {
        let Some(old) = self.seen.mark(row, trial, mark) else {
            return Ok(Repeat::New);
        };
        match self.spec.on_repeat {
            OnRepeat::Keep => {
                self.report.repeats_kept += 1;
                Ok(Repeat::New)
            }
            OnRepeat::Last => {
                self.report.repeats_replaced += 1;
                Ok(Repeat::Replace(old))
            }
            OnRepeat::First => {
                // The first stays: its mark goes back.
                self.seen.mark(row, trial, old);
                self.report.repeats_ignored += 1;
                Ok(Repeat::Ignore)
            }
            OnRepeat::Error => {
                let names = self.columns.iter().zip(values).zip(ROLES).take(TRIAL + 1);
                let names = names.filter_map(|((label, value), role)| match label {
                    Label::Constant(text) if text.is_empty() => None,
                    Label::Constant(text) => Some(format!("{role} {text}")),
                    _ if *value == Value::Absent => None,
                    _ => Some(format!("{role} {}", describe(value))),
                });
                let what = names.collect::<Vec<_>>().join(", ");
                Err(Error::Repeated { place: origin.place(), what })
            }
        }
    }
}

impl Sink for Counter<'_> {
    fn record(&mut self, values: &[Value<'_>], origin: &dyn Origin) -> Result<()> {
        let (mut model, mut task, mut question, mut trial) = Default::default();
        let model = self.label(MODEL, values, &mut model, origin)?.unwrap_or("");
        let task = self.label(TASK, values, &mut task, origin)?.unwrap_or("");
        let question = self.label(QUESTION, values, &mut question, origin)?.unwrap_or("");
        let trial = self.label(TRIAL, values, &mut trial, origin)?;
        let row = self.counts.row(model, task, question);
        match &self.spec.measure {
            Measure::Outcome { .. } => self.trial(row, trial, values, origin)?,
            Measure::Aggregate { .. } => self.aggregate(row, values, origin)?,
        }
        self.report.records += 1;
        self.file_records += 1;
        Ok(())
    }

    fn malformed(&mut self, error: Error) -> Result<()> {
        match self.spec.on_bad_line {
            OnBadLine::Error => Err(error),
            OnBadLine::Skip => {
                self.report.lines_skipped += 1;
                Ok(())
            }
        }
    }
}

enum Repeat {
    New,
    Ignore,
    Replace(Mark),
}

fn no_field(role: usize, field: &str, origin: &dyn Origin) -> Error {
    Error::NoField {
        place: origin.place(),
        role: ROLES.get(role).copied().unwrap_or(""),
        field: field.to_owned(),
        way_out: match role {
            MODEL | TASK => {
                "name the field that holds it, take it from the path, or set it as a constant"
            }
            OUTCOME => {
                "name the field that holds it or, if only some records lack it, say what to do with missing outcomes: drop, or fail to count them as failures"
            }
            _ => "name the field that holds it",
        },
        seen: origin.fields(),
    }
}

fn describe(value: &Value<'_>) -> String {
    match value {
        Value::Absent => "absent".to_owned(),
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Cell("") => "empty".to_owned(),
        Value::Number(text) | Value::Cell(text) => (*text).to_owned(),
        Value::Text(text) => format!("\"{text}\""),
        Value::Nested => "a list or an object".to_owned(),
    }
}
