//! Counting the records of long tables, each in the plain way.

use std::borrow::Cow;
use std::sync::Arc;

use scorio_core::counts::Key;
use scorio_records::json::value::Value;
use scorio_records::records::error::RecordError;
use scorio_records::records::mark::Mark;
use scorio_records::records::place::Place;
use scorio_records::records::record::{Origin, Sink};
use scorio_records::records::role::CLUSTER;
use scorio_records::records::role::CORRECT;
use scorio_records::records::role::OUTCOME;
use scorio_records::records::role::QUESTION;
use scorio_records::records::role::RATE;
use scorio_records::records::role::REPETITIONS;
use scorio_records::records::role::TIMES;
use scorio_records::records::role::TOTAL;
use scorio_records::records::role::TRIAL;
use scorio_records::records::role::WEIGHT;
use scorio_records::spec::label::Label;
use scorio_records::trials::counter::Repeat;
use scorio_records::trials::labels::{RecordLabels, no_field, repeated};

use crate::count::counter::Counter;
use crate::count::error::CountError;
use crate::error::{Error, Result};
use crate::note::Note;
use crate::spec::options::Measure;
use crate::spec::rate::successes;

impl Counter {
    /// One trial.
    fn trial(
        &mut self,
        row: usize,
        trial: Option<&str>,
        values: &[Value<'_>],
        origin: &dyn Origin,
    ) -> Result<()> {
        let measure = Arc::clone(&self.measure);
        let Measure::Outcome { field, categories } = &*measure else {
            return Ok(());
        };
        let value = values.get(OUTCOME).unwrap_or(&Value::Absent);
        if *value != Value::Absent {
            self.no_outcome = None;
        } else if self.file_records == 0 {
            self.no_outcome = Some(no_field(OUTCOME, field, origin).into());
        }
        if self.file_records == 0 && self.shape.is_none() {
            self.say_unread(field, origin);
        }
        if let Some(gathered) = &mut self.gathered {
            gathered.add(field, value);
        }
        let mark = self.trials.mark(value, categories, field, origin)?;
        let (number, absent) = (categories.number(value), *value == Value::Absent);
        self.read_cost(row, values, origin)?;
        let failed = self.trials.report.missing_failed;
        if self.spec.times.is_some() {
            self.several(row, trial, (mark, number), values, origin)?;
        } else {
            let code = trial.map(|trial| self.trials.code(trial, origin)).transpose()?;
            if !self.settle_number(row, code, mark, number)? {
                return Err(self.repeated(values, origin));
            }
            if code.is_none() && self.shape.is_none() && self.trail.samples(row) {
                self.trail.keep(row, mark, &origin.members());
            }
        }
        self.lacked(row, absent, failed);
        Ok(())
    }

    /// Several trials of one outcome.
    fn several(
        &mut self,
        row: usize,
        trial: Option<&str>,
        (mark, number): (Mark, Option<f64>),
        values: &[Value<'_>],
        origin: &dyn Origin,
    ) -> Result<()> {
        let times = self.whole(TIMES, values, origin)?;
        if let Some(trial) = trial {
            let (place, trial) = (origin.place(), trial.to_owned());
            return Err(CountError::NamedOfSeveral { place, times, trial }.into());
        }
        if self.spec.grouped {
            self.trials.report.records =
                self.trials.report.records.saturating_add(times.saturating_sub(1));
        }
        self.trials.add(row, mark, times)?;
        self.trail.add_number(row, mark, number, times);
        self.add_number(row, None, number, times)
    }

    /// One question with its numbers of trials and successes.
    fn aggregate(&mut self, row: usize, values: &[Value<'_>], origin: &dyn Origin) -> Result<()> {
        if self.numbers.is_some() {
            return Err(CountError::AggregateNumbers { place: origin.place() }.into());
        }
        let total = self.whole(OUTCOME, values, origin)?;
        let correct = if let Some(whole) = self.spec.rates {
            self.successes(total, whole, values, origin)?
        } else {
            self.whole(CORRECT, values, origin)?
        };
        let Some(failed) = total.checked_sub(correct) else {
            return Err(CountError::MoreCorrect { place: origin.place(), correct, total }.into());
        };
        // A trial that the path or the user names is a run of the question, and runs add up.
        let run = match self.columns.get(TRIAL) {
            Some(Label::Constant(run)) => run.clone(),
            _ => String::new(),
        };
        let code = self.trials.seen.code(&run);
        match self.trials.repeat(row, code, Mark::Category(0)) {
            Repeat::New => {}
            Repeat::Ignore => return Ok(()),
            Repeat::Replace(_) if !run.is_empty() => {
                return Err(
                    CountError::ReplacedNumbers { place: origin.place(), trial: run }.into()
                );
            }
            Repeat::Replace(_) => self.trials.counts.clear(row),
            Repeat::Refuse => return Err(self.repeated(values, origin)),
        }
        self.trials.counts.add(row, 0, failed)?;
        self.trials.counts.add(row, self.trials.counts.categories().len() - 1, correct)?;
        Ok(())
    }

    /// A whole number from 0.
    fn whole(&self, role: usize, values: &[Value<'_>], origin: &dyn Origin) -> Result<u64> {
        let value = values.get(role).unwrap_or(&Value::Absent);
        let field = match self.columns.get(role) {
            Some(Label::Field(field)) => field.as_str(),
            Some(Label::Constant(text)) => return constant(text, origin),
            _ => "",
        };
        if *value == Value::Absent {
            let role = match role {
                OUTCOME => TOTAL,
                _ if self.spec.times.is_some() => REPETITIONS,
                _ => role,
            };
            return Err(no_field(role, field, origin).into());
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
        number.ok_or_else(|| {
            let (place, field) = (origin.place(), field.to_owned());
            Error::from(CountError::NotWhole { place, field, value: value.describe() })
        })
    }

    /// The successes of a question, from their share.
    fn successes(
        &self,
        total: u64,
        whole: u32,
        values: &[Value<'_>],
        origin: &dyn Origin,
    ) -> Result<u64> {
        let value = values.get(CORRECT).unwrap_or(&Value::Absent);
        let field = match self.columns.get(CORRECT) {
            Some(Label::Field(field)) => field.as_str(),
            _ => "",
        };
        if *value == Value::Absent {
            return Err(no_field(RATE, field, origin).into());
        }
        let text = match value {
            Value::Number(text) | Value::Cell(text) => *text,
            Value::Text(text) => &**text,
            _ => "",
        };
        successes(text, total, whole).map_err(|problem| {
            let (place, field, rate) = (origin.place(), field.to_owned(), value.describe());
            Error::from(CountError::Rate { place, field, rate, total, problem })
        })
    }

    pub(in crate::count) fn repeated(&self, values: &[Value<'_>], origin: &dyn Origin) -> Error {
        repeated(&self.columns, values, origin).into()
    }
}

impl Counter {
    /// A record whose question is one value.
    fn whole_record(&mut self, values: &[Value<'_>], origin: &dyn Origin) -> Result<()> {
        match &self.shape {
            Some(shape) => self.shaped(&Arc::clone(shape), values, origin),
            None => self.plain(values, origin),
        }
    }

    /// A record with one outcome, or with the numbers of a question.
    pub(in crate::count) fn plain(
        &mut self,
        values: &[Value<'_>],
        origin: &dyn Origin,
    ) -> Result<()> {
        let columns = Arc::clone(&self.columns);
        let RecordLabels { model, task, question, trial: own } =
            self.labels.all(&columns, values, self.spec.ids, origin)?;
        let run = self.run_here(model, values, origin)?;
        let model = run.as_deref().unwrap_or(model);
        let key = Key { model, task, score: &self.score, question: &question };
        let row = self.trials.counts.row_of(key);
        if columns.len() > CLUSTER {
            let cluster = self.labels.label(CLUSTER, &columns, values, origin)?;
            let cluster = cluster.filter(|_| self.spec.cluster.is_some());
            let value = values.get(WEIGHT).unwrap_or(&Value::Absent);
            self.describe(row, cluster, value, origin)?;
            self.note_fields(row, values.get(WEIGHT + 1..).unwrap_or(&[]), origin)?;
        }
        let both = self.outer.as_ref().map(|outer| {
            if let Some(own) = own {
                return format!("{outer}.{own}");
            }
            // Where their order tells trials apart, they are numbered by it.
            let next = self.occurrences.entry(row).or_insert(0_u64);
            *next += 1;
            format!("{outer}.{}", *next - 1)
        });
        let trial = both.as_deref().or(own);
        match &*Arc::clone(&self.measure) {
            _ if self.signals.is_some() => self.graded(row, trial, values, origin)?,
            Measure::Outcome { .. } => self.trial(row, trial, values, origin)?,
            Measure::Aggregate { .. } => self.aggregate(row, values, origin)?,
        }
        self.trials.report.records += 1;
        self.file_records += 1;
        self.lacking = Some(self.labels.lacking());
        Ok(())
    }
}

impl Sink for Counter {
    type Error = Error;

    fn record(&mut self, values: &[Value<'_>], origin: &dyn Origin) -> Result<()> {
        if !self.trail.look(values, origin) {
            return Err(Error::Stopped);
        }
        let Some(question) = self.joined(values, origin)? else {
            return self.whole_record(values, origin);
        };
        let mut values = values.to_vec();
        if let Some(place) = values.get_mut(QUESTION) {
            *place = Value::Text(Cow::Owned(question));
        }
        self.whole_record(&values, origin)
    }

    fn malformed(&mut self, error: RecordError) -> Result<()> {
        Ok(self.trials.malformed(error)?)
    }

    fn perhaps_cut(&mut self, place: &Place, column: &str) {
        self.trials.report.note(Note::PerhapsInterrupted {
            file: place.file.clone(),
            place: place.to_string(),
            column: column.to_owned(),
        });
    }
}

/// A whole number that the user gives for all records.
fn constant(text: &str, origin: &dyn Origin) -> Result<u64> {
    text.parse().map_err(|_| {
        let (place, field, value) = (origin.place(), text.to_owned(), text.to_owned());
        Error::from(CountError::NotWhole { place, field, value })
    })
}
